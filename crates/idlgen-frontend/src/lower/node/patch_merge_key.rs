//! Sets `x-kubernetes-patch-merge-key` on schema nodes.

use idlgen_schema::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the extension from the outermost layer that has it.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let merge_key = layers.first(|meaning| match meaning {
        TagKind::PatchMergeKey(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = merge_key {
        schema.extensions.patch_merge_key = Some(value.clone());
        note(schema, "x-kubernetes-patch-merge-key", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn the_key_is_published() {
        let lowered = lower_go(
            r#"
type Port struct {
    Name string `json:"name"`
}

type T struct {
    // +patchStrategy=merge,retainKeys
    // +patchMergeKey=name
    Ports []Port `json:"ports,omitempty" patchStrategy:"merge,retainKeys" patchMergeKey:"name"`
}
"#,
        );
        let extensions = &lowered.property_schema("T", "ports").extensions;
        assert_eq!(extensions.patch_merge_key.as_deref(), Some("name"));
    }
}
