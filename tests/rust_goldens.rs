//! Go packages in `testdata/rust` with the expected Rust code: one directory for each package, with `expected/` next to
//! the Go files, and `single/` for the layout of build scripts. Each directory of expected files is a test. The crates
//! `golden-out` and `golden-out-2021` compile all of them. `IDLGEN_BLESS=1` updates the expected files.

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test reads its files and fails where it must"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use idlgen::{
    emit::{
        Backend, Input,
        rust::{ExternPackage, Rust, RustLayout, RustOptions, emit},
    },
    lower::{LowerOptions, Lowered, lower},
    model::Model,
    modules::{GoEnvironment, Modules},
    out::Files,
    resolve::{ResolveOptions, resolve},
    session::load,
    settings::{HandWrittenFunction, Settings},
    source::{DiskFileSystem, SourceMap},
};
use libtest_mimic::{Arguments, Failed, Trial};

/// The diagnostics of packages with deliberate errors.
const SAID: &[(&str, &[&str])] = &[
    ("encoding", &["`Pair` is generic, but a definition name identifies one type"]),
    (
        "external",
        &[
            "`External.set`: duplicates cannot be detected among values of a type of another crate; the generated \
             validator skips it",
            "the rule of `External.ruled` is on a type of another crate, which rules cannot access",
        ],
    ),
    (
        "forms",
        &[
            "`Any` writes JSON with its own method; its Rust type is untyped JSON",
            "`Level` writes JSON with its own method; its Rust type is untyped JSON",
            "`Text` writes text with its own method; its Rust type is a string",
            "`Stamp` writes text with its own method; its Rust type is a string",
            "`Embeds` writes JSON with its own method; its Rust type is untyped JSON",
        ],
    ),
    ("mod", &["`Generic` is generic, but a definition name identifies one type"]),
    (
        "presence",
        &[
            "the default of `Defaults.invalid` is invalid: <nil>: Invalid value: \"a\":  in body should be at least \
             3 chars long",
            "the default of `Defaults.invalidPointer` is invalid: <nil>: Invalid value: 1:  in body should be \
             greater than or equal to 5",
            "the default of `Defaults.invalidStruct` is invalid: name: Required value",
        ],
    ),
    (
        "shapes",
        &[
            "`Pair` is generic, but a definition name identifies one type",
            "`Pair` is generic, but a definition name identifies one type",
            "`Pair` is generic, but a definition name identifies one type",
            "no field of `Phantom` uses the type parameter `T`",
        ],
    ),
    (
        "scalars",
        &["`Collections.uint8s`: the schema has type `array`, which does not match the JSON of the Go type; the \
           generated validator skips it"],
    ),
];

fn main() {
    let root = root();
    let mut trials = Vec::new();
    for folder in sorted(&root).into_iter().filter(|path| path.is_dir() && !path.ends_with("modules")) {
        for (layout, output) in [(RustLayout::Modules, "expected"), (RustLayout::SingleFile, "single")] {
            let output = folder.join(output);
            if layout == RustLayout::SingleFile && !output.is_dir() {
                continue;
            }
            let name = output.strip_prefix(&root).unwrap().display().to_string();
            let folder = folder.clone();
            trials.push(Trial::test(name, move || compare(&folder, &output, layout)));
        }
    }
    let count = trials.len();
    let test = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    trials.extend([
        Trial::test("golden packages are found", move || {
            assert!(count > 15, "only {count}");
            Ok(())
        }),
        test("the same input gives the same bytes", the_same_input_gives_the_same_bytes),
        test("settings that are no Rust are diagnosed", settings_that_are_no_rust_are_diagnosed),
    ]);
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/rust")
}

fn compare(folder: &Path, output: &Path, layout: RustLayout) -> Result<(), Failed> {
    let found = generate(&root(), folder, layout);
    let found: BTreeMap<String, String> = found.iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    if std::env::var_os("IDLGEN_BLESS").is_some() {
        write_folder(output, &found);
    }
    let expected = read_folder(output);
    let names: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
    let stale: Vec<&String> = names.into_iter().filter(|name| found.get(*name) != expected.get(*name)).collect();
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("{stale:?} differ; run `cargo xtask bless` and look at the difference").into())
}

fn the_same_input_gives_the_same_bytes() {
    let root = root();
    let folder = root.join("known");
    let once = generate(&root, &folder, RustLayout::Modules);
    assert_eq!(once, generate(&root, &folder, RustLayout::Modules));
}

fn settings_that_are_no_rust_are_diagnosed() {
    let root = root();
    let (model, lowered) = read(&root, "external", &[]);
    let mut options = RustOptions::default();
    options.derives = vec!["Eq Hash".to_owned()];
    options.type_derives.insert("example.com/golden/external.Levels".to_owned(), vec!["Eq".to_owned()]);
    let place = ExternPackage { path: "elsewhere/v1".to_owned(), has_runtime_traits: false };
    options.extern_packages.insert("example.com/elsewhere/v1".to_owned(), place);
    let (_, diagnostics) = emit(&model, &lowered, &options);
    let texts: Vec<String> = diagnostics.iter().map(|one| format!("{} {}", one.code, one.message)).collect();
    assert!(
        texts.iter().any(|text| text.starts_with("IDL0757 `Eq Hash` is not a valid derive macro path")),
        "{texts:?}"
    );
    assert!(
        texts.iter().any(|text| text.starts_with("IDL0757 `elsewhere/v1` is not a valid Rust module path")),
        "{texts:?}"
    );
}

/// Reads and lowers a golden package with exactly these diagnostics.
fn read(root: &Path, name: &str, expected: &[&str]) -> (Model, Lowered) {
    let disk = DiskFileSystem;
    let mut sources = SourceMap::default();
    let (modules, diagnostics) = Modules::load(&disk, root, &GoEnvironment::default(), &mut sources);
    let loaded = load(&modules, &[format!("./{name}")], &mut sources);
    let (model, resolved) = resolve(&loaded.packages, &ResolveOptions::default());
    let native_packages = vec!["example.com/golden/native".to_owned()];
    let options = LowerOptions { native_packages, ..LowerOptions::default() };
    let lowered = lower(&model, &options);
    let said = [&diagnostics, &loaded.diagnostics, &resolved, &lowered.diagnostics];
    let messages: Vec<&str> = said.into_iter().flatten().map(|one| one.message.as_str()).collect();
    assert_eq!(messages, expected, "{name}");
    (model, lowered)
}

fn generate(root: &Path, folder: &Path, layout: RustLayout) -> Files {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let expected = SAID.iter().find(|(package, _)| *package == name).map_or(&[][..], |(_, messages)| messages);
    let (of_go, of_rust): (Vec<&str>, Vec<&str>) =
        expected.iter().copied().partition(|message| message.contains("is generic"));
    let (model, lowered) = read(root, name, &of_go);
    let mut options = RustOptions::default();
    options.layout = layout;
    options.kep_4153_functions = name == "proposed";
    if name == "external" {
        options.derives = vec!["Eq".to_owned(), "Hash".to_owned()];
        let place = ExternPackage { path: "crate::elsewhere".to_owned(), has_runtime_traits: false };
        options.extern_packages.insert("example.com/elsewhere/v1".to_owned(), place);
    }
    if name == "borrowed" {
        for package in ["constraints", "enumerations"] {
            let path = format!("crate::{package}::example_com::golden::{package}");
            let package = ExternPackage { path, has_runtime_traits: true };
            options
                .extern_packages
                .insert(format!("example.com/golden/{}", package.path.rsplit("::").next().unwrap()), package);
        }
    }
    match name {
        "admit" => return with_admission(&model, &lowered, layout, BTreeMap::new()),
        "functions" => return with_admission(&model, &lowered, layout, hand_written_functions()),
        _ => {}
    }
    let (files, written) = emit(&model, &lowered, &options);
    let messages: Vec<&str> = written.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(messages, of_rust, "{name}");
    files
}

/// Returns the hand-written functions of the golden package `functions`.
fn hand_written_functions() -> BTreeMap<String, HandWrittenFunction> {
    let functions = [
        ("Range", "sizes_are_ordered", Some("self.minSize <= self.maxSize")),
        (
            "Range",
            "labels_have_the_prefix",
            Some("!has(self.labels) ||  self.labels.all(key, key.startsWith(self.prefix))"),
        ),
        ("Range", "grows", Some("self.maxSize >= oldSelf.maxSize")),
        ("Range", "keeps_the_prefix", Some("!oldSelf.hasValue() || self.prefix == oldSelf.value().prefix")),
        ("Range", "is_not_root", Some("self != 'root'")),
        ("Code", "is_a_code", Some("self != 'none'")),
        ("Range", "range_is_small", None),
        ("Code", "code_is_upper", None),
    ];
    let function = |(name, path, rule): (&str, &str, Option<&str>)| {
        let mut function = HandWrittenFunction::default();
        function.go_type = format!("example.com/golden/functions.{name}");
        function.rule = rule.map(str::to_owned);
        (format!("crate::hand_written::{path}"), function)
    };
    functions.map(function).into()
}

/// Returns the modules whose kinds process requests.
fn with_admission(
    model: &Model,
    lowered: &Lowered,
    layout: RustLayout,
    functions: BTreeMap<String, HandWrittenFunction>,
) -> Files {
    let mut settings = Settings::default();
    settings.rust.functions = functions;
    settings.rust.admit = true;
    let sources = SourceMap::default();
    let emitted = Rust.emit(&Input::new(model, lowered, &settings, &sources, layout == RustLayout::SingleFile));
    assert!(emitted.diagnostics.is_empty(), "{:?}", emitted.diagnostics);
    let mut files = Files::default();
    for part in emitted.parts {
        files.insert(part.path, part.text.unwrap());
    }
    files
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Returns the files below a directory, by relative path.
fn read_folder(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(sorted(&path));
        } else if path.is_file() {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            files.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    files
}

fn write_folder(folder: &Path, files: &BTreeMap<String, String>) {
    let _ = fs::remove_dir_all(folder);
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}
