//! idlgen.toml and its documentation. The command line and build scripts use the same setting names.

pub mod codes;
mod file;
#[cfg(feature = "cli")]
mod json_schema;
mod paths;
#[cfg(feature = "cli")]
mod reference;
mod table;

pub use file::read;
#[cfg(feature = "cli")]
pub use json_schema::json_schema;
pub(crate) use paths::anchor_modules;
#[cfg(feature = "cli")]
pub use reference::{commented_file, reference_markdown};
#[cfg(feature = "cli")]
pub(crate) use table::gates;
pub use table::table;
pub(crate) use table::{find_key, gate};

pub use crate::settings::{OpenApiSettings, RustSettings, Settings};

/// The name of the configuration file.
pub const FILE_NAME: &str = "idlgen.toml";
