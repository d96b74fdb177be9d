//! The sample in `testdata/documents`, with the expected output of kubectl next to it. `IDLGEN_BLESS=1` updates the
//! expected output.

use std::{
    collections::BTreeMap,
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
    Programs,
    serving::{OUTPUTS, serve},
};

/// The resources of the sample. A group is added if kubectl would find the name elsewhere.
const RESOURCES: [&str; 3] = ["benches", "tools", "lights"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/documents")
}

/// Returns the output of kubectl, by file name.
pub(super) fn explained(programs: &Programs) -> Result<BTreeMap<String, String>, String> {
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
    let server = serve(programs, &lowered, &options)?;
    let mut texts = BTreeMap::new();
    for resource in RESOURCES {
        for (version, output) in OUTPUTS {
            let text = programs.explain(&server.address(), resource, output)?;
            texts.insert(format!("{resource}-{version}.txt"), text);
        }
    }
    Ok(texts)
}

/// Compares an output with the expected file.
pub(super) fn compare(name: &str, text: &str) -> Outcome {
    let path = folder().join("explained").join(name);
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        let written = fs::create_dir_all(folder().join("explained")).and_then(|()| fs::write(&path, text));
        if let Err(error) = written {
            return Outcome::NotRun(format!("{}: {error}", path.display()));
        }
    }
    Outcome::compare(&fs::read_to_string(&path).unwrap_or_default(), &text.to_owned())
}
