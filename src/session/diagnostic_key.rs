//! Removes duplicates among the findings of several stages and outputs.

use std::collections::BTreeSet;

use crate::{
    check::{BAD_DEFAULT, OPTIONAL_LIST_MAP_KEY},
    diag::{Code, Diagnostic},
    emit::{openapi::codes::REFUSED, rust::codes::RUST_INVALID_DEFAULT},
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

/// Removes the warnings about list map keys because of which a CRD is rejected. The rejection gets their labels, which
/// show where a key can be fixed.
pub(super) fn merge_rejected_keys(diagnostics: &mut Vec<Diagnostic>) {
    let place = |one: &Diagnostic| one.primary.as_ref().map(|label| label.span);
    let is_at = |rejection: &Diagnostic, key: &Diagnostic| {
        place(rejection).zip(place(key)).is_some_and(|(tag, key)| covers(tag, key))
    };
    let keys: Vec<Diagnostic> = diagnostics.iter().filter(|one| one.code == OPTIONAL_LIST_MAP_KEY).cloned().collect();
    for key in keys {
        let mut is_rejected = false;
        for rejection in diagnostics.iter_mut().filter(|one| one.code == REFUSED && is_at(one, &key)) {
            rejection.secondary.extend(key.secondary.iter().cloned());
            is_rejected = true;
        }
        diagnostics.retain(|one| !(is_rejected && *one == key));
    }
}

fn is_known_default(diagnostics: &[Diagnostic], new: &Diagnostic) -> bool {
    const OF_DEFAULTS: [Code; 2] = [BAD_DEFAULT, RUST_INVALID_DEFAULT];
    let Some(place) = new.primary.as_ref().map(|label| label.span) else { return false };
    diagnostics
        .iter()
        .filter(|known| OF_DEFAULTS.contains(&known.code))
        .flat_map(|known| known.primary.iter().chain(&known.secondary))
        .any(|label| covers(label.span, place))
}

fn covers(span: Span, part: Span) -> bool {
    span.file == part.file && span.start <= part.start && part.end <= span.end
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

    #[test]
    fn the_rejection_of_a_key_replaces_the_warning() {
        let span = |start, end| Span::new(FileId::from_index(0), start, end);
        let key =
            |start| Diagnostic::new(OPTIONAL_LIST_MAP_KEY, "").at(span(start, start + 4)).and(span(90, 94), "the key");
        let rejection = Diagnostic::new(REFUSED, "").at(span(10, 30));
        let mut diagnostics = vec![rejection.clone(), key(20), key(40)];
        merge_rejected_keys(&mut diagnostics);
        assert_eq!(diagnostics, [rejection.and(span(90, 94), "the key"), key(40)]);
    }
}
