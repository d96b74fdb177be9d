//! idlgen.toml, and the settings that the command line and build scripts mean by the same names.

mod file;
mod keys;
#[cfg(feature = "cli")]
mod reference;
mod settings;

pub use file::read;
pub use keys::{KEYS, Key, Kind};
#[cfg(feature = "cli")]
pub use reference::{commented_file, reference_markdown};
pub(crate) use settings::kubernetes_minor;
pub use settings::{OpenApiSettings, RustSettings, Settings};

/// The name of the configuration file.
pub const FILE_NAME: &str = "idlgen.toml";
