//! Authorization checks. Rules of custom resources have no variable of these types, but the names are declared.

use crate::cost::{Call, CallEstimate, CostEstimate, LIST, STRUCT, TRAVERSAL};

use super::declaration::{Declaration, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(27, "allowed", "decision_allowed", "kubernetes.authorization.Decision", "bool"),
    member(
        27,
        "check",
        "pathcheck_check",
        "kubernetes.authorization.PathCheck, string",
        "kubernetes.authorization.Decision",
    )
    .estimated(|_| CallEstimate::fixed(350_000)),
    member(
        27,
        "check",
        "resourcecheck_check",
        "kubernetes.authorization.ResourceCheck, string",
        "kubernetes.authorization.Decision",
    )
    .estimated(|_| CallEstimate::fixed(350_000)),
    member(27, "error", "decision_error", "kubernetes.authorization.Decision", "string"),
    member(27, "errored", "decision_errored", "kubernetes.authorization.Decision", "bool"),
    member(
        27,
        "group",
        "authorizer_group",
        "kubernetes.authorization.Authorizer, string",
        "kubernetes.authorization.GroupCheck",
    ),
    member(
        27,
        "name",
        "resourcecheck_name",
        "kubernetes.authorization.ResourceCheck, string",
        "kubernetes.authorization.ResourceCheck",
    ),
    member(
        27,
        "namespace",
        "resourcecheck_namespace",
        "kubernetes.authorization.ResourceCheck, string",
        "kubernetes.authorization.ResourceCheck",
    ),
    member(
        27,
        "path",
        "authorizer_path",
        "kubernetes.authorization.Authorizer, string",
        "kubernetes.authorization.PathCheck",
    ),
    member(27, "reason", "decision_reason", "kubernetes.authorization.Decision", "string"),
    member(
        27,
        "resource",
        "groupcheck_resource",
        "kubernetes.authorization.GroupCheck, string",
        "kubernetes.authorization.ResourceCheck",
    ),
    member(
        27,
        "serviceAccount",
        "authorizer_serviceaccount",
        "kubernetes.authorization.Authorizer, string, string",
        "kubernetes.authorization.Authorizer",
    ),
    member(
        27,
        "subresource",
        "resourcecheck_subresource",
        "kubernetes.authorization.ResourceCheck, string",
        "kubernetes.authorization.ResourceCheck",
    ),
    member(
        31,
        "fieldSelector",
        "authorizer_fieldselector",
        "kubernetes.authorization.ResourceCheck, string",
        "kubernetes.authorization.ResourceCheck",
    )
    .estimated(parsing),
    member(
        31,
        "labelSelector",
        "authorizer_labelselector",
        "kubernetes.authorization.ResourceCheck, string",
        "kubernetes.authorization.ResourceCheck",
    )
    .estimated(parsing),
];

/// Returns the cost of parsing a selector: up to half of its characters may be requirements, each of which is a list
/// and an object.
fn parsing(call: &mut Call<'_, '_>) -> CallEstimate {
    let length = call.size(1);
    let requirements = length.cost(0.5).scaled((LIST + STRUCT) as f64);
    CallEstimate::of(CostEstimate::fixed(LIST) + length.cost(TRAVERSAL) + requirements)
}
