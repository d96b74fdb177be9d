//! Evaluates literals of protobuf messages: timestamps, durations and wrappers.

use super::attribute::printed;
use super::{Evaluation, Outcome};
use crate::cel::cost::OBJECT;
use crate::cel::plan::{PlanNode, Time, Wrapper, WrapperKind, field_error};
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

    /// Evaluates the seconds and nanoseconds. If a field occurs several times, the last one wins. The values are
    /// converted when all are known.
    fn fields(&mut self, time: &'a Time) -> Result<(i64, i64), EvaluationError> {
        let (mut seconds, mut nanoseconds) = (None, None);
        for (is_nanoseconds, node, is_optional) in &time.fields {
            let (name, field) = if *is_nanoseconds { ("nanos", &mut nanoseconds) } else { ("seconds", &mut seconds) };
            *field = self.field(name, node, *is_optional)?;
        }
        let message = if time.is_span { "Duration" } else { "Timestamp" };
        let number =
            |value: Option<Value<'_>>, kind: WrapperKind, name: &str| match value.map(|value| kind.native(value)) {
                None => Ok(0),
                Some(Ok(Value::Int(value))) => Ok(value),
                Some(Ok(_)) => Err(EvaluationError::no_such_overload()),
                Some(Err(reason)) => Err(field_error(&format!("google.protobuf.{message}.{name}"), &reason)),
            };
        let seconds = number(seconds, WrapperKind::Int64, "seconds")?;
        Ok((seconds, number(nanoseconds, WrapperKind::Int32, "nanos")?))
    }

    /// Evaluates a field of a message literal. Returns `None` for an optional field without a value.
    fn field(
        &mut self,
        name: &str,
        node: &'a PlanNode,
        is_optional: bool,
    ) -> Result<Option<Value<'a>>, EvaluationError> {
        match self.value(node)? {
            Value::Optional(content) if is_optional => Ok(content.map(|content| Value::clone(&content))),
            value if is_optional => {
                let value = printed(&value);
                Err(EvaluationError::message(format!(
                    "cannot initialize optional entry '{name}' from non-optional value {value}"
                )))
            }
            value => Ok(Some(value)),
        }
    }

    /// Evaluates a wrapper literal. If its field occurs several times, the last one wins.
    pub(super) fn wrapper(&mut self, wrapper: &'a Wrapper) -> Outcome<'a> {
        let wrapped = self.wrapped(wrapper);
        self.cost.charge(OBJECT)?;
        wrapped
    }

    fn wrapped(&mut self, wrapper: &'a Wrapper) -> Outcome<'a> {
        let mut content = None;
        for (node, is_optional) in &wrapper.fields {
            content = self.field("value", node, *is_optional)?;
        }
        content.map_or_else(|| Ok(wrapper.kind.zero()), |content| wrapper.kind.wrap(content))
    }
}
