//! `idlgen kubevirt`: machines and templates as files, mistakes in rules, rules as CEL, and the commands of
//! docs/kubevirt.md.

use std::{fs, path::Path};

use crate::program::{Ran, run, run_with};
use crate::widgets::{at, folder};

const CORES: &str =
    r#"[{"rule": "integer", "name": "c", "message": "few", "min": 2, "path": "jsonpath::.spec.domain.cpu.cores"}]"#;

/// Returns a machine with these annotations, labels and domain.
fn machine(metadata: &str, domain: &str) -> String {
    format!(
        "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: {{name: vm, {metadata}}}\nspec:\n  template:\n    \
         spec:\n      domain: {{{domain}, devices: {{}}}}\n"
    )
}

fn with_rules(rules: &str, domain: &str) -> String {
    machine(&format!("annotations: {{vm.kubevirt.io/validations: '{}'}}", rules.replace('\'', "''")), domain)
}

fn validate(input: &str, more: &[&str]) -> Ran {
    run_with(&[&["kubevirt", "validate", "-", "--message-format", "short", "-q"], more].concat(), input)
}

#[test]
fn machines_are_judged_by_their_own_rules() {
    let ran = validate(&with_rules(CORES, "cpu: {cores: 1}"), &[]);
    assert_eq!(ran.status, 1, "{ran}");
    assert!(
        ran.out.contains("error[IDL0770]: .spec.domain.cpu.cores: few: value 1 is lower than minimum [2]"),
        "{ran}"
    );
    assert_eq!(validate(&with_rules(CORES, "cpu: {cores: 2}"), &[]).status, 0);
    let warns = CORES.replace("\"min\"", "\"justWarning\": true, \"min\"");
    let ran = validate(&with_rules(&warns, "cpu: {cores: 1}"), &[]);
    assert!(ran.status == 0 && ran.out.contains("warning[IDL0771]"), "{ran}");
    assert_eq!(validate(&with_rules(&warns, "cpu: {cores: 1}"), &["--warnings-as-errors"]).status, 1);
}

#[test]
fn rules_of_unknown_kinds_fail_or_are_ignored() {
    let rules = CORES.replace("integer", "value-set");
    let input = with_rules(&rules, "cpu: {cores: 1}");
    let ran = validate(&input, &[]);
    assert!(ran.status == 1 && ran.out.contains("unrecognized Rule type"), "{ran}");
    assert_eq!(validate(&input, &["--unknown-rules", "ignore"]).status, 0);
}

#[test]
fn quantities_count_whole_unless_they_are_as_written() {
    let rules = CORES.replace("cpu.cores", "memory.guest");
    let input = with_rules(&rules, "memory: {guest: 1.5Gi}");
    assert_eq!(validate(&input, &[]).status, 0);
    let ran = validate(&input, &["--quantities-as-written"]);
    assert!(ran.out.contains("mismatching type: *resource.Quantity"), "{ran}");
}

#[test]
fn parents_may_be_in_other_files_and_machines_may_skip_them() {
    let template = format!(
        "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: t\n  namespace: ns\n  \
         annotations:\n    validations: '{CORES}'\nobjects: []\n"
    );
    let labels = "labels: {vm.kubevirt.io/template: t, vm.kubevirt.io/template.namespace: ns}";
    let cpu = "cpu: {cores: 1}";
    let judged = |metadata: &str| {
        let folder = folder(&[("a.yaml", &machine(metadata, cpu)), ("b.yaml", &template)]);
        let ran = run(&["kubevirt", "validate", &at(&folder, "."), "--message-format", "short", "-q"]);
        (ran.status, ran.out)
    };
    let (status, out) = judged(labels);
    assert!(status == 1 && out.contains("a.yaml:7:22: error[IDL0770]"), "{out}");
    assert_eq!(judged("annotations: {}").0, 0);
    assert_eq!(judged(&format!("{labels}, annotations: {{vm.kubevirt.io/skip-validations: x}}")).0, 0);
    assert_eq!(judged(&format!("{labels}, annotations: {{vm.kubevirt.io/validations: '[]'}}")).0, 0);
    // An empty annotation does not replace the template's.
    assert_eq!(judged(&format!("{labels}, annotations: {{vm.kubevirt.io/validations: ''}}")).0, 1);
    assert_eq!(judged(&format!("{labels}, deletionTimestamp: '2024-05-01T12:00:00Z'")).0, 0);
    assert_eq!(judged(&labels.replace("namespace: ns", "namespace: m")).0, 0);
    let old = labels.replace("template.namespace", "template-namespace");
    assert_eq!(judged(&old).0, 1);
    assert_eq!(judged(&labels.replace("labels", "annotations")).0, 1);
}

#[test]
fn templates_have_machines_with_parameters() {
    let template = |parameters: &str| {
        let rules = CORES.replace("cpu.cores", "memory.guest");
        format!(
            "apiVersion: v1\nkind: Template\nobjects:\n- apiVersion: kubevirt.io/v1\n  kind: VirtualMachine\n  \
             metadata: {{annotations: {{vm.kubevirt.io/validations: '{rules}'}}}}\n  spec: {{template: {{spec: \
             {{domain: {{memory: {{guest: '${{MEMORY}}'}}}}}}}}}}\nparameters: [{parameters}]\n"
        )
    };
    let ran = validate(&template("{name: MEMORY}"), &[]);
    assert!(ran.status == 0 && ran.out.contains("info[IDL0788]: rule `c` was not checked: `${MEMORY}`"), "{ran}");
    assert_eq!(validate(&template("{name: MEMORY, value: 2Gi}"), &[]).status, 0);
    assert_eq!(validate(&template("{name: MEMORY, value: '1'}"), &[]).status, 1);
}

#[test]
fn answers_are_those_of_the_webhook() {
    let ran = validate(&with_rules(CORES, "cpu: {cores: 1}"), &["--admission-review"]);
    assert_eq!(
        ran.out,
        r#"{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","response":{"allowed":false,"status":"#
            .to_owned()
            + r#"{"code":422,"details":{"causes":[{"field":".spec.domain.cpu.cores","message":"few: value 1 is lower "#
            + r#"than minimum [2]","reason":"FieldValueInvalid"}]},"message":"few: value 1 is lower than minimum [2]","#
            + r#""metadata":{},"reason":"Invalid"},"uid":""}}"#
            + "\n"
    );
    assert!(ran.err.contains("IDL0770"), "{ran}");
}

#[test]
fn causes_of_a_status_have_the_reason_of_the_webhook() {
    let input = with_rules(CORES, "cpu: {cores: 1}");
    let ran = run_with(&["kubevirt", "validate", "-", "--message-format", "status"], &input);
    assert!(ran.out.contains(r#""reason":"FieldValueInvalid""#), "{ran}");
}

#[test]
fn an_input_without_machines_is_a_finding() {
    let ran = validate("apiVersion: v1\nkind: ConfigMap\n", &[]);
    assert!(ran.status == 1 && ran.err.contains("no virtual machines found"), "{ran}");
    assert_eq!(validate("apiVersion: v1\nkind: ConfigMap\n", &["--allow-empty"]).status, 0);
    assert_eq!(validate(&machine("annotations: {}", "cpu: {}"), &[]).status, 0);
    assert_eq!(run(&["kubevirt", "validate", "/nonexistent.yaml"]).status, 2);
}

#[test]
fn validate_executes_rules_without_a_definition() {
    let input = with_rules(CORES, "cpu: {cores: 1}");
    let judged =
        |more: &[&str]| run_with(&[&["validate", "-", "--message-format", "short", "-q"], more].concat(), &input);
    let ran = judged(&[]);
    assert!(ran.out.contains("IDL0904") && ran.out.contains("IDL0770"), "{ran}");
    let ran = judged(&["--ignore-missing"]);
    assert!(ran.status == 1 && !ran.out.contains("IDL0904") && ran.out.contains("IDL0770"), "{ran}");
    let ran = run_with(&["validate", "-", "--ignore-missing"], &with_rules(CORES, "cpu: {cores: 2}"));
    assert!(ran.status == 0 && ran.err.contains("1 valid"), "{ran}");
}

/// Every YAML string style maps positions: the line and column of the second comma.
#[test]
fn mistakes_in_json_are_where_they_are_written() {
    for (annotation, place) in [
        ("|\n      [{\"rule\": 1,,\n      }]", "6:19"),
        (">-\n      [\n      {\"rule\": 1,,}]", "7:18"),
        ("'[{\"rule\": 1,,}]'", "5:46"),
        ("\"[{\\\"rule\\\": 1,,}]\"", "5:48"),
        ("\"[{\\\"rule\\\":\n      1,,}]\"", "6:9"),
    ] {
        let input = format!(
            "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  annotations:\n    \
             vm.kubevirt.io/validations: {annotation}\nspec: {{template: {{}}}}\n"
        );
        let ran = run_with(&["kubevirt", "lint", "-", "--message-format", "short", "-q"], &input);
        assert!(ran.out.starts_with(&format!("<stdin>:{place}: error[IDL0772]")), "{annotation}: {ran}");
    }
}

/// Returns the messages of the lint for rules, without their locations.
fn lint(rules: &str) -> Vec<String> {
    let input = with_rules(rules, "cpu: {}");
    let ran = run_with(&["kubevirt", "lint", "-", "--message-format", "short", "-q"], &input);
    let lines = ran.out.lines().map(|line| line.splitn(4, ':').nth(3).unwrap_or_default().trim().to_owned());
    lines.collect()
}

#[test]
fn every_lint_has_its_mistake() {
    let rule = |more: &str| {
        format!(r#"[{{"name": "n", "message": "m", "valid": "jsonpath::.spec.domain.devices.disks[*].disk", {more}}}]"#)
    };
    let cores = r#""path": "jsonpath::.spec.domain.cpu.cores""#;
    let bus = r#""path": "jsonpath::.spec.domain.devices.disks[*].disk.bus""#;
    for (rules, expected) in [
        (
            r#"[{"rule": "integer", "min": 1}]"#.to_owned(),
            "error[IDL0773]: the rule is missing `name`, `path` and `message`",
        ),
        (
            format!("{}, {}", CORES.trim_end_matches(']'), CORES.trim_start_matches('['))
                .replace("\"path\"", "\"valid\": \"jsonpath::.spec.domain.devices.disks[*].disk\", \"path\""),
            "error[IDL0774]: another rule has the name `c`",
        ),
        (rule(&format!(r#"{cores}, "rule": "interger", "min": 1"#)), "error[IDL0775]: `interger` is not a rule type"),
        (
            rule(&format!(r#"{cores}, "rule": "integer", "min": 1, "maxx": 1"#)),
            "warning[IDL0776]: `maxx` is not a key of a rule and is ignored",
        ),
        (
            rule(&format!(r#"{cores}, "rule": "integer", "min": 1, "regex": "x""#)),
            "warning[IDL0777]: rules of the type `integer` ignore `regex`",
        ),
        (rule(&format!(r#"{cores}, "rule": "integer""#)), "warning[IDL0778]: rule `n` has no `min` or `max`"),
        (
            rule(&format!(r#"{cores}, "rule": "integer", "min": 3, "max": 2"#)),
            "error[IDL0779]: `min` is greater than `max`; no value satisfies the rule",
        ),
        (
            rule(&format!(r#"{bus}, "rule": "enum", "values": ["virto"]"#)),
            "warning[IDL0780]: `virto` is not a v1.DiskBus: no machine has it",
        ),
        (
            rule(r#""path": ".spec.domain.cpu.cores", "rule": "integer", "min": 1"#),
            "error[IDL0781]: `path` of rule `n`: invalid JSONPath",
        ),
        (
            rule(r#""path": "jsonpath::.spec.domain.resources.request.memory", "rule": "integer", "min": 1"#),
            "error[IDL0782]: `path` of rule `n`: `request` is not a field of v1.ResourceRequirements",
        ),
        (
            rule(r#""path": "jsonpath::spec.domain.cpu.cores", "rule": "integer", "min": 1"#),
            "error[IDL0782]: `path` of rule `n`: `templatespec` is not a field of v1.VirtualMachineSpec",
        ),
        (
            rule(&format!(r#"{cores}, "rule": "enum", "values": ["2"]"#)),
            "warning[IDL0785]: rule `n` has the type `enum`, which checks strings; the field is uint32",
        ),
        (
            rule(&format!(r#"{bus}, "rule": "regex", "regex": "(?!x)""#)),
            "error[IDL0786]: error parsing regexp: invalid or unsupported Perl syntax: `(?!`",
        ),
        (
            rule(&format!(r#"{bus}, "rule": "regex", "regex": "^virtio|scsi$""#)),
            "warning[IDL0787]: `^` and `$` belong to one alternative only",
        ),
        (
            rule(&format!(r#"{cores}, "rule": "integer", "min": "1""#)),
            "error[IDL0772]: cannot unmarshall IntOrPath from JSON: invalid JSONPath",
        ),
        (
            rule(&format!(r#"{bus}, "rule": "enum", "values": [1]"#)),
            "error[IDL0772]: json: cannot unmarshal number into Go struct field Rule.values of type string",
        ),
    ] {
        assert_eq!(lint(&rules), [expected], "{rules}");
    }
    let optional = lint(&format!(r#"[{{"name": "n", "message": "m", "rule": "integer", "min": 1, {cores}}}]"#));
    assert_eq!(optional, ["info[IDL0784]: `path` of rule `n`: `.spec.domain.cpu` is optional"]);
}

/// `valid` has no effect on the fields that KubeVirt's specification lists as always present.
#[test]
fn valid_has_no_effect_on_fields_with_defaults() {
    for field in idlgen_validate::kubevirt::ALWAYS_THERE {
        let rules = format!(
            r#"[{{"name": "n", "message": "m", "rule": "string", "minLength": 1, "valid": "jsonpath::{field}",
                "path": "jsonpath::.spec.domain.devices.disks[*].name"}}]"#
        );
        assert_eq!(
            lint(&rules),
            [format!("info[IDL0783]: `valid` of rule `n` has no effect: `{field}` always exists")]
        );
    }
}

/// The fix of `kubevirt-optional-path` adds `valid` with the path of the rule. Nothing is left to report then.
#[test]
fn a_rule_may_be_skipped_where_its_own_field_is_missing() {
    let cores = "\"jsonpath::.spec.domain.cpu.cores\"";
    let rules =
        format!(r#"[{{"name": "n", "message": "m", "rule": "integer", "min": 1, "valid": {cores}, "path": {cores}}}]"#);
    assert_eq!(lint(&rules), Vec::<String>::new());
}

#[test]
fn a_template_that_no_input_contains_is_reported() {
    let parent = "labels: {vm.kubevirt.io/template: t, vm.kubevirt.io/template.namespace: ns}";
    let machine = machine(parent, "cpu: {cores: 1}");
    let warning = "warning: no input contains the template ns/t: the rules of 1 virtual machine were not checked";
    let ran = run_with(&["kubevirt", "validate", "-"], &machine);
    assert!(ran.status == 0 && ran.err.contains(warning), "{ran}");
    for metadata in ["{name: t}", "{name: t, namespace: ns}"] {
        let template =
            format!("apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {metadata}\nobjects: []\n");
        let ran = run_with(&["kubevirt", "validate", "-"], &format!("{machine}---\n{template}"));
        assert!(ran.status == 0 && !ran.err.contains("warning"), "{ran}");
    }
}

#[test]
fn fixes_are_made_in_every_way_to_write_a_text() {
    let disks = "jsonpath::.spec.domain.devices.disks[*]";
    let rules = String::from(
        r#"[{“rule”: "regex" "name": "n", "message": "it's", "path": ".spec.domain.devices.disks[*].name", "regex": "#,
    ) + &format!(r#""^a|b$", "valid": "{disks}",}}]"#);
    let right = format!(r#"[{{"rule": "regex", "name": "n", "message": "it's", "path": "{disks}.name", "regex": "#)
        + &format!(r#""^(?:a|b)$", "valid": "{disks}"}}]"#);
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    for write in [
        &(|text: &str| format!("|\n      {text}")) as &dyn Fn(&str) -> String,
        &|text| format!("'{}'", text.replace('\'', "''")),
        &|text| quoted(text),
    ] {
        let file = |text: &str| {
            format!(
                "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  annotations:\n    \
                 vm.kubevirt.io/validations: {}\n",
                write(text)
            )
        };
        let folder = folder(&[("vm.yaml", &file(&rules))]);
        let path = at(&folder, "vm.yaml");
        let ran = run(&["kubevirt", "lint", "--fix", "--unsafe-fixes", &path]);
        assert_eq!(fs::read_to_string(&path).unwrap(), file(&right), "{ran}");
        assert_eq!(run(&["kubevirt", "lint", "--diff", "--unsafe-fixes", &path]).status, 0);
    }
    let ran = run_with(&["kubevirt", "lint", "--fix", "-"], "");
    assert!(ran.status == 2 && ran.err.contains("--fix and --diff change files"), "{ran}");
}

#[test]
fn hostile_rules_are_bounded_and_explained() {
    let lint = |rules: &str| {
        let input = with_rules(rules, "cpu: {}");
        let validated = validate(&input, &[]);
        let linted = run_with(&["kubevirt", "lint", "-", "--message-format", "short", "-q"], &input);
        assert_eq!((validated.status, linted.status), (1, 1), "{}", &linted.out[..linted.out.len().min(500)]);
        linted.out
    };
    assert!(lint(&"[".repeat(100_000)).contains("exceeded max depth"));
    let large = format!("[{}{{}}]", "{},".repeat(3 << 20));
    assert!(lint(&large).contains("the rules have"));
    let recursive = CORES.replace(".spec.domain.cpu.cores", &"....spec".repeat(20_000));
    assert!(lint(&recursive).contains("invalid multiple recursive descent"), "{}", lint(&recursive));
    let bomb = r#"[{"rule": "regex", "name": "r", "message": "m", "path": "jsonpath::.spec.domain.machine.type",
        "regex": "((a{100}){100}){100}"}]"#;
    let bomb = bomb.replace('\n', " ");
    let bomb = bomb.as_str();
    assert!(lint(bomb).contains("invalid repeat count"), "{}", lint(bomb));
}

/// Checks the examples of the page: templates whose only errors are the ones shown, and the output of commands for
/// them.
#[test]
fn the_page_shows_what_is_said() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/kubevirt.md")).unwrap();
    let blocks = |language: &str| {
        let fence = format!("```{language}\n");
        page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let yaml = blocks("yaml");
    let folder = folder(&[("template.yaml", &yaml[0]), ("mistakes.yaml", &yaml[1])]);
    let root = at(&folder, "");
    let ran = run(&["kubevirt", "lint", &at(&folder, "template.yaml"), "-q", "--warnings-as-errors"]);
    assert_eq!(ran.status, 0, "{ran}");
    let mut shown = 0;
    for block in blocks("console") {
        let (command, expected) = block.split_once('\n').unwrap();
        let words: Vec<String> = command
            .trim_start_matches("$ idlgen ")
            .split(' ')
            .map(|word| {
                if Path::new(word).extension().is_some_and(|extension| extension == "yaml") {
                    at(&folder, word)
                } else {
                    word.to_owned()
                }
            })
            .collect();
        let ran = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let said = format!("{}{}", ran.out, ran.err).replace(&root, "");
        assert!(said.starts_with(expected), "{command}: {said}");
        shown += 1;
    }
    assert_eq!(shown, 3);
}
