//! Sets `x-kubernetes-patch-strategy` on schema nodes.

use idlgen_schema::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the extension from the outermost layer that has it.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let strategy = layers.first(|meaning| match meaning {
        TagKind::PatchStrategy(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = strategy {
        schema.extensions.patch_strategy = Some(value.clone());
        note(schema, "x-kubernetes-patch-strategy", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn the_strategy_is_published() {
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
        assert_eq!(extensions.patch_strategy.as_deref(), Some("merge,retainKeys"));
    }
}
