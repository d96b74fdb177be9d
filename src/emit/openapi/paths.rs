//! Generates `paths`, in which clients find the kind of a resource and its operations
//! (`k8s.io/apiserver/pkg/endpoints.APIInstaller`).

mod action;
mod operation;
mod operation_id;
mod parameter;
mod routes;
mod v2;
mod v3;

use idlgen_validate::schema::json::OrderedJson;

use super::Publication;
use crate::lower::RegisteredGroupVersion;

/// Returns the paths of a group and version in OpenAPI v3. Empty unless requested.
pub(super) fn v3(publication: &Publication<'_>, group_version: &RegisteredGroupVersion) -> OrderedJson {
    let mut paths = Vec::new();
    if publication.options.paths {
        paths.extend(routes::routes(publication, group_version).iter().map(v3::path));
    }
    OrderedJson::Object(paths)
}

/// Returns the paths of all groups and versions in OpenAPI v2. Empty unless requested.
pub(super) fn v2<'g>(
    publication: &Publication<'_>,
    group_versions: impl Iterator<Item = &'g RegisteredGroupVersion>,
) -> OrderedJson {
    let mut paths = Vec::new();
    if publication.options.paths {
        let routes = group_versions.flat_map(|group_version| routes::routes(publication, group_version));
        paths.extend(routes.map(|path| v2::path(&path)));
        paths.sort_by(|left, right| left.0.cmp(&right.0));
    }
    OrderedJson::Object(paths)
}
