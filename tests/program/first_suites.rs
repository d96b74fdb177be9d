//! `idlgen test --init`: a case for each limit and rule of a CRD. `IDLGEN_BLESS=1` updates the expected files.

use std::{fs, path::PathBuf};

use crate::program::{path, run};
use insta::assert_snapshot;

/// Checks the suite that is generated for a CRD, and the reported limits and rules without a case. Runs the suite.
#[track_caller]
fn check(name: &str, missing: &str) {
    let folder = PathBuf::from("testdata/suites/first");
    let (crd, suite) = (folder.join(format!("{name}.yaml")), folder.join(format!("{name}.testsuite.yaml")));
    let written = run(&["test", "--init", path(&crd)]);
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        fs::write(&suite, &written.out).expect("writes");
    }
    assert_eq!(written.out, fs::read_to_string(&suite).expect("the suite"), "{name}");
    assert_eq!(written.err, missing, "{name}");
    let ran = run(&["test", path(&suite), "--crd", path(&crd)]);
    assert!(ran.status == 0 && ran.err.contains(" passed, 0 failed"), "{ran}");
}

#[test]
fn each_limit_has_a_case() {
    let missing = "spec rule !has(self.half) || self.half != 2.5: no object was found that violates it\n\
                   spec.code maxLength 5000: no object was found that violates it\n\
                   29 cases, each of which passes\n";
    check("limits", missing);
}

#[test]
fn rules_need_valid_objects_and_updates() {
    let missing = "status.observed maximum 100: the status is a subresource\n11 cases, each of which passes\n";
    check("choices", missing);
}

/// The CRD has errors at the values of rules that no object violates: of limits, of missing fields, of other rules.
#[test]
fn only_an_error_of_the_rule_shows_that_it_is_violated() {
    let missing = "spec.color rule self != 'green': no object was found that violates it\n\
                   9 cases, each of which passes\n";
    check("required", missing);
}

#[test]
fn valid_objects_have_the_strings_of_rules() {
    check("targets", "7 cases, each of which passes\n");
}

#[test]
fn coverage_lists_what_no_case_of_a_first_suite_tries() {
    let ran = run(&[
        "test",
        "testdata/suites/first/limits.testsuite.yaml",
        "--crd",
        "testdata/suites/first/limits.yaml",
        "--coverage",
    ]);
    assert_snapshot!(ran, @r#"
    [output]
    limits.example.com v1 (testdata/suites/first/limits.yaml): 7 of 36 rules, enum values and limits are covered
      spec rule !has(self.half) || self.half != 2.5: no rejected object violates it
      spec rule self.count >= oldSelf.count: no accepted object satisfies it
      spec.at format "date-time": no accepted object satisfies it
      spec.code maxLength 5000: no object reaches it
      spec.code pattern "^[a-z]{2}[0-9]$": no accepted object satisfies it
      spec.color enum value "red": no accepted object has it
      spec.color enum value "blue": no accepted object has it
      spec.half maximum 9.5: no accepted object satisfies it
      spec.half minimum 0.5: no accepted object satisfies it
      spec.half multipleOf 0.5: no accepted object satisfies it
      spec.list maxItems 3: no accepted object satisfies it
      spec.list minItems 1: no accepted object satisfies it
      spec.list[] enum value "x": no accepted object has it
      spec.list[] enum value "yy": no accepted object has it
      spec.list[] enum value "zzz": no accepted object has it
      spec.list[] enum value "wwww": no accepted object has it
      spec.list[] maxLength 3: no accepted object satisfies it
      spec.map maxProperties 2: no accepted object satisfies it
      spec.map minProperties 1: no accepted object satisfies it
      spec.map[*] minLength 1: no accepted object satisfies it
      spec.map[*] rule self != 'a': no accepted object satisfies it
      spec.name maxLength 5: no accepted object satisfies it
      spec.name minLength 2: no accepted object satisfies it
      spec.objects maxItems 2: no accepted object satisfies it
      spec.objects[] rule self.key != 'other': no accepted object satisfies it
      spec.objects[].key maxLength 10: no accepted object satisfies it
      spec.objects[].key minLength 1: no accepted object satisfies it
      spec.set maxItems 2: no accepted object satisfies it
      spec.set[] maximum 5: no accepted object satisfies it
    [errors]
    29 cases of 1 suite: 29 passed, 0 failed
    "#);
}
