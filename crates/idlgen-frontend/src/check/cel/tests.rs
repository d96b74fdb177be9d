//! Rules in Go source and all of their diagnostics.

use super::testing::{META, noted, report};

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
            "4:43: rule-syntax: cannot parse the rule: extra `&` after the operator",
            "5:21: rule-not-bool: the rule has type `int`, expected bool",
            "  a rule must evaluate to true if the value is valid",
            "6:21: rule-unknown-name: the rule does not compile: undeclared reference to 'oldself' (in container '')",
            "  fix: use `oldSelf`",
            "7:35: rule-types: the rule does not compile: found no matching overload for '_==_' applied to '(int, \
             double)'",
            "  an int cannot be compared with a double: `1` is an int, `1.0` a double",
            "  help: convert the int with `double(…)`",
            "8:31: rule-unknown-name: the rule does not compile: undeclared reference to 'lenght' (in container '')",
            "  a rule can use `self`, `oldSelf` and the functions of the Kubernetes CEL libraries",
            "9:21: rule-unknown-name: the rule does not compile: undeclared reference to 'replicas' (in container '')",
            "  fix: use `self.replicas`",
            "10:4: unused-optional-old-self: `optionalOldSelf` is set, but the rule does not use `oldSelf`",
            "  API servers reject it even with the value `false`",
            "  help: remove it",
            "11:31: rule-types: the rule does not compile: found no matching overload for '_==_' applied to '(string, \
             null)'",
            "  fields cannot be compared with null",
            "  help: use `has(…)` to test whether a field is set",
            "12:39: rule-types: the rule does not compile: invalid matches argument",
            "  error parsing regexp: missing closing ): `(`",
            "13:52: rule-types: the rule does not compile: invalid duration argument",
            "  durations are strings such as '1h30m' or '0.5s', with the units h, m, s, ms, us and ns",
            "15:21: duplicate-rule: duplicate rule",
            "  server-side apply identifies the rules of a value by their expressions and rejects such a CRD",
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
        report(text),
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
        "// +validationRule=\"self.metadata.name.startsWith('a') && self.kind == 'Widget' && \
         self.metadata.labels.size() > 0\"\n\
         type Widget struct {{\n\tTypeMeta `json:\",inline\"`\n\tObjectMeta `json:\"metadata\"`\n\t// \
         +immutable\n\tAny interface{{}} `json:\"any\"`\n}}\n{META}"
    );
    assert_eq!(
        noted(&text),
        [
            "2:97: rule-unknown-field: the rule does not compile: undefined field 'labels'",
            "  rules can access only `name` and `generateName` in the metadata of a resource",
            "6:5: rule-on-unknown-value: rules cannot access this value: its type is unknown",
            "  it applies to `Widget.any`",
            "  help: move the rule to a value with a type, or give this value a type",
        ]
    );
}

#[test]
fn a_template_with_its_own_metadata_is_no_resource() {
    let text = r#"
// +validationRule="!has(self.__namespace__) || self.name != self.__namespace__"
type TemplateMeta struct {
	Name string `json:"name"`
	// +optional
	Namespace string `json:"namespace,omitempty"`
}
type Template struct {
	Kind string `json:"kind"`
	APIVersion string `json:"apiVersion"`
	Metadata TemplateMeta `json:"metadata"`
}
type Spec struct {
	Template Template `json:"template"`
}
"#;
    assert_eq!(report(text), [] as [&str; 0]);
}

#[test]
fn rules_are_checked_wherever_a_type_has_them() {
    let text = r#"
// +validationRule="self.a > 'x' && self.none"
type T struct {
	// +validationRule="self.none == 1"
	A string `json:"a"`
	B []struct {
		// +validationRule="self.none == 2"
		C string `json:"c"`
	} `json:"b"`
	D map[string]*struct {
		// +validationRule="self.none == 3"
		E [2]struct {
			// +validationRule="self.none == 4"
			F string `json:"f"`
		} `json:"e"`
	} `json:"d"`
}
"#;
    let found = report(text);
    let at: Vec<&str> = found.iter().filter_map(|one| one.split(": ").next()).collect();
    assert_eq!(at, ["3:41", "5:26", "8:27", "12:27", "14:28"], "{found:#?}");
}
