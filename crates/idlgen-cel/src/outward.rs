//! Rewrites a rule of a property as a rule of the object that contains it.

use std::collections::BTreeSet;

use crate::{ast::ExprKind, environment::Version, parser};

/// The variables of a rule.
const VARIABLES: [&str; 2] = ["self", "oldSelf"];

/// Returns `true` for the name of a variable of rules.
pub(crate) fn is_variable(name: &str) -> bool {
    VARIABLES.contains(&name)
}

/// Replaces `self` and `oldSelf` with their property `field`, which must be a valid CEL name. Returns `None` if the
/// expression has syntax errors, or declares variables named `self` or `oldSelf`.
///
/// ```
/// assert_eq!(
///     idlgen_cel::outward("self.name == oldSelf.name || 'self' in self.labels", "metadata").as_deref(),
///     Some("self.metadata.name == oldSelf.metadata.name || 'self' in self.metadata.labels")
/// );
/// assert_eq!(idlgen_cel::outward("self.all(self, self != '')", "metadata"), None);
/// ```
pub fn outward(expression: &str, field: &str) -> Option<String> {
    // If the newest version can parse an expression, others parse it the same way.
    let (ast, _) = parser::parse(expression, Version::new(u8::MAX).parser_options()).ok()?;
    // The ends of the variables in code points.
    let mut ends = BTreeSet::new();
    for node in &ast.nodes {
        match &node.kind {
            ExprKind::Ident(name) if is_variable(name) => {
                ends.insert(node.position as usize + name.len());
            }
            ExprKind::Comprehension(loop_) if loop_.declares(is_variable) => return None,
            _ => {}
        }
    }
    let mut moved = String::with_capacity(expression.len() + ends.len() * (field.len() + 1));
    for (index, character) in expression.chars().map(Some).chain([None]).enumerate() {
        if ends.contains(&index) {
            moved.push('.');
            moved.push_str(field);
        }
        moved.extend(character);
    }
    Some(moved)
}

#[cfg(test)]
mod tests {
    use super::outward;

    #[test]
    fn variables_are_moved_and_nothing_else() {
        for (rule, expected) in [
            ("self == oldSelf", Some("self.m == oldSelf.m")),
            ("has(self.name)", Some("has(self.m.name)")),
            (
                "!has(self.name) || self.name.matches('é self')",
                Some("!has(self.m.name) || self.m.name.matches('é self')"),
            ),
            ("'é' + self.name", Some("'é' + self.m.name")),
            ("[self].exists(a, a.self == a)", Some("[self.m].exists(a, a.self == a)")),
            ("self.all(self, true)", None),
            ("self ==", None),
        ] {
            assert_eq!(outward(rule, "m").as_deref(), expected, "{rule}");
        }
    }
}
