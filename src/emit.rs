//! Back ends: each turns lowered schemas and the model into files in memory. None knows of comments, tags' text or the
//! disk.

mod backend;
pub mod crd;
pub mod json_schema;
pub mod openapi;
pub mod rust;

pub use backend::{Backend, Emitted, Input, Later, Needs, Part, Types};

use crate::settings::Settings;

/// All back ends, in the order of the commands and of idlgen.toml.
pub static BACKENDS: &[&dyn Backend] = &[&openapi::OpenApi, &crd::Crd, &rust::Rust];

/// The back end of that name.
pub fn backend(name: &str) -> Option<&'static dyn Backend> {
    BACKENDS.iter().copied().find(|backend| backend.name() == name)
}

/// What the settings make the back ends need of the stages before them.
pub fn needs(settings: &Settings) -> Needs {
    BACKENDS.iter().map(|backend| backend.needs(settings)).fold(Needs::default(), Needs::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_of_a_back_end_are_its_table_in_the_file() {
        for backend in BACKENDS {
            for setting in backend.settings() {
                assert_eq!(setting.path.first(), Some(&backend.name()), "{}", setting.key());
            }
            for gate in backend.gates() {
                assert_eq!(gate.path.first(), Some(&"feature-gates"), "{}", gate.key());
            }
            assert!(backend.settings().iter().any(|setting| setting.path.last() == Some(&"output")), "{backend:?}");
        }
    }
}
