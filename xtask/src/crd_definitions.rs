//! Compares idlgen's errors for random and real CRDs with those of the API server's libraries.

mod case;
mod generate;
mod outcome;

use std::{
    fs,
    path::{Path, PathBuf},
};

use idlgen_validate::crd::definition::CrdValidator;
use idlgen_yaml::Limits;
use serde_json::Value as Json;

pub(crate) use self::case::Case;
use self::outcome::Verdict;
use crate::differential::{self, CaseArguments, Cases, Comparison, Counts, Differential, Library, OracleArguments};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    cases: CaseArguments<5_000>,
    /// Compare the CRDs in the YAML and JSON files of these directories instead
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    folders: Vec<PathBuf>,
    /// The minor version of Kubernetes of the real libraries
    #[arg(long, default_value_t = 35)]
    kubernetes_minor: u16,
    #[command(flatten)]
    oracle: OracleArguments,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    const NAME: &str = "crd-definitions";
    differential::run(NAME, arguments.oracle.oracle("crdoracle"), |oracle| {
        let cases: Cases<'_, Case> = if arguments.folders.is_empty() {
            arguments.cases.cases(generate::case, Case::read)?
        } else {
            Box::new(arguments.folders.iter().flat_map(|folder| files(folder)).flat_map(|file| definitions(&file)))
        };
        let definitions = Definitions { judge: CrdValidator::new(arguments.kubernetes_minor) };
        differential::compare(NAME, &definitions, cases, oracle, &arguments.cases)
    })
}

/// Compares the results for CRDs.
struct Definitions {
    judge: CrdValidator,
}

impl Differential for Definitions {
    type Case = Case;

    fn request(&self, case: &Case) -> Json {
        case.request()
    }

    fn name(&self, case: &Case) -> String {
        case.file.as_ref().map_or_else(|| case.request().to_string(), |file| file.display().to_string())
    }

    fn compare(&self, case: &Case, answer: &Json, _: &dyn Library, counts: &mut Counts) -> Result<Comparison, String> {
        if Verdict::is_panic(answer) {
            return Ok(Comparison::Skipped("Go panics".to_owned()));
        }
        let expected = Verdict::of_oracle(answer);
        counts.add_if(expected.is_rejected(), "are refused");
        let (expected, got) = outcome::differing(&expected, &Verdict::of_validator(&self.judge, case));
        Ok(Comparison::of(&expected, &got))
    }
}

/// Returns the YAML and JSON files below a directory, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(_) if ["yaml", "yml", "json"].iter().any(|end| path.extension().is_some_and(|it| it == *end)) => {
                    found.push(path);
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// Returns the CRDs of a file, each as a creation.
fn definitions(file: &Path) -> Vec<Case> {
    let Ok(text) = fs::read_to_string(file) else { return Vec::new() };
    if !text.contains("CustomResourceDefinition") {
        return Vec::new();
    }
    let documents = idlgen_yaml::load(&text, &Limits::default()).into_iter();
    let documents = documents.filter(|document| document.problems.is_empty()).filter_map(|document| document.root);
    let is_definition =
        |json: &Json| json["kind"] == "CustomResourceDefinition" && json["apiVersion"] == "apiextensions.k8s.io/v1";
    let documents = documents.map(|root| root.to_json()).filter(is_definition);
    documents.map(|new| Case { file: Some(file.to_owned()), new, old: None }).collect()
}
