//! `x-kubernetes-int-or-string`.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Meaning};

/// Any layer says it.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, _) in layers.meanings().filter(|(_, meaning)| matches!(meaning, Meaning::IntOrString)) {
        // The extension says the type; API servers accept no other beside it.
        schema.schema_type = None;
        schema.format = None;
        schema.extensions.int_or_string = true;
        note(schema, "x-kubernetes-int-or-string", tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn the_type_goes() {
        let lowered = lower_go("type T struct {\n\t// +intOrString\n\tPort string `json:\"port,omitempty\"`\n}\n");
        assert_eq!(lowered.property("T", "port"), r#"{"x-kubernetes-int-or-string":true}"#);
    }
}
