//! List, map and object literals.

use crate::ast::{ExprId, ExprKind};
use crate::types::Type;

use super::substitution::most_general;
use super::{Checker, Reference};

impl Checker<'_> {
    pub(super) fn check_list(&mut self, id: ExprId) -> Type {
        let ExprKind::List { elements } = self.ast.kind(id) else { return Type::Error };
        let mut joined = None;
        for (element, optional) in elements.clone() {
            let of = self.check(element);
            let of = if optional { self.unwrap(element, of) } else { of };
            joined = Some(self.join(joined, of));
        }
        Type::list(joined.unwrap_or_else(|| self.substitution.variable()))
    }

    pub(super) fn check_map(&mut self, id: ExprId) -> Type {
        let ExprKind::Map { entries } = self.ast.kind(id) else { return Type::Error };
        let (mut keys, mut values) = (None, None);
        for entry in entries.clone() {
            let key = self.check(entry.key);
            keys = Some(self.join(keys, key));
            let value = self.check(entry.value);
            let value = if entry.optional { self.unwrap(entry.value, value) } else { value };
            values = Some(self.join(values, value));
        }
        let key = keys.unwrap_or_else(|| self.substitution.variable());
        let value = values.unwrap_or_else(|| self.substitution.variable());
        Type::map(key, value)
    }

    /// Returns the type of a field in a predefined message.
    fn message_field(&mut self, at: ExprId, fields: &[(&str, &Type)], name: &str) -> Type {
        let Some((_, of)) = fields.iter().find(|(known, _)| *known == name) else {
            self.report(at, format!("undefined field '{name}'"));
            return Type::Error;
        };
        (*of).clone()
    }

    /// Returns `T` for an optional element of type `optional_type(T)`. Reports any other type except `dyn`.
    fn unwrap(&mut self, at: ExprId, of: Type) -> Type {
        if let Some(value) = of.optional_value() {
            return value.clone();
        }
        if of != Type::Dyn {
            self.mismatch(at, &Type::optional(of.clone()), &of);
        }
        of
    }

    fn join(&mut self, before: Option<Type>, of: Type) -> Type {
        match before {
            None => of,
            Some(before) if self.is_assignable(&before, &of) => most_general(&before, &of),
            Some(_) => Type::Dyn,
        }
    }

    pub(super) fn check_struct(&mut self, id: ExprId) -> Type {
        let ExprKind::Struct { name, fields } = self.ast.kind(id) else { return Type::Error };
        let (name, fields) = (name.clone(), fields.clone());
        let Some((of, _)) = self.lookup(&name) else {
            self.undeclared(id, &name);
            return Type::Error;
        };
        self.refer(id, Reference::Variable);
        let result = match of {
            Type::Type(Some(of)) => match &*of {
                Type::Object(_) | Type::Timestamp | Type::Duration | Type::Dyn | Type::Null | Type::Wrapper(_) => {
                    (*of).clone()
                }
                other => {
                    self.report(id, format!("'{other}' is not a message type"));
                    Type::Error
                }
            },
            Type::Error => Type::Error,
            other => {
                self.report(id, format!("'{other}' is not a type"));
                Type::Error
            }
        };
        for field in fields {
            let value = self.check(field.value);
            let value = if field.optional { self.unwrap(field.value, value) } else { value };
            let issues = self.issues.len();
            let expected = match &result {
                Type::Object(object) => self.field_type(id, object, &field.name),
                Type::Wrapper(of) => self.message_field(id, &[("value", of)], &field.name),
                Type::Timestamp | Type::Duration => {
                    self.message_field(id, &[("seconds", &Type::Int), ("nanos", &Type::Int)], &field.name)
                }
                _ => continue,
            };
            for issue in self.issues.iter_mut().skip(issues) {
                issue.position = Some(field.position);
            }
            if !self.is_assignable(&expected, &value) {
                let message =
                    format!("expected type of field '{}' is '{expected}' but provided type is '{value}'", field.name);
                self.issues.push(crate::issue::Issue::new(field.position, message));
            }
        }
        result
    }
}
