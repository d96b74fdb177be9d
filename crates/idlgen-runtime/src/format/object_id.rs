//! The format `bsonobjectid`.

use super::{Family, Format};

pub(super) static OBJECT_ID: Format = Format {
    name: "bsonobjectid",
    family: Family::OpenApi,
    since: 0,
    doc: "A BSON object ID: 24 hexadecimal digits.",
    source: "k8s.io/kube-openapi/pkg/validation/strfmt/bson.IsObjectIdHex",
    examples: &["507f1f77bcf86cd799439011"],
    counterexamples: &["", "507f1f77bcf86cd79943901", "507f1f77bcf86cd79943901g"],
    accepts: |text| text.len() == 24 && text.bytes().all(|byte| byte.is_ascii_hexdigit()),
    messages: None,
};
