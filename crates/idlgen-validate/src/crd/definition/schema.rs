//! The schema of a version (`validateCustomResourceDefinitionValidation`).

use idlgen_runtime::field::Path;
use serde_json::Value as Json;

use super::{
    Judge, defaults, expressions, found::Found, keywords, requirements::Requirements, root, structural, view::View,
};
use crate::Schema;

/// Checks a schema. `path` is that of `validation` or `schema`, the parent of `openAPIV3Schema`.
pub(super) fn validate(
    json: &Json,
    has_status: bool,
    requirements: &Requirements,
    judge: &Judge,
    path: &Path<'_>,
    all: &mut Found,
) {
    let Some(view) = View::new(json) else { return };
    let path = path.field("openAPIV3Schema");
    let mut found = Found::default();
    if has_status {
        root::validate(view, &path, &mut found);
    }
    if view.flag("nullable") {
        found.forbidden(&path.field("nullable"), "nullable cannot be true at the root");
    }
    // Only reported without other errors, since most of it duplicates them.
    let mut unsupported = None;
    let mut with_rules = None;
    if requirements.structural {
        unsupported = structural::unsupported(view);
        if unsupported.is_none() {
            let before = found.errors.len();
            structural::validate_structural(view, &path, &mut found);
            if found.errors.len() == before {
                let (schema, _) = Schema::from_json(json);
                defaults::validate(&schema, view, requirements, judge, &path, &mut found);
                with_rules = (found.errors.len() == before).then_some(schema);
            }
        }
    }
    let faulty = keywords::validate(view, requirements, &path, &mut found);
    if let Some(schema) = with_rules {
        expressions::validate(&schema, &faulty, requirements, judge, &path, &mut found);
    }
    if let Some(detail) = unsupported.filter(|_| found.errors.is_empty()) {
        found.invalid(&path, "", detail);
    }
    all.append(found);
}
