//! Loops.

use super::{Evaluation, Outcome, Slot, is_final};
use crate::cel::plan::{Comprehension, Fold, Loop, Node};
use crate::cel::{EvaluationError, Value};

/// What becomes of a loop after an element.
enum Next {
    GoOn,
    Stop,
}

impl<'a> Evaluation<'a, '_> {
    pub(super) fn comprehension(&mut self, comprehension: &'a Comprehension) -> Outcome<'a> {
        let range = self.value(&comprehension.range)?;
        match &comprehension.body {
            Loop::All(predicate) => self.quantifier(comprehension, &range, predicate, false),
            Loop::Exists(predicate) => self.quantifier(comprehension, &range, predicate, true),
            Loop::ExistsOne(predicate) => self.exists_one(comprehension, &range, predicate),
            Loop::Fold(fold) => {
                let Fold { accumulator, initial, condition, step, result } = &**fold;
                self.set(*accumulator, Slot::Later(initial));
                self.each(comprehension, &range, |evaluation| {
                    match evaluation.value(condition) {
                        Err(error) if is_final(&error) => return Err(error),
                        Ok(Value::Bool(false)) => return Ok(Next::Stop),
                        _ => {}
                    }
                    let outcome = evaluation.value(step);
                    match outcome {
                        Err(error) if is_final(&error) => Err(error),
                        outcome => {
                            evaluation.set(*accumulator, Slot::Ready(outcome));
                            Ok(Next::GoOn)
                        }
                    }
                })?;
                self.value(result)
            }
        }
    }

    /// `all` (decided by false) or `exists` (decided by true).
    fn quantifier(
        &mut self,
        comprehension: &'a Comprehension,
        range: &Value<'a>,
        predicate: &'a Node,
        decisive: bool,
    ) -> Outcome<'a> {
        let mut answer = Ok(!decisive);
        // The condition `@not_strictly_false(@result)`, with a negation for `exists`; and the accumulator in the step.
        let condition_cost = if decisive { 3 } else { 2 };
        self.each(comprehension, range, |evaluation| {
            evaluation.cost.charge(condition_cost)?;
            if answer == Ok(decisive) {
                return Ok(Next::Stop);
            }
            evaluation.cost.charge(1)?;
            match evaluation.truth(predicate) {
                Ok(truth) if truth == decisive => answer = Ok(decisive),
                Ok(_) => {}
                Err(error) if is_final(&error) => return Err(error),
                Err(error) if answer.is_ok() => answer = Err(error),
                Err(_) => {}
            }
            Ok(Next::GoOn)
        })?;
        self.cost.charge(1)?;
        answer.map(Value::Bool)
    }

    fn exists_one(&mut self, comprehension: &'a Comprehension, range: &Value<'a>, predicate: &'a Node) -> Outcome<'a> {
        let mut count: Result<u64, EvaluationError> = Ok(0);
        self.each(comprehension, range, |evaluation| {
            match evaluation.truth(predicate) {
                Ok(true) => {
                    // `@result + 1`
                    evaluation.cost.charge(2)?;
                    if let Ok(count) = &mut count {
                        *count += 1;
                    }
                }
                Ok(false) => {}
                Err(error) if is_final(&error) => return Err(error),
                // Of several errors the last remains.
                Err(error) => count = Err(error),
            }
            Ok(Next::GoOn)
        })?;
        // `@result == 1`
        self.cost.charge(2)?;
        count.map(|count| Value::Bool(count == 1))
    }

    fn set(&mut self, place: usize, slot: Slot<'a>) {
        if let Some(place) = self.locals.get_mut(place) {
            *place = slot;
        }
    }

    /// Gives the variables the values of each element in turn.
    #[inline]
    fn each(
        &mut self,
        comprehension: &'a Comprehension,
        range: &Value<'a>,
        mut body: impl FnMut(&mut Self) -> Result<Next, EvaluationError>,
    ) -> Result<(), EvaluationError> {
        let (first, second) = (comprehension.variable, comprehension.second_variable);
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
                for key in map.keys() {
                    if let Some(second) = second {
                        let value = map.get(&key).and_then(|value| value.ok_or_else(EvaluationError::no_such_overload));
                        self.set(second, Slot::Ready(value));
                    }
                    self.set(first, Slot::Ready(Ok(key)));
                    if let Next::Stop = body(self)? {
                        break;
                    }
                }
            }
            other => {
                let of = other.type_name();
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
