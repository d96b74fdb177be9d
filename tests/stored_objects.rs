//! `idlgen default` and `prune`, and definitions that are judged themselves.
#![expect(clippy::disallowed_methods, clippy::expect_used, reason = "the tests prepare files")]
#![cfg(feature = "cli")]
#![allow(dead_code, reason = "what runs the program has more than is needed here")]

#[path = "program/program.rs"]
mod program;
#[path = "program/widgets.rs"]
mod widgets;

use insta::assert_snapshot;
use program::run_with;
use widgets::{WIDGETS, at, folder, widgets};

#[test]
fn objects_as_a_server_stores_them() {
    let folder = folder(&[("crd.yaml", WIDGETS)]);
    let crd = at(&folder, "crd.yaml");
    let objects = widgets(&["{size: 3, colour: blue}", "{size: 4, color: null}"]);
    let ran = |command: &str, extra: &[&str]| run_with(&[&[command, "-", "--crd", &crd], extra].concat(), &objects);
    assert_snapshot!(ran("default", &[]), @"
    [output]
    apiVersion: example.com/v1
    kind: Widget
    metadata:
      name: w0
    spec:
      color: red
      size: 3
    ---
    apiVersion: example.com/v1
    kind: Widget
    metadata:
      name: w1
    spec:
      color: red
      size: 4
    ");
    assert_snapshot!(ran("default", &["--changes"]), @r#"
    [output]
    Widget w0: + spec.color: "red"
    Widget w0: - spec.colour: "blue"
    Widget w1: ~ spec.color: null is now "red"
    "#);
    assert_snapshot!(ran("prune", &["-o", "json"]), @r#"
    [output]
    {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w0"},"spec":{"size":3}}
    {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w1"},"spec":{"color":null,"size":4}}
    "#);
    assert_snapshot!(ran("prune", &["--changes"]), @r#"
    [output]
    Widget w0: - spec.colour: "blue"
    "#);
    let unknown = run_with(&["default", "-", "--crd", &crd], "{apiVersion: example.com/v1, kind: Wigdet}");
    assert_eq!((unknown.status, unknown.err.contains("IDL0904")), (1, true), "{unknown}");
}

#[test]
fn definitions_are_judged_themselves() {
    let wrong = WIDGETS.replace("plural: widgets", "plural: Widgets").replace("{type: integer, maximum: 9}", "{}");
    assert_snapshot!(run_with(&["validate", "-", "--message-format", "short"], &wrong), @r#"
    [exit status 1]
    [output]
    <stdin>:3:18: error[IDL0905]: metadata.name: Invalid value: "widgets.example.com": must be spec.names.plural+"."+spec.group
    <stdin>:6:55: error[IDL0905]: spec.names.plural: Invalid value: "Widgets": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')
    <stdin>:22:15: error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].properties[size].type: Required value: must not be empty for specified object fields
    [errors]
    1 object in 1 file: 0 valid, 1 invalid
    "#);
    // What its rules cost counts too.
    let costly = WIDGETS
        .replace("color: {type: string, default: red}", "color: {type: array, items: {type: string}}")
        .replace("self.size >= oldSelf.size", "self.color.all(c, self.color.exists(d, d == c))");
    assert_snapshot!(run_with(&["validate", "-", "--message-format", "full", "-q"], &costly), @"
    [exit status 1]
    [output]
    error[IDL0905]: spec.validation.openAPIV3Schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
      --> <stdin>:15:7
       |
    15 |       openAPIV3Schema:
       |       ^^^^^^^^^^^^^^^

    error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)
      --> <stdin>:25:16
       |
    25 |             - {rule: 'self.color.all(c, self.color.exists(d, d == c))', message: never smaller}
       |                ^^^^

    error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema
      --> <stdin>:25:16
       |
    25 |             - {rule: 'self.color.all(c, self.color.exists(d, d == c))', message: never smaller}
       |                ^^^^
    ");
    // An update keeps the name, whatever it is.
    let folder = folder(&[("old.yaml", &wrong)]);
    let old = at(&folder, "old.yaml");
    let ran = run_with(&["validate", "-", "--message-format", "short", "--old", &old], &wrong);
    assert_snapshot!(ran, @r#"
    [exit status 1]
    [output]
    <stdin>:6:55: error[IDL0905]: spec.names.plural: Invalid value: "Widgets": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')
    <stdin>:22:15: error[IDL0905]: spec.validation.openAPIV3Schema.properties[spec].properties[size].type: Required value: must not be empty for specified object fields
    [errors]
    1 object in 1 file: 0 valid, 1 invalid
    "#);
}

#[test]
fn that_nothing_was_there_or_changed_is_said() {
    let settings = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}";
    for command in ["default", "prune"] {
        let ran = run_with(&[command, "--changes", "-"], settings);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", "no changes in 1 object\n"), "{ran}");
        let ran = run_with(&[command, "-"], "# nothing\n");
        assert!(ran.status == 1 && ran.err.contains("there is no object, so nothing was printed"), "{ran}");
        assert_eq!(run_with(&[command, "-", "--allow-empty"], "").status, 0);
    }
}
