use idlgen_yaml::{Limits, load};
use insta::assert_snapshot;

use super::*;
use crate::{
    kubevirt::{subjects, testing::shown},
    source::SourceMap,
};

const CORES: &str = r#""rule": "integer", "message": "few", "min": 2, "path": "jsonpath::.spec.domain.cpu.cores""#;

/// Returns the result for the only machine in a document.
fn evaluated(validator: &MachineValidator, text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("vm.yaml", format!("# A comment.\n{text}"));
    let root = load(text, &Limits::default()).remove(0).root.unwrap();
    let document = DocumentText { file, offset: 13, text };
    let result = validator.evaluate(document, subjects::machines(&root)[0]);
    let findings: String = result.findings.iter().map(|finding| shown(finding, &sources)).collect();
    let objects: Vec<String> = result
        .findings
        .iter()
        .filter_map(|finding| finding.object.as_ref())
        .map(|one| {
            let (field, reason) = (one.field.as_deref().unwrap_or_default(), one.reason.unwrap_or_default());
            let text = format!("{}/{} {}/{} {field} {reason}", one.api_version, one.kind, one.namespace, one.name);
            format!("{}\n", text.trim_end())
        })
        .collect();
    let skipped = result.skipped.map(|why| format!(", {why:?}")).unwrap_or_default();
    let parent = result.missing_parent.map(|(namespace, name)| format!(", without {namespace}/{name}"));
    let admission = match result.admission {
        Admission::Allowed => "allowed".to_owned(),
        Admission::Refused(causes) => format!("{} causes", causes.len()),
        Admission::Unreadable(message) => message,
    };
    format!(
        "{} rules{skipped}{}: {admission}\n{findings}{}",
        result.rules,
        parent.unwrap_or_default(),
        objects.concat()
    )
}

/// Returns a machine with rules on one line.
fn machine(rules: &str) -> String {
    format!(
        "apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata:\n  name: vm\n  namespace: ns\n  annotations: \
         {{vm.kubevirt.io/validations: '{rules}'}}\nspec: {{template: {{spec: {{domain: {{cpu: {{cores: 1}}}}}}}}}}\n"
    )
}

#[test]
fn violated_rules_have_their_values_and_reasons() {
    let validator = MachineValidator::default();
    let rules = format!(
        r#"[{{"name": "a", {CORES}}}, {{"name": "b", "justWarning": true, {CORES}}}, {{"name": "c", {}}},
        {{"name": "d", {}}}, {{"name": "e"}}, {{"name": "f", "rule": "value-set", "message": "m", {path}}},
        {{"name": "a", {CORES}}}, {{"name": "g", {}}}]"#,
        CORES.replace("cores", "core"),
        CORES.replace("cpu.cores", "memory.guest"),
        CORES.replace("\"min\": 2", "\"min\": \"jsonpath::.spec.domain.x\""),
        path = r#""path": "jsonpath::.spec.domain.cpu.cores""#
    );
    assert_snapshot!(evaluated(&validator, &machine(&rules)), @r#"
    8 rules: 8 causes
    `"a"` Error[IDL0770]: .spec.domain.cpu.cores: few: value 1 is lower than minimum [2]
      `cores` this field
    `"b"` Warning[IDL0771]: .spec.domain.cpu.cores: few: value 1 is lower than minimum [2]
      `cores` this field
    `"c"` Error[IDL0770]: .spec.domain.cpu.core: few: invalid JSONPath
      `cpu` the field would be here
      note: `core` is not a field of v1.CPU
      help: use `cores`
    `"d"` Error[IDL0770]: .spec.domain.memory.guest: few: value 0 is lower than minimum [2]
      `domain` the field would be here
    `"e"` Error[IDL0770]: : : unrecognized Rule type
      `template` this field
      note: rules are `integer`, `string`, `regex` or `enum`
      help: pass `--unknown-rules ignore` to skip others
    `"f"` Error[IDL0770]: .spec.domain.cpu.cores: m: unrecognized Rule type
      `cores` this field
      note: rules are `integer`, `string`, `regex` or `enum`
      help: pass `--unknown-rules ignore` to skip others
    `"a"` Error[IDL0770]: .spec.domain.cpu.cores: few: duplicate Rule Name
      `cores` this field
      note: rule names must be unique in a machine
    `"g"` Error[IDL0770]: .spec.domain.cpu.cores: few: invalid JSONPath
      `cores` this field
      note: `x` is not a field of v1.DomainSpec
    kubevirt.io/v1/VirtualMachine ns/vm .spec.domain.cpu.cores FieldValueInvalid
    kubevirt.io/v1/VirtualMachine ns/vm .spec.domain.cpu.cores
    kubevirt.io/v1/VirtualMachine ns/vm .spec.domain.cpu.core FieldValueInvalid
    kubevirt.io/v1/VirtualMachine ns/vm .spec.domain.memory.guest FieldValueInvalid
    kubevirt.io/v1/VirtualMachine ns/vm  FieldValueInvalid
    kubevirt.io/v1/VirtualMachine ns/vm .spec.domain.cpu.cores FieldValueInvalid
    kubevirt.io/v1/VirtualMachine ns/vm .spec.domain.cpu.cores FieldValueInvalid
    kubevirt.io/v1/VirtualMachine ns/vm .spec.domain.cpu.cores FieldValueInvalid
    "#);
    let satisfied = format!(r#"[{{"name": "a", {CORES}}}]"#).replace('2', "1");
    assert_eq!(evaluated(&validator, &machine(&satisfied)), "1 rules: allowed\n");
}

#[test]
fn rules_that_cannot_be_read_are_reported_where_they_are() {
    let validator = MachineValidator::default();
    let texts = [
        "[{]",
        "{}",
        "[1]",
        r#"[{"name": 1}]"#,
        r#"[{"name": "a", "min": ".spec"}]"#,
        r#"[{"name": "a", "path": "x", "min": 1}]"#,
    ];
    let shown = texts.map(|text| evaluated(&validator, &machine(text))).concat();
    assert_snapshot!(shown, @r#"
    0 rules: invalid character ']' looking for beginning of object key string
    `]` Error[IDL0772]: invalid character ']' looking for beginning of object key string
    kubevirt.io/v1/VirtualMachine ns/vm
    0 rules: json: cannot unmarshal object into Go value of type []validation.Rule
    `'{}'` Error[IDL0772]: json: cannot unmarshal object into Go value of type []validation.Rule
      note: the annotation is a JSON array of rules
      help: put `[` before and `]` after the rule
    kubevirt.io/v1/VirtualMachine ns/vm
    0 rules: json: cannot unmarshal number into Go value of type validation.Rule
    `1` Error[IDL0772]: json: cannot unmarshal number into Go value of type validation.Rule
    kubevirt.io/v1/VirtualMachine ns/vm
    0 rules: json: cannot unmarshal number into Go struct field Rule.name of type string
    `1` Error[IDL0772]: json: cannot unmarshal number into Go struct field Rule.name of type string
      note: the KubeVirt validator rejects the annotation and every machine
    kubevirt.io/v1/VirtualMachine ns/vm
    0 rules: cannot unmarshall IntOrPath from JSON: invalid JSONPath
    `".spec"` Error[IDL0772]: `min` of rule `a`: invalid JSONPath
      note: KubeVirt rejects the annotation: every path starts with `jsonpath::`
      Safe fix: use `jsonpath::.spec`
        after `in": "` -> `jsonpath::`
    kubevirt.io/v1/VirtualMachine ns/vm
    0 rules: invalid JSONPath
    `x` Error[IDL0772]: `path` of rule `a`: invalid JSONPath
      note: KubeVirt rejects the annotation: every path starts with `jsonpath::`
    kubevirt.io/v1/VirtualMachine ns/vm
    "#);
    let list = machine("").replace('\'', "").replace("validations: ", "validations: [a]");
    assert_snapshot!(evaluated(&validator, &list), @"
    0 rules: the annotation is not a string
    `[a]` Error[IDL0772]: the annotation is not a string
      help: write it as a block: `|`, and the JSON array below it
    kubevirt.io/v1/VirtualMachine ns/vm
    ");
    let large = machine(&format!("[{}]", " ".repeat(300_000)));
    assert_snapshot!(evaluated(&validator, &large).replace("  ", ""), @"
    0 rules: the rules have 300002 bytes
    `'[` Error[IDL0772]: the rules have 300002 bytes
    note: API servers accept at most 262144 bytes of annotations, so no rule was read
    kubevirt.io/v1/VirtualMachine ns/vm
    ");
}

#[test]
fn machines_without_rules_say_why() {
    let validator = MachineValidator::default();
    let with = |metadata: &str| {
        let text = format!("{{apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {{{metadata}}}}}");
        evaluated(&validator, &text)
    };
    let rules = "vm.kubevirt.io/validations: '[]'";
    for (metadata, expected) in [
        (format!("annotations: {{{rules}}}"), "0 rules: allowed\n"),
        (String::new(), "0 rules, NoRules: allowed\n"),
        ("annotations: {vm.kubevirt.io/validations: ''}".to_owned(), "0 rules, NoRules: allowed\n"),
        ("annotations: {vm.kubevirt.io/validations: null}".to_owned(), "0 rules, NoRules: allowed\n"),
        (format!("annotations: {{{rules}}}, deletionTimestamp: x"), "0 rules, Deleted: allowed\n"),
        (format!("annotations: {{{rules}}}, deletionTimestamp: null"), "0 rules: allowed\n"),
        (format!("annotations: {{{rules}, vm.kubevirt.io/skip-validations: ''}}"), "0 rules, Annotated: allowed\n"),
        (
            "labels: {vm.kubevirt.io/template: t, vm.kubevirt.io/template.namespace: ns}".to_owned(),
            "0 rules, NoRules, without ns/t: allowed\n",
        ),
    ] {
        assert_eq!(with(&metadata), expected, "{metadata}");
    }
}

#[test]
fn rules_of_templates_apply_to_their_machines() {
    let rules = format!(r#"[{{"name": "a", {CORES}}}]"#);
    let machine = "{apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {name: vm, labels: \
                   {vm.kubevirt.io/template: t, vm.kubevirt.io/template.namespace: ns}}, spec: {template: {spec: \
                   {domain: {cpu: {cores: 1}}}}}}";
    let template = |rules: &str, machine: &str, parameters: &str| {
        format!(
            "{{apiVersion: v1, kind: Template, metadata: {{name: t, annotations: {{validations: '{rules}'}}}}, \
             objects: [{machine}], parameters: [{parameters}]}}"
        )
    };
    // In the same document, as a parent, and as a parent without rules.
    let mut validator = MachineValidator::default();
    assert_snapshot!(evaluated(&validator, &template(&rules, machine, "")), @r#"
    1 rules: 1 causes
    `"a"` Error[IDL0770]: .spec.domain.cpu.cores: few: value 1 is lower than minimum [2]
      `cores` this field
    kubevirt.io/v1/VirtualMachine /vm .spec.domain.cpu.cores FieldValueInvalid
    "#);
    assert_eq!(evaluated(&validator, &template("", machine, "")), "0 rules, NoRules: allowed\n");
    let root = |text: &str| load(text, &Limits::default()).remove(0).root.unwrap();
    validator.templates_mut().add(&root(&template(&rules, "", "")));
    assert_snapshot!(evaluated(&validator, machine), @"
    1 rules: 1 causes
    `cores` Error[IDL0770]: .spec.domain.cpu.cores: few: value 1 is lower than minimum [2]
      note: the rules are those of the template ns/t
    kubevirt.io/v1/VirtualMachine /vm .spec.domain.cpu.cores FieldValueInvalid
    ");
    validator.templates_mut().add(&root(&template("[{]", "", "")));
    assert_snapshot!(evaluated(&validator, machine), @r"
    0 rules: invalid character ']' looking for beginning of object key string
    `VirtualMachine` Error[IDL0772]: invalid character ']' looking for beginning of object key string
      note: the rules are those of the template ns/t
    kubevirt.io/v1/VirtualMachine /vm
    ");
    validator.templates_mut().add(&root(&template("", "", "")));
    assert_eq!(evaluated(&validator, machine), "0 rules, NoRules: allowed\n");
    // A parameter without a value.
    let guest = machine.replace("cpu: {cores: 1}", "memory: {guest: '${MEMORY}'}");
    let rules = rules.replace("cpu.cores", "memory.guest");
    let open = evaluated(&MachineValidator::default(), &template(&rules, &guest, "{name: MEMORY}"));
    assert_snapshot!(open, @r#"
    1 rules: allowed
    `"a"` Info[IDL0788]: rule `a` was not checked: `${MEMORY}` has no value
      `guest` this field
      help: give the parameter a value in the template, or process the template first
    kubevirt.io/v1/VirtualMachine /vm .spec.domain.memory.guest
    "#);
}

/// Equal annotations are parsed once, unless they are too large to be kept.
#[test]
fn parsed_rules_are_kept() {
    let validator = MachineValidator::default();
    let kept = |length: usize, name: &str| {
        let text: Arc<str> = format!("[{}]{name}", " ".repeat(length - 2)).into();
        let _ = validator.read(&text);
        validator.read.lock().unwrap().keys().map(|text| text.len()).sum::<usize>()
    };
    assert_eq!(kept(100, ""), 100);
    assert_eq!(kept(100, ""), 100);
    assert_eq!(kept(100, "x"), 201);
    assert_eq!(kept(MAX_KEPT - 201, ""), MAX_KEPT);
    assert_eq!(kept(200, ""), 200);
    assert_eq!(kept(MAX_KEPT + 1, ""), MAX_KEPT + 1);
    assert_eq!(kept(300, ""), 300);
}

#[test]
fn paths_end_where_they_branch() {
    for (field, place) in [
        (".spec.domain.cpu.cores", "spec.template.spec.domain.cpu.cores"),
        (".spec.domain.devices.disks[*].disk.bus", "spec.template.spec.domain.devices.disks"),
        (".spec..bus", "spec.template.spec"),
        ("", "spec.template"),
    ] {
        assert_eq!(path(field).to_string(), place);
    }
}
