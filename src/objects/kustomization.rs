//! Files that a kustomization references and that are not resources.

use idlgen_yaml::{Limits, Node, load};

use super::SkipReason;

/// Returns the files that a kustomization references, as written, each with the reason to skip it. The reason is `None`
/// for resources.
pub fn named_files(text: &str) -> Vec<(String, Option<SkipReason>)> {
    let mut named = Vec::new();
    for root in load(text, &Limits::of_this_thread()).into_iter().filter_map(|document| document.root) {
        for (key, reason) in [
            ("patchesStrategicMerge", SkipReason::KustomizePatch),
            ("configurations", SkipReason::KustomizeConfiguration),
            ("crds", SkipReason::KustomizeConfiguration),
            ("generators", SkipReason::KustomizeConfiguration),
            ("transformers", SkipReason::KustomizeConfiguration),
            ("validators", SkipReason::KustomizeConfiguration),
        ] {
            named.extend(list(&root, key).filter_map(Node::as_str).map(|path| (path.to_owned(), Some(reason))));
        }
        for (key, reason) in [
            ("patches", SkipReason::KustomizePatch),
            ("patchesJson6902", SkipReason::KustomizePatch),
            ("replacements", SkipReason::KustomizeConfiguration),
        ] {
            let paths = list(&root, key).filter_map(|one| one.get("path").and_then(Node::as_str));
            named.extend(paths.map(|path| (path.to_owned(), Some(reason))));
        }
        for generator in ["configMapGenerator", "secretGenerator"].iter().flat_map(|key| list(&root, key)) {
            let files = list(generator, "files").filter_map(Node::as_str);
            let path = |file: &str| file.split_once('=').map_or(file, |(_, path)| path).to_owned();
            named.extend(files.map(|file| (path(file), Some(SkipReason::KustomizeConfiguration))));
        }
        for chart in list(&root, "helmCharts") {
            let files = chart.get("valuesFile").into_iter().chain(list(chart, "additionalValuesFiles"));
            named.extend(files.filter_map(Node::as_str).map(|path| (path.to_owned(), Some(SkipReason::HelmValues))));
        }
        let resources = list(&root, "resources").filter_map(Node::as_str);
        named.extend(resources.map(|path| (path.to_owned(), None)));
    }
    named
}

fn list<'n>(node: &'n Node, key: &str) -> impl Iterator<Item = &'n Node> {
    node.get(key).and_then(Node::as_list).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_and_configurations_are_named_in_all_their_ways() {
        let text = "resources: [a.yaml]\npatches:\n- path: p.yaml\n- patch: |-\n    kind: A\n  target: {kind: A}\n\
                    patchesStrategicMerge: [s.yaml]\npatchesJson6902:\n- {path: j.json, target: {kind: A}}\n\
                    configurations: [kustomizeconfig.yaml]\nconfigMapGenerator:\n- files: [c.yaml, key=d.yaml]\n";
        let named = named_files(text);
        let paths = |reason| {
            named.iter().filter(|(_, one)| *one == Some(reason)).map(|(path, _)| path.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(paths(SkipReason::KustomizePatch), ["s.yaml", "p.yaml", "j.json"]);
        assert_eq!(paths(SkipReason::KustomizeConfiguration), ["kustomizeconfig.yaml", "c.yaml", "d.yaml"]);
    }
}
