//! The table of codes as documentation.

use serde::Serialize;

use super::{CodeInfo, Severity, codes};
use crate::templates::{Template, TemplateError};

/// docs/diagnostics.md.
pub fn reference_markdown() -> Result<String, TemplateError> {
    Template::Diagnostics.render(Page { codes: codes::all().map(entry).collect() })
}

/// What `templates/diagnostics.md` shows.
#[derive(Serialize)]
struct Page {
    codes: Vec<Entry>,
}

/// One code.
#[derive(Serialize)]
struct Entry {
    code: String,
    slug: &'static str,
    summary: &'static str,
    severity: &'static str,
    explanation: &'static str,
}

fn entry(info: &'static CodeInfo) -> Entry {
    Entry {
        code: info.code.to_string(),
        slug: info.slug,
        summary: info.summary,
        severity: match info.severity {
            Severity::Off => "off",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        explanation: info.explanation.trim(),
    }
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
