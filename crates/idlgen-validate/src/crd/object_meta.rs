//! Decodes and validates `metadata` (`k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta`) of objects and of embedded
//! resources.
//!
//! ```
//! use idlgen_runtime::field::{ErrorList, Path};
//! use idlgen_validate::crd::{Scope, object_meta::{self, NameRule, ObjectMeta}};
//! use serde_json::json;
//!
//! let given = json!({"name": "n", "namespace": "d", "labels": {"a": "b c"}, "creationTimestamp": null, "other": 1});
//! let decoded = object_meta::decode(&given).unwrap();
//! assert_eq!(decoded.metadata, json!({"name": "n", "namespace": "d", "labels": {"a": "b c"}}));
//! assert_eq!(decoded.unknown[0].to_string(), "other");
//!
//! let object = json!({"metadata": decoded.metadata});
//! let path = Path::root().field("metadata").to_path_buf();
//! let mut errors = ErrorList::new();
//! object_meta::check_create(
//!     ObjectMeta::of(&object), Scope::Namespaced, NameRule::DnsSubdomain, 35, &path, &mut errors,
//! );
//! assert!(errors.to_string().starts_with("metadata.labels: Invalid value: \"b c\": a valid label must be"));
//!
//! let error = object_meta::decode(&json!({"labels": 1})).unwrap_err();
//! assert_eq!(
//!     error,
//!     "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type map[string]string"
//! );
//! ```

mod create;
mod decode;
mod embedded;
mod go_type;
mod name;
mod owner;
mod place;
mod plain;
mod shared;
mod system;
mod update;
mod view;

pub use self::{
    create::check_create,
    decode::{Decoded, decode, decode_valid_fields},
    embedded::check_embedded,
    name::NameRule,
    system::drop_system_fields,
    update::check_update,
    view::ObjectMeta,
};
pub(super) use self::{embedded::coerce_embedded, name::generate_name, owner::group_version, place::join};
pub(crate) use decode::kind;
pub(super) use plain::is_plain;
