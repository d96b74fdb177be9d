//! Rules in Go, and what is said of them.

use super::{RuleOptions, check};
use crate::{
    diag::Diagnostic,
    lower::{LowerOptions, lower},
    resolve::testing::{GoFiles, Read, read},
};

fn found(requested: GoFiles<'_>, others: GoFiles<'_>, options: &RuleOptions) -> (Read, Vec<Diagnostic>) {
    let read = read(requested, others);
    assert_eq!(read.render(&read.diagnostics), "");
    let lowered = lower(&read.model, &LowerOptions::default());
    assert_eq!(read.render(&lowered.diagnostics), "");
    let diagnostics = check(&read.model, &lowered, options);
    (read, diagnostics)
}

/// `line:column: slug: message`, and where asked for the notes and fixes.
fn said_with(text: &str, options: &RuleOptions, notes: bool) -> Vec<String> {
    let (read, diagnostics) = found(&[("example.com/api/v1/types.go", &format!("package v1\n{text}"))], &[], options);
    let mut lines = Vec::new();
    for diagnostic in &diagnostics {
        let rendered = read.render(std::slice::from_ref(diagnostic));
        let place = rendered.split_once(": ").map_or("", |(place, _)| place.trim_start_matches("types.go:"));
        lines.push(format!("{place}: {}: {}", diagnostic.code.info().slug, diagnostic.message));
        if notes {
            lines.extend(diagnostic.notes.iter().map(|note| format!("  {note}")));
            lines.extend(diagnostic.fix.iter().map(|fix| format!("  fix: {}", fix.title)));
        }
    }
    lines
}

fn said(text: &str) -> Vec<String> {
    said_with(text, &RuleOptions::default(), false)
}

fn noted(text: &str) -> Vec<String> {
    said_with(text, &RuleOptions::default(), true)
}

const POD: &str = r#"
type Container struct {
	Name string `json:"name"`
	Ports []ContainerPort `json:"ports,omitempty"`
	RestartPolicy *string `json:"restartPolicy,omitempty"`
}
type ContainerPort struct {
	HostPort int32 `json:"hostPort,omitempty"`
	ContainerPort int32 `json:"containerPort"`
}
"#;

#[test]
fn x1_fields_that_the_pod_does_not_have() {
    let wrong = format!(
        "// +validationRule=\"!self.hostNetwork || self.containers.all(c, c.containerPort.all(cp, cp.hostPort == cp.containerPort))\"\n\
         type PodSpec struct {{\n\tContainers []Container `json:\"containers\"`\n}}\n{POD}"
    );
    assert_eq!(
        noted(&wrong),
        [
            "2:26: rule-unknown-field: the rule does not compile: undefined field 'hostNetwork'",
            "  rules see `containers` here",
            "2:66: rule-unknown-field: the rule does not compile: undefined field 'containerPort'",
            "  rules see `name`, `ports`, `restartPolicy` here",
        ]
    );
    let corrected = format!(
        "// +validationRule=\"!has(self.hostNetwork) || !self.hostNetwork || self.containers.all(c, !has(c.ports) || c.ports.all(cp, !has(cp.hostPort) || cp.hostPort == cp.containerPort))\"\n\
         type PodSpec struct {{\n\t// +maxItems=50\n\tContainers []Container `json:\"containers\"`\n\tHostNetwork bool `json:\"hostNetwork,omitempty\"`\n}}\n{}",
        POD.replace("\tPorts", "\t// +maxItems=50\n\tPorts")
    );
    assert_eq!(said(&corrected), [""; 0]);
}

#[test]
fn x3_negation_binds_tighter_than_comparison() {
    let rule = |rule: &str| {
        format!(
            "//+validationRule=\"{rule}\",reason=Forbidden\ntype Widget struct {{\n\tType string `json:\"type\"`\n\tComponent *string `json:\"component,omitempty\"`\n}}\n"
        )
    };
    assert_eq!(
        noted(&rule("!self.widgetType == 'Component' || !has(self.component)")),
        [
            "2:25: rule-unknown-field: the rule does not compile: undefined field 'widgetType'",
            "  rules see `component`, `type` here",
            "2:37: rule-types: the rule does not compile: found no matching overload for '_==_' applied to '(bool, string)'",
        ]
    );
    assert_eq!(
        noted(&rule("!self.type == 'Component' || !has(self.component)")),
        [
            "2:20: rule-types: the rule does not compile: found no matching overload for '!_' applied to '(string)'",
            "  `!` binds tighter than `==` and the like; put what it negates in parentheses, or use `!=`",
        ]
    );
    assert_eq!(said(&rule("self.type == 'Component' || !has(self.component)")), [""; 0]);
}

#[test]
fn x4_formats_that_never_shipped() {
    let metadata = |rules: &str| {
        format!(
            "type T struct {{\n{rules}\n\tMeta Meta `json:\"meta\"`\n}}\ntype Meta struct {{\n\t// +maxLength=253\n\tName string `json:\"name,omitempty\"`\n}}\n"
        )
    };
    let wrong =
        metadata("\t// +validationRule=\"!has(self.name) || self.name.isFormat('dns1123subdomain')\",field=\"name\"");
    assert_eq!(
        noted(&wrong),
        [
            "3:51: rule-unknown-name: the rule does not compile: undeclared reference to 'isFormat' (in container '')",
            "  KEP-4153 proposed `isFormat`, and no API server has it; `--kep-4153-functions` allows it where only idlgen executes the rule",
            "  portable: `!format.dns1123Subdomain().validate(self).hasValue()` (Kubernetes 1.31)",
        ]
    );
    let allowed = RuleOptions { kep_4153_functions: true, ..RuleOptions::default() };
    assert_eq!(
        said_with(&wrong, &allowed, false),
        [
            "3:51: unportable-function: no API server has `isFormat`: a custom resource definition with this rule is refused"
        ]
    );
    let corrected = metadata(
        "\t// +validationRule=\"!has(self.name) || !format.dns1123Subdomain().validate(self.name).hasValue()\",field=\"name\"",
    );
    assert_eq!(said(&corrected), [""; 0]);
    assert_eq!(
        said(&metadata("\t// +nameFormat='dns1123subdomain'").replace(
            "string `json:\"name",
            "string `json:\"generateName,omitempty\"`\n\t// +maxLength=253\n\tN string `json:\"name"
        )),
        [""; 0]
    );
}

#[test]
fn x5_rules_on_lists() {
    let pod = |rule: &str| {
        format!(
            "type PodSpec struct {{\n\t// +maxItems=9\n\t// +validationRule=\"{rule}\"\n\tInitContainers []Container `json:\"initContainers,omitempty\"`\n}}\n{POD}"
        )
    };
    assert_eq!(
        noted(&pod("!has(self.RestartPolicy)")),
        [
            "4:26: rule-unknown-field: the rule does not compile: type 'list(selfType.@idx)' does not support field selection",
            "  this is a list; a rule about its elements names each: `.all(element, … element.restartPolicy …)`",
        ]
    );
    assert_eq!(said(&pod("self.all(c, !has(c.restartPolicy))")), [""; 0]);
}

#[test]
fn x6_fields_that_may_be_absent() {
    let strategy = |rule: &str, kind: &str| {
        format!(
            "// +validationRule=\"{rule}\",message=\"m\",reason=Forbidden,field=rollingUpdate\ntype Strategy struct {{\n\t{kind}\n\tRollingUpdate *string `json:\"rollingUpdate,omitempty\"`\n}}\n"
        )
    };
    let optional = "Type string `json:\"type,omitempty\"`";
    let rule = "self.type != 'Recreate' || !has(self.rollingUpdate)";
    assert_eq!(
        noted(&strategy(rule, optional)),
        [
            "2:25: unguarded-field: `self.type` may be absent, and the rule reads it without asking",
            "  an object without it is refused with `no such key: type`",
            "  ask first: `!has(self.type) || …`; or make the field required, or give it a default",
        ]
    );
    assert_eq!(said(&strategy(&format!("!has(self.type) || {rule}"), optional)), [""; 0]);
    assert_eq!(said(&strategy(rule, "Type string `json:\"type\"`")), [""; 0]);
    assert_eq!(said(&strategy(rule, "// +default=\"Recreate\"\n\tType string `json:\"type,omitempty\"`")), [""; 0]);
}

#[test]
fn x8_field_paths_into_lists() {
    let with = |path: &str| {
        format!(
            "// +validationRule=\"true\",field=\"{path}\"\ntype T struct {{\n\tTestList []Item `json:\"testList\"`\n\tTestMap map[string]Item `json:\"testMap\"`\n}}\ntype Item struct {{\n\tFoo string `json:\"foo\"`\n}}\n"
        )
    };
    assert_eq!(
        noted(&with(".testList['foo.34$']")),
        [
            "2:34: unknown-field-path: `.testList['foo.34$']` is no field path: does not refer to a valid field",
            "  a field path names properties and map keys, never positions or what is in a list; end it at the list",
        ]
    );
    assert_eq!(said(&with(".testMap['foo.34$'].foo")), [""; 0]);
}

#[test]
fn x10_messages_that_are_lists() {
    let address = |message: &str| {
        format!(
            "type T struct {{\n\t// +maxLength=40\n\t// +validationRule=\"isIP(self)\",messageExpression=\"{message}\"\n\tIP string `json:\"ip\"`\n}}\n"
        )
    };
    let allowed = RuleOptions { kep_4153_functions: true, ..RuleOptions::default() };
    assert_eq!(
        said_with(&address("self.validateFormat('ipv6')"), &allowed, true),
        [
            "4:53: message-not-string: the messageExpression is of type `list(string)`, and has to be a string",
            "  join the list: `….join(', ')`",
        ]
    );
    assert_eq!(
        said_with(&address("self.validateFormat('ipv6').join(', ')"), &allowed, false),
        [
            "4:53: rule-cost: the messageExpression may cost more than 100 times what API servers allow",
            "4:58: unportable-function: no API server has `validateFormat`: a custom resource definition with this rule is refused"
        ]
    );
    assert_eq!(said(&address("'%s is no address'.format([self])")), [""; 0]);
}

#[test]
fn every_character_is_found_in_every_spelling() {
    let field = |tag: &str| format!("type T struct {{\n\t// {tag}\n\tA string `json:\"a\"`\n}}\n");
    for (tag, place) in [
        ("+validationRule=\"self.b == 'x'\"", "3:26"),
        ("+validationRule='self.b == \"x\"'", "3:26"),
        ("+validationRule=`self.b == 'x'`", "3:26"),
        ("+validationRule=self.b == 'x'", "3:25"),
        ("+validationRule=\"self == \\\"é\\\" && self.b\"", "3:43"),
        ("+validationRule=`\n\t//   self == 'é' && // why\n\t//   self.b == 'x'`", "5:11"),
        ("+validationRule[0]:rule=self.b == 'x'\n\t// +validationRule[0]:message=m", "3:33"),
        ("+validationRule=\"true\",messageExpression=\"'a' + self.b\"", "3:57"),
        ("+validationRule=\"\"\"self != \"x\"\n\t// && self.b != \"\" \"\"\"", "4:12"),
    ] {
        let expected = format!("{place}: rule-unknown-field: ");
        let found = said(&field(tag));
        let what = "type 'string' does not support field selection";
        assert!(found.len() == 1 && found[0].starts_with(&expected) && found[0].ends_with(what), "{tag}: {found:?}");
    }
}

#[test]
fn mistakes_of_all_kinds_in_one_run() {
    let text = r#"
// +validationRule="self.replica > 0"
// +validationRule="self.replicas > 0.5 &&& true"
// +validationRule="self.replicas"
// +validationRule="oldself.replicas > 0"
// +validationRule="self.replicas == 1.0"
// +validationRule="self.name.lenght() > 0"
// +validationRule="replicas > 0"
// +validationRule="self.replicas > 0",optionalOldSelf
// +validationRule="self.name == null"
// +validationRule="self.name.matches('(')"
// +validationRule="duration(self.name) > duration('1x')"
// +validationRule="self.replicas > 1",message="a"
// +validationRule="self.replicas > 1",message="b"
type T struct {
	Replicas int32 `json:"replicas"`
	// +maxLength=5
	Name string `json:"name"`
}
"#;
    assert_eq!(
        noted(text),
        [
            "3:25: rule-unknown-field: the rule does not compile: undefined field 'replica'",
            "  fix: use `replicas`",
            "4:43: rule-syntax: the rule does not compile: Syntax error: token recognition error at: '& '",
            "5:21: rule-not-bool: the rule is of type `int`, and has to be a bool",
            "  a rule says when the value is valid: it is true then",
            "6:21: rule-unknown-name: the rule does not compile: undeclared reference to 'oldself' (in container '')",
            "  fix: use `oldSelf`",
            "7:35: rule-types: the rule does not compile: found no matching overload for '_==_' applied to '(int, double)'",
            "  an int never equals a double; convert one, `double(…)`, or write the literal with a decimal point",
            "8:31: rule-unknown-name: the rule does not compile: undeclared reference to 'lenght' (in container '')",
            "  a rule knows `self`, `oldSelf` and the functions of Kubernetes' CEL libraries",
            "9:21: rule-unknown-name: the rule does not compile: undeclared reference to 'replicas' (in container '')",
            "  fix: use `self.replicas`",
            "10:4: unused-optional-old-self: `optionalOldSelf` is set, and the rule does not use `oldSelf`",
            "  leave it out; API servers refuse it even with the value `false`",
            "11:31: rule-types: the rule does not compile: found no matching overload for '_==_' applied to '(string, null)'",
            "  values are never null for rules; ask with `has(…)` whether a field is there",
            "12:39: rule-types: the rule does not compile: invalid matches argument",
            "13:52: rule-types: the rule does not compile: invalid duration argument",
            "15:21: duplicate-rule: the same rule stands here twice",
            "  server-side apply tells the rules of a value apart by their expressions and refuses such a definition",
        ]
    );
}

const META: &str = r#"
type TypeMeta struct {
	Kind string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}
type ObjectMeta struct {
	Name string `json:"name,omitempty"`
	Labels map[string]string `json:"labels,omitempty"`
}
type ListMeta struct {
	Continue string `json:"continue,omitempty"`
}
type WidgetList struct {
	TypeMeta `json:",inline"`
	ListMeta `json:"metadata,omitempty"`
	Items []Widget `json:"items"`
}
"#;

#[test]
fn costs_with_the_limits_that_are_missing() {
    let widget = |limit: &str| {
        format!(
            "type Widget struct {{\n\tTypeMeta `json:\",inline\"`\n\tObjectMeta `json:\"metadata\"`\n{limit}\t// +validationRule=\"self.all(a, self.exists_one(b, a == b))\"\n\tNames []Name `json:\"names\"`\n}}\ntype Name string\n{META}"
        )
    };
    assert_eq!(
        noted(&widget("")),
        [
            "5:22: rule-cost: the rule may cost more than 100 times what API servers allow",
            "  `Widget.names` has no `+maxItems`; 256 would do",
            "  `Widget.names[*]` has no `+maxLength`; 256 would do",
            "  where it is `Widget.names`",
        ]
    );
    assert_eq!(said(&widget("\t// +maxItems=256\n").replace("type Name", "// +maxLength=256\ntype Name")), [""; 0]);
}

#[test]
fn costs_are_warnings_and_errors_in_a_definition() {
    let text = "package v1\ntype T struct {\n\t// +validationRule=\"self.all(a, self.exists_one(b, a == b))\"\n\tNames []string `json:\"names\"`\n}\n";
    for (is_definition, expected) in [(false, "warning"), (true, "error")] {
        let options = RuleOptions { is_definition, ..RuleOptions::default() };
        let (read, diagnostics) = found(&[("example.com/api/v1/types.go", text)], &[], &options);
        let rendered = read.render(&diagnostics);
        assert!(rendered.starts_with(&format!("types.go:3:22: {expected}[IDL0626]")), "{rendered}");
    }
}

#[test]
fn a_rule_reached_in_several_ways_is_reported_once_with_where_it_fails() {
    let text = format!(
        r#"type Widget struct {{
	TypeMeta `json:",inline"`
	ObjectMeta `json:"metadata"`
	Main Part `json:"main"`
	// +maxItems=3
	Parts []Part `json:"parts"`
	ByName map[string]Part `json:"byName"`
}}
// +validationRule="self.name == oldSelf.name"
// +validationRule="self.name.contains('x')"
// +validationRule="self.nam == 'a'"
type Part struct {{
	// +maxLength=10000
	Name string `json:"name"`
}}
{META}"#
    );
    assert_eq!(
        noted(&text),
        [
            "10:21: rule-cost: the rule may cost 96.9 times what API servers allow",
            "  `Widget.byName` has no `+maxProperties`; 2048 would do",
            "  where it is `Widget.byName[*]`",
            "10:34: uncorrelatable-old-self: inside `Widget.parts`, there is no old value: `oldSelf` cannot be used",
            "  the elements of a list are the same before and after an update only if they have keys: `+listType=map` with `+listMapKey`",
            "  a rule on the list itself may compare `self` with `oldSelf`",
            "  where it is `Widget.parts[*]`",
            "11:21: rule-cost: the rule may cost 96.8 times what API servers allow",
            "  `Widget.byName` has no `+maxProperties`; 2048 would do",
            "  where it is `Widget.byName[*]`",
            "12:25: rule-unknown-field: the rule does not compile: undefined field 'nam'",
            "  fix: use `name`",
        ]
    );
}

#[test]
fn types_of_themselves_and_rules_that_nothing_reaches() {
    let text = r#"
// +validationRule="self.value > 0 && (!has(self.left) || self.left.value > 1 && self.left.valu > 2)"
type Tree struct {
	Left *Tree `json:"left,omitempty"`
	Right *Tree `json:"right,omitempty"`
	Value int32 `json:"value"`
}
// +validationRule="self.siz() > 0"
type Unused string
// +validationRule="self.b.a.c"
type A struct {
	B *B `json:"b"`
}
type B struct {
	A *A `json:"a"`
}
"#;
    assert_eq!(
        said(text),
        [
            "3:91: rule-unknown-field: the rule does not compile: undefined field 'valu'",
            "9:26: rule-unknown-name: the rule does not compile: undeclared reference to 'siz' (in container '')",
            "11:29: rule-unknown-field: the rule does not compile: undefined field 'c'",
        ]
    );
}

#[test]
fn what_rules_see_of_a_resource() {
    let text = format!(
        "// +validationRule=\"self.metadata.name.startsWith('a') && self.kind == 'Widget' && self.metadata.labels.size() > 0\"\n\
         type Widget struct {{\n\tTypeMeta `json:\",inline\"`\n\tObjectMeta `json:\"metadata\"`\n\t// +immutable\n\tAny interface{{}} `json:\"any\"`\n}}\n{META}"
    );
    assert_eq!(
        noted(&text),
        [
            "2:97: rule-unknown-field: the rule does not compile: undefined field 'labels'",
            "  of the metadata of a resource, rules see `name` and `generateName` only",
            "6:5: rule-on-unknown-value: rules cannot see this value: nothing is known of its type",
            "  put the rule on a value with a type, or give this one a type",
            "  where it is `Widget.any`",
        ]
    );
}

#[test]
fn rules_of_other_packages_are_warnings() {
    let (read, diagnostics) = found(
        &[(
            "example.com/api/v1/types.go",
            "package v1\nimport \"example.com/dep\"\ntype T struct {\n\tD dep.D `json:\"d\"`\n}\n",
        )],
        &[(
            "example.com/dep/d.go",
            "package dep\n// +validationRule=\"self.b\"\ntype D struct {\n\tA string `json:\"a,omitempty\"`\n}\n",
        )],
        &RuleOptions::default(),
    );
    let rendered = read.render(&diagnostics);
    assert!(rendered.starts_with("d.go:2:25: warning[IDL0621]"), "{rendered}");
    assert_eq!(rendered.lines().count(), 1, "{rendered}");
}

#[test]
fn libraries_are_those_of_the_version() {
    let text =
        "type T struct {\n\t// +maxLength=40\n\t// +validationRule=\"isIP(self)\"\n\tIP string `json:\"ip\"`\n}\n";
    assert_eq!(said(text), [""; 0]);
    let old = RuleOptions { kubernetes_minor: 29, ..RuleOptions::default() };
    assert_eq!(
        said_with(text, &old, true),
        [
            "4:22: rule-unknown-name: the rule does not compile: undeclared reference to 'isIP' (in container '')",
            "  API servers have `isIP` since Kubernetes 1.30; the version is 1.29 (`kubernetes-version`)",
        ]
    );
}

#[test]
fn constants_that_always_fail() {
    let text = "// +validationRule=\"self.port < int('64k')\"\ntype Widget struct {\n\tPort int `json:\"port\"`\n}\n";
    assert_eq!(
        said(text),
        ["2:36: rule-constant: the rule fails for every value: type conversion error from 'string' to 'int'"]
    );
}
