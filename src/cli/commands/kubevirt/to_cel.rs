//! The command `idlgen kubevirt to-cel`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use idlgen_validate::kubevirt::CelTarget;

use super::inputs::{Inputs, with_severities};
use crate::{
    cli::{
        Exit,
        arguments::{FetchArguments, GlobalArguments},
        commands::{counted::count, preparation::session},
        flags::{Flags, Rules},
        terminal::Terminal,
    },
    diag::Severity,
    kubevirt::{ExportOptions, export},
};

/// Arguments of the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  idlgen kubevirt to-cel template.yaml | kubectl apply -f -
  idlgen kubevirt to-cel template.yaml --name memory-of-linux
  idlgen kubevirt to-cel template.yaml --as crd

If a rule cannot be written as CEL, idlgen reports a warning (kubevirt-not-cel) and writes the other rules.")]
pub(super) struct KubevirtToCel {
    /// YAML or JSON files with virtual machines or OpenShift templates.
    ///
    /// `-` is standard input. In directories, idlgen reads *.yaml, *.yml and *.json.
    #[arg(value_name = "FILE|DIR", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    /// Select the output.
    #[arg(long = "as", value_name = "WHAT", default_value = "policy")]
    target: Target,

    /// Set the name of the policies [default: that of the template or the machine].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    #[command(flatten)]
    settings: Flags<Rules>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// A ValidatingAdmissionPolicy with its binding, and a second one for rules that only warn.
    Policy,
    /// `x-kubernetes-validations`, for the root of the schema of KubeVirt's CustomResourceDefinition.
    Crd,
}

/// Converts template rules to CEL.
pub(super) fn run(arguments: &KubevirtToCel, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
    terminal.output_is_data = true;
    let settings = match session(global, &arguments.settings.given, &[], FetchArguments::default(), terminal) {
        Ok(session) => session.settings,
        Err(exit) => return exit,
    };
    let target = match arguments.target {
        Target::Policy => CelTarget::Policy,
        Target::Crd => CelTarget::Definition,
    };
    let options = ExportOptions { target, name: arguments.name.clone() };
    let mut exit = Exit::Clean;
    let mut inputs = Inputs::find(&arguments.files, &mut exit, terminal);
    let (mut rules, mut has_errors, mut is_first) = (0, false, true);
    inputs.each(&mut exit, terminal, |input| {
        if input.is_foreign() {
            return;
        }
        let mut findings = Vec::new();
        let mut documents = Vec::new();
        let mut about_all = Vec::new();
        let problems = input.file.read_documents("kubevirt to-cel", |document, root| {
            let exported = export(document, root, &options);
            rules += exported.rules;
            findings.extend(exported.findings);
            documents.extend(exported.documents);
            about_all.extend(exported.about_all);
        });
        let mut shown = input.problems(problems, &settings.severities);
        shown.extend(with_severities(findings, &settings.severities));
        has_errors |= shown.iter().any(|finding| finding.severity == Severity::Error);
        terminal.findings(&shown, &input.sources);
        for document in documents {
            let separator = if std::mem::take(&mut is_first) { "" } else { "---\n" };
            terminal.data(&format!("{separator}{}", idlgen_yaml::to_string(&document)));
        }
        for name in about_all {
            terminal.status(&format!("the policy {name} applies to every virtual machine: the rules name no template"));
        }
    });
    terminal.status(&format!("wrote {}", count(rules, "rule")));
    if rules == 0 && !has_errors && exit == Exit::Clean {
        terminal.fatal("there are no rules");
        exit = Exit::Findings;
    }
    exit.max(if has_errors { Exit::Findings } else { Exit::Clean })
}
