//! Checks that everything that branches validate is also specified outside of them (`validateStructuralCompleteness`).
//! Like the API server, only checks the branches of the root.

use idlgen_runtime::field::{Path, PathBuf};

use super::super::{found::Found, view::View};

pub(super) fn validate(schema: View<'_>, path: &Path<'_>, found: &mut Found) {
    branches(schema, schema, path, path, found);
}

/// Checks the branches of `judged`, a schema at path `at`. `spine`, at path `path`, specifies the same value outside of
/// branches.
fn branches(judged: View<'_>, spine: View<'_>, path: &Path<'_>, at: &Path<'_>, found: &mut Found) {
    if let Some(not) = judged.schema("not") {
        nested(not, Some(spine), path, &at.field("not"), found);
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for (index, branch) in judged.branches(keyword).into_iter().enumerate() {
            nested(branch, Some(spine), path, &at.field(keyword).index(index), found);
        }
    }
}

fn nested(judged: View<'_>, spine: Option<View<'_>>, path: &Path<'_>, at: &Path<'_>, found: &mut Found) {
    let Some(spine) = spine else {
        found.required(path, because(&at.to_path_buf()));
        return;
    };
    branches(judged, spine, path, at, found);
    if let Some(item) = judged.item() {
        nested(item, spine.item(), &path.field("items"), &at.field("items"), found);
    }
    for (name, property) in judged.entries("properties") {
        let (path, at) = (path.field("properties"), at.field("properties"));
        nested(property, spine.property(name), &path.key(name), &at.key(name), found);
    }
}

fn because(at: &PathBuf) -> String {
    format!("because it is defined in {at}")
}
