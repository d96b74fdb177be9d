//! idlgen on the command line.

use std::process::ExitCode;

/// Schemas and documents are many small values, made by several threads at once, for which the system's allocator takes
/// longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(idlgen::cli::run(std::env::args_os()) as u8)
}
