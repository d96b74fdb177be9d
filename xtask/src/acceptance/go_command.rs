//! The Go command in a module of the cache.

use std::path::Path;

use crate::go_modules::go;

/// Returns the Go command in a module of the cache. It changes neither go.mod nor, because modules do not contain it,
/// the vendor directory.
pub(super) fn inside(root: &Path) -> std::process::Command {
    let mut command = go(root);
    command.env("GOTOOLCHAIN", "local").env("GOFLAGS", "-mod=readonly");
    command
}
