//! `example` and `externalDocs`: annotations that do not affect validation.

use idlgen_schema::Schema;
use serde_json::Value as Json;

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the annotations from the outermost layer that has them.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let example = layers.first(|meaning| match meaning {
        TagKind::Example(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = example {
        schema.other.insert("example".to_owned(), value.clone());
        note(schema, "example", tag);
    }
    let docs = layers.first(|meaning| match meaning {
        TagKind::ExternalDocs { url, description } => Some((url, description)),
        _ => None,
    });
    if let Some((tag, (url, description))) = docs {
        let description = description.iter().map(|text| ("description".to_owned(), Json::from(text.as_str())));
        let members = description.chain([("url".to_owned(), Json::from(url.as_str()))]);
        schema.other.insert("externalDocs".to_owned(), Json::Object(members.collect()));
        note(schema, "externalDocs", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn what_is_said_for_people_is_published() {
        let lowered = lower_go(
            r#"
type T struct {
    // +kubebuilder:example={host: a, ports: {80,443}}
    // +kubebuilder:externalDocs:url="https://example.com/a",description="More."
    A map[string]string `json:"a,omitempty"`
    // +kubebuilder:example=hello
    B string `json:"b,omitempty"`
}
"#,
        );
        let a = lowered.property("T", "a");
        assert!(a.contains(r#""example":{"host":"a","ports":[80,443]}"#), "{a}");
        assert!(a.contains(r#""externalDocs":{"description":"More.","url":"https://example.com/a"}"#), "{a}");
        assert!(lowered.property("T", "b").contains(r#""example":"hello""#));
    }
}
