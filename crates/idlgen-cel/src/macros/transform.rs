//! The macros `transformList`, `transformMap` and `transformMapEntry`.

use std::borrow::Cow;

use idlgen_runtime::cel::program::{Constant, Form};

use crate::ast::{Comprehension, ExprId, ExprKind};
use crate::operators;

use super::{ACCUMULATOR, Expanded, Expansion};

const INSERT: &str = "cel.@mapInsert";

impl Expansion<'_> {
    pub(super) fn transform(
        &mut self,
        form: Form,
        range: ExprId,
        first: ExprId,
        second: ExprId,
        test: Option<ExprId>,
        value: ExprId,
    ) -> Expanded {
        let (variable, second) = self.variables(first, second)?;
        if form == Form::TransformList {
            return Ok(self.collect(form, range, (variable, Some(second)), test, value));
        }
        let so_far = self.accumulator();
        let mut step = if form == Form::TransformMap {
            let key = self.name(variable.clone());
            self.call(INSERT, vec![so_far, key, value])
        } else {
            self.call(INSERT, vec![so_far, value])
        };
        if let Some(test) = test {
            let same = self.accumulator();
            step = self.call(operators::CONDITIONAL, vec![test, step, same]);
        }
        let initial = self.push(ExprKind::Map { entries: Vec::new() });
        let condition = self.literal(Constant::Bool(true));
        let result = self.accumulator();
        let accumulator = Cow::Borrowed(ACCUMULATOR);
        Ok(self.comprehension(Comprehension {
            range,
            variable,
            second_variable: Some(second),
            accumulator,
            initial,
            condition,
            step,
            result,
            form,
        }))
    }
}
