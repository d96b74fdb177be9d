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

pub(super) use self::{
    create::check_create,
    decode::{decode, decode_what_can_be},
    embedded::{check_embedded, coerce_embedded},
    name::{NameRule, generate_name},
    owner::group_version,
    place::join,
    update::check_update,
    view::ObjectMeta,
};
