//! Which properties cannot tell zero from absent (KEP-4153, "Zero-Valued Primitive Fields").

use crate::{
    lower::types::usage::{Ground, Usage},
    model::Model,
};

/// A struct in Go, but a number or text in JSON, and as such zero if it was never set.
const INT_OR_STRING: &str = "k8s.io/apimachinery/pkg/util/intstr.IntOrString";

/// Whether the zero value of a field of this type counts as absent: text, numbers, booleans, slices and maps that are no pointers. Pointers tell
/// the two apart; structs and arrays are looked into instead.
pub(in crate::lower) fn strips_zero(model: &Model, usage: &Usage<'_>) -> bool {
    !usage.has_pointer
        && match &usage.ground {
            Ground::Builtin(_) | Ground::Bytes | Ground::Map(..) => true,
            Ground::List { is_array, .. } => !is_array,
            Ground::Struct(id) => model.go_name(*id) == INT_OR_STRING,
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
