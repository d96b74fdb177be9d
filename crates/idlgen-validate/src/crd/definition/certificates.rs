//! The certificates of a webhook (`ValidateCABundle` of k8s.io/apiserver/pkg/util/webhook). Only the presence of a PEM
//! block is checked, not its contents.

use idlgen_runtime::go::base64;

/// Returns the reason why an API server rejects the certificates, if it does.
pub(super) fn refusal(ca_bundle: &str) -> Option<&'static str> {
    let bytes = base64::decode(ca_bundle).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let has_block = text.split_once("-----BEGIN ").is_some_and(|(_, rest)| rest.contains("-----END "));
    (!has_block).then_some("unable to load root certificates: unable to parse bytes as PEM block")
}
