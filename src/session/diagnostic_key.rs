//! Removes duplicates among the findings of several stages and outputs.

use std::collections::BTreeSet;

use crate::{
    check::BAD_DEFAULT,
    diag::{Code, Diagnostic},
    emit::rust::codes::RUST_INVALID_DEFAULT,
    source::Span,
};

/// The properties that identify a finding.
pub(super) type Key = (Code, Option<Span>, String);

/// Returns the properties that identify a finding.
pub(super) fn key(diagnostic: &Diagnostic) -> Key {
    let place = diagnostic.primary.as_ref().map(|label| label.span);
    (diagnostic.code, place, diagnostic.message.clone())
}

/// Adds the diagnostics of back ends, except duplicates: a finding that was reported before, or a default that was
/// already reported as invalid at its declaration or for another field.
pub(super) fn extend(diagnostics: &mut Vec<Diagnostic>, found: Vec<Diagnostic>) {
    if found.is_empty() {
        return;
    }
    let mut known: BTreeSet<Key> = diagnostics.iter().map(key).collect();
    for diagnostic in found {
        let is_known = diagnostic.code == RUST_INVALID_DEFAULT && is_known_default(diagnostics, &diagnostic);
        if !is_known && known.insert(key(&diagnostic)) {
            diagnostics.push(diagnostic);
        }
    }
}

fn is_known_default(diagnostics: &[Diagnostic], new: &Diagnostic) -> bool {
    const OF_DEFAULTS: [Code; 2] = [BAD_DEFAULT, RUST_INVALID_DEFAULT];
    let Some(place) = new.primary.as_ref().map(|label| label.span) else { return false };
    let covers = |span: Span| span.file == place.file && span.start <= place.start && place.end <= span.end;
    diagnostics
        .iter()
        .filter(|known| OF_DEFAULTS.contains(&known.code))
        .flat_map(|known| known.primary.iter().chain(&known.secondary))
        .any(|label| covers(label.span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    #[test]
    fn what_is_known_is_not_said_again() {
        let at = |code, start, end| Diagnostic::new(code, "").at(Span::new(FileId::from_index(0), start, end));
        let mut diagnostics =
            vec![at(BAD_DEFAULT, 10, 13), at(BAD_DEFAULT, 30, 33).and(Span::new(FileId::from_index(0), 50, 60), "")];
        let found = vec![
            at(BAD_DEFAULT, 10, 13),
            at(RUST_INVALID_DEFAULT, 10, 13),
            at(RUST_INVALID_DEFAULT, 20, 23),
            at(RUST_INVALID_DEFAULT, 20, 23),
            at(RUST_INVALID_DEFAULT, 55, 60),
            Diagnostic::new(RUST_INVALID_DEFAULT, "nowhere"),
        ];
        extend(&mut diagnostics, found);
        let starts: Vec<Option<u32>> =
            diagnostics.iter().map(|one| one.primary.as_ref().map(|label| label.span.start)).collect();
        assert_eq!(starts, [Some(10), Some(30), Some(20), None]);
    }
}
