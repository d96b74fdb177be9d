//! `format`.

use idlgen_runtime::{Context, Options, check, format};

use super::{
    parts::Parts,
    walk::{Judged, Place},
};

/// The formats of all parts that are enforced, as written.
#[derive(Clone, Debug, Default)]
pub(super) struct Formats {
    names: Vec<String>,
    /// The first that the API server itself knows.
    of_type: Option<String>,
}

impl Formats {
    pub(super) fn compile(parts: &Parts<'_>, options: Options) -> Self {
        let mut formats = Formats::default();
        for name in parts.all(|schema| schema.format.as_ref()) {
            let Some(format) = format::find(name).filter(|format| format.applies(options)) else { continue };
            if formats.of_type.is_none() && format.since.is_some() {
                formats.of_type = Some(name.clone());
            }
            if !formats.names.contains(name) {
                formats.names.push(name.clone());
            }
        }
        formats
    }

    /// The format that the check of the type has to know of: only one that the API server knows makes it lenient.
    pub(super) fn first_of_type(&self) -> Option<&str> {
        self.of_type.as_deref()
    }
}

impl Place<'_> {
    /// `validate.formatValidator`.
    pub(super) fn format(&self, text: &str, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        for name in &self.node.formats.names {
            judged.matches += 1;
            judged.check(self.node.keyword("format", cx, |cx| check::format(text, name, self.path, cx)));
        }
        judged
    }
}
