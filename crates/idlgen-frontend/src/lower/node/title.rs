//! Sets `title` on schema nodes.

use idlgen_schema::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the title from the outermost layer that has one.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let title = layers.first(|meaning| match meaning {
        TagKind::Title(title) => Some(title),
        _ => None,
    });
    if schema.title.is_none()
        && let Some((tag, title)) = title
    {
        schema.title = Some(title.clone());
        note(schema, "title", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn beside_other_tags() {
        let lowered = lower_go(
            r#"
type T struct {
    // +title="Listening port"
    // +intOrString
    Port string `json:"port,omitempty"`
}
"#,
        );
        assert_eq!(lowered.property("T", "port"), r#"{"title":"Listening port","x-kubernetes-int-or-string":true}"#);
    }
}
