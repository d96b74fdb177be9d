//! Validates the approval annotation of API groups that belong to the Kubernetes project (`validateAPIApproval`,
//! `GetAPIApprovalState` of k8s.io/apiextensions-apiserver/pkg/apihelpers).

use idlgen_runtime::{field::Path, go::Url};

use super::found::Found;
use crate::crd::CustomResourceDefinition;

const ANNOTATION: &str = "api-approved.kubernetes.io";

#[derive(PartialEq, Eq)]
enum State {
    Missing,
    Bypassed,
    Approved,
    Invalid,
}

impl State {
    fn of(definition: &CustomResourceDefinition) -> Self {
        let text = definition.annotation(ANNOTATION).unwrap_or_default();
        let is_url = || {
            let is_request = Url::check_request(text, true).is_ok();
            Url::parse(text, true).is_ok_and(|url| is_request && !url.host().is_empty() && !url.scheme().is_empty())
        };
        match text {
            "" => State::Missing,
            _ if text.starts_with("unapproved") => State::Bypassed,
            _ if is_url() => State::Approved,
            _ => State::Invalid,
        }
    }
}

pub(super) fn validate(new: &CustomResourceDefinition, old: Option<&CustomResourceDefinition>, found: &mut Found) {
    let is_protected = |domain: &str| {
        new.group == domain || new.group.strip_suffix(domain).is_some_and(|before| before.ends_with('.'))
    };
    if !is_protected("k8s.io") && !is_protected("kubernetes.io") {
        return;
    }
    let state = State::of(new);
    if old.is_some_and(|old| State::of(old) == state) {
        return;
    }
    let root = Path::root();
    let (metadata, see) = (root.field("metadata"), "see https://github.com/kubernetes/enhancements/pull/1111");
    let annotations = metadata.field("annotations");
    let path = annotations.key(ANNOTATION);
    let must = format!("protected groups must have approval annotation \"{ANNOTATION}\"");
    match state {
        State::Missing => found.required(&path, format!("{must}, {see}")),
        State::Invalid => {
            let detail = format!("{must} with either a URL or a reason starting with \"unapproved\", {see}");
            found.invalid(&path, new.annotation(ANNOTATION).unwrap_or_default(), detail);
        }
        State::Bypassed | State::Approved => {}
    }
}
