//! Sets `x-kubernetes-list-type` and `x-kubernetes-list-map-keys` on schema nodes.

use idlgen_schema::{
    Schema,
    schema::{ListType, SchemaType},
};

use super::note;
use crate::{
    lower::layer::Layers,
    model::json::Kind,
    tags::{Dialect, TagKind},
};

/// Sets the extensions from the outermost layer that has one of them.
pub(in crate::lower) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let list_type = layers.first(|meaning| match meaning {
        TagKind::ListType(value) => Some(value),
        _ => None,
    });
    if let Some((tag, value)) = list_type {
        schema.extensions.list_type = Some(ListType::from_name(value));
        note(schema, "x-kubernetes-list-type", tag);
    }
    for layer in &layers.0 {
        // Tags of different dialects may set the same keys.
        let mut said: Vec<(&str, Dialect)> = Vec::new();
        for (tag, meaning) in layer.kinds() {
            if let TagKind::ListMapKey(key) = meaning {
                // In validation-gen, keys may also define the uniqueness of elements in an atomic list.
                let is_map = schema.extensions.list_type == Some(ListType::Map);
                if tag.dialect == Dialect::Declarative && !is_map {
                    continue;
                }
                if said.iter().any(|(other, dialect)| other == key && *dialect != tag.dialect) {
                    continue;
                }
                said.push((key, tag.dialect));
                schema.extensions.list_map_keys.push(key.clone());
                note(schema, "x-kubernetes-list-map-keys", tag);
            }
        }
        if !schema.extensions.list_map_keys.is_empty() {
            return;
        }
    }
}

/// Removes list extensions from values that are not lists: controller-gen ignores such a marker, and an API server
/// rejects the extension. The tag has already been reported.
pub(in crate::lower) fn keep_on_lists(schema: &mut Schema, kind: &Kind) {
    let is_list = match schema.schema_type {
        Some(schema_type) => schema_type == SchemaType::Array,
        None => matches!(kind, Kind::List { .. }),
    };
    if !is_list {
        schema.extensions.list_type = None;
        schema.extensions.list_map_keys.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::ListType;
    use crate::lower::testing::{lower_compatibly, lower_go};

    const TEXT: &str = r#"
// +listType=set
type Names []string

type Port struct {
    Name     string `json:"name"`
    Protocol string `json:"protocol,omitempty"`
}

// +k8s:openapi-gen=true
type T struct {
    // +listType=map
    // +listMapKey=name
    // +listMapKey=protocol
    Ports []Port `json:"ports,omitempty"`
    Names Names `json:"names,omitempty"`
    // +listType=atomic
    Atomic Names `json:"atomic,omitempty"`
}
"#;

    #[test]
    fn the_field_decides_before_its_type() {
        let lowered = lower_go(TEXT);
        let ports = &lowered.property_schema("T", "ports").extensions;
        assert_eq!(ports.list_type, Some(ListType::Map));
        assert_eq!(ports.list_map_keys, ["name", "protocol"]);
        assert_eq!(lowered.property_schema("T", "names").extensions.list_type, Some(ListType::Set));
        assert_eq!(lowered.property_schema("T", "atomic").extensions.list_type, Some(ListType::Atomic));
    }

    #[test]
    fn openapi_gen_reads_the_field_only() {
        let lowered = lower_compatibly(TEXT);
        assert_eq!(lowered.property_schema("T", "names").extensions.list_type, None);
        assert_eq!(lowered.property_schema("T", "atomic").extensions.list_type, Some(ListType::Atomic));
    }
}
