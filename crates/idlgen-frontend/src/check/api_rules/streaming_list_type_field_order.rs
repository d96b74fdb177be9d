//! `streaming_list_type_field_order`: TypeMeta, ListMeta and Items have this order.

use super::{
    rule::{ApiRule, ApiStruct, Finding},
    streaming_list::{FIELDS, is_streaming_list},
};
use crate::diag::{Code, explained};

/// A list object with its fields in another order.
pub(super) const STREAMING_LIST_TYPE_FIELD_ORDER: Code = explained!(
    533,
    "streaming-list-type-field-order",
    Error,
    "The fields of a list kind are not in the expected order (API rule `streaming_list_type_field_order`)."
);

pub(super) const RULE: ApiRule =
    ApiRule { name: "streaming_list_type_field_order", code: STREAMING_LIST_TYPE_FIELD_ORDER, check };

fn check<'a>(subject: &ApiStruct<'a>) -> Vec<Finding<'a>> {
    if !is_streaming_list(subject) {
        return Vec::new();
    }
    let misplaced = FIELDS.iter().zip(subject.fields).filter(|(wanted, field)| **wanted != field.name);
    let finding = |wanted: &str| {
        let field = subject.fields.iter().find(|field| field.name == wanted)?;
        Some(Finding {
            field,
            message: "is not in the order in which an API server streams the list".to_owned(),
            advice: format!("write the fields in the order {}", FIELDS.join(", ")),
        })
    };
    misplaced.filter_map(|(wanted, _)| finding(wanted)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::reported;

    #[test]
    fn order() {
        let text = r#"
type A struct {
	metav1.TypeMeta `json:",inline"`
	Items []string `json:"items"`
	metav1.ListMeta `json:"metadata,omitempty"`
}
type B struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []string `json:"items"`
}
type C struct {
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []string `json:"items"`
}
"#;
        assert_eq!(
            reported(text),
            ["streaming_list_type_field_order,A,Items", "streaming_list_type_field_order,A,ListMeta"]
        );
    }
}
