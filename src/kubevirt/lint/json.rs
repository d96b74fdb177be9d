//! Rules that are no JSON: what is wrong, and the text as if it were not, so that the rest is judged as well.

use std::ops::Range;

use idlgen_runtime::go::{JsonSyntaxError, located_json};

use crate::{
    diag::{Applicability, Diagnostic, Edit, Fix},
    kubevirt::{annotation::Annotation, codes::UNREADABLE_RULES},
};

/// So many mistakes are made good.
const MAX_REPAIRS: usize = 64;

/// Quotes that word processors make of straight ones.
const TYPOGRAPHIC: [char; 6] = ['\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{2018}', '\u{2019}'];

/// A mistake that has one right form.
struct Repair {
    /// What is replaced in the text that is read on, by as many bytes.
    bytes: Range<usize>,
    instead: String,
    /// The change that mends it in the file.
    edit: (Range<usize>, &'static str),
    title: &'static str,
    note: &'static str,
    is_quote: bool,
}

/// The text of an annotation as JSON, byte for byte where it was; `None` if it is none.
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
        "unexpected end of JSON input" => finding.note("a bracket or a quote is not closed"),
        "exceeded max depth" => finding.note("rules do not nest; deeper values than 100 levels are not read"),
        _ if text.trim_start().starts_with('-') => {
            finding.note("the annotation is a JSON array in a text, not a list of YAML")
        }
        _ => finding,
    }
}

fn place_of(error: &JsonSyntaxError, text: &str) -> Range<usize> {
    let width = text.get(error.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    error.at..error.at + width
}

/// How a mistake is made good.
fn repair(text: &str, error: &JsonSyntaxError) -> Option<Repair> {
    let before = text.get(..error.at)?;
    let here = text.get(error.at..)?.chars().next();
    if let Some(at) = typographic_quote(text, error.at) {
        let quote = text.get(at..)?.chars().next()?;
        let opens = text.get(..at)?.trim_end().ends_with(['{', '[', ',', ':']);
        let padding = " ".repeat(quote.len_utf8() - 1);
        return Some(Repair {
            bytes: at..at + quote.len_utf8(),
            instead: if opens { format!("{padding}\"") } else { format!("\"{padding}") },
            edit: (at..at + quote.len_utf8(), "\""),
            title: "use straight quotes",
            note: "JSON has straight quotes only; typographic ones come from word processors and web pages",
            is_quote: true,
        });
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
            note: "JSON has no comma behind the last entry",
            is_quote: false,
        });
    }
    None
}

/// A typographic quote that stands for a straight one: where the error is, or within the text before it, which ended
/// later than it was meant to.
fn typographic_quote(text: &str, at: usize) -> Option<usize> {
    if text.get(at..)?.starts_with(TYPOGRAPHIC) {
        return Some(at);
    }
    let mut last = None;
    let bytes = text.as_bytes();
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
    let last = last?;
    let within = text.get(last.clone())?;
    within.find(TYPOGRAPHIC).map(|offset| last.start + offset)
}
