//! `cargo xtask bless`: rewrites every golden file, snapshot, generated document and list of public items.

use std::{path::Path, process::Command};

/// The program that writes snapshots into test sources.
const CARGO_INSTA: (&str, &str) = ("cargo-insta", "1.49.0");

/// Runs the tests in the mode that rewrites their expected output. Review the diff before you commit it.
pub(crate) fn run(root: &Path) -> Result<bool, String> {
    crate::api::write(root)?;
    // A new inline snapshot is first written to a separate file. The test still passes, so that the following snapshots
    // of the test are written too.
    let tests = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--no-fail-fast"])
        .envs([("IDLGEN_BLESS", "1"), ("INSTA_UPDATE", "always"), ("INSTA_FORCE_PASS", "1")])
        .current_dir(root)
        .status();
    let accepted = accept(root).map_err(|error| format!("{} does not run: {error}", CARGO_INSTA.0))?;
    Ok(accepted && tests.is_ok_and(|status| status.success()))
}

/// Moves new snapshots into the test sources. Installs cargo-insta in the target directory, once.
fn accept(root: &Path) -> std::io::Result<bool> {
    let (name, version) = CARGO_INSTA;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let tools = target.join("tools");
    let program = tools.join("bin").join(name);
    if !program.exists() {
        let installed = Command::new(env!("CARGO"))
            .args(["install", "--quiet", "--locked", "--debug", &format!("{name}@{version}"), "--root"])
            .arg(&tools)
            .status()?;
        if !installed.success() {
            return Ok(false);
        }
    }
    Ok(Command::new(program).arg("accept").current_dir(root).status()?.success())
}
