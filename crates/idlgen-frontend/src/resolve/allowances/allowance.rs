//! Applies allowances to diagnostics.

use crate::{
    diag::{Code, Diagnostic},
    resolve::codes::ALLOW_UNUSED,
    source::Span,
};

/// A directive that suppresses a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The suppressed code.
    pub code: Code,
    /// The directive's position.
    pub span: Span,
    /// The location where it is suppressed: the declaration with its comments.
    pub scope: Span,
}

impl Allowance {
    /// Returns `true` if it suppresses a diagnostic, which must have the same code and be inside the scope.
    fn allows(&self, diagnostic: &Diagnostic) -> bool {
        let Some(label) = &diagnostic.primary else { return false };
        self.code == diagnostic.code
            && self.scope.file == label.span.file
            && (self.scope.start..=self.scope.end).contains(&label.span.start)
    }
}

/// Removes the allowed diagnostics, and adds one for each unused directive. Call it after all stages.
pub fn apply_allowances(mut diagnostics: Vec<Diagnostic>, allowances: &[Allowance]) -> Vec<Diagnostic> {
    let mut used = vec![false; allowances.len()];
    diagnostics.retain(|diagnostic| {
        let mut allowed = false;
        for (allowance, used) in allowances.iter().zip(&mut used) {
            if allowance.allows(diagnostic) {
                *used = true;
                allowed = true;
            }
        }
        !allowed
    });
    for (allowance, _) in allowances.iter().zip(used).filter(|(_, used)| !used) {
        let message = format!("this directive suppresses no {} ({}) here", allowance.code, allowance.code.info().slug);
        diagnostics.push(Diagnostic::new(ALLOW_UNUSED, message).at(allowance.span).help("remove this directive"));
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diag::{CodeInfo, Severity},
        source::FileId,
    };

    const ONE: Code = Code::new(&row(410));
    const OTHER: Code = Code::new(&row(411));

    const fn row(number: u16) -> CodeInfo {
        CodeInfo { number, slug: "trailing-tag", severity: Severity::Error, summary: "", explanation: "" }
    }

    fn span(file: u32, start: usize, end: usize) -> Span {
        Span::new(FileId::from_index(file), start, end)
    }

    #[test]
    fn inside_the_scope_only() {
        let allowance = Allowance { code: ONE, span: span(0, 5, 8), scope: span(0, 5, 50) };
        let diagnostic = |code, file, start| Diagnostic::new(code, "").at(span(file, start, start + 1));
        let kept = apply_allowances(
            vec![
                diagnostic(ONE, 0, 4),
                diagnostic(ONE, 0, 5),
                diagnostic(ONE, 0, 50),
                diagnostic(OTHER, 0, 20),
                diagnostic(ONE, 1, 20),
                Diagnostic::new(ONE, "nowhere"),
            ],
            &[allowance],
        );
        let places: Vec<(u16, Option<u32>)> =
            kept.iter().map(|kept| (kept.code.number(), kept.primary.as_ref().map(|label| label.span.start))).collect();
        assert_eq!(places, [(410, Some(4)), (411, Some(20)), (410, Some(20)), (410, None)]);
    }

    #[test]
    fn what_silences_nothing_is_said() {
        let allowance = Allowance { code: ONE, span: span(0, 5, 8), scope: span(0, 5, 50) };
        let kept = apply_allowances(Vec::new(), &[allowance]);
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].code, ALLOW_UNUSED);
        assert_eq!(kept[0].message, "this directive suppresses no IDL0410 (trailing-tag) here");
    }
}
