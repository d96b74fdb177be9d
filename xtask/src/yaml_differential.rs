//! Compares the parsing of random YAML with `sigs.k8s.io/yaml`, the library of Kubernetes and its tools.

mod anchored;
mod written;

use std::{fs, path::PathBuf, process::Command};

use idlgen_testing::Random;
use idlgen_yaml::{Limits, ProblemKind, load};
use serde_json::{Value as Json, json};

use crate::{
    differential::{self, CaseArguments, Comparison, Counts, Differential, Library},
    fuzz,
    oracle::Oracle,
    tidy,
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    cases: CaseArguments<50_000>,
    /// Compare the serialization of random values instead of parsing
    #[arg(long)]
    write: bool,
    /// The program that queries the real library [default: Go builds it]
    #[arg(long, value_name = "PROGRAM")]
    oracle: Option<PathBuf>,
}

/// The files of the program that queries the real library.
const SOURCES: [(&str, &str); 3] = [
    ("main.go", include_str!("yaml_differential/main.go")),
    ("go.mod", include_str!("yaml_differential/go.mod.txt")),
    ("go.sum", include_str!("yaml_differential/go.sum.txt")),
];

/// The maximum size of a document. It also limits the nesting depth: deeper documents cannot be compared.
const MOST_BYTES: usize = 200;

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let program = arguments.oracle.clone().map_or_else(build, Ok).map(Oracle::at);
    let cases = &arguments.cases;
    if arguments.write {
        const NAME: &str = "yaml-differential --write";
        return differential::run(NAME, program, |oracle| {
            let values = cases.cases(written::value, |request| request.get("value").cloned())?;
            differential::compare(NAME, &written::Values, values, oracle, cases)
        });
    }
    const NAME: &str = "yaml-differential";
    differential::run(NAME, program, |oracle| {
        let texts = cases.cases(text, |request| request["text"].as_str().map(str::to_owned))?;
        differential::compare(NAME, &Read, texts, oracle, cases)
    })
}

/// Parses documents.
struct Read;

impl Differential for Read {
    type Case = String;

    fn request(&self, text: &String) -> Json {
        json!({ "text": text })
    }

    fn compare(
        &self,
        text: &String,
        answer: &Json,
        _: &dyn Library,
        counts: &mut Counts,
    ) -> Result<Comparison, String> {
        let (here, there) = (meaning(text), answer.get("json"));
        counts.add_if(there.is_none(), "are refused by Go");
        let agrees = match (&here, there) {
            (Ok(here), Some(there)) => is_same(here, there),
            (Err(_), None) => true,
            // Overriding a key of a merge key is an error only for strict readers, which report every duplicate key.
            (Ok(here), None) => {
                let is_override = answer.get("lenient").is_some_and(|there| is_same(here, there));
                counts.add_if(is_override, "of these only because they set merged keys");
                is_override
            }
            (Err(_), Some(_)) => false,
        };
        if agrees {
            return Ok(Comparison::Agrees);
        }
        let got = here.map_or_else(|problem| format!("refused: {problem}"), |here| here.to_string());
        Ok(Comparison::Differs { expected: answer.to_string(), got })
    }
}

/// Returns one YAML document. JSON is parsed by other rules, so it is not generated.
fn text(random: &mut Random) -> String {
    loop {
        let text = if random.percent(20) { anchored::text(random) } else { fuzz::yaml_text(random) };
        // Removes document markers, because this project splits documents by other rules than the library, and byte
        // order marks, because the library skips them or not depending on how much it has read.
        let text = text.replace("---", "- -").replace('\u{feff}', "");
        if text.len() > MOST_BYTES {
            continue;
        }
        if !text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
            return text;
        }
    }
}

/// Returns the parsed value of a YAML string, or an error.
fn meaning(text: &str) -> Result<Json, String> {
    let documents = load(text, &Limits::default());
    // Go ignores everything after the first document too.
    let mut problems = documents.iter().flat_map(|document| &document.problems);
    if let Some(problem) = problems.find(|problem| problem.kind != ProblemKind::Ignored) {
        return Err(problem.message.clone());
    }
    Ok(documents.first().and_then(|document| document.root.as_ref()).map_or(Json::Null, idlgen_yaml::Node::to_json))
}

/// Returns `true` if two values are equal. Numbers are compared by value.
fn is_same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => left == right || left.as_f64() == right.as_f64(),
        (Json::Array(left), Json::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| is_same(left, right))
        }
        (Json::Object(left), Json::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| is_same(left, right)))
        }
        _ => left == right,
    }
}

/// Returns the program, built by Go.
fn build() -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| tidy::root().join("target"), PathBuf::from);
    let folder = target.join("yaml-differential");
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(failed)?;
    for (name, text) in SOURCES {
        fs::write(folder.join(name), text).map_err(failed)?;
    }
    match Command::new("go").args(["build", "-o", "oracle", "."]).current_dir(&folder).status() {
        Ok(status) if status.success() => Ok(folder.join("oracle")),
        Ok(_) => Err("Go could not build the program".to_owned()),
        Err(error) => Err(format!("there is no Go: {error}")),
    }
}
