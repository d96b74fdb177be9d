//! Go packages in `testdata/openapi` with the expected output: `definitions.json` for the default settings, the other
//! files for the setting in their name, and `dump.txt` for `idlgen dump schema`. Each file is a test. `IDLGEN_BLESS=1`
//! updates the existing files.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads its files and fails where it must"
)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use idlgen::{
    emit::openapi::{Formats, OpenApiOptions, OpenApiVersion, StripZero, definitions, structural_schema},
    lower::{LowerOptions, Lowered, dump, lower},
    modules::{GoEnvironment, Modules},
    resolve::{ResolveOptions, resolve},
    session::load,
    source::{DiskFileSystem, SourceMap},
};
use idlgen_validate::Schema;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let root = root();
    let mut trials = Vec::new();
    for folder in sorted(&root).into_iter().filter(|path| path.is_dir()) {
        for file in sorted(&folder).into_iter().filter(|path| path.extension().is_some_and(|end| end != "go")) {
            let name = file.strip_prefix(&root).unwrap().display().to_string();
            let folder = folder.clone();
            trials.push(Trial::test(name, move || compare(&folder, &file)));
        }
    }
    let count = trials.len();
    trials.push(Trial::test("golden files are found", move || {
        assert!(count > 20, "only {count}");
        Ok(())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/openapi")
}

fn compare(folder: &Path, file: &Path) -> Result<(), Failed> {
    let found = render(file, &read(&root(), folder));
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        fs::write(file, &found).unwrap();
    }
    let expected = fs::read_to_string(file).unwrap();
    if found == expected {
        return Ok(());
    }
    let line = found.lines().zip(expected.lines()).take_while(|(found, expected)| found == expected).count();
    Err(format!("line {} differs; run `cargo xtask bless` and look at the difference", line + 1).into())
}

/// Returns the contents of `structural-NAME.json`: the structural schema of the only definition whose name ends in
/// `.NAME`.
fn structural(file: &str, lowered: &Lowered) -> String {
    let name = file.trim_start_matches("structural-").trim_end_matches(".json");
    let (name, _) = lowered.definitions.schemas.iter().find(|(full, _)| full.ends_with(&format!(".{name}"))).unwrap();
    let schema = Schema { reference: Some(name.clone()), ..Schema::default() };
    structural_schema(&schema, lowered, &OpenApiOptions::default()).unwrap()
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn read(root: &Path, folder: &Path) -> Lowered {
    let disk = DiskFileSystem;
    let mut sources = SourceMap::default();
    let (modules, diagnostics) = Modules::load(&disk, root, &GoEnvironment::default(), &mut sources);
    let pattern = format!("./{}", folder.file_name().unwrap().to_string_lossy());
    let loaded = load(&modules, &[pattern], &mut sources);
    let (model, resolved) = resolve(&loaded.packages, &ResolveOptions::default());
    let lowered = lower(&model, &LowerOptions::default());
    let checked = idlgen::check::check(&model, &[]);
    let said = [&diagnostics, &loaded.diagnostics, &resolved, &checked, &lowered.diagnostics];
    let messages: Vec<&String> = said.into_iter().flatten().map(|one| &one.message).collect();
    assert_eq!(messages, Vec::<&String>::new(), "{}", folder.display());
    lowered
}

fn render(file: &Path, lowered: &Lowered) -> String {
    let mut options = OpenApiOptions::default();
    match file.file_name().unwrap().to_str().unwrap() {
        "definitions.json" => {}
        "dump.txt" => return dump(lowered),
        "inline-cel.json" => options.formats = Formats::InlineCel,
        "inline-pattern.json" => options.formats = Formats::InlinePattern,
        "strip-zero-all.json" => options.strip_zero = StripZero::All,
        "strip-zero-off.json" => options.strip_zero = StripZero::Off,
        "v2.json" => options.version = OpenApiVersion::V2,
        "without-extensions.json" => options.declarative_validation_extensions = false,
        other if other.starts_with("structural-") => return structural(other, lowered),
        other => panic!("no setting is called {other}"),
    }
    definitions(lowered, &options)
}
