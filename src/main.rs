//! The idlgen command line program.

use std::process::ExitCode;

/// Schemas and documents consist of many small allocations on several threads, for which the system allocator is
/// slower.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(idlgen::cli::run(std::env::args_os()) as u8)
}
