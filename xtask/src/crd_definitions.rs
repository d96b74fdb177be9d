//! Custom resource definitions, random ones and real ones: what is said of them here and by the API server's libraries.

mod generate;
mod outcome;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use idlgen_testing::Random;
use idlgen_validate::crd::definition::Judge;
use idlgen_yaml::Limits;
use serde_json::{Value as Json, json};

use self::outcome::Verdict;
use crate::{
    differential::{self, OracleArguments},
    oracle::Oracle,
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which sequence of cases; the same number gives the same cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases
    #[arg(long, default_value_t = 5_000)]
    count: usize,
    /// Compare the definitions in the YAML and JSON files below these folders instead
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    folders: Vec<PathBuf>,
    /// The minor version of Kubernetes that the real libraries are of
    #[arg(long, default_value_t = 35)]
    kubernetes_minor: u16,
    #[command(flatten)]
    oracle: OracleArguments,
    /// How many differences are shown
    #[arg(long, default_value_t = 20)]
    show: usize,
}

/// How many cases are put to the oracle at once.
const BATCH: usize = 500;

/// A definition, and the one before it.
pub(crate) struct Case {
    name: String,
    new: Json,
    old: Option<Json>,
}

impl Case {
    fn request(&self) -> Json {
        match &self.old {
            Some(old) => json!({"crd": self.new, "oldCRD": old}),
            None => json!({"crd": self.new}),
        }
    }
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    differential::run("crd-definitions", arguments.oracle.oracle("crdoracle"), |oracle| compare(arguments, oracle))
}

fn compare(arguments: &Arguments, oracle: &Oracle) -> Result<bool, String> {
    let judge = Judge::new(arguments.kubernetes_minor);
    let mut random = Random::new(arguments.seed);
    let mut files = arguments.folders.iter().flat_map(|folder| files(folder)).collect::<Vec<_>>().into_iter();
    let (mut judged, mut refused, mut panics, mut different) = (0, 0, 0, 0);
    loop {
        let cases: Vec<Case> = if arguments.folders.is_empty() {
            let size = BATCH.min(arguments.count - judged);
            (0..size).map(|_| generate::case(&mut random)).collect()
        } else {
            files.by_ref().take(BATCH).flat_map(|file| definitions(&file)).collect()
        };
        if cases.is_empty() && files.len() == 0 {
            break;
        }
        let answers = oracle.ask(cases.iter().map(Case::request).collect())?;
        for (case, answer) in cases.iter().zip(&answers) {
            judged += 1;
            if Verdict::is_panic(answer) {
                panics += 1;
                continue;
            }
            let expected = Verdict::of_oracle(answer);
            let got = Verdict::of_judge(&judge, case);
            refused += usize::from(expected.is_refused());
            if expected != got {
                different += 1;
                if different <= arguments.show {
                    println!("{}: {}", case.name, expected.difference(&got));
                    if arguments.folders.is_empty() {
                        println!("  {}", case.request());
                    }
                }
            }
        }
    }
    println!(
        "crd-definitions: {judged} definitions, {refused} refused, {panics} in which Go panics, {different} differences"
    );
    Ok(different == 0)
}

/// The YAML and JSON files below a folder, sorted.
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

/// The definitions of a file, each as it is created.
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
    documents.map(|new| Case { name: file.display().to_string(), new, old: None }).collect()
}
