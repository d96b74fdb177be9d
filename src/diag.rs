//! Diagnostics: what a user did that needs saying, as plain data. Each stage declares the codes of its own.

mod applicability;
mod code;
mod judged;
mod mend;
mod nearest;
mod object;
pub mod render;
mod severities;
mod visible;

pub use applicability::Applicability;
pub(crate) use code::explained;
pub use code::{Code, CodeInfo, Codes};
pub use judged::{JudgedObject, Verdict};
pub use mend::{Mended, mend};
pub(crate) use nearest::affirmative;
#[doc(hidden)]
pub use nearest::{Near, near, nearest};
pub use object::{Decoding, FieldError, ObjectReference};
pub use severities::Severities;
#[doc(hidden)]
pub use visible::{visible, visible_json, visible_line, visible_xml};

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Not shown.
    Off,
    /// For information.
    Info,
    /// Output is written; the author should look.
    Warning,
    /// Nothing is written.
    Error,
}

/// One thing to tell the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code, which says the default severity and the long explanation.
    pub code: Code,
    /// The severity in force.
    pub severity: Severity,
    /// One sentence: what is wrong, with the names involved.
    pub message: String,
    /// Where it is, if it is anywhere.
    pub primary: Option<Label>,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Why, or what to do, each one sentence.
    pub notes: Vec<String>,
    /// A change of the text that mends it.
    pub fix: Option<Fix>,
    /// The object that it is about, if it is about one.
    pub object: Option<Box<ObjectReference>>,
}

/// A place and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there; may be empty.
    pub text: String,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the change does: "use `+minimum`".
    pub title: String,
    /// What is replaced by what.
    pub edits: Vec<Edit>,
    /// Whether it can be made without a look at it.
    pub applicability: Applicability,
}

/// One replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub replacement: String,
}

impl Diagnostic {
    /// A diagnostic with its code's default severity and no place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: code.info().severity,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            fix: None,
            object: None,
        }
    }

    /// Says where it is.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.primary = Some(Label { span, text: String::new() });
        self
    }

    /// Says where it is, and what is there.
    #[must_use]
    pub fn at_with(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a reason or an advice.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets its indices among the causes of a server's response.
    #[must_use]
    pub(crate) fn caused_at(mut self, causes: Vec<usize>) -> Self {
        if let Some(object) = &mut self.object {
            object.causes = causes;
        }
        self
    }

    /// Sets a fix that cannot change what was meant.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.fix_as(Applicability::Safe, title, span, replacement)
    }

    /// Sets a fix that may be none: what was meant could be something else.
    #[must_use]
    pub fn unsafe_fix(self, title: impl Into<String>, span: Span, replacement: impl Into<String>) -> Self {
        self.fix_as(Applicability::Unsafe, title, span, replacement)
    }

    /// Suggests the known name that is near to what was written there, if one is.
    #[must_use]
    pub fn fix_near(self, near: Option<Near<'_>>, span: Span) -> Self {
        match near {
            Some(Near { name, applicability }) => self.fix_as(applicability, format!("use `{name}`"), span, name),
            None => self,
        }
    }

    /// Sets a fix of that applicability.
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

/// Orders diagnostics by file and position; those without a place come first, equal ones keep their order.
pub(crate) fn sort_by_position(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by_key(|diagnostic| {
        diagnostic.primary.as_ref().map(|label| (label.span.file, label.span.start, label.span.end))
    });
}
