//! The built-in kinds of Kubernetes, generated from its Go modules: each minor version is read with idlgen's own
//! stages, and the parts of its definitions that the engine and decoding need are packed. Definitions shared by several
//! versions are stored once.

mod compare;
mod corrections;
mod facts;
mod go_types;
mod kinds;
pub(crate) mod minors;
mod probes;
mod samples;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use idlgen::{
    archive::Archive,
    builtin::{ARCHIVE_PATH, Table},
    modules::GoEnvironment,
};

use self::{corrections::Corrections, minors::MINORS};
use crate::go_modules;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail if the data differs from the modules
    #[arg(long)]
    check: bool,
    /// Print the definitions of a minor version instead of packing them
    #[arg(long, value_name = "MINOR")]
    print: Option<u16>,
    /// Query a program built from the API server's packages for values that servers accept although the Go types do
    /// not, and record them. It reads a JSON request per line
    #[arg(long, value_name = "PROGRAM")]
    ask: Option<PathBuf>,
    /// Validate the objects in these files and directories with idlgen and the program, and print the differences
    #[arg(long, value_name = "PROGRAM", num_args = 2..)]
    compare: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    if let [program, paths @ ..] = arguments.compare.as_slice() {
        return compare::run(program, paths);
    }
    let environment = environment()?;
    if let Some(program) = &arguments.ask {
        return probes::ask(program, &environment).map(|()| true);
    }
    let corrections = Corrections::read()?;
    if let Some(minor) = arguments.print {
        let minor = MINORS.iter().find(|known| known.minor == minor).ok_or("no such minor version is built in")?;
        let (_, definitions) = kinds::of(minor, &environment, &corrections)?;
        for (name, text) in definitions {
            println!("{name} {text}");
        }
        return Ok(true);
    }
    let bytes = Archive::pack(&parts(&environment, &corrections)?);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(ARCHIVE_PATH);
    if arguments.check {
        let is_current = std::fs::read(&path).is_ok_and(|current| current == bytes);
        println!("{ARCHIVE_PATH} is {}", if is_current { "current" } else { "stale: run `cargo xtask builtin-kinds`" });
        return Ok(is_current);
    }
    std::fs::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{} bytes", bytes.len());
    Ok(true)
}

fn environment() -> Result<GoEnvironment, String> {
    let environment = GoEnvironment::from_variables(|name| std::env::var(name).ok());
    let wanted: Vec<String> =
        MINORS.iter().flat_map(minors::modules).map(|(path, version)| format!("{path}@{version}")).collect();
    let missing = go_modules::missing(&wanted, &environment);
    if missing.is_empty() {
        Ok(environment)
    } else {
        Err(format!("these Go modules are missing: {}", missing.join(", ")))
    }
}

/// Returns the strings to pack: a table for each minor version, and the distinct definitions of each Go package.
fn parts(environment: &GoEnvironment, corrections: &Corrections) -> Result<BTreeMap<String, String>, String> {
    let mut tables: Vec<(u16, Table, BTreeMap<String, String>)> = Vec::new();
    // For each package, the distinct lines with the versions that have them, sorted so that similar lines are adjacent.
    let mut packages: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for minor in MINORS {
        let (table, definitions) = kinds::of(minor, environment, corrections)?;
        println!(
            "1.{}: {} kinds, {} removed, {} definitions",
            minor.minor,
            table.kinds.len(),
            table.removed.len(),
            definitions.len()
        );
        for (name, text) in &definitions {
            let (package, line) = line(name, text)?;
            packages.entry(package).or_default().insert(line, 0);
        }
        tables.push((minor.minor, table, definitions));
    }
    let mut parts = BTreeMap::new();
    for (package, lines) in &mut packages {
        let mut text = String::new();
        for (index, (line, place)) in lines.iter_mut().enumerate() {
            *place = index;
            text.push_str(line);
            text.push('\n');
        }
        parts.insert(package.clone(), text);
    }
    for (minor, mut table, definitions) in tables {
        for (name, text) in &definitions {
            let (package, line) = line(name, text)?;
            let place = packages.get(&package).and_then(|lines| lines.get(&line)).copied().unwrap_or_default();
            table.definitions.entry(package).or_default().push(place);
        }
        let text = serde_json::to_string(&table).map_err(|error| error.to_string())?;
        parts.insert(Table::part(minor), text);
    }
    Ok(parts)
}

/// Returns the package of a definition, and its line in it.
fn line(name: &str, text: &str) -> Result<(String, String), String> {
    let (package, type_name) = name.rsplit_once('.').ok_or_else(|| format!("{name} is no Go name"))?;
    Ok((package.to_owned(), format!("{type_name} {text}")))
}
