//! Removes duplicates among the findings of several stages and outputs.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    check::{
        self, BAD_DEFAULT, OPTIONAL_LIST_MAP_KEY,
        cel::{RULE_COST, RULES_COST},
    },
    diag::{Code, Diagnostic, Severity},
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

/// Removes the warnings about invalid defaults because of which a CRD is rejected.
pub(super) fn merge_rejected_defaults(diagnostics: &mut Vec<Diagnostic>) {
    let place = |one: &Diagnostic| one.primary.as_ref().map(|label| label.span);
    let is_rejection = |one: &&Diagnostic| one.code == REFUSED && one.message.contains(".default");
    let rejected: Vec<Span> = diagnostics.iter().filter(is_rejection).filter_map(place).collect();
    // The rejection is at the tag, the warning at its value.
    let is_rejected = |at: Span| rejected.iter().any(|tag| covers(*tag, at));
    diagnostics.retain(|one| one.code != RUST_INVALID_DEFAULT || !place(one).is_some_and(is_rejected));
}

/// Removes the rejections of CRDs that an earlier finding explains, which names the fix. That finding gets the severity
/// of the rejection. Returns the code and location of the finding for the location of each removed rejection.
pub(super) fn merge_explained_rejections(diagnostics: &mut Vec<Diagnostic>) -> BTreeMap<Span, (Code, Option<Span>)> {
    let mut explained = BTreeMap::new();
    let rejections: Vec<Diagnostic> = diagnostics.iter().filter(|one| one.code == REFUSED).cloned().collect();
    for rejection in rejections {
        let Some(at) = rejection.primary.as_ref().map(|label| label.span) else { continue };
        let Some(finding) = diagnostics.iter_mut().find(|one| explains(one, &rejection, at)) else { continue };
        finding.severity = finding.severity.max(rejection.severity);
        explained.insert(at, (finding.code, finding.primary.as_ref().map(|label| label.span)));
        diagnostics.retain(|one| *one != rejection);
    }
    explained
}

/// Returns `true` if a finding has the same cause as the rejection of a CRD at this location.
fn explains(finding: &Diagnostic, rejection: &Diagnostic, at: Span) -> bool {
    let is_primary = |is: &dyn Fn(Span) -> bool| finding.primary.as_ref().is_some_and(|label| is(label.span));
    let is_about = |error: &str| rejection.message.contains(error);
    if finding.code == BAD_DEFAULT {
        // The rejection is at the tag, the finding at its value.
        is_primary(&|span| covers(at, span)) && lacks_same_property(&finding.message, &rejection.message)
    } else if finding.code == RULE_COST {
        is_primary(&|span| span == at) && is_about("estimated rule cost exceeds")
    } else if finding.code == RULES_COST {
        let is_part = finding.secondary.iter().any(|label| label.span == at);
        (is_part || is_primary(&|span| span == at)) && is_about("estimated rule cost total")
    } else {
        // An error in a rule, at the part of the rule that causes it.
        finding.severity == Severity::Error
            && is_about(".x-kubernetes-validations[")
            && check::cel::codes().any(|code| code == finding.code)
            && is_primary(&|span| covers(at, span))
    }
}

/// Returns `true` if a finding about a default names the property that a server requires: the finding names
/// `` `field.name` ``, the server `[field].default.name`.
fn lacks_same_property(finding: &str, rejection: &str) -> bool {
    let path = rejection.strip_suffix(": Required value").and_then(|path| path.rsplit_once("].default."));
    path.is_some_and(|(_, property)| finding.contains(&format!(".{property}`, which is required")))
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

    #[test]
    fn the_rejection_of_a_default_replaces_the_warning() {
        let at = |code, start, message: &str| {
            Diagnostic::new(code, message).at(Span::new(FileId::from_index(0), start, start + 9))
        };
        let warning =
            |start| Diagnostic::new(RUST_INVALID_DEFAULT, "").at(Span::new(FileId::from_index(0), start, start + 4));
        let rejections = [at(REFUSED, 10, "properties[a].default: Invalid"), at(REFUSED, 30, "properties[b].type")];
        let mut diagnostics = [&rejections[..], &[warning(14), warning(34), warning(50)]].concat();
        merge_rejected_defaults(&mut diagnostics);
        assert_eq!(diagnostics, [&rejections[..], &[warning(34), warning(50)]].concat());
    }

    #[test]
    fn a_finding_that_explains_a_rejection_replaces_it() {
        let span = |start, end| Span::new(FileId::from_index(0), start, end);
        let rejected = |start, end, error: &str| {
            let message = format!("API servers reject the CRD for A: spec.properties[a]{error}");
            Diagnostic::new(REFUSED, message).at(span(start, end))
        };
        let lacking = Diagnostic::new(BAD_DEFAULT, "it is missing `a.b.c`, which is required").at(span(20, 22));
        let lacking = Diagnostic { severity: Severity::Warning, ..lacking };
        let cost = Diagnostic::new(RULE_COST, "cost").at(span(40, 50));
        let total = Diagnostic::new(RULES_COST, "total").at(span(0, 1)).and(span(60, 70), "12 % of the limit");
        let others = [
            rejected(10, 22, ".default.d: Required value"),
            rejected(41, 50, ".rule: Forbidden: estimated rule cost exceeds budget"),
            rejected(40, 50, ".rule: Invalid value: undefined field"),
            rejected(60, 70, ".rule: Forbidden: estimated rule cost exceeds budget"),
        ];
        let mut diagnostics = vec![
            rejected(10, 22, ".default.b.c: Required value"),
            lacking.clone(),
            cost.clone(),
            rejected(40, 50, ".rule: Forbidden: estimated rule cost exceeds budget"),
            total.clone(),
            rejected(0, 1, ": Forbidden: x-kubernetes-validations estimated rule cost total for entire schema"),
            rejected(60, 70, ".rule: Forbidden: contributed to estimated rule cost total exceeding"),
        ];
        diagnostics.extend(others.clone());
        let moved = merge_explained_rejections(&mut diagnostics);
        let mut expected = [lacking, cost, total].map(|one| Diagnostic { severity: Severity::Error, ..one }).to_vec();
        expected.extend(others);
        assert_eq!(diagnostics, expected);
        let moved: Vec<(u32, Code)> = moved.into_iter().map(|(span, (code, _))| (span.start, code)).collect();
        assert_eq!(moved, [(0, RULES_COST), (10, BAD_DEFAULT), (40, RULE_COST), (60, RULES_COST)]);
    }
}
