//! Parses the arguments of controller-gen markers, `:name=value,other={a,b}`
//! (`sigs.k8s.io/controller-tools/pkg/markers.Definition.Parse`).
//!
//! `name:=value` is equivalent to `name=value`. An unquoted string ends at a comma, a semicolon or a closing brace
//! outside of its quotes, without the surrounding spaces (controller-gen drops the last word of an unquoted string
//! followed by a space). Lists are written as `{a,b}` or `a;b`.

use super::{
    TagKind, corrected,
    quoted::{Stop, read_text},
    reader::{CommentReader, SPACES},
    registry::{Parameter, ParameterKind},
    source_string::SourceString,
    value::{Head, expect_end, unexpected_value},
};
use crate::{
    diag::{Diagnostic, Severity, near},
    source::Span,
    tags::codes,
};

/// The delimiters of an unquoted string.
const ENDS: &[char] = &[',', ';', '}'];

pub(in crate::tags) struct Arguments {
    given: Vec<Argument>,
    /// The span from the marker's name to its last argument.
    span: Span,
}

struct Argument {
    parameter: &'static Parameter,
    name_span: Span,
    /// The string or number, or the list elements.
    values: Vec<SourceString>,
}

impl Arguments {
    /// Returns the list elements of an argument. Empty if the argument is missing.
    pub(in crate::tags) fn list(&self, name: &str) -> &[SourceString] {
        self.given.iter().find(|argument| argument.parameter.name == name).map_or(&[], |argument| &argument.values)
    }

    /// Returns the span from the marker's name to its last argument.
    pub(in crate::tags) fn span(&self) -> Span {
        self.span
    }

    /// Returns the list elements of an argument as strings.
    pub(in crate::tags) fn strings(&self, name: &str) -> Vec<String> {
        self.list(name).iter().map(|element| element.text.clone()).collect()
    }

    /// Returns a value and its location.
    pub(in crate::tags) fn source_string(&self, name: &str) -> Option<&SourceString> {
        self.list(name).first()
    }

    /// Returns a string, if it is present.
    pub(in crate::tags) fn text(&self, name: &str) -> Option<String> {
        self.source_string(name).map(|value| value.text.clone())
    }

    /// Returns the string value of a required argument, whose presence has been checked.
    pub(in crate::tags) fn required(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    /// Returns an integer, if present.
    pub(in crate::tags) fn integer(&self, name: &str) -> Option<i32> {
        self.source_string(name).and_then(|value| value.text.parse().ok())
    }
}

/// Reads the part after the marker's name, and returns its meaning.
pub(in crate::tags) fn read(
    reader: &mut CommentReader<'_>,
    head: &Head,
    parameters: &'static [Parameter],
    meaning: fn(&Arguments) -> Result<TagKind, Diagnostic>,
) -> Result<TagKind, Diagnostic> {
    let mut given: Vec<Argument> = Vec::new();
    if reader.eat(":") {
        loop {
            let argument = read_argument(reader, head, parameters)?;
            if let Some(first) = given.iter().find(|other| other.parameter.name == argument.parameter.name) {
                let message = format!("duplicate argument `{}`", argument.parameter.name);
                let mut diagnostic = Diagnostic::new(codes::DUPLICATE_KEY, message)
                    .at(argument.name_span)
                    .and(first.name_span, "first here");
                let texts =
                    |argument: &Argument| argument.values.iter().map(|value| value.text.clone()).collect::<Vec<_>>();
                if texts(first) != texts(&argument) {
                    return Err(diagnostic.note("controller-gen uses the last one"));
                }
                diagnostic.severity = diagnostic.severity.min(Severity::Warning);
                reader.diagnostics.push(diagnostic.note("both have the same value").help("remove one of them"));
            } else {
                given.push(argument);
            }
            reader.skip_spaces();
            if reader.rest().is_empty() {
                break;
            }
            if !reader.eat(",") {
                return Err(Diagnostic::new(codes::TRAILING_TEXT, "unexpected text after a value")
                    .at_with(reader.span_of_rest(), "expected `,` and an argument")
                    .help("quote a string that contains commas, semicolons or braces"));
            }
        }
    } else if reader.rest().starts_with('=') {
        let mut diagnostic = unexpected_value(reader, head).note(format!("the arguments are {}", names(parameters)));
        if parameters.iter().any(|parameter| parameter.is_required) {
            diagnostic.fix = None;
        }
        return Err(diagnostic);
    } else {
        expect_end(reader)?;
    }
    let is_given = |parameter: &Parameter| given.iter().any(|argument| argument.parameter.name == parameter.name);
    if let Some(missing) = parameters.iter().find(|parameter| parameter.is_required && !is_given(parameter)) {
        return Err(Diagnostic::new(codes::MISSING_VALUE, format!("`+{}` requires `{}`", head.name, missing.name))
            .at(head.span.to(reader.span_ahead(0))));
    }
    let span = head.span.to(reader.span_ahead(0));
    meaning(&Arguments { given, span })
}

fn read_argument(
    reader: &mut CommentReader<'_>,
    head: &Head,
    parameters: &'static [Parameter],
) -> Result<Argument, Diagnostic> {
    reader.skip_spaces();
    let start = reader.place;
    let name = reader.take_while(|character| character.is_alphanumeric() || character == '_');
    let name_span = reader.span_from(start);
    reader.skip_spaces();
    if name.is_empty() || !(reader.eat("=") || reader.eat(":=")) {
        reader.place = start;
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, "expected `name=value`")
            .at_with(reader.span_of_rest(), format!("expected one of {}", names(parameters))));
    }
    let Some(parameter) = parameters.iter().find(|parameter| parameter.name == name) else {
        let near = near(name, parameters.iter().map(|parameter| parameter.name));
        let near = near.map(|near| corrected::with_applicability(reader, near, name_span));
        return Err(Diagnostic::new(codes::UNKNOWN_KEY, format!("`+{}` has no argument `{name}`", head.name))
            .at(name_span)
            .note(format!("the arguments are {}", names(parameters)))
            .fix_near(near, name_span));
    };
    reader.skip_spaces();
    let values = match parameter.kind {
        ParameterKind::Text => vec![read_element(reader)?],
        ParameterKind::List => read_list(reader)?,
        ParameterKind::Integer => {
            let value = read_element(reader)?;
            if value.text.parse::<i32>().is_err() || value.text.starts_with('+') {
                let message = format!("`{name}` must be a 32-bit integer, not `{}`", value.text);
                return Err(Diagnostic::new(codes::MALFORMED_VALUE, message).at(value.span));
            }
            vec![value]
        }
    };
    Ok(Argument { parameter, name_span, values })
}

/// Reads `{a,b}` or `a;b`. Allows one separator after the last element.
pub(in crate::tags) fn read_list(reader: &mut CommentReader<'_>) -> Result<Vec<SourceString>, Diagnostic> {
    let opening = reader.span_ahead(1);
    let is_braced = reader.eat("{");
    let separator = if is_braced { "," } else { ";" };
    let mut elements = Vec::new();
    loop {
        reader.skip_spaces();
        let is_over = reader.rest().is_empty() || reader.rest().starts_with(['}', ',']);
        if is_over && (is_braced || !elements.is_empty()) {
            break;
        }
        elements.push(read_element(reader)?);
        reader.skip_spaces();
        if !reader.eat(separator) {
            break;
        }
    }
    if is_braced && !reader.eat("}") {
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, "expected `,` or `}`")
            .at(reader.span_ahead(reader.peek().map_or(0, char::len_utf8)))
            .and(opening, "the list starts here"));
    }
    Ok(elements)
}

/// Reads a string: `"…"`, `` `…` `` or unquoted. Single quotes are ordinary characters.
pub(in crate::tags) fn read_element(reader: &mut CommentReader<'_>) -> Result<SourceString, Diagnostic> {
    if reader.rest().starts_with(['"', '`']) {
        return read_text(reader, Stop::At(ENDS));
    }
    let start = reader.place;
    while let Some(character) = reader.peek() {
        if ENDS.contains(&character) {
            break;
        }
        if matches!(character, '"' | '`') {
            // In an unquoted string such as `[?(@.type=="Ready")]`, delimiters inside quotes do not end the string.
            let line = reader.place.line;
            read_text(reader, Stop::At(ENDS))?;
            if reader.place.line != line {
                return Err(Diagnostic::new(codes::UNCLOSED_QUOTE, "unclosed quote on this line")
                    .at(reader.span(start, reader.end_of_line(start.line))));
            }
        } else {
            reader.advance(character.len_utf8());
        }
    }
    let end = reader.place;
    let text = reader.text(start, end);
    let text = text.trim_end_matches(SPACES);
    reader.place = start;
    let span = reader.span_ahead(text.len());
    reader.place = end;
    Ok(SourceString::verbatim(text, span))
}

fn names(parameters: &[Parameter]) -> String {
    parameters.iter().map(|parameter| format!("`{}`", parameter.name)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn spellings() {
        for (arguments, expected) in [
            ("path=gizmos", "resource path \"gizmos\""),
            ("shortName=\"a,path=evil\",path=gizmos", "resource path \"gizmos\" short names \"a,path=evil\""),
            ("shortName={a,`b`,\"c\"},scope=Cluster", "resource short names \"a\" \"b\" \"c\" scope Cluster"),
            ("shortName = a;b , categories=\"all\";x;", "resource short names \"a\" \"b\" categories \"all\" \"x\""),
            ("categories={},singular=it's", "resource singular \"it's\""),
            ("path:=gizmos,scope:=Cluster", "resource path \"gizmos\" scope Cluster"),
            ("categories={ a , b, },scope=\"Namespaced\"", "resource categories \"a\" \"b\" scope Namespaced"),
        ] {
            let tag = format!("+kubebuilder:resource:{arguments}");
            expect(&[(&tag, &[&format!("kubebuilder +kubebuilder:resource: {expected}")])]);
        }
    }

    #[test]
    fn what_does_not_parse() {
        for (arguments, fault) in [
            ("path=a b=c;d", "trailing-text: unexpected text after a value @ ;d"),
            ("path=a,path=b", "duplicate-rule-key: duplicate argument `path` @ path"),
            ("path=a,shortName={b},shortName=c", "duplicate-rule-key: duplicate argument `shortName` @ shortName"),
            ("path=a,scop=Cluster", "unknown-rule-key: `+kubebuilder:resource` has no argument `scop` @ scop"),
            ("path=a,", "malformed-value: expected `name=value` @ "),
            ("path=a,b", "malformed-value: expected `name=value` @ b"),
            ("path=\"a", "unclosed-quote: unclosed quote `\"` on this line @ \""),
            ("path=a\"b", "unclosed-quote: unclosed quote `\"` on this line @ \""),
            ("path=\"a\\d\"", "invalid-escape: invalid Go escape `\\d` @ \\d"),
            ("shortName={a,b", "malformed-value: expected `,` or `}` @ "),
            ("scope=cluster", "wrong-value: the scope is `Cluster` or `Namespaced`, not `cluster` @ cluster"),
        ] {
            let tag = format!("+kubebuilder:resource:{arguments}");
            expect(&[(&tag, &["kubebuilder +kubebuilder:resource: malformed", fault])]);
        }
        expect(&[
            (
                "+kubebuilder:resource=a",
                &[
                    "kubebuilder +kubebuilder:resource: malformed",
                    "unexpected-value: `+kubebuilder:resource` takes no value @ =a",
                ],
            ),
            (
                "+kubebuilder:printcolumn:name=A,type=date",
                &[
                    "kubebuilder +kubebuilder:printcolumn: malformed",
                    "missing-value: `+kubebuilder:printcolumn` requires `JSONPath` @ \
                     kubebuilder:printcolumn:name=A,type=date",
                ],
            ),
            (
                "+kubebuilder:printcolumn:name=A,type=date,JSONPath=.a,priority=x",
                &[
                    "kubebuilder +kubebuilder:printcolumn: malformed",
                    "malformed-value: `priority` must be a 32-bit integer, not `x` @ x",
                ],
            ),
        ]);
    }
}
