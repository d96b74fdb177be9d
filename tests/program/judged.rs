//! `idlgen validate` of standard input, with the widget CRD.

use super::{
    program::{Ran, run_with},
    widgets::{WIDGETS, at, folder},
};

/// Validates objects and reports findings in the format `short`.
pub(crate) fn judged(objects: &str, extra: &[&str]) -> Ran {
    judged_in("short", objects, extra)
}

/// Validates objects and reports findings in any format.
pub(crate) fn judged_in(format: &str, objects: &str, extra: &[&str]) -> Ran {
    let folder = folder(&[("crd.yaml", WIDGETS)]);
    let crd = at(&folder, "crd.yaml");
    run_with(&[&["validate", "-", "--crd", &crd, "--message-format", format], extra].concat(), objects)
}
