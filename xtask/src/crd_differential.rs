//! Compares the CRDs that idlgen and controller-gen generate for a Go module byte by byte, and their CPU times. On
//! request, creates the CRDs on a real API server.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use tempfile::TempDir;

use serde_json::Value as Json;

use crate::{
    acceptance::{
        files,
        modules::{MODULES, Module},
        server::Server,
    },
    differential::ToolArguments,
    go_modules::{ask, go},
    growth::measure::children,
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The module, PATH@VERSION [default: those of `acceptance` one after the other]
    module: Option<String>,
    /// Patterns of packages, relative to the module: ./api/...
    #[arg(default_value = "./...")]
    packages: Vec<String>,
    /// Options of controller-gen's generator: maxDescLen=0,generateEmbeddedObjectMeta=true
    #[arg(long, default_value = "")]
    options: String,
    /// The program under test
    #[arg(long, default_value = "target/debug/idlgen")]
    program: PathBuf,
    /// controller-gen
    #[arg(long, default_value = "controller-gen")]
    controller_gen: PathBuf,
    /// Print this many differing lines of each file
    #[arg(long, default_value_t = 0)]
    lines: usize,
    /// Create the output without --compat on a real API server
    #[arg(long)]
    apply: bool,
    #[command(flatten)]
    tools: ToolArguments,
}

/// The annotation with the version of controller-gen that generated a CRD.
const ANNOTATION: &str = "controller-gen.kubebuilder.io/version:";

/// A module under comparison.
struct Subject {
    /// `PATH@VERSION`.
    module: String,
    packages: Vec<String>,
}

/// By mode, the number of equal files, and the number of all files.
type Counts = BTreeMap<&'static str, (usize, usize)>;

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let subjects = match &arguments.module {
        Some(module) => vec![Subject { module: module.clone(), packages: arguments.packages.clone() }],
        None => MODULES.iter().map(Subject::of).collect(),
    };
    let (mut counts, mut is_equal) = (Counts::new(), true);
    for subject in &subjects {
        match compare(arguments, subject, &mut counts) {
            Ok(equal) => is_equal &= equal,
            Err(message) if subjects.len() == 1 => return Err(message),
            Err(message) => {
                eprintln!("{}: {message}", subject.module);
                is_equal = false;
            }
        }
    }
    if subjects.len() > 1 {
        for (mode, (equal, all)) in counts {
            println!("all {mode}: {equal} of {all} files equal");
        }
    }
    Ok(is_equal)
}

impl Subject {
    fn of(module: &Module) -> Self {
        Subject {
            module: format!("{}@{}", module.path, module.version),
            packages: module.packages.iter().map(|package| (*package).to_owned()).collect(),
        }
    }
}

/// The output of a program.
struct Made {
    files: BTreeMap<String, String>,
    errors: String,
    /// User and system time.
    cpu: Duration,
}

fn compare(arguments: &Arguments, subject: &Subject, counts: &mut Counts) -> Result<bool, String> {
    let module = module_copy(&subject.module)?;
    let run_program = |program: &Path, flags: &[&str]| run_program(program, (arguments, subject), &module, flags);
    let theirs = run_program(&arguments.controller_gen, &[])?;
    let server = arguments.apply.then(|| arguments.tools.server()).transpose()?;
    let mut is_equal = true;
    let mut created = BTreeSet::new();
    let modes: [(&'static str, &[&str]); 3] = [
        ("compat", &["--compat", "controller-gen"]),
        ("default", &[]),
        ("default with --warn IDL", &["--warn", "IDL"]),
    ];
    for (mode, flags) in modes {
        let ours = run_program(&arguments.program, flags)?;
        let (report, equal, all_equal) = report((arguments, subject), mode, &theirs, &ours);
        print!("{report}");
        is_equal &= all_equal || mode != "compat";
        let count = counts.entry(mode).or_default();
        *count = (count.0 + equal, count.1 + theirs.files.len());
        if let Some(server) = server.as_ref().filter(|_| mode != "compat") {
            let files = ours.files.iter().filter(|(name, _)| created.insert((*name).clone()));
            let (report, accepted) = create(server, files.map(|(name, text)| (name.as_str(), text.as_str())));
            print!("{mode}: {report}");
            // The server may reject CRDs with reported errors.
            is_equal &= accepted || mode != "default";
        }
    }
    Ok(is_equal)
}

/// Creates CRDs, by file name. Returns the server's messages, and whether it accepts all of them.
pub(crate) fn create<'f>(server: &Server, files: impl Iterator<Item = (&'f str, &'f str)>) -> (String, bool) {
    let (mut count, mut accepted, mut text) = (0, 0, String::new());
    for (name, file) in files {
        for definition in files::documents(file) {
            count += 1;
            match server.create(definition) {
                Ok(()) => accepted += 1,
                Err(said) => {
                    let _ = writeln!(text, "  {name}: refused: {said}");
                }
            }
        }
    }
    (format!("{accepted} of {count} definitions accepted\n{text}"), accepted == count)
}

/// Returns a copy of the module in which controller-gen can write a go.sum.
pub(crate) fn module_copy(module: &str) -> Result<TempDir, String> {
    let said = ask(go(&std::env::temp_dir()).args(["mod", "download", "-json", module]))?;
    let said: serde_json::Value = serde_json::from_str(&said).map_err(|error| error.to_string())?;
    let folder = said.get("Dir").and_then(serde_json::Value::as_str).ok_or("the module has no folder")?;
    let copy = TempDir::new().map_err(|error| error.to_string())?;
    copy_folder(Path::new(folder), copy.path()).map_err(|error| error.to_string())?;
    Ok(copy)
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::write(&target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// Runs a program with the command line of controller-gen.
fn run_program(
    program: &Path,
    (arguments, subject): (&Arguments, &Subject),
    module: &TempDir,
    flags: &[&str],
) -> Result<Made, String> {
    let output = TempDir::new().map_err(|error| error.to_string())?;
    let generator = if arguments.options.is_empty() { "crd".to_owned() } else { format!("crd:{}", arguments.options) };
    let mut command = Command::new(program);
    command
        .current_dir(module.path())
        .env("GOFLAGS", "-mod=mod")
        .env("GOWORK", "off")
        .args(flags)
        .arg(generator)
        .arg(format!("paths={}", subject.packages.join(";")))
        .arg(format!("output:crd:dir={}", output.path().display()));
    let before = children();
    let run = command.output().map_err(|error| format!("{} cannot be run: {error}", program.display()))?;
    let cpu = children().saturating_sub(before);
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(output.path()).map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if Path::new(&name).extension().is_some_and(|extension| extension == "yaml") {
            files.insert(name, fs::read_to_string(entry.path()).map_err(|error| error.to_string())?);
        }
    }
    Ok(Made { files, errors: String::from_utf8_lossy(&run.stderr).into_owned(), cpu })
}

/// Returns the text to print, the number of equal files, and whether all are equal.
fn report(
    (arguments, subject): (&Arguments, &Subject),
    mode: &str,
    theirs: &Made,
    ours: &Made,
) -> (String, usize, bool) {
    let mut text = String::new();
    let mut equal = 0;
    for (name, expected) in &theirs.files {
        let Some(got) = ours.files.get(name) else {
            let _ = writeln!(text, "  {name}: missing");
            continue;
        };
        let (expected, got) = if mode == "compat" {
            (expected.clone(), got.clone())
        } else {
            (without_annotation(expected), without_annotation(got))
        };
        if expected == got {
            equal += 1;
            continue;
        }
        if has_the_same_versions(&expected, &got) {
            equal += 1;
            let _ = writeln!(text, "  {name}: versions of one name, which controller-gen has in a random order");
            continue;
        }
        let (differing, shown) = differences(&expected, &got, arguments.lines);
        let _ = writeln!(text, "  {name}: {differing} of {} lines\n{shown}", expected.lines().count());
    }
    for name in ours.files.keys().filter(|name| !theirs.files.contains_key(*name)) {
        let _ = writeln!(text, "  {name}: controller-gen has none");
    }
    let all = equal == theirs.files.len() && ours.files.len() == theirs.files.len();
    let head = format!(
        "{} {} [{}] {mode}: {equal} of {} files equal, CPU {:.2} s, controller-gen {:.2} s, {:.1} times as much\n",
        subject.module,
        subject.packages.join(" "),
        arguments.options,
        theirs.files.len(),
        ours.cpu.as_secs_f64(),
        theirs.cpu.as_secs_f64(),
        theirs.cpu.as_secs_f64() / ours.cpu.as_secs_f64().max(0.01)
    );
    if !all {
        for (who, errors) in [("controller-gen", &theirs.errors), (mode, &ours.errors)] {
            for line in errors.lines().filter(|line| !line.is_empty()).take(6) {
                let _ = writeln!(text, "  {who} says: {line}");
            }
        }
    }
    (head + &text, equal, all)
}

/// Returns `true` if two CRDs are equal except for the order of versions with the same name: controller-gen iterates
/// over a map of packages and sorts by name.
fn has_the_same_versions(one: &str, other: &str) -> bool {
    let sorted = |text: &str| {
        let mut documents = files::documents(text);
        let [document] = documents.as_mut_slice() else { return None };
        let versions = document["spec"]["versions"].as_array_mut()?;
        let names: BTreeSet<String> = versions.iter().map(|version| version["name"].to_string()).collect();
        if names.len() == versions.len() {
            return None;
        }
        versions.sort_by_key(Json::to_string);
        Some(document.clone())
    };
    sorted(one).is_some_and(|one| Some(one) == sorted(other))
}

/// Returns a CRD without the line that names controller-gen, and without `annotations` if nothing else is in it.
fn without_annotation(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with(ANNOTATION) {
            continue;
        }
        let is_next_level = !line.starts_with("    ");
        if lines.last() == Some(&"  annotations:") && is_next_level {
            lines.pop();
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// Returns the number of lines that only one of two strings contains, and the first of them.
pub(crate) fn differences(expected: &str, got: &str, limit: usize) -> (usize, String) {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    for line in expected.lines() {
        *counts.entry(line).or_default() += 1;
    }
    for line in got.lines() {
        *counts.entry(line).or_default() -= 1;
    }
    let mut shown = String::new();
    let mut count = 0;
    let mut left = limit;
    for (line, balance) in counts {
        count += balance.unsigned_abs() as usize;
        if balance != 0 && left > 0 {
            left -= 1;
            let _ = writeln!(shown, "    {} {line}", if balance > 0 { '<' } else { '>' });
        }
    }
    if count == 0 {
        shown.push_str("    lines in another order\n");
    }
    (count, shown)
}
