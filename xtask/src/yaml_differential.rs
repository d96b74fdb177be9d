//! Random YAML texts: what they mean here and to `sigs.k8s.io/yaml`, which Kubernetes and its tools read YAML with.

mod anchored;
mod written;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use idlgen_testing::Random;
use idlgen_yaml::{Limits, ProblemKind, load};
use serde_json::{Value as Json, json};

use crate::{differential, fuzz, oracle::Oracle, tidy};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which sequence of texts; the same number gives the same texts
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many texts
    #[arg(long, default_value_t = 50_000)]
    count: usize,
    /// How many differences are printed
    #[arg(long, default_value_t = 20)]
    most: usize,
    /// Compare how random values are written, not what texts mean
    #[arg(long)]
    write: bool,
    /// Compare the texts of this file instead: one JSON object a line, `{"text": …}`
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// The program that asks the real library (by default, Go builds it)
    #[arg(long, value_name = "PROGRAM")]
    oracle: Option<PathBuf>,
}

/// The files of the program that asks the real library.
const SOURCES: [(&str, &str); 3] = [
    ("main.go", include_str!("yaml_differential/main.go")),
    ("go.mod", include_str!("yaml_differential/go.mod.txt")),
    ("go.sum", include_str!("yaml_differential/go.sum.txt")),
];

/// No text is longer: what is nested deeper than that has room for cannot be asked about.
const MOST_BYTES: usize = 200;

/// How many texts are put to the oracle at once.
const BATCH: usize = 2_000;

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let program = arguments.oracle.clone().map_or_else(build, Ok);
    differential::run("yaml-differential", program, |program| {
        let compared = if arguments.write { written::compare(arguments, program) } else { compare(arguments, program) };
        Ok(compared? == 0)
    })
}

fn compare(arguments: &Arguments, program: &Path) -> Result<usize, String> {
    let oracle = Oracle::find("yaml", Some(program), Path::new(""))?;
    let mut random = Random::new(arguments.seed);
    let mut given = arguments.cases.as_deref().map(given_texts).transpose()?;
    let count = given.as_ref().map_or(arguments.count, Vec::len);
    let (mut left, mut refused, mut overrides, mut differences) = (count, 0, 0, 0);
    while left > 0 {
        let size = left.min(BATCH);
        left -= size;
        let texts: Vec<String> = match &mut given {
            Some(given) => given.drain(..size).collect(),
            None => (0..size).map(|_| text(&mut random)).collect(),
        };
        let answers = oracle.ask(texts.iter().map(|text| json!({ "text": text })).collect())?;
        for (text, answer) in texts.iter().zip(&answers) {
            let (here, there) = (meaning(text), answer.get("json"));
            refused += usize::from(there.is_none());
            let agrees = match (&here, there) {
                (Ok(here), Some(there)) => is_same(here, there),
                (Err(_), None) => true,
                // To set a key that a merge key brought is an error only to those who ask for every repetition.
                (Ok(here), None) => {
                    let is_override = answer.get("lenient").is_some_and(|there| is_same(here, there));
                    overrides += usize::from(is_override);
                    is_override
                }
                (Err(_), Some(_)) => false,
            };
            if !agrees {
                differences += 1;
                if differences <= arguments.most {
                    let here = here.map_or_else(|problem| format!("refused: {problem}"), |here| here.to_string());
                    println!("{text:?}\n  Go   {answer}\n  here {here}");
                }
            }
        }
    }
    println!(
        "yaml-differential: {} of {} texts agree (seed {}; {refused} refused by Go, {overrides} of these only because \
         they set merged keys)",
        count - differences,
        count,
        arguments.seed
    );
    Ok(differences)
}

fn given_texts(path: &Path) -> Result<Vec<String>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let lines = fs::read_to_string(path).map_err(|error| failed(&error))?;
    let text = |line: &str| -> Result<String, String> {
        let case: Json = serde_json::from_str(line).map_err(|error| failed(&error))?;
        Ok(case["text"].as_str().unwrap_or_default().to_owned())
    };
    lines.lines().map(text).collect()
}

/// A text of one document. JSON is read by other rules, so it is none.
fn text(random: &mut Random) -> String {
    loop {
        let text = if random.percent(20) { anchored::text(random) } else { fuzz::yaml_text(random) };
        // Texts are taken apart by other rules than those of the library. A byte order mark in the middle of one is
        // skipped or not, depending on how much the library had read before.
        let text = text.replace("---", "- -").replace('\u{feff}', "");
        if text.len() > MOST_BYTES {
            continue;
        }
        if !text.trim_start_matches('\u{feff}').trim_start().starts_with('{') {
            return text;
        }
    }
}

/// What a text means here, or why it means nothing.
fn meaning(text: &str) -> Result<Json, String> {
    let documents = load(text, &Limits::default());
    // Go does not read what stands behind the first document either.
    let mut problems = documents.iter().flat_map(|document| &document.problems);
    if let Some(problem) = problems.find(|problem| problem.kind != ProblemKind::Ignored) {
        return Err(problem.message.clone());
    }
    Ok(documents.first().and_then(|document| document.root.as_ref()).map_or(Json::Null, idlgen_yaml::Node::to_json))
}

/// Whether two values are equal, numbers by what they are worth.
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

/// The program, as Go builds it.
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
