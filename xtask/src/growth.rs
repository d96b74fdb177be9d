//! Growth of CPU time with the size of the input, for each kind of input that once had superlinear growth.
//!
//! Each run starts the program as a user does. A kind is measured at sizes 1 to 16 times its base. The
//! reported exponent is that of the power function of the size that best fits the times: 1 is linear and 2 is
//! quadratic. All times include the start of the program, which is negligible because the bases are large.

mod input;
pub(crate) mod measure;

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use self::{
    input::{KINDS, Kind},
    measure::{Ended, Measured, exponent, run_program},
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only kinds whose name contains one of these strings
    names: Vec<String>,
    /// The program [default: a release build of this checkout]
    #[arg(long, value_name = "PROGRAM")]
    program: Option<PathBuf>,
    /// Number of runs of each size; the fastest run is used
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// A run that takes longer is stopped, and larger sizes are skipped
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Measure nothing and write the largest input of each kind to this directory, for a profiler
    #[arg(long, value_name = "FOLDER")]
    inputs: Option<PathBuf>,
}

/// The measured sizes, as multiples of the base.
const SIZES: [usize; 5] = [1, 2, 4, 8, 16];
/// The maximum exponent of any kind.
const MOST: f64 = 1.2;
/// Sizes that take longer than this run only once.
const LONG: Duration = Duration::from_secs(2);

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let is_chosen =
        |kind: &&Kind| arguments.names.is_empty() || arguments.names.iter().any(|name| kind.name.contains(name));
    let kinds: Vec<&Kind> = KINDS.iter().filter(is_chosen).collect();
    if kinds.is_empty() {
        return Err("no kind has such a name".to_owned());
    }
    if let Some(folder) = &arguments.inputs {
        for kind in kinds {
            let folder = folder.join(kind.name.replace(' ', "-"));
            kind.write(SIZES.into_iter().max().unwrap_or(1), &folder)?;
            println!("cd {} && idlgen {}", folder.display(), kind.arguments().join(" "));
        }
        return Ok(true);
    }
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => built()?,
    };
    println!("CPU seconds at 1 to 16 times the base, memory at the largest size, exponent (at most {MOST})");
    let mut is_linear = true;
    for kind in kinds {
        is_linear &= row(kind, &program, arguments)?;
    }
    Ok(is_linear)
}

/// Measures and prints one kind. Returns whether it is linear.
fn row(kind: &Kind, program: &Path, arguments: &Arguments) -> Result<bool, String> {
    let limit = Duration::from_secs(arguments.seconds);
    let mut points = Vec::new();
    let mut peak = 0;
    let mut line = format!("{:<44}{:>7}", kind.name, kind.base);
    for times in SIZES {
        match smallest(kind, times, program, arguments.runs, limit)? {
            Ended::Measured(measured) => {
                let seconds = measured.cpu.as_secs_f64();
                points.push((times as f64, seconds));
                peak = measured.peak;
                let _ = write!(line, "{seconds:>8.2}");
            }
            Ended::Stopped => {
                let _ = write!(line, "{:>8}", format!(">{}", arguments.seconds));
                break;
            }
            Ended::Died => {
                line += "    died";
                break;
            }
        }
    }
    let is_whole = points.len() == SIZES.len();
    let grown = exponent(&points);
    let is_linear = is_whole && grown <= MOST;
    let gap = " ".repeat(8 * SIZES.len().saturating_sub(points.len() + usize::from(!is_whole)));
    println!("{line}{gap}{:>7} MB  {grown:.2}{}", peak >> 20, if is_linear { "" } else { "  too much" });
    Ok(is_linear)
}

/// Returns the fastest run, or one that did not end by itself.
fn smallest(kind: &Kind, times: usize, program: &Path, runs: usize, limit: Duration) -> Result<Ended, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    kind.write(times, folder.path())?;
    let mut best: Option<Measured> = None;
    for _ in 0..runs.max(1) {
        let measured = match run_program(program, &kind.arguments(), folder.path(), limit)? {
            Ended::Measured(measured) => measured,
            other => return Ok(other),
        };
        let is_long = measured.cpu > LONG;
        if best.as_ref().is_none_or(|best| measured.cpu < best.cpu) {
            best = Some(measured);
        }
        if is_long {
            break;
        }
    }
    Ok(best.map_or(Ended::Died, Ended::Measured))
}

/// Returns a release build of this checkout.
pub(crate) fn built() -> Result<PathBuf, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let build = ["build", "--quiet", "--release", "--package", "idlgen", "--bin", "idlgen"];
    let status = Command::new(cargo).args(build).status().map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err("cargo build failed".to_owned());
    }
    let folder = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = folder.parent().and_then(Path::parent).ok_or("this program lies in no target folder")?;
    Ok(target.join("release").join(format!("idlgen{}", std::env::consts::EXE_SUFFIX)))
}
