//! `list_type_missing`: a list declares its merge strategy with `+listType`. The items of a list object are exempt.

use super::{
    kind,
    rule::{ApiRule, ApiStruct, Finding},
};
use crate::{
    diag::{Code, explained},
    tags::Dialect,
};

/// A list without a merge strategy.
pub(super) const LIST_TYPE_MISSING: Code =
    explained!(532, "list-type-missing", Error, "A list has no `+listType` (API rule `list_type_missing`).");

pub(super) const RULE: ApiRule = ApiRule { name: "list_type_missing", code: LIST_TYPE_MISSING, check };

fn check<'a>(subject: &ApiStruct<'a>) -> Vec<Finding<'a>> {
    let is_object_list = subject.fields.iter().any(|field| field.name == "ListMeta");
    let mut findings = Vec::new();
    for field in subject.fields {
        let has_list_type = field.tags.iter().any(|tag| tag.name == "listType" && tag.dialect != Dialect::Foreign);
        if is_object_list && field.name == "Items" && kind::is_slice(subject.model, &field.ty) {
            if has_list_type {
                findings.push(Finding {
                    field,
                    message: "has `+listType`, but it contains the items of a list kind".to_owned(),
                    advice: "remove the tag: the items of a list kind are never merged".to_owned(),
                });
            }
        } else if !has_list_type && kind::slice_of_other_than_bytes(subject.model, &field.ty) {
            findings.push(Finding {
                field,
                message: "is a list without `+listType`".to_owned(),
                advice: "add `+listType=atomic`, `+listType=set` or `+listType=map` with `+listMapKey`".to_owned(),
            });
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::super::testing::reported;

    #[test]
    fn lists() {
        let text = r#"
type Texts []string
type Bytes = []byte
type Alias = []string
type S struct {
	A []string `json:"a"`
	// +listType=atomic
	B []string `json:"b"`
	C []byte `json:"c"`
	D []int8 `json:"d"`
	E Texts `json:"e"`
	F *[]string `json:"f"`
	G [2]string `json:"g"`
	H map[string][]string `json:"h"`
	I Alias `json:"i"`
	J Bytes `json:"j"`
	// +k8s:listType=atomic
	K []string `json:"k"`
	// +listType=other # text
	L []string `json:"l"`
	Items []string `json:"items"`
	M []string `json:"m"` // +listType=set
	N []string `json:"n"`
}
type SList struct {
	metav1.ListMeta `json:"metadata"`
	Items []S `json:"items"`
	Others []S `json:"others"`
}
type Tagged struct {
	metav1.ListMeta `json:"metadata"`
	// +listType=atomic
	Items []S `json:"items"`
}
type Named struct {
	metav1.ListMeta `json:"metadata"`
	// +listType=atomic
	Items Texts `json:"items"`
}
"#;
        let expected = ["S,A", "S,I", "S,Items", "S,K", "S,M", "SList,Others", "Tagged,Items"];
        let expected: Vec<String> = expected.iter().map(|line| format!("list_type_missing,{line}")).collect();
        assert_eq!(reported(text), expected);
    }
}
