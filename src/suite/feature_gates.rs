//! Selects the CRDs for a suite by feature gates. openshift/api generates several CRDs of a kind, and lists the gates
//! that each feature set enables (`tests/crd_filter.go`).

use idlgen_yaml::{Limits, Node, load};
use serde_json::Value as Json;

use super::definition::Definition;

/// The prefix of annotations with the cluster profiles of a CRD.
const PROFILE: &str = "include.release.openshift.io/";
/// The annotation with the feature sets of a CRD.
const FEATURE_SET: &str = "release.openshift.io/feature-set";
/// The prefix of annotations with versions.
const VERSION: &str = "release.openshift.io/major-version";

/// The enabled feature gates by feature set.
#[derive(Clone, Debug, Default)]
pub struct FeatureGates {
    /// Documents that list gates, in the order in which they were added.
    lists: Vec<Json>,
}

impl FeatureGates {
    /// Adds a document that lists gates (`FeatureGate` of `config.openshift.io`).
    pub fn add(&mut self, text: &str) {
        let documents = load(text, &Limits::of_this_thread());
        self.lists.extend(documents.iter().filter_map(|document| document.root.as_ref()).map(Node::to_json));
    }

    /// Returns `true` if a suite with these gates applies to a CRD.
    ///
    /// # Errors
    /// Returns an error message if this is unknown.
    pub(super) fn allow(&self, definition: &Definition, gates: &[String]) -> Result<bool, String> {
        if gates.is_empty() {
            return Ok(true);
        }
        let mut sets: Vec<&str> =
            definition.annotation(FEATURE_SET).map_or_else(Vec::new, |sets| sets.split(',').collect());
        if sets.contains(&"CustomNoUpgrade") {
            // A CRD with this feature set has all fields.
            return Ok(!gates.iter().any(|gate| gate.starts_with('-')));
        }
        let annotations = definition.annotations();
        let profile = annotations.iter().find(|(name, text)| name.starts_with(PROFILE) && *text == "true");
        let Some((profile, _)) = profile else { return Ok(true) };
        if sets.is_empty() {
            sets.push("Default");
        }
        let versions = versions(&annotations);
        let list = self.lists.iter().find(|list| {
            let own = Definition { path: String::new(), document: (*list).clone(), built_in: None };
            let of_list = self::versions(&own.annotations());
            own.annotation(profile).is_some()
                && sets.contains(&own.annotation(FEATURE_SET).unwrap_or_default())
                && (versions.is_empty() || versions.iter().any(|version| of_list.contains(version)))
        });
        let list = list.ok_or_else(|| {
            format!("no list of feature gates matches the CRD in {}, so its feature gates are unknown", definition.path)
        })?;
        for gate in gates {
            let (name, is_wanted) = gate.strip_prefix('-').map_or((gate.as_str(), true), |name| (name, false));
            match is_enabled(list, name) {
                Some(is_enabled) if is_enabled == is_wanted => {}
                Some(_) => return Ok(false),
                None => return Err(format!("the lists of feature gates do not contain {name}")),
            }
        }
        Ok(true)
    }
}

fn is_enabled(list: &Json, name: &str) -> Option<bool> {
    let gates = list.pointer("/status/featureGates/0")?;
    let lists = |key: &str| {
        let named = gates.get(key).and_then(Json::as_array).into_iter().flatten();
        named.filter_map(|gate| gate.get("name")?.as_str()).any(|gate| gate == name)
    };
    if lists("disabled") {
        Some(false)
    } else if lists("enabled") {
        Some(true)
    } else {
        None
    }
}

fn versions(annotations: &[(&str, &str)]) -> Vec<u64> {
    let named = annotations.iter().find(|(name, _)| name.starts_with(VERSION));
    named.map_or_else(Vec::new, |(_, text)| text.split(',').filter_map(|version| version.trim().parse().ok()).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SELF_MANAGED: &str = "include.release.openshift.io/self-managed-high-availability";

    /// Returns the lists of two feature sets, of which the second is that of other versions, too.
    fn lists() -> FeatureGates {
        let list = |set: &str, versions: &str, enabled: &[&str], disabled: &[&str]| {
            let names = |names: &[&str]| names.iter().map(|name| json!({"name": name})).collect::<Json>();
            let annotations = json!({SELF_MANAGED: "false-until-used", FEATURE_SET: set, VERSION: versions});
            let gates = json!([{"enabled": names(enabled), "disabled": names(disabled)}]);
            json!({"metadata": {"annotations": annotations}, "status": {"featureGates": gates}}).to_string()
        };
        let mut gates = FeatureGates::default();
        gates.add(&list("Default", "4", &["A"], &["B", "C"]));
        gates.add(&list("TechPreviewNoUpgrade", "4, 5", &["A", "B"], &["C"]));
        gates
    }

    fn allows(annotations: &Json, gates: &[&str]) -> Result<bool, String> {
        let document = json!({"metadata": {"annotations": annotations}});
        let definition = Definition { path: "crd.yaml".to_owned(), document, built_in: None };
        lists().allow(&definition, &gates.iter().map(|gate| (*gate).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn suites_apply_to_crds_of_feature_sets_with_their_gates() {
        let of = |set: &str, version: &str| json!({SELF_MANAGED: "true", FEATURE_SET: set, VERSION: version});
        let default = json!({SELF_MANAGED: "true"});
        let preview = of("TechPreviewNoUpgrade,DevPreviewNoUpgrade", "5");
        let custom = json!({FEATURE_SET: "CustomNoUpgrade"});
        for (annotations, gates, expected) in [
            (&default, &[][..], true),
            (&default, &["A"], true),
            (&default, &["B"], false),
            (&default, &["-B"], true),
            (&default, &["-A"], false),
            (&default, &["A", "-B"], true),
            (&default, &["A", "C"], false),
            (&preview, &["B"], true),
            (&preview, &["-B"], false),
            (&of("Default", "4"), &["B"], false),
            // All fields are in the CRD of this set.
            (&custom, &["A", "unknown"], true),
            (&custom, &["A", "-B"], false),
            // Without a profile, a CRD is not generated for feature sets.
            (&json!({}), &["B"], true),
            (&json!({SELF_MANAGED: "false"}), &["B"], true),
        ] {
            assert_eq!(allows(annotations, gates), Ok(expected), "{annotations} {gates:?}");
        }
        assert_eq!(allows(&default, &["unknown"]), Err("the lists of feature gates do not contain unknown".to_owned()));
        let message = "no list of feature gates matches the CRD in crd.yaml, so its feature gates are unknown";
        for unknown in [of("Default", "5"), of("Other", "4"), json!({"include.release.openshift.io/x": "true"})] {
            assert_eq!(allows(&unknown, &["A"]), Err(message.to_owned()), "{unknown}");
        }
    }
}
