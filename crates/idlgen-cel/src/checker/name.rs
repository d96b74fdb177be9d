//! Names: variables and types.

use std::borrow::Cow;

use crate::ast::{ExprId, ExprKind};
use crate::types::Type;

use super::{Checker, Reference};

impl Checker<'_> {
    pub(super) fn check_name(&mut self, id: ExprId) -> Type {
        let ExprKind::Ident(name) = self.ast.kind(id) else { return Type::Error };
        let name = name.clone();
        let Some((of, reference)) = self.lookup(&name) else {
            self.undeclared(id, &name);
            return Type::Error;
        };
        if let Some(absolute) = name.strip_prefix('.') {
            self.ast.replace(id, ExprKind::Ident(Cow::Owned(absolute.to_owned())));
        }
        self.refer(id, reference);
        of
    }

    /// Resolves a name: the innermost variable, or a type.
    pub(super) fn lookup(&self, name: &str) -> Option<(Type, Reference)> {
        let name = name.strip_prefix('.').unwrap_or(name);
        if let Some((_, of)) = self.scopes.iter().rev().find(|(known, _)| known == name) {
            return Some((of.clone(), Reference::Variable));
        }
        if let Some(of) = self.variables.get(name) {
            return Some((of.clone(), Reference::Variable));
        }
        if name == "type" {
            return Some((Type::Type(None), Reference::TypeName(Type::Type(None))));
        }
        if let Some((_, of)) = self.environment.type_named(name) {
            // The evaluator does not resolve the name of a wrapper type. It only supports literals such as
            // `google.protobuf.Int64Value{value: 1}`.
            let is_wrapper = matches!(of, Type::Wrapper(_));
            let reference = if is_wrapper { Reference::Variable } else { Reference::TypeName(of.clone()) };
            return Some((Type::type_of(of.clone()), reference));
        }
        if self.variables.object(name).is_some() {
            return Some((Type::type_of(Type::object(name)), Reference::Variable));
        }
        // The checker accepts these two names as types, but the evaluator does not resolve them.
        match name {
            "duration" if self.variables.root().is_some() => Some((Type::type_of(Type::Duration), Reference::Variable)),
            "timestamp" if self.variables.root().is_some() => {
                Some((Type::type_of(Type::Timestamp), Reference::Variable))
            }
            _ => None,
        }
    }
}
