//! Checks that are not in the published schema: hand-written validators and unpublished rules (`publish=false`).
//!
//! They run after all others, in a method of their own: `admit` runs only these in addition to the checks of the CRD.
//! The method is generated like that of the published checks, from schemas in which only the unpublished rules are left
//! to check.

use idlgen_validate::{Schema, keyword::Keywords, schema::ListType};

use super::RustOptions;
use crate::lower::Lowered;

/// Which checks of a type are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CheckSet {
    /// Those of the published schema.
    Published,
    /// All others.
    Unpublished,
}

/// Returns the schemas for the unpublished checks, or `None` if there are no such checks.
pub(super) fn schemas(lowered: &Lowered, options: &RustOptions) -> Option<Lowered> {
    let has_validators = options.functions.values().any(|function| function.rule.is_none());
    if lowered.unpublished.is_none() && !has_validators {
        return None;
    }
    let mut unpublished = lowered.with_unpublished_rules().into_owned();
    for schema in unpublished.definitions.schemas.values_mut().chain(unpublished.named.values_mut()) {
        remove_checks(schema);
    }
    Some(unpublished)
}

/// Removes everything that values are checked for, except rules. What determines whether a value is present, and which
/// old value belongs to it, remains.
fn remove_checks(schema: &mut Schema) {
    schema.keywords = Keywords::default();
    schema.any_of.clear();
    schema.all_of.clear();
    schema.one_of.clear();
    schema.not = None;
    schema.draft4 = None;
    schema.extensions.embedded_resource = false;
    if schema.extensions.list_type == Some(ListType::Set) {
        schema.extensions.list_type = None;
    }
    schema.inside_mut().for_each(remove_checks);
}
