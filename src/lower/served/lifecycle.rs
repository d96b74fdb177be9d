//! From which Kubernetes version on a server no longer hands out a kind: what prerelease-lifecycle-gen makes of its
//! tags (`k8s.io/code-generator/cmd/prerelease-lifecycle-gen`).

use crate::tags::{KubernetesVersion, Lifecycle, Meaning, Tag};

/// Versions between introduction and deprecation, and between deprecation and removal, where tags say nothing else.
const USUAL_DISTANCE: u16 = 3;

/// The minor version of Kubernetes 1.x that goes without a kind of an alpha or beta version; `None` for kinds that
/// stay.
pub(in crate::lower) fn removed_in(tags: &[Tag], version: &str) -> Option<u16> {
    let is_stable = version.trim_start_matches('v').chars().all(|character| character.is_ascii_digit());
    if is_stable {
        return None;
    }
    let (mut introduced, mut deprecated, mut removed) = (None, None, None);
    for tag in tags {
        let Meaning::Lifecycle(lifecycle) = &tag.meaning else { continue };
        match lifecycle {
            Lifecycle::Introduced(version) => introduced = introduced.or(minor(*version)),
            Lifecycle::Deprecated(version) => deprecated = deprecated.or(minor(*version)),
            Lifecycle::Removed(version) => removed = removed.or(minor(*version)),
            _ => {}
        }
    }
    let deprecated = || deprecated.or_else(|| introduced?.checked_add(USUAL_DISTANCE));
    removed.or_else(|| deprecated()?.checked_add(USUAL_DISTANCE))
}

/// The second number of a version 1.x.
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
    }
}
