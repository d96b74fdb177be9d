//! A row of the table of settings.

use super::{kubernetes_minor, values::Settings};

/// A setting: its names, the type of its values, its description, and its storage.
#[derive(Debug)]
pub struct Setting {
    /// The parent tables in idlgen.toml and the key: `["openapi", "output"]`. `*` matches any name.
    pub path: &'static [&'static str],
    /// The name used for the `*` of the path in examples, quoted for TOML.
    pub sample: &'static str,
    /// The type of its values.
    pub form: ValueType,
    /// An example as TOML. If the setting has a default, this is the default.
    pub example: &'static str,
    /// `true` if the example is the default.
    pub example_is_default: bool,
    /// A description in full sentences.
    pub doc: &'static str,
    /// The reason why it is not available in idlgen.toml. `None` if it is.
    pub not_in_file: Option<&'static str>,
    /// The corresponding flag.
    pub flag: Flag,
    /// A flag and its value for which this setting is required on the command line, if any.
    pub needed_by: Option<(&'static str, &'static str)>,
    /// The corresponding method for build scripts.
    pub method: Method,
    /// Stores a value of the right type. For a list or table, adds the value as an element.
    pub set: fn(&mut Settings, &SettingValue<'_>) -> Result<(), InvalidSetting>,
}

/// A value to store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a plain pair of strings")]
pub struct SettingValue<'a> {
    /// The name for the `*` in the path. Empty if the path has none.
    pub name: &'a str,
    /// The value.
    pub text: &'a str,
}

/// The reason for rejecting a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidSetting {
    /// The value does not have the [`ValueType`].
    Value,
    /// The name for `*` is unknown.
    UnknownName {
        /// The kind of thing that the name identifies, such as `diagnostic`.
        of: &'static str,
        /// A similar valid name.
        nearest: Option<String>,
    },
    /// The value has the right type but is not allowed. Contains the reason, which follows the value in the message.
    Senseless(&'static str),
}

impl InvalidSetting {
    /// Returns the error message for the setting `key`, in which `name` replaces the `*`.
    pub fn message(&self, setting: &Setting, key: &str, name: &str) -> String {
        match self {
            InvalidSetting::Value => format!("`{key}` must be {}", setting.form.describe()),
            InvalidSetting::UnknownName { of, .. } => format!("unknown {of} `{name}`"),
            InvalidSetting::Senseless(reason) => format!("`{name}` {reason}"),
        }
    }
}

/// The type of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A string.
    Text,
    /// The path of a file or directory. On the command line it is relative to the current directory.
    Path,
    /// A list of strings.
    Texts,
    /// A list of diagnostics: codes, names, or prefixes of codes.
    Codes,
    /// `true` or `false`.
    Boolean,
    /// An integer from the first to the second number, both included.
    Integer(u32, u32),
    /// A minor version of Kubernetes: `1.35`.
    KubernetesVersion,
    /// One of these values.
    OneOf(&'static [&'static str]),
    /// One of these values, which the help of the flag describes.
    Choices(&'static [Choice]),
}

/// One of several described values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "rows of a table")]
pub struct Choice {
    /// The value.
    pub name: &'static str,
    /// The effect of the value, for the help of the flag.
    pub meaning: &'static str,
    /// `true` if it is also allowed in idlgen.toml.
    pub in_file: bool,
}

impl ValueType {
    /// Describes the value type, for idlgen.toml.
    pub fn describe(self) -> String {
        match self {
            ValueType::Text | ValueType::Path => "a string".to_owned(),
            ValueType::Texts => "a list of strings".to_owned(),
            ValueType::Codes => "a code (IDL0301), a name (unknown-tag) or a code prefix (IDL03)".to_owned(),
            ValueType::Boolean => "true or false".to_owned(),
            ValueType::Integer(least, most) => format!("an integer from {least} to {most}"),
            ValueType::KubernetesVersion => "a version from \"1.25\" to \"1.37\"".to_owned(),
            ValueType::OneOf(_) | ValueType::Choices(_) => {
                let quoted: Vec<String> = self.names(true).map(|name| format!("\"{name}\"")).collect();
                format!("one of {}", quoted.join(", "))
            }
        }
    }

    /// Iterates over the possible values of a choice. With `in_file`, only over those allowed in idlgen.toml.
    pub fn names(self, in_file: bool) -> impl Iterator<Item = &'static str> {
        let (names, choices): (&[&str], &[Choice]) = match self {
            ValueType::OneOf(names) => (names, &[]),
            ValueType::Choices(choices) => (&[], choices),
            ValueType::Text
            | ValueType::Path
            | ValueType::Texts
            | ValueType::Codes
            | ValueType::Boolean
            | ValueType::Integer(..)
            | ValueType::KubernetesVersion => (&[], &[]),
        };
        let choices = choices.iter().filter(move |choice| choice.in_file || !in_file);
        names.iter().copied().chain(choices.map(|choice| choice.name))
    }

    /// Returns a description of the values expected on the command line.
    pub fn expected(self) -> String {
        match self {
            ValueType::KubernetesVersion => "a version from 1.25 to 1.37".to_owned(),
            ValueType::OneOf(_) | ValueType::Choices(_) => enumerated(self.names(false), "or"),
            ValueType::Text
            | ValueType::Path
            | ValueType::Texts
            | ValueType::Codes
            | ValueType::Boolean
            | ValueType::Integer(..) => self.describe(),
        }
    }

    /// Returns `true` if a string, or an element of a list, has this type.
    pub fn fits(self, text: &str) -> bool {
        match self {
            ValueType::Text | ValueType::Path | ValueType::Texts => true,
            ValueType::Codes => !text.is_empty(),
            ValueType::Boolean => matches!(text, "true" | "false"),
            ValueType::Integer(least, most) => text.parse().is_ok_and(|number| (least..=most).contains(&number)),
            ValueType::KubernetesVersion => kubernetes_minor(text).is_some(),
            ValueType::OneOf(_) | ValueType::Choices(_) => self.names(false).any(|name| name == text),
        }
    }
}

/// How a setting is passed on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A separate flag: `--long VALUE`, or for [`ValueType::Boolean`] only `--long`. The flag of a list or table may be
    /// repeated, for tables as `--long NAME=VALUE`.
    Named {
        /// The name of the flag without dashes.
        long: &'static str,
        /// The name of the value in the help. Empty for flags without a value.
        value: &'static str,
        /// The help text. `{expected}` is replaced by [`ValueType::expected`].
        help: &'static str,
        /// `true` if the flag exists only for the command of the back end, not for `generate`.
        only_alone: bool,
    },
    /// The flag `-o` of the back end's command.
    Output {
        /// The name of the value in the help.
        value: &'static str,
        /// The help text.
        help: &'static str,
    },
    /// The flag `--feature-gates NAME=BOOL`.
    Gate,
    /// Unavailable, for this reason (a complete sentence).
    None(&'static str),
}

/// The build script method of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A separate method of `build::Config`.
    Named(&'static str),
    /// The method `build::Config::set`.
    Set,
    /// Unavailable, for this reason (a complete sentence).
    None(&'static str),
}

impl Setting {
    /// A row with the field values that most rows share.
    pub(super) const PLAIN: Setting = Setting {
        path: &[],
        sample: "",
        form: ValueType::Text,
        example: "\"\"",
        example_is_default: false,
        doc: "",
        not_in_file: None,
        flag: Flag::None(""),
        needed_by: None,
        method: Method::Set,
        set: |_, _| Err(InvalidSetting::Value),
    };

    /// Returns the key with its tables, without the `*` of a table: `openapi.output`, `modules`.
    pub fn key(&self) -> String {
        let parts: Vec<&str> = self.path.iter().copied().filter(|part| *part != "*").collect();
        parts.join(".")
    }

    /// Returns `true` if it is a table from names to values.
    pub fn is_table(&self) -> bool {
        self.path.last() == Some(&"*")
    }

    /// Returns `true` if a part of its path is a name chosen by the user.
    pub fn is_named(&self) -> bool {
        self.path.contains(&"*")
    }

    /// Returns the parts of its key before and after the name, such as `channels.` and `.gates`.
    pub fn around_name(&self) -> (String, String) {
        let mut parts = self.path.splitn(2, |part| *part == "*");
        let before = parts.next().unwrap_or_default().iter().flat_map(|part| [part, "."]).collect();
        let behind = parts.next().unwrap_or_default().iter().flat_map(|part| [".", part]).collect();
        (before, behind)
    }

    /// Returns the part of a key that corresponds to the `*` in the setting's path. Empty if the path has none.
    pub fn name_in<'p>(&self, path: &'p [String]) -> &'p str {
        let index = self.path.iter().position(|part| *part == "*");
        index.and_then(|index| path.get(index)).map_or("", String::as_str)
    }

    /// Returns `true` if it accepts any number of values.
    pub fn is_repeated(&self) -> bool {
        self.is_table() || matches!(self.form, ValueType::Texts | ValueType::Codes)
    }

    /// Stores a value.
    ///
    /// # Errors
    /// Returns the reason if the value is not valid. Nothing is changed in this case.
    pub fn apply(&self, settings: &mut Settings, name: &str, text: &str) -> Result<(), InvalidSetting> {
        if !self.form.fits(text) {
            return Err(InvalidSetting::Value);
        }
        (self.set)(settings, &SettingValue { name, text })
    }

    /// Checks whether [`apply`](Self::apply) would accept a value.
    ///
    /// # Errors
    /// Returns the reason if the value is not valid.
    pub fn check(&self, name: &str, text: &str) -> Result<(), InvalidSetting> {
        self.apply(&mut Settings::default(), name, text)
    }
}

/// A setting and a value for it.
#[derive(Clone, Debug)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Assignment {
    /// The row of the setting.
    pub setting: &'static Setting,
    /// The name for the `*` in the path. Empty if the path has none.
    pub name: String,
    /// The value.
    pub text: String,
}

impl Assignment {
    /// Stores the value.
    ///
    /// # Errors
    /// Returns the reason if the value is not valid. Nothing is changed in this case.
    pub fn apply(&self, settings: &mut Settings) -> Result<(), InvalidSetting> {
        self.setting.apply(settings, &self.name, &self.text)
    }
}

/// Formats names for a sentence as `a, b and c`, with `word` before the last name.
pub(crate) fn enumerated(names: impl IntoIterator<Item = impl Into<String>>, word: &str) -> String {
    let mut names: Vec<String> = names.into_iter().map(Into::into).collect();
    match names.pop() {
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} {word} {last}", names.join(", ")),
        None => String::new(),
    }
}

/// Stores a value, or returns an error if it is `None`.
pub(super) fn assign<T>(place: &mut T, value: Option<T>) -> Result<(), InvalidSetting> {
    *place = value.ok_or(InvalidSetting::Value)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::enumerated;

    #[test]
    fn names_are_enumerated_as_in_a_sentence() {
        for (names, expected) in
            [(&[][..], ""), (&["a"], "a"), (&["a", "b"], "a and b"), (&["a", "b", "c"], "a, b and c")]
        {
            assert_eq!(enumerated(names.iter().copied(), "and"), expected);
        }
    }
}
