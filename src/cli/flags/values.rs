//! Flag values: completion and validation.

use std::ffi::OsStr;

use clap::{
    Arg, Command,
    builder::{PossibleValue, TypedValueParser},
};

use super::given::{checked, feature_gate};
use crate::{
    codes, config,
    settings::{self, Assignment, Setting, ValueType},
};

#[derive(Clone, Copy, Debug)]
pub(super) struct Checked(pub(super) &'static Setting);

impl TypedValueParser for Checked {
    type Value = String;

    fn parse_ref(&self, command: &Command, flag: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let setting = self.0;
        (move |text: &str| checked(setting, text)).parse_ref(command, flag, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names: Vec<String> = match self.0.form {
            ValueType::OneOf(_) | ValueType::Choices(_) => self.0.form.names(false).map(str::to_owned).collect(),
            // A range with more numbers than a help text can list is not listed.
            ValueType::Integer(least, most) if most - least > 99 => Vec::new(),
            ValueType::Integer(least, most) => (least..=most).map(|number| number.to_string()).collect(),
            ValueType::KubernetesVersion => settings::kubernetes_versions().collect(),
            ValueType::Codes => codes::all().iter().map(|code| code.info().slug.to_owned()).collect(),
            ValueType::Text | ValueType::Path | ValueType::Texts | ValueType::Boolean => return None,
        };
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}

/// Feature gates with their values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gates;

impl TypedValueParser for Gates {
    type Value = Assignment;

    fn parse_ref(&self, command: &Command, flag: Option<&Arg>, value: &OsStr) -> Result<Assignment, clap::Error> {
        feature_gate.parse_ref(command, flag, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = config::gates().filter_map(|gate| gate.path.last());
        Some(Box::new(
            names.flat_map(|name| ["true", "false"].map(|value| PossibleValue::new(format!("{name}={value}")))),
        ))
    }
}
