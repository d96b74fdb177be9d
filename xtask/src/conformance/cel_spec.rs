//! `cel-spec`: the conformance tests of the language.

mod parsing;

use super::{case::Cases, input::Folder};

pub(super) fn run(folder: &Folder, cases: &mut Cases) -> Result<(), String> {
    parsing::run(folder, cases)
}
