//! Files of tests for clusters (Chainsaw, KUTTL) that contain parts of objects.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use idlgen_yaml::{Limits, Node, load};

use super::SkipReason;
use crate::source::{self, FileSystem, clean};

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

/// The file names of the settings of KUTTL.
const KUTTL_SUITES: [&str; 2] = ["kuttl-test.yaml", "kuttl-test.yml"];

/// Returns `true` for the name of a file with the assertions of a test step, as KUTTL reads it and tests of Chainsaw
/// copy it: `00-assert.yaml`, `02-errors.yaml`.
pub(crate) fn is_named_as_assertion(name: &str) -> bool {
    step(name).is_some_and(|(_, is_assertion)| is_assertion)
}

/// Returns the number of the KUTTL test step that a file with this name belongs to, and whether it contains the
/// assertions of the step.
fn step(name: &str) -> Option<(u64, bool)> {
    let (number, rest) = name.split_once('-')?;
    let stem = rest.strip_suffix(".yaml").or_else(|| rest.strip_suffix(".yml"))?;
    let is_number = !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit());
    let kind = stem.split('-').next().unwrap_or_default();
    is_number.then_some(())?;
    Some((number.parse().ok()?, ["assert", "errors"].contains(&kind)))
}

/// Returns `true` if a directory contains a test of KUTTL, or one of Chainsaw, whose files have the same names:
///
/// - A step has assertions and other files: `00-install.yaml` and `00-assert.yaml`.
/// - A file of a step has a kind of KUTTL, such as `TestStep`.
/// - It is in one of the `testDirs` of a `TestSuite`, which is in a directory above.
/// - It contains a `chainsaw-test.yaml`.
pub(crate) fn is_test(tree: &dyn FileSystem, directory: &Path) -> bool {
    let entries = tree.list(directory).unwrap_or_default();
    let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    let mut steps: BTreeMap<u64, [bool; 2]> = BTreeMap::new();
    for (number, is_assertion) in names.iter().filter_map(|name| step(name)) {
        let [has_files, has_assertions] = steps.entry(number).or_default();
        *if is_assertion { has_assertions } else { has_files } = true;
    }
    let text = |path: PathBuf| source::text(path.display(), tree.read(&path)).ok();
    let is_of_kuttl = |name: &String| {
        let text = text(directory.join(name)).filter(|text| text.contains("kuttl.dev/"));
        text.is_some_and(|text| !roots_of_kuttl(&text).is_empty())
    };
    names.iter().any(|name| CHAINSAW_TESTS.contains(&name.as_str()))
        || steps.values().any(|step| *step == [true; 2])
        || names.iter().filter(|name| step(name).is_some()).any(is_of_kuttl)
        || directory.ancestors().any(|above| {
            let suites = KUTTL_SUITES.iter().map(|name| above.join(name)).filter(|path| tree.is_file(path));
            suites.filter_map(text).any(|suite| is_in_suite(&suite, above, directory))
        })
}

/// Returns `true` if a directory is below one of the test directories of a `TestSuite` in the directory `above`.
fn is_in_suite(suite: &str, above: &Path, directory: &Path) -> bool {
    let roots = roots_of_kuttl(suite);
    let tests = roots.iter().flat_map(|root| list(Some(root), "testDirs")).filter_map(Node::as_str);
    let directory = clean(directory);
    tests.map(|tests| clean(&above.join(tests))).any(|tests| {
        let is_everything = tests.as_os_str().is_empty() || tests == Path::new(".");
        is_everything || directory.starts_with(&tests)
    })
}

/// Returns the documents that have a kind of KUTTL.
fn roots_of_kuttl(text: &str) -> Vec<Node> {
    let roots = load(text, &Limits::of_this_thread()).into_iter().filter_map(|document| document.root);
    let is_of_kuttl = |root: &Node| {
        root.get("apiVersion").and_then(Node::as_str).is_some_and(|version| version.starts_with("kuttl.dev/"))
    };
    roots.filter(is_of_kuttl).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::MemoryFileSystem;

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

    #[test]
    fn assertions_are_in_directories_of_tests() {
        let step = "apiVersion: kuttl.dev/v1beta1\nkind: TestStep\n";
        let suite =
            |directory: &str| format!("apiVersion: kuttl.dev/v1beta1\nkind: TestSuite\ntestDirs:\n- {directory}\n");
        for (files, expected) in [
            (&[("m/t/00-assert.yaml", "")][..], false),
            (&[("m/t/00-assert.yaml", ""), ("m/t/a.yaml", step)], false),
            (&[("m/t/00-assert.yaml", ""), ("m/t/01-install.yaml", "a: kuttl.dev/")], false),
            (&[("m/t/00-assert.yaml", ""), ("m/t/00-install.yaml", "")], true),
            (&[("m/t/00-assert.yaml", ""), ("m/t/0-install.yml", "")], true),
            (&[("m/t/00-assert.yaml", ""), ("m/t/01-install.yaml", step)], true),
            (&[("m/t/00-assert.yaml", ""), ("m/t/chainsaw-test.yaml", "")], true),
            (&[("m/t/00-assert.yaml", ""), ("m/kuttl-test.yaml", &suite("./t"))], true),
            (&[("m/t/00-assert.yaml", ""), ("kuttl-test.yaml", &suite("./m/"))], true),
            (&[("m/t/00-assert.yaml", ""), ("kuttl-test.yaml", &suite("."))], true),
            (&[("m/t/00-assert.yaml", ""), ("kuttl-test.yaml", &suite("./other"))], false),
            (&[("m/t/00-assert.yaml", ""), ("kuttl-test.yaml", "testDirs: [m]\n")], false),
        ] {
            let mut tree = MemoryFileSystem::default();
            for (path, text) in files {
                tree.insert(path, *text);
            }
            assert_eq!(is_test(&tree, Path::new("m/t")), expected, "{files:?}");
        }
    }
}
