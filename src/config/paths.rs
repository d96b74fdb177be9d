//! Paths in idlgen.toml, which are relative to it.

use std::path::Path;

use crate::settings::Settings;

/// Makes module directories independent of the current directory. Before, they are relative to `folder`.
pub(crate) fn anchor_modules(settings: &mut Settings, folder: &Path) {
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for path in settings.modules.values_mut() {
        *path = folder.join(&*path);
    }
}
