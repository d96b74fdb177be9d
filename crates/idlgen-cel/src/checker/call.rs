//! Calls: namespaces and overloads.

use std::borrow::Cow;

use crate::ast::{ExprId, ExprKind};
use crate::declarations::Declaration;
use crate::environment::Overload;
use crate::issue::Subject;
use crate::operators;
use crate::types::Type;

use super::substitution::instantiate;
use super::{Checker, Reference};

impl Checker<'_> {
    pub(super) fn check_call(&mut self, id: ExprId) -> Type {
        let ExprKind::Call { function, target, arguments } = self.ast.kind(id) else { return Type::Error };
        let (function, target, arguments) = (function.clone(), *target, arguments.clone());
        if function == operators::OPTIONAL_SELECT {
            return self.check_optional_select(id, &arguments);
        }
        let mut types = Vec::with_capacity(arguments.len() + 1);
        for argument in &arguments {
            types.push(self.check(*argument));
        }
        let environment = self.environment;
        let Some(target) = target else {
            let Some((name, overloads)) = environment.function(&function) else {
                self.undeclared(id, &function);
                return Type::Error;
            };
            if function != name {
                self.ast.replace(
                    id,
                    ExprKind::Call { function: Cow::Borrowed(name), target: None, arguments: arguments.clone() },
                );
            }
            return self.resolve(id, name, &overloads, types, &arguments, false);
        };
        if let Some(prefix) = self.ast.qualified_name(target)
            && let Some((name, overloads)) = environment.function(&format!("{prefix}.{function}"))
        {
            self.ast.replace(
                id,
                ExprKind::Call { function: Cow::Borrowed(name), target: None, arguments: arguments.clone() },
            );
            return self.resolve(id, name, &overloads, types, &arguments, false);
        }
        let target_type = self.check(target);
        if let Some((name, overloads)) = environment.function(&function) {
            types.insert(0, target_type);
            return self.resolve(id, name, &overloads, types, &arguments, true);
        }
        self.undeclared(id, &function);
        Type::Error
    }

    fn resolve(
        &mut self,
        id: ExprId,
        function: &str,
        overloads: &[&Overload],
        mut types: Vec<Type>,
        arguments: &[ExprId],
        is_member: bool,
    ) -> Type {
        let mut found = Vec::new();
        let mut result: Option<Type> = None;
        for overload in overloads {
            if overload.declaration.is_member != is_member
                || (overload.compares_different_numbers && !self.different_numbers)
            {
                continue;
            }
            if function == operators::LOGICAL_AND || function == operators::LOGICAL_OR {
                return self.resolve_logical(id, overload.declaration, &types, arguments);
            }
            let of = if overload.type_parameters == 0 {
                if !self.substitution.are_assignable(&types, &overload.parameters) {
                    continue;
                }
                overload.result.clone()
            } else {
                let first = self.substitution.fresh(overload.type_parameters);
                let parameters: Vec<Type> =
                    overload.parameters.iter().map(|parameter| instantiate(parameter, first)).collect();
                if !self.substitution.are_assignable(&types, &parameters) {
                    continue;
                }
                self.substitution.substitute(&instantiate(&overload.result, first), false)
            };
            found.push(overload.declaration);
            result = Some(match result {
                None => of,
                Some(before) if before == Type::Dyn || before == of => before,
                Some(_) => Type::Dyn,
            });
        }
        let Some(result) = result else {
            for of in &mut types {
                *of = self.substitution.substitute(of, true);
            }
            let message =
                format!("found no matching overload for '{function}' applied to '{}'", applied(&types, is_member));
            self.report_about(id, message, Subject::Call { function: function.to_owned(), arguments: types });
            return Type::Error;
        };
        self.refer(id, Reference::Overloads(found));
        result
    }

    /// Resolves `&&` and `||`, whose operands are checked one by one.
    fn resolve_logical(
        &mut self,
        id: ExprId,
        overload: &'static Declaration,
        types: &[Type],
        arguments: &[ExprId],
    ) -> Type {
        let mut result = Type::Bool;
        for (of, argument) in types.iter().zip(arguments) {
            if !self.is_assignable(of, &Type::Bool) {
                self.mismatch(*argument, &Type::Bool, of);
                result = Type::Error;
            }
        }
        if result == Type::Bool {
            self.refer(id, Reference::Overloads(vec![overload]));
        }
        result
    }
}

/// Formats argument types: `(int, string)`, or `list(int).(string)` for a member call.
fn applied(types: &[Type], is_member: bool) -> String {
    let (target, arguments) = match types {
        [target, arguments @ ..] if is_member => (format!("{target}."), arguments),
        arguments => (String::new(), arguments),
    };
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    format!("{target}({})", arguments.join(", "))
}
