//! Suggests known kinds for an unknown one.

use super::kinds::{KnownKind, group_and_version};
use crate::diag::nearest;

/// A suggestion for an unknown kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Suggestion {
    /// The group and version has a similar kind.
    Kind(String),
    /// Another apiVersion has the kind.
    ApiVersion(String),
    /// Both kind and apiVersion differ.
    Both { api_version: String, kind: String },
    /// An unrelated group has a kind of the same name. This is its apiVersion. It is hardly ever the intended kind.
    Unrelated(String),
    /// Nothing is similar.
    None,
}

/// Returns the most similar kind. Kinds with exactly this name take precedence: first in another version of the group,
/// then in a group with a similar name. An apiVersion can also be a group without its version, or `core/v1`. Otherwise,
/// suggests the most similar name in the group, preferably in the specified version. Kinds with this name in unrelated
/// groups are only mentioned.
pub(super) fn suggest(known: &[KnownKind<'_>], api_version: &str, kind: &str) -> Suggestion {
    let (group, version) = group_and_version(api_version);
    let (of_group, others): (Vec<KnownKind<'_>>, Vec<KnownKind<'_>>) = known.iter().partition(|one| one.group == group);
    let named = |group: &str, version: &str| {
        nearest_version(others.iter().filter(|one| one.group == group && one.kind == kind), version)
    };
    let without_version = if group.is_empty() { named(version, "") } else { None };
    let of_core = if group == "core" { named("", version) } else { None };
    if let Some(same) = without_version.or(of_core) {
        return Suggestion::ApiVersion(same.api_version());
    }
    if let Some(same) = nearest_version(of_group.iter().filter(|one| one.kind == kind), version) {
        return Suggestion::ApiVersion(same.api_version());
    }
    let same_kind: Vec<&KnownKind<'_>> = others.iter().filter(|one| one.kind == kind).collect();
    if let Some(near) = nearest(group, same_kind.iter().map(|one| one.group)) {
        let of_near = same_kind.iter().copied().filter(|one| one.group == near);
        if let Some(same) = nearest_version(of_near, version) {
            return Suggestion::ApiVersion(same.api_version());
        }
    }
    let (here, elsewhere): (Vec<&KnownKind<'_>>, Vec<&KnownKind<'_>>) =
        of_group.iter().partition(|one| one.version == version);
    if let Some(near) = nearest(kind, here.iter().chain(&elsewhere).map(|one| one.kind)) {
        if here.iter().any(|one| one.kind == near) {
            return Suggestion::Kind(near.to_owned());
        }
        if let Some(one) = nearest_version(elsewhere.into_iter().filter(|one| one.kind == near), version) {
            return Suggestion::Both { api_version: one.api_version(), kind: near.to_owned() };
        }
    }
    let of_kubernetes = same_kind.iter().find(|one| !one.group.contains('.') || one.group.ends_with(".k8s.io"));
    if let Some(same) = of_kubernetes.or(same_kind.first()) {
        return Suggestion::Unrelated(same.api_version());
    }
    Suggestion::None
}

/// Returns the kind with the most similar version, otherwise the first.
fn nearest_version<'k, 'a>(kinds: impl Iterator<Item = &'k KnownKind<'a>>, version: &str) -> Option<&'k KnownKind<'a>> {
    let kinds: Vec<&KnownKind<'_>> = kinds.collect();
    let near = nearest(version, kinds.iter().map(|one| one.version));
    kinds.iter().copied().find(|one| Some(one.version) == near).or(kinds.first().copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_truly_nearest_kind() {
        let known: Vec<KnownKind<'_>> = [
            ("g.example.com", "v1alpha2", "TCPRoute"),
            ("g.example.com", "v1", "HTTPRoute"),
            ("g.example.com", "v1beta1", "HTTPRoute"),
            ("g.example.com", "v1", "Gateway"),
            ("g.example.com", "v1", "Gate"),
            ("other.example.com", "v1", "Widget"),
            ("knative.example.com", "v1", "Service"),
            ("", "v1", "Service"),
            ("apps", "v1", "Deployment"),
        ]
        .into_iter()
        .map(|(group, version, kind)| KnownKind { group, version, kind })
        .collect();
        let api = |text: &str| Suggestion::ApiVersion(text.to_owned());
        let both =
            |api_version: &str, kind: &str| Suggestion::Both { api_version: api_version.into(), kind: kind.into() };
        for (api_version, kind, expected) in [
            ("g.example.com/v1", "HTTPRout", Suggestion::Kind("HTTPRoute".to_owned())),
            ("g.example.com/v1", "Gatewya", Suggestion::Kind("Gateway".to_owned())),
            // `TCPRoute` is not suggested, although it is similar and has the same version.
            ("g.example.com/v1alpha2", "HTTPRoute", api("g.example.com/v1")),
            ("g.example.com/v1beta2", "HTTPRoute", api("g.example.com/v1beta1")),
            ("g.exmaple.com/v1", "Gateway", api("g.example.com/v1")),
            ("g.example.com/v1beta1", "Gatewya", both("g.example.com/v1", "Gateway")),
            ("unlike.io/v1", "Widget", Suggestion::Unrelated("other.example.com/v1".to_owned())),
            ("apps/v1beta1", "Deployment", api("apps/v1")),
            ("g.example.com", "HTTPRoute", api("g.example.com/v1")),
            ("apps", "Deployment", api("apps/v1")),
            ("core/v1", "Service", api("v1")),
            ("unlike.io/v1", "Service", Suggestion::Unrelated("v1".to_owned())),
            ("v1", "Pod", Suggestion::None),
        ] {
            assert_eq!(suggest(&known, api_version, kind), expected, "{api_version} {kind}");
        }
    }
}
