//! Parses the rules of an annotation.

use std::{error::Error, fmt};

use idlgen_runtime::{
    go,
    regex::{LazyPattern, Pattern},
};
use serde_json::{Map, Value as Json};

use super::path::{Path, rounded};
use crate::crd::object_meta::kind;

/// The error for an annotation that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RulesError {
    /// The validator's message.
    pub message: String,
    /// The location of the error.
    pub location: RulesLocation,
}

/// A location in an annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "annotations have no other places")]
pub enum RulesLocation {
    /// The entire annotation.
    Whole,
    /// A byte offset, for a JSON syntax error.
    Byte(usize),
    /// A rule, by its index.
    Rule(usize),
    /// A key of a rule: the index of the rule, and the name of the key.
    Key(usize, &'static str),
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for RulesError {}

/// Keys that every rule must have.
pub const MANDATORY: [&str; 4] = ["rule", "name", "path", "message"];

/// Keys that a rule may have.
pub const OPTIONAL: [&str; 8] = ["valid", "justWarning", "values", "min", "max", "minLength", "maxLength", "regex"];

/// The rules of an annotation, in source order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleSet {
    pub(super) rules: Vec<Rule>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rule {
    /// The kind of the rule (its member `rule`): `integer`, `string`, `enum` or `regex`.
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) path: Option<Path>,
    pub(super) message: String,
    /// The path that must have a result in the VM. Otherwise the rule is skipped.
    pub(super) valid: Option<Path>,
    pub(super) just_warning: bool,
    pub(super) values: Vec<String>,
    pub(super) min: Option<Limit>,
    pub(super) max: Option<Limit>,
    pub(super) min_length: Option<Limit>,
    pub(super) max_length: Option<Limit>,
    pub(super) regex: Regex,
}

/// A regular expression, which is compiled for the first VM that needs it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Regex(pub(super) LazyPattern);

impl Default for Regex {
    fn default() -> Self {
        Regex(LazyPattern::new(""))
    }
}

impl Regex {
    pub(super) fn pattern(&self) -> Result<&Pattern, String> {
        self.0.compiled().map_err(ToString::to_string)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Limit {
    Integer(i64),
    Path(Path),
}

impl RuleSet {
    /// Parses an annotation like Go's `encoding/json`: ignores the case of member names, skips unknown members and
    /// treats null as missing (`ParseRules`).
    ///
    /// # Errors
    /// Returns the first error, because of which KubeVirt rejects the entire annotation.
    pub fn parse(annotation: &str) -> Result<Self, RulesError> {
        if annotation.is_empty() {
            return Ok(RuleSet::default());
        }
        let json = go::located_json(annotation)
            .map_err(|error| RulesError { message: error.message, location: RulesLocation::Byte(error.at) })?;
        match json {
            Json::Null => Ok(RuleSet::default()),
            Json::Array(rules) => {
                let rules: Result<_, _> =
                    rules.iter().enumerate().map(|(index, json)| Rule::read(index, json)).collect();
                Ok(RuleSet { rules: rules? })
            }
            other => Err(RulesError {
                message: cannot_unmarshal(&other, "value of type []validation.Rule"),
                location: RulesLocation::Whole,
            }),
        }
    }

    /// Returns the number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Returns `true` if there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

impl Rule {
    /// Parses the rule at an index.
    fn read(index: usize, json: &Json) -> Result<Self, RulesError> {
        let members = match json {
            Json::Null => return Ok(Rule::default()),
            Json::Object(members) => members,
            other => {
                let message = cannot_unmarshal(other, "value of type validation.Rule");
                return Err(RulesError { message, location: RulesLocation::Rule(index) });
            }
        };
        let of = |name: &str| member(members, name);
        let at = |name: &'static str| {
            move |message: String| RulesError { message, location: RulesLocation::Key(index, name) }
        };
        let text = |name: &'static str| match of(name) {
            None => Ok(String::new()),
            Some(Json::String(text)) => Ok(text.clone()),
            Some(other) => Err(at(name)(cannot_unmarshal(other, &format!("struct field Rule.{name} of type string")))),
        };
        let path = |name: &'static str| of(name).map(path).transpose().map_err(at(name));
        let just_warning = match of("justWarning") {
            None => false,
            Some(Json::Bool(just)) => *just,
            Some(other) => {
                let message = cannot_unmarshal(other, "struct field Rule.justWarning of type bool");
                return Err(at("justWarning")(message));
            }
        };
        let limit = |name: &'static str| of(name).map(Limit::read).transpose().map_err(at(name));
        let values = match of("values") {
            None => Ok(Vec::new()),
            Some(Json::Array(values)) => values.iter().map(value).collect(),
            Some(other) => Err(cannot_unmarshal(other, "struct field Rule.values of type []string")),
        };
        Ok(Rule {
            kind: text("rule")?,
            name: text("name")?,
            path: path("path")?,
            message: text("message")?,
            valid: path("valid")?,
            just_warning,
            values: values.map_err(at("values"))?,
            min: limit("min")?,
            max: limit("max")?,
            min_length: limit("minLength")?,
            max_length: limit("maxLength")?,
            regex: Regex(LazyPattern::owned(text("regex")?)),
        })
    }
}

impl Limit {
    fn read(json: &Json) -> Result<Self, String> {
        let limit = match json {
            Json::Number(number) => return Ok(Limit::Integer(integer(number))),
            other => path(other).map(Limit::Path),
        };
        limit.map_err(|error| format!("cannot unmarshall IntOrPath from JSON: {error}"))
    }
}

fn integer(number: &serde_json::Number) -> i64 {
    number.as_i64().or_else(|| number.as_f64().map(rounded)).unwrap_or_default()
}

fn path(json: &Json) -> Result<Path, String> {
    match json {
        Json::String(text) => Path::parse(text),
        other => Err(cannot_unmarshal(other, "value of type string")),
    }
}

fn value(json: &Json) -> Result<String, String> {
    match json {
        Json::Null => Ok(String::new()),
        Json::String(text) => Ok(text.clone()),
        other => Err(cannot_unmarshal(other, "struct field Rule.values of type string")),
    }
}

/// Returns the member with this name. Ignores the case of names, and members that are null.
fn member<'j>(members: &'j Map<String, Json>, name: &str) -> Option<&'j Json> {
    let found = members.get(name).or_else(|| {
        let mut similar: Vec<_> = members.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name)).collect();
        similar.sort_by_key(|(key, _)| *key);
        similar.pop().map(|(_, value)| value)
    });
    found.filter(|value| !value.is_null())
}

fn cannot_unmarshal(json: &Json, into: &str) -> String {
    format!("json: cannot unmarshal {} into Go {into}", kind(json))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mistake_refuses_all() {
        for (text, error) in [
            ("  ", "unexpected end of JSON input"),
            ("[] x", "invalid character 'x' after top-level value"),
            ("{}", "json: cannot unmarshal object into Go value of type []validation.Rule"),
            (r#"[{"path": ".spec"}]"#, "invalid JSONPath"),
            (r#"[{"path": "jsonpath::.a[x]"}]"#, "invalid array index x"),
            (r#"[{"min": "1"}]"#, "cannot unmarshall IntOrPath from JSON: invalid JSONPath"),
            (
                r#"[{"max": true}]"#,
                "cannot unmarshall IntOrPath from JSON: json: cannot unmarshal bool into Go value of type string",
            ),
            (r#"[{"values": [1]}]"#, "json: cannot unmarshal number into Go struct field Rule.values of type string"),
        ] {
            assert_eq!(RuleSet::parse(text).map_err(|error| error.message), Err(error.to_owned()), "{text}");
        }
        let place = |text| RuleSet::parse(text).unwrap_err().location;
        assert_eq!(place("[{]"), RulesLocation::Byte(2));
        assert_eq!(place("{}"), RulesLocation::Whole);
        assert_eq!(place("[null, 1]"), RulesLocation::Rule(1));
        assert_eq!(place(r#"[{}, {"MAX": "1"}]"#), RulesLocation::Key(1, "max"));
        for text in ["", "null", "[]"] {
            assert!(RuleSet::parse(text).unwrap().is_empty());
        }
        let rules = RuleSet::parse(r#"[{"RULE": "integer", "Min": 2.5, "max": null, "other": 1}, null]"#).unwrap();
        assert_eq!((rules.len(), rules.is_empty()), (2, false));
        assert_eq!((rules.rules[0].kind.as_str(), &rules.rules[0].min), ("integer", &Some(Limit::Integer(3))));
    }
}
