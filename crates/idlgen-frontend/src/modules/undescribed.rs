//! Reports the modules whose types have no descriptions.

use super::{codes, go_mod::ModuleVersion, not_downloaded::way_to_get, not_found::READABLE_CACHE};
use crate::diag::Diagnostic;

/// The modules whose types have no descriptions because they are built in, sorted by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Undescribed {
    /// The modules, each with the reason why its directory cannot be read, if it exists.
    pub(super) modules: Vec<(Option<String>, ModuleVersion)>,
    /// `true` if this program can download modules.
    pub(super) fetches: bool,
}

impl Undescribed {
    /// Reports the modules for whose paths `is_used` returns `true`. Returns `None` if there are none.
    pub fn report(&self, is_used: impl Fn(&str) -> bool) -> Option<Diagnostic> {
        let modules: Vec<_> = self.modules.iter().filter(|(_, module)| is_used(&module.path)).collect();
        let joined = |between: &str, separator: &str| {
            let names = modules.iter().map(|(_, ModuleVersion { path, version })| format!("{path}{between}{version}"));
            names.collect::<Vec<_>>().join(separator)
        };
        let denied = modules.iter().find_map(|(denied, _)| denied.clone());
        let reason = match modules.as_slice() {
            [] => return None,
            _ if denied.is_some() => "the module cache cannot be read",
            [_] => "the module is not on this machine",
            _ => "the modules are not on this machine",
        };
        let message = format!("types of {} have no descriptions: {reason}", joined(" ", ", "));
        let diagnostic = Diagnostic::new(codes::NO_DESCRIPTIONS, message);
        Some(match denied {
            Some(denied) => diagnostic.note(denied).help(READABLE_CACHE),
            None => diagnostic.help(way_to_get(self.fetches, &joined("@", " "))),
        })
    }
}
