//! Lenient access to members of a JSON object. A value of the wrong type is treated as missing. It is reported by
//! `unfit`, which knows the types of all members.

use serde_json::{Map, Value as Json};

/// The members of a value that should be an object.
#[derive(Clone, Copy)]
pub(super) struct Members<'j>(pub(super) Option<&'j Json>);

impl<'j> Members<'j> {
    pub(super) fn get(self, name: &str) -> Option<&'j Json> {
        self.0?.get(name).filter(|value| !value.is_null())
    }

    pub(super) fn members(self, name: &str) -> Members<'j> {
        Members(self.get(name))
    }

    /// Returns the member, if it is an object.
    pub(super) fn object(self, name: &str) -> Option<Members<'j>> {
        self.get(name).filter(|value| value.is_object()).map(|value| Members(Some(value)))
    }

    pub(super) fn elements(self, name: &str) -> impl Iterator<Item = &'j Json> {
        self.get(name).and_then(Json::as_array).into_iter().flatten()
    }

    pub(super) fn optional_text(self, name: &str) -> Option<String> {
        self.get(name).and_then(Json::as_str).map(str::to_owned)
    }

    pub(super) fn text(self, name: &str) -> String {
        self.optional_text(name).unwrap_or_default()
    }

    pub(super) fn strings(self, name: &str) -> Vec<String> {
        self.elements(name).map(|element| element.as_str().unwrap_or_default().to_owned()).collect()
    }

    pub(super) fn flag(self, name: &str) -> bool {
        self.get(name).and_then(Json::as_bool).unwrap_or_default()
    }

    pub(super) fn integer(self, name: &str) -> Option<i64> {
        self.get(name).and_then(Json::as_i64)
    }
}

/// Adds a string member unless the string is empty.
pub(super) fn put_text(json: &mut Map<String, Json>, name: &str, text: &str) {
    if !text.is_empty() {
        json.insert(name.to_owned(), text.into());
    }
}

/// Adds a boolean member if it is `true`.
pub(super) fn put_flag(json: &mut Map<String, Json>, name: &str, flag: bool) {
    if flag {
        json.insert(name.to_owned(), true.into());
    }
}

/// Adds a list of strings unless it is empty.
pub(super) fn put_strings(json: &mut Map<String, Json>, name: &str, texts: &[String]) {
    if !texts.is_empty() {
        json.insert(name.to_owned(), texts.iter().map(String::as_str).collect());
    }
}

/// Adds a member if it has a value.
pub(super) fn put(json: &mut Map<String, Json>, name: &str, value: Option<impl Into<Json>>) {
    if let Some(value) = value {
        json.insert(name.to_owned(), value.into());
    }
}
