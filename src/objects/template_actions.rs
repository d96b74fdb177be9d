//! Template actions in values and documents, such as `{{ .Name }}`, which a template engine replaces.

use idlgen_yaml::{Limits, load};

use super::document_problem::has_syntax_error;
use crate::diag::Diagnostic;

/// The advice for a template of an unknown engine.
pub(super) const RENDER: &str = "render the template, and pass the result";

/// The delimiters of actions: those of Go templates and Jinja, and those of the statements of Jinja.
const DELIMITERS: [(&str, &str); 2] = [("{{", "}}"), ("{%", "%}")];

/// Replaces an action while a document is masked.
const MARKER: char = '\0';

/// Returns `true` if the text of a value contains an action. Strings of several lines are often scripts.
pub(super) fn is_in(written: &str) -> bool {
    let is_closed = |(_, rest): (&str, &str)| rest.contains("}}");
    !written.contains('\n') && written.split_once("{{").is_some_and(is_closed)
}

/// Says that the value of a diagnostic contains an action.
pub(super) fn described(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.note("`{{` starts a template action").help(RENDER)
}

/// Returns `true` if a text is not YAML, but is YAML without its actions.
pub(super) fn are_reason(text: &str) -> bool {
    let is_broken = |text: &str| load(text, &Limits::of_this_thread()).iter().any(has_syntax_error);
    masked(text).is_some_and(|masked| is_broken(text) && !is_broken(&masked))
}

/// Replaces each action with a letter, or with an empty line if the line contains nothing else. Returns `None` without
/// actions.
fn masked(text: &str) -> Option<String> {
    let (mut marked, mut rest) = (String::new(), text);
    while let Some((before, after)) = next_action(rest) {
        marked.push_str(before);
        marked.push(MARKER);
        rest = after;
    }
    if marked.is_empty() {
        return None;
    }
    marked.push_str(rest);
    let lines = marked.split_inclusive('\n').map(|line| {
        let is_action = line.contains(MARKER) && line.trim().chars().all(|c| c == MARKER || c.is_whitespace());
        if is_action { "\n".to_owned() } else { line.replace(MARKER, "x") }
    });
    Some(lines.collect())
}

/// Returns the text before and after the next action.
fn next_action(text: &str) -> Option<(&str, &str)> {
    let first = |(open, close): &(&str, &str)| {
        let (before, rest) = text.split_once(open)?;
        let end = end_of_action(rest, close).or_else(|| rest.find(close))?;
        Some((before, rest.get(end + close.len()..)?))
    };
    DELIMITERS.iter().filter_map(first).min_by_key(|(before, _)| before.len())
}

/// Returns the offset of the end of an action if its strings, which can contain braces, are those of Go.
fn end_of_action(action: &str, close: &str) -> Option<usize> {
    let (mut quote, mut is_escaped) = (None, false);
    for (at, character) in action.char_indices() {
        match quote {
            None if action.get(at..)?.starts_with(close) => return Some(at),
            None if ['"', '`'].contains(&character) => quote = Some(character),
            Some('"') if character == '\n' => return None,
            Some(open) if character == open && !is_escaped => quote = None,
            _ => {}
        }
        is_escaped = quote == Some('"') && character == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_the_reason_of_errors() {
        for (text, expected) in [
            ("a: {{ .B }}\n", true),
            ("a: [{{ .B }}]\nc: {{ .D }}-{{ .E }}\n", true),
            ("{{- if .A }}\na: 1\n{{- else }}\nb: 1\n{{- end }}\n", true),
            ("{{ if .A }}{{ if .B }}\na: 1\n {{ end }} {{ end }}\n", true),
            ("a:\n  {{- range .B }}\n  - {{ . }}: {{ $.C }}\n  {{- end }}\n", true),
            ("a:\n{{/* several\n lines: [ */}}\n", true),
            ("{% for a in b %}\na: {{ a }}\n{% endfor %}\n", true),
            ("{\"a\": {{ .B }}}\n", true),
            ("{{ a \"{{ .B }}: [\\\"\" }}\n", true),
            ("a: {{ \"b }}\n", true),
            ("a: \"{{ .B }}\"\n", false),
            ("a: {{ .B }}\nb: [\n", false),
            ("# {{ .B }}\nb: [\n", false),
            ("a: {{ .B\n", false),
            ("a: [\n", false),
            ("a: {{ .B }}\na: 1\n", true),
        ] {
            assert_eq!(are_reason(text), expected, "{text}");
        }
    }

    #[test]
    fn values_contain_actions() {
        for (written, expected) in [
            ("\"{{ .A }}\"", true),
            ("a-{{b}}-c", true),
            ("{{ .A", false),
            ("{a: {b: c}}", false),
            ("|\n  {{ .A }}", false),
        ] {
            assert_eq!(is_in(written), expected, "{written}");
        }
    }
}
