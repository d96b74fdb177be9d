//! Files of tests for clusters (Chainsaw, KUTTL) that contain parts of objects.

use idlgen_yaml::{Limits, Node, load};

use super::SkipReason;

/// The file names of Chainsaw tests.
pub(crate) const CHAINSAW_TESTS: [&str; 2] = ["chainsaw-test.yaml", "chainsaw-test.yml"];

/// Returns the files that a Chainsaw test references, as written, each with the reason to skip it. The reason is `None`
/// for objects that the test creates. These come first.
pub(crate) fn files_of_test(text: &str) -> Vec<(String, Option<SkipReason>)> {
    let (mut created, mut asserted) = (Vec::new(), Vec::new());
    for root in load(text, &Limits::of_this_thread()).into_iter().filter_map(|document| document.root) {
        let is_test = |version: &str| version.starts_with("chainsaw.kyverno.io/");
        if !root.get("apiVersion").and_then(Node::as_str).is_some_and(is_test) {
            continue;
        }
        for step in list(root.get("spec"), "steps") {
            for operation in ["try", "catch", "finally", "cleanup"].iter().flat_map(|name| list(Some(step), name)) {
                let of = |name: &str| Some(operation.get(name)?.get("file")?.as_str()?.to_owned());
                created.extend(["apply", "create", "update"].into_iter().filter_map(of).map(|path| (path, None)));
                let parts = ["assert", "error", "patch"].into_iter().filter_map(of);
                asserted.extend(parts.map(|path| (path, Some(SkipReason::TestAssertion))));
            }
        }
    }
    created.extend(asserted);
    created
}

fn list<'n>(node: Option<&'n Node>, key: &str) -> impl Iterator<Item = &'n Node> {
    node.and_then(|node| node.get(key)).and_then(Node::as_list).into_iter().flatten()
}

/// Returns `true` for the name of a file with the assertions of a test step, as KUTTL reads it and tests of Chainsaw
/// copy it: `00-assert.yaml`, `02-errors.yaml`.
pub(crate) fn is_named_as_assertion(name: &str) -> bool {
    let Some((number, rest)) = name.split_once('-') else { return false };
    let stem = rest.strip_suffix(".yaml").or_else(|| rest.strip_suffix(".yml"));
    let kind = stem.map(|stem| stem.split('-').next().unwrap_or_default());
    !number.is_empty()
        && number.chars().all(|digit| digit.is_ascii_digit())
        && kind.is_some_and(|kind| ["assert", "errors"].contains(&kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_reference_parts_of_objects() {
        let text = "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nspec:\n  steps:\n  - try:\n    \
                    - apply: {file: a.yaml}\n    - assert: {file: b.yaml}\n    - error: {file: c.yaml}\n    \
                    - patch: {file: d.yaml}\n    - assert: {resource: {kind: A}}\n  - name: empty\n    \
                    finally: [{assert: {file: e.yaml}}, {script: {content: x}}]\n";
        let shown = |text: &str| {
            let show = |(path, reason): (String, Option<SkipReason>)| path + if reason.is_some() { "!" } else { "" };
            files_of_test(text).into_iter().map(show).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(text), "a.yaml b.yaml! c.yaml! d.yaml! e.yaml!");
        assert_eq!(shown(&text.replace("chainsaw.kyverno.io", "example.com")), "");
        assert_eq!(shown("apiVersion: chainsaw.kyverno.io/v1alpha1\nspec: {steps: [a, {try: b}]}\n"), "");
        assert_eq!(shown("a: [\n"), "");
    }

    #[test]
    fn assertions_have_numbers() {
        for (name, expected) in [
            ("00-assert.yaml", true),
            ("1-assert.yml", true),
            ("02-errors.yaml", true),
            ("02-assert-ready.yaml", true),
            ("assert.yaml", false),
            ("a-assert.yaml", false),
            ("-assert.yaml", false),
            ("00-install.yaml", false),
            ("00-assertion.yaml", false),
            ("00-assert.json", false),
            ("00.yaml", false),
        ] {
            assert_eq!(is_named_as_assertion(name), expected, "{name}");
        }
    }
}
