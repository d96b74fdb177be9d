//! `cargo xtask kubevirt-types`: generates the table of a VirtualMachine's Go types, which the rules of KubeVirt's
//! templates use.

use std::{fs, path::Path};

use crate::go_modules::{self, Scratch};

/// The module of the types, and the version to use.
const MODULE: (&str, &str) = ("kubevirt.io/api", "v1.6.0");

const TABLE: &str = "crates/idlgen-validate/src/kubevirt/types.txt";

/// Queries Go's `reflect`.
pub(crate) fn run(root: &Path) -> Result<bool, String> {
    fs::write(root.join(TABLE), table()?).map_err(|error| format!("{TABLE}: {error}"))?;
    Ok(true)
}

fn table() -> Result<String, String> {
    let (module, version) = MODULE;
    let scratch = Scratch::of(module, version, &["kubevirt.io/api/core/v1"])?;
    let source = include_str!("kubevirt_types/main.go");
    fs::write(scratch.directory().join("main.go"), source).map_err(|error| error.to_string())?;
    go_modules::ask(go_modules::go(scratch.directory()).args(["run", "-mod=mod", "."]))
}
