//! The fields of its object that a rule reads.

use std::collections::{BTreeMap, BTreeSet};

use idlgen_runtime::cel::program::Constant;

use crate::{
    ast::{ExprId, ExprKind},
    environment::Version,
    operators::OPTIONAL_SELECT,
    outward::is_variable,
    parser,
};

/// Returns the fields of `self` and `oldSelf` that a rule selects or tests, with their escaped names. Returns `None` if
/// the rule has syntax errors, uses one of the variables as a whole, or declares a variable with such a name.
///
/// ```
/// let fields = idlgen_cel::fields_read("!has(self.a) || self.?b.orValue(1) > size('self.c')").unwrap();
/// assert_eq!(fields.into_iter().collect::<Vec<_>>(), ["a", "b"]);
/// assert_eq!(idlgen_cel::fields_read("size(self) > 1"), None);
/// ```
pub fn fields_read(expression: &str) -> Option<BTreeSet<String>> {
    paths_read(expression)?.into_iter().map(|path| path.into_iter().next()).collect()
}

/// Returns the longest paths of fields below `self` and `oldSelf` that a rule selects or tests, with their escaped
/// names. The rule may also read everything below a path. The path is empty if the rule uses one of the variables as a
/// whole, or declares a variable with such a name. Returns `None` if the rule has syntax errors.
///
/// ```
/// let paths = idlgen_cel::paths_read("has(self.a.b) || self.c[0].d == 1").unwrap();
/// assert_eq!(paths.iter().map(|path| path.join(".")).collect::<Vec<_>>(), ["a.b", "c"]);
/// ```
pub fn paths_read(expression: &str) -> Option<BTreeSet<Vec<String>>> {
    // If the newest version can parse an expression, others parse it the same way.
    let (ast, _) = parser::parse(expression, Version::new(u8::MAX).parser_options()).ok()?;
    // The selection of a field, by its operand.
    let mut selections: BTreeMap<ExprId, (ExprId, &str)> = BTreeMap::new();
    let mut variables = Vec::new();
    for (index, node) in ast.nodes.iter().enumerate() {
        let id = ExprId(index as u32);
        match &node.kind {
            // A declaration of such a variable is an identifier, too.
            ExprKind::Ident(name) if is_variable(name) => variables.push(id),
            ExprKind::Select { operand, field, .. } => drop(selections.insert(*operand, (id, field))),
            ExprKind::Call { function, arguments, .. } if &**function == OPTIONAL_SELECT => {
                let [operand, field] = arguments.as_slice() else { continue };
                if let ExprKind::Literal(Constant::String(field)) = ast.kind(*field) {
                    selections.insert(*operand, (id, field));
                }
            }
            _ => {}
        }
    }
    let path = |variable: ExprId| {
        let mut path = Vec::new();
        let mut id = variable;
        while let Some((selection, field)) = selections.get(&id) {
            path.push((*field).to_owned());
            id = *selection;
        }
        path
    };
    Some(variables.into_iter().map(path).collect())
}

#[cfg(test)]
mod tests {
    use super::{fields_read, paths_read};

    #[test]
    fn a_variable_is_only_read_through_fields() {
        for (rule, expected) in [
            ("self.min <= self.max && oldSelf.min == 1", Some("max min")),
            ("!has(self.a.b) || self.?c[0].d.orValue('self.x') != ''", Some("a c")),
            ("self.items.all(item, item.self > size(self.names))", Some("items names")),
            ("true", Some("")),
            ("self['a'] == 1", None),
            ("[self].exists(a, a.b)", None),
            ("self.items.all(self, self.min > 1)", None),
            ("self.items.all(i, oldSelf, oldSelf.min > i)", None),
            ("self.?a.?b.hasValue() && has(self.c) && oldSelf.?d.e == 1", Some("a c d")),
            ("f(self)", None),
            ("self.a ==", None),
        ] {
            let fields = fields_read(rule).map(|fields| fields.into_iter().collect::<Vec<_>>().join(" "));
            assert_eq!(fields.as_deref(), expected, "{rule}");
        }
    }
    #[test]
    fn paths_end_at_anything_but_fields() {
        for (rule, expected) in [
            ("self.a.b == oldSelf.a.c", "a.b a.c"),
            ("has(self.a.b) && self.?c.?d.hasValue() && self.e.f[0].g == 1", "a.b c.d e.f"),
            ("self.a.all(x, x.b == self.c)", "a c"),
            ("self == oldSelf || self.a", " a"),
            ("self.a.all(self, self.b)", " a b"),
            ("self.a.size() > 1", "a"),
            ("true", "-"),
        ] {
            let paths = paths_read(rule).expect("a rule");
            let paths: Vec<String> = paths.iter().map(|path| path.join(".")).collect();
            let expected: Vec<&str> = if expected == "-" { Vec::new() } else { expected.split(' ').collect() };
            assert_eq!(paths, expected, "{rule}");
        }
        assert_eq!(paths_read("self.a =="), None);
    }
}
