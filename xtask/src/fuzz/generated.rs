//! Generated code and the engine on random Go types and objects: both must find the same errors in the same order.
//!
//! The types of many numbers form one crate, which is compiled once and validates all objects.

#[path = "../../../crates/golden-out/tests/support/object.rs"]
mod object;

use std::{
    collections::{BTreeMap, btree_map::Entry},
    path::Path,
    time::{Duration, Instant},
};

use idlgen::{
    config::Settings,
    diag::Severity,
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

use super::{arguments::Arguments, go_types};
use crate::generated_crate::{GeneratedCrate, GeneratedProgram};

/// The number of packages per compilation.
const BATCH: u64 = 40;
/// The number of objects per type.
const OBJECTS: usize = 60;
/// The maximum number of printed differences.
const PRINTED: usize = 10;

#[derive(Default)]
struct Summary {
    packages: u64,
    refused: u64,
    /// The number of occurrences of each error in rejected packages.
    reasons: BTreeMap<String, u64>,
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

pub(super) fn run(arguments: &Arguments) -> Result<bool, String> {
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let mut summary = Summary::default();
    let mut next = arguments.from;
    let last = arguments.count.map_or(u64::MAX, |count| arguments.from.saturating_add(count));
    while Instant::now() < end && next < last {
        let numbers = next..last.min(next.saturating_add(BATCH));
        next = numbers.end;
        let packages: Vec<Package> =
            numbers.filter_map(|number| Package::new(arguments.seed, number, &mut summary)).collect();
        compare(arguments.seed, &packages, &mut summary)?;
    }
    println!(
        "fuzz: {} packages (seed {}) and {} refused ones; {} objects compared, {} of them invalid, {} that the Go type \
         cannot hold; {} differences",
        summary.packages,
        arguments.seed,
        summary.refused,
        summary.objects,
        summary.invalid,
        summary.undecodable,
        summary.differences
    );
    for (reason, count) in &summary.reasons {
        println!("  refused: {reason}: {count}");
    }
    Ok(summary.differences == 0)
}

impl Package {
    fn new(seed: u64, number: u64, summary: &mut Summary) -> Option<Self> {
        let mut random = Random::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
        let text = go_types::package(&mut random);
        let mut files = MemoryFileSystem::default();
        files.insert("/m/go.mod", "module example.com/m\n\ngo 1.25\n");
        files.insert("/m/v1/types.go", text.as_str());
        let mut settings = Settings::default();
        settings.directory = "/m".into();
        settings.packages = vec!["./...".to_owned()];
        if random.percent(15) {
            settings.objects.native_packages = vec!["example.com/m/v1".to_owned()];
        }
        let mut session = Session::new(settings, GoEnvironment::default(), &files, SourceMap::default());
        let generated = session.generate(&Outputs::of(&Rust));
        if generated.files.iter().next().is_none() {
            summary.refused += 1;
            let errors = generated.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
            for error in errors {
                *summary.reasons.entry(format!("{} {}", error.code, error.message)).or_default() += 1;
            }
            return None;
        }
        let mut reading = session.read();
        let lowered = session.lower(&mut reading);
        let lowered = lowered.for_requested(&reading.model).unwrap_or(lowered);
        summary.packages += 1;
        Some(Package { number, text, files: generated.files, lowered })
    }
}

/// An object, and the previous version if it is validated as an update.
struct Case<'p> {
    package: &'p Package,
    name: String,
    object: Json,
    old: Option<Json>,
}

fn compare(seed: u64, packages: &[Package], summary: &mut Summary) -> Result<(), String> {
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
                let mut object = object::value(&mut random, schema, definitions, 0);
                let old = before.take().filter(|_| random.percent(60));
                if let Some(old) = old.as_ref().filter(|_| random.percent(60)) {
                    object = object::update(&mut random, old, &object);
                }
                before = Some(object.clone());
                cases.push(Case { package, name: name.clone(), object, old });
            }
        }
    }
    let request = |case: &Case<'_>| {
        let name = format!("{} {}", case.package.number, case.name);
        json!({"type": name, "object": case.object, "old": case.old})
    };
    let answers = program.ask(&cases.iter().map(request).collect::<Vec<_>>())?;
    let mut validators: BTreeMap<(u64, &str), Validator> = BTreeMap::new();
    for (case, answer) in cases.iter().zip(&answers) {
        if !answer["undecodable"].is_null() {
            summary.undecodable += 1;
            continue;
        }
        summary.objects += 1;
        summary.invalid += usize::from(answer["errors"].as_array().is_some_and(|errors| !errors.is_empty()));
        let key = (case.package.number, case.name.as_str());
        let validator = match validators.entry(key) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(place) => {
                let definition = format!("example.com/m/v1.{}", case.name);
                // Objects of Go types are not ratcheted by default, like those of natively served kinds, but generated
                // code ratchets.
                let mut options = ValidatorOptions::default().keeping_broken_rules();
                options.ratcheting = Some(true);
                let validator = Validator::for_definition(&case.package.lowered.definitions, &definition, options);
                place.insert(validator.map_err(|errors| format!("{definition}: {errors:?}\n{}", case.package.text))?)
            }
        };
        // Returns the object as generated code encodes it: the Go type determines how an absent field is written.
        let written = |which: &str, object: &Json| {
            let mut written = answer[which].clone();
            object::spell_floats(&mut written, object);
            written
        };
        let old = case.old.as_ref().map(|old| written("writtenOld", old));
        let object = written("written", &case.object);
        let definitions = &case.package.lowered.definitions;
        let definition = definitions.get(&format!("example.com/m/v1.{}", case.name));
        let with_unset = |said: &Json, written: &Json| match definition {
            Some(schema) => object::with_unset(said.clone(), written, schema, definitions),
            None => said.clone(),
        };
        let said_old = case.old.as_ref().zip(old.as_ref()).map(|(said, written)| with_unset(said, written));
        let said = with_unset(&case.object, &object);
        let engine = texts(&validator.validate(&said, said_old.as_ref().map(|old| old as _)));
        let engine_written = texts(&validator.validate(&object, old.as_ref().map(|old| old as _)));
        let generated = json!({"errors": answer["errors"], "warnings": answer["warnings"]});
        for (what, engine) in [("object", engine), ("written object", engine_written)] {
            if engine != generated {
                summary.differences += 1;
                if summary.differences <= PRINTED {
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

/// Compiles the packages as one crate.
fn compile(packages: &[Package]) -> Result<GeneratedProgram, String> {
    let mut all = GeneratedCrate::default();
    for package in packages {
        let number = package.number;
        all.modules.insert(format!("p{number}"), format!("p{number}/mod.rs"));
        for index in 0..go_types::COUNT {
            let path = format!("p{number}::example_com::m::v1::T{index}");
            all.types.insert(format!("{number} T{index}"), path);
        }
        for (path, text) in package.files.iter() {
            all.files.insert(Path::new(&format!("p{number}")).join(path), text.to_owned());
        }
    }
    all.compile("fuzz-generated")
}
