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

#[cfg(test)]
mod tests {
    use idlgen_runtime::format::{self, Family};

    use super::*;

    #[test]
    fn checks_depend_on_the_emulated_version() {
        let emulating = |minor: u16| {
            let mut options = Options::default();
            options.kubernetes_minor = minor;
            Settings { runtime: Some(options), ..Settings::GENERATED }
        };
        let newest = format::ALL
            .iter()
            .filter(|format| format.family != Family::Kep4153)
            .max_by_key(|format| format.since)
            .expect("a format");
        for (settings, is_since, applies) in [
            (emulating(newest.since - 1), false, false),
            (emulating(newest.since), true, true),
            (emulating(newest.since + 1), true, true),
            // Generated code has all checks, but not what only some versions do to them.
            (Settings::GENERATED, false, true),
        ] {
            assert_eq!(settings.is_since(newest.since), is_since, "{settings:?}");
            assert_eq!(settings.applies(newest), applies, "{settings:?}");
        }
    }
}
