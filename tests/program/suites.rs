//! Tests `idlgen test`.

use std::fs;

use crate::program::{path, run};
use insta::assert_snapshot;

const SUITE: &str = "testdata/suites/widgets.testsuite.yaml";
const CRDS: &str = "testdata/suites/crds";

#[test]
fn cases_that_come_out_as_expected() {
    assert_snapshot!(run(&["test", SUITE, "--crd", CRDS]), @"
    [errors]
    7 cases of 1 suite: 7 passed (1 with messages of older servers), 0 failed
    ");
}

#[test]
fn errors_are_told_and_expected_in_the_words_that_are_asked_for() {
    let text = fs::read_to_string("testdata/suites/widgets.testsuite.yaml").expect("the suite");
    let usual = "expectedError: \"spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9\"";
    let own = "expectedError: \"is invalid: spec.size in body should be less than or equal to 9\"";
    assert!(text.contains(usual), "the case that refuses");
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("words.yaml");
    fs::write(&suite, text.replace(usual, own)).expect("a suite");
    let ran = |style: &str| {
        let style = ["--filter", "a size of ten", "--message-style", style];
        run(&[&["test", path(&suite), "--crd", CRDS], &style[..]].concat())
    };
    assert_eq!(ran("go-openapi").status, 0, "{}", ran("go-openapi"));
    let usual = ran("kubernetes");
    let came = "actual: Widget.shop.example.com \"test\" is invalid: spec.size: Invalid value: 10: spec.size in body";
    assert!(usual.status == 1 && usual.out.contains(came), "{usual}");
}

#[test]
fn cases_that_do_not() {
    let suite = "testdata/suites/failing.testsuite.yaml";
    assert_snapshot!(run(&["test", suite, "--crd", CRDS]), @r#"
    [exit status 1]
    [output]
    error[IDL0790]: the case expects nothing: it has neither `expected` nor `expectedError`
      --> testdata/suites/failing.testsuite.yaml:35:11
       |
    35 |   - name: expects nothing
       |           ^^^^^^^^^^^^^^^

    error[IDL0792]: "is accepted against expectation": the creation is accepted, but an error is expected
     --> testdata/suites/failing.testsuite.yaml:5:11
      |
    5 |   - name: is accepted against expectation
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: expected: spec.size: Invalid value
      = note: run on testdata/suites/crds/widgets.yaml

    error[IDL0792]: "is refused against expectation": the creation is rejected, but no error is expected
      --> testdata/suites/failing.testsuite.yaml:12:11
       |
    12 |   - name: is refused against expectation
       |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = note: actual: Widget.shop.example.com "test" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9
       = note: run on testdata/suites/crds/widgets.yaml

    error[IDL0792]: "is stored otherwise": the stored object differs from the expected one
      --> testdata/suites/failing.testsuite.yaml:23:11
       |
    23 |   - name: is stored otherwise
       |           ^^^^^^^^^^^^^^^^^^^
       |
       = note: --- expected
               +++ stored
               @@ -2,4 +2,4 @@
                kind: Widget
                spec:
               -  color: blue
               +  color: red
                  size: 3
       = note: run on testdata/suites/crds/widgets.yaml

    [errors]
    3 cases of 1 suite: 0 passed, 3 failed
    "#);
    assert_snapshot!(run(&["test", suite, "--crd", CRDS, "--report", "tap", "--message-format", "short"]), @r#"
    [exit status 1]
    [output]
    TAP version 13
    1..3
    not ok 1 - Failing: is accepted against expectation (testdata/suites/crds/widgets.yaml)
      ---
      message: '"is accepted against expectation": the creation is accepted, but an error
        is expected'
      notes: |-
        expected: spec.size: Invalid value
        run on testdata/suites/crds/widgets.yaml
      ...
    not ok 2 - Failing: is refused against expectation (testdata/suites/crds/widgets.yaml)
      ---
      message: '"is refused against expectation": the creation is rejected, but no error
        is expected'
      notes: |-
        actual: Widget.shop.example.com "test" is invalid: spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9
        run on testdata/suites/crds/widgets.yaml
      ...
    not ok 3 - Failing: is stored otherwise (testdata/suites/crds/widgets.yaml)
      ---
      message: '"is stored otherwise": the stored object differs from the expected one'
      notes: |-
        --- expected
        +++ stored
        @@ -2,4 +2,4 @@
         kind: Widget
         spec:
        -  color: blue
        +  color: red
           size: 3
        run on testdata/suites/crds/widgets.yaml
      ...
    [errors]
    testdata/suites/failing.testsuite.yaml:35:11: error[IDL0790]: the case expects nothing: it has neither `expected` nor `expectedError`
    testdata/suites/failing.testsuite.yaml:5:11: error[IDL0792]: "is accepted against expectation": the creation is accepted, but an error is expected
    testdata/suites/failing.testsuite.yaml:12:11: error[IDL0792]: "is refused against expectation": the creation is rejected, but no error is expected
    testdata/suites/failing.testsuite.yaml:23:11: error[IDL0792]: "is stored otherwise": the stored object differs from the expected one
    3 cases of 1 suite: 0 passed, 3 failed
    "#);
    let junit = ["--report", "junit", "-q", "--filter", "otherwise", "--message-format", "short"];
    assert_snapshot!(run(&[&["test", suite, "--crd", CRDS][..], &junit].concat()), @r#"
    [exit status 1]
    [output]
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="idlgen test" tests="1" failures="1">
      <testsuite name="Failing (testdata/suites/crds/widgets.yaml)" tests="1" failures="1">
        <testcase classname="Failing" name="is stored otherwise">
          <failure message="&quot;is stored otherwise&quot;: the stored object differs from the expected one">--- expected&#10;+++ stored&#10;@@ -2,4 +2,4 @@&#10; kind: Widget&#10; spec:&#10;-  color: blue&#10;+  color: red&#10;   size: 3&#10;run on testdata/suites/crds/widgets.yaml</failure>
        </testcase>
      </testsuite>
    </testsuites>
    [errors]
    testdata/suites/failing.testsuite.yaml:35:11: error[IDL0790]: the case expects nothing: it has neither `expected` nor `expectedError`
    testdata/suites/failing.testsuite.yaml:23:11: error[IDL0792]: "is stored otherwise": the stored object differs from the expected one
    "#);
}

#[test]
fn an_error_of_a_status_that_is_not_written_is_a_failure() {
    let suite = |status: &str| {
        let object =
            |status: &str| format!("{{apiVersion: shop.example.com/v1, kind: Widget, spec: {{size: 3}}{status}}}");
        format!(
            "apiVersion: apiextensions.k8s.io/v1\nname: Widget\ncrdName: widgets.shop.example.com\ntests:\n\
             \x20 onUpdate:\n  - name: a\n    initial: |\n      {}\n    updated: |\n      {}\n    expectedStatusError: in body\n",
            object(""),
            object(status),
        )
    };
    let crd = fs::read_to_string("testdata/suites/crds/widgets.yaml").expect("a CRD");
    let without = crd.replace("    subresources: {status: {}}\n", "");
    let wrong = ", status: {observed: 101}";
    for (crd, status, expected) in [
        (&crd, wrong, None),
        (&crd, "", Some("an error of the status is expected, but `updated` has no status")),
        (&crd, ", status: null", Some("an error of the status is expected, but `updated` has no status")),
        (&without, "", Some("an error of the status is expected, but the status is not a subresource")),
        (&without, ", status: {observed: 1}", Some("but the status is not a subresource")),
    ] {
        let directory = tempfile::tempdir().expect("a directory");
        let (suite_file, crd_file) = (directory.path().join("suite.yaml"), directory.path().join("crd.yaml"));
        fs::write(&suite_file, suite(status)).expect("a file");
        fs::write(&crd_file, crd).expect("a file");
        let ran = run(&["test", path(&suite_file), "--crd", path(&crd_file), "--message-format", "short"]);
        match expected {
            None => assert_eq!(ran.status, 0, "{ran}"),
            Some(expected) => assert!(ran.status == 1 && ran.out.contains(expected), "{status:?}: {ran}"),
        }
    }
}

#[test]
fn a_suite_without_its_definition() {
    assert_snapshot!(run(&["test", SUITE, "--message-format", "short"]), @"
    [exit status 1]
    [output]
    testdata/suites/widgets.testsuite.yaml:3:10: error[IDL0791]: there is no CRD widgets.shop.example.com
    [errors]
    0 cases of 1 suite: 0 passed, 0 failed
    ");
    assert_snapshot!(run(&["test", SUITE, "--crd", SUITE]), @"
    [exit status 2]
    [errors]
    error: --crd testdata/suites/widgets.testsuite.yaml: no CustomResourceDefinition found
    ");
    assert_snapshot!(run(&["test", "testdata/suites/crds", "--crd", CRDS]), @"
    [exit status 2]
    [errors]
    error: testdata/suites/crds: there is no suite
    0 cases of 0 suites: 0 passed, 0 failed
    ");
    assert_snapshot!(run(&["test", SUITE, "--crd", CRDS, "--filter", "nothing of the kind"]), @"
    [exit status 2]
    [errors]
    0 cases of 1 suite: 0 passed, 0 failed
    error: no case was run, because no name matches --filter
    ");
}

#[test]
fn a_suite_without_cases_is_not_a_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("empty.yaml");
    fs::write(&suite, "crdName: widget.shop.example.com\ntests:\n  onCreated: []\n").expect("a suite");
    assert_snapshot!(run(&["test", path(&suite), "--crd", CRDS, "--message-format", "short"]), @"
    [exit status 1]
    [output]
    [folder]/empty.yaml:3:3: warning[IDL0790]: unknown key `onCreated` in `tests`, which has no effect
    [folder]/empty.yaml:3:3: warning[IDL0790]: the suite has no cases
    [folder]/empty.yaml:1:10: error[IDL0791]: there is no CRD widget.shop.example.com; did you mean widgets.shop.example.com?
    [errors]
    0 cases of 1 suite: 0 passed, 0 failed
    ");
    fs::write(&suite, "crdName: widgets.shop.example.com\ntests: {onCreate: []}\n").expect("a suite");
    let ran = run(&["test", path(&suite), "--crd", CRDS, "--message-format", "short"]);
    assert!(ran.status == 2 && ran.err.contains("no case was run, because the suites have none"), "{ran}");
}

#[test]
fn a_definition_that_no_server_takes() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = fs::read_to_string("testdata/suites/crds/widgets.yaml").expect("a definition");
    let wrong = folder.path().join("wrong.yaml");
    fs::write(&wrong, definition.replace("self.size < 8", "self.sise < 8")).expect("a file");
    let ran = run(&["test", SUITE, "--crd", path(&wrong), "--message-format", "short"]);
    assert_eq!(ran.status, 1, "{ran}");
    let refusal = "error[IDL0793]: an API server rejects the CRD widgets.shop.example.com: spec.validation";
    assert!(ran.out.contains(refusal) && ran.out.contains("undefined field 'sise'"), "{ran}");
    assert_eq!(ran.out.matches("IDL0793").count(), 1);
}

#[test]
fn a_first_suite_of_go_types_passes() {
    const TYPES: &str = "testdata/definitions/api/v1";
    let written = run(&["test", "--init", "Widget", "--go", TYPES, "-q"]);
    assert_eq!(written.status, 0, "{written}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("widget.testsuite.yaml");
    fs::write(&file, &written.out).expect("a file");
    let ran = run(&["test", path(&file), "--go", TYPES]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{ran}");
    assert!(ran.err.contains(" passed, 0 failed") && !ran.err.starts_with("0 cases"), "{ran}");

    assert_snapshot!(run(&["test", "--init", "Wigdet", "--go", TYPES, "-q"]), @"
    [exit status 2]
    [errors]
    error: there is no CRD Wigdet; did you mean Widget?
    ");
    let ran = run(&["test", "--init", "deploymnt", "-q"]);
    assert!(ran.err.contains("there is no CRD or built-in kind deploymnt; did you mean Deployment?"), "{ran}");
    assert_snapshot!(run(&["test", "--init", "Other", "-q"]), @"
    [exit status 2]
    [errors]
    error: there is no CRD Other: pass its file, or specify it with --crd or --go
    ");
}

#[test]
fn what_no_case_tries() {
    assert_snapshot!(run(&["test", SUITE, "--crd", CRDS, "--coverage"]), @r#"
    [output]
    widgets.shop.example.com v1 (testdata/suites/crds/widgets.yaml): 5 of 9 rules, enum values and limits are covered
      spec.code pattern "^[A-Z]{2}-[0-9]+$": no object reaches it
      spec.color enum: no rejected object has another value
      spec.color enum value "blue": no accepted object has it
      spec.size minimum 1: no rejected object violates it
    [errors]
    7 cases of 1 suite: 7 passed (1 with messages of older servers), 0 failed
    "#);
}

#[test]
fn coverage_has_a_floor() {
    let covered = |floor: &str| run(&["test", SUITE, "--crd", CRDS, "--coverage", "--fail-under", floor]);
    assert_eq!(covered("55.5").status, 0, "{}", covered("55.5"));
    let ran = covered("60");
    assert_eq!(ran.status, 1, "{ran}");
    let message = "error: widgets.shop.example.com v1 (testdata/suites/crds/widgets.yaml): coverage is 55.5 %, but \
                   --fail-under is 60 %";
    assert!(ran.err.contains(message), "{ran}");
    assert_eq!(covered("101").status, 2);
    assert_eq!(run(&["test", SUITE, "--crd", CRDS, "--fail-under", "1"]).status, 2);
}

/// A CRD whose rule uses a function of KEP-4153, and a suite.
const PROPOSED: [&str; 2] = [
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: hosts.example.com}\n\
     spec:\n  group: example.com\n  names: {kind: Host, plural: hosts, singular: host, listKind: HostList}\n  \
     scope: Namespaced\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      \
     openAPIV3Schema:\n        type: object\n        properties:\n          address:\n            \
     type: string\n            maxLength: 50\n            x-kubernetes-validations:\n            \
     - {rule: ip(self).is4(), message: not v4}\n",
    "name: Host\ncrdName: hosts.example.com\ntests:\n  onCreate:\n  - name: refuses v6\n    initial: |\n      \
     apiVersion: example.com/v1\n      kind: Host\n      address: '::1'\n    expectedError: not v4\n  onUpdate:\n  \
     - name: an update has the name and namespace of what was created\n    initial: |\n      \
     apiVersion: example.com/v1\n      kind: Host\n      metadata: {name: a}\n    updated: |\n      \
     apiVersion: example.com/v1\n      kind: Host\n      metadata: {name: b, namespace: other}\n      \
     address: 10.0.0.1\n    expected: |\n      apiVersion: example.com/v1\n      kind: Host\n      \
     address: 10.0.0.1\n",
];

#[test]
fn rules_may_use_proposed_functions_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let [crd, suite] = ["crd.yaml", "host.testsuite.yaml"].map(|name| folder.path().join(name));
    for (file, text) in [(&crd, PROPOSED[0]), (&suite, PROPOSED[1])] {
        fs::write(file, text).expect("writes");
    }
    let arguments = ["test", path(&suite), "--crd", path(&crd)];
    let ran = run(&arguments);
    assert_eq!(ran.status, 1, "{ran}");
    assert!(ran.out.contains("undeclared reference to 'is4'"), "{ran}");
    let ran = run(&[&arguments[..], &["--kep-4153-functions"]].concat());
    assert_eq!(ran.status, 0, "{ran}");
    assert!(ran.err.contains("2 cases of 1 suite: 2 passed, 0 failed"), "{ran}");
    // Servers reject the CRD, which is reported.
    assert!(ran.out.contains("warning[IDL0793]: an API server rejects the CRD hosts.example.com"), "{ran}");

    let objects = folder.path().join("objects.yaml");
    let host = |name: &str, address: &str| {
        format!("apiVersion: example.com/v1\nkind: Host\nmetadata: {{name: {name}}}\naddress: '{address}'\n---\n")
    };
    fs::write(&objects, host("a", "10.0.0.1") + &host("b", "::1")).expect("writes");
    let arguments = ["validate", path(&objects), "--crd", path(&crd)];
    assert!(run(&arguments).err.contains("0 valid, 2 invalid"), "{}", run(&arguments));
    let ran = run(&[&arguments[..], &["--kep-4153-functions"]].concat());
    assert!(ran.out.contains("not v4") || ran.err.contains("not v4"), "{ran}");
    assert!(ran.err.contains("1 valid, 1 invalid"), "{ran}");
}

#[test]
fn a_first_suite_for_a_definition_of_many_rules_comes_to_an_end() {
    let rule = |number: usize| format!("            - rule: self.color != 'x{number}'\n");
    let rules: String = (0..2_000).map(rule).collect();
    let text = fs::read_to_string(format!("{CRDS}/widgets.yaml")).expect("reads");
    let last = "            - rule: self.size >= oldSelf.size\n";
    let text = text.replace(last, &(rules + last));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("many.yaml");
    fs::write(&file, text).expect("writes");
    let ran = run(&["test", "--init", path(&file)]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("more limits and rules: the CRD is too large to try all"), "{}", ran.err);
}

#[test]
fn a_first_suite_passes() {
    let written = run(&["test", "--init", "widgets.shop.example.com", "--crd", CRDS]);
    assert_snapshot!(written, @r#"
    [output]
    apiVersion: apiextensions.k8s.io/v1
    name: "Widget"
    crdName: widgets.shop.example.com
    tests:
      onCreate:
      - name: "accepts a minimal object"
        initial: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            size: 1
        expected: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            color: red
            size: 1
      - name: "rejects a violation of spec rule self.size < 8 || self.color == 'red'"
        initial: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            color: blue
            size: 9
        expectedError: "spec: Invalid value: large widgets are red"
      - name: "rejects a violation of spec.code pattern \"^[A-Z]{2}-[0-9]+$\""
        initial: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            code: ""
            size: 1
        expectedError: "spec.code: Invalid value: \"\": spec.code in body should match '^[A-Z]{2}-[0-9]+$'"
      - name: "rejects a violation of spec.color enum"
        initial: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            color: another value
            size: 1
        expectedError: "spec.color: Unsupported value: \"another value\": supported values: \"red\", \"blue\""
      - name: "rejects a violation of spec.size maximum 9"
        initial: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            size: 10
        expectedError: "spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9"
      - name: "rejects a violation of spec.size minimum 1"
        initial: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            size: 0
        expectedError: "spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1"
      onUpdate:
      - name: "rejects a violation of spec rule self.size >= oldSelf.size"
        initial: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            size: 1
        updated: |
          apiVersion: shop.example.com/v1
          kind: Widget
          spec:
            size: 0
        expectedError: "spec: Invalid value: widgets do not shrink"
    [errors]
    status.observed maximum 100: the status is a subresource
    7 cases, each of which passes
    "#);
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("first.testsuite.yaml");
    fs::write(&suite, &written.out).expect("writes");
    let ran = run(&["test", path(&suite), "--crd", CRDS]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{ran}");
}

/// Finds CRDs in the directory layout of openshift/api, each with the feature gates of its feature set.
#[test]
fn definitions_by_feature_gates() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    };
    let definition = fs::read_to_string("testdata/suites/crds/widgets.yaml").expect("it is there");
    let of_set = |set: &str, most: &str| {
        let annotations = format!(
            "  annotations:\n    include.release.openshift.io/self-managed: \"true\"\n    \
             release.openshift.io/feature-set: {set}\n  name: widgets"
        );
        definition.replacen("  name: widgets", &annotations, 1).replace("maximum: 9", most)
    };
    write("shop/v1/zz_generated.crd-manifests/a.yaml", &of_set("Default", "maximum: 5"));
    write("shop/v1/zz_generated.crd-manifests/b.yaml", &of_set("TechPreview", "maximum: 7"));
    for (set, list) in [("Default", "disabled"), ("TechPreview", "enabled")] {
        let gates = format!(
            "metadata:\n  annotations:\n    include.release.openshift.io/self-managed: \"true\"\n    \
             release.openshift.io/feature-set: {set}\nstatus:\n  featureGates:\n  - {list}: [{{name: Large}}]\n"
        );
        write(&format!("payload-manifests/featuregates/{set}.yaml"), &gates);
    }
    let suite = |gate: &str, most: u32| {
        format!(
            "name: {gate}\ncrdName: widgets.shop.example.com\nfeatureGates: [\"{gate}\"]\ntests:\n  onCreate:\n  \
             - name: too large\n    initial: |\n      apiVersion: shop.example.com/v1\n      kind: Widget\n      \
             spec:\n        size: 20\n    expectedError: less than or equal to {most}\n"
        )
    };
    write("shop/v1/tests/widgets/large.yaml", &suite("Large", 7));
    write("shop/v1/tests/widgets/small.yaml", &suite("-Large", 5));
    write("shop/v1/tests/widgets/unknown.yaml", &suite("Other", 5));
    assert_snapshot!(run(&["test", path(folder.path()), "--message-format", "short"]), @"
    [exit status 1]
    [output]
    [folder]/shop/v1/tests/widgets/unknown.yaml:2:10: error[IDL0791]: the lists of feature gates do not contain Other
    [errors]
    2 cases of 3 suites: 2 passed, 0 failed
    ");
}

#[test]
fn the_floor_in_a_file_may_only_rise() {
    let folder = tempfile::tempdir().expect("a folder");
    let floor = folder.path().join("floor.yaml");
    let with = |suite: &str, more: &[&str]| {
        run(&[&["test", suite, "--crd", CRDS, "--coverage-floor", path(&floor)], more].concat())
    };
    let ran = with(SUITE, &[]);
    assert!(ran.status == 2 && ran.err.contains("no such file; --update-coverage-floor writes it"), "{ran}");
    let ran = with(SUITE, &["--update-coverage-floor"]);
    assert!(ran.status == 0 && ran.err.contains("wrote 1 file"), "{ran}");
    assert_snapshot!(fs::read_to_string(&floor).expect("a floor"), @r#"
    # What test suites need not cover. `idlgen test` fails if anything else is uncovered.
    # `--update-coverage-floor` removes what is covered.
    coverage-floor:
    - crd: widgets.shop.example.com
      version: v1
      # 5 of 9 are covered
      uncovered:
      - "spec.code pattern \"^[A-Z]{2}-[0-9]+$\""
      - "spec.color enum"
      - "spec.color enum value \"blue\""
      - "spec.size minimum 1"
    "#);
    assert_eq!(with(SUITE, &[]).status, 0);
    // Without one of the cases, less is covered.
    let text = fs::read_to_string(SUITE).expect("the suite");
    let less = folder.path().join("less.yaml");
    let before = fs::read_to_string(&floor).expect("a floor");
    let fewer: String = text.split("  onUpdate:").next().unwrap_or_default().to_owned();
    fs::write(&less, fewer).expect("a suite");
    assert_snapshot!(with(path(&less), &[]), @"
    [exit status 1]
    [output]
    error[IDL0920]: widgets.shop.example.com v1: 2 parts are newly uncovered (3 of 9 rules, enum values and limits are covered)
     --> [folder]/floor.yaml:4:8
      |
    4 | - crd: widgets.shop.example.com
      |        ^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: spec rule self.size >= oldSelf.size: no object reaches it
      = note: status.observed maximum 100: no object reaches it
      = help: add cases, or lower the floor with --update-coverage-floor --lower

    [errors]
    3 cases of 1 suite: 3 passed (1 with messages of older servers), 0 failed
    ");
    let ran = with(path(&less), &["--update-coverage-floor"]);
    assert!(ran.status == 1 && ran.err.contains("--lower is required to lower it"), "{ran}");
    assert_eq!(fs::read_to_string(&floor).expect("a floor"), before);
    assert_eq!(with(path(&less), &["--update-coverage-floor", "--lower"]).status, 0);
    let ran = with(SUITE, &[]);
    assert!(ran.status == 0 && ran.err.contains("above the coverage floor; raise it"), "{ran}");
    assert_eq!(with(SUITE, &["--update-coverage-floor"]).status, 0);
    assert_eq!(fs::read_to_string(&floor).expect("a floor"), before);
    // A part of the cases is not compared.
    let ran = with(SUITE, &["--filter", "size"]);
    assert!(ran.status == 0 && ran.err.contains("the coverage floor was not checked"), "{ran}");
    fs::write(&floor, "coverage-floor: [{crd: a}]\n").expect("a file");
    let ran = with(SUITE, &[]);
    assert!(ran.status == 2 && ran.out.contains("error[IDL0922]: `uncovered` must be a list of strings"), "{ran}");
}
