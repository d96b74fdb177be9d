//! `cel-spec`: the conformance tests of the language, for the features of API servers.

mod data;
mod evaluation;

use super::{case::Cases, input::Folder};

pub(super) fn run(folder: &Folder, cases: &mut Cases) -> Result<(), String> {
    evaluation::run(folder, cases)
}
