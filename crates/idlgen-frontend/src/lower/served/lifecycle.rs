//! The Kubernetes versions in which servers start to warn about a kind and remove it. Follows the rules of
//! prerelease-lifecycle-gen for its tags (`k8s.io/code-generator/cmd/prerelease-lifecycle-gen`).

use crate::model::api_version;
use crate::tags::{KubernetesVersion, Lifecycle, Tag, TagKind};

/// The default number of versions between introduction and deprecation, and between deprecation and removal.
const USUAL_DISTANCE: u16 = 3;

/// The minor versions of Kubernetes 1.x in which an alpha or beta kind is deprecated and removed. Empty for kinds that
/// are not removed.
#[derive(Debug, Default)]
pub(in crate::lower) struct Lifespan {
    /// The first minor version with warnings.
    deprecated: Option<u16>,
    /// The first minor version without the kind.
    removed: Option<u16>,
    /// The replacement: `apps/v1 Deployment`.
    replacement: Option<String>,
}

impl Lifespan {
    /// Returns `true` if servers of Kubernetes 1.`minor` have removed the kind.
    pub(in crate::lower) fn is_over(&self, minor: u16) -> bool {
        self.removed.is_some_and(|removed| removed <= minor)
    }

    /// Returns the warning of servers of Kubernetes 1.`minor` for clients that use the kind (`WarningMessage` of
    /// `k8s.io/apiserver/pkg/endpoints/deprecation`).
    pub(in crate::lower) fn deprecation(&self, api_version: &str, kind: &str, minor: u16) -> Option<String> {
        let since = self.deprecated.filter(|since| *since <= minor)?;
        let mut text = format!("{api_version} {kind} is deprecated in v1.{since}+");
        if let Some(removed) = self.removed {
            text.extend([", unavailable in v1.", &removed.to_string(), "+"]);
        }
        if let Some(replacement) = &self.replacement {
            text.extend(["; use ", replacement]);
        }
        Some(text)
    }
}

/// Returns the lifespan defined by the tags of a kind.
pub(in crate::lower) fn lifespan(tags: &[Tag], version: &str) -> Lifespan {
    let is_stable = version.trim_start_matches('v').chars().all(|character| character.is_ascii_digit());
    if is_stable {
        return Lifespan::default();
    }
    let (mut introduced, mut deprecated, mut removed, mut replacement) = (None, None, None, None);
    for tag in tags {
        let TagKind::Lifecycle(lifecycle) = &tag.meaning else { continue };
        match lifecycle {
            Lifecycle::Introduced(version) => introduced = introduced.or(minor(*version)),
            Lifecycle::Deprecated(version) => deprecated = deprecated.or(minor(*version)),
            Lifecycle::Removed(version) => removed = removed.or(minor(*version)),
            Lifecycle::Replacement { group, version, kind } => {
                replacement = Some(format!("{} {kind}", api_version(group, version)));
            }
        }
    }
    let deprecated = deprecated.or_else(|| introduced?.checked_add(USUAL_DISTANCE));
    let removed = removed.or_else(|| deprecated?.checked_add(USUAL_DISTANCE));
    Lifespan { deprecated, removed, replacement }
}

/// Returns the minor number of a version 1.x.
fn minor(version: KubernetesVersion) -> Option<u16> {
    (version.major == 1).then_some(version.minor)
}

#[cfg(test)]
mod tests {
    use crate::lower::{LowerOptions, testing::lower_packages};

    #[test]
    fn kinds_of_unstable_versions_go() {
        let text = |tags: &str, version: &str| {
            format!(
                "import \"k8s.io/apimachinery/pkg/runtime/schema\"\n\
                 var SchemeGroupVersion = schema.GroupVersion{{Group: \"g\", Version: \"{version}\"}}\n\
                 func add(s *runtime.Scheme) {{\n\ts.AddKnownTypes(SchemeGroupVersion, &A{{}})\n}}\n\
                 {tags}type A struct {{\n    X int `json:\"x\"`\n}}\n"
            )
        };
        let tag = |event: &str, minor: u16| format!("// +k8s:prerelease-lifecycle-gen:{event}=1.{minor}\n");
        for (tags, version, removed) in [
            (tag("introduced", 30), "v1beta1", false),
            (tag("introduced", 29), "v1beta1", true),
            (tag("introduced", 29), "v1", false),
            (tag("introduced", 20) + &tag("deprecated", 33), "v1alpha1", false),
            (tag("introduced", 20) + &tag("deprecated", 33) + &tag("removed", 35), "v1alpha1", true),
            (String::new(), "v1alpha1", false),
        ] {
            let text = text(&tags, version);
            let lowered = lower_packages(&[("example.com/api/v1", true, &text)], &LowerOptions::default()).lowered;
            assert_eq!(lowered.group_versions[0].kinds[0].is_removed, removed, "{tags}{version}");
        }
        let replaced = "// +k8s:prerelease-lifecycle-gen:replacement=apps,v1,B\n".to_owned();
        for (tags, version, deprecation) in [
            (tag("introduced", 33), "v1beta1", None),
            (tag("introduced", 32), "v1beta1", Some("g/v1beta1 A is deprecated in v1.35+, unavailable in v1.38+")),
            (
                tag("deprecated", 34) + &tag("removed", 40) + &replaced,
                "v1alpha1",
                Some("g/v1alpha1 A is deprecated in v1.34+, unavailable in v1.40+; use apps/v1 B"),
            ),
            (tag("introduced", 20), "v1", None),
        ] {
            let text = text(&tags, version);
            let lowered = lower_packages(&[("example.com/api/v1", true, &text)], &LowerOptions::default()).lowered;
            assert_eq!(lowered.group_versions[0].kinds[0].deprecation.as_deref(), deprecation, "{tags}{version}");
        }
    }
}
