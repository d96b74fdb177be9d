//! JSON syntax errors in rules. Repairs a copy of the annotation value, so that the other lints still run.

use std::ops::Range;

use idlgen_runtime::go::{JsonSyntaxError, located_json};

use crate::{
    diag::{Applicability, Diagnostic, Edit, Fix},
    kubevirt::{annotation::Annotation, rule_codes::UNREADABLE_RULES},
};

/// Maximum number of repairs per annotation.
const MAX_REPAIRS: usize = 64;

/// Typographic quotes that word processors substitute for straight ones.
const TYPOGRAPHIC: [char; 6] = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{2018}', '\u{2019}'];

/// A syntax error with a single possible correction.
struct Repair {
    /// Range to replace in the copy. The replacement has the same length.
    bytes: Range<usize>,
    instead: String,
    /// The fix for the file.
    edit: (Range<usize>, &'static str),
    title: &'static str,
    note: &'static str,
    is_quote: bool,
}

/// Returns the annotation value as valid JSON in which every byte keeps its position, or `None` if it cannot be
/// repaired.
pub(super) fn repaired(annotation: &Annotation<'_>, findings: &mut Vec<Diagnostic>) -> Option<String> {
    let mut text = annotation.text.to_owned();
    let mut quotes: Option<usize> = None;
    for _ in 0..MAX_REPAIRS {
        let Err(error) = located_json(&text) else { return Some(text) };
        let Some(repair) = repair(&text, &error) else {
            findings.push(of_error(annotation, &error, &text));
            return None;
        };
        let edit =
            Edit { span: annotation.span(repair.edit.0.clone()), replacement: annotation.written(repair.edit.1) };
        let known = quotes.filter(|_| repair.is_quote).and_then(|index| findings.get_mut(index));
        if let Some(Diagnostic { fix: Some(fix), secondary, .. }) = known {
            if secondary.len() < 8 {
                secondary.push(crate::diag::Label { span: edit.span, text: "here too".to_owned() });
            }
            fix.edits.push(edit);
        } else {
            if repair.is_quote {
                quotes = Some(findings.len());
            }
            let place = if repair.is_quote { edit.span } else { annotation.span(place_of(&error, &text)) };
            let mut finding = Diagnostic::new(UNREADABLE_RULES, error.message.as_str()).at(place).note(repair.note);
            finding.fix =
                Some(Fix { title: repair.title.to_owned(), edits: vec![edit], applicability: Applicability::Safe });
            findings.push(finding);
        }
        text.replace_range(repair.bytes, &repair.instead);
    }
    None
}

fn of_error(annotation: &Annotation<'_>, error: &JsonSyntaxError, text: &str) -> Diagnostic {
    let finding = Diagnostic::new(UNREADABLE_RULES, error.message.as_str()).at(annotation.span(place_of(error, text)));
    match error.message.as_str() {
        "unexpected end of JSON input" => finding.help("close the bracket or quote"),
        "exceeded max depth" => finding.note("rules are not nested; values deeper than 100 levels are not read"),
        _ if text.trim_start().starts_with('-') => {
            finding.note("the annotation is a string with a JSON array, not a YAML list")
        }
        _ => finding,
    }
}

fn place_of(error: &JsonSyntaxError, text: &str) -> Range<usize> {
    let width = text.get(error.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    error.at..error.at + width
}

fn repair(text: &str, error: &JsonSyntaxError) -> Option<Repair> {
    let before = text.get(..error.at)?;
    let here = text.get(error.at..)?.chars().next();
    if here.is_some_and(|here| TYPOGRAPHIC.contains(&here)) {
        return straightened(text, error.at);
    }
    let end = before.trim_end().len();
    let is_between =
        error.message.ends_with("after object key:value pair") || error.message.ends_with("after array element");
    let begins = here.is_some_and(|here| matches!(here, '"' | '{' | '[' | '-' | '0'..='9' | 't' | 'f' | 'n'));
    if is_between && begins && end < error.at {
        return Some(Repair {
            bytes: end..end + 1,
            instead: ",".to_owned(),
            edit: (end..end, ","),
            title: "add a comma",
            note: "a comma is missing before this",
            is_quote: false,
        });
    }
    if matches!(here, Some('}' | ']')) && before.trim_end().ends_with(',') {
        return Some(Repair {
            bytes: end - 1..end,
            instead: " ".to_owned(),
            edit: (end - 1..end, ""),
            title: "remove the comma",
            note: "JSON does not allow a comma after the last entry",
            is_quote: false,
        });
    }
    straightened(text, missed_end(text, error.at)?)
}

/// Replaces a typographic quote.
fn straightened(text: &str, at: usize) -> Option<Repair> {
    let quote = text.get(at..)?.chars().next()?;
    let opens = text.get(..at)?.trim_end().ends_with(['{', '[', ',', ':']);
    let padding = " ".repeat(quote.len_utf8() - 1);
    Some(Repair {
        bytes: at..at + quote.len_utf8(),
        instead: if opens { format!("{padding}\"") } else { format!("\"{padding}") },
        edit: (at..at + quote.len_utf8(), "\""),
        title: "use straight quotes",
        note: "JSON has straight quotes only; typographic ones come from word processors and web pages",
        is_quote: true,
    })
}

/// Returns the position of a typographic quote that was probably meant to end a string. Such a string continues up to
/// the next straight quote or to the end of the text, so the error is directly after that quote or in the string.
/// Typographic quotes in other strings are valid.
fn missed_end(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut last = None;
    let mut next = 0;
    while next < at {
        if bytes.get(next) != Some(&b'"') {
            next += 1;
            continue;
        }
        let start = next;
        next += 1;
        while next < bytes.len() && bytes.get(next) != Some(&b'"') {
            next += if bytes.get(next) == Some(&b'\\') { 2 } else { 1 };
        }
        next += 1;
        last = Some(start..next.min(bytes.len()));
    }
    let last = last.filter(|last| last.end >= at)?;
    text.get(last.clone())?.find(TYPOGRAPHIC).map(|offset| last.start + offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the titles of all repairs that make the text valid JSON, and the repaired text.
    fn repairs(text: &str) -> (Vec<&'static str>, String) {
        let (mut text, mut titles) = (text.to_owned(), Vec::new());
        while let Err(error) = located_json(&text) {
            let Some(repair) = repair(&text, &error) else { break };
            titles.push(repair.title);
            text.replace_range(repair.bytes, &repair.instead);
        }
        (titles, text.replace(' ', ""))
    }

    #[test]
    fn only_quotes_that_stand_for_straight_ones_are_replaced() {
        let straight = "use straight quotes";
        for (text, titles, left) in [
            ("{“a”: “b”}", vec![straight; 4], r#"{"a":"b"}"#),
            (r#"{"a”: "b"}"#, vec![straight], r#"{"a":"b"}"#),
            (r#"{"a": "b”, "c": 1}"#, vec![straight], r#"{"a":"b","c":1}"#),
            (r#"{"a": "b”}"#, vec![straight], r#"{"a":"b"}"#),
            ("{\"a\": \"b”,\n\"c\": 1}", vec![straight], "{\"a\":\"b\",\n\"c\":1}"),
            (r#"{"a": "don’t" "c": 1}"#, vec!["add a comma"], r#"{"a":"don’t","c":1}"#),
            (r#"{"a": "say “b”",}"#, vec!["remove the comma"], r#"{"a":"say“b”"}"#),
            (r#"{"a": "don’t" x}"#, vec![], r#"{"a":"don’t"x}"#),
        ] {
            assert_eq!(repairs(text), (titles, left.to_owned()), "{text}");
        }
    }
}
