//! Compiles `type` and `x-kubernetes-int-or-string`.

use std::{
    borrow::Cow,
    ops::{BitAnd, BitOr, Not},
};

use idlgen_runtime::{
    Context, Mode, Options, check,
    field::Path,
    value::{NoEntries, ValueRef},
};

use crate::merge::{Few, Types};

/// The types of all parts that have any, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaTypes {
    /// One list per part. The value must match one of the types in each list.
    pub alternatives: Vec<Vec<&'static str>>,
}

impl SchemaTypes {
    /// Merges the types of the parts.
    pub(super) fn of(parts: &Few<Types<'_>>) -> Self {
        let mut alternatives: Vec<Vec<&'static str>> = Vec::with_capacity(parts.iter().count());
        for part in parts {
            let types = match part {
                Types::IntOrString => vec!["integer", "string"],
                Types::Several(types) => types.to_vec(),
                Types::One(said) => vec![said.name()],
            };
            if !alternatives.contains(&types) {
                alternatives.push(types);
            }
        }
        SchemaTypes { alternatives }
    }

    /// Returns the arguments of the type checks, in order. If no part has a type, returns a single empty list.
    pub fn arguments(&self) -> impl Iterator<Item = &[&'static str]> {
        let none: &[&'static str] = &[];
        let nothing_said = self.alternatives.is_empty().then_some(none);
        nothing_said.into_iter().chain(self.alternatives.iter().map(Vec::as_slice))
    }

    /// Returns the value types that the type check always accepts, and those that it always rejects. The check treats
    /// all values of a type the same, except floats: some accept only floats without a fraction, so both kinds are
    /// tested.
    pub(super) fn known(&self, format: &str, nullable: bool) -> (ValueTypes, ValueTypes) {
        let no_elements: Vec<bool> = Vec::new();
        let samples = [
            ValueRef::Null,
            ValueRef::Bool(false),
            ValueRef::Int(0),
            ValueRef::Float(0.5),
            ValueRef::Float(0.0),
            ValueRef::String(Cow::Borrowed("")),
            ValueRef::List(&no_elements),
            ValueRef::Map(&NoEntries),
        ];
        let mut cx = Context::new(Mode::Verdict, Options::default());
        let path = Path::root();
        let mut takes = |value: &ValueRef<'_>| {
            self.arguments().all(|types| check::schema_type(value, types, format, nullable, &path, &mut cx))
        };
        let (mut taken, mut refused) = (ValueTypes::NONE, ValueTypes::NONE);
        for value in &samples {
            let types = if takes(value) { &mut taken } else { &mut refused };
            *types = *types | ValueTypes::of(value);
        }
        (taken & !refused, refused & !taken)
    }

    /// Returns `true` if the types of every part include the JSON type of a value.
    pub fn allow(&self, value: &ValueRef<'_>) -> bool {
        let name = value.type_name();
        let takes = |types: &Vec<&'static str>| {
            types.iter().any(|known| {
                *known == name || (*known == "number" && name == "integer") || (*known == "integer" && name == "number")
            })
        };
        self.alternatives.iter().all(takes)
    }

    /// Returns the type if there is exactly one part with exactly one type.
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

/// A set of value types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueTypes(u8);

impl ValueTypes {
    /// Returns `true` if the set contains the type of a value.
    #[inline]
    pub fn contains(self, value: &ValueRef<'_>) -> bool {
        self.meet(ValueTypes::of(value))
    }

    pub(super) fn without_null(self) -> Self {
        self & !ValueTypes::NULL
    }

    /// The empty set.
    pub const NONE: Self = ValueTypes(0);
    /// `null`.
    pub const NULL: Self = ValueTypes(1);
    /// Booleans.
    pub const BOOL: Self = ValueTypes(1 << 1);
    /// Integers.
    pub const INT: Self = ValueTypes(1 << 2);
    /// Other numbers.
    pub const FLOAT: Self = ValueTypes(1 << 3);
    /// Strings.
    pub const STRING: Self = ValueTypes(1 << 4);
    /// JSON arrays.
    pub const LIST: Self = ValueTypes(1 << 5);
    /// Objects.
    pub const MAP: Self = ValueTypes(1 << 6);
    /// All JSON types, including `null`.
    pub const ALL: Self = ValueTypes((1 << 7) - 1);

    /// Returns the type of a value.
    #[inline]
    pub const fn of(value: &ValueRef<'_>) -> Self {
        match value {
            ValueRef::Null => ValueTypes::NULL,
            ValueRef::Bool(_) => ValueTypes::BOOL,
            ValueRef::Int(_) => ValueTypes::INT,
            ValueRef::Float(_) => ValueTypes::FLOAT,
            ValueRef::String(_) => ValueTypes::STRING,
            ValueRef::List(_) => ValueTypes::LIST,
            ValueRef::Map(_) => ValueTypes::MAP,
        }
    }

    /// Returns `true` if the sets have an element in common.
    #[inline]
    pub const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl BitAnd for ValueTypes {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        ValueTypes(self.0 & other.0)
    }
}

impl BitOr for ValueTypes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        ValueTypes(self.0 | other.0)
    }
}

impl Not for ValueTypes {
    type Output = Self;

    fn not(self) -> Self {
        ValueTypes(!self.0 & ValueTypes::ALL.0)
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
            let schema_types = SchemaTypes::of(&Few::from_iter([Types::Several(&types)]));
            let (certain, refused) = schema_types.known("", nullable);
            assert_eq!(numbers.each_ref().map(|number| certain.contains(number)), expected, "{types:?}");
            assert_eq!(certain.contains(&ValueRef::Null), null, "{types:?}");
            let unknown = if types.contains(&"integer") { ValueTypes::FLOAT } else { ValueTypes::NONE };
            assert_eq!(!(certain | refused), unknown, "{types:?}");
            assert!(!certain.meet(refused), "{types:?}");
        }
    }

    #[test]
    fn integers_and_numbers_are_allowed_for_each_other() {
        use idlgen_runtime::value::NoEntries;
        let values = [
            ("integer", ValueRef::Int(1)),
            ("number", ValueRef::Float(1.5)),
            ("boolean", ValueRef::Bool(true)),
            ("null", ValueRef::Null),
            ("object", ValueRef::Map(&NoEntries)),
        ];
        let is_number = |name: &str| name == "integer" || name == "number";
        for (types, _) in &values {
            for (name, value) in &values {
                let one = SchemaTypes { alternatives: vec![vec![*types]] };
                let expected = types == name || (is_number(types) && is_number(name));
                assert_eq!(one.allow(value), expected, "{types} {name}");
                let all = SchemaTypes { alternatives: vec![vec!["null", *types], vec!["boolean", "number"]] };
                let expected = (expected || *name == "null") && (*name == "boolean" || is_number(name));
                assert_eq!(all.allow(value), expected, "{types} {name}");
            }
        }
    }
}
