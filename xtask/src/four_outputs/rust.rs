//! Generated Rust, and the engine with the same schemas.

use std::{collections::BTreeMap, fs, path::Path};

use idlgen::{
    config::Settings,
    modules::GoEnvironment,
    session::Session,
    source::{DiskFileSystem, SourceMap},
};
use idlgen_validate::{Validator, ValidatorOptions};
use serde_json::{Value as Json, json};

use crate::{
    acceptance::{
        definition::{Definition, Kind, Package},
        modules::Module,
        objects::Object,
        verdict::Verdict,
    },
    generated_crate::{GeneratedCrate, GeneratedProgram},
};

/// Compiles the generated files in a directory.
pub(super) fn compile(
    definitions: &[Definition],
    packages: &[Package],
    folder: &Path,
) -> Result<GeneratedProgram, String> {
    let mut all = GeneratedCrate::default();
    all.modules.insert("types".to_owned(), "types/mod.rs".to_owned());
    take(folder, Path::new("types"), &mut all)?;
    for kind in definitions.iter().flat_map(Definition::kinds) {
        let (package, name) = kind.type_name(packages)?;
        let name = name.rsplit('.').next().unwrap_or_default();
        let path: Vec<String> = package.split('/').map(|part| part.replace(['-', '.'], "_")).collect();
        let ty = format!("types::{}::{name}", path.join("::"));
        all.types.insert(called(&kind), ty);
    }
    all.compile("four-outputs")
}

/// Returns the name of a kind in requests.
fn called(kind: &Kind) -> String {
    format!("{}/{} {}", kind.group, kind.version, kind.name)
}

/// Returns the name of an object's kind in requests.
fn kind_of(object: &Object, definitions: &[Definition]) -> String {
    let kinds = definitions.get(object.definition).map(Definition::kinds).unwrap_or_default();
    kinds.iter().find(|kind| kind.version == object.version).map(called).unwrap_or_default()
}

/// The engine with the schemas of Go types, as generated Rust uses them.
pub(super) struct Engine(BTreeMap<String, Validator>);

impl Engine {
    /// Reads the Go types of a module.
    pub(super) fn of(
        module: &Module,
        root: &Path,
        definitions: &[Definition],
        packages: &[Package],
    ) -> Result<Self, String> {
        let mut settings = Settings::default();
        root.clone_into(&mut settings.directory);
        settings.packages = module.packages.iter().map(|package| (*package).to_owned()).collect();
        let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
        let files = DiskFileSystem;
        let mut session = Session::new(settings, environment, &files, SourceMap::default());
        let mut reading = session.read();
        let lowered = session.lower(&mut reading);
        let lowered = lowered.for_requested(&reading.model).unwrap_or(lowered);
        let mut validators = BTreeMap::new();
        for kind in definitions.iter().flat_map(Definition::kinds) {
            let (_, name) = kind.type_name(packages)?;
            let validator = Validator::for_definition(&lowered.definitions, &name, ValidatorOptions::default());
            validators.insert(called(&kind), validator.map_err(|errors| format!("{name}: {errors:?}"))?);
        }
        Ok(Engine(validators))
    }

    /// Returns the result for an object in Go's encoding.
    pub(super) fn validate(&self, object: &Object, written: &Json, definitions: &[Definition]) -> Verdict {
        let outcome = self.0.get(&kind_of(object, definitions)).map(|validator| validator.validate(written, None));
        let errors = outcome.map(|outcome| outcome.errors.iter().map(ToString::to_string).collect());
        Verdict { errors: errors.unwrap_or_default(), ..Verdict::default() }
    }
}

/// Adds the files below a directory.
fn take(folder: &Path, below: &Path, all: &mut GeneratedCrate) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = below.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            take(&path, &name, all)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.files.insert(name, fs::read_to_string(&path).map_err(failed)?);
        }
    }
    Ok(())
}

/// Returns the results of generated Rust for objects.
pub(super) fn ask(
    program: &GeneratedProgram,
    objects: &[Object],
    definitions: &[Definition],
) -> Result<Vec<RustResult>, String> {
    let request = |object: &Object| json!({"type": kind_of(object, definitions), "object": object.value});
    let answers = program.ask(&objects.iter().map(request).collect::<Vec<_>>())?;
    Ok(answers.iter().map(answer).collect())
}

/// The result of generated Rust for an object.
pub(super) struct RustResult {
    pub(super) verdict: Verdict,
    /// The re-encoded object. Null if the object is unreadable.
    pub(super) written: Json,
}

fn answer(answer: &Json) -> RustResult {
    if let Some(reason) = answer["undecodable"].as_str() {
        let verdict = Verdict { unread: Some(reason.to_owned()), ..Verdict::default() };
        return RustResult { verdict, written: Json::Null };
    }
    // Each error has its path, its type, and the message of the API server.
    let text = |error: &Json| {
        let text = error.as_str().unwrap_or_default();
        text.split_once(": ").map_or(text, |(_, text)| text).to_owned()
    };
    let errors = answer["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let verdict = Verdict { errors: errors.iter().map(text).collect(), ..Verdict::default() };
    RustResult { verdict, written: answer["written"].clone() }
}
