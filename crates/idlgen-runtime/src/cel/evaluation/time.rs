//! Points in time and spans that are written with their fields.

use super::{Evaluation, Outcome};
use crate::cel::cost::OBJECT;
use crate::cel::plan::Time;
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

    /// Seconds and nanoseconds; of equal fields the last counts.
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
}
