//! The sample in `testdata/documents`, with the expected output of kubectl next to it. `IDLGEN_BLESS=1` updates the
//! expected output.

use std::{
    fs,
    path::{Path, PathBuf},
};

use idlgen::{
    config::Settings,
    emit::openapi::OpenApiOptions,
    modules::GoEnvironment,
    session::Session,
    source::{DiskFileSystem, SourceMap},
};

use super::{
    super::super::case::Outcome,
    comparison::{Input, compared},
    programs::Programs,
    serving::{Documents, OUTPUTS},
};

/// The resources of the sample. A group is added if kubectl would find the name elsewhere.
const RESOURCES: [&str; 3] = ["benches", "tools", "lights"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/documents")
}

/// Compares the output of kubectl with the expected files. Returns a case for each.
pub(super) fn run(suites: &Path) -> Result<Vec<(String, Outcome)>, String> {
    let documents = documents();
    let mut input = Input::new(suites)?;
    input.add(include_str!("sample.rs"));
    documents.add_to(&mut input);
    let names = || RESOURCES.into_iter().flat_map(|resource| OUTPUTS.map(|output| (resource, output)));
    for (resource, (version, _)) in names() {
        input.add(&fs::read_to_string(file(resource, version)).unwrap_or_default());
    }
    compared("sample", input, || {
        let programs = Programs::build(suites)?;
        let server = documents.serve(&programs)?;
        let case = |(resource, (version, output))| {
            let text = programs.explain(&server.address(), resource, output)?;
            Ok((format!("{resource}-{version}.txt"), compare(&file(resource, version), &text)))
        };
        names().map(case).collect()
    })
}

/// Returns the documents of the sample.
fn documents() -> Documents {
    let disk = DiskFileSystem;
    let mut settings = Settings::default();
    settings.directory = folder();
    settings.packages = vec!["./...".to_owned()];
    settings.openapi.layout = idlgen::emit::openapi::Layout::Documents;
    let mut session = Session::new(settings, GoEnvironment::default(), &disk, SourceMap::default());
    let mut reading = session.read();
    let lowered = session.lower(&mut reading);
    let mut options = OpenApiOptions::default();
    options.paths = true;
    Documents::of(&lowered, &options)
}

/// Returns the file with the expected output.
fn file(resource: &str, version: &str) -> PathBuf {
    folder().join("explained").join(format!("{resource}-{version}.txt"))
}

/// Compares an output with the expected file.
fn compare(path: &Path, text: &str) -> Outcome {
    if std::env::var_os("IDLGEN_BLESS").is_some()
        && let Err(error) = fs::write(path, text)
    {
        return Outcome::NotRun(format!("{}: {error}", path.display()));
    }
    Outcome::compare(&fs::read_to_string(path).unwrap_or_default(), &text.to_owned())
}
