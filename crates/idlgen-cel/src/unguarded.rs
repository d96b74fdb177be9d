//! Fields that an expression reads without testing their presence.

mod exception;

use std::collections::BTreeSet;

use idlgen_runtime::cel::program::Constant;

use crate::ast::{ExprId, ExprKind};
use crate::checker::Checked;
use crate::operators::OPTIONAL_SELECT;
use crate::types::Type;

pub use exception::Exception;
use exception::exceptions;

/// A field selection on an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The position of the dot in code points.
    pub position: u32,
    /// The selected path as written: `self.a.b`, if it only consists of names.
    pub text: Option<String>,
    /// The type of the object, named after its location in the schema.
    pub object: String,
    /// The escaped field name.
    pub field: String,
    /// The cases in which the expression has a result without the field.
    pub exceptions: BTreeSet<Exception>,
}

/// Returns the selections whose field the expression neither tests with `has` nor selects as an optional (`self.?a.b`).
pub(crate) fn selections(checked: &Checked) -> Vec<Selection> {
    let nodes = &checked.ast.nodes;
    let exceptions = exceptions(&checked.ast);
    let mut asked = BTreeSet::new();
    let mut found: Vec<Selection> = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        if let Some(one) = optional(checked, &node.kind) {
            asked.insert(one);
            continue;
        }
        let ExprKind::Select { operand, field, test_only } = &node.kind else { continue };
        let Type::Object(object) = checked.type_of(*operand) else { continue };
        if *test_only {
            asked.insert((object.to_string(), field.to_string()));
            continue;
        }
        let text = checked.ast.qualified_name(ExprId(index as u32));
        found.push(Selection {
            position: node.position,
            text,
            object: object.to_string(),
            field: field.to_string(),
            exceptions: exceptions.get(index).cloned().unwrap_or_default(),
        });
    }
    found.retain(|selection| !asked.contains(&(selection.object.clone(), selection.field.clone())));
    found.sort_by_key(|selection| selection.position);
    found.dedup();
    found
}

/// Returns the object type and the field of an optional selection, such as `self.?a` or a selection `.b` on its result.
fn optional(checked: &Checked, kind: &ExprKind) -> Option<(String, String)> {
    let (operand, field) = match kind {
        ExprKind::Call { function, arguments, .. } if &**function == OPTIONAL_SELECT => {
            let [operand, field] = arguments.as_slice() else { return None };
            let ExprKind::Literal(Constant::String(field)) = &checked.ast.nodes.get(field.0 as usize)?.kind else {
                return None;
            };
            (operand, field)
        }
        ExprKind::Select { operand, field, .. } => {
            checked.type_of(*operand).optional_value()?;
            (operand, field)
        }
        _ => return None,
    };
    let of = checked.type_of(*operand);
    match of.optional_value().unwrap_or(of) {
        Type::Object(object) => Some((object.to_string(), field.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use crate::{DeclKind, DeclType, Environment, Variables, Version, compile};

    fn unguarded(text: &str) -> Vec<String> {
        let of = |kind| Arc::new(DeclType { kind, max_elements: 0, min_serialized_size: 2 });
        let inner = of(DeclKind::Object(BTreeMap::from([(Box::from("b"), of(DeclKind::Int))])));
        let fields =
            BTreeMap::from([(Box::from("a"), Arc::clone(&inner)), (Box::from("l"), of(DeclKind::List(inner)))]);
        let variables = Variables::of_rule(Version::default(), of(DeclKind::Object(fields)), false, "T");
        let compiled = compile(text, &Environment::new(Version::default()), &variables).unwrap();
        compiled
            .unguarded()
            .iter()
            .map(|one| format!("{}@{} {}", one.text.as_deref().unwrap_or_default(), one.position, one.object))
            .collect()
    }

    #[test]
    fn cases_in_which_a_missing_field_is_no_error() {
        let of = |kind| Arc::new(DeclType { kind, max_elements: 0, min_serialized_size: 2 });
        let more = of(DeclKind::Object(BTreeMap::from([(Box::from("e"), of(DeclKind::Bool))])));
        let inner = of(DeclKind::Object(BTreeMap::from([
            (Box::from("b"), of(DeclKind::Bool)),
            (Box::from("d"), of(DeclKind::List(Arc::clone(&more)))),
        ])));
        let fields = BTreeMap::from([
            (Box::from("a"), of(DeclKind::Bool)),
            (Box::from("l"), of(DeclKind::List(inner))),
            (Box::from("c"), of(DeclKind::Bool)),
            (Box::from("o"), more),
        ]);
        let variables = Variables::of_rule(Version::default(), of(DeclKind::Object(fields)), false, "T");
        let exceptions = |text: &str, field: &str| {
            let compiled = compile(text, &Environment::new(Version::default()), &variables).unwrap();
            let of_field = compiled.unguarded().iter().find(|one| one.field == field).unwrap();
            of_field.exceptions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        for (text, expected) in [
            ("self.c", ""),
            ("!self.c == true", ""),
            ("self.c || self.a", "the other side of `||` is true"),
            ("self.a || !self.c", "the other side of `||` is true"),
            ("self.a && self.c", "the other side of `&&` is false"),
            ("self.c ? self.a : !self.a", ""),
            ("self.a ? self.c : true", "`? :` selects the other value"),
            ("self.a ? true : self.c && self.a", "the other side of `&&` is false, `? :` selects the other value"),
            ("self.l.all(x, x.b == self.c)", "another item is invalid, the list or map is empty"),
            ("self.l.exists(x, self.c)", "another item makes `exists` true, the list or map is empty"),
            ("self.l.exists_one(x, self.c)", "the list or map is empty"),
            ("self.l.filter(x, self.c).size() > 0", "the list or map is empty"),
            ("self.l.map(x, x.b, self.c).size() > 0", "no item passes the filter, the list or map is empty"),
            (
                "self.l.all(x, self.a || self.c)",
                "the other side of `||` is true, another item is invalid, the list or map is empty",
            ),
            ("optional.of(true).orValue(self.c)", "the optional has a value"),
        ] {
            assert_eq!(exceptions(text, "c"), expected, "{text}");
        }
        // A loop without items has no item without the field.
        for (text, expected) in [
            ("self.l.all(x, x.b)", "another item is invalid"),
            ("self.l.all(x, self.l.exists_one(y, x.b))", "another item is invalid, the list or map is empty"),
            ("self.l.all(x, self.l.exists_one(y, y.b))", "another item is invalid"),
        ] {
            assert_eq!(exceptions(text, "b"), expected, "{text}");
        }
        for (text, expected) in [
            ("self.l.all(x, x.d[0].e)", "another item is invalid"),
            ("self.l.all(x, self.l[0].d[0].e)", "another item is invalid, the list or map is empty"),
            // The field is one of `self`, though `x` selects it.
            ("self.l.all(x, (x.b ? self.o : self.o).e)", "another item is invalid, the list or map is empty"),
        ] {
            assert_eq!(exceptions(text, "e"), expected, "{text}");
        }
    }

    #[test]
    fn fields_nobody_asked_for() {
        assert_eq!(unguarded("self.a.b > 1"), ["self.a@4 T", "self.a.b@6 T.a"]);
        assert_eq!(unguarded("!has(self.a) || self.a.b > 1"), ["self.a.b@22 T.a"]);
        assert_eq!(unguarded("self.?a.?b.orValue(1) > 1"), [""; 0]);
        assert_eq!(unguarded("self.l.all(x, !has(x.b) || x.b > 1)"), ["self.l@4 T"]);
        // A presence test on an optional selection also guards the field.
        assert_eq!(unguarded("!self.?a.b.hasValue() || self.a.b > 1"), [""; 0]);
        assert_eq!(unguarded("!self.?a.hasValue() || self.a.b > 1"), ["self.a.b@29 T.a"]);
    }
}
