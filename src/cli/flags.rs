//! Flags of settings: builds them from the table rows, and converts them to assignments.

mod given;
mod values;

use std::marker::PhantomData;

use clap::{
    Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches,
    builder::{PossibleValue, PossibleValuesParser},
};

use given::pair;

use crate::{
    emit::{BACKENDS, Backend},
    settings::{
        Assignment, CHANNELS, DIFF, ENVIRONMENT, FINDINGS, Flag, OBJECTS, READING, Setting, SettingValue, TEST,
        ValueType, WRITING, enumerated,
    },
};

/// The common flag of all feature gates.
const FEATURE_GATES: &str = "feature-gates";

/// The arguments of a command for its settings, for `#[command(flatten)]`.
#[derive(Clone, Debug)]
pub(crate) struct Flags<S> {
    /// The assignments of the user, in the order of the table.
    pub(crate) given: Vec<Assignment>,
    selection: PhantomData<fn() -> S>,
}

/// A selection of settings for which a command has flags.
pub(crate) trait Selection {
    /// Returns the settings with their headings.
    fn groups() -> Vec<Group>;
}

/// Settings under a heading of the help.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    heading: Option<&'static str>,
    settings: Vec<&'static Setting>,
    gates: Vec<&'static Setting>,
}

impl Group {
    /// Returns the settings of a back end with the feature gates that affect it. `alone` is `true` for the back end's
    /// own command.
    pub(crate) fn of_back_end(backend: &'static dyn Backend, alone: bool) -> Self {
        let is_here = |setting: &&Setting| alone || !matches!(setting.flag, Flag::Named { only_alone: true, .. });
        let settings = backend.settings().iter().filter(is_here).collect();
        Group { heading: Some(backend.title()), settings, gates: backend.gates().iter().collect() }
    }
}

/// Settings for reading Go packages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {}

impl Selection for Reading {
    fn groups() -> Vec<Group> {
        vec![Group {
            heading: None,
            settings: READING.iter().chain(CHANNELS).chain(ENVIRONMENT).chain(FINDINGS).collect(),
            gates: Vec::new(),
        }]
    }
}

/// Settings for reading Go packages and comparing them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Comparing {}

impl Selection for Comparing {
    fn groups() -> Vec<Group> {
        let settings = DIFF.iter().chain(READING).chain(CHANNELS).chain(ENVIRONMENT).chain(FINDINGS);
        vec![Group { heading: None, settings: settings.collect(), gates: Vec::new() }]
    }
}

/// Settings for errors that withhold outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writing {}

impl Selection for Writing {
    fn groups() -> Vec<Group> {
        vec![Group { heading: None, settings: WRITING.iter().collect(), gates: Vec::new() }]
    }
}

/// Settings for reading Go packages and validating objects of their types.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ReadingAndValidating {}

impl Selection for ReadingAndValidating {
    fn groups() -> Vec<Group> {
        let settings = OBJECTS.iter().chain(READING).chain(CHANNELS).chain(ENVIRONMENT).chain(FINDINGS).collect();
        vec![Group { heading: None, settings, gates: Vec::new() }]
    }
}

/// Settings for reading Go packages and preparing objects of their types.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Preparing {}

impl Selection for Preparing {
    fn groups() -> Vec<Group> {
        let is_about_types = |setting: &&Setting| matches!(setting.path, ["validate", "zero-mode" | "exclude"]);
        let settings =
            OBJECTS.iter().filter(is_about_types).chain(READING).chain(CHANNELS).chain(ENVIRONMENT).chain(FINDINGS);
        vec![Group { heading: None, settings: settings.collect(), gates: Vec::new() }]
    }
}

/// Settings for evaluating expressions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expressions {}

impl Selection for Expressions {
    fn groups() -> Vec<Group> {
        let is_of_rules = |setting: &&Setting| matches!(setting.path, ["kubernetes-version"] | ["cel", ..]);
        vec![Group {
            heading: None,
            settings: READING.iter().filter(is_of_rules).chain(FINDINGS).collect(),
            gates: Vec::new(),
        }]
    }
}

/// Settings for diagnostics about KubeVirt template rules.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rules {}

impl Selection for Rules {
    fn groups() -> Vec<Group> {
        // The commands have the flag `--warnings-as-errors`.
        let is_here = |setting: &&Setting| setting.path != ["deny-warnings"];
        vec![Group { heading: None, settings: FINDINGS.iter().filter(is_here).collect(), gates: Vec::new() }]
    }
}

/// Settings for running the cases of suites.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Suites {}

impl Selection for Suites {
    fn groups() -> Vec<Group> {
        let is_of_cases = |setting: &&Setting| {
            matches!(setting.path, ["kubernetes-version"] | ["cel", ..] | ["validate", "message-style"])
        };
        let settings = READING.iter().chain(OBJECTS).filter(is_of_cases).chain(TEST).collect();
        vec![Group { heading: None, settings, gates: Vec::new() }]
    }
}

/// Settings for generating CRDs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Definitions {}

impl Selection for Definitions {
    fn groups() -> Vec<Group> {
        vec![Group::of_back_end(&crate::emit::crd::Crd, true)]
    }
}

/// Settings of all back ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BackEnds {}

impl Selection for BackEnds {
    fn groups() -> Vec<Group> {
        let mut groups: Vec<Group> = BACKENDS.iter().map(|backend| Group::of_back_end(*backend, false)).collect();
        // A single flag covers all gates. It belongs to the first group with gates.
        let gates: Vec<_> = groups.iter_mut().flat_map(|group| std::mem::take(&mut group.gates)).collect();
        let place = BACKENDS.iter().position(|backend| !backend.gates().is_empty());
        if let Some(group) = place.and_then(|place| groups.get_mut(place)) {
            group.gates = gates;
        }
        groups
    }
}

impl<S: Selection> Args for Flags<S> {
    fn augment_args(command: Command) -> Command {
        S::groups().iter().fold(command, define)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Selection> FromArgMatches for Flags<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Flags {
            given: S::groups().iter().flat_map(|group| assignments(group, matches)).collect(),
            selection: PhantomData,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Adds the flags of settings to a command.
pub(crate) fn define(command: Command, group: &Group) -> Command {
    let flags = group.settings.iter().filter_map(|setting| flag(setting));
    let gates = (!group.gates.is_empty()).then(|| feature_gates(&group.gates));
    command.args(flags.chain(gates).map(|flag| flag.help_heading(group.heading)))
}

/// Returns the assignments from the flags of settings.
pub(crate) fn assignments(group: &Group, matches: &ArgMatches) -> Vec<Assignment> {
    let mut given = Vec::new();
    for setting in &group.settings {
        let Flag::Named { long, .. } = setting.flag else { continue };
        if setting.form == ValueType::Boolean {
            if matches.get_flag(long) {
                given.push(Assignment { setting, name: String::new(), text: "true".to_owned() });
            }
        } else if let Some(texts) = matches.get_many::<String>(long) {
            given.extend(texts.map(|text| assignment(setting, text)));
        }
    }
    if !group.gates.is_empty()
        && let Some(gates) = matches.get_many::<Assignment>(FEATURE_GATES)
    {
        given.extend(gates.cloned());
    }
    given
}

/// Returns the flag of a setting, if it has one of its own.
fn flag(setting: &'static Setting) -> Option<Arg> {
    let Flag::Named { long, value, help, .. } = setting.flag else { return None };
    let flag = Arg::new(long).long(long).help(help.replace("{expected}", &setting.form.expected()));
    if setting.form == ValueType::Boolean {
        return Some(flag.action(ArgAction::SetTrue));
    }
    let flag = match setting.needed_by {
        Some((other, value)) => flag.required_if_eq(other, value),
        None => flag,
    };
    let flag = flag.value_name(value).action(if setting.is_repeated() { ArgAction::Append } else { ArgAction::Set });
    let flag = if setting.form == ValueType::Codes { flag.value_delimiter(',') } else { flag };
    Some(match setting.form {
        ValueType::Choices(choices) => {
            let values = choices.iter().map(|choice| PossibleValue::new(choice.name).help(choice.meaning));
            flag.value_parser(PossibleValuesParser::new(values))
        }
        _ => flag.value_parser(values::Checked(setting)).hide_possible_values(true),
    })
}

fn assignment(setting: &'static Setting, text: &str) -> Assignment {
    let given = if setting.is_table() { pair(text).ok() } else { None };
    let SettingValue { name, text } = given.unwrap_or(SettingValue { name: "", text });
    Assignment { setting, name: name.to_owned(), text: text.to_owned() }
}

fn feature_gates(gates: &[&'static Setting]) -> Arg {
    let names = enumerated(gates.iter().filter_map(|gate| gate.path.last().copied()), "and");
    Arg::new(FEATURE_GATES)
        .long(FEATURE_GATES)
        .value_name("NAME=BOOL")
        .help(format!("Set the feature gates {names}: NAME=true or NAME=false"))
        .action(ArgAction::Append)
        .value_delimiter(',')
        .value_parser(values::Gates)
        .hide_possible_values(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cli::definition, config, settings::Method};

    #[test]
    fn every_setting_with_a_flag_has_it_in_a_command_and_in_its_help() {
        let mut definition = definition();
        definition.build();
        for setting in config::table() {
            let long = match setting.flag {
                Flag::Named { long, .. } => long,
                Flag::Output { .. } => "output",
                Flag::Gate => FEATURE_GATES,
                Flag::None(_) => continue,
            };
            let command = setting.path.first().copied().unwrap_or_default();
            // For settings of a back end, of object validation, of comparisons and of tests, the flag is on the
            // command with that name.
            let has_command =
                crate::emit::backend(command).is_some() || matches!(command, "diff" | "test" | "validate");
            let commands = definition.get_subcommands().filter(|one| match setting.flag {
                Flag::Named { .. } | Flag::Output { .. } if has_command => one.get_name() == command,
                _ => one.get_name() == "generate",
            });
            let flags: Vec<&Arg> =
                commands.flat_map(Command::get_arguments).filter(|flag| flag.get_long() == Some(long)).collect();
            assert_eq!(flags.len(), 1, "{}", setting.key());
            assert!(flags.iter().all(|flag| flag.get_help().is_some()), "{}", setting.key());
            assert_ne!(setting.method, Method::None(""), "{}", setting.key());
        }
    }
}
