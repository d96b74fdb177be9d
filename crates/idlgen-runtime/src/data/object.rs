//! Generated structs.

use super::{Data, DecodeError, Foreign, Input, quoted};
use crate::value::ValueRef;

/// A generated struct, behind which every type looks the same. [`object!`](crate::object) implements it.
pub trait Object {
    /// What is known of the fields, in order.
    fn fields(&self) -> &'static [Field];

    /// Hands the values of the fields to `then`, in the same order.
    fn with_values<'a>(&'a self, then: &mut dyn FnMut(&[FieldRef<'a>]));

    /// Hands the places of the fields to `then`, in the same order.
    fn with_places(&mut self, then: &mut dyn FnMut(&mut [FieldMut<'_>]));
}

/// What is known of a field besides its value.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in JSON.
    pub name: &'static str,
    /// Whether it is left out of documents if it is empty.
    pub is_omitempty: bool,
    /// Whether it is left out of documents if it is zero.
    pub is_omitzero: bool,
    /// Whether checks take it for absent if it is zero, though documents may have it.
    pub is_absent_if_zero: bool,
    /// The default that stands for it if it is absent, as JSON text.
    pub default: Option<&'static str>,
}

impl Field {
    /// A field of that JSON name, which is written even if it is zero.
    pub const fn new(name: &'static str) -> Self {
        Field { name, is_omitempty: false, is_omitzero: false, is_absent_if_zero: false, default: None }
    }

    /// The field is left out if it is empty.
    #[must_use]
    pub const fn omitempty(self) -> Self {
        Field { is_omitempty: true, ..self }
    }

    /// The field is left out if it is zero.
    #[must_use]
    pub const fn omitzero(self) -> Self {
        Field { is_omitzero: true, ..self }
    }

    /// The field counts as absent if it is zero.
    #[must_use]
    pub const fn unless_zero(self) -> Self {
        Field { is_absent_if_zero: true, ..self }
    }

    /// The default that stands for the field if it is absent, as JSON text.
    #[must_use]
    pub const fn default(self, text: &'static str) -> Self {
        Field { default: Some(text), ..self }
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

/// How a document has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// Not at all.
    Not,
    /// As `null`.
    Null,
    /// With its value.
    Value,
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

    /// Whether documents go without the field.
    fn is_omitted(&self, field: Field) -> bool {
        match self {
            FieldRef::Data(data) | FieldRef::Quoted(data) => {
                (field.is_omitempty && data.is_empty())
                    || (field.is_omitzero && data.is_zero_by_method().unwrap_or_else(|| data.is_zero()))
            }
            FieldRef::Foreign(foreign) => (field.is_omitempty || field.is_omitzero) && foreign.is_default(),
        }
    }

    /// How a document has the field.
    pub(super) fn written(&self, field: Field) -> Written {
        match self {
            _ if self.is_omitted(field) => Written::Not,
            FieldRef::Data(data) | FieldRef::Quoted(data) if data.is_nil() => Written::Null,
            _ => Written::Value,
        }
    }

    /// Whether rules do not see the field: it is null, or documents go without it.
    pub fn is_left_out(&self, field: Field) -> bool {
        match self {
            FieldRef::Data(data) | FieldRef::Quoted(data) if data.is_null() => true,
            _ => self.is_omitted(field),
        }
    }

    /// Whether checks take the field for absent: rules do not see it, or it is zero and that says nothing.
    pub(crate) fn is_absent(&self, field: Field) -> bool {
        self.is_left_out(field) || (field.is_absent_if_zero && self.is_zero())
    }

    /// The value as rules see it. What is foreign is not seen.
    pub fn as_value(&self) -> Option<ValueRef<'a>> {
        match self {
            FieldRef::Data(data) => Some(data.as_value()),
            FieldRef::Quoted(data) => Some(ValueRef::String(quoted::quoted_text(*data).into())),
            FieldRef::Foreign(_) => None,
        }
    }
}

impl FieldMut<'_> {
    /// The same place, for a shorter time.
    pub fn reborrow(&mut self) -> FieldMut<'_> {
        match self {
            FieldMut::Data(data) => FieldMut::Data(*data),
            FieldMut::Quoted(data) => FieldMut::Quoted(*data),
            FieldMut::Foreign(foreign) => FieldMut::Foreign(*foreign),
        }
    }

    /// Takes over what a document says.
    pub fn decode(self, input: Input<'_>) -> Result<(), DecodeError> {
        match self {
            FieldMut::Data(data) => data.decode(input),
            FieldMut::Quoted(data) => quoted::decode(data, &input),
            FieldMut::Foreign(foreign) => foreign.set_json(input.into_json()?).map_err(DecodeError::invalid),
        }
    }
}

/// Reads an object's members into their fields, and skips those that it does not have. Null makes all of them zero.
pub fn decode(object: &mut dyn Object, input: Input<'_>) -> Result<(), DecodeError> {
    let fields = object.fields();
    let mut input = Some(input);
    let mut result = Ok(());
    object.with_places(&mut |places| {
        if let Some(input) = input.take() {
            result = decode_places(fields, places, input);
        }
    });
    result
}

fn decode_places(fields: &[Field], places: &mut [FieldMut<'_>], input: Input<'_>) -> Result<(), DecodeError> {
    match input {
        Input::Null => places.iter_mut().try_for_each(|place| place.reborrow().decode(Input::Null)),
        Input::Map(entries) => {
            while entries.advance()? {
                let key = entries.key();
                let index = fields.iter().position(|field| field.name == key);
                entries.value(index.and_then(|index| places.get_mut(index)).map(FieldMut::reborrow))?;
            }
            Ok(())
        }
        _ => Err(DecodeError::expected("an object")),
    }
}

/// Calls `each` for every field in order, until it answers false.
pub(super) fn visit<'a>(object: &'a dyn Object, each: &mut dyn FnMut(Field, FieldRef<'a>) -> bool) {
    let fields = object.fields();
    object.with_values(&mut |values| {
        for (field, value) in fields.iter().zip(values) {
            if !each(*field, *value) {
                return;
            }
        }
    });
}

/// The fields and their values, in order.
pub(crate) fn fields(object: &dyn Object) -> Vec<(Field, FieldRef<'_>)> {
    let mut fields = Vec::new();
    visit(object, &mut |field, value| {
        fields.push((field, value));
        true
    });
    fields
}

/// Whether every field is zero.
pub fn is_zero(object: &dyn Object) -> bool {
    let mut zero = true;
    object.with_values(&mut |values| zero = values.iter().all(FieldRef::is_zero));
    zero
}

/// Number of the members that rules see.
pub fn len(object: &dyn Object) -> usize {
    let mut count = 0;
    visit(object, &mut |field, value| {
        count += usize::from(!value.is_left_out(field));
        true
    });
    count
}

/// The member of that name, if rules see it.
pub fn get<'a>(object: &'a dyn Object, key: &str) -> Option<ValueRef<'a>> {
    let mut found = None;
    visit(object, &mut |field, value| {
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

/// Calls `visit` for every member that rules see, until it answers false.
pub fn visit_members(object: &dyn Object, each: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
    visit(object, &mut |field, value| {
        if value.is_left_out(field) {
            return true;
        }
        value.as_value().is_none_or(|value| each(field.name, value))
    });
}
