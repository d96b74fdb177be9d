//! Verifies the effect of every row in the tag table: compares a sample with the tag to one without.

use idlgen_schema::schema::json::{Indent, PrintOptions};

use super::NO_EFFECT;
use crate::{
    check::testing::{check_file, report},
    lower::{LowerOptions, lower},
    tags::registry::{Effect, GoKind, Output, TagDefinition, Target, all},
};

/// A tag that does not affect values.
const NEUTRAL: &str = "+genclient";

/// The context of the tag.
struct Sample {
    /// The declaration with the tag.
    target: Target,
    /// The Go type of the field.
    go_type: &'static str,
    /// Other tags that it requires.
    beside: &'static str,
    /// The options of the field's `json` tag.
    options: &'static str,
}

impl Sample {
    fn of(row: &TagDefinition, target: Target) -> Self {
        let go_type = match row.kinds.first() {
            None | Some(GoKind::String) => "string",
            Some(GoKind::Integer) => "int64",
            Some(GoKind::Number) => "float64",
            Some(GoKind::Boolean) => "bool",
            Some(GoKind::List) => "[]string",
            Some(GoKind::Map) => "map[string]string",
            Some(GoKind::Struct) => "Inner",
        };
        let sample = Sample { target, go_type, beside: "", options: ",omitempty" };
        match row.name {
            "default" | "kubebuilder:default" => Sample { go_type: "int64", ..sample },
            "optional" | "k8s:optional" | "kubebuilder:validation:Optional" => Sample { options: "", ..sample },
            "listMapKey" => Sample { go_type: "[]Inner", beside: "// +listType=map\n", ..sample },
            "k8s:listMapKey" => Sample { go_type: "[]Inner", beside: "// +k8s:listType=map\n", ..sample },
            "kubebuilder:validation:Type" => Sample { go_type: "int64", ..sample },
            "kubebuilder:validation:items:Type" => Sample { go_type: "[]int64", ..sample },
            "kubebuilder:validation:ExclusiveMaximum" => {
                Sample { beside: "// +kubebuilder:validation:Maximum=5\n", ..sample }
            }
            "kubebuilder:validation:ExclusiveMinimum" => {
                Sample { beside: "// +kubebuilder:validation:Minimum=5\n", ..sample }
            }
            "kubebuilder:validation:items:ExclusiveMaximum" => {
                Sample { go_type: "[]int64", beside: "// +kubebuilder:validation:items:Maximum=5\n", ..sample }
            }
            "kubebuilder:validation:items:ExclusiveMinimum" => {
                Sample { go_type: "[]int64", beside: "// +kubebuilder:validation:items:Minimum=5\n", ..sample }
            }
            "k8s:validation:exclusiveMinimum" => Sample { beside: "// +k8s:validation:minimum=1\n", ..sample },
            "k8s:validation:exclusiveMaximum" => Sample { beside: "// +k8s:validation:maximum=1\n", ..sample },
            "errorMessage" => Sample { beside: "// +maxLength=5\n", ..sample },
            "override" => Sample { go_type: "Outer", ..sample },
            "k8s:beta" | "k8s:alpha" => Sample { go_type: "[]string", ..sample },
            _ => sample,
        }
    }

    /// Returns a Go file with a tag on the target.
    fn text(&self, tag: &str) -> String {
        let line = format!("{}// {tag}\n", self.beside);
        let at = |target: Target| if self.target == target { line.as_str() } else { "" };
        format!(
            "{package}package v1\n\
             const DefaultPort = 8080\n\
             {of_type}type Phase string\n\
             const (\n{constant}\tPhaseRolling Phase = \"RollingUpdate\"\n)\n\
             type Inner struct {{\n\tName string `json:\"name\"`\n\tCapacity string `json:\"capacity\"`\n}}\n\
             type Outer struct {{\n\tSpec Inner `json:\"spec\"`\n}}\n\
             {of_type}type S struct {{\n\
             {embedded}\tOuter `json:\",inline\"`\n\
             \tType Phase `json:\"type,omitempty\"`\n\
             \tInline *string `json:\"inline,omitempty\"`\n\
             \tReference *string `json:\"reference,omitempty\"`\n\
             {field}\tValue {go_type} `json:\"value{options}\"`\n\
             }}\n",
            package = at(Target::Package),
            of_type = at(Target::Type),
            constant = at(Target::Constant),
            embedded = at(Target::EmbeddedField),
            field = at(Target::Field),
            go_type = self.go_type,
            options = self.options,
        )
    }
}

/// Returns the published schema of a Go file, and the warnings about tags without an effect.
fn read(text: &str) -> (String, Vec<String>) {
    let (read, diagnostics) = check_file(text);
    let lowered = lower(&read.model, &LowerOptions::default());
    let schemas = lowered.definitions.schemas.iter();
    let json = schemas.map(|(name, schema)| {
        format!("{name}: {}\n", schema.to_ordered_json(&PrintOptions::default()).to_text(Indent::Compact))
    });
    let warnings = diagnostics.into_iter().filter(|one| one.code == NO_EFFECT).map(|one| one.message).collect();
    (json.collect(), warnings)
}

/// Returns the target for the row's example: a field if it is allowed there.
fn first_target(row: &TagDefinition) -> Target {
    let on_type = row.name == "enum" || !row.targets.contains(&Target::Field);
    if on_type { *row.targets.first().unwrap() } else { Target::Field }
}

#[test]
fn every_row_says_truly_whether_its_tag_has_an_effect() {
    let mut wrong = Vec::new();
    for row in all().filter(|row| !row.example.is_empty()) {
        let target = first_target(row);
        let sample = Sample::of(row, target);
        let (without, none) = read(&sample.text(NEUTRAL));
        assert_eq!(none, Vec::<String>::new(), "{}", row.name);
        let (with, warnings) = read(&sample.text(row.example));
        let is_changed = with != without;
        let lacking = row.effect.ignored_on(target);
        let is_true = match row.effect {
            // Such rows set the reason of an error, which does not affect the set of valid values.
            Effect::NotAboutValues => row.reason.is_none() && warnings.is_empty(),
            Effect::Everywhere | Effect::NotOn(_) | Effect::AsHeld => is_changed && warnings.is_empty(),
            Effect::InChannels => !is_changed && !warnings.is_empty(),
            Effect::Lacking { outputs, .. } => {
                let message = format!("has no effect yet on {}", Output::names(outputs));
                let is_said = !warnings.is_empty() && warnings.iter().all(|one| one.ends_with(&message));
                is_said && is_changed == (outputs != Output::ALL)
            }
        };
        let is_said = lacking.is_empty() == warnings.is_empty() || row.effect == Effect::InChannels;
        if !is_true || !is_said {
            wrong.push(format!(
                "{}: {:?} on a {}, changes {is_changed}, {warnings:?}",
                row.name,
                row.effect,
                target.name()
            ));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn what_has_no_effect_on_some_declarations_is_said_there_only() {
    for row in all() {
        let Effect::NotOn(targets) = row.effect else { continue };
        for target in row.targets {
            let sample = Sample::of(row, *target);
            let (with, warnings) = read(&sample.text(row.example));
            let is_without = targets.contains(target);
            assert_eq!(warnings.is_empty(), !is_without, "{}: {warnings:?}", row.name);
            assert_eq!(with == read(&sample.text(NEUTRAL)).0, is_without, "{}", row.name);
        }
    }
}

#[test]
fn messages_say_which_tag_and_what_else_to_write() {
    let text = r#"// +kubebuilder:validation:Required
package v1
type S struct {
	// +kubebuilder:default=8080
	A int64 `json:"a"`
	// +k8s:eachVal=+k8s:immutable
	// +k8s:beta(since: "1.37")=+k8s:forbidden
	B []string `json:"b"`
	// +k8s:subfield(name)=+k8s:optional
	// +k8s:subfield(name)=+k8s:required
	C T `json:"c"`
	// +k8s:immutable
	e string
	// +genclient
	// +kubebuilder:example=x
	F string `json:"f"`
}
type T struct {
	Name string `json:"name,omitempty"`
}
"#;
    let expected = [
        "types.go:6:18: warning[IDL0525]: `+k8s:immutable` inside `+k8s:eachVal` has no effect yet on OpenAPI, \
         Rust and validation",
        "types.go:7:30: warning[IDL0525]: `+k8s:forbidden` inside `+k8s:beta` has no effect yet on OpenAPI, Rust \
         and validation",
        "types.go:9:25: warning[IDL0525]: `+k8s:optional` inside `+k8s:subfield` has no effect yet on OpenAPI, \
         Rust and validation",
        "types.go:12:5: warning[IDL0503]: `+k8s:immutable` has no effect on field `e`",
    ];
    assert_eq!(report(text).lines().collect::<Vec<_>>(), expected);
    let (_, diagnostics) = check_file(text);
    let notes: Vec<&str> = diagnostics.iter().flat_map(|one| &one.notes).map(String::as_str).take(2).collect();
    assert_eq!(
        notes,
        ["only the output of validation-gen enforces it", "only the output of validation-gen enforces it"]
    );
}
