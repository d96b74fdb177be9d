//! Generated structs.

pub use super::read::read;
use super::{Data, DecodeError, Foreign, Input, json::decode_json, quoted};
use crate::value::ValueRef;

/// A generated struct as a trait object. [`object!`](crate::object) implements it.
pub trait Object {
    /// Returns the static descriptions of the fields, in order.
    fn fields(&self) -> &'static [Field];

    /// Calls `then` with the values of the fields, in the same order.
    fn with_values<'a>(&'a self, then: &mut dyn FnMut(&[FieldRef<'a>]));

    /// Calls `then` with mutable references to the fields, in the same order.
    fn with_places(&mut self, then: &mut dyn FnMut(&mut [FieldMut<'_>]));
}

/// The static description of a field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The JSON name.
    pub name: &'static str,
    /// `true` if documents omit the field if it is empty.
    pub is_omitempty: bool,
    /// `true` if documents omit the field if it is zero.
    pub is_omitzero: bool,
    /// `true` if checks treat the field as missing if it is zero, even if documents contain it.
    pub is_absent_if_zero: bool,
    /// The default of a missing field, as JSON text.
    pub default: Option<&'static str>,
}

impl Field {
    /// Creates a field with this JSON name. By default, it is written even if it is zero.
    pub const fn new(name: &'static str) -> Self {
        Field { name, is_omitempty: false, is_omitzero: false, is_absent_if_zero: false, default: None }
    }

    /// Makes documents omit the field if it is empty.
    #[must_use]
    pub const fn omitempty(self) -> Self {
        Field { is_omitempty: true, ..self }
    }

    /// Makes documents omit the field if it is zero.
    #[must_use]
    pub const fn omitzero(self) -> Self {
        Field { is_omitzero: true, ..self }
    }

    /// Makes checks treat the field as missing if it is zero.
    #[must_use]
    pub const fn unless_zero(self) -> Self {
        Field { is_absent_if_zero: true, ..self }
    }

    /// Sets the default of a missing field, as JSON text.
    #[must_use]
    pub const fn default(self, text: &'static str) -> Self {
        Field { default: Some(text), ..self }
    }

    /// Writes the field's value as a quoted string (`json:",string"`).
    #[must_use]
    pub const fn quoted(self) -> Self {
        self
    }

    /// Marks a field whose type does not implement [`Data`].
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
    /// A number or boolean that documents contain as a quoted string (`json:",string"`).
    Quoted(&'a dyn Data),
    /// A value of a type that does not implement [`Data`].
    Foreign(&'a dyn Foreign),
}

/// How a field is written to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// The field is omitted.
    Not,
    /// The field is written as `null`.
    Null,
    Value,
}

/// A mutable reference to a field's value.
pub enum FieldMut<'a> {
    /// A value.
    Data(&'a mut dyn Data),
    /// A number or boolean that documents contain as a quoted string (`json:",string"`).
    Quoted(&'a mut dyn Data),
    /// A value of a type that does not implement [`Data`].
    Foreign(&'a mut dyn Foreign),
}

impl<'a> FieldRef<'a> {
    /// Returns `true` if the value is zero.
    pub fn is_zero(&self) -> bool {
        match self {
            FieldRef::Data(data) | FieldRef::Quoted(data) => data.is_zero(),
            FieldRef::Foreign(foreign) => foreign.is_default(),
        }
    }

    /// Returns `true` if documents omit the field.
    fn is_omitted(&self, field: Field) -> bool {
        match self {
            FieldRef::Data(data) | FieldRef::Quoted(data) => {
                (field.is_omitempty && data.is_empty())
                    || (field.is_omitzero && data.is_zero_by_method().unwrap_or_else(|| data.is_zero()))
            }
            FieldRef::Foreign(foreign) => (field.is_omitempty || field.is_omitzero) && foreign.is_default(),
        }
    }

    /// Returns how the field is written to a document.
    pub(super) fn written(&self, field: Field) -> Written {
        match self {
            _ if self.is_omitted(field) => Written::Not,
            FieldRef::Data(data) | FieldRef::Quoted(data) if data.is_nil() => Written::Null,
            _ => Written::Value,
        }
    }

    /// Returns `true` if the field is not visible to rules: it is null, or documents omit it.
    pub fn is_hidden_from_rules(&self, field: Field) -> bool {
        match self {
            FieldRef::Data(data) | FieldRef::Quoted(data) if data.is_null() => true,
            _ => self.is_omitted(field),
        }
    }

    /// Returns `true` if checks treat the field as missing: it is not visible to rules, or it is zero and zero means
    /// missing.
    pub(crate) fn is_absent(&self, field: Field) -> bool {
        self.is_hidden_from_rules(field) || (field.is_absent_if_zero && self.is_zero())
    }

    /// Returns the value for rules. Returns `None` for foreign values, which rules do not see.
    pub fn as_value(&self) -> Option<ValueRef<'a>> {
        match self {
            FieldRef::Data(data) => Some(data.as_value()),
            FieldRef::Quoted(data) => Some(ValueRef::String(quoted::quoted_text(*data).into())),
            FieldRef::Foreign(_) => None,
        }
    }
}

impl FieldMut<'_> {
    /// Returns a shared reference to the field.
    pub(super) fn as_field_ref(&self) -> FieldRef<'_> {
        match self {
            FieldMut::Data(data) => FieldRef::Data(&**data),
            FieldMut::Quoted(data) => FieldRef::Quoted(&**data),
            FieldMut::Foreign(foreign) => FieldRef::Foreign(&**foreign),
        }
    }

    /// Reborrows the reference for a shorter lifetime.
    pub fn reborrow(&mut self) -> FieldMut<'_> {
        match self {
            FieldMut::Data(data) => FieldMut::Data(*data),
            FieldMut::Quoted(data) => FieldMut::Quoted(*data),
            FieldMut::Foreign(foreign) => FieldMut::Foreign(*foreign),
        }
    }

    /// Decodes the input into the field.
    pub fn decode(self, input: Input<'_>) -> Result<(), DecodeError> {
        match self {
            FieldMut::Data(data) => data.decode(input),
            FieldMut::Quoted(data) => quoted::decode(data, &input),
            FieldMut::Foreign(foreign) => foreign.set_json(input.into_json()?).map_err(DecodeError::invalid),
        }
    }
}

/// Decodes the members of an object into its fields and skips unknown members. `null` sets all fields to zero.
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

/// Calls `each` for every field in order until it returns `false`.
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

/// Returns the fields and their values in order.
pub(crate) fn fields(object: &dyn Object) -> Vec<(Field, FieldRef<'_>)> {
    let mut fields = Vec::new();
    visit(object, &mut |field, value| {
        fields.push((field, value));
        true
    });
    fields
}

/// Applies the defaults of missing fields, also in the values of other fields.
pub fn fill_in_defaults(object: &mut dyn Object) {
    let fields = object.fields();
    object.with_places(&mut |places| {
        for (field, place) in fields.iter().zip(places) {
            let FieldMut::Data(data) = place else { continue };
            if FieldRef::Data(&**data).is_absent(*field) {
                let Some(default) = field.default.and_then(|text| serde_json::from_str(text).ok()) else { continue };
                // A default that the type cannot represent leaves the field missing.
                if decode_json(FieldMut::Data(*data), &default).is_err() {
                    continue;
                }
            }
            data.fill_in_defaults();
        }
    });
}

/// Returns `true` if every field is zero.
pub fn is_zero(object: &dyn Object) -> bool {
    let mut zero = true;
    object.with_values(&mut |values| zero = values.iter().all(FieldRef::is_zero));
    zero
}

/// Returns the number of members that are visible to rules.
pub fn len(object: &dyn Object) -> usize {
    let mut count = 0;
    visit(object, &mut |field, value| {
        count += usize::from(!value.is_hidden_from_rules(field));
        true
    });
    count
}

/// Returns the member with this name if it is visible to rules.
pub fn get<'a>(object: &'a dyn Object, key: &str) -> Option<ValueRef<'a>> {
    let mut found = None;
    visit(object, &mut |field, value| {
        if field.name != key {
            return true;
        }
        if !value.is_hidden_from_rules(field) {
            found = value.as_value();
        }
        false
    });
    found
}

/// Calls `visit` for every member that is visible to rules until it returns `false`.
pub fn visit_members(object: &dyn Object, each: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
    visit(object, &mut |field, value| {
        if value.is_hidden_from_rules(field) {
            return true;
        }
        value.as_value().is_none_or(|value| each(field.name, value))
    });
}
