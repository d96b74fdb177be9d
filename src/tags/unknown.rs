//! Tags that no dialect knows.

use super::{Meaning, TagOptions, reader::CommentReader, registry, value::Head};
use crate::{diag::Diagnostic, tags::codes};

/// What becomes of a tag that is not in the table: the user allows it, nobody wants to hear of it, or it is diagnosed.
pub(super) fn read(reader: &mut CommentReader<'_>, head: &Head, options: &TagOptions) -> Meaning {
    if options.allows(&head.name) || !options.report_unknown {
        return Meaning::Recognised;
    }
    let diagnostic = Diagnostic::new(codes::UNKNOWN_TAG, format!("unknown tag `+{}`", head.name)).at(head.span);
    reader.diagnostics.push(match registry::suggest(&head.name) {
        Some(name) => diagnostic.fix(format!("use `+{name}`"), head.span, name),
        None => diagnostic.note("a tag of another tool is allowed in idlgen.toml: `[tags] allow`"),
    });
    Meaning::Malformed
}
