//! `crd-gen`: the output of controller-gen for markers and Go types.

use std::{collections::BTreeMap, path::Path};

use idlgen::{
    config::Settings,
    controller_gen::{Options, Problem},
    modules::GoEnvironment,
    session::Session,
    source::{DiskFileSystem, SourceMap},
    tags::controller_gen::{Grammar, Target, read},
};
use idlgen_runtime::go::format_json_float;
use serde_json::Value as Json;
use tempfile::TempDir;

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
};

/// The minor version of controller-gen that recorded the cases.
const MINOR: u16 = 22;

/// Runs all cases of the suite.
pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    markers(folder, cases)?;
    schemas(folder, cases)
}

fn markers(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    const FILE: &str = "marker-parse.jsonl";
    for (line, case) in folder.json_lines(FILE)? {
        let text = |key: &str| case.get(key).and_then(Json::as_str);
        let marker = text("marker").ok_or_else(|| format!("{FILE}:{}: no marker", line.number))?;
        let target = match text("target") {
            Some("package") => Target::Package,
            Some("type") => Target::Type,
            Some("field") => Target::Field,
            _ => return Err(format!("{FILE}:{}: no target", line.number)),
        };
        let errors = case.get("errors").cloned().unwrap_or_else(|| Json::Array(Vec::new()));
        let expected = text("def").map(|name| (name.to_owned(), number_free(case.get("value")), errors));
        let got = read(marker, target, Grammar::of(MINOR))
            .map(|marked| (marked.name, number_free(Some(&marked.value)), Json::from(marked.errors)));
        let origin = Origin { file: FILE, line: line.number, text: &line.text };
        cases.add(
            &origin,
            &format!("{} {marker}", text("target").unwrap_or_default()),
            Outcome::compare(&expected, &got),
        );
    }
    Ok(())
}

/// Returns a value with all numbers as floats, so that `1` and `1.0` are equal.
fn number_free(value: Option<&Json>) -> Json {
    match value {
        None => Json::Null,
        Some(Json::Number(number)) => Json::from(number.as_f64().unwrap_or_default()),
        Some(Json::Array(items)) => Json::Array(items.iter().map(|item| number_free(Some(item))).collect()),
        Some(Json::Object(entries)) => {
            Json::Object(entries.iter().map(|(key, value)| (key.clone(), number_free(Some(value)))).collect())
        }
        Some(other) => other.clone(),
    }
}

/// The modules that the sources import.
const MODULES: [&str; 2] = ["k8s.io/api@v0.36.0", "k8s.io/apimachinery@v0.36.0"];

/// Cases whose upstream result varies between runs, by a common part of their names. Any of the results is correct.
const VARYING: [(&str, &[&str]); 2] =
    [("k8s enum + Enum", &["enum"]), ("listType both diff", &["x-kubernetes-list-type"])];

/// A directory that requires the modules, for reading sources.
struct Workspace {
    directory: TempDir,
    environment: GoEnvironment,
    /// Whether the modules are in the module cache.
    has_modules: bool,
}

impl Workspace {
    fn new() -> Result<Self, String> {
        let directory = TempDir::new().map_err(|error| error.to_string())?;
        let requirements = MODULES.map(|module| module.replace('@', " ")).join("\n\t");
        let go_mod = format!("module one\n\ngo 1.24\n\nrequire (\n\t{requirements}\n)\n");
        let write = |path: &Path, text: &str| std::fs::write(path, text).map_err(|error| error.to_string());
        write(&directory.path().join("go.mod"), &go_mod)?;
        std::fs::create_dir(directory.path().join("v1")).map_err(|error| error.to_string())?;
        let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
        let has_modules = crate::go_modules::missing(&MODULES.map(str::to_owned), &environment).is_empty();
        Ok(Workspace { directory, environment, has_modules })
    }

    /// Returns the exit status, the errors, and the schema of `spec`.
    fn generate(&self, source: &str, options: &Options) -> Result<(i64, Vec<String>, Json), String> {
        let path = self.directory.path().join("v1/types.go");
        std::fs::write(&path, source).map_err(|error| error.to_string())?;
        let mut settings = Settings::default();
        self.directory.path().clone_into(&mut settings.directory);
        settings.packages = vec!["./v1".to_owned()];
        let mut session = Session::new(settings, self.environment.clone(), &DiskFileSystem, SourceMap::default());
        let imitated = session.emulate_controller_gen(options);
        let errors: Vec<String> = imitated.problems.iter().map(|problem| shown(problem, &session.sources)).collect();
        let mut writer = idlgen_yaml::Writer::default();
        let written = imitated.definitions.first().map(|definition| writer.document(&definition.part(None)));
        let documents = idlgen_yaml::load(written.unwrap_or_default(), &idlgen_yaml::Limits::default());
        let document = documents.first().and_then(|document| document.root.as_ref()).map(idlgen_yaml::Node::to_json);
        let spec = "/spec/versions/0/schema/openAPIV3Schema/properties/spec";
        let schema = document.as_ref().and_then(|document| document.pointer(spec)).cloned().unwrap_or(Json::Null);
        Ok((i64::from(!errors.is_empty()), errors, schema))
    }
}

/// Returns a problem in the format of the suite: import paths without versions for module files, and only the message
/// for Go's own sources, whose positions depend on the Go release.
fn shown(problem: &Problem, sources: &SourceMap) -> String {
    let Some(place) = problem.place else { return format!("{}:-: {}", problem.package, problem.message) };
    let name = sources.path(place.file).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = if problem.package == "one/v1" { String::new() } else { format!("$GOPATH/src/{}/", problem.package) };
    let at = sources.line_column(place.file, place.start);
    format!("{folder}{name}:{}:{}: {}", at.line, at.column, problem.message)
}

/// Returns an error of the suite without the position in Go's own sources.
fn without_go_root(error: &str) -> String {
    let Some(rest) = error.strip_prefix("$GOROOT/src/") else { return error.to_owned() };
    let (file, message) = rest.split_once(": ").unwrap_or((rest, ""));
    let package = file.rsplit_once('/').map_or("", |(package, _)| package);
    format!("{package}:-: {message}")
}

fn options_of(text: &str) -> Result<Options, String> {
    let mut options = Options::default();
    options.minor = MINOR;
    for option in text.strip_prefix("crd:").into_iter().flat_map(|rest| rest.split(',')) {
        match option.split_once('=') {
            Some(("maxDescLen", length)) => options.max_description_length = length.parse().ok(),
            Some(("allowDangerousTypes", value)) => options.allow_dangerous_types = value == "true",
            Some(("generateEmbeddedObjectMeta", value)) => options.embedded_object_meta = value == "true",
            Some(("ignoreUnexportedFields", value)) => options.ignore_unexported_fields = value == "true",
            // These options do not affect schemas.
            Some((
                "crdVersions" | "deprecatedV1beta1CompatibilityPreserveUnknownFields" | "headerFile" | "year",
                _,
            )) => {}
            _ => return Err(format!("unknown option {option}")),
        }
    }
    Ok(options)
}

fn schemas(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    const FILE: &str = "schema-cases.jsonl";
    let workspace = Workspace::new()?;
    for (line, case) in folder.json_lines(FILE)? {
        let text = |key: &str| case.get(key).and_then(Json::as_str);
        let missing = || format!("{FILE}:{}: no name, options or source", line.number);
        let (name, source) = (text("name").ok_or_else(missing)?, text("go").ok_or_else(missing)?);
        let options = options_of(text("options").ok_or_else(missing)?)?;
        let origin = Origin { file: FILE, line: line.number, text: &line.text };
        if !workspace.has_modules && source.contains("k8s.io/api") {
            cases.add(&origin, name, Outcome::NotRun(format!("the modules {MODULES:?}")));
            continue;
        }
        let errors = case.get("errors").and_then(Json::as_array).cloned().unwrap_or_default();
        let mut errors: Vec<String> = errors.iter().filter_map(Json::as_str).map(without_go_root).collect();
        errors.sort();
        let varies = VARYING.iter().filter(|(of, _)| name.contains(of)).flat_map(|(_, keys)| keys.iter().copied());
        let varies: Vec<&str> = varies.collect();
        let schema = case.get("spec_schema").map_or(Json::Null, |schema| comparable(schema, name, &varies));
        let expected = (case.get("rc").and_then(Json::as_i64).unwrap_or_default(), errors, schema.to_string());
        let (status, mut errors, schema) = workspace.generate(source, &options)?;
        errors.sort();
        let got = (status, errors, comparable(&schema, name, &varies).to_string());
        cases.add(&origin, name, Outcome::compare(&expected, &got));
    }
    Ok(())
}

/// Returns a schema with numbers as floats, sorted members, and without the parts that vary upstream.
fn comparable(schema: &Json, case: &str, varies: &[&str]) -> Json {
    match schema {
        Json::Object(entries) => {
            let kept = entries.iter().filter(|(name, _)| !varies.contains(&name.as_str()));
            let sorted: BTreeMap<&String, Json> =
                kept.map(|(name, value)| (name, comparable(value, case, varies))).collect();
            Json::Object(sorted.into_iter().map(|(name, value)| (name.clone(), value)).collect())
        }
        Json::Array(items) => {
            let mut items: Vec<Json> = items.iter().map(|item| comparable(item, case, varies)).collect();
            // The order of these items is that of a Go map, so it is random.
            if case.starts_with("nondet immut/xval") {
                items.sort_by_key(Json::to_string);
            }
            Json::Array(items)
        }
        // The suite's YAML reader parses such numbers as strings.
        Json::Number(number) if number.as_f64().is_some_and(|number| number.abs() >= 1e21) => {
            Json::from(format_json_float(number.as_f64().unwrap_or_default()))
        }
        other => number_free(Some(other)),
    }
}
