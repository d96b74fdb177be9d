//! Reads the Go modules of Kubernetes, and of related projects, without losses and without false reports.
//!
//! The Go command downloads each module with its imports, so the previous contents of the module cache do not matter.

mod built_in;
mod declarations;
mod expected;
mod findings;
mod listing;
mod syntax;
mod tags;

use std::time::Instant;

use self::{
    expected::{MODULES, Module},
    findings::Findings,
};
use crate::go_modules::Scratch;

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Fail if a module is unavailable
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(arguments: &Arguments) -> bool {
    let (mut unread, mut differences) = (0, 0);
    for module in MODULES {
        match read(module) {
            Ok(found) => differences += found,
            Err(reason) => {
                println!("{} {}: not read: {reason}", module.path, module.version);
                unread += 1;
            }
        }
    }
    println!("{} modules, {unread} of them not read, {differences} differences", MODULES.len());
    differences == 0 && !(arguments.strict && unread > 0)
}

/// Reads a module and prints the results. Returns the number of differences, or the reason why the module is
/// unreadable.
fn read(module: &Module) -> Result<usize, String> {
    let begin = Instant::now();
    let patterns = module.declarations.as_ref().map_or(std::slice::from_ref(&module.packages), |part| part.patterns);
    let scratch = Scratch::of(module.path, module.version, patterns)?;
    let mut findings = Findings::default();
    if let Some(expected) = &module.declarations {
        declarations::check(&scratch, expected, &mut findings);
    }
    tags::check(&scratch, module, &mut findings);
    syntax::check(&scratch, &mut findings);
    if module.is_listed {
        listing::check(&scratch, &mut findings)?;
    }
    built_in::check(module, &mut findings)?;
    let Module { path, version, .. } = module;
    println!("{path} {version}: {}; {:.1} s", findings.read.join(", "), begin.elapsed().as_secs_f64());
    for difference in &findings.differences {
        println!("  {difference}");
    }
    Ok(findings.differences.len())
}
