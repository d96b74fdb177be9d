//! Sets `x-kubernetes-int-or-string` on schema nodes.

use idlgen_schema::{Schema, keyword::Keyword};

use super::note;
use crate::{
    lower::layer::Layers,
    tags::{Dialect, TagKind},
};

/// Sets the extension if any layer does.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, _) in layers.meanings().filter(|(_, meaning)| matches!(meaning, TagKind::IntOrString)) {
        // The extension determines the type. With it, controller-gen still writes the type from another marker, which
        // API servers ignore.
        if tag.dialect != Dialect::Kubebuilder {
            schema.schema_type = None;
            schema.keywords.remove(Keyword::Format);
        }
        schema.extensions.int_or_string = true;
        note(schema, "x-kubernetes-int-or-string", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn the_type_goes_but_with_the_marker_of_controller_gen() {
        for (tag, expected) in [
            ("intOrString", r#"{"x-kubernetes-int-or-string":true}"#),
            ("kubebuilder:validation:XIntOrString", r#"{"type":"string","x-kubernetes-int-or-string":true}"#),
        ] {
            let go = format!("type T struct {{\n\t// +{tag}\n\tPort string `json:\"port,omitempty\"`\n}}\n");
            assert_eq!(lower_go(&go).property("T", "port"), expected, "{tag}");
        }
    }
}
