//! Paths in idlgen.toml, which are relative to it.

use std::path::Path;

use crate::{settings::Settings, source::absolute};

/// Makes module directories independent of the current directory. Before, they are relative to `folder`.
pub(crate) fn anchor_modules(settings: &mut Settings, folder: &Path) {
    let folder = absolute(folder);
    for path in settings.modules.values_mut() {
        *path = folder.join(&*path);
    }
}
