//! `idlgen validate` of standard input, with the definitions of widgets.

use super::{
    program::{Ran, run_with},
    widgets::{WIDGETS, at, folder},
};

/// With findings in short form.
pub(crate) fn judged(objects: &str, extra: &[&str]) -> Ran {
    judged_in("short", objects, extra)
}

/// Returns the same, with findings in that form.
pub(crate) fn judged_in(format: &str, objects: &str, extra: &[&str]) -> Ran {
    let folder = folder(&[("crd.yaml", WIDGETS)]);
    let crd = at(&folder, "crd.yaml");
    run_with(&[&["validate", "-", "--crd", &crd, "--message-format", format], extra].concat(), objects)
}
