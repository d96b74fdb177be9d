//! The types that openapi-gen checks.

use crate::{
    model::{Package, TypeDefinition},
    tags::{Tag, TagKind},
};

pub(super) fn is_selected(package: &Package, definition: &TypeDefinition) -> bool {
    let says = |tags: &[Tag], value: bool| tags.iter().any(|tag| tag.meaning == TagKind::Published(value));
    !definition.name.starts_with("codecSelfer")
        && if says(&package.tags, true) { !says(&definition.tags, false) } else { says(&definition.tags, true) }
}
