//! The back end trait.

use std::fmt;

use crate::{
    diag::Diagnostic,
    lower::Lowered,
    model::{Model, TypeId},
    settings::{Setting, Settings},
    source::SourceMap,
};

/// A back end: converts schemas to files. The command line has a command with its name and includes it in `generate`,
/// idlgen.toml has a table with its name, and build scripts can enable it. [`BACKENDS`](super::BACKENDS) lists all.
pub trait Backend: fmt::Debug + Sync {
    /// Returns the name: that of its command, of its table in idlgen.toml and of its [output](Settings::outputs).
    fn name(&self) -> &'static str;

    /// Returns the display name, which is also the heading of its flags.
    fn title(&self) -> &'static str;

    /// Returns the summary of its command, a sentence without its period.
    fn summary(&self) -> &'static str;

    /// Returns a description of its output, as the object of a sentence.
    fn product(&self) -> &'static str;

    /// Returns its rows in the table of settings.
    fn settings(&self) -> &'static [Setting];

    /// Returns the feature gates of API servers that affect its output.
    fn gates(&self) -> &'static [Setting] {
        &[]
    }

    /// Returns the default output file or directory, relative to the back end's own directory. Empty for that directory
    /// itself.
    fn usual_output(&self, settings: &Settings) -> &'static str;

    /// Returns `true` if `generate` with a common output directory enables it by default.
    fn is_usual(&self) -> bool {
        true
    }

    /// Returns an error message if the settings are contradictory. `as_one_text` is `true` if the output is printed.
    fn contradiction(&self, _settings: &Settings, _as_one_text: bool) -> Option<&'static str> {
        None
    }

    /// Returns `true` if its command with this setting prints the output unless `-o` names another one.
    fn prints(&self, _setting: &Setting) -> bool {
        false
    }

    /// Returns its requirements for earlier stages.
    fn needs(&self, _settings: &Settings) -> Needs {
        Needs::default()
    }

    /// Generates its files. Includes files affected by errors: the session withholds those.
    fn emit(&self, input: &Input<'_>) -> Emitted;
}

/// The output of a back end.
#[derive(Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "the back ends are this crate's own")]
pub struct Emitted {
    /// The files or parts of files.
    pub parts: Vec<Part>,
    /// Diagnostics about all parts.
    pub diagnostics: Vec<Diagnostic>,
    /// `true` if the back end owns its output directory, so that files that it no longer generates are removed.
    pub owns_folder: bool,
    /// Generates the text of the parts that have none yet.
    pub later: Later,
}

/// Generates text on demand. The function gets a flag for each part that states whether its text is required, and
/// returns for each part the text if it is required and was missing.
#[derive(Default)]
pub struct Later(Option<Box<WriteTexts>>);

type WriteTexts = dyn FnOnce(&[bool]) -> Vec<Option<String>>;

impl Later {
    pub(crate) fn new(write: impl FnOnce(&[bool]) -> Vec<Option<String>> + 'static) -> Self {
        Later(Some(Box::new(write)))
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Later").field(&self.0.is_some()).finish()
    }
}

/// A file, or a part of one that is written or withheld as a unit.
#[derive(Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "the back ends are this crate's own")]
pub struct Part {
    /// The path of the file relative to the output path. Empty if the output is a single file. Parts with the same path
    /// are concatenated.
    pub path: String,
    /// The kind that it describes, if any.
    pub kind: Option<String>,
    /// The text. `None` if an error prevents it.
    pub text: Option<String>,
    /// The types from which it is generated, including all referenced types.
    pub types: Types,
    /// Diagnostics about this part.
    pub diagnostics: Vec<Diagnostic>,
}

/// The types from which a part of an output is generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "there are no other variants")]
pub enum Types {
    /// All types of the requested packages.
    #[default]
    All,
    /// These types.
    Some(Vec<TypeId>),
    /// These types as in a CRD. If the schema of a field is independent of its Go type
    /// (`+kubebuilder:validation:Schemaless`), the field's type is excluded, but its tags are included.
    Defined(Vec<TypeId>),
}

impl Part {
    /// Creates a file that is generated from all types.
    pub fn of_all(path: impl Into<String>, text: String) -> Self {
        Part { path: path.into(), text: Some(text), ..Part::default() }
    }
}

impl Emitted {
    /// Returns the parts. Generates the missing text of those in `is_wanted`.
    pub(crate) fn into_parts(self, is_wanted: &[bool]) -> Vec<Part> {
        let Emitted { mut parts, later: Later(write), .. } = self;
        let Some(write) = write else { return parts };
        for (part, text) in parts.iter_mut().zip(write(is_wanted)) {
            part.text = part.text.take().or(text);
        }
        parts
    }

    /// Creates the parts of a directory that the back end owns.
    pub fn directory(parts: Vec<Part>) -> Self {
        Emitted { parts, owns_folder: true, ..Emitted::default() }
    }
}

/// The input of a back end.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Input<'a> {
    /// The packages and types, with their tags.
    pub model: &'a Model,
    /// The lowered schemas.
    pub lowered: &'a Lowered,
    /// The settings of the run.
    pub settings: &'a Settings,
    /// The source files, for locations in the output.
    pub sources: &'a SourceMap,
    /// `true` to generate a single file even if there could be several.
    pub as_one_file: bool,
}

impl<'a> Input<'a> {
    /// Creates the input for a back end.
    pub fn new(
        model: &'a Model,
        lowered: &'a Lowered,
        settings: &'a Settings,
        sources: &'a SourceMap,
        as_one_file: bool,
    ) -> Self {
        Input { model, lowered, settings, sources, as_one_file }
    }
}

/// The requirements of back ends for earlier stages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the back ends are this crate's own")]
pub struct Needs {
    /// `true` if complete documents require the types that all served groups and versions have.
    pub documents: bool,
    /// The type whose CEL rules are checked as part of a CRD: its name, or its import path and name.
    pub definition: Option<String>,
}

impl Needs {
    /// Combines two requirements.
    pub fn and(self, other: Needs) -> Needs {
        Needs { documents: self.documents || other.documents, definition: self.definition.or(other.definition) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_that_are_wanted_are_written_later() {
        let parts = vec![Part::of_all("a", "first".to_owned()), Part::default(), Part::default()];
        let write = |is_wanted: &[bool]| {
            let texts = ["again", "second", "third"].iter().zip(is_wanted);
            texts.map(|(text, is_wanted)| is_wanted.then(|| (*text).to_owned())).collect()
        };
        let emitted = Emitted { parts, later: Later::new(write), ..Emitted::default() };
        let texts: Vec<Option<String>> =
            emitted.into_parts(&[true, false, true]).into_iter().map(|part| part.text).collect();
        assert_eq!(texts, [Some("first".to_owned()), None, Some("third".to_owned())]);
    }
}
