//! The command `idlgen generate`.

use std::path::PathBuf;

use clap::{Parser, ValueHint};

use super::{
    command::Run,
    output::finish,
    preparation::{apply, output_path, prepared},
};
use crate::{
    cli::{
        Exit,
        arguments::{CheckArguments, GlobalArguments, OverwriteArguments, PackageArguments},
        flags::{BackEnds, Flags, Writing},
        terminal::Terminal,
    },
    emit::{BACKENDS, Backend},
    session::Outputs,
    settings::{Settings, enumerated},
};

/// Write the outputs that idlgen.toml configures.
///
/// If idlgen.toml configures no outputs, pass -o to write OpenAPI definitions and Rust modules below DIR.
#[derive(Debug, Parser)]
#[command(name = "generate")]
pub(super) struct Generate {
    #[command(flatten)]
    packages: PackageArguments,

    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath, help = output_help())]
    output: Option<PathBuf>,

    #[command(flatten)]
    check: CheckArguments,

    #[command(flatten)]
    overwriting: OverwriteArguments,

    #[command(flatten)]
    writing: Flags<Writing>,

    #[command(flatten)]
    settings: Flags<BackEnds>,
}

fn output_help() -> String {
    let settings = Settings::default();
    let place = |backend: &&'static dyn Backend| {
        let path = format!("DIR/{}/{}", backend.name(), backend.usual_output(&settings));
        format!("the {} to {}", backend.product(), path.trim_end_matches('/'))
    };
    format!("Write {}", enumerated(usual().map(place), "and"))
}

/// Iterates over the back ends that write to a common output directory.
fn usual() -> impl Iterator<Item = &'static &'static dyn Backend> {
    BACKENDS.iter().filter(|backend| backend.is_usual())
}

impl Run for Generate {
    fn run(self, global: &GlobalArguments, terminal: &mut Terminal) -> Exit {
        let mut session = match prepared(global, &self.packages, terminal) {
            Ok(session) => session,
            Err(exit) => return exit,
        };
        let settings = &mut session.settings;
        for given in [&self.settings.given, &self.writing.given] {
            if let Err(exit) = apply(given, settings, terminal) {
                return exit;
            }
        }
        if let Some(reason) = BACKENDS.iter().find_map(|backend| backend.contradiction(settings, false)) {
            terminal.fatal(reason);
            return Exit::Environment;
        }
        if let Some(output) = &self.output {
            let output = match output_path(output, &settings.directory, terminal) {
                Ok(output) => output,
                Err(exit) => return exit,
            };
            for backend in usual() {
                let folder = output.join(backend.name());
                let usual = backend.usual_output(settings);
                let path = if usual.is_empty() { folder } else { folder.join(usual) };
                settings.outputs.insert(backend.name(), path);
            }
        }
        let has_output = |backend: &&dyn Backend| settings.outputs.contains_key(backend.name());
        let back_ends: Vec<_> = BACKENDS.iter().copied().filter(has_output).collect();
        if back_ends.is_empty() {
            let keys = BACKENDS.iter().map(|backend| format!("{}.output", backend.name()));
            terminal.fatal(&format!(
                "no output was specified; pass -o DIR or set {} in idlgen.toml (`idlgen init` writes one)",
                enumerated(keys, "or")
            ));
            return Exit::Environment;
        }
        let outputs = Outputs { back_ends, as_one_file: false, keeps_others: !self.overwriting.overwrite };
        finish(session, &outputs, self.check.check, false, terminal)
    }
}
