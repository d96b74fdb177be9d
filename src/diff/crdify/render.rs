//! Formats findings like crdify.

use std::fmt::Write;

use idlgen_runtime::go;
use serde_json::Value as Json;

use super::{Check, CrdifyReport, Versions};

impl CrdifyReport {
    /// Formats the report like `crdify -o plaintext`.
    pub fn text(&self) -> String {
        self.lines(|out, place, name, level, message| match place {
            None => writeln!(out, "- {name} - {level} - {message}"),
            Some((version, path)) => writeln!(out, "- {version} - {path} - {name} - {level} - {message}"),
        })
    }

    /// Formats the report like `crdify -o markdown`.
    pub fn markdown(&self) -> String {
        self.lines(|out, place, name, level, message| match place {
            None => writeln!(out, "- **{name}** - `{level}` - {message}"),
            Some((version, path)) => writeln!(out, "- **{version}** - *{path}* - {name} - `{level}` - {message}"),
        })
    }

    /// Formats the report like `crdify -o json`.
    pub fn json(&self) -> String {
        let mut parts = Vec::new();
        if !self.definition.is_empty() {
            parts.push(Part::new("crdValidation", checks(&self.definition)));
        }
        for (name, versions) in
            [("sameVersionValidation", &self.same_versions), ("servedVersionValidation", &self.served_versions)]
        {
            if !versions.is_empty() {
                parts.push(Part::new(name, self::versions(versions)));
            }
        }
        let mut out = String::new();
        Value::Object(parts).write(&mut out, 0);
        out
    }

    /// Formats a line for each message, with the version and the path of the property.
    fn lines(&self, line: impl Fn(&mut String, Option<(&str, &str)>, &str, &str, &str) -> std::fmt::Result) -> String {
        let mut out = String::new();
        let mut check = |place: Option<(&str, &str)>, check: &Check| {
            for (level, messages) in [("ERROR", &check.errors), ("WARNING", &check.warnings)] {
                for message in messages {
                    // Writing to a string cannot fail.
                    let _ = line(&mut out, place, check.name, level, message);
                }
            }
        };
        self.definition.iter().for_each(|one| check(None, one));
        for versions in self.same_versions.iter().chain(&self.served_versions) {
            for property in &versions.properties {
                property.checks.iter().for_each(|one| check(Some((&versions.name, &property.path)), one));
            }
        }
        out
    }
}

/// JSON with fields in the order of the Go structs.
enum Value {
    Text(String),
    List(Vec<Value>),
    Object(Vec<Part>),
}

/// A field of an object.
struct Part {
    name: &'static str,
    value: Value,
}

impl Part {
    fn new(name: &'static str, value: Value) -> Self {
        Part { name, value }
    }
}

fn versions(versions: &[Versions]) -> Value {
    let list = versions.iter().map(|versions| {
        let properties = versions.properties.iter().map(|property| {
            Value::Object(vec![
                Part::new("property", Value::Text(property.path.clone())),
                Part::new("comparisonResults", checks(&property.checks)),
            ])
        });
        Value::Object(vec![
            Part::new("version", Value::Text(versions.name.clone())),
            Part::new("propertyComparisons", Value::List(properties.collect())),
        ])
    });
    Value::List(list.collect())
}

fn checks(checks: &[Check]) -> Value {
    let list = checks.iter().map(|check| {
        let mut parts = vec![Part::new("name", Value::Text(check.name.to_owned()))];
        for (name, messages) in [("errors", &check.errors), ("warnings", &check.warnings)] {
            if !messages.is_empty() {
                parts.push(Part::new(name, Value::List(messages.iter().cloned().map(Value::Text).collect())));
            }
        }
        Value::Object(parts)
    });
    Value::List(list.collect())
}

impl Value {
    /// Writes the value like `json.MarshalIndent`, indented by one space per level.
    fn write(&self, out: &mut String, level: usize) {
        let break_line = |out: &mut String, level: usize| {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', level));
        };
        match self {
            Value::Text(text) => out.push_str(&go::to_json(&Json::String(text.clone()))),
            Value::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    break_line(out, level + 1);
                    item.write(out, level + 1);
                }
                break_line(out, level);
                out.push(']');
            }
            Value::Object(parts) if parts.is_empty() => out.push_str("{}"),
            Value::Object(parts) => {
                out.push('{');
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    break_line(out, level + 1);
                    let _ = write!(out, "\"{}\": ", part.name);
                    part.value.write(out, level + 1);
                }
                break_line(out, level);
                out.push('}');
            }
        }
    }
}
