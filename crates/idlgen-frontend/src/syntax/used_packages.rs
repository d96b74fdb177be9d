//! The imports that the declarations of a file need.

use std::collections::BTreeSet;

use super::{ConstantExpression, GoFile, TypeExpression, TypeExpressionKind};

impl GoFile {
    /// Returns the package qualifiers in types, constants and group versions: only their imports must be loaded.
    /// Excludes qualifiers that only occur in function bodies, methods and other variables.
    pub fn used_packages(&self) -> BTreeSet<&str> {
        let mut used = BTreeSet::new();
        for declaration in &self.types {
            in_type(&declaration.definition, &mut used);
        }
        for constant in &self.constants {
            if let Some(ty) = &constant.ty {
                in_type(ty, &mut used);
            }
            if let Some(value) = &constant.value {
                in_expression(value, &mut used);
            }
        }
        for variable in &self.group_versions {
            in_expression(&variable.group, &mut used);
            in_expression(&variable.version, &mut used);
        }
        used
    }
}

/// Collects the qualifiers in a type. The recursion depth is limited by the reader's maximum depth.
fn in_type<'a>(ty: &'a TypeExpression, used: &mut BTreeSet<&'a str>) {
    match &ty.kind {
        TypeExpressionKind::Name { package, arguments, .. } => {
            used.extend(package.as_ref().map(|package| package.name.as_str()));
            for argument in arguments {
                in_type(argument, used);
            }
        }
        TypeExpressionKind::Pointer(inner)
        | TypeExpressionKind::Slice(inner)
        | TypeExpressionKind::Array { element: inner, .. } => in_type(inner, used),
        TypeExpressionKind::Map { key, value } => {
            in_type(key, used);
            in_type(value, used);
        }
        TypeExpressionKind::Struct(fields) => {
            for field in fields {
                in_type(&field.ty, used);
            }
        }
        TypeExpressionKind::Interface { .. }
        | TypeExpressionKind::Function
        | TypeExpressionKind::Channel
        | TypeExpressionKind::Invalid => {}
    }
}

fn in_expression<'a>(expression: &'a ConstantExpression, used: &mut BTreeSet<&'a str>) {
    match expression {
        ConstantExpression::Name { package, .. } => used.extend(package.as_deref()),
        ConstantExpression::Call { package, argument, .. } => {
            used.extend(package.as_deref());
            in_expression(argument, used);
        }
        ConstantExpression::Unary(_, operand) => in_expression(operand, used),
        ConstantExpression::Binary(_, left, right) => {
            in_expression(left, used);
            in_expression(right, used);
        }
        ConstantExpression::String(_)
        | ConstantExpression::Integer(_)
        | ConstantExpression::Float(_)
        | ConstantExpression::Iota
        | ConstantExpression::Unsupported => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::{source::FileId, syntax::parse};

    #[test]
    fn only_what_declarations_use() {
        let text = "package v1
import (\"fmt\"; a \"x/a\"; b \"x/b\"; c \"x/c\"; d \"x/d\"; e \"x/e\"; f \"x/f\"; g \"x/g\"; h \"x/h\")
type A struct { a.T; M map[b.K][]*c.V; G d.G[e.T]; I interface { F(f.T) } }
const C = -f.X + g.T(\"y\")
var GroupVersion = schema.GroupVersion{Group: h.Name, Version: \"v1\"}
func (a *A) String() string { return fmt.Sprint(i.X) }
";
        let (file, diagnostics) = parse(FileId::from_index(0), text);
        assert_eq!(diagnostics, []);
        assert_eq!(file.used_packages().into_iter().collect::<Vec<_>>(), ["a", "b", "c", "d", "e", "f", "g", "h"]);
    }
}
