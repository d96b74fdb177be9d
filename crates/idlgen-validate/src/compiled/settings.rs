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
    /// Whether the check of the type knows formats that no server has, too: defaults are held to schemas that still
    /// have them (`ValidateDefaults` of k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting).
    pub has_every_format: bool,
}

impl Settings {
    /// For code generated from Go types.
    pub const GENERATED: Settings = Settings { is_native: true, runtime: None, has_every_format: false };

    /// Whether the version is at least this one, as far as is known.
    pub(super) fn is_since(&self, minor: u16) -> bool {
        self.runtime.is_some_and(|runtime| runtime.kubernetes_minor >= minor)
    }

    /// Whether a format is held to.
    pub(super) fn applies(&self, format: &Format) -> bool {
        self.runtime.is_none_or(|runtime| format.applies(runtime))
    }
}
