//! idlgen on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(idlgen::cli::run(std::env::args_os()) as u8)
}
