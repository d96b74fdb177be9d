//! Tags that no dialect knows.

use super::{Meaning, TagOptions, reader::CommentReader, registry, value::Head};
use crate::{diag::Diagnostic, tags::codes};

/// What becomes of a tag that is not in the table: the user allows it, nobody wants to hear of it, or it is diagnosed.
/// One that looks like one of ours is a mistake; any other is another tool's business, and said because nobody else
/// would.
pub(super) fn read(reader: &mut CommentReader<'_>, head: &Head, options: &TagOptions) -> Meaning {
    if options.allows(&head.name) || !options.report_unknown {
        return Meaning::Recognised;
    }
    let message = format!("unknown tag `+{}`", head.name);
    let allowed = "a tag of another tool is allowed in idlgen.toml: `[tags] allow`";
    let suggestion = registry::suggest(&head.name);
    if !registry::is_ours(&head.name, suggestion.is_some()) {
        let diagnostic = Diagnostic::new(codes::FOREIGN_TAG, message).at(head.span);
        reader.diagnostics.push(diagnostic.note(allowed));
        return Meaning::Recognised;
    }
    let diagnostic = Diagnostic::new(codes::UNKNOWN_TAG, message).at(head.span);
    reader.diagnostics.push(match suggestion {
        Some(name) => diagnostic.fix(format!("use `+{name}`"), head.span, name),
        None => diagnostic.note(allowed),
    });
    Meaning::Malformed
}
