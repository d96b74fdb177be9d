//! `metadata` of objects (`k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta`): how a server reads it, and what it
//! checks of it, at the root of an object and in embedded resources.

mod create;
mod decode;
mod embedded;
mod go_type;
mod name;
mod owner;
mod place;
mod shared;
mod update;
mod view;

use idlgen_runtime::field::{Element, ErrorList, PathBuf};
use serde_json::Value as Json;

pub use self::name::NameRule;
pub(super) use self::{
    create::check_create,
    decode::{decode, decode_what_can_be},
    embedded::{check_embedded, coerce_embedded},
    name::generate_name,
    owner::group_version,
    place::join,
    update::check_update,
    view::ObjectMeta,
};

/// What is wrong with the `metadata` of an object that is created
/// (`k8s.io/apimachinery/pkg/api/validation.ValidateObjectMeta`), whoever serves its kind.
pub fn metadata_errors(object: &Json, scope: super::Scope, rule: NameRule) -> ErrorList {
    let mut errors = ErrorList::new();
    let path = PathBuf { elements: vec![Element::Field("metadata".to_owned())] };
    check_create(ObjectMeta::of(object), scope, rule, &path, &mut errors);
    errors
}
