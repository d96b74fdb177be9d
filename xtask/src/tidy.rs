//! Checks of the project's own rules, in addition to those of the compiler and the lints.

mod advice;
mod crates;
mod cycles;
mod dependencies;
mod directions;
mod files;
mod graph;
mod layout;
mod line_length;
mod orphans;
mod phrases;
mod policy;
mod size;
mod source;
mod unused;
mod words;

use std::path::Path;

use clap::Args;

use self::files::File;

/// Checks the contents of files. Returns the violations with their locations.
type FileCheck = fn(&[File]) -> Vec<String>;

/// Checks packages. Returns the violations.
type PackageCheck = fn(&Path) -> Result<Vec<String>, String>;

const FILE_CHECKS: &[FileCheck] = &[
    size::check,
    line_length::check,
    words::check,
    layout::check,
    directions::check,
    cycles::check,
    orphans::check,
    phrases::check,
    advice::check,
];

const PACKAGE_CHECKS: &[PackageCheck] =
    &[dependencies::check_directions, dependencies::check_runtime, policy::check, crate::api::check];

/// Check the project's own rules
#[derive(Args)]
pub(crate) struct Arguments {
    /// Print the cycles of files and what each file uses in them, and check nothing
    #[arg(long)]
    cycles: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    if arguments.cycles {
        for line in cycles::report(&files::of_the_project(root())?) {
            println!("{line}");
        }
        return Ok(true);
    }
    let problems = problems()?;
    for problem in &problems {
        println!("{problem}");
    }
    Ok(problems.is_empty())
}

fn problems() -> Result<Vec<String>, String> {
    let root = root();
    let files = files::of_the_project(root)?;
    let mut problems: Vec<String> = FILE_CHECKS.iter().flat_map(|check| check(&files)).collect();
    problems.append(&mut crates::check(root, &files)?);
    problems.append(&mut unused::check(root, &files)?);
    for check in PACKAGE_CHECKS {
        problems.append(&mut check(root)?);
    }
    Ok(problems)
}

/// Returns the root directory of the workspace.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}
