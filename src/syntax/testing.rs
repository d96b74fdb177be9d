//! What the tests of this folder share.

use super::{dump, parse};
use crate::source::SourceMap;

/// The dump of a text without the line that names the file, then its diagnostics.
pub(super) fn shown(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("a.go", text);
    let (go_file, _) = parse(file, text);
    let dumped = dump(&go_file, &sources);
    let lines = dumped.lines().skip(1).map(|line| format!("{}\n", line.get(2..).unwrap_or_default()));
    lines.collect::<String>() + &diagnostics(text)
}

/// The diagnostics of a text, one a line with its place, notes indented.
pub(super) fn diagnostics(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("a.go", text);
    let mut shown = String::new();
    for diagnostic in parse(file, text).1 {
        let place = diagnostic.primary.map(|label| sources.line_column(file, label.span.start));
        let place = place.map_or_else(String::new, |place| format!("{}:{}", place.line, place.column));
        shown.push_str(&format!("{place} {} {}\n", diagnostic.code, diagnostic.message));
        for note in diagnostic.notes {
            shown.push_str(&format!("  {note}\n"));
        }
    }
    shown
}
