//! Exports rules for API servers: a ValidatingAdmissionPolicy with its binding, or `x-kubernetes-validations`.

use idlgen_validate::kubevirt::{CelRule, CelTarget, RuleSet, SKIP, VALIDATIONS};
use idlgen_yaml::Node;
use serde_json::{Value as Json, json};

use super::{
    annotation::{Annotation, LocatedRules, too_large},
    document::{DocumentText, reference},
    lint,
    rule_codes::NOT_CEL,
    subjects, templates,
};
use crate::diag::Diagnostic;

/// Maximum number of validations in a policy.
const MAX_VALIDATIONS: usize = 64;

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the command has no other options")]
pub struct ExportOptions {
    /// The location where the API server evaluates the rules.
    pub target: CelTarget,
    /// The name of the policy. The default is the name of the template or VM.
    pub name: Option<String>,
}

/// The exported rules of a document.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Exported {
    pub documents: Vec<Json>,
    /// Diagnostics about rules that were not exported.
    pub findings: Vec<Diagnostic>,
    /// Number of exported rules.
    pub rules: usize,
    /// Names of the policies that apply to every VM because nothing selects the VMs of the template.
    pub about_all: Vec<String>,
}

/// Exports the rules of all VMs and templates in a document as CEL.
pub fn export(document: DocumentText<'_>, root: &Node, options: &ExportOptions) -> Exported {
    let mut exported = Exported::default();
    for machine in subjects::machines(root) {
        let annotations = machine.node.get("metadata").and_then(|metadata| metadata.get("annotations"));
        let Some(node) = annotations.and_then(|annotations| annotations.get(VALIDATIONS)) else { continue };
        let parent = templates::named_parents(machine.node).next().filter(|(_, name)| !name.contains("${"));
        let template = machine.template.map(|template| reference(template, None).name);
        let own = reference(machine.node, None).name;
        let name = template.filter(|name| !name.is_empty()).unwrap_or(own);
        let owner = RuleOwner { object: machine.node, name, parent, carries_rules: true };
        exported.add(document, node, &owner, options);
    }
    for template in subjects::templates(root) {
        let Some(node) = templates::rules_of(template) else { continue };
        let itself = reference(template, None);
        let namespace = Some(itself.namespace.as_str()).filter(|namespace| !namespace.is_empty());
        let parent = Some((namespace, itself.name.as_str())).filter(|(_, name)| !name.is_empty());
        let owner = RuleOwner { object: template, name: itself.name.clone(), parent, carries_rules: false };
        exported.add(document, node, &owner, options);
    }
    exported
}

/// The object with the rules.
struct RuleOwner<'a> {
    object: &'a Node,
    name: String,
    /// Namespace and name of the template that VMs specify as their parent.
    parent: Option<(Option<&'a str>, &'a str)>,
    /// `true` if the VMs contain the rules, `false` if their template does.
    carries_rules: bool,
}

impl Exported {
    fn add(&mut self, document: DocumentText<'_>, node: &Node, owner: &RuleOwner<'_>, options: &ExportOptions) {
        let Some(annotation) = Annotation::new(document, node).filter(|annotation| !annotation.text.is_empty()) else {
            return;
        };
        let first = self.findings.len();
        if let Some(finding) = too_large(annotation.text, annotation.beginning()) {
            self.findings.push(finding);
        } else {
            match RuleSet::parse(annotation.text) {
                Ok(rules) => {
                    let located = annotation.rules().unwrap_or(LocatedRules(Vec::new()));
                    self.write(&rules.to_cel(options.target), &annotation, &located, owner, options);
                }
                Err(error) => self.findings.push(lint::unreadable(&annotation, &error)),
            }
        }
        for finding in self.findings.iter_mut().skip(first) {
            finding.fix = None;
            finding.object = Some(Box::new(reference(owner.object, None)));
        }
    }

    fn write(
        &mut self,
        rules: &[CelRule],
        annotation: &Annotation<'_>,
        located: &LocatedRules,
        owner: &RuleOwner<'_>,
        options: &ExportOptions,
    ) {
        let mut refusals = Vec::new();
        let mut warnings = Vec::new();
        for (index, rule) in rules.iter().enumerate() {
            let place =
                located.0.get(index).map_or_else(|| annotation.beginning(), |rule| annotation.span(rule.head()));
            let message = match rule.message.replace(['\r', '\n'], " ") {
                empty if empty.trim().is_empty() => format!("rule {} cannot be evaluated", rule.name),
                message => message,
            };
            let finding = |why: &str| {
                Diagnostic::new(NOT_CEL, format!("rule `{}` is not written as CEL: {why}", rule.name)).at(place)
            };
            match &rule.expressions {
                Err(why) => self.findings.push(finding(why)),
                Ok(expressions) => {
                    self.rules += 1;
                    refusals.extend(expressions.refusal.iter().map(|text| (text.clone(), message.clone())));
                    match (&expressions.warning, options.target) {
                        (Some(text), CelTarget::Policy) => warnings.push((text.clone(), message)),
                        (Some(_), CelTarget::Definition) => {
                            self.findings.push(finding("it only warns, which CRD rules cannot; use a policy"));
                        }
                        (None, _) => {}
                    }
                }
            }
        }
        match options.target {
            CelTarget::Definition => {
                let rules: Vec<Json> =
                    refusals.iter().map(|(rule, message)| json!({"rule": rule, "message": message})).collect();
                if !rules.is_empty() {
                    self.documents.push(json!({"x-kubernetes-validations": rules}));
                }
            }
            CelTarget::Policy => {
                let name = self.free_name(options.name.as_deref().unwrap_or(&owner.name));
                if owner.parent.is_none() && !(refusals.is_empty() && warnings.is_empty()) {
                    self.about_all.push(name.clone());
                }
                self.policies(&name, &refusals, "Deny", owner);
                self.policies(&format!("{name}-warnings"), &warnings, "Warn", owner);
            }
        }
    }

    /// Adds policies with their bindings. Uses as many policies as the number of validations requires.
    fn policies(&mut self, name: &str, validations: &[(String, String)], action: &str, owner: &RuleOwner<'_>) {
        for (index, part) in validations.chunks(MAX_VALIDATIONS).enumerate() {
            let name = if index == 0 { name.to_owned() } else { format!("{name}-{}", index + 1) };
            let validations: Vec<Json> = part
                .iter()
                .map(|(expression, message)| json!({"expression": expression, "message": message, "reason": "Invalid"}))
                .collect();
            self.documents.push(json!({
                "apiVersion": "admissionregistration.k8s.io/v1",
                "kind": "ValidatingAdmissionPolicy",
                "metadata": {"name": name},
                "spec": {
                    "failurePolicy": "Fail",
                    "matchConstraints": {"resourceRules": [{
                        "apiGroups": ["kubevirt.io"], "apiVersions": ["*"], "operations": ["CREATE", "UPDATE"],
                        "resources": ["virtualmachines"],
                    }]},
                    "matchConditions": conditions(owner),
                    "validations": validations,
                },
            }));
            self.documents.push(json!({
                "apiVersion": "admissionregistration.k8s.io/v1",
                "kind": "ValidatingAdmissionPolicyBinding",
                "metadata": {"name": name},
                "spec": {"policyName": name, "validationActions": [action]},
            }));
        }
    }

    /// Returns a name that no exported document has yet.
    fn free_name(&self, wanted: &str) -> String {
        let name = object_name(wanted);
        let is_taken = |name: &str| {
            self.documents.iter().any(|document| {
                document.pointer("/metadata/name").and_then(Json::as_str).is_some_and(|taken| taken == name)
            })
        };
        let numbered = (2_usize..).map(|number| format!("{name}-{number}"));
        std::iter::once(name.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(name)
    }
}

/// Returns the match conditions of a policy, which select the VMs to which the webhook applies these rules.
fn conditions(owner: &RuleOwner<'_>) -> Json {
    let metadata = "object.metadata";
    let has = |map: &str, key: &str| format!("has({metadata}.{map}) && '{key}' in {metadata}.{map}");
    let mut conditions = vec![
        json!({"name": "not-deleted", "expression": format!("!has({metadata}.deletionTimestamp)")}),
        json!({"name": "not-skipped", "expression": format!("!({})", has("annotations", SKIP))}),
    ];
    if !owner.carries_rules {
        let own = has("annotations", VALIDATIONS);
        let expression = format!("!({own} && {metadata}.annotations['{VALIDATIONS}'] != '')");
        conditions.push(json!({"name": "without-own-rules", "expression": expression}));
    }
    if let Some((namespace, name)) = owner.parent {
        let is = |map: &str, key: &str, value: &str| {
            let value = Json::from(value).to_string();
            format!("{} && {metadata}.{map}['{key}'] == {value}", has(map, key))
        };
        let of = |map: &str| {
            let named = is(map, "vm.kubevirt.io/template", name);
            match namespace {
                None => named,
                Some(namespace) => {
                    let new = is(map, "vm.kubevirt.io/template.namespace", namespace);
                    let old = is(map, "vm.kubevirt.io/template-namespace", namespace);
                    format!("{named} && ({new} || {old})")
                }
            }
        };
        let expression = format!("{} || {}", of("labels"), of("annotations"));
        conditions.push(json!({"name": "of-the-template", "expression": expression}));
    }
    conditions.into()
}

/// Converts a string into a valid object name.
fn object_name(wanted: &str) -> String {
    let name: String = wanted
        .to_ascii_lowercase()
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() || character == '.' { character } else { '-' })
        .take(200)
        .collect();
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "kubevirt-rules".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use idlgen_yaml::{Limits, load};

    use super::*;
    use crate::source::FileId;

    const RULE: &str =
        r#"{"rule": "integer", "name": "c", "message": "few", "min": 2, "path": "jsonpath::.spec.domain.cpu.cores"}"#;

    fn exported(text: &str, target: CelTarget, name: Option<&str>) -> Exported {
        let root = load(text, &Limits::default()).remove(0).root.unwrap();
        let document = DocumentText { file: FileId::from_index(0), offset: 0, text };
        export(document, &root, &ExportOptions { target, name: name.map(str::to_owned) })
    }

    /// Returns a machine with this name, these labels and these rules.
    fn machine(name: &str, labels: &str, rules: &str) -> String {
        format!(
            "{{apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {{name: '{name}', labels: {{{labels}}}, \
             annotations: {{vm.kubevirt.io/validations: '[{rules}]'}}}}}}"
        )
    }

    fn template(metadata: &str, machine: &str) -> String {
        format!("{{apiVersion: v1, kind: Template, metadata: {{{metadata}}}, objects: [{machine}]}}")
    }

    /// Returns the names of the policies.
    fn names(exported: &Exported) -> Vec<&str> {
        let policies = exported.documents.iter().filter(|document| document["kind"] == "ValidatingAdmissionPolicy");
        policies.filter_map(|document| document["metadata"]["name"].as_str()).collect()
    }

    #[test]
    fn policies_have_the_name_of_the_template_or_machine() {
        let vm = machine;
        let machine = vm("vm", "", RULE);
        let two = format!("{{kind: List, items: [{machine}, {machine}]}}");
        for (text, expected) in [
            (machine.clone(), &["vm"] as &[&str]),
            (template("name: t", &machine), &["t"]),
            (template("", &machine), &["vm"]),
            (template(&format!("name: t, annotations: {{validations: '[{RULE}]'}}"), ""), &["t"]),
            (template(&format!("annotations: {{validations: '[{RULE}]'}}"), ""), &["kubevirt-rules"]),
            (two, &["vm", "vm-2"]),
            (vm("-My VM_1.", "", RULE), &["my-vm-1"]),
            (vm(&"a".repeat(300), "", RULE), &[&"a".repeat(200)]),
            (vm("vm", "", ""), &[]),
        ] {
            let found = exported(&text, CelTarget::Policy, None);
            assert_eq!(names(&found), expected, "{text}");
            for pair in found.documents.chunks(2) {
                let [policy, binding] = pair else { panic!("a policy without a binding") };
                assert_eq!(binding["kind"], "ValidatingAdmissionPolicyBinding");
                assert_eq!(binding["spec"]["policyName"], policy["metadata"]["name"]);
                assert_eq!(binding["spec"]["validationActions"], json!(["Deny"]));
            }
        }
        assert_eq!(names(&exported(&machine, CelTarget::Policy, Some("Own name"))), ["own-name"]);
    }

    #[test]
    fn policies_select_the_machines_of_the_template() {
        let named = "vm.kubevirt.io/template: t";
        let rules = format!("annotations: {{validations: '[{RULE}]'}}");
        let is = |map: &str, key: &str, value: &str| {
            format!(
                "has(object.metadata.{map}) && 'vm.kubevirt.io/{key}' in object.metadata.{map} && \
                 object.metadata.{map}['vm.kubevirt.io/{key}'] == \"{value}\""
            )
        };
        let without_namespace = format!("{} || {}", is("labels", "template", "t"), is("annotations", "template", "t"));
        let of = |map: &str| {
            let (name, new, old) =
                (is(map, "template", "t"), is(map, "template.namespace", "ns"), is(map, "template-namespace", "ns"));
            format!("{name} && ({new} || {old})")
        };
        let with_namespace = format!("{} || {}", of("labels"), of("annotations"));
        let old_label = format!("{named}, vm.kubevirt.io/template-namespace: ns");
        for (text, own, parent) in [
            (machine("vm", "", RULE), true, None),
            (machine("vm", "vm.kubevirt.io/template: '${NAME}'", RULE), true, None),
            (machine("vm", named, RULE), true, Some(&without_namespace)),
            (machine("vm", &old_label, RULE), true, Some(&with_namespace)),
            (template(&format!("name: t, {rules}"), ""), false, Some(&without_namespace)),
            (template(&format!("name: t, namespace: ns, {rules}"), ""), false, Some(&with_namespace)),
            (template(&rules, ""), false, None),
        ] {
            let found = exported(&text, CelTarget::Policy, None);
            let conditions = found.documents[0]["spec"]["matchConditions"].as_array().unwrap();
            let condition = |name: &str| {
                let found = conditions.iter().find(|condition| condition["name"] == name);
                found.and_then(|condition| condition["expression"].as_str())
            };
            assert_eq!(condition("not-deleted"), Some("!has(object.metadata.deletionTimestamp)"));
            assert!(condition("not-skipped").is_some_and(|text| text.contains("vm.kubevirt.io/skip-validations")));
            assert_eq!(condition("without-own-rules").is_none(), own, "{text}");
            assert_eq!(condition("of-the-template"), parent.map(String::as_str), "{text}");
            // The command warns about policies for all machines.
            assert_eq!(found.about_all.is_empty(), parent.is_some(), "{text}");
        }
        assert!(exported(&machine("vm", "", ""), CelTarget::Policy, None).about_all.is_empty());
    }

    #[test]
    fn rules_that_only_warn_have_a_policy_of_their_own() {
        let warns = RULE.replace("\"min\"", "\"justWarning\": true, \"min\"");
        let text = machine("vm", "", &format!("{RULE}, {warns}"));
        let found = exported(&text, CelTarget::Policy, None);
        assert_eq!((names(&found), found.rules), (vec!["vm", "vm-warnings"], 2));
        assert_eq!(found.documents[3]["spec"]["validationActions"], json!(["Warn"]));
        let found = exported(&text, CelTarget::Definition, None);
        assert_eq!(found.documents[0]["x-kubernetes-validations"].as_array().map(Vec::len), Some(2));
        let messages: Vec<&str> = found.findings.iter().map(|finding| finding.message.as_str()).collect();
        let expected = "rule `c` is not written as CEL: it only warns, which CRD rules cannot; use a policy";
        assert_eq!(messages, [expected]);
    }

    #[test]
    fn long_lists_of_rules_need_several_policies() {
        let rules = |count: usize| vec![RULE; count].join(", ");
        for (count, expected) in [(64, &["vm"] as &[&str]), (65, &["vm", "vm-2"]), (129, &["vm", "vm-2", "vm-3"])] {
            let found = exported(&machine("vm", "", &rules(count)), CelTarget::Policy, None);
            assert_eq!((names(&found).as_slice(), found.rules), (expected, count));
        }
    }

    #[test]
    fn messages_are_on_one_line() {
        let message = |text: &str| {
            let found = exported(&machine("vm", "", &RULE.replace("few", text)), CelTarget::Policy, None);
            found.documents[0]["spec"]["validations"][0]["message"].as_str().map(str::to_owned).unwrap()
        };
        for (text, expected) in [
            ("few", "few"),
            (r"a\nb\rc", "a b c"),
            ("", "rule c cannot be evaluated"),
            (r" \n", "rule c cannot be evaluated"),
        ] {
            assert_eq!(message(text), expected);
        }
    }
}
