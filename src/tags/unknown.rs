//! Tags that no dialect knows.

use super::{Dialect, Meaning, TagOptions, reader::Reader, registry, value::Head};
use crate::diag::{Diagnostic, codes::tags as codes, nearest};

/// What becomes of a tag that is not in the table: the user allows it, nobody wants to hear of it, or it is diagnosed.
pub(super) fn read(reader: &mut Reader<'_>, head: &Head, options: &TagOptions) -> (Dialect, Meaning) {
    if options.allows(&head.name) || !options.report_unknown {
        return (Dialect::Foreign, Meaning::Recognised);
    }
    let diagnostic = Diagnostic::new(codes::UNKNOWN_TAG, format!("unknown tag `+{}`", head.name)).at(head.span);
    let suggestion = nearest(&head.name, registry::all().filter(|row| !row.is_family()).map(|row| row.name));
    reader.diagnostics.push(match suggestion {
        Some(name) => diagnostic.fix(format!("use `+{name}`"), head.span, name),
        None => diagnostic,
    });
    (Dialect::Foreign, Meaning::Malformed)
}
