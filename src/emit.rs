//! Back ends: each converts lowered schemas and the model to files in memory. They do not access comments, the text of
//! tags, or the disk.

mod backend;
pub mod crd;
pub mod json_schema;
pub mod openapi;
pub mod rust;

pub use backend::{Backend, Emitted, Input, Later, Needs, Part, Types};

use crate::settings::Settings;

/// All back ends, in the order of the commands and of idlgen.toml.
pub static BACKENDS: &[&dyn Backend] = &[&openapi::OpenApi, &crd::Crd, &rust::Rust];

/// Returns the back end with this name.
pub fn backend(name: &str) -> Option<&'static dyn Backend> {
    BACKENDS.iter().copied().find(|backend| backend.name() == name)
}

/// Returns the requirements that the enabled back ends have for earlier stages.
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
