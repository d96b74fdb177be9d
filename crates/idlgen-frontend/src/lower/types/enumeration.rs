//! `+enum`: only the constants of a named type are allowed (`k8s.io/kube-openapi/pkg/generators/enum.go`).

use std::collections::BTreeMap;

use idlgen_runtime::go;
use serde_json::Value as Json;

use crate::{
    lower::layer::{Layer, LayerSource, Layers},
    model::{Constant, Seen, TypeKind},
    tags::{Tag, TagKind},
    tool::Tool,
};

/// The values of an enum.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Enumeration<'a> {
    /// The `+enum` tag.
    pub(in crate::lower) tag: &'a Tag,
    /// The distinct values, sorted by their Go spelling.
    values: Vec<Value>,
}

#[derive(Clone, Debug)]
struct Value {
    json: Json,
    spelling: String,
    name: String,
    comment: String,
}

impl<'a> Enumeration<'a> {
    /// Returns the enum in the layers of a type, or `None` if there is no enum with values.
    pub(in crate::lower) fn of(model: &Seen<'_>, tool: &Tool, layers: &Layers<'a>) -> Option<Self> {
        let asked = |layer: &&Layer<'_>| tool.tags_of_named_types || is_outermost_named_type(model, layers, layer);
        layers.0.iter().filter(asked).find_map(|layer| {
            let LayerSource::Type(id) = layer.source else { return None };
            let (tag, _) = layer.kinds().find(|(_, meaning)| **meaning == TagKind::Enum)?;
            let mut values: BTreeMap<String, Value> = BTreeMap::new();
            for constant in &model.type_definition(id).constants {
                let is_text = constant.value.is_string();
                if is_text || (tool.integer_enums && constant.value.is_i64()) {
                    add(&mut values, value(constant, tool));
                }
            }
            // The values are in the order of their spelling.
            let mut values: Vec<Value> = values.into_values().collect();
            values.sort_by(|left, right| compare(&left.json, &right.json).then(left.spelling.cmp(&right.spelling)));
            (!values.is_empty()).then_some(Enumeration { tag, values })
        })
    }

    /// Returns the values for the schema's `enum`.
    pub(in crate::lower) fn values(&self) -> impl Iterator<Item = &Json> {
        self.values.iter().map(|value| &value.json)
    }

    /// Returns the lines appended to a field's description.
    pub(in crate::lower) fn description_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.values.iter().map(Value::description_line).collect();
        lines.sort();
        let mut all = vec![String::new(), "Possible enum values:".to_owned()];
        all.append(&mut lines);
        all
    }
}

/// Compares integers by value, and everything else by spelling.
fn compare(left: &Json, right: &Json) -> std::cmp::Ordering {
    match (left.as_i64(), right.as_i64()) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => std::cmp::Ordering::Equal,
    }
}

/// Returns `true` if the layer belongs to the type as written in the field, ignoring aliases. openapi-gen does not
/// search the underlying types for enums.
fn is_outermost_named_type(model: &Seen<'_>, layers: &Layers<'_>, layer: &Layer<'_>) -> bool {
    let is_named = |source| match source {
        LayerSource::Type(id) => !matches!(model.type_definition(id).kind, TypeKind::Alias(_)),
        _ => false,
    };
    layers.0.iter().find(|layer| is_named(layer.source)).is_some_and(|first| first.source == layer.source)
}

fn value(constant: &Constant, tool: &Tool) -> Value {
    let lines = constant.doc.lines().filter(|line| !(tool.tagless_enum_comments && line.is_tag));
    let comment = lines.map(|line| line.text).collect::<Vec<_>>().join(" ");
    let spelling = constant.value.as_str().map_or_else(|| constant.value.to_string(), go::quote);
    Value { json: constant.value.clone(), spelling, name: constant.name.clone(), comment }
}

/// Adds a value. If several constants have the same value, the one with the longer comment is kept.
fn add(values: &mut BTreeMap<String, Value>, value: Value) {
    let Some(existing) = values.get_mut(&value.spelling) else {
        values.insert(value.spelling.clone(), value);
        return;
    };
    let longer = existing.comment.len() < value.comment.len();
    let same_length = existing.comment.len() == value.comment.len();
    if longer || (same_length && existing.comment > value.comment) {
        *existing = value;
    }
}

impl Value {
    /// Formats a value with its comment. Removes the constant's name from the beginning of the comment.
    fn description_line(&self) -> String {
        let comment = self.comment.trim();
        let comment = comment.strip_prefix(self.name.as_str()).unwrap_or(comment);
        let words: Vec<&str> = comment.split_whitespace().collect();
        format!(" - `{}` {}", self.spelling, words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use crate::lower::testing::{lower_compatibly, lower_go};

    const TEXT: &str = r#"
// Phase is the current phase.
// +enum
type Phase string

const (
    // PhaseRunning means that it
    // runs.
    PhaseRunning Phase = "Running"
    // Also done.
    PhaseDone Phase = "Done"
    // PhaseFinished is what PhaseDone was called once, long ago.
    PhaseFinished Phase = "Done"
    Unexplained Phase = "A"
)

// +enum
type Level int32

const (
    LevelHigh Level = 10
    LevelLow  Level = 2
)

// +enum
type None string

type AnyPhase = Phase
type MadePhase Phase

// +k8s:openapi-gen=true
type T struct {
    // Phase of it.
    Phase Phase `json:"phase,omitempty"`
    // Phases so far.
    Phases []Phase `json:"phases,omitempty"`
    // ByName has the phases of others.
    ByName map[Phase]*Phase `json:"byName,omitempty"`
    Pointer *Phase `json:"pointer,omitempty"`
    Alias AnyPhase `json:"alias,omitempty"`
    Made MadePhase `json:"made,omitempty"`
    Level Level `json:"level,omitempty"`
    None None `json:"none,omitempty"`
}
"#;

    #[test]
    fn values_are_sorted_and_described() {
        let lowered = lower_go(TEXT);
        let phase = lowered.property_schema("T", "phase");
        assert_eq!(phase.enumeration(), ["A", "Done", "Running"]);
        assert_eq!(
            phase.description.as_deref(),
            Some(concat!(
                "Phase of it.\n\nPossible enum values:\n",
                " - `\"A\"`\n",
                " - `\"Done\"` is what PhaseDone was called once, long ago.\n",
                " - `\"Running\"` means that it runs."
            ))
        );
        assert_eq!(
            lowered.property("T", "phases"),
            r#"{"description":"Phases so far.","type":"array","items":{"type":"string","default":"","enum":["A","Done","Running"]}}"#
        );
        assert_eq!(
            lowered.property("T", "byName"),
            r#"{"description":"ByName has the phases of others.","type":"object","additionalProperties":{"type":"string","enum":["A","Done","Running"]}}"#
        );
        assert_eq!(lowered.property_schema("T", "pointer").enumeration(), ["A", "Done", "Running"]);
        assert_eq!(lowered.property_schema("T", "alias").enumeration(), ["A", "Done", "Running"]);
        assert_eq!(lowered.property_schema("T", "made").enumeration(), ["A", "Done", "Running"]);
        assert_eq!(lowered.property("T", "none"), r#"{"type":"string"}"#);
    }

    #[test]
    fn integers_can_be_enums_too() {
        let level = lower_go(TEXT);
        let level = level.property_schema("T", "level");
        assert_eq!(level.enumeration(), [2, 10]);
        assert_eq!(level.description.as_deref(), Some("Possible enum values:\n - `10`\n - `2`"));
    }

    #[test]
    fn openapi_gen_knows_enums_of_text_only() {
        let lowered = lower_compatibly(TEXT);
        assert_eq!(lowered.property("T", "level"), r#"{"type":"integer","format":"int32"}"#);
        for (property, is_enum) in [("phase", true), ("alias", true), ("made", false)] {
            assert_eq!(!lowered.property_schema("T", property).enumeration().is_empty(), is_enum, "{property}");
        }
    }

    #[test]
    fn of_equal_constants_one_comment_is_kept() {
        let line = |first: &str, second: &str| {
            let text = format!(
                "// +enum\ntype E string\n\nconst (\n{first}    A E = \"x\"\n{second}    B E = \"x\"\n)\n\n\
                 type T struct {{\n    E E `json:\"e\"`\n}}\n"
            );
            let lowered = lower_go(&text);
            lowered.property_schema("T", "e").description.clone().unwrap_or_default()
        };
        let (ab, ba, long) = ("    // one ab\n", "    // one ba\n", "    // a longer one\n");
        for (first, second, expected) in
            [(ab, ba, "one ab"), (ba, ab, "one ab"), (ab, long, "a longer one"), (long, ab, "a longer one")]
        {
            let line = line(first, second);
            assert!(line.ends_with(&format!(" - `\"x\"` {expected}")), "{line}");
        }
    }
}
