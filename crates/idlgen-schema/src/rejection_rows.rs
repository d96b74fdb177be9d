//! The reasons for which API servers reject schemas: the condition, the server's error, and a message for the author.
//!
//! Two checks use these rows. `crd/definition` validates the source of a CRD and reports the server's errors.
//! `schema/structural/rejected` checks a schema that was generated from Go types and reports messages for the author.
//! Each check determines the order and omits errors that result from others. Errors that only a server reports are in
//! `crd/definition`.

pub mod rows;

use std::collections::BTreeSet;

use idlgen_runtime::field::BadValue;

/// A condition under which API servers reject a schema.
pub struct Row {
    /// Returns `true` if the condition is met, so that the schema is rejected.
    pub is_met: fn(&Case<'_>) -> bool,
    /// The keyword that the message for the author concerns.
    pub keyword: &'static str,
    /// The message for the author, as a clause about the schema. [`SUBJECT`] represents the key or the list type.
    pub message: &'static str,
    /// The path elements of the server's error. [`SUBJECT`] represents the key.
    pub at: &'static [&'static str],
    /// The type of the server's error.
    pub error: Response,
    /// The detail of the server's error. [`SUBJECT`] represents the same as in `message`.
    pub detail: &'static str,
}

/// The placeholder for the key or the list type in the strings of a row.
pub const SUBJECT: &str = "{}";

/// The type of a server's error.
pub enum Response {
    Required,
    Forbidden,
    /// An invalid value. If the function returns an omitted value, the error is that a value is required.
    Invalid(fn(&Case<'_>) -> BadValue),
    /// A value that is not supported.
    NotSupported(fn(&Case<'_>) -> BadValue),
}

/// A schema to check, its items, and optionally one of its `x-kubernetes-list-map-keys`.
pub struct Case<'s> {
    pub node: Facts<'s>,
    pub item: Option<Facts<'s>>,
    pub keys: Vec<&'s str>,
    pub key: Option<Key<'s>>,
}

/// One of the `x-kubernetes-list-map-keys` of a list.
pub struct Key<'s> {
    pub name: &'s str,
    /// The index among the keys.
    pub index: usize,
    /// `true` if an earlier key has the same name.
    pub is_repeated: bool,
    /// `true` if the items require it.
    pub is_required: bool,
    /// The schema of the property of the items that the key names.
    pub property: Option<Facts<'s>>,
}

/// The properties of a schema on which conditions depend, without those of nested schemas.
#[derive(Clone, Copy)]
pub struct Facts<'s> {
    /// The `type`, or an empty string if there is none.
    pub type_name: &'s str,
    pub nullable: bool,
    pub unique_items: bool,
    pub has_default: bool,
    pub has_properties: bool,
    pub values: Option<Values>,
    pub embedded: bool,
    pub int_or_string: bool,
    pub preserves_unknown_fields: bool,
    pub list_type: Option<&'s str>,
    pub map_type: Option<&'s str>,
}

/// The value of `additionalProperties`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// The value `true`: any value is allowed.
    Any,
    /// A schema or `false`: values are restricted.
    Limited,
}

/// A schema in any representation.
pub trait Readable<'s>: Copy {
    fn facts(self) -> Facts<'s>;
    /// Returns the schema of the items, if there is a single one.
    fn item(self) -> Option<Self>;
    fn property(self, name: &str) -> Option<Self>;
    fn requires(self, name: &str) -> bool;
    /// Returns `x-kubernetes-list-map-keys`.
    fn keys(self) -> Vec<&'s str>;
}

impl<'s> Case<'s> {
    pub fn of(schema: impl Readable<'s>) -> Self {
        let item = schema.item().map(Readable::facts);
        Case { node: schema.facts(), item, keys: schema.keys(), key: None }
    }

    /// Calls `judge` with the schema and each of its list keys.
    pub fn each_key(schema: impl Readable<'s>, mut judge: impl FnMut(&Self)) {
        let mut case = Case::of(schema);
        let item = schema.item();
        let mut seen = BTreeSet::new();
        for index in 0..case.keys.len() {
            case.key = case.keys.get(index).map(|name| Key {
                name,
                index,
                is_repeated: !seen.insert(*name),
                is_required: item.is_some_and(|item| item.requires(name)),
                property: item.and_then(|item| item.property(name)).map(Readable::facts),
            });
            judge(&case);
        }
    }

    fn is_list_of(&self, list_type: &str) -> bool {
        self.node.list_type == Some(list_type)
    }

    /// Returns the string that replaces [`SUBJECT`]: the key, or the list type.
    fn subject(&self) -> &'s str {
        self.key.as_ref().map(|key| key.name).or(self.node.list_type).unwrap_or_default()
    }

    /// Formats a message of a row for this schema.
    pub fn text(&self, text: &str) -> String {
        text.replacen(SUBJECT, self.subject(), 1)
    }
}
