//! The test tables of `apiextensions-apiserver/pkg/apiserver/schema/defaulting`.

use idlgen_validate::Validator;
use serde_json::Value as Json;

use super::{
    super::case::Outcome,
    row_value::{document, validator},
};

/// `TestDefault`.
pub(super) fn fill_in(case: &Json) -> Outcome {
    compare(case, Validator::fill_in_defaults).unwrap_or_else(|outcome| outcome)
}

/// `TestPruneNonNullableNullsWithoutDefaults`.
pub(super) fn drop_nulls(case: &Json) -> Outcome {
    compare(case, Validator::drop_nulls).unwrap_or_else(|outcome| outcome)
}

fn compare(case: &Json, change: impl Fn(&Validator, &mut Json)) -> Result<Outcome, Outcome> {
    let (mut value, expected) = (document(case, "json")?, document(case, "expected")?);
    change(&validator(case)?, &mut value);
    Ok(Outcome::compare(&expected, &value))
}
