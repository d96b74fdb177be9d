//! The supported Kubernetes versions, and the data of their kinds.

#[cfg(feature = "builtin-kinds")]
pub(super) static BYTES: &[u8] = include_bytes!("kinds.bin");
#[cfg(not(feature = "builtin-kinds"))]
pub(super) static BYTES: &[u8] = &[];

/// The oldest supported minor version of Kubernetes 1.x.
pub const OLDEST_MINOR: u16 = 25;

/// The newest supported minor version of Kubernetes 1.x.
pub const NEWEST_MINOR: u16 = 37;

/// Returns the supported minor version that is closest to a minor version.
pub fn known_minor(kubernetes_minor: u16) -> u16 {
    kubernetes_minor.clamp(OLDEST_MINOR, NEWEST_MINOR)
}
