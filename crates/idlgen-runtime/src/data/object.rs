//! Generated structs.

use super::{Data, DecodeError, Foreign, Input, quoted};
use crate::value::ValueRef;

/// A generated struct, behind which every type looks the same. [`object!`](crate::object) implements it.
pub trait Object {
    /// Calls `each` for every field in order until it answers false.
    fn visit<'a>(&'a self, each: &mut dyn FnMut(Field, FieldRef<'a>) -> bool);

    /// The field of that JSON name, to be written to.
    fn member(&mut self, name: &str) -> Option<FieldMut<'_>>;
}

/// What is known of a field besides its value.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in JSON.
    pub name: &'static str,
    /// Whether it is left out of documents if it is zero.
    pub is_omitempty: bool,
}

impl Field {
    /// A field of that JSON name, which is written even if it is zero.
    pub const fn new(name: &'static str) -> Self {
        Field { name, is_omitempty: false }
    }

    /// The field is left out if it is zero.
    #[must_use]
    pub const fn omitempty(self) -> Self {
        Field { is_omitempty: true, ..self }
    }

    /// The field's value is written between quotes (`json:",string"`).
    #[must_use]
    pub const fn quoted(self) -> Self {
        self
    }

    /// The field's type knows nothing of this crate.
    #[must_use]
    pub const fn foreign(self) -> Self {
        self
    }
}

/// The value of a field.
#[derive(Clone, Copy)]
pub enum FieldRef<'a> {
    /// A value.
    Data(&'a dyn Data),
    /// A number or boolean that documents write between quotes (`json:",string"`).
    Quoted(&'a dyn Data),
    /// A value of a type that knows nothing of this crate.
    Foreign(&'a dyn Foreign),
}

/// The place of a field's value.
pub enum FieldMut<'a> {
    /// A value.
    Data(&'a mut dyn Data),
    /// A number or boolean that documents write between quotes (`json:",string"`).
    Quoted(&'a mut dyn Data),
    /// A value of a type that knows nothing of this crate.
    Foreign(&'a mut dyn Foreign),
}

impl<'a> FieldRef<'a> {
    /// Whether the value is zero.
    pub fn is_zero(&self) -> bool {
        match self {
            FieldRef::Data(data) | FieldRef::Quoted(data) => data.is_zero(),
            FieldRef::Foreign(foreign) => foreign.is_default(),
        }
    }

    /// Whether a document leaves the field out: it is null, or zero and `omitempty`.
    pub fn is_left_out(&self, field: Field) -> bool {
        match self {
            FieldRef::Data(data) | FieldRef::Quoted(data) if data.is_null() => true,
            _ => field.is_omitempty && self.is_zero(),
        }
    }

    /// The value as rules see it. What is foreign is not seen.
    pub fn as_value(&self) -> Option<ValueRef<'a>> {
        match self {
            FieldRef::Data(data) => Some(data.as_value()),
            FieldRef::Quoted(data) => Some(ValueRef::String(quoted::text(*data).into())),
            FieldRef::Foreign(_) => None,
        }
    }
}

impl FieldMut<'_> {
    /// Takes over what a document says.
    pub fn decode(self, input: Input<'_>) -> Result<(), DecodeError> {
        match self {
            FieldMut::Data(data) => data.decode(input),
            FieldMut::Quoted(data) => quoted::decode(data, input),
            FieldMut::Foreign(foreign) => foreign.set_json(input.into_json()?).map_err(DecodeError::invalid),
        }
    }
}

/// Reads an object's members into their fields, and skips those that it does not have. Null makes all of them zero.
pub fn decode<T: Object + Default>(object: &mut T, input: Input<'_>) -> Result<(), DecodeError> {
    if matches!(input, Input::Null) {
        *object = T::default();
        return Ok(());
    }
    decode_members(object, input)
}

fn decode_members(object: &mut dyn Object, input: Input<'_>) -> Result<(), DecodeError> {
    let Input::Map(entries) = input else { return Err(DecodeError::expected("an object")) };
    while entries.advance()? {
        let slot = object.member(entries.key());
        entries.value(slot)?;
    }
    Ok(())
}

/// Whether every field is zero.
pub fn is_zero(object: &dyn Object) -> bool {
    let mut zero = true;
    object.visit(&mut |_, value| {
        zero = value.is_zero();
        zero
    });
    zero
}

/// Number of the members that a document has.
pub fn len(object: &dyn Object) -> usize {
    let mut count = 0;
    object.visit(&mut |field, value| {
        count += usize::from(!value.is_left_out(field));
        true
    });
    count
}

/// The member of that name, if a document has it.
pub fn get<'a>(object: &'a dyn Object, key: &str) -> Option<ValueRef<'a>> {
    let mut found = None;
    object.visit(&mut |field, value| {
        if field.name != key {
            return true;
        }
        if !value.is_left_out(field) {
            found = value.as_value();
        }
        false
    });
    found
}

/// Calls `visit` for every member that a document has, until it answers false.
pub fn visit_members(object: &dyn Object, visit: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
    object.visit(&mut |field, value| {
        if value.is_left_out(field) {
            return true;
        }
        value.as_value().is_none_or(|value| visit(field.name, value))
    });
}
