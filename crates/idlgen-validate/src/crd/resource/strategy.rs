//! How a server treats the metadata and the status of the objects of a kind (`customResourceStrategy` of
//! `k8s.io/apiextensions-apiserver/pkg/registry/customresource`).

use idlgen_runtime::Mode;

use super::CustomResource;
use crate::crd::Scope;

/// The settings of a kind and of its requests that affect objects regardless of their schema. Creating it costs
/// nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strategy<'k> {
    pub(super) scope: Scope,
    pub(super) has_status: bool,
    /// The namespace of a creation request.
    pub(super) namespace: &'k str,
    pub(super) checks_resource_version: bool,
    pub(super) kubernetes_minor: u16,
}

impl CustomResource {
    pub(super) fn strategy(&self) -> Strategy<'_> {
        Strategy {
            scope: self.resource_type.scope,
            has_status: self.resource_type.has_status,
            namespace: &self.requests.namespace,
            checks_resource_version: self.requests.checks_resource_version,
            kubernetes_minor: self.validator.context(Mode::Verdict).options.kubernetes_minor,
        }
    }
}
