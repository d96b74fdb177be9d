//! `all`, `exists` and `exists_one`, with one variable or two.

use std::borrow::Cow;

use idlgen_runtime::cel::program::{Constant, Form};

use crate::ast::{Comprehension, ExprId};
use crate::operators;

use super::{ACCUMULATOR, Expanded, Expansion};

impl Expansion<'_> {
    pub(super) fn quantifier(
        &mut self,
        form: Form,
        range: ExprId,
        first: ExprId,
        second: Option<ExprId>,
        test: ExprId,
    ) -> Expanded {
        let (variable, second_variable) = match second {
            None => (self.variable(first, "argument must be a simple name")?, None),
            Some(second) => {
                let (variable, second) = self.variables(first, second)?;
                (variable, Some(second))
            }
        };
        let (initial, condition, step, result) = match form {
            Form::All => {
                let initial = self.literal(Constant::Bool(true));
                let so_far = self.accumulator();
                let condition = self.call(operators::NOT_STRICTLY_FALSE, vec![so_far]);
                let so_far = self.accumulator();
                let step = self.call(operators::LOGICAL_AND, vec![so_far, test]);
                (initial, condition, step, self.accumulator())
            }
            Form::Exists => {
                let initial = self.literal(Constant::Bool(false));
                let so_far = self.accumulator();
                let not_yet = self.call(operators::LOGICAL_NOT, vec![so_far]);
                let condition = self.call(operators::NOT_STRICTLY_FALSE, vec![not_yet]);
                let so_far = self.accumulator();
                let step = self.call(operators::LOGICAL_OR, vec![so_far, test]);
                (initial, condition, step, self.accumulator())
            }
            _ => {
                let initial = self.literal(Constant::Int(0));
                let condition = self.literal(Constant::Bool(true));
                let (count, one) = (self.accumulator(), self.literal(Constant::Int(1)));
                let more = self.call(operators::ADD, vec![count, one]);
                let same = self.accumulator();
                let step = self.call(operators::CONDITIONAL, vec![test, more, same]);
                let (count, one) = (self.accumulator(), self.literal(Constant::Int(1)));
                (initial, condition, step, self.call(operators::EQUALS, vec![count, one]))
            }
        };
        let accumulator = Cow::Borrowed(ACCUMULATOR);
        Ok(self.comprehension(Comprehension {
            range,
            variable,
            second_variable,
            accumulator,
            initial,
            condition,
            step,
            result,
            form,
        }))
    }
}
