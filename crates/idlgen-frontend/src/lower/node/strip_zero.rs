//! Determines the properties whose zero value is equivalent to absence (KEP-4153, "Zero-Valued Primitive Fields").

use crate::{
    lower::types::usage::Usage,
    model::{Seen, json::Kind},
};

/// Returns `true` if the zero value of a field with this type is equivalent to absence. This is the case for strings,
/// numbers, booleans, slices and maps, but not for pointers, which distinguish the two. The fields of structs and the
/// elements of arrays are considered separately instead.
pub(in crate::lower) fn strips_zero(model: &Seen<'_>, usage: &Usage<'_>) -> bool {
    !usage.has_pointer
        && match &usage.kind {
            Kind::Builtin(_) | Kind::Bytes | Kind::Map(..) => true,
            Kind::List { is_array, .. } => !is_array,
            // Some Go structs are encoded as a number or string, and have a zero value if they were never set.
            Kind::Struct(structure) => {
                let known = structure.definition.and_then(|id| model.known_declared(id));
                known.is_some_and(|known| known.is_zero_absent)
            }
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::lower_go;

    #[test]
    fn fields_that_cannot_tell_zero_from_absent() {
        let lowered = lower_go(
            r#"
import "time"

type Inner struct {
    A string `json:"a,omitempty"`
}
type Named []string
type Pointer *string

type T struct {
    Text     string            `json:"text"`
    Optional string            `json:"optional,omitempty"`
    Number   int32             `json:"number"`
    Float    float64           `json:"float"`
    Flag     bool              `json:"flag"`
    Slice    []string          `json:"slice"`
    Named    Named             `json:"named"`
    Bytes    []byte            `json:"bytes"`
    Map      map[string]string `json:"map"`
    Duration time.Duration     `json:"duration"`
    Pointer  *string           `json:"pointer"`
    Through  Pointer           `json:"through"`
    Inner    Inner             `json:"inner"`
    Array    [2]string         `json:"array"`
    Any      any               `json:"any"`
    Time     time.Time         `json:"time"`
    AsText   int               `json:"asText,string"`
}
"#,
        );
        let stripped: Vec<&str> = lowered
            .schema("T")
            .properties
            .iter()
            .filter(|(_, property)| property.strip_zero)
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(
            stripped,
            ["text", "optional", "number", "float", "flag", "slice", "named", "bytes", "map", "duration"]
        );
    }
}
