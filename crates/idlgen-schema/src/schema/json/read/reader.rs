//! The state of parsing a document: the current location, the depth and the problems.

use idlgen_runtime::go;
use serde_json::{Map, Value as Json};

use super::super::{Problem, ProblemKind};

/// Parses one document.
pub(in crate::schema::json) struct Reader {
    /// The JSON pointer of the current value.
    pointer: String,
    /// Number of schemas that contain the current one.
    pub(super) depth: usize,
    problems: Vec<Problem>,
}

impl Reader {
    pub(super) fn new() -> Self {
        Reader { pointer: String::new(), depth: 0, problems: Vec::new() }
    }

    pub(super) fn finish(self) -> Vec<Problem> {
        self.problems
    }

    /// Runs `read` for a nested value. `step` is the path element of the value.
    pub(super) fn at<T>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        self.pointer.push('/');
        for character in step.chars() {
            match character {
                '~' => self.pointer.push_str("~0"),
                '/' => self.pointer.push_str("~1"),
                other => self.pointer.push(other),
            }
        }
        let result = read(self);
        self.pointer.truncate(length);
        result
    }

    /// Records a problem at the current location.
    pub(super) fn report(&mut self, kind: ProblemKind, message: impl Into<String>) {
        self.problems.push(Problem::new(self.pointer.clone(), kind, message));
    }

    /// Records that the current value does not have the expected type.
    pub(super) fn wrong_type(&mut self, expected: &str, got: &Json) {
        self.report(ProblemKind::WrongType, format!("must be {expected}, is {}", describe(got)));
    }

    pub(in crate::schema::json) fn boolean(&mut self, json: &Json) -> Option<bool> {
        let value = json.as_bool();
        if value.is_none() {
            self.wrong_type("true or false", json);
        }
        value
    }

    pub(in crate::schema::json) fn string(&mut self, json: &Json) -> Option<String> {
        let value = json.as_str().map(str::to_owned);
        if value.is_none() {
            self.wrong_type("a string", json);
        }
        value
    }

    pub(super) fn object<'j>(&mut self, json: &'j Json) -> Option<&'j Map<String, Json>> {
        let value = json.as_object();
        if value.is_none() {
            self.wrong_type("an object", json);
        }
        value
    }

    pub(in crate::schema::json) fn array<'j>(&mut self, json: &'j Json) -> Option<&'j Vec<Json>> {
        let value = json.as_array();
        if value.is_none() {
            self.wrong_type("an array", json);
        }
        value
    }

    /// Returns the strings in an array. Records a problem for each other element.
    pub(in crate::schema::json) fn strings(&mut self, json: &Json) -> Vec<String> {
        let mut strings = Vec::new();
        for (index, element) in self.array(json).into_iter().flatten().enumerate() {
            strings.extend(self.at(&index.to_string(), |reader| reader.string(element)));
        }
        strings
    }
}

/// Returns the entries of an object sorted by key. Omits entries that are null.
pub(super) fn entries(object: &Map<String, Json>) -> Vec<(&String, &Json)> {
    let mut entries = go::sorted_members(object);
    entries.retain(|(_, value)| !value.is_null());
    entries
}

fn describe(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a boolean",
        Json::Number(_) => "a number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}
