//! `type` and `x-kubernetes-int-or-string`.

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

/// The types of each part that says one; equal ones once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaTypes {
    /// The value must be of one of the types of each.
    pub alternatives: Vec<Vec<&'static str>>,
}

impl SchemaTypes {
    /// What the parts say.
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

    /// What the check of the type is asked for, one after the other: no type at all if no part says any.
    pub fn asked(&self) -> impl Iterator<Item = &[&'static str]> {
        let none: &[&'static str] = &[];
        let nothing_said = self.alternatives.is_empty().then_some(none);
        nothing_said.into_iter().chain(self.alternatives.iter().map(Vec::as_slice))
    }

    /// The types of values that the check of the type is known to take, and those that it is known to refuse, whatever
    /// else the values are: it does with all what it does with one of each. Floats are known by one with a fraction and
    /// one without, which may be taken where the other is not.
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
            self.asked().all(|types| check::schema_type(value, types, format, nullable, &path, &mut cx))
        };
        let (mut taken, mut refused) = (ValueTypes::NONE, ValueTypes::NONE);
        for value in &samples {
            let types = if takes(value) { &mut taken } else { &mut refused };
            *types = *types | ValueTypes::of(value);
        }
        (taken & !refused, refused & !taken)
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
        self.meet(ValueTypes::of(value))
    }

    /// The others.
    pub(super) fn without_null(self) -> Self {
        self & !ValueTypes::NULL
    }

    /// No type.
    pub const NONE: Self = ValueTypes(0);
    /// `null`.
    pub const NULL: Self = ValueTypes(1);
    /// Booleans.
    pub const BOOL: Self = ValueTypes(1 << 1);
    /// Integers.
    pub const INT: Self = ValueTypes(1 << 2);
    /// Other numbers.
    pub const FLOAT: Self = ValueTypes(1 << 3);
    /// Text.
    pub const STRING: Self = ValueTypes(1 << 4);
    /// Lists.
    pub const LIST: Self = ValueTypes(1 << 5);
    /// Objects.
    pub const MAP: Self = ValueTypes(1 << 6);
    /// Every type.
    pub const ALL: Self = ValueTypes((1 << 7) - 1);

    /// The type of a value.
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

    /// Whether they have a type in common.
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
}
