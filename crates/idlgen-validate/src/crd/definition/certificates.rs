//! Validates the certificates of a webhook (`ValidateCABundle` of k8s.io/apiserver/pkg/util/webhook). Only checks that
//! a PEM block exists, not its contents.

use idlgen_runtime::go::base64;

/// Returns the reason if an API server rejects the certificates.
pub(super) fn rejection_reason(ca_bundle: &str) -> Option<&'static str> {
    let bytes = base64::decode(ca_bundle).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let has_block = text.split_once("-----BEGIN ").is_some_and(|(_, rest)| rest.contains("-----END "));
    (!has_block).then_some("unable to load root certificates: unable to parse bytes as PEM block")
}
