//! Go packages with the expected result of every stage: the packages of the repository's `testdata` and those in
//! `packages`, whose declarations are chosen for the corner cases of the stages. `IDLGEN_BLESS=1` updates the files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use idlgen_frontend::{
    channel::{self, Channel},
    check::{self, api_rules, cel::RuleOptions},
    diag::{
        Decoding, Diagnostic, FieldError, ObjectReference, Severity, ValidatedObject, Verdict,
        render::{Document, Escapes, Format, render},
    },
    lower::{self, LowerOptions, Lowered, custom_resource_definitions},
    model::{self, Model, TypeId},
    modules::{GoEnvironment, Modules, PackageLocation},
    resolve::{self, FileInput, Names, PackageInput, ResolveOptions, Unread},
    source::{DiskFileSystem, SourceMap, Span},
    syntax, tags,
    tool::Tool,
};

use crate::golden_file::compare;

/// The patterns of packages with native types, in addition to those of Kubernetes.
const NATIVE: &[String] = &[];

#[test]
fn packages_of_this_test() {
    module("packages", &Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/packages"), true);
}

#[test]
fn definitions() {
    of_testdata("definitions");
}

#[test]
fn documents() {
    of_testdata("documents");
}

#[test]
fn openapi() {
    of_testdata("openapi");
}

#[test]
fn quickstart() {
    of_testdata("quickstart");
}

#[test]
fn rust() {
    of_testdata("rust");
}

/// Each file is a package with one mistake.
#[test]
fn mistakes() {
    for folder in ["plain", "kubebuilder", "openapi-gen"] {
        let root = testdata().join("mistakes").join(folder);
        let mut files: Vec<PathBuf> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut text = String::new();
        for file in files {
            let source = fs::read_to_string(&file).unwrap();
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let mut sources = SourceMap::default();
            let id = sources.add(&name, source.as_str());
            let (declarations, mut diagnostics) = syntax::parse(id, &source);
            let packages = [package("example.com/api/v1", true, vec![FileInput { name, declarations }])];
            let read = Read::new(&packages, &Tool::idlgen(35));
            diagnostics.extend(read.diagnostics);
            text.push_str(&render(&diagnostics, &sources, Format::Full, Escapes::None));
        }
        compare(&format!("mistakes-{folder}"), &text);
    }
}

/// Documents about objects: one with findings of every kind, one that could not be decoded, and others without errors.
#[test]
fn objects_in_documents() {
    let mut sources = SourceMap::default();
    let text = "first\nsecond\nthird\nfourth\nfifth\nsixth\n";
    let file = sources.add("objects.yaml", text);
    let other = sources.add("other.yaml", text);
    let object = |name: &str, api_version: &str| ObjectReference {
        api_version: api_version.to_owned(),
        kind: "Widget".to_owned(),
        name: name.to_owned(),
        ..ObjectReference::default()
    };
    let line = |number: usize| Span::new(file, number * 6, number * 6 + 5);
    let validated =
        |reference: ObjectReference, span: Span, verdict: Verdict| ValidatedObject { reference, span, verdict };
    let nothing = ObjectReference::default();
    let objects = [
        validated(object("a", "apps/v1"), line(0), Verdict::Valid),
        validated(object("b", "apps/v1"), line(1), Verdict::Invalid),
        validated(object("c", "v1"), line(2), Verdict::Invalid),
        validated(object("d", "v1"), line(3), Verdict::Skipped),
        validated(ObjectReference { namespace: "n".to_owned(), ..object("e", "v1") }, line(4), Verdict::NotValidated),
        validated(nothing.clone(), Span::new(other, 0, 5), Verdict::Invalid),
    ];
    let code = |number: u16| idlgen_frontend::codes().find(|code| code.info().number == number).unwrap();
    let finding = |place: Span, message: &str, object: ObjectReference| Diagnostic {
        object: Some(Box::new(object)),
        ..Diagnostic::new(code(101), message).at(place)
    };
    let field = |field: &str, causes: &[usize], name: &str| ObjectReference {
        field: Some(field.to_owned()),
        reason: Some("FieldValueInvalid"),
        causes: causes.to_vec(),
        error: Some(Box::new(FieldError {
            error_type: "FieldValueInvalid",
            bad_value: Some("v".into()),
            detail: "must be x".to_owned(),
            origin: Some("maximum".to_owned()),
            rule: Some("self < 3".to_owned()),
            schema_path: Some("/properties/a".to_owned()),
        })),
        ..object(name, "apps/v1")
    };
    let decoding = |decoding: Decoding| ObjectReference { decoding: Some(decoding), ..object("c", "v1") };
    let mut warning = Diagnostic::new(code(101), "a warning").at(line(0)).help("help").note("note");
    warning.severity = Severity::Warning;
    let mut of_skipped = Diagnostic::new(code(101), "of a skipped object").at(line(3));
    of_skipped.severity = Severity::Info;
    let findings = [
        warning,
        finding(line(1), "spec.a: Invalid value: \"v\": must be x", field("spec.a", &[1, 3], "b")),
        finding(line(1), "spec.b: Required value", field("spec.b", &[0], "b")),
        finding(line(1), "another message", field("spec.c", &[2], "b")),
        finding(line(1), "without an index", field("spec.d", &[], "b")),
        finding(line(2), "unknown field \"x\"", decoding(Decoding::Strict)),
        finding(line(2), "unknown field \"y\"", decoding(Decoding::Strict)),
        of_skipped,
        finding(Span::new(other, 1, 4), "not an object", nothing),
        Diagnostic::new(code(102), "after all objects").at(Span::new(other, 20, 22)),
        Diagnostic::new(code(102), "nowhere"),
    ];
    let failed = [
        finding(line(2), "json: cannot unmarshal", decoding(Decoding::Failed)),
        finding(line(2), "unknown field \"x\"", decoding(Decoding::Strict)),
    ];
    let mixed = [
        finding(line(2), "json: cannot unmarshal", object("c", "v1")),
        finding(line(2), "unknown field \"x\"", decoding(Decoding::Strict)),
    ];
    let mut shown = String::new();
    for (name, format) in Format::NAMES {
        for findings in [&findings[..], &failed, &mixed] {
            let Some(mut document) = Document::new(format) else {
                let _ = writeln!(shown, "# {name}\n\n{}", render(findings, &sources, format, Escapes::None));
                continue;
            };
            document.add_objects(&objects, &sources);
            document.add(findings, &sources);
            let is_added = document.add_failure("the run failed");
            let _ = writeln!(shown, "# {name}, with a failure: {is_added}\n\n{}", document.text());
        }
    }
    compare("format-of-objects", &shown);
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

fn of_testdata(name: &str) {
    module(name, &testdata().join(name), false);
}

fn package(import_path: &str, requested: bool, files: Vec<FileInput>) -> PackageInput {
    PackageInput {
        import_path: import_path.to_owned(),
        requested,
        is_built_in: false,
        files,
        unread: Unread::default(),
    }
}

/// Compares the stages for each package of a module. `is_full` adds the stages before the model.
fn module(name: &str, root: &Path, is_full: bool) {
    let disk = DiskFileSystem;
    let mut sources = SourceMap::default();
    let (modules, found) = Modules::load(&disk, root, &GoEnvironment::default(), &mut sources);
    assert_eq!(found, []);
    let (locations, found) = modules.expand(&["./...".to_owned()]);
    assert_eq!(found, []);
    for location in &locations {
        let main = modules.main_path().unwrap();
        let short = location.import_path.strip_prefix(main).unwrap().replace('/', "-");
        compare(&format!("{name}{short}"), &stages_of(&modules, location, is_full));
    }
}

/// Reads a package with everything that it references, and formats the results of all stages.
fn stages_of(modules: &Modules<'_>, location: &PackageLocation, is_full: bool) -> String {
    let mut sources = SourceMap::default();
    let mut packages = Vec::new();
    let mut diagnostics = read(modules, location, true, &mut packages, &mut sources);
    let mut text = String::new();
    let mut asked = BTreeSet::new();
    loop {
        let needs = resolve::needs(&Names::new(&packages).0, &[]);
        let next: Vec<_> = needs.packages.into_iter().filter(|need| asked.insert(need.import_path.clone())).collect();
        if next.is_empty() {
            break;
        }
        for need in next {
            let names: Vec<&str> = need.names.iter().map(String::as_str).collect();
            let _ = writeln!(text, "needs {} for {:?}: {}", need.import_path, need.purpose, names.join(" "));
            match modules.locate(&need.import_path) {
                Ok(location) if location.is_standard() => {}
                Ok(location) => {
                    read(modules, &location, false, &mut packages, &mut sources);
                }
                Err(diagnostic) => diagnostics.extend((!need.purpose.is_silent()).then_some(diagnostic)),
            }
        }
    }
    if is_full {
        for file in &packages[0].files {
            let _ = writeln!(text, "\n# syntax\n\n{}", syntax::dump(&file.declarations, &sources));
        }
    }
    let read = Read::new(&packages, &Tool::idlgen(35));
    diagnostics.extend(read.diagnostics.iter().cloned());
    let shown = render(&diagnostics, &sources, Format::Full, Escapes::None);
    let _ = writeln!(text, "\n# diagnostics\n\n{}", without_directory(&shown));
    if location.import_path.ends_with("/broken") {
        for (name, format) in Format::NAMES {
            compare(&format!("format-{name}"), &render(&diagnostics, &sources, format, Escapes::None));
        }
        let colors = render(&diagnostics, &sources, Format::Full, Escapes::ColorsAndLinks);
        compare("format-colors", &colors.replace('\u{1b}', "␛"));
    }
    if is_full {
        let _ = writeln!(text, "# tags\n\n{}", without_directory(&tags_of(&read.model, &sources)));
    }
    let dumped = model::dump(&read.model);
    for package in dumped.split("\n\n").filter(|package| package.starts_with("package ")) {
        let _ = writeln!(text, "# model\n\n{package}\n");
    }
    if is_full {
        channels(&mut text, &read.model, &sources);
    }
    let path = &packages[0].import_path;
    let all = lower::dump(&read.lowered);
    let _ = writeln!(text, "# schemas\n\n{}", requested(&all, path));
    for group_version in &read.lowered.group_versions {
        let _ = writeln!(text, "# served\n\n{group_version:#?}\n");
    }
    for (definition, kinds) in &read.lowered.kinds {
        let _ = writeln!(text, "kind {definition} {kinds:?}");
    }
    let kinds: BTreeSet<TypeId> = packages_types(&read.model);
    let audiences = [
        ("custom resources", read.lowered.for_custom_resources(&read.model, NATIVE)),
        ("rules of definitions", read.lowered.for_rules_of_definitions(&read.model, NATIVE)),
        ("requested types", read.lowered.for_requested(&read.model)),
        ("definitions", Some(read.lowered.for_definitions(&read.model, NATIVE, &kinds).into_owned())),
    ];
    for (audience, lowered) in audiences {
        changes(&mut text, audience, path, &all, lowered.as_ref());
    }
    for definition in custom_resource_definitions(&read.model) {
        let _ = writeln!(text, "# CRD\n\n{:#?}\n", definition.document);
        let mut found = definition.diagnostics;
        let lowered = lower::lower_for_definitions(&read.model, &LowerOptions::default(), NATIVE);
        for id in definition.types {
            let options = RuleOptions { definition: Some(id), ..RuleOptions::default() };
            found.extend(check::cel::check(&read.model, &lowered, &options));
        }
        text.push_str(&without_directory(&render(&found, &sources, Format::Full, Escapes::None)));
    }
    for (name, tool) in [
        ("openapi-gen 1.35", Tool::openapi_gen(35)),
        ("openapi-gen 1.29", Tool::openapi_gen(29)),
        ("Kubernetes 1.29", Tool::idlgen(29)),
    ] {
        let other = Read::new(&packages, &tool);
        changes(&mut text, name, path, &all, Some(&other.lowered));
        let short = |found: &[Diagnostic]| without_directory(&render(found, &sources, Format::Short, Escapes::None));
        let usual = short(&read.diagnostics);
        let new: Vec<String> = short(&other.diagnostics)
            .lines()
            .filter(|line| !usual.lines().any(|known| known == *line))
            .map(str::to_owned)
            .collect();
        if !new.is_empty() {
            let _ = writeln!(text, "# diagnostics of {name}\n\n{}\n", new.join("\n"));
        }
        let violations = api_rules::report(&api_rules::api_rules(&other.model, 35));
        if !violations.is_empty() {
            let _ = writeln!(text, "# API rules of {name}\n\n{violations}");
        }
    }
    text
}

/// Adds the differences of the models of two channels.
fn channels(text: &mut String, model: &Model, sources: &SourceMap) {
    let channel = |name: &str, gates: &[&str]| Channel {
        name: name.to_owned(),
        gates: gates.iter().map(|gate| (*gate).to_owned()).collect(),
        kinds: Vec::new(),
        unserved_versions: vec!["*alpha*".to_owned()],
    };
    let all = [channel("standard", &[]), channel("experimental", &["A"])];
    let usual = model::dump(model);
    for channel in &all {
        let mut model = model.clone();
        let found = channel::apply(&mut model, channel, &all);
        let dumped = model::dump(&model);
        let _ = writeln!(text, "# channel {}\n", channel.name);
        for line in dumped.lines().filter(|line| !usual.lines().any(|known| known == *line)) {
            let _ = writeln!(text, "+{line}");
        }
        for line in usual.lines().filter(|line| !dumped.lines().any(|known| known == *line)) {
            let _ = writeln!(text, "-{line}");
        }
        let _ = writeln!(text, "{}", render(&found, sources, Format::Short, Escapes::None));
    }
}

/// Reads all files of a package.
fn read(
    modules: &Modules<'_>,
    location: &PackageLocation,
    requested: bool,
    packages: &mut Vec<PackageInput>,
    sources: &mut SourceMap,
) -> Vec<Diagnostic> {
    let (files, mut diagnostics) = modules.go_files(location);
    let mut inputs = Vec::new();
    for file in files {
        let name = file.path.file_name().unwrap().to_string_lossy().into_owned();
        let id = sources.add(&name, file.text);
        let (declarations, found) = syntax::parse(id, sources.text(id));
        diagnostics.extend(found);
        inputs.push(FileInput { name, declarations });
    }
    packages.push(package(&location.import_path, requested, inputs));
    diagnostics
}

/// The results for a tool.
struct Read {
    model: Model,
    lowered: Lowered,
    diagnostics: Vec<Diagnostic>,
}

impl Read {
    fn new(packages: &[PackageInput], tool: &Tool) -> Self {
        let (model, mut diagnostics) = resolve::resolve(packages, &ResolveOptions::of(tool));
        diagnostics.extend(check::check(&model, NATIVE));
        let lowered = lower::lower(&model, &LowerOptions { documents: true, ..LowerOptions::of(tool) });
        diagnostics.extend(lowered.diagnostics.iter().cloned());
        diagnostics.extend(check::cel::check(&model, &lowered, &RuleOptions::default()));
        Read { model, lowered, diagnostics }
    }
}

fn packages_types(model: &Model) -> BTreeSet<TypeId> {
    let requested = model.packages.iter().filter(|package| package.requested);
    requested
        .flat_map(|package| package.types.iter().copied())
        .filter(|id| lower::is_custom_resource(model, *id))
        .collect()
}

/// Formats the tags of requested packages below their declarations.
fn tags_of(model: &Model, sources: &SourceMap) -> String {
    let mut text = String::new();
    let mut section = |name: String, tags: &[tags::Tag]| {
        if !tags.is_empty() {
            let _ = write!(text, "{name}\n{}", tags::dump(tags, sources));
        }
    };
    for package in model.packages.iter().filter(|package| package.requested) {
        section(format!("package {}", package.import_path), &package.tags);
        for definition in package.types.iter().map(|id| model.type_definition(*id)) {
            section(format!("type {}", definition.name), &definition.tags);
            for field in definition.fields() {
                section(format!("field {}.{}", definition.name, field.name), &field.tags);
            }
            for constant in &definition.constants {
                section(format!("const {}", constant.name), &constant.tags);
            }
        }
    }
    text
}

/// Returns the definitions of a dump by their first line.
fn blocks(dump: &str) -> BTreeMap<&str, &str> {
    dump.split("\n\n").map(|block| (block.split(' ').next().unwrap_or(""), block.trim_end())).collect()
}

/// Returns the definitions of a package.
fn requested(dump: &str, import_path: &str) -> String {
    let own = blocks(dump).into_iter().filter(|(name, _)| name.starts_with(&format!("{import_path}.")));
    own.fold(String::new(), |text, (_, block)| text + block + "\n\n")
}

/// Adds the lines of definitions that differ from the usual ones, which are also the other definitions if `found` is
/// `None`.
fn changes(text: &mut String, title: &str, import_path: &str, usual: &str, found: Option<&Lowered>) {
    let Some(found) = found else { return };
    let found = lower::dump(found);
    let (usual, found) = (blocks(usual), blocks(&found));
    let (mut changed, mut others) = (String::new(), 0);
    for name in usual.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        match (usual.get(name), found.get(name)) {
            (Some(usual), Some(found)) if usual == found => {}
            (Some(usual), Some(found)) if name.contains(import_path) => {
                let _ = writeln!(changed, "{name}");
                for line in found.lines().filter(|line| !usual.lines().any(|known| known == *line)) {
                    let _ = writeln!(changed, "+{line}");
                }
                for line in usual.lines().filter(|line| !found.lines().any(|known| known == *line)) {
                    let _ = writeln!(changed, "-{line}");
                }
            }
            // Only the number of the definitions of dependencies is of interest.
            _ if !name.contains(import_path) => others += 1,
            (None, Some(found)) => {
                let _ = writeln!(changed, "{name} is new:\n{found}");
            }
            _ => {
                let _ = writeln!(changed, "{name} is absent");
            }
        }
    }
    if others > 0 {
        let _ = writeln!(changed, "{others} definitions of other packages differ");
    }
    if !changed.is_empty() {
        let _ = writeln!(text, "# {title}\n\n{changed}");
    }
}

/// Removes the directory of this machine.
fn without_directory(text: &str) -> String {
    text.replace(env!("CARGO_MANIFEST_DIR"), "")
}
