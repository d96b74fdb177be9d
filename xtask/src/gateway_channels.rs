//! gateway-api's two channels, made by idlgen, beside the files that gateway-api publishes in `config/crd`.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use crate::{
    crd_differential::{create, differences, module_folder},
    differential::ToolArguments,
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Versions of sigs.k8s.io/gateway-api
    #[arg(default_values = ["v1.3.0", "v1.4.1", "v1.5.1", "v1.6.1"])]
    versions: Vec<String>,
    /// The program under test
    #[arg(long, default_value = "target/debug/idlgen")]
    program: PathBuf,
    /// Print this many differing lines of each file
    #[arg(long, default_value_t = 0)]
    lines: usize,
    /// Create what is made on a real API server, one for each channel
    #[arg(long)]
    apply: bool,
    #[command(flatten)]
    tools: ToolArguments,
}

const CHANNELS: [&str; 2] = ["standard", "experimental"];

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut is_equal = true;
    for version in &arguments.versions {
        match compare(arguments, version) {
            Ok(equal) => is_equal &= equal,
            Err(message) => {
                eprintln!("gateway-channels: {version}: {message}");
                return ExitCode::from(2);
            }
        }
    }
    if is_equal { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare(arguments: &Arguments, version: &str) -> Result<bool, String> {
    let module = module_folder(&format!("sigs.k8s.io/gateway-api@{version}"))?;
    let published = definitions(&module.path().join("config/crd"))?;
    let standard = published.iter().filter(|(name, _)| name.starts_with(CHANNELS[0]));
    let kinds: Vec<&str> = standard.filter_map(|(_, text)| kind(text)).collect();
    // The annotations are those of the release, and say nothing of the types.
    let settings = format!(
        "packages = [\"./apis/...\", \"./apisx/...\"]\n[crd]\noutput = \"made/{{channel}}\"\n[channels.standard]\n\
         kinds = {kinds:?}\nunserved-versions = [\"*alpha*\"]\n[channels.experimental]\n"
    );
    let settings =
        if module.path().join("apisx").is_dir() { settings } else { settings.replace(", \"./apisx/...\"", "") };
    fs::write(module.path().join("idlgen.toml"), settings).map_err(|error| error.to_string())?;
    // Some releases have string limits on lists.
    let program = fs::canonicalize(&arguments.program).map_err(|error| error.to_string())?;
    let said = Command::new(program)
        .current_dir(module.path())
        .env("GOFLAGS", "-mod=mod")
        // A release has a go.work, and none of the folders that it uses.
        .env("GOWORK", "off")
        .args(["generate", "--message-format", "short", "--warn", "tag-on-wrong-kind"])
        .output()
        .map_err(|error| error.to_string())?;
    let made = definitions(&module.path().join("made")).unwrap_or_default();
    let (mut equal, mut text) = (0, String::new());
    let mut are_accepted = true;
    for channel in CHANNELS.iter().filter(|_| arguments.apply) {
        let files = files(&module.path().join("made").join(channel))?;
        let server = arguments.tools.server()?;
        let (report, accepted) = create(&server, files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        print!("gateway-api {version}, {channel}: {report}");
        are_accepted &= accepted;
    }
    for (name, expected) in &published {
        match made.get(name) {
            Some(got) if got == expected => equal += 1,
            Some(got) => {
                let (count, shown) = differences(expected, got, arguments.lines);
                let _ = write!(text, "  {name}: {count} lines\n{shown}");
            }
            None => {
                let _ = writeln!(text, "  {name}: missing");
            }
        }
    }
    let more = made.keys().filter(|name| !published.contains_key(*name));
    text.extend(more.map(|name| format!("  {name}: not published\n")));
    println!("gateway-api {version}: {equal} of {} files equal", published.len());
    print!("{text}");
    if made.is_empty() {
        print!("{}", String::from_utf8_lossy(&said.stderr));
    }
    Ok(text.is_empty() && are_accepted)
}

/// Returns the definitions of both channels, by channel and file, without what is not made of types.
fn definitions(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    for channel in CHANNELS {
        let files = files(&folder.join(channel))?;
        found.extend(files.into_iter().map(|(name, text)| (format!("{channel}/{name}"), of_types(&text))));
    }
    Ok(found)
}

/// Returns the definitions in a folder, by names of files.
fn files(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let entry = entry.map_err(|error| error.to_string())?;
        let text = fs::read_to_string(entry.path()).map_err(|error| error.to_string())?;
        if text.contains("\nkind: CustomResourceDefinition\n") {
            found.insert(entry.file_name().to_string_lossy().into_owned(), text);
        }
    }
    Ok(found)
}

/// Returns a definition without its annotations, which are the release's, and without what Go's encoding adds to it: an
/// empty status and the time of creation.
fn of_types(text: &str) -> String {
    let mut kept = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let indent = match line {
            "---" | "  creationTimestamp: null" => continue,
            "status:" => 2,
            "  annotations:" => 4,
            _ => {
                kept.push(line);
                continue;
            }
        };
        while lines.next_if(|next| next.starts_with(&" ".repeat(indent))).is_some() {}
    }
    kept.join("\n")
}

/// Returns the kind that a definition is of.
fn kind(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("    kind: "))
}
