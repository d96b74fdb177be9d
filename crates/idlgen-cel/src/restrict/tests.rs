//! Tests of the restrictions.

use super::*;
use crate::clauses;

/// Objects with the required field `type` of `A` or `B`, the optional ones `mode` and `part`, and a list of these.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    Object,
    List,
    Type,
    Flag,
}

impl Values for Shape {
    fn field(&self, name: &str) -> Field<Self> {
        let known = |values: Shape, is_present: bool| Field::Known { values, is_present };
        match (self, name) {
            (Shape::Object, "type") => known(Shape::Type, true),
            (Shape::Object, "flag") => known(Shape::Flag, true),
            (Shape::Object, "mode") => known(Shape::Type, false),
            (Shape::Object, "part") => known(Shape::Object, false),
            (Shape::Object, "list") => known(Shape::List, true),
            (Shape::Object, "some") => known(Shape::List, false),
            (Shape::Object, _) => Field::Never,
            _ => Field::Unknown,
        }
    }

    fn items(&self) -> Option<Self> {
        (*self == Shape::List).then_some(Shape::Object)
    }

    fn is_unique(&self, path: &str) -> bool {
        *self == Shape::List && ["type", "mode"].contains(&path)
    }

    fn constants(&self) -> Option<Vec<Value>> {
        match self {
            Shape::Type => Some(vec![Value::Text("A".to_owned()), Value::Text("B".to_owned())]),
            Shape::Flag => Some(vec![Value::Bool(true)]),
            Shape::Object | Shape::List => None,
        }
    }
}

#[test]
fn conditions_about_other_fields_and_constants_disappear() {
    for (rule, expected) in [
        ("!has(self.new) || self.new > 1", "true"),
        ("has(self.new) == has(oldSelf.new)", "true"),
        ("!(has(self.part) && has(self.part.new) && self.mode == 'A')", "true"),
        ("has(self.part) ? !has(self.part.new) : true", "has(self.part) ? true : true"),
        // Where `part` is missing, the rule fails.
        ("!has(self.part.new)", "!has(self.part.new)"),
        ("has(self.mode) || !has(self.part.new)", "has(self.mode) || !has(self.part.new)"),
        ("self.list.all(x, !has(x.new) || x.new.size() > 1)", "true"),
        // The part of another object may be missing.
        (
            "has(self.part) && self.list.all(x, !has(x.part.new))",
            "has(self.part) && self.list.all(x, !has(x.part.new))",
        ),
        ("self.some.all(x, !has(x.new))", "self.some.all(x, true)"),
        ("!has(self.some) || self.some.all(x, !has(x.new))", "true"),
        ("self.list.filter(x, x.type == 'C').size() <= 1", "true"),
        ("self.list.exists_one(x, x.type == 'C')", "false"),
        ("self.type == 'C' || self.mode == 'C'", "self.mode == 'C'"),
        ("has(self.mode) && self.mode == 'C'", "false"),
        ("self.mode in ['A', 'C'] ? has(self.part) : true", "self.mode in ['A'] ? has(self.part) : true"),
        ("self.type in ['C', 'D']", "false"),
        ("self.mode in ['C', 'D']", "self.mode in []"),
        ("self.list.all(self, has(self.new))", "self.list.all(self, false)"),
        ("[has(self.type), has(self.new)].exists_one(x, x)", "true"),
        ("[has(self.type), has(self.list)].exists_one(x, x)", "false"),
        ("[has(self.type), has(self.new)].filter(x, x).size() == 1", "true"),
        ("[has(self.type), has(self.list), has(self.new)].filter(x, x).size() == 2", "true"),
        ("[has(self.type), has(self.mode)].exists_one(x, x)", "[true, has(self.mode)].exists_one(x, x)"),
        ("self.list.all(x, self.list.exists_one(y, x.type == y.type))", "true"),
        ("!has(self.some) || self.some.all(x, self.some.exists_one(y, y.type == x.type))", "true"),
        ("(has(self.mode) ? 1 : 0) + (has(self.new) ? 1 : 0) <= 1", "true"),
        ("(has(self.type) ? 1 : 0) + (has(self.mode) ? 1 : 0) > 2", "false"),
        (
            "(has(self.mode) ? 1 : 0) + (has(self.part) ? 1 : 0) <= 1",
            "(has(self.mode) ? 1 : 0) + (has(self.part) ? 1 : 0) <= 1",
        ),
        // Where `part` is missing, the rule fails.
        ("(has(self.part.some) ? 1 : 0) <= 1", "(has(self.part.some) ? 1 : 0) <= 1"),
        ("self.list.all(x, size(self.list.filter(y, x.type == y.type)) == 1)", "true"),
        ("self.list.all(x, 1 == self.list.filter(y, x.type == y.type).size())", "true"),
        (
            "self.list.all(x, size(self.list.filter(y, x.type == y.type)) == 2)",
            "self.list.all(x, size(self.list.filter(y, x.type == y.type)) == 2)",
        ),
        ("size(self.list.filter(x, size(self.list.filter(y, y.type == x.type)) > 1)) == 0", "true"),
        ("self.list.exists(x, 1 < self.list.filter(y, x.type == y.type).size())", "false"),
        ("!self.list.exists(x, self.list.filter(y, x.type == y.type).size() != 1)", "true"),
        (
            "self.list.exists(x, self.list.filter(y, x.type == y.type).size() == 1)",
            "self.list.exists(x, self.list.filter(y, x.type == y.type).size() == 1)",
        ),
        (
            "self.list.all(x, self.list.filter(y, x.type == y.type).size() > 1)",
            "self.list.all(x, self.list.filter(y, x.type == y.type).size() > 1)",
        ),
        // Where an item has no `mode`, the rule fails.
        (
            "self.list.all(x, self.list.exists_one(y, x.mode == y.mode))",
            "self.list.all(x, self.list.exists_one(y, x.mode == y.mode))",
        ),
        (
            "self.list.all(x, self.some.exists_one(y, x.type == y.type))",
            "self.list.all(x, self.some.exists_one(y, x.type == y.type))",
        ),
        // Comparisons of ranges.
        ("(has(self.mode) ? 1 : 2) < 1", "false"),
        ("(has(self.mode) ? 1 : 2) < 2", "(has(self.mode) ? 1 : 2) < 2"),
        ("(has(self.mode) ? 1 : 2) < 3", "true"),
        ("(has(self.mode) ? 1 : 2) <= 0", "false"),
        ("(has(self.mode) ? 1 : 2) <= 1", "(has(self.mode) ? 1 : 2) <= 1"),
        ("(has(self.mode) ? 1 : 2) <= 2", "true"),
        ("(has(self.mode) ? 1 : 2) > 0", "true"),
        ("(has(self.mode) ? 1 : 2) > 1", "(has(self.mode) ? 1 : 2) > 1"),
        ("(has(self.mode) ? 1 : 2) > 2", "false"),
        ("(has(self.mode) ? 1 : 2) >= 1", "true"),
        ("(has(self.mode) ? 1 : 2) >= 2", "(has(self.mode) ? 1 : 2) >= 2"),
        ("(has(self.mode) ? 1 : 2) >= 3", "false"),
        ("(has(self.mode) ? 3 : 1) + (has(self.mode) ? 1 : 2) > 1", "true"),
        ("(has(self.mode) ? 3 : 1) + (has(self.mode) ? 1 : 2) >= 6", "false"),
        (
            "(has(self.mode) ? 3 : 1) - (has(self.mode) ? 1 : 2) < 0",
            "(has(self.mode) ? 3 : 1) - (has(self.mode) ? 1 : 2) < 0",
        ),
        ("9223372036854775807 + 1 > 1", "9223372036854775807 + 1 > 1"),
        // Constant operands.
        ("f(has(self.type) && self.mode)", "f(self.mode)"),
        ("f(self.mode && has(self.type))", "f(self.mode)"),
        ("f(has(self.new) || self.mode)", "f(self.mode)"),
        ("f(self.mode || has(self.new))", "f(self.mode)"),
        ("f(has(self.new) && self.mode, self.mode || has(self.type))", "f(false, true)"),
        ("f(!has(self.new))", "f(true)"),
        ("f(has(self.new) ? self.mode : self.type)", "f(self.type)"),
        ("self.flag == false", "false"),
        ("self.flag == true", "self.flag == true"),
        ("self.flag in [true, false]", "self.flag in [true]"),
        // Lists of constants.
        ("[has(self.type), has(self.new)].all(x, x)", "false"),
        ("[has(self.type), has(self.list)].all(x, x)", "true"),
        ("[has(self.type), has(self.new)].exists(x, x)", "true"),
        ("[has(self.new)].exists(x, x)", "false"),
        ("[has(self.new)].exists(x, !x)", "[false].exists(x, !x)"),
        ("size([has(self.type), has(self.new)]) == 2", "true"),
        ("[has(self.mode), has(self.new)].size() == 2", "[has(self.mode), false].size() == 2"),
        ("[?has(self.new)].exists(x, x)", "[?false].exists(x, x)"),
        // Constants.
        ("1 == 2 || 1 != 2 && self.mode == 'A'", "self.mode == 'A'"),
        ("has(self.type) == has(self.list)", "true"),
        ("has(self.type) != has(self.list)", "false"),
        ("self.type != 'C'", "true"),
        ("'C' == self.type", "false"),
        ("self.type == 'A'", "self.type == 'A'"),
        ("self.type == 1", "self.type == 1"),
        ("self.type in ['A', self.mode, 'C']", "self.type in ['A', self.mode]"),
        ("self.list.filter(x, has(x.new)).size() == 0", "true"),
        ("self.list.exists(x, has(x.new))", "false"),
        ("self.list.exists_one(x, has(x.new))", "false"),
        ("self.some.exists(x, has(x.new))", "self.some.exists(x, false)"),
        ("self.some.filter(x, has(x.new)).size() == 0", "self.some.filter(x, false).size() == 0"),
        ("self.list.all(x, has(x.type))", "true"),
        ("self.list.all(x, has(x.new))", "self.list.all(x, false)"),
        ("self.list.exists(x, has(x.type))", "self.list.exists(x, true)"),
        ("self.list.all(i, x, has(x.new))", "self.list.all(i, x, has(x.new))"),
        ("self.list.map(x, has(x.new)).size() == 1", "self.list.map(x, has(x.new)).size() == 1"),
        ("f(has(self.new), [has(self.type)])", "f(false, [true])"),
        ("self.f(has(self.new))", "self.f(false)"),
        // Fields that conditions test.
        ("has(self.part.type)", "has(self.part.type)"),
        (
            "(!has(self.part) && self.mode == 'A') ? true : !has(self.part.new)",
            "(!has(self.part) && self.mode == 'A') ? true : !has(self.part.new)",
        ),
        ("!has(self.part) || has(self.part.type)", "true"),
        ("has(self.part.part) && has(self.part.part.type)", "has(self.part.part)"),
        ("!(has(self.part) && has(self.part.new))", "true"),
        ("!has(self.part) || !has(self.part.new)", "true"),
        ("has(self.part) || !has(self.part.new)", "has(self.part) || !has(self.part.new)"),
        ("!has(self.part) && !has(self.part.new)", "!has(self.part) && !has(self.part.new)"),
        (
            "(!has(self.part) || self.mode == 'A') ? true : !has(self.part.new)",
            "(!has(self.part) || self.mode == 'A') ? true : true",
        ),
        (
            "(has(self.part) || self.mode == 'A') ? !has(self.part.new) : true",
            "(has(self.part) || self.mode == 'A') ? !has(self.part.new) : true",
        ),
        (
            "(has(self.part) && self.mode == 'A') ? !has(self.part.new) : true",
            "(has(self.part) && self.mode == 'A') ? true : true",
        ),
        (
            "(has(self.part) && self.mode == 'A') ? true : !has(self.part.new)",
            "(has(self.part) && self.mode == 'A') ? true : !has(self.part.new)",
        ),
        ("!has(self.part) ? true : !has(self.part.new)", "!has(self.part) ? true : true"),
        ("!has(self.part) ? !has(self.part.new) : true", "!has(self.part) ? !has(self.part.new) : true"),
        ("has(self.new) ? self.mode == 'A' : self.mode == 'B'", "self.mode == 'B'"),
        ("has(self.type) ? self.mode == 'A' : self.mode == 'B'", "self.mode == 'A'"),
        // What only looks like uniqueness.
        (
            "self.list.all(x, self.list.exists_one(x, x.type == x.type))",
            "self.list.all(x, self.list.exists_one(x, x.type == x.type))",
        ),
        (
            "self.list.all(x, self.list.exists_one(y, x.type == x.type))",
            "self.list.all(x, self.list.exists_one(y, x.type == x.type))",
        ),
        (
            "self.list.all(x, self.list.exists_one(y, y.type == y.type))",
            "self.list.all(x, self.list.exists_one(y, y.type == y.type))",
        ),
        (
            "self.list.all(x, self.list.exists_one(y, x.type == y.mode))",
            "self.list.all(x, self.list.exists_one(y, x.type == y.mode))",
        ),
        (
            "self.list.all(x, self.list.exists_one(y, x.type != y.type))",
            "self.list.all(x, self.list.exists_one(y, x.type != y.type))",
        ),
        (
            "self.list.all(x, self.list.exists_one(y, x.part.type == y.part.type))",
            "self.list.all(x, self.list.exists_one(y, x.part.type == y.part.type))",
        ),
        (
            "self.list.all(x, self.list.exists_one(i, y, x.type == y.type))",
            "self.list.all(x, self.list.exists_one(i, y, x.type == y.type))",
        ),
        (
            "self.list.all(x, self.list.filter(y, x.type == y.type))",
            "self.list.all(x, self.list.filter(y, x.type == y.type))",
        ),
        (
            "self.list.all(x, size(self.list.exists_one(y, x.type == y.type)) == 1)",
            "self.list.all(x, size(self.list.exists_one(y, x.type == y.type)) == 1)",
        ),
        (
            "self.list.all(x, f(self.list.filter(y, x.type == y.type)) == 1)",
            "self.list.all(x, f(self.list.filter(y, x.type == y.type)) == 1)",
        ),
        (
            "self.list.exists(x, self.list.exists_one(y, x.type == y.type))",
            "self.list.exists(x, self.list.exists_one(y, x.type == y.type))",
        ),
    ] {
        assert_eq!(clauses_for(rule, &Shape::Object, true), expected_clauses(rule, expected), "{rule}");
    }
}

fn expected_clauses(rule: &str, expected: &str) -> Option<Clauses> {
    Some(Clauses { is_transition: rule.contains("oldSelf"), ..clauses(expected)? })
}
