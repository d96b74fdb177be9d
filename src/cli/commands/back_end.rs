//! The commands of back ends: `idlgen openapi`, `idlgen rust`.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args, FromArgMatches, ValueHint, value_parser};

use super::{
    command::Command,
    output::finish,
    preparation::{apply, exit_of, output_path, prepared},
};
use crate::{
    cli::{
        Exit,
        arguments::{CheckArguments, GlobalArguments, OverwriteArguments, PackageArguments},
        flags::{self, Flags, Group, Writing},
        terminal::Terminal,
    },
    emit::Backend,
    session::Outputs,
    settings::{Flag, Setting},
};

pub(super) fn command(backend: &'static dyn Backend) -> Box<dyn Command> {
    Box::new(Single { backend })
}

struct Single {
    backend: &'static dyn Backend,
}

/// The arguments of all back end commands, except for the flags of settings.
#[derive(Debug, Args)]
struct Arguments {
    #[command(flatten)]
    packages: PackageArguments,

    #[command(flatten)]
    check: CheckArguments,

    #[command(flatten)]
    overwriting: OverwriteArguments,

    #[command(flatten)]
    writing: Flags<Writing>,

    /// Make the files, and write none: `output:none` of controller-gen.
    #[arg(long, hide = true)]
    discard_output: bool,
}

impl Command for Single {
    fn name(&self) -> &'static str {
        self.backend.name()
    }

    fn definition(&self) -> clap::Command {
        let backend = self.backend;
        let command = Arguments::augment_args(clap::Command::new(backend.name())).about(backend.summary());
        let command = command.args(backend.settings().iter().filter_map(output));
        flags::define(command, &Group::of_back_end(backend, true))
    }

    fn run(
        &self,
        matches: &ArgMatches,
        global: &GlobalArguments,
        terminal: &mut Terminal,
    ) -> Result<Exit, clap::Error> {
        let arguments = Arguments::from_arg_matches(matches)?;
        let output = matches.get_one::<PathBuf>(OUTPUT).map(PathBuf::as_path);
        let given = flags::assignments(&Group::of_back_end(self.backend, true), matches);
        let prints = given.iter().any(|given| self.backend.prints(given.setting));
        let output = output.or_else(|| prints.then_some(Path::new("-")));
        let to_stdout = output == Some(Path::new("-"));
        terminal.output_is_data = to_stdout;
        let mut session = match prepared(global, &arguments.packages, terminal) {
            Ok(session) => session,
            Err(exit) => return Ok(exit),
        };
        for given in [&given, &arguments.writing.given] {
            if let Err(exit) = apply(given, &mut session.settings, terminal) {
                return Ok(exit);
            }
        }
        if let Some(reason) = self.backend.contradiction(&session.settings, to_stdout) {
            terminal.fatal(reason);
            return Ok(Exit::Environment);
        }
        let output = match output {
            Some(output) if !to_stdout => match output_path(output, &session.settings.directory, terminal) {
                Ok(path) => Some(path),
                Err(exit) => return Ok(exit),
            },
            output => output.map(Path::to_owned),
        };
        let is_named = output.is_some();
        session.settings.outputs.extend(output.map(|output| (self.backend.name(), output)));
        if !session.settings.outputs.contains_key(self.backend.name()) {
            terminal.fatal(&format!(
                "no output was specified; pass -o {} (`-` is standard output) or set {}.output in idlgen.toml",
                value_name(self.backend),
                self.backend.name()
            ));
            return Ok(Exit::Environment);
        }
        // If the command line names the output, replace it even if idlgen did not generate it.
        let keeps_others = !is_named && !arguments.overwriting.overwrite;
        let outputs = Outputs { as_one_file: to_stdout, keeps_others, ..Outputs::of(self.backend) };
        if arguments.discard_output {
            let generated = session.generate(&outputs);
            terminal.diagnostics(&generated.diagnostics, &session.sources);
            return Ok(exit_of(&generated.diagnostics));
        }
        Ok(finish(session, &outputs, arguments.check.check, to_stdout, terminal))
    }
}

/// The id of `-o` in the matches.
const OUTPUT: &str = "output";

/// Returns the argument `-o`, if it sets this setting.
fn output(setting: &Setting) -> Option<Arg> {
    let Flag::Output { value, help } = setting.flag else { return None };
    let hint = if value == "DIR" { ValueHint::DirPath } else { ValueHint::FilePath };
    let parser = value_parser!(PathBuf);
    Some(Arg::new(OUTPUT).short('o').long(OUTPUT).value_name(value).value_hint(hint).help(help).value_parser(parser))
}

fn value_name(backend: &dyn Backend) -> &'static str {
    let name = |setting: &Setting| if let Flag::Output { value, .. } = setting.flag { Some(value) } else { None };
    backend.settings().iter().find_map(name).unwrap_or("FILE")
}
