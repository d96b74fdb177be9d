//! Evaluates literals of protobuf messages: timestamps, durations and wrappers.

use super::{Evaluation, Outcome};
use crate::cel::cost::OBJECT;
use crate::cel::plan::{Time, Wrapper};
use crate::cel::{ErrorKind, EvaluationError, Timestamp, Value};

impl<'a> Evaluation<'a, '_> {
    pub(super) fn time(&mut self, time: &'a Time) -> Outcome<'a> {
        let fields = self.fields(time);
        self.cost.charge(OBJECT)?;
        let (seconds, nanoseconds) = fields?;
        if time.is_span {
            let whole = seconds.checked_mul(1_000_000_000).and_then(|whole| whole.checked_add(nanoseconds));
            return whole.map(Value::Duration).ok_or(ErrorKind::DurationOverflow.into());
        }
        let seconds = seconds
            .checked_add(nanoseconds.div_euclid(1_000_000_000))
            .filter(|seconds| (Timestamp::MIN_SECONDS..=Timestamp::MAX_SECONDS).contains(seconds))
            .ok_or(ErrorKind::TimestampOverflow)?;
        let nanoseconds = nanoseconds.rem_euclid(1_000_000_000) as u32;
        Ok(Value::Timestamp(Timestamp { seconds, nanoseconds, offset: 0 }))
    }

    /// Evaluates the seconds and nanoseconds. If a field occurs several times, the last one wins.
    fn fields(&mut self, time: &'a Time) -> Result<(i64, i64), EvaluationError> {
        let (mut seconds, mut nanoseconds) = (0, 0);
        for (is_nanoseconds, node, is_optional) in &time.fields {
            let value = match self.value(node)? {
                Value::Optional(Some(value)) if *is_optional => Value::clone(&value),
                Value::Optional(None) if *is_optional => Value::Int(0),
                value => value,
            };
            let Value::Int(value) = value else { return Err(EvaluationError::no_such_overload()) };
            if !is_nanoseconds {
                seconds = value;
            } else if i32::try_from(value).is_ok() {
                nanoseconds = value;
            } else {
                return Err(ErrorKind::IntegerOverflow.into());
            }
        }
        Ok((seconds, nanoseconds))
    }

    /// Evaluates a wrapper literal. If its field occurs several times, the last one wins.
    pub(super) fn wrapper(&mut self, wrapper: &'a Wrapper) -> Outcome<'a> {
        let wrapped = self.wrapped(wrapper);
        self.cost.charge(OBJECT)?;
        wrapped
    }

    fn wrapped(&mut self, wrapper: &'a Wrapper) -> Outcome<'a> {
        let mut wrapped = wrapper.kind.zero();
        for (node, is_optional) in &wrapper.fields {
            wrapped = match self.value(node)? {
                Value::Optional(None) if *is_optional => continue,
                value => wrapper.kind.wrap(value)?,
            };
        }
        Ok(wrapped)
    }
}
