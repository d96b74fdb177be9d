//! Go packages with kinds: their CRDs, and their generated Rust in a program.

use std::path::{Path, PathBuf};

use idlgen::{
    config::Settings,
    diag::Severity,
    emit::{crd::Crd, rust::Rust},
    modules::GoEnvironment,
    out::Files,
    session::{Outputs, Session},
    source::{DiskFileSystem, SourceMap},
};
use serde_json::{Value as Json, json};

use super::{case::Exchange, kind::Kind, verdict::without_momentary};
use crate::{
    acceptance::{files::documents, program::DOWNGRADED},
    generated_crate::{GeneratedCrate, GeneratedProgram, Program},
};

/// The Go packages of a module with kinds.
pub(super) struct GoModule {
    root: PathBuf,
    packages: Vec<String>,
    embedded_object_meta: bool,
}

impl GoModule {
    pub(super) fn new(root: &Path, packages: &[String], embedded_object_meta: bool) -> Self {
        GoModule { root: root.to_owned(), packages: packages.to_owned(), embedded_object_meta }
    }

    /// Returns the CRDs of the packages.
    pub(super) fn definitions(&self) -> Result<Vec<Json>, String> {
        let files = self.generate(&Outputs::of(&Crd))?;
        Ok(files.iter().flat_map(|(_, text)| documents(text)).collect())
    }

    /// Generates and compiles the types with their `Admit` implementations.
    pub(super) fn compile(&self) -> Result<RustKinds, String> {
        let files = self.generate(&Outputs::of(&Rust))?;
        Ok(RustKinds(generated_crate(&files)?.compile("served")?))
    }

    fn generate(&self, outputs: &Outputs) -> Result<Files, String> {
        let mut settings = Settings::default();
        self.root.clone_into(&mut settings.directory);
        settings.packages.clone_from(&self.packages);
        settings.crd.embedded_object_meta = self.embedded_object_meta;
        // The test harness lists the types of all kinds.
        (settings.rust.admit, settings.rust.harness) = (true, true);
        let codes = idlgen::codes::all();
        for code in DOWNGRADED.iter().filter_map(|name| codes.find(name)) {
            settings.severities.by_code.insert(code, Severity::Warning);
        }
        let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
        let disk = DiskFileSystem;
        let mut session = Session::new(settings, environment, &disk, SourceMap::default());
        let generated = session.generate(outputs);
        let errors: Vec<String> = generated
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|diagnostic| format!("{} {}", diagnostic.code, diagnostic.message))
            .collect();
        if !errors.is_empty() {
            println!("{} errors in the Go packages, the first: {}", errors.len(), errors.first().map_or("", |it| it));
        }
        if generated.files.is_empty() {
            return Err(format!("nothing is generated from {}", self.root.display()));
        }
        Ok(generated.files)
    }
}

/// Returns the crate with generated files.
fn generated_crate(files: &Files) -> Result<GeneratedCrate, String> {
    let mut all = GeneratedCrate { program: Program::Admit, ..GeneratedCrate::default() };
    all.modules.insert("api".to_owned(), "api/mod.rs".to_owned());
    for (path, text) in files.iter() {
        if path == "main.rs" {
            all.types.extend(tested_types(text).map(|name| (name.to_owned(), name.to_owned())));
        } else {
            all.files.insert(Path::new("api").join(path), text.to_owned());
        }
    }
    if all.types.is_empty() { Err("no kind has generated Rust".to_owned()) } else { Ok(all) }
}

/// Returns the Rust paths of the types in a test harness.
fn tested_types(harness: &str) -> impl Iterator<Item = &str> {
    harness.lines().filter_map(|line| line.trim().strip_prefix("Tested::new::<")?.strip_suffix(">(),"))
}

/// The program with the generated types.
pub(super) struct RustKinds(GeneratedProgram);

impl RustKinds {
    /// Sets the responses of generated Rust.
    pub(super) fn respond(&self, exchanges: Vec<(&Kind, &mut Exchange)>) -> Result<(), String> {
        let requests: Vec<Json> =
            exchanges.iter().map(|(kind, exchange)| request(&kind.type_name(), exchange)).collect();
        for ((_, exchange), response) in exchanges.into_iter().zip(self.0.ask(&requests)?) {
            exchange.generated = Some(response);
        }
        Ok(())
    }

    /// Returns the server's object as the Rust type reads and writes it. Null if nothing is stored.
    pub(super) fn read_back(response: &Json) -> &Json {
        &response["stored"]
    }
}

/// Returns the request to the program.
fn request(kind: &str, exchange: &Exchange) -> Json {
    let stored = if exchange.code < 300 { without_momentary(&exchange.body) } else { Json::Null };
    json!({
        "type": kind, "what": exchange.what.name(), "object": exchange.object, "old": exchange.old, "stored": stored
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::served::case::What;

    #[test]
    fn the_crate_has_the_types_of_the_test_harness() {
        let mut files = Files::default();
        files.insert("mod.rs", "pub mod v1;");
        files.insert("v1.rs", "pub struct Widget;");
        files.insert(
            "main.rs",
            "fn main() {\n    harness::main(&[\n        Tested::new::<api::v1::Widget>(),\n    ])\n}\n",
        );
        let made = generated_crate(&files).unwrap();
        assert_eq!(made.types.keys().collect::<Vec<_>>(), ["api::v1::Widget"]);
        let paths: Vec<_> = made.files.keys().map(|path| path.to_string_lossy().into_owned()).collect();
        assert_eq!(paths, ["api/mod.rs", "api/v1.rs"]);
        assert!(generated_crate(&Files::default()).is_err());
    }

    #[test]
    fn only_stored_objects_are_read_back() {
        let mut exchange = Exchange {
            what: What::Update,
            object: json!({"a": 1}),
            old: json!({"a": 2}),
            code: 200,
            warnings: Vec::new(),
            body: json!({"a": 3}),
            generated: None,
        };
        let expected = json!({
            "type": "g/v1 K", "what": "update", "object": {"a": 1}, "old": {"a": 2}, "stored": {"a": 3}
        });
        assert_eq!(request("g/v1 K", &exchange), expected);
        exchange.code = 422;
        assert_eq!(request("g/v1 K", &exchange)["stored"], Json::Null);
    }
}
