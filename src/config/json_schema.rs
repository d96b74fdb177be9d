//! The JSON Schema of idlgen.toml, for editors.

use serde_json::{Map, Value, json};

use super::table;
use crate::settings::{Setting, ValueType, kubernetes_versions};

/// Returns idlgen.schema.json: every table and key of idlgen.toml with its type, values, default and description.
pub fn json_schema() -> Value {
    let mut root = Table::default();
    for key in table::keys() {
        root.insert(key.path, key);
    }
    let mut schema = root.schema();
    if let Value::Object(members) = &mut schema {
        members.insert("$schema".into(), "http://json-schema.org/draft-07/schema#".into());
        members.insert("title".into(), super::FILE_NAME.into());
    }
    schema.sort_all_objects();
    schema
}

/// A table of idlgen.toml.
#[derive(Default)]
struct Table {
    keys: Vec<(&'static str, &'static Setting)>,
    tables: Vec<(&'static str, Table)>,
}

impl Table {
    fn insert(&mut self, path: &'static [&'static str], key: &'static Setting) {
        match path {
            [] => {}
            [name] => self.keys.push((name, key)),
            [name, rest @ ..] => {
                let at = self.tables.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
                    self.tables.push((name, Table::default()));
                    self.tables.len() - 1
                });
                if let Some((_, table)) = self.tables.get_mut(at) {
                    table.insert(rest, key);
                }
            }
        }
    }

    fn schema(&self) -> Value {
        let keys = self.keys.iter().map(|(name, key)| (*name, of_key(key)));
        let tables = self.tables.iter().map(|(name, table)| (*name, table.schema()));
        let mut properties = Map::new();
        // The name `*` represents names chosen by the user, which are additional properties.
        let mut others = Value::Bool(false);
        for (name, schema) in keys.chain(tables) {
            if name == "*" {
                others = schema;
            } else {
                properties.insert(name.to_owned(), schema);
            }
        }
        json!({"type": "object", "properties": properties, "additionalProperties": others})
    }
}

fn of_key(key: &Setting) -> Value {
    let mut schema = match key.form {
        ValueType::Text | ValueType::Path => json!({"type": "string"}),
        ValueType::Texts | ValueType::Codes => json!({"type": "array", "items": {"type": "string"}}),
        ValueType::Boolean => json!({"type": "boolean"}),
        ValueType::Integer(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        ValueType::KubernetesVersion => {
            json!({"type": "string", "enum": kubernetes_versions().collect::<Vec<_>>()})
        }
        ValueType::OneOf(_) | ValueType::Choices(_) => json!({"enum": key.form.names(true).collect::<Vec<_>>()}),
    };
    if let Value::Object(members) = &mut schema {
        members.insert("description".into(), key.doc.into());
        // Examples are TOML. Those parsed here have the same syntax in JSON.
        if key.example_is_default
            && let Ok(default) = serde_json::from_str::<Value>(key.example)
        {
            members.insert("default".into(), default);
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::commented_file;

    fn instance(text: &str) -> Value {
        serde_json::to_value(toml::from_str::<toml::Table>(text).expect("TOML")).expect("JSON")
    }

    #[test]
    fn the_file_of_init_fits_and_mistakes_do_not() {
        let schema = json_schema();
        let validator = jsonschema::validator_for(&schema).expect("a schema");
        let set = [("packages", "[\"./api/v1\"]"), ("crd.output", "\"crds\""), ("crd.max-bytes", "1000")];
        let text = commented_file(&set.map(|(key, value)| (key.to_owned(), value.to_owned())).into()).expect("renders");
        assert!(validator.is_valid(&instance(&text)), "{text}");
        for text in
            ["package = []", "packages = \"./...\"", "[crd]\nmax-bytes = -1", "kubernetes-version = \"1.2\"", "[x]\n"]
        {
            assert!(!validator.is_valid(&instance(text)), "{text}");
        }
        assert!(validator.is_valid(&instance("[channels.a]\ngates = [\"B\"]\n[diagnostics]\nunknown-tag = \"off\"")));
    }
}
