//! Generated Rust, compiled into a program that validates objects.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value as Json;

use crate::tidy;

/// Generated files, and the requested types.
#[derive(Default)]
pub(crate) struct GeneratedCrate {
    /// File contents by their path below `src`.
    pub(crate) files: BTreeMap<PathBuf, String>,
    /// The modules of the crate, and their files below `src`.
    pub(crate) modules: BTreeMap<String, String>,
    /// The name of a type in requests, and its path in Rust. [`Program::Admit`] uses only the path: requests name the
    /// version and kind (`example.com/v1 Widget`).
    pub(crate) types: BTreeMap<String, String>,
    pub(crate) program: Program,
}

/// The program around the generated code.
#[derive(Clone, Copy, Default)]
pub(crate) enum Program {
    /// Runs the validators of a type.
    #[default]
    Validate,
    /// Processes requests for a custom resource.
    Admit,
}

impl Program {
    fn text(self) -> String {
        let functions = match self {
            Program::Validate => VALIDATE,
            Program::Admit => ADMIT,
        };
        format!("{PROGRAM}{functions}")
    }

    /// Returns the arm of `of_type` for a type.
    fn arm(self, name: &str, path: &str) -> String {
        match self {
            Program::Validate => format!("        \"{name}\" => validated::<{path}>(request),"),
            Program::Admit => format!("        name if is_named::<{path}>(name) => admitted::<{path}>(request),"),
        }
    }

    /// Returns the crates of idlgen that the program needs.
    fn crates(self) -> &'static [&'static str] {
        match self {
            Program::Validate => &["idlgen-runtime"],
            Program::Admit => &["idlgen-runtime", "idlgen-validate"],
        }
    }
}

/// A compiled program.
pub(crate) struct GeneratedProgram(PathBuf);

impl GeneratedCrate {
    /// Compiles the crate in a subdirectory with this name of the target directory.
    pub(crate) fn compile(&self, name: &str) -> Result<GeneratedProgram, String> {
        let failed = |error: std::io::Error| error.to_string();
        let root = tidy::root();
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let folder = target.join(name);
        let source = folder.join("src");
        if source.exists() {
            fs::remove_dir_all(&source).map_err(failed)?;
        }
        fs::create_dir_all(&source).map_err(failed)?;
        let mut manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\n\
             serde = {{ version = \"1\", default-features = false, features = [\"std\"] }}\n\
             serde_json = {{ version = \"1\", default-features = false, features = [\"std\", \"float_roundtrip\"] }}\n"
        );
        for name in self.program.crates() {
            let _ = writeln!(manifest, "{name} = {{ path = \"{}\" }}", root.join("crates").join(name).display());
        }
        fs::write(folder.join("Cargo.toml"), manifest).map_err(failed)?;
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(failed)?;
        for (path, text) in &self.files {
            let path = source.join(path);
            fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(failed)?;
            fs::write(path, text).map_err(failed)?;
        }
        let mut main = self.program.text();
        for (module, file) in &self.modules {
            let _ = writeln!(main, "#[path = \"{file}\"]\nmod {module};");
        }
        let _ = write!(main, "\nfn of_type(name: &str, request: &Json) -> Json {{\n    match name {{\n");
        for (name, path) in &self.types {
            let _ = writeln!(main, "{}", self.program.arm(name, path));
        }
        main.push_str("        _ => Json::Null,\n    }\n}\n");
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
        let program = folder.join("target/debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        Ok(GeneratedProgram(program))
    }
}

impl GeneratedProgram {
    /// Returns the result for each request `{"type", "object", "old"}`. [`Program::Validate`] returns `undecodable` if
    /// the Go type cannot represent the object. Requests to [`Program::Admit`] also contain `what` and the object that
    /// a server has `stored`.
    pub(crate) fn ask(&self, requests: &[Json]) -> Result<Vec<Json>, String> {
        let mut child = Command::new(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{}: {error}", self.0.display()))?;
        let mut text = String::new();
        for request in requests {
            let _ = writeln!(text, "{request}");
        }
        let mut input = child.stdin.take().ok_or("no standard input")?;
        let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let _ = writer.join();
        let text = String::from_utf8_lossy(&output.stdout);
        let answers: Vec<Json> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        if answers.len() != requests.len() {
            return Err(format!("{} of {} cases were answered: {}", answers.len(), requests.len(), output.status));
        }
        Ok(answers)
    }
}

/// The program around the generated code: reads and writes one JSON object per line.
const PROGRAM: &str = r#"#![deny(warnings)]
#![forbid(unsafe_code)]
use std::io::Write;

use serde_json::{Value as Json, json};

fn main() {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lines() {
        let request: Json = serde_json::from_str(&line.unwrap()).unwrap();
        writeln!(out, "{}", of_type(request["type"].as_str().unwrap(), &request)).unwrap();
    }
}

"#;

const VALIDATE: &str = r#"fn validated<T>(request: &Json) -> Json
where
    T: idlgen_runtime::Validate + serde::Serialize + serde::de::DeserializeOwned,
{
    let object = match serde_json::from_value::<T>(request["object"].clone()) {
        Ok(object) => object,
        Err(error) => return json!({"undecodable": error.to_string()}),
    };
    let old = match &request["old"] {
        Json::Null => None,
        old => match serde_json::from_value::<T>(old.clone()) {
            Ok(old) => Some(old),
            Err(error) => return json!({"undecodable": error.to_string()}),
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

const ADMIT: &str = r#"use idlgen_validate::crd::{Admit, NoObject, typed_object};

fn is_named<T: Admit>(name: &str) -> bool {
    let kind = T::resource().kind();
    name == format!("{}/{} {}", kind.group, kind.version, kind.kind)
}

fn admitted<T: Admit>(request: &Json) -> Json {
    let (object, old) = (&request["object"], &request["old"]);
    let (admission, by_type) = match request["what"].as_str() {
        Some("create") => (T::admit(object), T::resource().create_typed::<T>(object)),
        Some("update") => (T::admit_update(object, old), T::resource().replace_typed::<T>(object, old, false)),
        _ => (T::admit_status(object, old), T::resource().replace_typed::<T>(object, old, true)),
    };
    let warnings: Vec<String> = admission.warnings.iter().map(ToString::to_string).collect();
    let written = match &admission.object {
        Ok(typed) => serde_json::to_value(typed).unwrap(),
        Err(NoObject::Unreadable(error)) => json!({"unreadable": error}),
        Err(_) => Json::Null,
    };
    let stored = match &request["stored"] {
        Json::Null => Json::Null,
        stored => match typed_object::<T>(stored) {
            Ok(typed) => serde_json::to_value(&typed).unwrap(),
            Err(error) => json!({"unreadable": error.to_string()}),
        },
    };
    json!({
        "status": admission.status(), "warnings": warnings, "object": written, "stored": stored,
        "isDecidedByType": by_type.is_some(),
    })
}

"#;
