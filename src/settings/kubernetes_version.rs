//! The Kubernetes versions that idlgen supports.

use std::ops::RangeInclusive;

/// Returns the minor version in `1.35`, if idlgen supports it.
pub(crate) fn kubernetes_minor(version: &str) -> Option<u16> {
    let minor = version.trim_start_matches('v').strip_prefix("1.")?.parse().ok()?;
    KUBERNETES_MINORS.contains(&minor).then_some(minor)
}

/// Iterates over the Kubernetes versions that idlgen supports.
#[cfg(feature = "cli")]
pub(crate) fn kubernetes_versions() -> impl Iterator<Item = String> {
    KUBERNETES_MINORS.map(|minor| format!("1.{minor}"))
}

const KUBERNETES_MINORS: RangeInclusive<u16> = 25..=37;
