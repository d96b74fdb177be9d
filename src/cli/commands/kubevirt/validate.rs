//! The command `idlgen kubevirt validate`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::PathBuf,
};

use clap::{Args, ValueEnum, ValueHint};
use idlgen_validate::kubevirt::{CheckOptions, SPECIFICATION};

use super::inputs::{Input, Inputs, with_severities};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments},
        commands::{counted::count, preparation::session},
        flags::{Flags, Rules},
        terminal::Terminal,
    },
    diag::{Diagnostic, Severity, ValidatedObject, Verdict},
    kubevirt::{MachineResult, MachineValidator, Skipped, Templates, admission_review, machines},
};

/// Arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  idlgen kubevirt validate vm.yaml
  idlgen kubevirt validate templates/ vms/     # rules of templates apply to their machines
  oc get vm -o yaml | idlgen kubevirt validate -
  idlgen kubevirt validate vm.yaml --admission-review")]
pub(super) struct KubevirtValidate {
    /// YAML or JSON files with virtual machines, OpenShift templates or lists of them.
    ///
    /// `-` is standard input. In directories, idlgen reads *.yaml, *.yml and *.json.
    #[arg(value_name = "FILE|DIR", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// Select the result of rules of an unknown type.
    #[arg(long, value_name = "WHAT", default_value = "fail")]
    unknown_rules: UnknownRules,

    /// Read quantities as written, like the KubeVirt validator: 1.5Gi is not an integer.
    #[arg(long)]
    quantities_as_written: bool,

    /// Print the AdmissionReview that the KubeVirt webhook would send, one line per machine.
    ///
    /// Findings go to standard error.
    #[arg(long)]
    admission_review: bool,

    /// Treat warnings as errors.
    #[arg(long, visible_alias = "deny-warnings")]
    warnings_as_errors: bool,

    /// Succeed if an input contains no virtual machines.
    #[arg(long)]
    allow_empty: bool,

    #[command(flatten)]
    settings: Flags<Rules>,
}

/// The command that reads the rendered output of a template.
const COMMAND: &str = "kubevirt validate";

/// The effect of a rule of an unknown kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum UnknownRules {
    /// Reject every machine, like the KubeVirt validator.
    Fail,
    /// Skip the rule, as the specification requires.
    Ignore,
}

/// The numbers of the summary.
#[derive(Debug, Default)]
struct Summary {
    valid: usize,
    invalid: usize,
    rules: usize,
    skipped: BTreeMap<Skipped, usize>,
    /// The numbers of virtual machines by the namespace and name of a template whose rules are not known.
    missing_parents: BTreeMap<(String, String), usize>,
    has_errors: bool,
}

/// Validates virtual machines.
pub(super) fn run(arguments: &KubevirtValidate, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = arguments.admission_review;
    let mut settings = match session(global, &arguments.settings.given, &[], FetchArguments::default(), terminal) {
        Ok(session) => session.settings,
        Err(exit) => return exit,
    };
    settings.severities.deny_warnings |= arguments.warnings_as_errors;
    let mut exit = Exit::Clean;
    let mut inputs = Inputs::find(&arguments.files, &mut exit, terminal);
    let mut options = CheckOptions::default();
    options.exact_quantities = !arguments.quantities_as_written;
    options.ignores_unknown_kinds = arguments.unknown_rules == UnknownRules::Ignore;
    let mut judge = MachineValidator::new(options);
    let mut summary = Summary::default();
    let files = inputs.count();
    read_templates(&mut inputs, &mut judge);
    inputs.each(&mut exit, terminal, |input| {
        if input.is_foreign() {
            return;
        }
        let Input { sources, file, .. } = &input;
        let mut judged = Vec::new();
        let problems = file.read_documents(COMMAND, |document, root| {
            judged.extend(machines(root).into_iter().map(|machine| judge.evaluate(document, machine)));
        });
        let mut findings = input.problems(problems, &settings.severities);
        let mut objects = Vec::new();
        let mut reviews = String::new();
        for machine in judged {
            if arguments.admission_review {
                reviews.push_str(&admission_review(&machine.admission));
                reviews.push('\n');
            }
            findings
                .extend(summary.add(machine, &mut objects, |findings| with_severities(findings, &settings.severities)));
        }
        findings.sort_by_key(|finding| finding.primary.as_ref().map(|label| label.span));
        summary.has_errors |= findings.iter().any(|finding| finding.severity == Severity::Error);
        terminal.validated(&objects, sources);
        terminal.findings(&findings, sources);
        if !reviews.is_empty() {
            terminal.data(&reviews);
        }
    });
    warn_of_missing_parents(&summary, &mut inputs, terminal);
    terminal.status(&summary_line(&summary, files));
    if summary.valid + summary.invalid == 0 && !arguments.allow_empty && exit == Exit::Clean {
        terminal.fatal("no virtual machines found (--allow-empty allows this)");
        exit = Exit::Findings;
    }
    exit.max(if summary.has_errors { Exit::Findings } else { Exit::Clean })
}

/// Reads the templates that contain rules, because a VM may come before its template. Errors are reported when the VMs
/// are validated.
fn read_templates(inputs: &mut Inputs, judge: &mut MachineValidator) {
    inputs.each_readable(|input| {
        if Templates::are_in(input.file.text()) {
            input.file.read_documents(COMMAND, |_, root| judge.templates_mut().add(root));
        }
    });
}

/// Warns about templates that no input contains: the rules of their virtual machines were not evaluated.
fn warn_of_missing_parents(summary: &Summary, inputs: &mut Inputs, terminal: &Terminal) {
    if summary.missing_parents.is_empty() {
        return;
    }
    let mut known = BTreeSet::new();
    inputs.each_readable(|input| {
        if input.file.mentions("Template") {
            input.file.read_documents("kubevirt validate", |_, root| known.extend(Templates::names(root)));
        }
    });
    for ((namespace, name), number) in &summary.missing_parents {
        // A template without a namespace matches every namespace.
        let is_known = [namespace.as_str(), ""].iter().any(|one| known.contains(&((*one).to_owned(), name.clone())));
        if !is_known {
            terminal.warning(&format!(
                "no input contains the template {namespace}/{name}: the rules of {} were not checked; pass its file \
                 too",
                count(*number, "virtual machine")
            ));
        }
    }
}

impl Summary {
    /// Counts a VM and returns its findings.
    fn add(
        &mut self,
        machine: MachineResult,
        objects: &mut Vec<ValidatedObject>,
        severities: impl Fn(Vec<Diagnostic>) -> Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let findings = severities(machine.findings);
        let is_invalid = findings.iter().any(|finding| finding.severity == Severity::Error);
        self.rules += machine.rules;
        *(if is_invalid { &mut self.invalid } else { &mut self.valid }) += 1;
        if let Some(why) = machine.skipped {
            *self.skipped.entry(why).or_default() += 1;
        }
        if let Some(parent) = machine.missing_parent {
            *self.missing_parents.entry(parent).or_default() += 1;
        }
        let verdict = if is_invalid { Verdict::Invalid } else { Verdict::Valid };
        objects.push(ValidatedObject { reference: machine.reference, span: machine.span, verdict });
        findings
    }
}

/// Formats `3 virtual machines in 2 files: 2 valid, 1 invalid (1 without rules); 12 rules (specification 201902-2)`.
fn summary_line(summary: &Summary, files: usize) -> String {
    let machines = count(summary.valid + summary.invalid, "virtual machine");
    let mut text =
        format!("{machines} in {}: {} valid, {} invalid", count(files, "file"), summary.valid, summary.invalid);
    let reasons = summary.skipped.iter().map(|(why, number)| match why {
        Skipped::NoRules => format!("{number} without rules"),
        Skipped::Annotated => format!("{number} with skip-validations"),
        Skipped::Deleted => format!("{number} being deleted"),
    });
    let reasons: Vec<String> = reasons.collect();
    if !reasons.is_empty() {
        let _ = write!(text, " ({})", reasons.join(", "));
    }
    let _ = write!(text, "; {} (specification {SPECIFICATION})", count(summary.rules, "rule"));
    text
}
