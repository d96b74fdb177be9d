//! `paths`.

use idlgen_validate::schema::json::OrderedJson;

use super::Publication;
use crate::lower::RegisteredGroupVersion;

/// The paths of a group and version in OpenAPI v3; none if they are not asked for.
pub(super) fn v3(_publication: &Publication<'_>, _group_version: &RegisteredGroupVersion) -> OrderedJson {
    OrderedJson::Object(Vec::new())
}

/// The paths of all groups and versions in OpenAPI v2; none if they are not asked for.
pub(super) fn v2<'g>(
    _publication: &Publication<'_>,
    _group_versions: impl Iterator<Item = &'g RegisteredGroupVersion>,
) -> OrderedJson {
    OrderedJson::Object(Vec::new())
}
