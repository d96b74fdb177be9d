//! The severity of a check.

use serde::Deserialize;

/// The severity of a check. Levels that accept everything are not supported.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Deny,
}
