//! `streaming_list_type_json_tags`: the `json` tags of TypeMeta, ListMeta and Items are those that an API server writes
//! when it streams the list.

use super::{
    rule::{ApiRule, ApiStruct, Finding},
    streaming_list::{invalid_tags, tag_of},
};
use crate::{
    diag::{Code, explained},
    model::Field,
};

/// A list object with other `json` tags.
pub(super) const STREAMING_LIST_TYPE_JSON_TAGS: Code = explained!(
    534,
    "streaming-list-type-json-tags",
    Error,
    "A field of a list kind has an unexpected `json` tag (API rule `streaming_list_type_json_tags`)."
);

pub(super) const RULE: ApiRule =
    ApiRule { name: "streaming_list_type_json_tags", code: STREAMING_LIST_TYPE_JSON_TAGS, check };

fn check<'a>(subject: &ApiStruct<'a>) -> Vec<Finding<'a>> {
    invalid_tags(subject, |field| {
        let tag = tag_of(field, "json");
        match field.name.as_str() {
            "TypeMeta" if !is_inline(field, tag, subject.kubernetes_minor) => Some("`json:\",inline\"`"),
            "ListMeta" if tag != Some("metadata,omitempty") => Some("`json:\"metadata,omitempty\"`"),
            "Items" if tag != Some("items") => Some("`json:\"items\"`"),
            _ => None,
        }
    })
}

/// Since Kubernetes 1.37, an empty tag of an embedded field is accepted as well.
fn is_inline(field: &Field, tag: Option<&str>, kubernetes_minor: u16) -> bool {
    match tag {
        Some(",inline") => kubernetes_minor < 37 || field.is_embedded,
        Some("") => kubernetes_minor >= 37 && field.is_embedded,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{reported, reported_for};

    #[test]
    fn tags() {
        let text = r#"
type A struct {
	metav1.TypeMeta `json:""`
	metav1.ListMeta `json:"metadata"`
	Items []string `json:"items,omitempty"`
}
type B struct {
	TypeMeta metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []string `json:"items"`
}
"#;
        let list = ["A,Items", "A,ListMeta"].map(|line| format!("streaming_list_type_json_tags,{line}"));
        let mut old = list.to_vec();
        old.push("streaming_list_type_json_tags,A,TypeMeta".to_owned());
        assert_eq!(reported(text), old);
        let mut new = list.to_vec();
        new.push("streaming_list_type_json_tags,B,TypeMeta".to_owned());
        assert_eq!(reported_for(text, 37), new);
    }
}
