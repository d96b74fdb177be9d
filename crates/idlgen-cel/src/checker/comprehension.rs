//! Comprehensions.

use crate::ast::{ExprId, ExprKind};
use crate::types::Type;

use super::Checker;

impl Checker<'_> {
    pub(super) fn check_comprehension(&mut self, id: ExprId) -> Type {
        let ExprKind::Comprehension(comprehension) = self.ast.kind(id) else { return Type::Error };
        let comprehension = comprehension.clone();
        let range = self.check(comprehension.range);
        let accumulator = self.check(comprehension.initial);
        let range = self.substitution.substitute(&range, false);
        // From here on, cel-go no longer excludes disabled overloads, such as comparisons of numbers of different
        // types.
        self.different_numbers = true;
        let outer = self.scopes.len();
        self.scopes.push((comprehension.accumulator.clone(), accumulator.clone()));
        let two = comprehension.second_variable.is_some();
        let (first, second) = match &range {
            Type::List(element) if two => (Type::Int, (**element).clone()),
            Type::List(element) => ((**element).clone(), Type::Error),
            Type::Map(entry) => (entry.0.clone(), entry.1.clone()),
            Type::Dyn | Type::Error | Type::Parameter(_) | Type::Variable(_) => {
                self.is_assignable(&Type::Dyn, &range);
                (Type::Dyn, Type::Dyn)
            }
            _ => {
                let message = format!(
                    "expression of type '{range}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.report(comprehension.range, message);
                (Type::Error, Type::Error)
            }
        };
        self.scopes.push((comprehension.variable.clone(), first));
        if let Some(name) = &comprehension.second_variable {
            self.scopes.push((name.clone(), second));
        }
        let condition = self.check(comprehension.condition);
        self.expect_type(comprehension.condition, &Type::Bool, &condition);
        let step = self.check(comprehension.step);
        self.expect_type(comprehension.step, &accumulator, &step);
        self.scopes.truncate(outer + 1);
        let result = self.check(comprehension.result);
        self.scopes.truncate(outer);
        self.substitution.substitute(&result, false)
    }

    fn expect_type(&mut self, at: ExprId, expected: &Type, found: &Type) {
        if !self.is_assignable(expected, found) {
            self.mismatch(at, expected, found);
        }
    }
}
