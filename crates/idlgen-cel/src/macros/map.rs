//! The macros `map` and `filter`.

use std::borrow::Cow;

use idlgen_runtime::cel::program::{Constant, Form, Text};

use crate::ast::{Comprehension, ExprId};
use crate::operators;

use super::{ACCUMULATOR, Expanded, Expansion};

const NO_NAME: &str = "argument is not an identifier";

impl Expansion<'_> {
    pub(super) fn map(&mut self, range: ExprId, variable: ExprId, test: Option<ExprId>, value: ExprId) -> Expanded {
        let name = self.variable(variable, NO_NAME)?;
        let form = if test.is_some() { Form::MapFilter } else { Form::Map };
        Ok(self.collect(form, range, (name, None), test, value))
    }

    pub(super) fn filter(&mut self, range: ExprId, variable: ExprId, test: ExprId) -> Expanded {
        let name = self.variable(variable, NO_NAME)?;
        Ok(self.collect(Form::Filter, range, (name, None), Some(test), variable))
    }

    /// Builds a loop that appends `value` to a list for elements that pass the test.
    pub(super) fn collect(
        &mut self,
        form: Form,
        range: ExprId,
        (variable, second_variable): (Text, Option<Text>),
        test: Option<ExprId>,
        value: ExprId,
    ) -> ExprId {
        let initial = self.list(&[]);
        let condition = self.literal(Constant::Bool(true));
        let (so_far, more) = (self.accumulator(), self.list(&[value]));
        let mut step = self.call(operators::ADD, vec![so_far, more]);
        if let Some(test) = test {
            let same = self.accumulator();
            step = self.call(operators::CONDITIONAL, vec![test, step, same]);
        }
        let result = self.accumulator();
        let accumulator = Cow::Borrowed(ACCUMULATOR);
        self.comprehension(Comprehension {
            range,
            variable,
            second_variable,
            accumulator,
            initial,
            condition,
            step,
            result,
            form,
        })
    }
}
