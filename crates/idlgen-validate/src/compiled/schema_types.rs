//! `type` and `x-kubernetes-int-or-string`.

use std::borrow::Cow;

use idlgen_runtime::{
    Context, Mode, Options, check,
    field::Path,
    value::{NoEntries, ValueRef},
};

/// The types of each part that says one; equal ones once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaTypes {
    /// The value must be of one of the types of each.
    pub alternatives: Vec<Vec<&'static str>>,
}

impl SchemaTypes {
    /// Adds what a part says.
    pub(super) fn add(&mut self, types: Vec<&'static str>) {
        if !self.alternatives.contains(&types) {
            self.alternatives.push(types);
        }
    }

    /// What the check of the type is asked for, one after the other: no type at all if no part says any.
    pub fn asked(&self) -> impl Iterator<Item = &[&'static str]> {
        let none: &[&'static str] = &[];
        let nothing_said = self.alternatives.is_empty().then_some(none);
        nothing_said.into_iter().chain(self.alternatives.iter().map(Vec::as_slice))
    }

    /// The types of values that the check of the type is known to take, because it takes one of each that is like all
    /// others. A float is one with a fraction: whole ones may be taken where it is not.
    pub(super) fn certain(&self, format: &str, nullable: bool) -> ValueTypes {
        let no_elements: Vec<bool> = Vec::new();
        let samples = [
            ValueRef::Null,
            ValueRef::Bool(false),
            ValueRef::Int(0),
            ValueRef::Float(0.5),
            ValueRef::String(Cow::Borrowed("")),
            ValueRef::List(&no_elements),
            ValueRef::Map(&NoEntries),
        ];
        let mut cx = Context::new(Mode::Verdict, Options::default());
        let path = Path::root();
        let mut takes = |value: &ValueRef<'_>| {
            self.asked().all(|types| check::schema_type(value, types, format, nullable, &path, &mut cx))
        };
        ValueTypes(samples.iter().filter(|value| takes(value)).fold(0, |types, value| types | ValueTypes::bit(value)))
    }

    /// Whether a value is of a type that every part takes, as far as its JSON type tells.
    pub fn allow(&self, value: &ValueRef<'_>) -> bool {
        let name = value.type_name();
        let takes = |types: &Vec<&'static str>| {
            types.iter().any(|known| {
                *known == name || (*known == "number" && name == "integer") || (*known == "integer" && name == "number")
            })
        };
        self.alternatives.iter().all(takes)
    }

    /// The type, if there is one and only one.
    pub fn single(&self) -> Option<&'static str> {
        match self.alternatives.as_slice() {
            [types] => match types.as_slice() {
                [single] => Some(single),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A set of types of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueTypes(u8);

impl ValueTypes {
    /// Whether the type of a value is among them.
    #[inline]
    pub fn contains(self, value: &ValueRef<'_>) -> bool {
        self.0 & ValueTypes::bit(value) != 0
    }

    /// The others.
    pub(super) fn without_null(self) -> Self {
        ValueTypes(self.0 & !ValueTypes::bit(&ValueRef::Null))
    }

    #[inline]
    const fn bit(value: &ValueRef<'_>) -> u8 {
        match value {
            ValueRef::Null => 1,
            ValueRef::Bool(_) => 1 << 1,
            ValueRef::Int(_) => 1 << 2,
            ValueRef::Float(_) => 1 << 3,
            ValueRef::String(_) => 1 << 4,
            ValueRef::List(_) => 1 << 5,
            ValueRef::Map(_) => 1 << 6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_is_what_the_check_takes() {
        let numbers = [ValueRef::Int(7), ValueRef::Float(7.0), ValueRef::Float(7.5)];
        for (types, nullable, expected, null) in [
            (vec!["integer"], false, [true, false, false], false),
            (vec!["number"], true, [true, true, true], true),
            (vec!["string"], false, [false, false, false], false),
            (vec!["integer", "string"], false, [true, false, false], false),
        ] {
            let mut schema_types = SchemaTypes::default();
            schema_types.add(types.clone());
            let certain = schema_types.certain("", nullable);
            assert_eq!(numbers.each_ref().map(|number| certain.contains(number)), expected, "{types:?}");
            assert_eq!(certain.contains(&ValueRef::Null), null, "{types:?}");
        }
    }
}
