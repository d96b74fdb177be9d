//! Evaluates comprehensions.

use super::attribute::no_such_key;
use super::truth::Truth;
use super::{Evaluation, Outcome, Slot, is_final};
use crate::cel::plan::{Comprehension, Fold, PlanNode, depth};
use crate::cel::{EvaluationError, Value};

/// Whether a loop continues after an element.
enum Next {
    GoOn,
    Stop,
}

impl<'a> Evaluation<'a, '_> {
    /// Evaluates a loop in the expanded form of the macros.
    pub(super) fn fold(&mut self, comprehension: &'a Comprehension, range: &Value<'a>, fold: &'a Fold) -> Outcome<'a> {
        let accumulator = fold.accumulator;
        self.set(accumulator, Slot::Later(&fold.initial));
        self.each(comprehension, range, |evaluation| {
            match evaluation.value(&fold.condition) {
                Err(error) if is_final(&error) => return Err(error),
                Ok(Value::Bool(false)) => return Ok(Next::Stop),
                _ => {}
            }
            match evaluation.value(&fold.step) {
                Err(error) if is_final(&error) => Err(error),
                outcome => {
                    evaluation.set(accumulator, Slot::Ready(outcome));
                    Ok(Next::GoOn)
                }
            }
        })?;
        self.value(&fold.result)
    }

    /// Evaluates `all` or `exists`. `decisive` is the predicate's value that decides the result: false for `all`, true
    /// for `exists`.
    pub(super) fn quantifier(
        &mut self,
        comprehension: &'a Comprehension,
        range: &Value<'a>,
        predicate: &'a PlanNode,
        decisive: Truth,
    ) -> Truth {
        let (mut is_decided, mut first_error) = (false, None);
        // The cost of the condition `@not_strictly_false(@result)`, which `exists` negates, and of the accumulator in
        // the step.
        let condition_cost = if decisive == Truth::True { 3 } else { 2 };
        let finished = self.each(comprehension, range, |evaluation| {
            evaluation.cost.charge(condition_cost)?;
            if is_decided {
                return Ok(Next::Stop);
            }
            evaluation.cost.charge(1)?;
            match evaluation.truth(predicate) {
                Truth::Failed => {
                    if !evaluation.absorb(&mut first_error) {
                        return Err(evaluation.take_failure());
                    }
                }
                truth => is_decided = truth == decisive,
            }
            Ok(Next::GoOn)
        });
        if let Err(error) = finished.and_then(|()| self.cost.charge(1)) {
            return self.fail(error);
        }
        match first_error {
            _ if is_decided => decisive,
            Some(error) => self.fail(error),
            None => (decisive == Truth::False).into(),
        }
    }

    pub(super) fn exists_one(
        &mut self,
        comprehension: &'a Comprehension,
        range: &Value<'a>,
        predicate: &'a PlanNode,
    ) -> Truth {
        let (mut count, mut last_error) = (0_u64, None);
        let finished = self.each(comprehension, range, |evaluation| {
            match evaluation.truth(predicate) {
                Truth::True => {
                    // The cost of `@result + 1`.
                    evaluation.cost.charge(2)?;
                    count += 1;
                }
                Truth::False => {}
                Truth::Failed => {
                    // If several elements fail, the last error is the result.
                    last_error = None;
                    if !evaluation.absorb(&mut last_error) {
                        return Err(evaluation.take_failure());
                    }
                }
            }
            Ok(Next::GoOn)
        });
        // The cost of `@result == 1`.
        if let Err(error) = finished.and_then(|()| self.cost.charge(2)) {
            return self.fail(error);
        }
        match last_error {
            Some(error) => self.fail(error),
            None => (count == 1).into(),
        }
    }

    fn set(&mut self, place: usize, slot: Slot<'a>) {
        if let Some(place) = self.locals.get_mut(place) {
            *place = slot;
        }
    }

    /// Assigns each element to the loop variables in turn.
    #[inline]
    fn each(
        &mut self,
        comprehension: &'a Comprehension,
        range: &Value<'a>,
        mut body: impl FnMut(&mut Self) -> Result<Next, EvaluationError>,
    ) -> Result<(), EvaluationError> {
        let (first, second) = (comprehension.variable, comprehension.second_variable);
        self.depth += depth::OF_COMPREHENSION - 1;
        let outcome = self.each_element(first, second, range, &mut body);
        self.depth -= depth::OF_COMPREHENSION - 1;
        outcome
    }

    #[inline]
    fn each_element(
        &mut self,
        first: usize,
        second: Option<usize>,
        range: &Value<'a>,
        body: &mut impl FnMut(&mut Self) -> Result<Next, EvaluationError>,
    ) -> Result<(), EvaluationError> {
        match range {
            Value::List(list) => {
                for index in 0..list.len() {
                    let element = list.get(index).unwrap_or_else(|| Err(EvaluationError::no_such_overload()));
                    if let Some(second) = second {
                        self.set(first, Slot::Ready(Ok(Value::Int(index as i64))));
                        self.set(second, Slot::Ready(element));
                    } else {
                        self.set(first, Slot::Ready(element));
                    }
                    if let Next::Stop = body(self)? {
                        break;
                    }
                }
            }
            Value::Map(map) => {
                let mut outcome = Ok(());
                let mut goes_on = |evaluation: &mut Self, key| {
                    evaluation.set(first, Slot::Ready(Ok(key)));
                    match body(evaluation) {
                        Ok(Next::GoOn) => true,
                        Ok(Next::Stop) => false,
                        Err(error) => {
                            outcome = Err(error);
                            false
                        }
                    }
                };
                match second {
                    None => map.visit_keys(&mut |key| goes_on(self, key)),
                    Some(second) => map.visit_entries(&mut |key, value| {
                        let value = value.and_then(|value| value.ok_or_else(|| no_such_key(&key)));
                        self.set(second, Slot::Ready(value));
                        goes_on(self, key)
                    }),
                }
                outcome?;
            }
            other => {
                let of = other.go_type_name();
                return Err(EvaluationError::message(if second.is_some() {
                    format!("unsupported comprehension range type: {of}")
                } else {
                    format!("got '{of}', expected iterable type")
                }));
            }
        }
        Ok(())
    }
}
