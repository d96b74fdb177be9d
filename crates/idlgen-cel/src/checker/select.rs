//! Field selections: `a.b`, `has(a.b)`, `a.?b`.

use std::borrow::Cow;

use idlgen_runtime::cel::program::Constant;

use crate::ast::{ExprId, ExprKind};
use crate::declarations::SELECT_OPTIONAL_FIELD;
use crate::issue::Subject;
use crate::types::Type;

use super::{Checker, Reference};

impl Checker<'_> {
    pub(super) fn check_select(&mut self, id: ExprId) -> Type {
        let ExprKind::Select { operand, field, test_only } = self.ast.kind(id) else { return Type::Error };
        let (operand, field, test_only) = (*operand, field.clone(), *test_only);
        if !test_only
            && self.starts_type_name(operand)
            && let Some(name) = self.ast.qualified_name(id)
            && let Some((of, reference)) = self.lookup(&name)
        {
            let name = name.strip_prefix('.').unwrap_or(&name).to_owned();
            self.ast.replace(id, ExprKind::Ident(Cow::Owned(name)));
            self.refer(id, reference);
            return of;
        }
        let of = self.check_field(id, operand, &field, false);
        if test_only { Type::Bool } else { self.substitution.substitute(&of, false) }
    }

    /// Returns `true` if the name that starts with `id` may be that of a type. Only type names contain dots.
    fn starts_type_name(&self, mut id: ExprId) -> bool {
        loop {
            match self.ast.kind(id) {
                ExprKind::Select { operand, .. } => id = *operand,
                ExprKind::Ident(name) => {
                    let name = name.strip_prefix('.').unwrap_or(name);
                    return matches!(name, "google" | "kubernetes" | "net") || self.variables.object(name).is_some();
                }
                _ => return false,
            }
        }
    }

    pub(super) fn check_optional_select(&mut self, id: ExprId, arguments: &[ExprId]) -> Type {
        let [operand, field] = arguments else {
            self.report(
                id,
                format!(
                    "unsupported optional field selection: incorrect signature. argument count: {}",
                    arguments.len()
                ),
            );
            return Type::Error;
        };
        let ExprKind::Literal(Constant::String(name)) = self.ast.kind(*field) else {
            self.report(*field, "unsupported optional field selection");
            return Type::Error;
        };
        let name = name.clone();
        if let Some(slot) = self.types.get_mut(field.0 as usize) {
            *slot = Some(Type::String);
        }
        let of = self.check_field(id, *operand, &name, true);
        self.refer(id, Reference::Overloads(vec![&SELECT_OPTIONAL_FIELD]));
        self.substitution.substitute(&of, false)
    }

    fn check_field(&mut self, id: ExprId, operand: ExprId, field: &str, optional: bool) -> Type {
        let of = self.check(operand);
        let of = self.substitution.substitute(&of, false);
        let (target, was_optional) = match of.optional_value() {
            Some(value) => (value.clone(), true),
            None => (of, false),
        };
        let result = match &target {
            Type::Map(entry) => entry.1.clone(),
            Type::Object(name) => self.field_type(id, name, field),
            Type::Parameter(_) | Type::Variable(_) => {
                self.is_assignable(&Type::Dyn, &target);
                Type::Dyn
            }
            Type::Dyn | Type::Error => Type::Dyn,
            _ => {
                let message = format!("type '{target}' does not support field selection");
                self.report_about(id, message, Subject::Field { name: field.to_owned(), of: target.clone() });
                Type::Dyn
            }
        };
        if optional || was_optional { Type::optional(result) } else { result }
    }

    pub(super) fn field_type(&mut self, at: ExprId, object: &str, field: &str) -> Type {
        let variables = self.variables;
        let Some(declared) = variables.object(object) else {
            self.report(at, format!("unexpected failed resolution of '{object}'"));
            return Type::Error;
        };
        variables.field(declared, object, field).unwrap_or_else(|| {
            let subject = Subject::Field { name: field.to_owned(), of: Type::object(object) };
            self.report_about(at, format!("undefined field '{field}'"), subject);
            Type::Error
        })
    }
}
