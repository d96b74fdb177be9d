//! `streaming_list_type_proto_tags`: the `protobuf` tags of ListMeta and Items, if any, are those that an API server
//! writes when it streams the list.

use super::{
    rule::{ApiRule, ApiStruct, Finding},
    streaming_list::{invalid_tags, tag_of},
};
use crate::diag::{Code, explained};

/// A list object with other `protobuf` tags.
pub(super) const STREAMING_LIST_TYPE_PROTO_TAGS: Code = explained!(
    535,
    "streaming-list-type-proto-tags",
    Error,
    "A field of a list kind has an unexpected `protobuf` tag (API rule `streaming_list_type_proto_tags`)."
);

pub(super) const RULE: ApiRule =
    ApiRule { name: "streaming_list_type_proto_tags", code: STREAMING_LIST_TYPE_PROTO_TAGS, check };

fn check<'a>(subject: &ApiStruct<'a>) -> Vec<Finding<'a>> {
    invalid_tags(subject, |field| {
        let tag = tag_of(field, "protobuf").filter(|tag| !tag.is_empty())?;
        match field.name.as_str() {
            "TypeMeta" => Some("no `protobuf` tag"),
            "ListMeta" if tag != "bytes,1,opt,name=metadata" => Some("`protobuf:\"bytes,1,opt,name=metadata\"`"),
            "Items" if tag != "bytes,2,rep,name=items" => Some("`protobuf:\"bytes,2,rep,name=items\"`"),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::reported;

    #[test]
    fn tags() {
        let list = |meta: &str, list: &str, items: &str| {
            reported(&format!(
                "type A struct {{\n\tmetav1.TypeMeta `json:\",inline\"{meta}`\n\
                 \tmetav1.ListMeta `json:\"metadata,omitempty\"{list}`\n\tItems []string `json:\"items\"{items}`\n}}\n"
            ))
        };
        let expected = |fields: &[&str]| -> Vec<String> {
            fields.iter().map(|field| format!("streaming_list_type_proto_tags,A,{field}")).collect()
        };
        assert_eq!(list("", "", ""), expected(&[]));
        assert_eq!(
            list("", " protobuf:\"bytes,1,opt,name=metadata\"", " protobuf:\"bytes,2,rep,name=items\""),
            expected(&[])
        );
        let other = " protobuf:\"bytes,3,opt,name=x\"";
        assert_eq!(list(other, other, other), expected(&["Items", "ListMeta", "TypeMeta"]));
    }
}
