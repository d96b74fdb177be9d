//! What a compiled schema depends on besides the schema.

use idlgen_runtime::{Options, format::Format};

/// What a compiled schema depends on besides the schema.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether zero counts as in a Go type ([`ZeroMode::Native`](crate::ZeroMode::Native)).
    pub is_native: bool,
    /// The version whose behaviour counts. Without one the checks are those of any version: generated code asks for the
    /// version when it runs.
    pub runtime: Option<Options>,
}

impl Settings {
    /// For code generated from Go types.
    pub const GENERATED: Settings = Settings { is_native: true, runtime: None };

    /// Whether the version is at least this one, as far as is known.
    pub(super) fn is_since(&self, minor: u16) -> bool {
        self.runtime.is_some_and(|runtime| runtime.kubernetes_minor >= minor)
    }

    /// Whether a format is held to.
    pub(super) fn applies(&self, format: &Format) -> bool {
        self.runtime.is_none_or(|runtime| format.applies(runtime))
    }
}
