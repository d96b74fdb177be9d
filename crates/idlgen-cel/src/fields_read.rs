//! The fields of its object that a rule reads.

use std::collections::BTreeSet;

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
    // If the newest version can parse an expression, others parse it the same way.
    let (ast, _) = parser::parse(expression, Version::new(u8::MAX).parser_options()).ok()?;
    let (mut fields, mut selected, mut all) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut select = |operand: &ExprId, field: &str| {
        if matches!(ast.kind(*operand), ExprKind::Ident(name) if is_variable(name)) {
            selected.insert(*operand);
            fields.insert(field.to_owned());
        }
    };
    for (index, node) in ast.nodes.iter().enumerate() {
        match &node.kind {
            ExprKind::Ident(name) if is_variable(name) => drop(all.insert(ExprId(index as u32))),
            ExprKind::Select { operand, field, .. } => select(operand, field),
            ExprKind::Call { function, arguments, .. } if &**function == OPTIONAL_SELECT => {
                let [operand, field] = arguments.as_slice() else { continue };
                if let ExprKind::Literal(Constant::String(field)) = ast.kind(*field) {
                    select(operand, field);
                }
            }
            _ => {}
        }
    }
    // A declaration of such a variable is an identifier, too.
    (all == selected).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::fields_read;

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
}
