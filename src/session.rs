//! The driver: load → parse → resolve → check → lower → emit.

mod channel;
#[cfg(feature = "controller-gen")]
mod controller_gen;
mod dependency;
mod generate;
mod lint;
mod load;
mod outputs;
mod presence;
mod read;
mod said;
mod severity;
mod supply;
mod touched;
#[cfg(not(feature = "controller-gen"))]
mod without_controller_gen;

#[cfg(feature = "controller-gen")]
pub use controller_gen::Imitated;
pub use generate::{Generated, Outputs, Summary};
pub use lint::{Linted, violations};
#[doc(hidden)]
pub use load::{Loaded, load};
pub use outputs::KeptBack;
pub use read::{Lacking, Purpose, Reading};
pub use supply::Supplier;
use supply::Supply;

use crate::{
    modules::GoEnvironment,
    settings::Settings,
    source::{FileSystem, SourceMap},
};

/// One run over Go packages: its settings, and the texts that its diagnostics point into.
#[derive(Debug)]
#[non_exhaustive]
pub struct Session<'a> {
    /// The settings.
    pub settings: Settings,
    /// What the machine says about Go.
    pub environment: GoEnvironment,
    /// Where bytes come from.
    pub files: &'a dyn FileSystem,
    /// Every text that was read.
    pub sources: SourceMap,
    /// What the packages are read for.
    pub purpose: Purpose,
    /// What it downloads.
    supply: Supply<'a>,
}

impl<'a> Session<'a> {
    /// A session that has read nothing yet. `sources` may hold texts that diagnostics point into already, such as
    /// idlgen.toml's.
    pub fn new(settings: Settings, environment: GoEnvironment, files: &'a dyn FileSystem, sources: SourceMap) -> Self {
        Session { settings, environment, files, sources, purpose: Purpose::default(), supply: Supply::default() }
    }
}
