//! What names of objects may be.

use idlgen_runtime::{
    field::{Error, PathBuf},
    value::Value,
};

use super::KindRow;

/// What is wrong with the metadata of an object.
pub(super) fn errors(_: &KindRow, _: &dyn Value, _: &[&PathBuf]) -> Vec<Error> {
    Vec::new()
}
