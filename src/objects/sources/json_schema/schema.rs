//! Translates a schema of any draft to draft 4, or reports the keywords for which that is not possible.

use idlgen_runtime::go;
use serde_json::{Value as Json, json};

use super::{
    Draft, keyword,
    null::{self, OTHER_TYPES},
    translation::{Translated, Translation, has_own_base},
};

/// Maximum nesting depth of schemas.
const MAX_DEPTH: usize = 128;

/// Keywords that combine schemas of the same value.
const COMBINATIONS: [&str; 5] = ["allOf", "anyOf", "oneOf", "not", "if"];

impl Translation<'_> {
    /// Translates a schema.
    pub(super) fn schema(&mut self, json: &Json) -> Json {
        self.count += 1;
        match json {
            Json::Bool(true) if self.draft() >= Draft::Six => return json!({}),
            Json::Bool(false) if self.draft() >= Draft::Six => return null::never(),
            _ => {}
        }
        let Some(object) = json.as_object() else {
            let advice = if json.is_boolean() { "; boolean schemas require draft 6 or later" } else { "" };
            self.record_untranslatable(&format!("a schema must be an object{advice}"));
            return json!({});
        };
        if self.depth >= MAX_DEPTH {
            self.record_untranslatable(&format!("nested deeper than {MAX_DEPTH} schemas"));
            return json!({});
        }
        self.depth += 1;
        let around = self.is_in_other;
        self.is_in_other |= !self.place.is_empty() && has_own_base(object, self.draft());
        let mut translated = Translated::default();
        let mut entries = go::sorted_members(object);
        entries.retain(|(_, value)| !value.is_null());
        // `const` and `default` may be null.
        entries.extend(object.iter().filter(|(name, value)| value.is_null() && *name == "const"));
        for (name, value) in entries {
            self.at(name, |this| keyword::translate(this, name, value, object, &mut translated));
        }
        // Without `type` and `enum`, other keywords determine whether null is valid.
        let is_asked = self.draft() != Draft::Unstated && COMBINATIONS.iter().any(|name| object.contains_key(*name));
        if is_asked && !object.contains_key("type") && !null::accepts(self.document, json) {
            translated.set("type", json!(OTHER_TYPES));
        }
        self.is_in_other = around;
        self.depth -= 1;
        translated.finish()
    }

    /// Translates the schema in an entry of the current schema.
    pub(super) fn schema_at(&mut self, step: &str, json: &Json) -> Json {
        self.at(step, |this| this.schema(json))
    }
}
