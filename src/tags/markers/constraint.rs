//! Keywords that are about the value itself.

use idlgen_validate::schema::Number;
use serde_json::Value as Json;

use super::tree::Node;
use crate::tags::{Constraint, Exclusive};

/// The constraint of a keyword with the marker that says it; nothing for null, and for keys that are no keywords. The error says what was expected.
pub(super) fn read(
    keyword: &str,
    node: &Node,
    numbers_are_floats: bool,
) -> Result<Option<(usize, Constraint)>, &'static str> {
    let index = node.first_marker();
    if node.is_null() {
        return Ok(None);
    }
    let json = match node {
        Node::Value(json, _) => json,
        Node::Object(_) | Node::List(_) => &Json::Null,
    };
    let constraint = match keyword {
        "nullable" => Constraint::Nullable(flag(json)?),
        "format" => Constraint::Format(text(json)?),
        // Which anything matches.
        "pattern" if json.as_str() == Some("") => return Ok(None),
        "pattern" => Constraint::Pattern(text(json)?),
        "minimum" => Constraint::Minimum(number(json, numbers_are_floats)?),
        "maximum" => Constraint::Maximum(number(json, numbers_are_floats)?),
        "exclusiveMinimum" => Constraint::ExclusiveMinimum(Exclusive::Flag(flag(json)?)),
        "exclusiveMaximum" => Constraint::ExclusiveMaximum(Exclusive::Flag(flag(json)?)),
        "multipleOf" => match number(json, numbers_are_floats)? {
            zero if zero.as_f64() == 0.0 => return Err("a number above 0 or below"),
            factor => Constraint::MultipleOf(factor),
        },
        "minLength" => Constraint::MinLength(count(json)?),
        "maxLength" => Constraint::MaxLength(count(json)?),
        "minItems" => Constraint::MinItems(count(json)?),
        "maxItems" => Constraint::MaxItems(count(json)?),
        "minProperties" => Constraint::MinProperties(count(json)?),
        "maxProperties" => Constraint::MaxProperties(count(json)?),
        "uniqueItems" => Constraint::UniqueItems(flag(json)?),
        "enum" => Constraint::Enum(json.as_array().cloned().ok_or("a list")?),
        _ => return Ok(None),
    };
    Ok(Some((index, constraint)))
}

fn flag(json: &Json) -> Result<bool, &'static str> {
    json.as_bool().ok_or("true or false")
}

fn text(json: &Json) -> Result<String, &'static str> {
    json.as_str().map(str::to_owned).ok_or("a string")
}

/// A number of any form whose value is a whole one: Go reads it as a float and writes it anew.
fn count(json: &Json) -> Result<u64, &'static str> {
    let number = json.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0 && *number < 1e21);
    number.map(|number| number as u64).ok_or("an integer from 0")
}

fn number(json: &Json, is_float: bool) -> Result<Number, &'static str> {
    let Json::Number(number) = json else { return Err("a number") };
    let float = number.as_f64().ok_or("a number")?;
    Ok(match number.as_i64() {
        Some(integer) if !is_float || integer.unsigned_abs() <= 1 << 53 => Number::Int(integer),
        _ => Number::Float(float),
    })
}
