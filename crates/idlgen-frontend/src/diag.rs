//! User-facing diagnostics as plain data. Each stage declares its own codes.

mod applicability;
mod applied_fixes;
mod code;
mod listed;
mod nearest;
mod object;
pub mod render;
mod severities;
mod severity;
mod validated;
mod visible;

#[doc(hidden)]
pub use crate::explained;
pub use applicability::Applicability;
pub use applied_fixes::{AppliedFixes, apply_fixes};
pub use code::{Code, CodeInfo, Codes};
#[doc(hidden)]
pub use listed::listed;
pub(crate) use nearest::affirmative;
#[doc(hidden)]
pub use nearest::{Near, near, nearest};
pub use object::{Decoding, FieldError, ObjectReference};
pub use severities::Severities;
pub use severity::Severity;
pub use validated::{ValidatedObject, Verdict};
#[doc(hidden)]
pub use visible::{visible, visible_json, visible_line, visible_xml};

use std::borrow::Cow;

use crate::source::Span;

/// A message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code, which determines the default severity and the explanation.
    pub code: Code,
    /// The effective severity.
    pub severity: Severity,
    /// The message: one sentence with the names involved.
    pub message: String,
    /// The primary location, if there is one.
    pub primary: Option<Label>,
    /// Related locations.
    pub secondary: Vec<Label>,
    /// The reason or additional information, one sentence each.
    pub notes: Vec<String>,
    /// What the user can do about it, one imperative sentence each.
    pub help: Vec<String>,
    /// A fix for the source.
    pub fix: Option<Fix>,
    /// The object of the diagnostic, if there is one.
    pub object: Option<Box<ObjectReference>>,
    /// The missing package that the diagnostic reports, if there is one.
    #[doc(hidden)]
    pub missing_package: Option<Box<MissingPackage>>,
}

/// A package whose module is not on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct MissingPackage {
    pub import_path: String,
    /// The module, as messages name it: `example.com/m v1.2.3`.
    pub module: String,
}

/// A location with a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The location.
    pub span: Span,
    /// The label. May be empty.
    pub text: String,
}

/// A change to the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// A description of the change: "use `+minimum`".
    pub title: String,
    /// The replacements.
    pub edits: Vec<Edit>,
    /// Whether it can be applied without review.
    pub applicability: Applicability,
}

/// A replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced span.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

impl Diagnostic {
    /// Creates a diagnostic with the default severity of its code and no location.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.info().severity,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fix: None,
            object: None,
            missing_package: None,
        }
    }

    /// Sets the location.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.primary = Some(Label { span, text: String::new() });
        self
    }

    /// Sets the location and its label.
    #[must_use]
    pub fn at_with(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Adds a related location.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note: the reason or additional information.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds help: an instruction that names the edit or the option.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Iterates over the notes and then the help, which has the prefix `help: `, for formats with plain text.
    #[doc(hidden)]
    pub fn remarks(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let notes = self.notes.iter().map(|note| Cow::Borrowed(note.as_str()));
        notes.chain(self.help.iter().map(|help| Cow::Owned(format!("help: {help}"))))
    }

    /// Sets the indices of the object error in `details.causes` of a server's response.
    #[must_use]
    #[doc(hidden)]
    pub fn caused_at(mut self, causes: Vec<usize>) -> Self {
        if let Some(object) = &mut self.object {
            object.causes = causes;
        }
        self
    }

    /// Sets a fix that preserves the intended meaning.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.fix_as(Applicability::Safe, title, span, replacement)
    }

    /// Sets a fix that may not be what the author intended.
    #[must_use]
    pub fn unsafe_fix(self, title: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.fix_as(Applicability::Unsafe, title, span, replacement)
    }

    /// Suggests a similar known name as a fix, if there is one.
    #[must_use]
    pub fn fix_near(self, near: Option<Near<'_>>, span: Span) -> Self {
        match near {
            Some(Near { name, applicability }) => self.fix_as(applicability, format!("use `{name}`"), span, name),
            None => self,
        }
    }

    /// Sets a fix with this applicability.
    #[must_use]
    pub fn fix_as(
        mut self,
        applicability: Applicability,
        title: impl Into<String>,
        span: Span,
        replacement: impl Into<String>,
    ) -> Self {
        let edits = vec![Edit { span, replacement: replacement.into() }];
        self.fix = Some(Fix { title: title.into(), edits, applicability });
        self
    }
}

/// Sorts diagnostics by file and position. Those without a location come first; equal ones keep their order.
#[doc(hidden)]
pub fn sort_by_position(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|diagnostic| {
        diagnostic.primary.as_ref().map(|label| (label.span.file, label.span.start, label.span.end))
    });
}
