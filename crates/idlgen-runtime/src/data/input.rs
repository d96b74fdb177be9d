//! The input of a decoder.

use std::fmt;

use serde_json::Value as Json;

use super::FieldMut;

/// A value of a document to decode. Elements of lists and entries of objects are streamed while the document is read.
pub enum Input<'a> {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An unsigned integer that exceeds [`i64`].
    Uint(u64),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A string, borrowed from the document while it is read.
    String(&'a str),
    /// A list, whose elements have not been read yet.
    List(&'a mut dyn Sequence),
    /// An object, whose entries have not been read yet.
    Map(&'a mut dyn Entries),
}

/// The elements of a list that is being read.
pub trait Sequence {
    /// Reads the next element into `slot`. Returns `false` at the end.
    fn next(&mut self, slot: FieldMut<'_>) -> Result<bool, DecodeError>;
}

/// The entries of an object that is being read.
pub trait Entries {
    /// Advances to the next [`key`](Self::key). Returns `false` at the end.
    fn advance(&mut self) -> Result<bool, DecodeError>;

    /// Returns the current key.
    fn key(&self) -> &str;

    /// Reads the value of the current key into `slot`, or skips it.
    fn value(&mut self, slot: Option<FieldMut<'_>>) -> Result<(), DecodeError>;
}

/// The reason why an input cannot be decoded to the type. The deserializer adds the position.
#[derive(Debug)]
pub struct DecodeError(pub(super) Reason);

#[derive(Debug)]
pub(super) enum Reason {
    /// The input does not have the type that this describes.
    Expected(&'static str),
    /// The input has the right type but an invalid value.
    Invalid(String),
    /// The format has reported its own error, which its deserializer keeps.
    Format,
}

impl DecodeError {
    /// Creates an error for input of the wrong type. `expected` describes the type, such as `a 32-bit integer`.
    pub fn expected(expected: &'static str) -> Self {
        DecodeError(Reason::Expected(expected))
    }

    /// Creates an error for input of the right type with an invalid value. `reason` is the message.
    pub fn invalid(reason: impl fmt::Display) -> Self {
        DecodeError(Reason::Invalid(reason.to_string()))
    }
}

impl Input<'_> {
    /// Reads the entire input as JSON. A float that JSON cannot represent becomes null.
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
