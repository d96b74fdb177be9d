//! From which Kubernetes version on a server no longer hands out a kind: what prerelease-lifecycle-gen makes of its tags
//! (`k8s.io/code-generator/cmd/prerelease-lifecycle-gen`).

use crate::tags::{KubernetesVersion, Lifecycle, Meaning, Tag};

/// Versions between introduction and deprecation, and between deprecation and removal, where tags say nothing else.
const USUAL_DISTANCE: u16 = 3;

/// The minor version of Kubernetes 1.x that goes without a kind of an alpha or beta version; `None` for kinds that stay.
pub(in crate::lower) fn removed_in(tags: &[Tag], version: &str) -> Option<u16> {
    let is_stable = version.trim_start_matches('v').chars().all(|character| character.is_ascii_digit());
    if is_stable {
        return None;
    }
    let minor = |event: fn(&Lifecycle) -> Option<KubernetesVersion>| {
        let mut said = tags.iter().filter_map(|tag| match &tag.meaning {
            Meaning::Lifecycle(lifecycle) => event(lifecycle),
            _ => None,
        });
        said.next().filter(|version| version.major == 1).map(|version| version.minor)
    };
    let introduced = || {
        minor(|lifecycle| match lifecycle {
            Lifecycle::Introduced(version) => Some(*version),
            _ => None,
        })
    };
    let deprecated = || {
        minor(|lifecycle| match lifecycle {
            Lifecycle::Deprecated(version) => Some(*version),
            _ => None,
        })
        .or_else(|| introduced()?.checked_add(USUAL_DISTANCE))
    };
    minor(|lifecycle| match lifecycle {
        Lifecycle::Removed(version) => Some(*version),
        _ => None,
    })
    .or_else(|| deprecated()?.checked_add(USUAL_DISTANCE))
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
