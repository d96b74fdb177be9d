//! Regular expressions that do not compile or do not match what their author expects.

use idlgen_runtime::regex::Pattern;

use super::subject::{Subject, part, within};
use crate::diag::{Applicability, Code, Diagnostic, explained};

pub(in crate::kubevirt) const REGEX: Code = explained!(
    786,
    "kubevirt-invalid-regex",
    Error,
    "A rule of a KubeVirt template has a regular expression that does not compile."
);

pub(in crate::kubevirt) const ANCHORS: Code = explained!(
    787,
    "kubevirt-loose-anchor",
    Warning,
    "A regular expression in a KubeVirt template anchors only one of its alternatives."
);

pub(super) fn check(subject: Subject<'_>, findings: &mut Vec<Diagnostic>) {
    let Some((pattern, key)) = subject.rule.text("regex").zip(subject.rule.key("regex")) else { return };
    if subject.kind() != Some("regex") {
        return;
    }
    if pattern.starts_with("jsonpath::") {
        let message = "`regex` cannot be a path";
        let why = "the KubeVirt validator compiles it as an expression, including `jsonpath::`";
        findings.push(Diagnostic::new(REGEX, message).at(subject.span(key.bytes.clone())).note(why));
        return;
    }
    if let Err(error) = Pattern::new(pattern) {
        let at = pattern.find(error.expression()).map(|at| at..at + error.expression().len());
        let place = at.map_or_else(|| key.bytes.clone(), |at| part(&key.bytes, pattern, &at));
        let mut finding = Diagnostic::new(REGEX, error.to_string()).at(subject.span(place));
        finding.notes.push("expressions are those of Go (RE2), not Perl; KubeVirt rejects every machine".to_owned());
        if let Some((reason, help)) = instead(error.expression()) {
            finding.notes.push(reason.to_owned());
            finding.help.extend(help.map(str::to_owned));
        }
        findings.push(finding);
        return;
    }
    if let Some(bound) = bound(pattern) {
        let message = format!("{} to one alternative only", bound.anchors);
        let mut finding = Diagnostic::new(ANCHORS, message)
            .at(subject.span(key.bytes.clone()))
            .note(format!("`|` has the lowest precedence: it means {}", bound.means));
        let inner = within(&key.bytes);
        let is_plain = inner.len() == pattern.len();
        finding.fix = is_plain
            .then(|| subject.fix(format!("use `{}`", bound.instead), inner, &bound.instead, Applicability::Unsafe));
        findings.push(finding);
    }
}

/// Explains syntax that RE2 does not support, and suggests a replacement if there is one.
fn instead(expression: &str) -> Option<(&'static str, Option<&'static str>)> {
    Some(match expression {
        part if part.starts_with("(?=") || part.starts_with("(?!") || part.starts_with("(?<") => {
            ("lookaround is not supported", Some("use a rule of the type `enum`, or two rules"))
        }
        part if part.starts_with('\\') && part.chars().nth(1).is_some_and(|digit| digit.is_ascii_digit()) => {
            ("backreferences are not supported", None)
        }
        "\\Z" | "\\z" => ("the end of the text is `\\z` or `$`", None),
        "\\h" => ("horizontal whitespace is `[ \\t]`", None),
        "++" | "*+" | "?+" => ("possessive quantifiers are not supported", Some("remove the second `+`")),
        _ => return None,
    })
}

struct Bound {
    anchors: String,
    means: String,
    instead: String,
}

/// Returns a suggestion if only some alternatives of a regular expression are anchored.
fn bound(pattern: &str) -> Option<Bound> {
    let flags = pattern.strip_prefix("(?").and_then(|rest| {
        let end = rest.find(')')?;
        rest.get(..end)?.bytes().all(|byte| byte.is_ascii_alphabetic()).then_some(end + 3)
    });
    let (flags, body) = pattern.split_at(flags.unwrap_or_default());
    let parts = alternatives(body);
    let (first, last) = (parts.first()?, parts.last()?);
    if parts.len() < 2 {
        return None;
    }
    let starts = |part: &&str| part.starts_with('^');
    let ends = |part: &&str| part.ends_with('$') && !part.ends_with("\\$");
    let begins = starts(first) && !parts.iter().all(starts);
    let closes = ends(last) && !parts.iter().all(ends);
    if !begins && !closes {
        return None;
    }
    let inner = if begins { body.strip_prefix('^')? } else { body };
    let inner = if closes { inner.strip_suffix('$')? } else { inner };
    let (before, behind) = (if begins { "^" } else { "" }, if closes { "$" } else { "" });
    let anchors = match (begins, closes) {
        (true, true) => "`^` and `$` belong",
        (true, false) => "`^` belongs",
        _ => "`$` belongs",
    };
    Some(Bound {
        anchors: anchors.to_owned(),
        means: parts.iter().map(|part| format!("`{part}`")).collect::<Vec<_>>().join(" or "),
        instead: format!("{flags}{before}(?:{inner}){behind}"),
    })
}

/// Splits a regular expression into its top-level alternatives.
fn alternatives(body: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut in_class, mut is_escaped) = (Vec::new(), 0, 0_usize, false, false);
    for (at, character) in body.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' => in_class = false,
            '[' => in_class = true,
            _ if in_class => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                parts.push(body.get(start..at).unwrap_or_default());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(body.get(start..).unwrap_or_default());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_bind_to_one_alternative() {
        let instead = |pattern| bound(pattern).map(|bound| bound.instead);
        for (pattern, expected) in [
            ("(?mi)^virtio|scsi$", Some("(?mi)^(?:virtio|scsi)$")),
            ("^a|b", Some("^(?:a|b)")),
            ("a|b$", Some("(?:a|b)$")),
            ("^a|^b", None),
            ("^(a|b)$", None),
            ("^[a|b]$", None),
            ("a|b", None),
            (r"^a\|b", None),
        ] {
            assert_eq!(instead(pattern).as_deref(), expected, "{pattern}");
        }
    }
}
