//! What a document says at one place.

use std::fmt;

use serde_json::Value as Json;

use super::FieldMut;

/// What a document says at one place. Lists and objects are handed on element by element, as the document is read.
pub enum Input<'a> {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer beyond [`i64`].
    Uint(u64),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// Text.
    String(&'a str),
    /// A list.
    List(&'a mut dyn Sequence),
    /// An object.
    Map(&'a mut dyn Entries),
}

/// The elements of a list that is being read.
pub trait Sequence {
    /// Reads the next element into `slot`; answers false if there is none.
    fn next(&mut self, slot: FieldMut<'_>) -> Result<bool, DecodeError>;
}

/// The entries of an object that is being read.
pub trait Entries {
    /// Reads the next key, which [`key`](Self::key) has then; answers false if there is none.
    fn advance(&mut self) -> Result<bool, DecodeError>;

    /// The key that was read last.
    fn key(&self) -> &str;

    /// Reads the value of that key into `slot`, or skips it.
    fn value(&mut self, slot: Option<FieldMut<'_>>) -> Result<(), DecodeError>;
}

/// Why a value could not be read.
#[derive(Debug)]
pub struct DecodeError(pub(super) Reason);

#[derive(Debug)]
pub(super) enum Reason {
    /// The input is of another type than this.
    Expected(&'static str),
    /// The input is of the right type and does not suit.
    Invalid(String),
    /// The format has an error of its own, which whoever reads it keeps.
    Format,
}

impl DecodeError {
    /// The input is of another type than `expected`, such as `a 32-bit integer`.
    pub fn expected(expected: &'static str) -> Self {
        DecodeError(Reason::Expected(expected))
    }

    /// The input is of the right type and does not suit.
    pub fn invalid(reason: impl fmt::Display) -> Self {
        DecodeError(Reason::Invalid(reason.to_string()))
    }
}

impl Input<'_> {
    /// The whole input as JSON. A float that JSON cannot hold becomes null.
    pub(super) fn into_json(self) -> Result<Json, DecodeError> {
        Ok(match self {
            Input::Null => Json::Null,
            Input::Bool(value) => value.into(),
            Input::Int(value) => value.into(),
            Input::Uint(value) => value.into(),
            Input::Float(value) => value.into(),
            Input::String(value) => value.into(),
            Input::List(sequence) => {
                let mut items = Vec::new();
                loop {
                    let mut item = Json::Null;
                    if !sequence.next(FieldMut::Data(&mut item))? {
                        break Json::Array(items);
                    }
                    items.push(item);
                }
            }
            Input::Map(entries) => {
                let mut object = serde_json::Map::new();
                while entries.advance()? {
                    let key = entries.key().to_owned();
                    let mut value = Json::Null;
                    entries.value(Some(FieldMut::Data(&mut value)))?;
                    object.insert(key, value);
                }
                Json::Object(object)
            }
        })
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Null => f.write_str("Null"),
            Input::Bool(value) => f.debug_tuple("Bool").field(value).finish(),
            Input::Int(value) => f.debug_tuple("Int").field(value).finish(),
            Input::Uint(value) => f.debug_tuple("Uint").field(value).finish(),
            Input::Float(value) => f.debug_tuple("Float").field(value).finish(),
            Input::String(value) => f.debug_tuple("String").field(value).finish(),
            Input::List(_) => f.write_str("List(..)"),
            Input::Map(_) => f.write_str("Map(..)"),
        }
    }
}
