//! `//idlgen:allow CODE reason`: silences one code inside one declaration.

use super::{Code, Diagnostic, codes::resolve::ALLOW_UNUSED};
use crate::source::Span;

/// A directive that silences a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// What is silenced.
    pub code: Code,
    /// The directive's position.
    pub span: Span,
    /// Where it is silenced: the declaration with its comments.
    pub scope: Span,
}

impl Allowance {
    /// Whether it silences a diagnostic: the code is the same, and the place lies in the scope.
    fn allows(&self, diagnostic: &Diagnostic) -> bool {
        let Some(label) = &diagnostic.primary else { return false };
        self.code == diagnostic.code
            && self.scope.file == label.span.file
            && (self.scope.start..=self.scope.end).contains(&label.span.start)
    }
}

/// Leaves out what is allowed, and adds a diagnostic for each directive that silences nothing. Call it when every stage has been heard.
pub fn apply(mut diagnostics: Vec<Diagnostic>, allowances: &[Allowance]) -> Vec<Diagnostic> {
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
        let message = format!("nothing here gives {} ({})", allowance.code, allowance.code.info().slug);
        diagnostics.push(Diagnostic::new(ALLOW_UNUSED, message).at_with(allowance.span, "remove this directive"));
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn span(file: u32, start: usize, end: usize) -> Span {
        Span::new(FileId::from_index(file), start, end)
    }

    #[test]
    fn inside_the_scope_only() {
        let allowance = Allowance { code: Code(410), span: span(0, 5, 8), scope: span(0, 5, 50) };
        let diagnostic = |code: u16, file, start| Diagnostic::new(Code(code), "").at(span(file, start, start + 1));
        let kept = apply(
            vec![
                diagnostic(410, 0, 4),
                diagnostic(410, 0, 5),
                diagnostic(410, 0, 50),
                diagnostic(411, 0, 20),
                diagnostic(410, 1, 20),
                Diagnostic::new(Code(410), "nowhere"),
            ],
            &[allowance],
        );
        let places: Vec<(u16, Option<u32>)> =
            kept.iter().map(|kept| (kept.code.0, kept.primary.as_ref().map(|label| label.span.start))).collect();
        assert_eq!(places, [(410, Some(4)), (411, Some(20)), (410, Some(20)), (410, None)]);
    }

    #[test]
    fn what_silences_nothing_is_said() {
        let allowance = Allowance { code: Code(410), span: span(0, 5, 8), scope: span(0, 5, 50) };
        let kept = apply(Vec::new(), &[allowance]);
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].code, ALLOW_UNUSED);
        assert_eq!(kept[0].message, "nothing here gives IDL0410 (trailing-tag)");
    }
}
