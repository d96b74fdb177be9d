//! Fields with `json:",string"`: a number, boolean or string is written as JSON inside a JSON string.

use serde_json::Value as Json;

use super::{Data, DecodeError, FieldRef, Input};

/// Returns the string that documents contain for a value whose Go field has `json:",string"`.
pub fn quoted_text(data: &dyn Data) -> String {
    serde_json::to_string(&FieldRef::Data(data)).unwrap_or_default()
}

pub(super) fn decode(data: &mut dyn Data, input: &Input<'_>) -> Result<(), DecodeError> {
    let text = match input {
        Input::Null => return data.decode(Input::Null),
        Input::String(text) => text,
        _ => return Err(DecodeError::expected("a quoted value")),
    };
    let inner = match serde_json::from_str(text) {
        Ok(Json::Bool(value)) => data.decode(Input::Bool(value)),
        Ok(Json::String(value)) => data.decode(Input::String(&value)),
        Ok(Json::Number(value)) => match (value.as_i64(), value.as_u64()) {
            (Some(value), _) => data.decode(Input::Int(value)),
            (None, Some(value)) => data.decode(Input::Uint(value)),
            (None, None) => data.decode(Input::Float(value.as_f64().unwrap_or(f64::NAN))),
        },
        _ => Err(DecodeError::expected("")),
    };
    inner.map_err(|_| {
        DecodeError::invalid(format_args!("the text {text:?} does not contain a value of this field's type"))
    })
}
