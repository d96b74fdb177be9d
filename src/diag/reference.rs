//! The table of codes as documentation.

use std::fmt::Write;

use super::{Severity, codes};

/// docs/diagnostics.md.
pub fn reference_markdown() -> String {
    let mut text = String::from(
        "# Diagnostics\n\nEvery diagnostic has a code and a name. `idlgen explain CODE` prints what stands here. Severities can be set by code or name in \
         idlgen.toml (`[diagnostics]`); `//idlgen:allow CODE reason` above a declaration silences one there.\n\n\
         <!-- Generated from src/diag/codes; a test keeps it current. -->\n",
    );
    for info in codes::all() {
        let severity = match info.severity {
            Severity::Off => "off",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let _ = write!(text, "\n## {} {}\n\n{} Severity: {severity}.\n", info.code, info.slug, info.summary);
        let explanation = info.explanation.trim();
        if !explanation.is_empty() {
            let _ = write!(text, "\n{explanation}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_unique_and_in_order() {
        let rows: Vec<_> = codes::all().collect();
        for pair in rows.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} stands before {}", pair[0].code, pair[1].code);
        }
        let mut slugs: Vec<_> = rows.iter().map(|info| info.slug).collect();
        slugs.sort_unstable();
        slugs.dedup();
        assert_eq!(slugs.len(), rows.len());
        for info in rows {
            assert!(!info.explanation.is_empty(), "{} has no explanation", info.code);
            assert!(info.summary.ends_with('.'), "{}: the summary is a sentence", info.code);
        }
    }
}
