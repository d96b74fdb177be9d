//! Settings that affect compiled schemas.

use idlgen_runtime::{Options, format::Format};

/// Settings that affect compiled schemas.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// `true` if zero has the meaning of a Go type ([`ZeroMode::Native`](crate::ZeroMode::Native)).
    pub is_native: bool,
    /// The Kubernetes version to emulate. If `None`, the checks are those of all versions: generated code selects the
    /// version at run time.
    pub runtime: Option<Options>,
    /// `true` if the type check supports formats of no server, too: defaults are validated with schemas that still have
    /// them (`ValidateDefaults` of k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting).
    pub has_every_format: bool,
}

impl Settings {
    /// The settings of code generated from Go types.
    pub const GENERATED: Settings = Settings { is_native: true, runtime: None, has_every_format: false };

    /// Returns `true` if the version is at least this one, or unknown.
    pub(super) fn is_since(&self, minor: u16) -> bool {
        self.runtime.is_some_and(|runtime| runtime.kubernetes_minor >= minor)
    }

    /// Returns `true` if the format is enforced.
    pub(super) fn applies(&self, format: &Format) -> bool {
        self.runtime.is_none_or(|runtime| format.applies(runtime))
    }
}
