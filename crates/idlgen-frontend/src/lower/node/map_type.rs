//! `x-kubernetes-map-type` for maps (`+mapType`) and structs (`+structType`).

use idlgen_schema::{Schema, schema::MapType};

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

/// Sets the extension from the outermost layer that has it.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let map_type = layers.first(|meaning| match meaning {
        TagKind::MapType(value) | TagKind::StructType(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = map_type {
        schema.extensions.map_type = Some(MapType::from_name(value));
        note(schema, "x-kubernetes-map-type", tag);
    }
}

#[cfg(test)]
mod tests {
    use super::MapType;
    use crate::lower::testing::lower_go;

    #[test]
    fn maps_and_structs_have_it() {
        let lowered = lower_go(
            r#"
// +structType=atomic
type Selector struct {
    Name string `json:"name"`
}

type T struct {
    // +mapType=atomic
    Map map[string]string `json:"map,omitempty"`
    // +structType=granular
    Struct Selector `json:"struct,omitempty"`
    Plain Selector `json:"plain,omitempty"`
}
"#,
        );
        assert_eq!(lowered.schema("Selector").extensions.map_type, Some(MapType::Atomic));
        assert_eq!(lowered.property_schema("T", "map").extensions.map_type, Some(MapType::Atomic));
        assert_eq!(lowered.property_schema("T", "struct").extensions.map_type, Some(MapType::Granular));
        assert_eq!(lowered.property_schema("T", "plain").extensions.map_type, None);
    }
}
