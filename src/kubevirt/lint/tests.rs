//! Every finding about rules as the user sees it: its location, message, notes, help and fix.

use idlgen_yaml::{Limits, load};
use insta::assert_snapshot;

use super::lint;
use crate::{
    kubevirt::{document::DocumentText, testing::shown},
    source::SourceMap,
};

/// Returns a machine with an annotation.
fn machine(annotation: &str) -> String {
    format!(
        "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  annotations:\n    \
         vm.kubevirt.io/validations: {annotation}\n"
    )
}

/// Returns the findings in a document, and the counted annotations and rules.
fn found(text: &str) -> (Vec<String>, usize, usize) {
    let mut sources = SourceMap::default();
    let file = sources.add("vm.yaml", text);
    let root = load(text, &Limits::default()).remove(0).root.unwrap();
    let linted = lint(DocumentText { file, offset: 0, text }, &root);
    let shown = linted.findings.iter().map(|finding| shown(finding, &sources)).collect();
    (shown, linted.annotations, linted.rules)
}

/// Returns the findings in a rule, whose keys are those of the parameter.
fn rule(keys: &str) -> String {
    let text = machine(&format!("|\n      [{{{keys}}}]"));
    let (findings, annotations, _) = found(&text);
    assert_eq!(annotations, 1);
    findings.concat()
}

const CORES: &str = r#""path": "jsonpath::.spec.domain.cpu.cores", "valid": "jsonpath::.spec.domain.cpu.cores""#;
const BUS: &str = r#""path": "jsonpath::.spec.domain.devices.disks[*].disk.bus",
        "valid": "jsonpath::.spec.domain.devices.disks[*].disk""#;

#[test]
fn rules_without_mandatory_keys() {
    assert_snapshot!(rule(r#""min": 1"#), @r"
    `{` Error[IDL0773]: the rule is missing `rule`, `name`, `path` and `message`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
    ");
    assert_snapshot!(rule(r#""name": "n", "rule": "integer", "min": 1, "path": """#), @r#"
    `"n"` Error[IDL0773]: rule `n` is missing `path` and `message`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
    "#);
}

#[test]
fn unknown_kinds_and_keys() {
    let head = r#""name": "n", "message": "m""#;
    assert_snapshot!(rule(&format!(r#"{head}, {CORES}, "rule": "interger", "min": 1"#)), @r#"
    `"interger"` Error[IDL0775]: `interger` is not a rule type
      note: the types are `integer`, `string`, `regex` and `enum`; for any other, the KubeVirt validator rejects every machine
      Safe fix: use `integer`
        `interger` -> `integer`
    "#);
    assert_snapshot!(rule(&format!(r#"{head}, {CORES}, "rule": "xyzzy""#)), @r#"
    `"xyzzy"` Error[IDL0775]: `xyzzy` is not a rule type
      note: the types are `integer`, `string`, `regex` and `enum`; for any other, the KubeVirt validator rejects every machine
    "#);
    assert_snapshot!(rule(&format!(r#"{head}, {CORES}, "rule": "integer", "MIN": 1, "mxa": 2, "note": "x""#)), @r#"
    `"mxa"` Warning[IDL0776]: `mxa` is not a key of a rule and is ignored
      Safe fix: use `max`
        `mxa` -> `max`
    `"note"` Info[IDL0776]: `note` is not a key of a rule and is ignored
    "#);
    // A key that the rule already has is not suggested.
    assert_snapshot!(rule(&format!(r#"{head}, {CORES}, "rule": "integer", "min": 1, "minn": 2"#)), @r#"`"minn"` Info[IDL0776]: `minn` is not a key of a rule and is ignored"#);
}

#[test]
fn arguments_that_do_not_fit_the_kind() {
    let head = r#""name": "n", "message": "m""#;
    assert_snapshot!(rule(&format!(r#""regex": "x", {head}, {CORES}, "rule": "integer", "min": 1"#)), @r#"
    `"regex"` Warning[IDL0777]: rules of the type `integer` ignore `regex`
      note: they use `min` and `max`
      Unsafe fix: remove `regex`
        `"regex": "x", ` -> ``
    "#);
    assert_snapshot!(rule(&format!(r#"{head}, {BUS}, "rule": "string", "minLength": 1, "maxLength": 9, "min": 3"#)), @r#"
    `"min"` Warning[IDL0777]: rules of the type `string` ignore `min`
      note: they use `minLength` and `maxLength`
      Unsafe fix: remove `min`
        `, "min": 3` -> ``
    "#);
    assert_snapshot!(rule(&format!(r#"{head}, {BUS}, "rule": "enum", "values": ["usb"], "regex": "x", "max": null"#)), @r#"
    `"regex"` Warning[IDL0777]: rules of the type `enum` ignore `regex`
      note: they use `values`
      Unsafe fix: remove `regex`
        `"regex": "x", ` -> ``
    "#);
    assert_snapshot!(rule(&format!(r#"{head}, {BUS}, "rule": "regex", "values": ["usb"], "regex": "x""#)), @r#"
    `"values"` Warning[IDL0777]: rules of the type `regex` ignore `values`
      note: they use `regex`
      Unsafe fix: remove `values`
        `"values": ["usb"], ` -> ``
    "#);
    for (kind, path, arguments) in [
        ("integer", CORES, ""),
        ("string", BUS, r#", "minLength": """#),
        ("enum", BUS, r#", "values": []"#),
        ("regex", BUS, r#", "regex": """#),
    ] {
        let text = rule(&format!(r#"{head}, {path}, "rule": "{kind}"{arguments}"#));
        assert!(text.contains("has no"), "{kind}: {text}");
    }
    assert_snapshot!(rule(&format!(r#"{head}, {CORES}, "rule": "integer""#)), @r#"
    `"integer"` Warning[IDL0778]: rule `n` has no `min` or `max`
      note: the KubeVirt validator then accepts any number; other tools may not
    "#);
    assert_snapshot!(rule(&format!(r#"{head}, {BUS}, "rule": "enum", "values": []"#)), @r#"
    `"enum"` Warning[IDL0778]: rule `n` has no `values`
      note: the KubeVirt validator then rejects every value; other tools may not
    "#);
    assert_snapshot!(rule(&format!(r#"{head}, {BUS}, "rule": "string""#)), @r#"
    `"string"` Warning[IDL0778]: rule `n` has no `minLength` or `maxLength`
      note: the KubeVirt validator then accepts any value; other tools may not
    "#);
}

#[test]
fn limits_that_exclude_every_value() {
    let head = r#""name": "n", "message": "m""#;
    assert_snapshot!(rule(&format!(r#"{head}, {CORES}, "rule": "integer", "min": 3, "max": 2"#)), @"
    `3` Error[IDL0779]: `min` is greater than `max`; no value satisfies the rule
      `2` the other limit
      Unsafe fix: exchange them
        `3` -> `2`
        `2` -> `3`
    ");
    assert_snapshot!(rule(&format!(r#"{head}, {BUS}, "rule": "string", "minLength": 3, "maxLength": 2.5"#)), @"
    `3` Error[IDL0779]: `minLength` is greater than `maxLength`; no value satisfies the rule
      `2.5` the other limit
      Unsafe fix: exchange them
        `3` -> `2.5`
        `2.5` -> `3`
    ");
    assert_eq!(rule(&format!(r#"{head}, {CORES}, "rule": "integer", "min": 3, "max": 3"#)), "");
}

#[test]
fn values_that_the_field_does_not_have() {
    let head = r#""name": "n", "message": "m""#;
    let values = r#"["virto", "usb", "", "jsonpath::.spec.domain.machine.type", "xyzzy"]"#;
    assert_snapshot!(rule(&format!(r#"{head}, {BUS}, "rule": "enum", "values": {values}"#)), @r#"
    `"virto"` Warning[IDL0780]: `virto` is not a v1.DiskBus: no machine has it
      note: the values are `scsi`, `sata`, `virtio` and `usb`
      Safe fix: use `virtio`
        `virto` -> `virtio`
    `"xyzzy"` Warning[IDL0780]: `xyzzy` is not a v1.DiskBus: no machine has it
      note: the values are `scsi`, `sata`, `virtio` and `usb`
    "#);
}

#[test]
fn paths_with_syntax_errors() {
    let rule = |key: &str, path: &str| {
        let other = if key == "valid" { "" } else { r#""valid": "jsonpath::.spec.domain.cpu.cores", "# };
        rule(&format!(r#""name": "n", "message": "m", "rule": "integer", {other}"{key}": {path}"#))
    };
    assert_snapshot!(rule("path", r#"".spec.domain.cpu.cores", "min": 1"#), @r#"
    `".spec.domain.cpu.cores"` Error[IDL0781]: `path` of rule `n`: invalid JSONPath
      note: KubeVirt rejects the annotation: every path starts with `jsonpath::`
      Safe fix: use `jsonpath::.spec.domain.cpu.cores`
        after `th": "` -> `jsonpath::`
    `"jsonpath::.spec.domain.cpu.cores"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.cpu.cores` always exists
      note: it has a default: the rule is skipped only if `.spec.domain.cpu` is missing
    "#);
    assert_snapshot!(rule("path", r#""spec.domain.cpu.cores", "min": 1"#), @r#"
    `s` Error[IDL0781]: `path` of rule `n`: invalid JSONPath
      note: KubeVirt rejects the annotation: every path starts with `jsonpath::`
    `"jsonpath::.spec.domain.cpu.cores"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.cpu.cores` always exists
      note: it has a default: the rule is skipped only if `.spec.domain.cpu` is missing
    "#);
    assert_snapshot!(rule("path", r#""jsonpath::.spec.domain.devices.disks[x]", "min": 1"#), @r#"
    `x` Error[IDL0781]: `path` of rule `n`: invalid array index x
    `"jsonpath::.spec.domain.cpu.cores"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.cpu.cores` always exists
      note: it has a default: the rule is skipped only if `.spec.domain.cpu` is missing
    "#);
    assert_snapshot!(rule("path", r#""jsonpath::.spec.domain.devices.disks[", "min": 1"#), @r#"
    `[` Error[IDL0781]: `path` of rule `n`: unterminated array
    `"jsonpath::.spec.domain.cpu.cores"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.cpu.cores` always exists
      note: it has a default: the rule is skipped only if `.spec.domain.cpu` is missing
    "#);
    assert_snapshot!(rule("path", r#""jsonpath::.spec.domain}{.spec", "min": 1"#), @r#"
    `"jsonpath::.spec.domain}{.spec"` Error[IDL0781]: `path` of rule `n` does not stay in `.spec.template`
      note: its braces end the template into which KubeVirt inserts the path
    `"jsonpath::.spec.domain.cpu.cores"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.cpu.cores` always exists
      note: it has a default: the rule is skipped only if `.spec.domain.cpu` is missing
    "#);
    assert_snapshot!(rule("min", r#"".spec.domain.cpu.cores", "path": "jsonpath::.spec.domain.cpu.cores""#), @r#"
    `".spec.domain.cpu.cores"` Error[IDL0781]: `min` of rule `n`: invalid JSONPath
      note: KubeVirt rejects the annotation: every path starts with `jsonpath::`
      Safe fix: use `jsonpath::.spec.domain.cpu.cores`
        after `in": "` -> `jsonpath::`
    "#);
    assert_snapshot!(rule("max", r#""12", "path": "jsonpath::.spec.domain.cpu.cores""#), @r#"
    `"12"` Error[IDL0772]: cannot unmarshall IntOrPath from JSON: invalid JSONPath
      note: the KubeVirt validator rejects the annotation and every machine
      Safe fix: use `12`
        `"12"` -> `12`
    "#);
    assert_snapshot!(rule("valid", r#""", "path": "jsonpath::.spec.domain.cpu.cores", "min": 1"#), @r#"
    `""` Error[IDL0781]: `valid` of rule `n`: invalid JSONPath
      note: KubeVirt rejects the annotation: every path starts with `jsonpath::`
    "#);
}

#[test]
fn valid_that_has_no_effect() {
    let rule = |valid: &str, path: &str| {
        rule(&format!(
            r#""name": "n", "message": "m", "rule": "string", "minLength": 1, "valid": "jsonpath::{valid}",
            "path": "jsonpath::{path}""#
        ))
    };
    let name = ".spec.domain.devices.disks[*].name";
    assert_snapshot!(rule("$.spec.domain.devices", name), @r#"
    `"jsonpath::$.spec.domain.devices"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.devices` always exists
      note: the field has a value in every machine, so the rule is never skipped
    "#);
    assert_snapshot!(rule(".spec.domain.cpu", name), @r#"
    `"jsonpath::.spec.domain.cpu"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.cpu` always exists
      note: the KubeVirt validator finds the pointer even if it is not set
      help: name a field below it
    "#);
    assert_snapshot!(rule(".spec.domain.machine.type", name), @r#"
    `"jsonpath::.spec.domain.machine.type"` Info[IDL0783]: `valid` of rule `n` has no effect: `.spec.domain.machine.type` always exists
      note: it has a default: the rule is skipped only if `.spec.domain.machine` is missing
    "#);
    assert_eq!(rule(".spec.domain.devices.disks[*].disk.bus", name), "");
    assert_eq!(rule(".spec.domain.devices.disks[*].disk", name), "");
    assert_eq!(rule(".spec.domain.resources.requests.memory", name), "");
}

#[test]
fn paths_to_fields_that_may_be_missing() {
    let rule = |kind: &str, path: &str| {
        rule(&format!(
            r#""name": "n", "message": "m", "rule": "{kind}", "path": "jsonpath::{path}", {}"#,
            match kind {
                "integer" => r#""min": 1"#,
                _ => r#""minLength": 1"#,
            }
        ))
    };
    assert_snapshot!(rule("integer", ".spec.domain.cpu.cores"), @r#"
    `"jsonpath::.spec.domain.cpu.cores"` Info[IDL0784]: `path` of rule `n`: `.spec.domain.cpu` is optional
      note: in a machine without it, its value is 0
      Unsafe fix: add `valid`, so that the rule skips such machines
        after `ger", ` -> `"valid": "jsonpath::.spec.domain.cpu.cores", `
    "#);
    assert_snapshot!(rule("string", ".spec.domain.cpu.model"), @r#"
    `"jsonpath::.spec.domain.cpu.model"` Info[IDL0784]: `path` of rule `n`: `.spec.domain.cpu` is optional
      note: in a machine without it, its value is the empty string
      Unsafe fix: add `valid`, so that the rule skips such machines
        after `ing", ` -> `"valid": "jsonpath::.spec.domain.cpu.model", `
    "#);
    assert_snapshot!(rule("integer", ".spec.domain.resources.requests.memory"), @r#"
    `"jsonpath::.spec.domain.resources.requests.memory"` Info[IDL0784]: `path` of rule `n`: `.spec.domain.resources.requests.memory` is optional
      note: every machine without it is rejected (`invalid JSONPath`)
      Unsafe fix: add `valid`, so that the rule skips such machines
        after `ger", ` -> `"valid": "jsonpath::.spec.domain.resources.requests.memory", `
    "#);
    assert_snapshot!(rule("integer", ".spec.domain.resources.limits.memory"), @r#"
    `"jsonpath::.spec.domain.resources.limits.memory"` Info[IDL0784]: `path` of rule `n`: `.spec.domain.resources.limits.memory` is optional
      note: every machine without it is rejected (`invalid JSONPath`)
      Unsafe fix: add `valid`, so that the rule skips such machines
        after `ger", ` -> `"valid": "jsonpath::.spec.domain.resources.limits.memory", `
    "#);
    assert_snapshot!(rule("string", ".metadata.labels.a"), @r#"
    `"jsonpath::.metadata.labels.a"` Info[IDL0784]: `path` of rule `n`: `.metadata.labels.a` is optional
      note: every machine without it is rejected (`invalid JSONPath`)
      Unsafe fix: add `valid`, so that the rule skips such machines
        after `ing", ` -> `"valid": "jsonpath::.metadata.labels.a", `
    "#);
    assert_eq!(rule("string", ".spec.domain.devices.disks[*].name"), "");
}

#[test]
fn kinds_that_do_not_fit_the_type_of_the_field() {
    let rule = |kind: &str, path: &str| {
        let arguments = if kind == "integer" { r#""min": 1"# } else { r#""regex": "x""# };
        rule(&format!(
            r#""name": "n", "message": "m", "rule": "{kind}", "path": "jsonpath::{path}",
            "valid": "jsonpath::.spec.domain.devices.disks[*].disk", {arguments}"#
        ))
    };
    assert_snapshot!(rule("integer", ".spec.domain.cpu.model"), @r#"
    `"jsonpath::.spec.domain.cpu.model"` Error[IDL0785]: rule `n` has the type `integer`, which checks integers and quantities; the field is string
      note: the KubeVirt validator rejects every machine that has the field
    "#);
    assert_snapshot!(rule("regex", ".spec.domain.memory.guest"), @r#"
    `"jsonpath::.spec.domain.memory.guest"` Warning[IDL0785]: rule `n` has the type `regex`, which checks strings; the field is *resource.Quantity
      note: the KubeVirt validator compares the string `<*resource.Quantity Value>`, not the value
    "#);
    assert_snapshot!(rule("regex", ".spec.domain.cpu.dedicatedCpuPlacement"), @r#"
    `"jsonpath::.spec.domain.cpu.dedicatedCpuPlacement"` Warning[IDL0785]: rule `n` has the type `regex`, which checks strings; the field is bool
      note: the KubeVirt validator compares the string `<bool Value>`, not the value
    "#);
}

#[test]
fn regular_expressions_that_do_not_compile_or_anchor_one_alternative() {
    let rule =
        |regex: &str| rule(&format!(r#""name": "n", "message": "m", {BUS}, "rule": "regex", "regex": "{regex}""#));
    let explained = ["(?=a)", r"(a)\\1", r"a\\Z", r"a\\h", "a++", "(a"].map(rule).concat();
    assert_snapshot!(explained, @r#"
    `(?=` Error[IDL0786]: error parsing regexp: invalid or unsupported Perl syntax: `(?=`
      note: expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine
      note: lookaround is not supported
      help: use a rule of the type `enum`, or two rules
    `"(a)\\1"` Error[IDL0786]: error parsing regexp: invalid escape sequence: `\1`
      note: expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine
      note: backreferences are not supported
    `"a\\Z"` Error[IDL0786]: error parsing regexp: invalid escape sequence: `\Z`
      note: expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine
      note: the end of the text is `\z` or `$`
    `"a\\h"` Error[IDL0786]: error parsing regexp: invalid escape sequence: `\h`
      note: expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine
      note: horizontal whitespace is `[ \t]`
    `++` Error[IDL0786]: error parsing regexp: invalid nested repetition operator: `++`
      note: expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine
      note: possessive quantifiers are not supported
      help: remove the second `+`
    `(a` Error[IDL0786]: error parsing regexp: missing closing ): `(a`
      note: expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine
    "#);
    assert_snapshot!(rule("jsonpath::.spec.domain.machine.type"), @r#"
    `"jsonpath::.spec.domain.machine.type"` Error[IDL0786]: `regex` cannot be a path
      note: the KubeVirt validator compiles it as an expression, including `jsonpath::`
    "#);
    let anchors = ["^a|b$", "a|b$", "^a|b", "(?i)^a|b", r"^a|\\u0062", r"a|b\\$"].map(rule).concat();
    assert_snapshot!(anchors, @r#"
    `"^a|b$"` Warning[IDL0787]: `^` and `$` belong to one alternative only
      note: `|` has the lowest precedence: it means `^a` or `b$`
      Unsafe fix: use `^(?:a|b)$`
        `^a|b$` -> `^(?:a|b)$`
    `"a|b$"` Warning[IDL0787]: `$` belongs to one alternative only
      note: `|` has the lowest precedence: it means `a` or `b$`
      Unsafe fix: use `(?:a|b)$`
        `a|b$` -> `(?:a|b)$`
    `"^a|b"` Warning[IDL0787]: `^` belongs to one alternative only
      note: `|` has the lowest precedence: it means `^a` or `b`
      Unsafe fix: use `^(?:a|b)`
        `^a|b` -> `^(?:a|b)`
    `"(?i)^a|b"` Warning[IDL0787]: `^` belongs to one alternative only
      note: `|` has the lowest precedence: it means `^a` or `b`
      Unsafe fix: use `(?i)^(?:a|b)`
        `(?i)^a|b` -> `(?i)^(?:a|b)`
    `"^a|\\u0062"` Error[IDL0786]: error parsing regexp: invalid escape sequence: `\u`
      note: expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine
    "#);
    // An alternative is not split at a `|` in a group, a class or an escape.
    for regex in ["^(a|b)$", "^((a|b)|c)d$", "^[a|b]$", r"^[\\]|]$", r"^a\\|b$", "a|b", "^a$|^b$"] {
        assert_eq!(rule(regex), "", "{regex}");
    }
}

#[test]
fn names_that_several_rules_have() {
    let one = format!(r#"{{"name": "n", "message": "m", {CORES}, "rule": "integer", "min": 1}}"#);
    let (findings, annotations, rules) = found(&machine(&format!("|\n      [{one}, {one}, {one}]")));
    assert_eq!((annotations, rules), (1, 3));
    assert_snapshot!(findings.concat(), @r#"
    `"n"` Error[IDL0774]: another rule has the name `n`
      `"n"` first here
      note: the KubeVirt validator rejects every machine
      help: give each rule a unique name
    `"n"` Error[IDL0774]: another rule has the name `n`
      `"n"` first here
      note: the KubeVirt validator rejects every machine
      help: give each rule a unique name
    "#);
}

#[test]
fn values_of_the_wrong_type() {
    let head = r#""name": "n", "message": "m""#;
    let cases = [
        format!(r#"{head}, {CORES}, "rule": "integer", "min": "1""#),
        format!(r#"{head}, {CORES}, "rule": "integer", "min": 1, "justWarning": "true""#),
        format!(r#"{head}, {BUS}, "rule": "enum", "values": ["usb", 1]"#),
        format!(r#"{head}, {BUS}, "rule": "enum", "values": "usb""#),
        format!(r#""name": 1, "message": "m", {CORES}, "rule": "integer", "min": 1"#),
        format!(r#"{head}, "path": ["a"], "rule": "integer", "min": 1"#),
    ];
    assert_snapshot!(cases.map(|case| rule(&case)).concat(), @r#"
    `"1"` Error[IDL0772]: cannot unmarshall IntOrPath from JSON: invalid JSONPath
      note: the KubeVirt validator rejects the annotation and every machine
      Safe fix: use `1`
        `"1"` -> `1`
    `"true"` Error[IDL0772]: json: cannot unmarshal string into Go struct field Rule.justWarning of type bool
      note: the KubeVirt validator rejects the annotation and every machine
      Safe fix: use `true`
        `"true"` -> `true`
    `["usb", 1]` Error[IDL0772]: json: cannot unmarshal number into Go struct field Rule.values of type string
      note: the KubeVirt validator rejects the annotation and every machine
      Safe fix: use `["usb", "1"]`
        `["usb", 1]` -> `["usb", "1"]`
    `"usb"` Error[IDL0772]: json: cannot unmarshal string into Go struct field Rule.values of type []string
      note: the KubeVirt validator rejects the annotation and every machine
      Safe fix: use `["usb"]`
        `"usb"` -> `["usb"]`
    `1` Error[IDL0772]: json: cannot unmarshal number into Go struct field Rule.name of type string
      note: the KubeVirt validator rejects the annotation and every machine
    `1` Error[IDL0773]: the rule is missing `name`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
    `["a"]` Error[IDL0772]: json: cannot unmarshal array into Go value of type string
      note: the KubeVirt validator rejects the annotation and every machine
    `"n"` Error[IDL0773]: rule `n` is missing `path`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
    "#);
    let annotations = ["|\n      [1, null, \"a\"]", "'{}'", "'1'", "'null'"];
    assert_snapshot!(annotations.map(|annotation| found(&machine(annotation)).0.concat()).concat(), @r#"
    `1` Error[IDL0772]: json: cannot unmarshal number into Go value of type validation.Rule
      note: a rule is a JSON object
    `1` Error[IDL0773]: the rule is missing `rule`, `name`, `path` and `message`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
    `n` Error[IDL0773]: the rule is missing `rule`, `name`, `path` and `message`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
    `"` Error[IDL0772]: json: cannot unmarshal string into Go value of type validation.Rule
      note: a rule is a JSON object
    `"` Error[IDL0773]: the rule is missing `rule`, `name`, `path` and `message`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
    `'{}'` Error[IDL0772]: json: cannot unmarshal object into Go value of type []validation.Rule
      note: the annotation is a JSON array of rules
      help: put `[` before and `]` after the rule
    `'1'` Error[IDL0772]: json: cannot unmarshal number into Go value of type []validation.Rule
      note: the annotation is a JSON array of rules
      help: put `[` before and `]` after the rule
    "#);
}

#[test]
fn annotations_that_are_not_read() {
    let shown = |annotation: &str| {
        let (findings, annotations, rules) = found(&machine(annotation));
        format!("{annotations} annotations, {rules} rules\n{}", findings.concat())
    };
    assert_eq!(shown("''"), "0 annotations, 0 rules\n");
    assert_eq!(shown("null"), "0 annotations, 0 rules\n");
    assert_snapshot!(shown("[a]"), @"
    0 annotations, 0 rules
    `[a]` Error[IDL0772]: the annotation is not a string
      help: write it as a block: `|`, and the JSON array below it
    ");
    assert_snapshot!(shown("|\n      - rule: integer"), @"
    1 annotations, 0 rules
    ` ` Error[IDL0772]: invalid character ' ' in numeric literal
      note: the annotation is a string with a JSON array, not a YAML list
    ");
    assert_snapshot!(shown(&format!("'[{}]'", " ".repeat(300_000))), @r"
    1 annotations, 0 rules
    `'[                                                          ` Error[IDL0772]: the rules have 300002 bytes
      note: API servers accept at most 262144 bytes of annotations, so no rule was read
    ");
    assert_snapshot!(shown(&format!("'{}'", "[".repeat(200))), @"
    1 annotations, 0 rules
    `[` Error[IDL0772]: exceeded max depth
      note: rules are not nested; values deeper than 100 levels are not read
    ");
    let skipped = machine("'[1]'").replace("annotations:\n", "annotations:\n    vm.kubevirt.io/skip-validations: ''\n");
    assert_snapshot!(found(&skipped).0.concat(), @r"
    `1` Error[IDL0772]: json: cannot unmarshal number into Go value of type validation.Rule
      note: a rule is a JSON object
      note: with `vm.kubevirt.io/skip-validations` these rules do not apply to any machine
    `1` Error[IDL0773]: the rule is missing `rule`, `name`, `path` and `message`
      note: the KubeVirt validator rejects every machine; a rule has `rule`, `name`, `path` and `message`
      note: with `vm.kubevirt.io/skip-validations` these rules do not apply to any machine
    ");
}

#[test]
fn json_that_is_repaired() {
    let texts = [
        r#"[{"name": "n" "rule": "x"},]"#,
        r#"[{"name": "n", "rule": "x",}]"#,
        "[“a”, “b”, 1 2]",
        "[1 [2], 3 {}, 4 -1]",
        "[“a“, ‘b’, “c“, ”d”, “e“, ‘f’]",
        r#"[{"a": x}]"#,
        r#"[{"a": 1"#,
        r#"["a”, 1]"#,
    ];
    let shown = texts.map(|text| {
        let (mut findings, ..) = found(&machine(&format!("|\n      {text}")));
        // The values are not rules, which other findings report.
        findings.retain(|text| !text.contains("validation.Rule") && !text.contains("missing `"));
        findings.concat() + "\n"
    });
    assert_snapshot!(shown.concat(), @r#"
    `"` Error[IDL0772]: invalid character '"' after object key:value pair
      note: a comma is missing before this
      Safe fix: add a comma
        after `": "n"` -> `,`
    `]` Error[IDL0772]: invalid character ']' looking for beginning of value
      note: JSON does not allow a comma after the last entry
      Safe fix: remove the comma
        `,` -> ``
    `"x"` Error[IDL0775]: `x` is not a rule type
      note: the types are `integer`, `string`, `regex` and `enum`; for any other, the KubeVirt validator rejects every machine

    `}` Error[IDL0772]: invalid character '}' looking for beginning of object key string
      note: JSON does not allow a comma after the last entry
      Safe fix: remove the comma
        `,` -> ``
    `"x"` Error[IDL0775]: `x` is not a rule type
      note: the types are `integer`, `string`, `regex` and `enum`; for any other, the KubeVirt validator rejects every machine

    `“` Error[IDL0772]: invalid character 'â' looking for beginning of value
      `”` here too
      `“` here too
      `”` here too
      note: JSON has straight quotes only; typographic ones come from word processors and web pages
      Safe fix: use straight quotes
        `“` -> `"`
        `”` -> `"`
        `“` -> `"`
        `”` -> `"`
    `2` Error[IDL0772]: invalid character '2' after array element
      note: a comma is missing before this
      Safe fix: add a comma
        after `”, 1` -> `,`

    `[` Error[IDL0772]: invalid character '[' after array element
      note: a comma is missing before this
      Safe fix: add a comma
        after `[1` -> `,`
    `{` Error[IDL0772]: invalid character '{' after array element
      note: a comma is missing before this
      Safe fix: add a comma
        after `[2], 3` -> `,`
    `-` Error[IDL0772]: invalid character '-' after array element
      note: a comma is missing before this
      Safe fix: add a comma
        after `{}, 4` -> `,`

    `“` Error[IDL0772]: invalid character 'â' looking for beginning of value
      `“` here too
      `‘` here too
      `’` here too
      `“` here too
      `“` here too
      `”` here too
      `”` here too
      `“` here too
      note: JSON has straight quotes only; typographic ones come from word processors and web pages
      Safe fix: use straight quotes
        `“` -> `"`
        `“` -> `"`
        `‘` -> `"`
        `’` -> `"`
        `“` -> `"`
        `“` -> `"`
        `”` -> `"`
        `”` -> `"`
        `“` -> `"`
        `“` -> `"`
        `‘` -> `"`
        `’` -> `"`

    `x` Error[IDL0772]: invalid character 'x' looking for beginning of value

    after `"a": 1` Error[IDL0772]: unexpected end of JSON input
      help: close the bracket or quote

    `”` Error[IDL0772]: invalid character '\n' in string literal
      note: JSON has straight quotes only; typographic ones come from word processors and web pages
      Safe fix: use straight quotes
        `”` -> `"`
    "#);
}
