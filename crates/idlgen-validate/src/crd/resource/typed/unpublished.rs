//! Checks that the CRD does not contain: hand-written validators and unpublished rules.

use idlgen_runtime::{
    Checks, Context, Outcome,
    data::is_too_deep,
    field::{Element, PathBuf},
    outcome_of,
};
use serde_json::Value as Json;

use super::{Admit, NoObject, TypedAdmission, TypedResource, typed_object};
use crate::crd::Warning;

impl TypedResource {
    /// Adds the errors and warnings of the unpublished checks of the type to a response about `object`. They validate
    /// the object that would be stored. If the request is rejected already, they validate the one that was sent, unless
    /// the type cannot represent it. Errors that prevent the rules of the schema prevent unpublished rules, too.
    pub(super) fn with_unpublished<T: Admit>(
        &self,
        mut admission: TypedAdmission<T>,
        object: &Json,
        old: Option<&Json>,
        is_status: bool,
    ) -> TypedAdmission<T> {
        if !T::has_unpublished_checks() || admission.decode_error.is_some() {
            return admission;
        }
        let sent;
        let value = match &admission.object {
            Ok(value) => value,
            Err(_) => match read(object) {
                Some(value) => {
                    sent = value;
                    &sent
                }
                None => return admission,
            },
        };
        let old: Option<T> = old.and_then(read);
        let options = self.validator_options().runtime();
        let Outcome { mut errors, warnings, .. } = outcome_of(value, old.as_ref(), &options, Checks::Unpublished);
        if Context::instead_of_rules(&admission.errors).is_some() {
            errors = errors.into_iter().filter(|error| error.origin.rule.is_none()).collect();
        }
        if is_status {
            // The request changes nothing else, so its user could not correct other errors.
            errors = errors.into_iter().filter(|error| is_about_status(&error.path)).collect();
        }
        admission.warnings.extend(warnings.into_iter().map(Warning::Ratcheted));
        if !errors.is_empty() {
            if let Some(causes) = &mut admission.causes {
                causes.extend(errors.iter().cloned());
            }
            admission.errors.extend(errors);
            admission.object = Err(NoObject::Rejected);
        }
        admission
    }
}

/// Returns `true` for the path of a value in the status, and for that of the entire object.
fn is_about_status(path: &PathBuf) -> bool {
    match path.elements.first() {
        Some(Element::Field(name)) => name == "status",
        _ => true,
    }
}

fn read<T: Admit>(object: &Json) -> Option<T> {
    if is_too_deep(object) { None } else { typed_object(object).ok() }
}
