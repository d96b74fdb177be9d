//! Generated structs.

pub(super) use super::read::read;
use std::borrow::Cow;

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::{Data, DecodeError, Foreign, Input, Json, Likeness, json::decode_json, quoted};
use crate::value::ValueRef;

/// A generated struct as a trait object. [`object!`](crate::object) implements it.
pub trait Object: Send + Sync {
    /// Returns the static descriptions of the fields, in order.
    fn fields(&self) -> &'static [Field];

    /// Returns the value of the field at `index`.
    fn value(&self, index: usize) -> Option<FieldRef<'_>>;

    /// Returns a mutable reference to the field at `index`.
    fn place(&mut self, index: usize) -> Option<FieldMut<'_>>;

    /// Reads JSON into the field at `index`, which is zero: see [`Data::read`].
    fn read_field(&mut self, index: usize, json: &Json, depth: usize) -> Likeness;

    /// Returns what it means that fields are zero. Fields that are not zero have any bits. Returns `None` if there are
    /// too many fields.
    fn zero_fields(&self) -> Option<ZeroFields>;
}

/// What it means that fields are zero. Each field has a bit.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "generated code builds it")]
pub struct ZeroFields {
    /// The fields that checks treat as present.
    pub present: u128,
    /// The fields that have a default.
    pub with_default: u128,
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
    /// `true` if documents contain an empty list or map as such, although Go writes a nil one as `null`.
    pub is_never_null: bool,
    /// The default of a missing field, as JSON text.
    pub default: Option<&'static str>,
}

impl Field {
    /// Creates a field with this JSON name. By default, it is written even if it is zero.
    pub const fn new(name: &'static str) -> Self {
        Field {
            name,
            is_omitempty: false,
            is_omitzero: false,
            is_absent_if_zero: false,
            is_never_null: false,
            default: None,
        }
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

    /// Makes documents contain an empty list or map as such. Without this, it is `null`, like a nil one in Go, which a
    /// server rejects in a required field.
    #[must_use]
    pub const fn never_null(self) -> Self {
        Field { is_never_null: true, ..self }
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
            FieldRef::Data(data) | FieldRef::Quoted(data) => Known(*data).is_omitted(field),
            FieldRef::Foreign(foreign) => (field.is_omitempty || field.is_omitzero) && foreign.is_default(),
        }
    }

    /// Writes the field to a document, unless documents omit it.
    pub fn write<M: SerializeMap>(self, field: Field, map: &mut M) -> Result<(), M::Error> {
        match self {
            _ if self.is_omitted(field) => Ok(()),
            FieldRef::Data(data) | FieldRef::Quoted(data) if !field.is_never_null && data.is_nil() => {
                map.serialize_entry(field.name, &())
            }
            _ => map.serialize_entry(field.name, &self),
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

    /// Returns `true` if checks treat the zero field as missing, like [`Known::is_missing_if_zero`].
    #[inline]
    pub fn is_missing_if_zero(self, field: Field) -> bool {
        self.is_missing(field)
    }

    /// Returns `true` if the field is zero and checks treat it as missing, also if a document contains it.
    fn is_missing(self, field: Field) -> bool {
        match self {
            // Empty and null values are zero.
            FieldRef::Data(data) => data.is_empty() || data.is_null() || (field.is_absent_if_zero && data.is_zero()),
            FieldRef::Quoted(_) | FieldRef::Foreign(_) => self.is_absent(field),
        }
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

/// The value of a field whose type is known at compile time. Its methods are those of [`FieldRef`] without dynamic
/// calls.
#[derive(Debug)]
pub struct Known<'a, T: ?Sized>(pub &'a T);

impl<T: ?Sized> Clone for Known<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Known<'_, T> {}

impl<T: Data + ?Sized> Known<'_, T> {
    /// Returns `true` if documents omit the field.
    #[inline]
    fn is_omitted(self, field: Field) -> bool {
        (field.is_omitempty && self.0.is_empty())
            || (field.is_omitzero && self.0.is_zero_by_method().unwrap_or_else(|| self.0.is_zero()))
    }
}

impl<T: Data> Known<'_, T> {
    /// Returns `true` if checks treat the field as missing if it is zero, also if a document contains it.
    #[inline]
    pub fn is_missing_if_zero(self, field: Field) -> bool {
        T::is_zero_missing() || field.is_absent_if_zero
    }

    /// Writes the field to a document, unless documents omit it.
    #[inline]
    pub fn write<M: SerializeMap>(self, field: Field, map: &mut M) -> Result<(), M::Error> {
        if self.is_omitted(field) {
            Ok(())
        } else if !field.is_never_null && self.0.is_nil() {
            map.serialize_entry(field.name, &())
        } else {
            map.serialize_entry(field.name, &self)
        }
    }
}

impl<T: Data> Serialize for Known<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_data(serializer)
    }
}

impl FieldMut<'_> {
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

/// Returns the bit of the field with this name, for [`ZeroFields`].
pub const fn bit_of(fields: &[Field], name: &str) -> u128 {
    let mut index = 0;
    while index < fields.len() && index < 128 {
        if is_same(fields[index].name.as_bytes(), name.as_bytes()) {
            return 1 << index;
        }
        index += 1;
    }
    0
}

/// Returns the bits of the fields that have a default, for [`ZeroFields`].
pub const fn bits_with_default(fields: &[Field]) -> u128 {
    let (mut index, mut bits) = (0, 0);
    while index < fields.len() && index < 128 {
        if fields[index].default.is_some() {
            bits |= 1 << index;
        }
        index += 1;
    }
    bits
}

/// Compares strings in constants.
const fn is_same(left: &[u8], right: &[u8]) -> bool {
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

/// Returns the bit of a field. Returns `None` if the object has too many fields.
#[inline]
pub(super) fn bit(index: usize) -> Option<u128> {
    1_u128.checked_shl(u32::try_from(index).ok()?)
}

/// Returns `true` if the bit of a field is set.
#[inline]
const fn contains(present: u128, index: usize) -> bool {
    index < 128 && present >> index & 1 == 1
}

/// The position of a search for fields. Documents often contain the fields in order.
#[derive(Debug, Default)]
pub(super) struct Search {
    /// The index after the last field that was found, which is usually the next one.
    next: usize,
}

impl Search {
    /// Returns the index of the field with this name.
    #[inline]
    pub(super) fn find(&mut self, fields: &[Field], name: &str) -> Option<usize> {
        // Most names differ in their length or first character, which is faster than a call.
        let first = name.as_bytes().first();
        let is_named = |field: &Field| {
            field.name.len() == name.len() && field.name.as_bytes().first() == first && field.name == name
        };
        let (before, after) = fields.split_at_checked(self.next).unwrap_or((fields, &[]));
        let index = match after.iter().position(is_named) {
            Some(index) => self.next + index,
            None => before.iter().position(is_named)?,
        };
        self.next = index + 1;
        Some(index)
    }
}

/// Decodes the members of an object into its fields and skips unknown members. `null` sets all fields to zero.
#[inline]
pub(super) fn decode(object: &mut dyn Object, input: Input<'_>) -> Result<(), DecodeError> {
    let fields = object.fields();
    match input {
        Input::Null => (0..fields.len())
            .try_for_each(|index| object.place(index).map_or(Ok(()), |place| place.decode(Input::Null))),
        Input::Map(entries) => {
            let mut search = Search::default();
            while entries.advance()? {
                let index = search.find(fields, entries.key());
                entries.value(index.and_then(|index| object.place(index)))?;
            }
            Ok(())
        }
        _ => Err(DecodeError::expected("an object")),
    }
}

/// Returns `true` if all fields are zero.
pub(super) fn is_zero(object: &dyn Object) -> bool {
    (0..object.fields().len()).all(|index| object.value(index).is_none_or(|value| value.is_zero()))
}

/// Returns `true` if checks treat all fields as missing, except for those whose bits are set in `present`.
pub(super) fn are_missing_beside(object: &dyn Object, present: u128) -> bool {
    let mut fields = object.fields().iter().enumerate();
    fields.all(|(index, field)| {
        contains(present, index) || object.value(index).is_some_and(|value| value.is_missing(*field))
    })
}

/// Calls `each` for every field in order until it returns `false`.
pub(super) fn visit<'a>(object: &'a dyn Object, each: &mut dyn FnMut(Field, FieldRef<'a>) -> bool) {
    for (index, field) in object.fields().iter().enumerate() {
        if object.value(index).is_some_and(|value| !each(*field, value)) {
            return;
        }
    }
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
pub(super) fn fill_in_defaults(object: &mut dyn Object) {
    for (index, field) in object.fields().iter().enumerate() {
        let Some(FieldMut::Data(data)) = object.place(index) else { continue };
        if FieldRef::Data(&*data).is_absent(*field) {
            let Some(default) = field.default.and_then(|text| serde_json::from_str(text).ok()) else { continue };
            // A default that the type cannot represent leaves the field missing.
            if decode_json(FieldMut::Data(&mut *data), &default).is_err() {
                continue;
            }
        }
        data.fill_in_defaults();
    }
}

/// Gives the quantities and durations in an object the text that they have in the JSON that it was decoded from.
pub(super) fn restore_texts(object: &mut dyn Object, json: &Json) {
    for (index, field) in object.fields().iter().enumerate() {
        if let (Some(FieldMut::Data(data)), Some(json)) = (object.place(index), json.get(field.name)) {
            data.restore_texts(json);
        }
    }
}

/// Returns the number of members that are visible to rules.
pub(super) fn len(object: &dyn Object) -> usize {
    let mut count = 0;
    visit(object, &mut |field, value| {
        count += usize::from(!value.is_hidden_from_rules(field));
        true
    });
    count
}

/// Returns the member with this name if it is visible to rules.
pub(super) fn get<'a>(object: &'a dyn Object, key: &str) -> Option<ValueRef<'a>> {
    let (index, field) = object.fields().iter().enumerate().find(|(_, field)| field.name == key)?;
    object.value(index).filter(|value| !value.is_hidden_from_rules(*field))?.as_value()
}

/// Calls `visit` for every member that is visible to rules until it returns `false`.
pub(super) fn visit_members(object: &dyn Object, each: &mut dyn FnMut(&str, ValueRef<'_>) -> bool) {
    visit(object, &mut |field, value| {
        if value.is_hidden_from_rules(field) {
            return true;
        }
        value.as_value().is_none_or(|value| each(field.name, value))
    });
}

/// Calls `visit` for the name of every member that is visible to rules until it returns `false`.
pub(super) fn visit_keys<'a>(object: &'a dyn Object, each: &mut dyn FnMut(Cow<'a, str>) -> bool) {
    visit(object, &mut |field, value| value.is_hidden_from_rules(field) || each(Cow::Borrowed(field.name)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Bytes, Duration, FieldsV1, IntOrString, MicroTime, Quantity, RawExtension, RawMessage, Time};

    #[test]
    fn names_are_the_same_if_no_byte_differs() {
        let names: [&[u8]; 5] = [b"", b"a", b"ab", b"b", b"bb"];
        for (index, left) in names.iter().enumerate() {
            for (other, right) in names.iter().enumerate() {
                assert_eq!(is_same(left, right), index == other, "{left:?} {right:?}");
            }
        }
    }

    #[test]
    fn fields_are_found_by_their_complete_name_in_any_order() {
        const FIELDS: &[Field] = &[Field::new("name"), Field::new("node"), Field::new("nodeName"), Field::new("")];
        let mut search = Search::default();
        for (name, index) in [
            ("node", Some(1)),
            ("name", Some(0)),
            ("note", None),
            ("nodeName", Some(2)),
            ("node", Some(1)),
            ("", Some(3)),
            ("n", None),
            ("Name", None),
            ("name", Some(0)),
        ] {
            assert_eq!(search.find(FIELDS, name), index, "{name}");
        }
    }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Shown {
        name: String,
        note: String,
        size: Option<i32>,
    }
    crate::object! { Shown { name: "name", note: "note" omitempty, size: "size" omitempty } }

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Zeros<T> {
        flag: bool,
        count: u8,
        ratio: f32,
        text: String,
        list: Vec<T>,
        pointer: Option<Shown>,
        boxed: Box<Bytes>,
        boxed_struct: Box<Shown>,
        object: Shown,
        dropped: Shown,
        generic: T,
        bytes: Bytes,
        length: Duration,
        port: IntOrString,
        size: Quantity,
        at: Time,
        precise: MicroTime,
        fields: FieldsV1,
        raw: RawExtension,
        message: RawMessage,
        json: Json,
        quoted: i64,
        left_out: i64,
        pointer_to_quoted: Option<i64>,
        foreign: Elsewhere,
        left_out_foreign: Elsewhere,
    }
    crate::object! {
        Zeros<T> {
            flag: "flag", count: "count", ratio: "ratio", text: "text", list: "list", pointer: "pointer",
            boxed: "boxed", boxed_struct: "boxedStruct", object: "object" = "{\"name\": \"a\"}",
            dropped: "dropped" unless_zero, generic: "generic" = "1", bytes: "bytes", length: "length", port: "port",
            size: "size", at: "at", precise: "precise", fields: "fields", raw: "raw", message: "message", json: "json",
            quoted: "quoted" quoted, left_out: "leftOut" omitempty quoted,
            pointer_to_quoted: "pointerToQuoted" quoted, foreign: "foreign" foreign,
            left_out_foreign: "leftOutForeign" omitempty foreign,
        }
    }

    type Elsewhere = std::collections::BTreeMap<String, std::net::Ipv4Addr>;

    #[test]
    fn the_type_of_a_field_determines_whether_zero_is_missing() {
        fn check(object: &dyn Object) -> Vec<&'static str> {
            let zero = object.zero_fields().unwrap();
            let is_set = |bits: u128, index: usize| bits >> index & 1 == 1;
            let mut present = Vec::new();
            for (index, field) in object.fields().iter().enumerate() {
                assert_eq!(is_set(zero.present, index), !object.value(index).unwrap().is_missing(*field), "{field:?}");
                assert_eq!(is_set(zero.with_default, index), field.default.is_some(), "{field:?}");
                present.extend(is_set(zero.present, index).then_some(field.name));
            }
            present
        }
        let of_numbers = check(&Zeros::<i32>::default());
        assert_eq!(of_numbers, ["boxedStruct", "object", "length", "port", "size", "quoted", "foreign"]);
        let of_structs = check(&Zeros::<Shown>::default());
        assert!(of_structs.contains(&"generic") && of_structs.len() == of_numbers.len() + 1);
    }

    #[test]
    fn rules_see_the_fields_that_are_written() {
        let shown = |note: &str, size| Shown { name: String::new(), note: note.to_owned(), size };
        for (object, names) in [
            (shown("", None), vec!["name"]),
            (shown("a", None), vec!["name", "note"]),
            (shown("a", Some(0)), vec!["name", "note", "size"]),
        ] {
            let mut visited = Vec::new();
            visit_members(&object, &mut |name, value| {
                assert_eq!(get(&object, name).map(|value| value.to_json()), Some(value.to_json()));
                visited.push(name.to_owned());
                true
            });
            assert_eq!(visited, names);
            assert_eq!(len(&object), names.len());
            for name in ["note", "size", "other"] {
                assert_eq!(get(&object, name).is_some(), names.contains(&name), "{name}");
                assert_eq!(crate::value::Map::contains_key(&object, name), names.contains(&name), "{name}");
            }
            assert_eq!(fields(&object).len(), 3);
        }
    }
}
