//! `names_match`: the Go name and the JSON name of a field are equal, in `CamelCase` and in `camelCase`.

use super::{
    kind,
    rule::{ApiRule, ApiStruct, Finding},
};
use crate::{
    diag::{Code, explained},
    model::Field,
};

/// A JSON name that does not match the Go name.
pub(super) const NAMES_MATCH: Code =
    explained!(530, "names-match", Error, "A field has different names in Go and in JSON (API rule `names_match`).");

pub(super) const RULE: ApiRule = ApiRule { name: "names_match", code: NAMES_MATCH, check };

/// The types of fields named `metadata`.
const METADATA: [&str; 2] =
    ["k8s.io/apimachinery/pkg/apis/meta/v1.ListMeta", "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta"];

fn check<'a>(subject: &ApiStruct<'a>) -> Vec<Finding<'a>> {
    subject.fields.iter().filter_map(|field| check_field(subject, field)).collect()
}

fn check_field<'a>(subject: &ApiStruct<'a>, field: &'a Field) -> Option<Finding<'a>> {
    let finding = |message: String, advice: String| Some(Finding { field, message, advice });
    let advice = || match json_name(&field.name) {
        Some(name) => format!("write `json:\"{name}\"`, with `,omitempty` if the field is optional"),
        None => "write the Go name in CamelCase, and the same name with a lowercase first letter in the `json` tag"
            .to_owned(),
    };
    let Some((_, tag)) = field.struct_tag.iter().find(|(key, _)| key == "json") else {
        return finding("has no `json` tag".to_owned(), advice());
    };
    if tag == "-" {
        return None;
    }
    let name = tag.split(',').next().unwrap_or_default();
    if name.is_empty() {
        return if kind::is_struct_or_pointer_to_struct(subject.model, &field.ty) {
            None
        } else {
            finding("has no name in its `json` tag and is not a struct".to_owned(), advice())
        };
    }
    if kind::declared(subject.model, &field.ty).is_some_and(|id| METADATA.contains(&subject.model.go_name(id).as_str()))
    {
        return if name == "metadata" {
            None
        } else {
            finding(
                format!("has the JSON name `{name}`"),
                "object and list metadata must have the JSON name `metadata`".to_owned(),
            )
        };
    }
    if names_match(&field.name, name) {
        return None;
    }
    finding(format!("has the JSON name `{name}`, which differs from its Go name"), advice())
}

/// Returns `true` if the names only differ in the capitalization of the first word.
fn names_match(go: &str, json: &str) -> bool {
    if go.contains('_') || !equal_but_for_case(go, json) {
        return false;
    }
    let (go, json) = (go.as_bytes(), json.as_bytes());
    if !go.first().is_some_and(u8::is_ascii_uppercase) || json.first().is_some_and(u8::is_ascii_uppercase) {
        return false;
    }
    // From the first equal letter, everything is equal: after a single capital (`PodSpec`), or from the capital of the
    // next word (`JSONSpec`).
    match go.iter().zip(json).position(|(go, json)| go == json) {
        Some(at) => go.get(at..) == json.get(at..) && (at == 1 || go.get(at).is_some_and(u8::is_ascii_uppercase)),
        None => true,
    }
}

/// Emulates Go's `strings.EqualFold` for Go identifiers.
fn equal_but_for_case(left: &str, right: &str) -> bool {
    left.to_lowercase() == right.to_lowercase()
}

/// Returns the JSON name that corresponds to a Go name, if there is one.
fn json_name(go: &str) -> Option<String> {
    let capitals = go.bytes().take_while(u8::is_ascii_uppercase).count();
    let first_word = if capitals > 1 && capitals < go.len() { capitals - 1 } else { capitals };
    let (first, rest) = go.split_at_checked(first_word)?;
    let name = format!("{}{rest}", first.to_ascii_lowercase());
    names_match(go, &name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{super::testing::reported, json_name, names_match};

    #[test]
    fn names() {
        for (go, json, expected) in [
            ("podSpec", "podSpec", false),
            ("PodSpec", "podSpec", true),
            ("PodSpec", "PodSpec", false),
            ("PodSpec", "spec", false),
            ("Spec", "podSpec", false),
            ("JSONSpec", "jsonSpec", true),
            ("JSONSpec", "jsonspec", false),
            ("HTTPJSONSpec", "httpJSONSpec", true),
            ("HTTPJSONSpec", "httpjsonSpec", true),
            ("URL", "url", true),
            ("URL", "uRL", true),
            ("A", "a", true),
            ("Pod_Spec", "pod_Spec", false),
            ("PodSpec", "pod-spec", false),
            ("PodSpec", "podspec", false),
            ("V1", "v1", true),
            ("IP6", "ip6", false),
        ] {
            assert_eq!(names_match(go, json), expected, "{go} {json}");
        }
    }

    #[test]
    fn what_would_be_right() {
        for (go, json) in [
            ("PodSpec", Some("podSpec")),
            ("JSONSpec", Some("jsonSpec")),
            ("URL", Some("url")),
            ("pod", None),
            ("Pod_Spec", None),
        ] {
            assert_eq!(json_name(go).as_deref(), json, "{go}");
        }
    }

    #[test]
    fn fields() {
        let text = r#"
type Inner struct{}
type Text string
type Pointer *Inner
type AliasOfInner = Inner
type S struct {
	Missing string
	Skipped string `json:"-"`
	Dash string `json:"-,"`
	Empty string `json:""`
	Omitted string `json:",omitempty"`
	Inner `json:",inline"`
	AliasOfInner `json:""`
	Text `json:",inline"`
	P *Inner `json:",inline"`
	N Pointer `json:",inline"`
	A struct{ X string } `json:""`
	metav1.ObjectMeta `json:"objectMeta"`
	metav1.ListMeta `json:"metadata"`
	M *metav1.ObjectMeta `json:"m"`
	Two, Names string `json:"two"`
}
"#;
        let fields = ["Dash", "Empty", "Missing", "Names", "ObjectMeta", "Omitted", "Text"];
        let expected: Vec<String> = fields.iter().map(|field| format!("names_match,S,{field}")).collect();
        assert_eq!(reported(text), expected);
    }
}
