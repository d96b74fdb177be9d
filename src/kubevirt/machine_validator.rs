//! Evaluates the template rules of virtual machines.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use idlgen_runtime::field::{Element, ErrorType, PathBuf};
use idlgen_validate::kubevirt::{
    Cause, CheckOptions, PathReport, RuleOutcome, RuleSet, RuleStatus, RulesError, SKIP, VALIDATIONS, inspect,
};
use idlgen_yaml::Node;

use super::{
    Templates,
    annotation::{Annotation, LocatedRules, too_large},
    document::{DocumentText, reference},
    lint,
    rule_codes::{BROKEN_RULE, UNREADABLE_RULES, UNRESOLVED_PARAMETER, WARNING_RULE},
    subjects::Machine,
    templates,
};
use crate::{
    diag::{Diagnostic, ObjectReference},
    source::Span,
};

/// Maximum size in bytes of an annotation whose parsed rules are cached. VMs of the same template have the same
/// annotation.
const MAX_KEPT: usize = 64 << 10;

/// Parsed rules, or the error that makes them unreadable.
type ReadRules = Arc<Result<RuleSet, RulesError>>;

/// Evaluates the rules that VMs contain or inherit from their templates. It can be shared between threads.
#[derive(Debug, Default)]
pub struct MachineValidator {
    templates: Templates,
    options: CheckOptions,
    read: Mutex<BTreeMap<Arc<str>, ReadRules>>,
}

/// The result of evaluating one VM.
#[derive(Debug)]
#[non_exhaustive]
pub struct MachineResult {
    /// Diagnostics about the rules and about values that violate them.
    pub findings: Vec<Diagnostic>,
    /// Number of evaluated rules.
    pub rules: usize,
    /// The reason why no rule was evaluated, if none was.
    pub skipped: Option<Skipped>,
    /// The namespace and the name of the template whose rules would apply, if they are not known. The template may have
    /// no rules.
    pub missing_parent: Option<(String, String)>,
    /// The response that the KubeVirt webhook would send.
    pub admission: Admission,
    /// Kind, name and namespace of the VM.
    pub reference: ObjectReference,
    /// Location of the VM.
    pub span: Span,
}

/// The reason why no rule applies to a VM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::exhaustive_enums, reason = "the validator has no other reasons")]
pub enum Skipped {
    /// Neither the VM nor a known parent template has rules.
    NoRules,
    /// The VM has the annotation that skips validation.
    Annotated,
    /// The VM is being deleted.
    Deleted,
}

/// The response of the KubeVirt webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the webhook has no other answers")]
pub enum Admission {
    /// The webhook accepts the VM.
    Allowed,
    /// The webhook rejects the VM because it violates rules.
    Refused(Vec<Cause>),
    /// The webhook rejects the VM because its rules are unreadable, with the error message.
    Unreadable(String),
}

/// The source of the rules of a VM.
enum Rules<'a> {
    None(Skipped),
    /// The annotation is on the VM or on the template that contains it.
    Here(&'a Node),
    /// The annotation is on the parent template with this name.
    Parent(String, Arc<str>),
}

impl MachineValidator {
    /// Creates an evaluator without templates.
    pub fn new(options: CheckOptions) -> Self {
        MachineValidator { options, ..MachineValidator::default() }
    }

    /// Returns the templates that VMs can name as their parents.
    pub fn templates_mut(&mut self) -> &mut Templates {
        &mut self.templates
    }

    /// Evaluates the rules of a VM in a document.
    pub fn evaluate(&self, document: DocumentText<'_>, machine: Machine<'_>) -> MachineResult {
        let mut judged = MachineResult {
            findings: Vec::new(),
            rules: 0,
            skipped: None,
            missing_parent: None,
            admission: Admission::Allowed,
            reference: reference(machine.node, None),
            span: document.span(&machine.node.span),
        };
        let (annotation, parent, text) = match self.rules_of(machine) {
            Rules::None(why) => {
                judged.skipped = Some(why);
                if why == Skipped::NoRules {
                    judged.missing_parent = self.templates.missing_parent(machine.node);
                }
                return judged;
            }
            Rules::Here(node) => match Annotation::new(document, node) {
                Some(annotation) if annotation.text.is_empty() => {
                    judged.skipped = Some(Skipped::NoRules);
                    return judged;
                }
                Some(annotation) => {
                    let text = annotation.text.into();
                    (Some(annotation), None, text)
                }
                None => {
                    let said = "the annotation is not a string";
                    let mut finding = Diagnostic::new(UNREADABLE_RULES, said).at(document.span(&node.span));
                    finding.object = Some(Box::new(judged.reference.clone()));
                    judged.findings.push(finding.help("write it as a block: `|`, and the JSON array below it"));
                    judged.admission = Admission::Unreadable(said.to_owned());
                    return judged;
                }
            },
            Rules::Parent(name, text) => (None, Some(name), text),
        };
        let place = MachineRules { document, machine, annotation, parent };
        if let Some(finding) = too_large(&text, place.whole()) {
            judged.admission = Admission::Unreadable(finding.message.clone());
            judged.findings.push(finding);
        } else {
            match &*self.read(&text) {
                Ok(rules) => self.check(rules, &place, &mut judged),
                Err(error) => {
                    judged.findings.push(place.unreadable(error));
                    judged.admission = Admission::Unreadable(error.message.clone());
                }
            }
        }
        for finding in &mut judged.findings {
            finding.object.get_or_insert_with(|| Box::new(reference(machine.node, None)));
        }
        judged
    }

    fn check(&self, rules: &RuleSet, place: &MachineRules<'_>, judged: &mut MachineResult) {
        judged.rules = rules.len();
        let mut options = self.options;
        options.has_parameters = place.machine.template.is_some();
        let report = rules.check(&place.machine.to_json(), options);
        let is_silent = |rule: &RuleStatus| matches!(rule.outcome, RuleOutcome::Skipped | RuleOutcome::Satisfied(_));
        if report.rules.iter().all(is_silent) {
            return;
        }
        let located = place.annotation.as_ref().and_then(Annotation::rules);
        let statuses = report.rules.iter().enumerate();
        judged.findings.extend(statuses.filter_map(|(index, rule)| place.finding(index, rule, located.as_ref())));
        let causes = report.causes();
        if !causes.is_empty() {
            judged.admission = Admission::Refused(causes);
        }
    }

    fn rules_of<'a>(&self, machine: Machine<'a>) -> Rules<'a> {
        let metadata = machine.node.get("metadata");
        let annotations = metadata.and_then(|metadata| metadata.get("annotations"));
        let is_there = |node: &Node| node.content != idlgen_yaml::Content::Null;
        if metadata.and_then(|metadata| metadata.get("deletionTimestamp")).is_some_and(is_there) {
            return Rules::None(Skipped::Deleted);
        }
        if annotations.is_some_and(|annotations| annotations.get(SKIP).is_some()) {
            return Rules::None(Skipped::Annotated);
        }
        // An empty annotation is treated as absent.
        let own = annotations.and_then(|annotations| annotations.get(VALIDATIONS)).filter(|node| is_there(node));
        if let Some(own) = own.filter(|own| own.as_str() != Some("")) {
            return Rules::Here(own);
        }
        if let Some(rules) = machine.template.and_then(templates::rules_of) {
            return Rules::Here(rules);
        }
        match self.templates.parent(machine.node) {
            Some((name, rules)) if !rules.is_empty() => Rules::Parent(name, rules),
            _ => Rules::None(Skipped::NoRules),
        }
    }

    /// Parses an annotation. Results are cached, because VMs of the same template have equal annotations.
    fn read(&self, text: &Arc<str>) -> Arc<Result<RuleSet, RulesError>> {
        let kept = |read: &BTreeMap<Arc<str>, Arc<_>>| read.get(text).cloned();
        if let Some(rules) = kept(&self.read.lock().unwrap_or_else(PoisonError::into_inner)) {
            return rules;
        }
        let rules = Arc::new(RuleSet::parse(text));
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if read.keys().map(|text| text.len()).sum::<usize>() + text.len() > MAX_KEPT {
            read.clear();
        }
        read.insert(text.clone(), rules.clone());
        rules
    }
}

/// The rules of a VM and their location.
struct MachineRules<'a> {
    document: DocumentText<'a>,
    machine: Machine<'a>,
    /// The annotation with the rules, if it is in the same document.
    annotation: Option<Annotation<'a>>,
    /// The name of the parent template that has the rules.
    parent: Option<String>,
}

impl MachineRules<'_> {
    /// Returns the location of the rules, or of the VM's `kind` if the rules are in a parent template.
    fn whole(&self) -> Span {
        if let Some(annotation) = &self.annotation {
            return annotation.beginning();
        }
        let node = self.machine.node;
        self.document.span(&node.get("kind").map_or(node.span.start..node.span.start, |kind| kind.span.clone()))
    }

    /// Reports unreadable rules at the location of the error.
    fn unreadable(&self, error: &RulesError) -> Diagnostic {
        let Some(annotation) = &self.annotation else {
            return self.of_parent(Diagnostic::new(UNREADABLE_RULES, error.message.as_str()).at(self.whole()));
        };
        lint::unreadable(annotation, error)
    }

    /// Adds the name of the parent template to a diagnostic.
    fn of_parent(&self, finding: Diagnostic) -> Diagnostic {
        match &self.parent {
            Some(parent) => finding.note(format!("the rules are those of the template {parent}")),
            None => finding,
        }
    }

    /// Returns the diagnostic for a rule that the VM violates or that was not evaluated.
    fn finding(&self, index: usize, rule: &RuleStatus, located: Option<&LocatedRules>) -> Option<Diagnostic> {
        let name = &rule.name;
        let (code, message) = match (&rule.outcome, rule.cause()) {
            (RuleOutcome::Unresolved(value), _) => {
                let what = format!("rule `{name}` was not checked: `{value}` has no value");
                (UNRESOLVED_PARAMETER, what)
            }
            (_, Some(cause)) if rule.is_rejection() => (BROKEN_RULE, cause.to_string()),
            (_, Some(cause)) => (WARNING_RULE, cause.to_string()),
            (_, None) => return None,
        };
        let found = self.machine.node.find(&path(&rule.field));
        let value = self.document.span(found.key.as_ref().unwrap_or(&found.span));
        let rules = self.annotation.as_ref().zip(located);
        let rule_at = rules.and_then(|(annotation, rules)| Some((annotation, rules.0.get(index)?)));
        let mut finding = Diagnostic::new(code, message);
        finding = match rule_at {
            Some((annotation, located)) => {
                let here = if found.is_present { "this field" } else { "the field would be here" };
                finding.at(annotation.span(located.head())).and(value, here)
            }
            None => finding.at(value),
        };
        if let (RuleOutcome::Failed { error, .. }, Some((_, located))) = (&rule.outcome, rule_at) {
            finding = with_reason(finding, error, located);
        }
        if code == UNRESOLVED_PARAMETER {
            finding.help.push("give the parameter a value in the template, or process the template first".to_owned());
        }
        let finding = self.of_parent(finding);
        let reason = (code == BROKEN_RULE).then(|| ErrorType::Invalid.reason());
        let reference = ObjectReference { reason, ..reference(self.machine.node, Some(rule.field.clone())) };
        Some(Diagnostic { object: Some(Box::new(reference)), ..finding })
    }
}

/// Adds the reason why a rule cannot be evaluated, and help.
fn with_reason(finding: Diagnostic, error: &str, rule: &super::annotation::LocatedRule) -> Diagnostic {
    match error {
        "missing required key" => finding.note(format!("the rule is missing {}", lint::missing_key::listed(rule))),
        "invalid JSONPath" => {
            let keys = ["path", "min", "max", "minLength", "maxLength"];
            let stray = keys.iter().find_map(|key| match inspect(rule.text(key)?) {
                Ok(PathReport::Strays(stray)) => Some(stray),
                _ => None,
            });
            match stray {
                Some(stray) => lint::stray_path::with_reason(finding, &stray),
                None => finding,
            }
        }
        "unrecognized Rule type" => finding
            .note("rules are `integer`, `string`, `regex` or `enum`")
            .help("pass `--unknown-rules ignore` to skip others"),
        "duplicate Rule Name" => finding.note("rule names must be unique in a machine"),
        _ => finding,
    }
}

/// Returns the part of a rule's path up to its first wildcard or index, for example `.spec.domain.devices.disks` for
/// `.spec.domain.devices.disks[*]`.
fn path(field: &str) -> PathBuf {
    let mut elements: Vec<Element<String>> = ["spec", "template"].map(|name| Element::Field(name.to_owned())).into();
    for step in field.split('.').skip(1) {
        let name = step.split(|character: char| !character.is_ascii_alphanumeric()).next().unwrap_or_default();
        if !name.is_empty() {
            elements.push(Element::Field(name.to_owned()));
        }
        if name != step || name.is_empty() {
            break;
        }
    }
    PathBuf { elements }
}

#[cfg(test)]
mod tests;
