//! Runs the commands in README.md and the pages in docs: each idlgen command in a block of the language `console` is a
//! test, and its output is compared if the page shows any. A comment `<!-- not run: REASON -->` before a block excludes
//! it. Cargo commands that build, test or install this crate are not run.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a test reads its files and fails where it must")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use libtest_mimic::{Arguments, Failed, Trial};

/// Commands with an expected exit status other than 0: the arguments, the status, and strings that the output must
/// contain.
const STATUS: &[(&[&str], i32, &[&str])] = &[
    // The file contains invalid objects.
    (
        &["validate", "testdata/quickstart/manifests/broken.yaml"],
        1,
        &["spec.containers[0].ports[0].containerPort: Invalid value: 80800"],
    ),
    (&["validate", "testdata/helm/rendered.yaml"], 1, &["1 object in 1 file: 0 valid, 1 invalid"]),
    // The test changes a type after generating the files.
    (
        &["generate", "--check"],
        1,
        &[
            "openapi/definitions.json: is stale",
            "-        \"maximum\": 65535",
            "+        \"maximum\": 65534",
            "error[IDL0806]: 1 file is stale",
        ],
    ),
];

/// Commands of other programs that are not run.
const NOT_RUN: &[&str] = &["cargo test"];

/// The pages with the commands of deliberate mistakes. src/check/tests.rs runs the examples of these pages.
const MISTAKES: &str = "docs/diagnostics/";

/// The mark before a block that is not run.
const MARK: &str = "<!-- not run: ";

fn main() {
    let pages: Vec<(String, String)> = pages();
    let readme = pages[0].1.clone();
    let commands: Vec<(String, Shown)> = pages
        .iter()
        .filter(|(name, _)| !name.starts_with(MISTAKES))
        .flat_map(|(name, text)| commands(text).into_iter().map(|command| (name.clone(), command)))
        .collect();
    let mut trials = vec![
        Trial::test("the list of commands that are not run is exact", {
            let not_run: Vec<String> =
                commands.iter().filter(|(_, one)| one.arguments().is_none()).map(|(_, one)| one.line.clone()).collect();
            move || if not_run == NOT_RUN { Ok(()) } else { Err(format!("{not_run:?}").into()) }
        }),
        Trial::test("the diagnostic of a misspelled tag", {
            let (_, shown) =
                blocks(&readme).into_iter().find(|(_, block)| block.starts_with("error[IDL0301]")).unwrap();
            let shown = shown.to_owned();
            move || misspelled_tag(&shown)
        }),
        Trial::test("every page is linked from the README or a page", {
            let pages = pages.clone();
            move || every_page_is_linked(&pages)
        }),
    ];
    for (name, text) in &pages {
        let (name, text) = (name.clone(), text.clone());
        trials.push(Trial::test(format!("links of {name}"), move || links(&name, &text)));
    }
    trials.extend(commands.into_iter().filter_map(|(page, command)| {
        let arguments = command.arguments()?;
        let line = command.line.split(" #").next().unwrap_or_default().trim_end();
        Some(Trial::test(format!("{page}: {line}"), move || run(&arguments, &command.shown)))
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Returns the pages by name: the README first, then those in docs and its directories.
fn pages() -> Vec<(String, String)> {
    let mut names = Vec::new();
    let mut directories = vec!["docs".to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(repository().join(&directory)).unwrap() {
            let name = format!("{directory}/{}", entry.unwrap().file_name().into_string().unwrap());
            if repository().join(&name).is_dir() {
                directories.push(name);
            } else if Path::new(&name).extension().is_some_and(|extension| extension == "md") {
                names.push(name);
            }
        }
    }
    names.sort();
    names.insert(0, "README.md".to_owned());
    names.into_iter().map(|name| (name.clone(), fs::read_to_string(repository().join(&name)).unwrap())).collect()
}

/// Checks that every link of a page into the repository has a target, including the heading.
fn links(page: &str, text: &str) -> Result<(), Failed> {
    let folder = repository().join(page).parent().unwrap().to_owned();
    let mut broken = Vec::new();
    for target in targets(text).filter(|target| !target.contains("://")) {
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let path = if file.is_empty() { repository().join(page) } else { folder.join(file) };
        let has_heading = || fs::read_to_string(&path).is_ok_and(|text| anchors(&text).any(|anchor| anchor == heading));
        if !path.exists() || !heading.is_empty() && !has_heading() {
            broken.push(target.to_owned());
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(format!("broken links: {broken:?}").into()) }
}

/// Returns the targets of links in a page, outside of code blocks.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split([')', ' ']).next())
}

/// Returns the anchors of a page's headings, as GitHub and mdBook build them.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings.map(|heading| {
        let kept = heading.chars().filter(|one| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    })
}

fn every_page_is_linked(pages: &[(String, String)]) -> Result<(), Failed> {
    let linked = |name: &str| {
        let file = Path::new(name).strip_prefix("docs").unwrap();
        pages.iter().filter(|(page, _)| page != name).any(|(page, text)| {
            let directory = Path::new(page).parent().unwrap();
            targets(text).any(|target| {
                let target = directory.join(target.split('#').next().unwrap());
                target == Path::new(name) || target == file
            })
        })
    };
    let lost: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).skip(1).filter(|name| !linked(name)).collect();
    if lost.is_empty() { Ok(()) } else { Err(format!("no page links to {lost:?}").into()) }
}

/// A line that begins with `$`, and the output below it.
struct Shown {
    line: String,
    shown: String,
}

impl Shown {
    /// Returns the arguments of idlgen, without the comment. `None` for other programs.
    fn arguments(&self) -> Option<Vec<String>> {
        let rest = self.line.strip_prefix("idlgen ").or_else(|| self.line.strip_prefix("cargo run -- "))?;
        let mut words = Vec::new();
        for (at, part) in rest.split('"').enumerate() {
            if at % 2 == 1 {
                words.push(part.to_owned());
                continue;
            }
            let code = part.split(" #").next().unwrap_or_default();
            words.extend(code.split_whitespace().map(str::to_owned));
            if code.len() < part.len() {
                break;
            }
        }
        Some(words)
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the terminal blocks of a page, with the text before each of them.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let mut blocks = Vec::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("```console\n") {
        let (block, behind) = after.split_once("```").unwrap();
        blocks.push((before, block));
        rest = behind;
    }
    blocks
}

fn commands(page: &str) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    let is_run = |before: &str| !before.trim_end().lines().next_back().is_some_and(|line| line.starts_with(MARK));
    for (_, block) in blocks(page).into_iter().filter(|(before, block)| block.starts_with('$') && is_run(before)) {
        for line in block.lines() {
            match (line.strip_prefix("$ "), commands.last_mut()) {
                (Some(command), _) => commands.push(Shown { line: command.to_owned(), shown: String::new() }),
                (None, Some(command)) => {
                    command.shown.push_str(line);
                    command.shown.push('\n');
                }
                (None, None) => {}
            }
        }
    }
    commands
}

fn run(arguments: &[String], shown: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    for module in ["quickstart", "documents", "definitions", "diff", "helm", "suites"] {
        let module = Path::new("testdata").join(module);
        copy(&repository().join(&module), &folder.path().join(&module));
    }
    // Commands that do not name a directory of testdata are run in a module, like a user would do.
    let names_testdata = arguments.iter().any(|argument| argument.starts_with("testdata/"));
    let is_own = arguments.iter().any(|argument| argument == "manifests/");
    let here = match (names_testdata, is_own) {
        (true, _) => folder.path().to_owned(),
        (false, true) => folder.path().join("own"),
        (false, false) => folder.path().join("testdata/quickstart"),
    };
    own_manifests(folder.path());
    fs::write(here.join("s.yaml"), "{type: object, properties: {replicas: {type: integer}}}\n").unwrap();
    fs::write(here.join("o.yaml"), "replicas: 3\n").unwrap();
    if arguments.iter().any(|argument| argument == "--check") {
        for command in ["init", "generate"] {
            let (status, _, err) = program(&[command.to_owned()], &here);
            assert_eq!(status, 0, "idlgen {command}: {err}");
        }
        change_a_type(&here);
    }
    let (status, out, err) = program(arguments, &here);
    let expected = STATUS.iter().find(|(words, ..)| words.iter().all(|word| arguments.iter().any(|one| one == word)));
    let (expected_status, reasons) = expected.map_or((0, &[][..]), |(_, status, reasons)| (*status, *reasons));
    if status != expected_status {
        return Err(format!("exit status {status}\n{out}{err}").into());
    }
    if arguments.iter().any(|argument| argument == "manifests/") && !err.contains("3 valid, 0 invalid") {
        return Err(format!("not all manifests are valid\n{out}{err}").into());
    }
    if let Some(reason) = reasons.iter().find(|reason| !out.contains(**reason) && !err.contains(**reason)) {
        return Err(format!("it does not say `{reason}`\n{out}{err}").into());
    }
    if let Some(at) = arguments.iter().position(|argument| argument == "-o")
        && let Some(output) = arguments.get(at + 1).filter(|output| *output != "-")
        && !here.join(output).exists()
    {
        return Err(format!("nothing was written to {output}").into());
    }
    shows(&out, shown)
}

/// Creates a directory with a CRD, a custom resource and an object of a built-in kind.
fn own_manifests(folder: &Path) {
    let manifests = folder.join("own/manifests");
    fs::create_dir_all(&manifests).unwrap();
    fs::copy(folder.join("testdata/suites/crds/widgets.yaml"), manifests.join("crd.yaml")).unwrap();
    let objects = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: a}]}}\n---\n\
                   {apiVersion: shop.example.com/v1, kind: Widget, metadata: {name: a}, spec: {size: 1}}\n";
    fs::write(manifests.join("objects.yaml"), objects).unwrap();
}

/// Changes a limit in the package of a module.
fn change_a_type(module: &Path) {
    let file = module.join("api/v1/pod.go");
    let text = fs::read_to_string(&file).unwrap();
    let changed = text.replacen("65535", "65534", 1);
    assert_ne!(text, changed);
    fs::write(file, changed).unwrap();
}

/// Compares the output on a page with the actual output. A line `…` on the page represents any number of lines.
fn shows(out: &str, shown: &str) -> Result<(), Failed> {
    if shown.is_empty() {
        return Ok(());
    }
    let parts: Vec<&str> = shown.split("…\n").collect();
    let mut rest = out;
    for (index, part) in parts.iter().enumerate() {
        let at = if index == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
        let Some(at) = at else {
            return Err(format!("the output has not\n{part}\nbut\n{rest}").into());
        };
        rest = &rest[at + part.len()..];
    }
    let is_whole = rest.trim().is_empty() || parts.last().is_some_and(|last| last.is_empty());
    if is_whole { Ok(()) } else { Err(format!("the page does not show\n{rest}").into()) }
}

/// Checks the example with an unknown tag: runs the lint on the file shown on the page, and compares the output.
fn misspelled_tag(shown: &str) -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("api/v1")).unwrap();
    fs::write(folder.path().join("go.mod"), "module example.com/m\n").unwrap();
    let types = "package v1\n\n// A is one.\ntype A struct {\n\t// B is one.\n\t//\n\t// +maxLenght=3\n\
        \tB string `json:\"b\"`\n}\n";
    fs::write(folder.path().join("api/v1/types.go"), types).unwrap();
    let arguments = ["openapi", "./...", "-o", "-"].map(str::to_owned);
    let (status, out, err) = program(&arguments, folder.path());
    assert_eq!((status, out.is_empty()), (1, false), "{err}");
    let shown: Vec<&str> = shown.lines().collect();
    let found: Vec<&str> = err.lines().take_while(|line| !line.is_empty()).collect();
    if found == shown { Ok(()) } else { Err(err.into()) }
}

fn program(arguments: &[String], folder: &Path) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .args(arguments)
        .current_dir(folder)
        .env("GOMODCACHE", "/nonexistent")
        .env("GOFLAGS", "")
        .env_remove("GOWORK")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn copy(from: &PathBuf, to: &PathBuf) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}
