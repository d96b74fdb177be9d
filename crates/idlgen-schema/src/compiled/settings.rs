//! Settings that affect compiled schemas.

use idlgen_runtime::{Options, format::Format};

/// Settings that affect compiled schemas.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// `true` if zero values are interpreted as in a Go type ([`ZeroMode::Native`](crate::ZeroMode::Native)).
    pub is_native: bool,
    /// The Kubernetes version to emulate. If `None`, the schema has the checks of all versions, and generated code
    /// selects the version at run time.
    pub runtime: Option<Options>,
    /// `true` if the type check recognizes all formats, even those that no server supports. Defaults are validated with
    /// schemas that still contain such formats (`ValidateDefaults` of
    /// k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting).
    pub has_every_format: bool,
}

impl Settings {
    /// The settings of code generated from Go types.
    pub const GENERATED: Settings = Settings { is_native: true, runtime: None, has_every_format: false };

    /// Returns `true` if the emulated version is known and is at least `1.minor`.
    pub(super) fn is_since(&self, minor: u16) -> bool {
        self.runtime.is_some_and(|runtime| runtime.kubernetes_minor >= minor)
    }

    /// Returns `true` if the format is enforced in the emulated version, or if that is unknown.
    pub(super) fn applies(&self, format: &Format) -> bool {
        self.runtime.is_none_or(|runtime| format.applies(runtime))
    }
}
