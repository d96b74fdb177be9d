//! Generated code and the engine on random Go types and objects: both have to find the same errors in the same order.
//!
//! The types of many numbers are one crate, which is compiled once and asked about all objects.

#[path = "../../../crates/golden-out/tests/support/object.rs"]
mod object;

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    time::{Duration, Instant},
};

use idlgen::{
    config::Settings,
    emit::rust::Rust,
    lower::Lowered,
    modules::GoEnvironment,
    out::Files,
    session::{Outputs, Session},
    source::{MemoryFileSystem, SourceMap},
};
use idlgen_runtime::Outcome;
use idlgen_testing::Random;
use idlgen_validate::{Validator, ValidatorOptions};
use serde_json::{Value as Json, json};

use super::{Arguments, go_types};
use crate::tidy;

/// How many packages are compiled together.
const BATCH: u64 = 40;
/// How many objects there are of each type.
const OBJECTS: usize = 60;
/// How many differences are printed.
const PRINTED: usize = 10;

#[derive(Default)]
struct Tally {
    packages: u64,
    refused: u64,
    objects: usize,
    invalid: usize,
    undecodable: usize,
    differences: usize,
}

/// One package.
struct Package {
    number: u64,
    text: String,
    files: Files,
    lowered: Lowered,
}

/// Runs the target.
pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let mut tally = Tally::default();
    let mut next = arguments.from;
    let last = arguments.count.map_or(u64::MAX, |count| arguments.from.saturating_add(count));
    while Instant::now() < end && next < last {
        let numbers = next..last.min(next.saturating_add(BATCH));
        next = numbers.end;
        let packages: Vec<Package> =
            numbers.filter_map(|number| Package::new(arguments.seed, number, &mut tally)).collect();
        if let Err(message) = compare(arguments.seed, &packages, &mut tally) {
            eprintln!("fuzz: {message}");
            return ExitCode::from(2);
        }
    }
    println!(
        "fuzz: {} packages (seed {}) and {} refused ones; {} objects compared, {} of them invalid, {} that the Go type \
         cannot hold; {} differences",
        tally.packages,
        arguments.seed,
        tally.refused,
        tally.objects,
        tally.invalid,
        tally.undecodable,
        tally.differences
    );
    if tally.differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Package {
    fn new(seed: u64, number: u64, tally: &mut Tally) -> Option<Self> {
        let mut random = Random::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        let text = go_types::package(&mut random);
        let mut files = MemoryFileSystem::default();
        files.insert("/m/go.mod", "module example.com/m\n\ngo 1.25\n");
        files.insert("/m/v1/types.go", text.as_str());
        let mut settings = Settings::default();
        settings.directory = "/m".into();
        settings.packages = vec!["./...".to_owned()];
        let mut session = Session::new(settings, GoEnvironment::default(), &files, SourceMap::default());
        let generated = session.generate(&Outputs::of(&Rust));
        if generated.files.iter().next().is_none() {
            tally.refused += 1;
            return None;
        }
        let mut reading = session.read();
        let lowered = session.lower(&mut reading);
        tally.packages += 1;
        Some(Package { number, text, files: generated.files, lowered })
    }
}

/// An object, and the one before it if it is judged as an update.
struct Case<'p> {
    package: &'p Package,
    name: String,
    object: Json,
    old: Option<Json>,
}

fn compare(seed: u64, packages: &[Package], tally: &mut Tally) -> Result<(), String> {
    if packages.is_empty() {
        return Ok(());
    }
    let program = compile(packages)?;
    let mut cases = Vec::new();
    for package in packages {
        let mut random = Random::new(seed ^ package.number.wrapping_mul(0x9e37_79b9));
        for index in 0..go_types::COUNT {
            let name = format!("T{index}");
            let definitions = &package.lowered.definitions;
            let Some(schema) = definitions.get(&format!("example.com/m/v1.{name}")) else { continue };
            let mut before: Option<Json> = None;
            for _ in 0..OBJECTS {
                let object = object::value(&mut random, schema, definitions, 0);
                let old = before.take().filter(|_| random.percent(60));
                before = Some(object.clone());
                cases.push(Case { package, name: name.clone(), object, old });
            }
        }
    }
    let answers = ask(&program, &cases)?;
    let mut validators: BTreeMap<(u64, &str), Validator> = BTreeMap::new();
    for (case, answer) in cases.iter().zip(&answers) {
        if answer.is_null() {
            tally.undecodable += 1;
            continue;
        }
        tally.objects += 1;
        tally.invalid += usize::from(answer["errors"].as_array().is_some_and(|errors| !errors.is_empty()));
        let key = (case.package.number, case.name.as_str());
        let validator = match validators.entry(key) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(place) => {
                let definition = format!("example.com/m/v1.{}", case.name);
                let options = ValidatorOptions::default();
                let validator = Validator::for_definition(&case.package.lowered.definitions, &definition, options);
                place.insert(validator.map_err(|errors| format!("{definition}: {errors:?}\n{}", case.package.text))?)
            }
        };
        let engine = texts(&validator.validate(&case.object, case.old.as_ref().map(|old| old as _)));
        // As it is written, absence is what the Go type makes of it.
        let written = |which: &str, object: &Json| {
            let mut written = answer[which].clone();
            object::spell_floats(&mut written, object);
            written
        };
        let old = case.old.as_ref().map(|old| written("writtenOld", old));
        let object = written("written", &case.object);
        let engine_written = texts(&validator.validate(&object, old.as_ref().map(|old| old as _)));
        let generated = json!({"errors": answer["errors"], "warnings": answer["warnings"]});
        for (what, engine) in [("object", engine), ("written object", engine_written)] {
            if engine != generated {
                tally.differences += 1;
                if tally.differences <= PRINTED {
                    println!(
                        "fuzz: difference at number {} (seed {seed}), {what} of {}: {}\n  old {}\n  \
                         engine    {engine}\n  \
                         generated {generated}\n{}",
                        case.package.number,
                        case.name,
                        case.object,
                        case.old.as_ref().unwrap_or(&Json::Null),
                        case.package.text
                    );
                }
                break;
            }
        }
    }
    Ok(())
}

fn texts(outcome: &Outcome) -> Json {
    let errors: Vec<String> =
        outcome.errors.iter().map(|error| format!("{} {}: {error}", error.path, error.error_type.reason())).collect();
    let warnings: Vec<String> = outcome.warnings.iter().map(ToString::to_string).collect();
    json!({"errors": errors, "warnings": warnings})
}

/// Writes the packages as one crate and compiles it.
fn compile(packages: &[Package]) -> Result<PathBuf, String> {
    let failed = |error: std::io::Error| error.to_string();
    let root = tidy::root();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = target.join("fuzz-generated");
    let source = folder.join("src");
    if source.exists() {
        fs::remove_dir_all(&source).map_err(failed)?;
    }
    fs::create_dir_all(&source).map_err(failed)?;
    let manifest = format!(
        "[package]\nname = \"fuzz-generated\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\n\
         idlgen-runtime = {{ path = \"{}\" }}\nserde = {{ version = \"1\", default-features = false, features = [\"std\"] }}\n\
         serde_json = {{ version = \"1\", default-features = false, features = [\"std\", \"float_roundtrip\"] }}\n",
        root.join("crates/idlgen-runtime").display()
    );
    fs::write(folder.join("Cargo.toml"), manifest).map_err(failed)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(failed)?;
    let mut main = String::from(PROGRAM);
    let mut arms = String::new();
    for package in packages {
        let number = package.number;
        let _ = writeln!(main, "#[path = \"p{number}/mod.rs\"]\nmod p{number};");
        for index in 0..go_types::COUNT {
            let _ = writeln!(
                arms,
                "        \"{number} T{index}\" => judged::<p{number}::example_com::m::v1::T{index}>(request),"
            );
        }
        for (path, text) in package.files.iter() {
            let path = source.join(format!("p{number}")).join(path);
            fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(failed)?;
            fs::write(path, text).map_err(failed)?;
        }
    }
    let _ = write!(
        main,
        "\nfn of_type(name: &str, request: &Json) -> Json {{\n    match name {{\n{arms}        _ => Json::Null,\n    \
         }}\n}}\n"
    );
    fs::write(source.join("main.rs"), main).map_err(failed)?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["build", "--quiet", "--offline", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(folder.join("target"))
        .output()
        .map_err(failed)?;
    if !output.status.success() {
        return Err(format!("generated code does not compile:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(folder.join("target/debug").join(format!("fuzz-generated{}", std::env::consts::EXE_SUFFIX)))
}

/// What the generated code says of each case; null where the Go type cannot hold the object.
fn ask(program: &Path, cases: &[Case<'_>]) -> Result<Vec<Json>, String> {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let mut text = String::new();
    for case in cases {
        let name = format!("{} {}", case.package.number, case.name);
        let _ = writeln!(text, "{}", json!({"type": name, "object": case.object, "old": case.old}));
    }
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let _ = writer.join();
    let text = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<Json> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    if answers.len() != cases.len() {
        return Err(format!("{} of {} cases were answered: {}", answers.len(), cases.len(), output.status));
    }
    Ok(answers)
}

/// The program around the generated code: a JSON object a line, in and out.
const PROGRAM: &str = r#"#![deny(warnings)]
#![forbid(unsafe_code)]
use std::io::Write;

use idlgen_runtime::Validate;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

fn main() {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lines() {
        let request: Json = serde_json::from_str(&line.unwrap()).unwrap();
        writeln!(out, "{}", of_type(request["type"].as_str().unwrap(), &request)).unwrap();
    }
}

fn judged<T: Validate + Serialize + DeserializeOwned>(request: &Json) -> Json {
    let Ok(object) = serde_json::from_value::<T>(request["object"].clone()) else { return Json::Null };
    let old = match &request["old"] {
        Json::Null => None,
        old => match serde_json::from_value::<T>(old.clone()) {
            Ok(old) => Some(old),
            Err(_) => return Json::Null,
        },
    };
    let outcome = object.all_errors(old.as_ref());
    let errors: Vec<String> = outcome
        .errors
        .iter()
        .map(|error| format!("{} {}: {error}", error.path, error.error_type.reason()))
        .collect();
    let warnings: Vec<String> = outcome.warnings.iter().map(ToString::to_string).collect();
    let written_old = old.map(|old| serde_json::to_value(&old).unwrap());
    json!({
        "errors": errors,
        "warnings": warnings,
        "written": serde_json::to_value(&object).unwrap(),
        "writtenOld": written_old,
    })
}

"#;
