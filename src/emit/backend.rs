//! What a back end is.

use std::fmt;

use crate::{
    diag::Diagnostic,
    lower::Lowered,
    model::{Model, TypeId},
    settings::{Setting, Settings},
};

/// A back end: schemas in, files out. The command line has a command of its name and makes it part of `generate`,
/// idlgen.toml has a table of its name, and build scripts can ask for it; [`BACKENDS`](super::BACKENDS) is the list.
pub trait Backend: fmt::Debug + Sync {
    /// Its name: that of its command, of its table in idlgen.toml and of its [output](Settings::outputs).
    fn name(&self) -> &'static str;

    /// Its name for people, over its flags.
    fn title(&self) -> &'static str;

    /// What its command does, a sentence without its full stop.
    fn summary(&self) -> &'static str;

    /// What it makes, as the object of a sentence.
    fn product(&self) -> &'static str;

    /// Its rows of the table of settings.
    fn settings(&self) -> &'static [Setting];

    /// The feature gates of API servers that decide what it makes.
    fn gates(&self) -> &'static [Setting] {
        &[]
    }

    /// The file or folder that it writes where none was chosen, below a folder of its own. Empty is that folder.
    fn usual_output(&self, settings: &Settings) -> &'static str;

    /// Whether `generate` with one folder for all writes it where nothing else is said.
    fn is_usual(&self) -> bool {
        true
    }

    /// Why the settings cannot all be followed, if so; `as_one_text` asks whether the output can be printed.
    fn contradiction(&self, _settings: &Settings, _as_one_text: bool) -> Option<&'static str> {
        None
    }

    /// What it needs of the stages before it.
    fn needs(&self, _settings: &Settings) -> Needs {
        Needs::default()
    }

    /// Makes its files. Nothing is left out because of errors: the session keeps back what they touch.
    fn emit(&self, input: &Input<'_>) -> Emitted;
}

/// What a back end makes.
#[derive(Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "the back ends are this crate's own")]
pub struct Emitted {
    /// Its files, or the parts of them.
    pub parts: Vec<Part>,
    /// Problems that concern all parts.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether it fills the folder of its output: files there that it no longer makes are removed.
    pub owns_folder: bool,
    /// Writes the texts of parts that have none yet.
    pub later: Later,
}

/// Writes texts once it is known which of them are wanted: by part, whether it is; by part, the text if it is and none
/// was there before.
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

/// A file, or a part of one: what is written or kept back as a whole.
#[derive(Debug, Default)]
#[expect(clippy::exhaustive_structs, reason = "the back ends are this crate's own")]
pub struct Part {
    /// The path of the file, relative to the output, whose own path is empty. Parts of one path are concatenated.
    pub path: String,
    /// The kind that it describes, if it is about one.
    pub kind: Option<String>,
    /// The text; `None` if a problem leaves none.
    pub text: Option<String>,
    /// The types that it is built from, with all types that these lead to.
    pub types: Types,
    /// Problems of this part.
    pub diagnostics: Vec<Diagnostic>,
}

/// The types that a part of an output is built from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "it is all or some")]
pub enum Types {
    /// Every type of the requested packages.
    #[default]
    All,
    /// These types.
    Some(Vec<TypeId>),
    /// What custom resource definitions have of these types: of a field whose schema is independent of its Go type
    /// (`+kubebuilder:validation:Schemaless`), the tags only.
    Defined(Vec<TypeId>),
}

impl Part {
    /// A file that is built from every type.
    pub fn of_all(path: impl Into<String>, text: String) -> Self {
        Part { path: path.into(), text: Some(text), ..Part::default() }
    }
}

impl Emitted {
    /// Its parts, those that are wanted with their texts.
    pub(crate) fn into_parts(self, is_wanted: &[bool]) -> Vec<Part> {
        let Emitted { mut parts, later: Later(write), .. } = self;
        let Some(write) = write else { return parts };
        for (part, text) in parts.iter_mut().zip(write(is_wanted)) {
            part.text = part.text.take().or(text);
        }
        parts
    }

    /// The parts of a folder that the back end fills.
    pub fn folder(parts: Vec<Part>) -> Self {
        Emitted { parts, owns_folder: true, ..Emitted::default() }
    }
}

/// What a back end works on.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Input<'a> {
    /// The model.
    pub model: &'a Model,
    /// Its schemas.
    pub lowered: &'a Lowered,
    /// The settings of the run.
    pub settings: &'a Settings,
    /// Whether what could be a folder of files shall be one file.
    pub as_one_file: bool,
}

impl<'a> Input<'a> {
    /// A model with its schemas, and the settings of the run.
    pub fn new(model: &'a Model, lowered: &'a Lowered, settings: &'a Settings, as_one_file: bool) -> Self {
        Input { model, lowered, settings, as_one_file }
    }
}

/// What back ends need of the stages before them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "the back ends are this crate's own")]
pub struct Needs {
    /// The types that every served group and version has are read and defined too, because whole documents are made.
    pub documents: bool,
    /// The type, by its name or its import path and name, whose CEL rules are judged as parts of a custom resource
    /// definition.
    pub definition: Option<String>,
}

impl Needs {
    /// What two back ends need together.
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
