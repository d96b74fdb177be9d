//! `apiserver/pkg/cel/common`: the old value that corresponds to a value.

use idlgen_runtime::field::{Element, PathBuf};
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{list, validator},
};

/// `TestCorrelation`: the old value that corresponds to the value at a path, and whether both are equal. A row without
/// a new value expects that there is no old one.
pub(super) fn correlation(case: &Json) -> Outcome {
    let nothing = Json::Null;
    let get = |key: &str| case.get(key).unwrap_or(&nothing);
    let schema = serde_json::json!({ "schema": get("Schema").get("Schema").unwrap_or(&nothing) });
    let validator = match validator(&schema) {
        Ok(validator) => validator,
        Err(outcome) => return outcome,
    };
    let elements = list(case, "KeyPath").into_iter().map(|step| match (step.as_str(), step.as_u64()) {
        (None, Some(index)) => Element::Index(usize::try_from(index).unwrap_or(usize::MAX)),
        (key, _) => Element::Key(key.unwrap_or_default().to_owned()),
    });
    let path = PathBuf { elements: elements.collect() };
    let found = validator.old_value(get("RootObject"), get("RootOldObject"), &path);
    let (new, old) = (get("NewValue"), get("OldValue"));
    let is_unchanged = get("ExpectEqual") == &Json::Bool(true) || new == old;
    let expected = (!new.is_null()).then(|| (old.clone(), is_unchanged));
    Outcome::compare(&expected, &found.map(|found| (found.value, found.is_unchanged)))
}
