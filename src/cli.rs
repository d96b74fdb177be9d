//! The command line, with one file per command. Only this module and `build` read the environment and print.

mod arguments;
mod commands;
mod controller_gen;
mod diff;
mod examples;
mod exit;
mod flags;
mod harness;
mod kubectl;
mod overview;
mod terminal;

use std::ffi::OsString;

use clap::{
    ArgMatches, CommandFactory, FromArgMatches,
    error::{ContextKind, ContextValue},
};

use crate::diag::nearest;
use arguments::Arguments;
pub use exit::Exit;
pub(crate) use exit::{ENVIRONMENT, ROWS as EXIT_STATUSES, Statuses};
use terminal::Terminal;

/// Runs the program with these arguments, the first of which is the program's name. An output error (a full disk) is an
/// error; a closed pipe is not.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Exit {
    let arguments = arguments.into_iter().map(Into::into).collect();
    // Objects may nest as deep as API servers accept.
    idlgen_yaml::run_deep(|| run_here(arguments))
}

fn run_here(arguments: Vec<OsString>) -> Exit {
    let controller_gen::Translated { arguments, remainder } = match controller_gen::translated(arguments) {
        Ok(translated) => translated,
        Err(message) => {
            let terminal = Terminal::with_defaults();
            terminal.fatal(&message);
            return terminal.end(Exit::Environment);
        }
    };
    if let Some(line) = remainder {
        Terminal::with_defaults().warning(&format!("idlgen generates only CRDs; for the rest, run `{line}`"));
    }
    definition_for(&arguments).try_get_matches_from(arguments).and_then(|matches| dispatch(&matches)).unwrap_or_else(
        |mut error| {
            suggest_nearest_command(&mut error);
            let terminal = Terminal::with_defaults();
            terminal.usage(&error);
            // Help and version are not errors.
            terminal.end(if error.use_stderr() { Exit::Environment } else { Exit::Clean })
        },
    )
}

/// Removes all but the nearest of the commands that clap suggests for an unknown one. It lists the least similar first.
fn suggest_nearest_command(error: &mut clap::Error) {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let Some(ContextValue::Strings(similar)) = error.get(ContextKind::SuggestedSubcommand) else { return };
    if let Some(near) = nearest(name, similar.iter().map(String::as_str)) {
        let near = ContextValue::Strings(vec![near.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, near);
    }
}

/// Returns the clap definition, which is used for parsing, help, completions and man pages.
pub(crate) fn definition() -> clap::Command {
    let program = exit::add_to_program(Arguments::command());
    let overview = overview::template(program.get_styles());
    program.help_template(overview).subcommands(commands::all().map(|command| with_help(&*command)))
}

/// Returns the part of the clap definition that parses these arguments: if the first one is the name of a command, only
/// that command.
fn definition_for(arguments: &[OsString]) -> clap::Command {
    match arguments.get(1).and_then(|first| commands::all().find(|command| first == command.name())) {
        Some(command) => exit::add_to_program(Arguments::command()).subcommand(with_help(&*command)),
        None => definition(),
    }
}

/// Returns the definition of a command, with the examples and the exit statuses at the end of its help.
fn with_help(command: &dyn commands::Command) -> clap::Command {
    examples::add(exit::add(command.definition()))
}

fn dispatch(matches: &ArgMatches) -> Result<Exit, clap::Error> {
    let Arguments { global } = Arguments::from_arg_matches(matches)?;
    let Some((name, matches)) = matches.subcommand() else { return Ok(Exit::Environment) };
    let mut terminal = Terminal::new(&global);
    let command = commands::all().find(|command| command.name() == name);
    let exit = command.map_or(Ok(Exit::Environment), |command| command.run(matches, &global, &mut terminal))?;
    terminal.finish();
    Ok(terminal.end(exit))
}

#[cfg(test)]
mod tests {
    use clap::error::ErrorKind;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        definition().debug_assert();
        for command in commands::all() {
            assert_eq!(command.definition().get_name(), command.name());
        }
    }

    #[test]
    fn a_command_is_the_same_without_the_others() {
        for command in commands::all() {
            for more in [&["--help"][..], &["--nonsense"], &["--color"], &["help", "--version"]] {
                let words: Vec<OsString> = ["idlgen", command.name()].iter().chain(more).map(OsString::from).collect();
                let shown = |definition: clap::Command| {
                    definition.try_get_matches_from(&words).map_err(|error| error.render().ansi().to_string())
                };
                let (own, all) = (shown(definition_for(&words)), shown(definition()));
                assert_eq!(own.map(|_| ()), all.map(|_| ()), "{words:?}");
            }
        }
    }

    /// Returns the commands without subcommands, with the words that select them.
    fn called(command: &clap::Command, words: &[String]) -> Vec<(Vec<String>, clap::Command)> {
        let mut called: Vec<_> = command
            .get_subcommands()
            .filter(|inner| inner.get_name() != "help")
            .flat_map(|inner| called(inner, &[words, &[inner.get_name().to_owned()]].concat()))
            .collect();
        if called.is_empty() {
            called.push((words.to_vec(), command.clone()));
        }
        called
    }

    /// Returns the help of an option on a single line.
    fn entry(help: &str, long: &str) -> String {
        let start = help.find(&format!("--{long} ")).expect("it is there");
        let lines = help[start..].lines().enumerate();
        // An option starts at column 2 or 6. Deeper lines belong to the previous one.
        let indentation = |line: &str| line.len() - line.trim_start().len();
        let own = lines.take_while(|(number, line)| *number == 0 || line.trim().is_empty() || indentation(line) > 6);
        own.map(|(_, line)| line.trim()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_help_and_every_shell_knows_the_values_of_options() {
        let mut whole = definition();
        whole.build();
        let mut seen = Vec::new();
        for (words, command) in called(&whole, &["idlgen".to_owned()]) {
            let helps =
                [command.clone().render_long_help(), command.clone().render_help()].map(|help| help.to_string());
            for option in command.get_arguments().filter(|one| one.get_action().takes_values()) {
                let Some(long) = option.get_long() else { continue };
                let nonsense = [words.as_slice(), &[format!("--{long}=nonsense!")]].concat();
                let refusal = definition().try_get_matches_from(nonsense).map_err(|error| error.kind());
                let is_refused = matches!(refusal, Err(ErrorKind::ValueValidation | ErrorKind::InvalidValue));
                let values: Vec<String> =
                    option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
                let is_pair = option.get_value_names().is_some_and(|names| names.iter().any(|name| name.contains('=')));
                // A number is not a choice.
                let number = [words.as_slice(), &[format!("--{long}=7777")]].concat();
                let refusal = definition().try_get_matches_from(number).map_err(|error| error.kind());
                let is_number = refusal.is_ok() || matches!(refusal, Err(ErrorKind::MissingRequiredArgument));
                assert!(
                    !is_refused || is_pair || is_number || !values.is_empty(),
                    "{words:?} --{long} does not know its values"
                );
                // If there are many, the help contains the first and last one, or the command that lists them.
                let listed: Vec<&str> = match values.as_slice() {
                    [_, .., last] if last.parse::<f32>().is_ok() => vec![&values[0], last],
                    many if many.len() > 20 => vec!["`idlgen explain` lists them", "as for --select"],
                    few => few.iter().map(|name| name.split('=').next().unwrap_or(name)).collect(),
                };
                for help in &helps {
                    let entry = entry(help, long);
                    let is_listed = |name: &&str| entry.contains(*name);
                    let is_right =
                        if values.len() > 20 { listed.iter().any(is_listed) } else { listed.iter().all(is_listed) };
                    assert!(is_right, "{words:?} --{long}: {listed:?} are not in {entry:?}");
                }
                if !values.is_empty() {
                    seen.push(long.to_owned());
                }
            }
        }
        seen.sort();
        seen.dedup();
        assert_eq!(
            seen,
            [
                "as",
                "color",
                "compat",
                "draft",
                "fail-on",
                "feature-gates",
                "formats",
                "ignore",
                "indent",
                "kubernetes-version",
                "layout",
                "message-format",
                "message-style",
                "openapi",
                "output",
                "preserve-unknown-fields",
                "report",
                "select",
                "stability",
                "strip-zero",
                "subresource",
                "unknown-fields",
                "unknown-kinds",
                "unknown-rules",
                "warn",
                "zero-mode"
            ]
        );
    }
}
