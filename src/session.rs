//! Runs the stages: load → parse → resolve → check → lower → emit.

mod channel;
mod consequences;
#[cfg(feature = "controller-gen")]
mod controller_gen;
mod dependency;
mod descriptions;
mod diagnostic_key;
mod generate;
mod lint;
mod load;
mod outputs;
mod presence;
mod problem_kind;
mod purpose;
mod read;
mod repeated;
mod severity;
mod supplied;
mod supply;
mod touched;
mod unserved;
#[cfg(not(feature = "controller-gen"))]
mod without_controller_gen;

#[cfg(feature = "controller-gen")]
pub use controller_gen::EmulatedOutput;
pub use generate::{Generated, Outputs, Summary};
pub use lint::{Linted, violations};
#[doc(hidden)]
pub use load::{Loaded, load};
pub use outputs::KeptBack;
pub use purpose::Purpose;
pub use read::{NeedMissingPackages, Reading};
pub(crate) use repeated::fold_missing_modules;
pub use supply::Supplier;
use supply::Supply;

use crate::{
    modules::GoEnvironment,
    settings::Settings,
    source::{FileSystem, SourceMap},
};

/// A run over Go packages, with its settings and the sources for its diagnostics.
#[derive(Debug)]
#[non_exhaustive]
pub struct Session<'a> {
    /// The settings of idlgen.toml and the command line.
    pub settings: Settings,
    /// The Go environment.
    pub environment: GoEnvironment,
    /// The source of all files.
    pub files: &'a dyn FileSystem,
    /// All source files that were read.
    pub sources: SourceMap,
    /// The purpose of reading the packages.
    pub purpose: Purpose,
    /// `true` if patterns match packages of nested modules, as in controller-gen.
    matches_nested: bool,
    /// The modules that the session can download.
    supply: Supply<'a>,
}

impl<'a> Session<'a> {
    /// Creates a session. `sources` may already contain sources of diagnostics, such as idlgen.toml.
    pub fn new(settings: Settings, environment: GoEnvironment, files: &'a dyn FileSystem, sources: SourceMap) -> Self {
        let (purpose, supply) = (Purpose::default(), Supply::default());
        Session { settings, environment, files, sources, purpose, matches_nested: false, supply }
    }
}
