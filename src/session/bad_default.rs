//! A bad default is said once, however many stages find it.

use crate::{
    check::BAD_DEFAULT,
    diag::{Code, Diagnostic},
    emit::rust::codes::RUST_INVALID_DEFAULT,
    source::Span,
};

/// Adds what a back end says. What it says of a default that was found bad where it is written, or that it has said of
/// it before for another field, is left out.
pub(super) fn extend(diagnostics: &mut Vec<Diagnostic>, said: Vec<Diagnostic>) {
    for diagnostic in said {
        if diagnostic.code != RUST_INVALID_DEFAULT || !is_known(diagnostics, &diagnostic) {
            diagnostics.push(diagnostic);
        }
    }
}

fn is_known(diagnostics: &[Diagnostic], new: &Diagnostic) -> bool {
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
        let said = vec![
            at(RUST_INVALID_DEFAULT, 10, 13),
            at(RUST_INVALID_DEFAULT, 20, 23),
            at(RUST_INVALID_DEFAULT, 20, 23),
            at(RUST_INVALID_DEFAULT, 55, 60),
            Diagnostic::new(RUST_INVALID_DEFAULT, "nowhere"),
        ];
        extend(&mut diagnostics, said);
        let starts: Vec<Option<u32>> =
            diagnostics.iter().map(|one| one.primary.as_ref().map(|label| label.span.start)).collect();
        assert_eq!(starts, [Some(10), Some(30), Some(20), None]);
    }
}
