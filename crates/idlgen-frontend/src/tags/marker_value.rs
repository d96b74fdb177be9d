//! Parses a value whose type the marker does not define, and infers the type like controller-gen
//! (`sigs.k8s.io/controller-tools/pkg/markers.guessType`): numbers, `true` and `false`, strings, lists `{a,b}` or
//! `a;b`, maps `{name:value}`.
//!
//! Unquoted strings are parsed as in [`marker_arguments`](super::marker_arguments), without surrounding spaces. Null
//! does not exist, and JSON's `[]` is an ordinary string.

use serde_json::{Map, Value as Json};

use super::{
    DefaultValue, TagKind,
    corrected::{Reading, read_again},
    enumeration::guessed,
    quoted::{Stop, read_text},
    reader::{CommentReader, SPACES},
    registry::{ValueReader, ValueSyntax},
    source_string::{SourceString, Spelling},
    value::{Head, expect_end, expect_equals, missing_value},
};
use crate::{
    diag::{Applicability, Diagnostic},
    source::Span,
    tags::codes,
};

const EXPECTED: &str = "a number, `true`, `false`, a string, a list `{a,b}` or `a;b`, or a map `{name:value}`";

/// Maximum nesting depth of lists and maps.
const MAX_DEPTH: usize = 64;

/// The syntax of a default.
pub(super) const DEFAULT: ValueSyntax =
    ValueSyntax::Own("`=VALUE`, `={VALUE,VALUE}`, `=VALUE;VALUE` or `={NAME:VALUE}`", ValueReader(read_default));

/// The syntax of an example.
pub(super) const EXAMPLE: ValueSyntax =
    ValueSyntax::Own("`=VALUE`, `={VALUE,VALUE}`, `=VALUE;VALUE` or `={NAME:VALUE}`", ValueReader(read_example));

fn read_default(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    let (value, is_open) = read_guessed(reader, head)?;
    Ok(TagKind::Default(if is_open { DefaultValue::Empty } else { DefaultValue::Json(value) }))
}

fn read_example(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    Ok(TagKind::Example(read_guessed(reader, head)?.0))
}

/// Reads `=value`. Also returns `true` if the value is `{}`, which may be a list or a map.
fn read_guessed(reader: &mut CommentReader<'_>, head: &Head) -> Result<(Json, bool), Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    reader.skip_spaces();
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, EXPECTED));
    }
    // `{}` without a name or an element may be either a list or a map.
    let is_open = reader.rest().trim_end_matches(SPACES).strip_prefix('{').is_some_and(|rest| rest.trim() == "}");
    let (written, all) = (reader.rest().trim_end_matches(SPACES).to_owned(), reader.span_of_rest());
    let value = read_value(reader, 0)?;
    expect_end(reader)
        .map_err(|problem| if written.starts_with('[') { brackets(head, &written, all) } else { problem })?;
    Ok((value, is_open))
}

/// Creates the diagnostic for a list in brackets.
fn brackets(head: &Head, written: &str, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(codes::MALFORMED_VALUE, "a list is written in braces, not in brackets").at(span);
    let as_json = serde_json::from_str(written).ok().and_then(|list| in_braces(&list));
    let bare = || Some(format!("{{{}}}", written.strip_prefix('[')?.strip_suffix(']')?));
    let Some((instead, applicability)) = as_json
        .map(|list| (list, Applicability::Safe))
        .or_else(|| Some((bare()?, Applicability::Unsafe)))
        .filter(|(list, _)| matches!(read_again(&format!("+{}={list}", head.name)), Reading::Good(_)))
    else {
        return diagnostic.help("write, for example, `{1,2}`");
    };
    diagnostic.fix_as(applicability, format!("write `{instead}`"), span, instead)
}

/// Returns the marker notation of a JSON value: `{1,2}` for `[1,2]`. `None` if it has none.
pub(crate) fn in_braces(value: &Json) -> Option<String> {
    let joined = |parts: Option<Vec<String>>| parts.map(|parts| format!("{{{}}}", parts.join(",")));
    match value {
        // The notation of null is that of the string `null`.
        Json::Null => None,
        Json::Array(elements) => joined(elements.iter().map(in_braces).collect()),
        Json::Object(entries) => {
            let entry =
                |(name, value): (&String, &Json)| Some(format!("{}:{}", Json::from(name.as_str()), in_braces(value)?));
            joined(entries.iter().map(entry).collect())
        }
        Json::Bool(_) | Json::Number(_) | Json::String(_) => Some(value.to_string()),
    }
}

/// Reads a value, or several values separated by semicolons.
fn read_value(reader: &mut CommentReader<'_>, depth: usize) -> Result<Json, Diagnostic> {
    let first = read_one(reader, depth)?;
    reader.skip_spaces();
    if !reader.rest().starts_with(';') {
        return Ok(first);
    }
    let mut elements = vec![first];
    while reader.eat(";") {
        reader.skip_spaces();
        // A semicolon after the last element is allowed.
        if reader.rest().is_empty() || reader.rest().starts_with([',', '}']) {
            break;
        }
        read_element(reader, &mut elements, depth)?;
        reader.skip_spaces();
    }
    Ok(Json::Array(elements))
}

fn read_one(reader: &mut CommentReader<'_>, depth: usize) -> Result<Json, Diagnostic> {
    reader.skip_spaces();
    if reader.rest().starts_with('{') {
        return read_braced(reader, depth + 1);
    }
    Ok(guessed(&read_scalar(reader, &[',', ';', '}'])?))
}

/// Reads `{a,b}` or `{name:value}`.
fn read_braced(reader: &mut CommentReader<'_>, depth: usize) -> Result<Json, Diagnostic> {
    let opening = reader.span_ahead(1);
    if depth > MAX_DEPTH {
        let message = format!("lists and maps are nested more than {MAX_DEPTH} levels deep");
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, message).at(opening));
    }
    reader.eat("{");
    reader.skip_spaces();
    let value = if reader.rest().starts_with('}') || is_map(reader)? {
        let mut entries = Map::new();
        while !reader.rest().is_empty() && !reader.rest().starts_with('}') {
            let key = read_scalar(reader, &[':', ',', ';', '}'])?;
            reader.skip_spaces();
            if !reader.eat(":") {
                let message = format!("expected `:` after the name `{}`", key.text);
                return Err(Diagnostic::new(codes::MALFORMED_VALUE, message).at(reader.span_ahead(1)));
            }
            let value = read_value(reader, depth)?;
            entries.insert(key.text, value);
            next(reader);
        }
        Json::Object(entries)
    } else {
        let mut elements = Vec::new();
        while !reader.rest().is_empty() && !reader.rest().starts_with('}') {
            if elements.is_empty() {
                elements.push(read_value(reader, depth)?);
            } else {
                read_element(reader, &mut elements, depth)?;
            }
            if !next(reader) {
                break;
            }
        }
        Json::Array(elements)
    };
    if !reader.eat("}") {
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, "expected `,` or `}`")
            .at(reader.span_ahead(reader.peek().map_or(0, char::len_utf8)))
            .and(opening, "opened here"));
    }
    Ok(value)
}

/// Skips a comma. Returns `false` if there is none.
fn next(reader: &mut CommentReader<'_>) -> bool {
    reader.skip_spaces();
    let found = reader.eat(",");
    reader.skip_spaces();
    found
}

/// Returns `true` if an opening brace is followed by a name and a colon.
fn is_map(reader: &mut CommentReader<'_>) -> Result<bool, Diagnostic> {
    if reader.rest().starts_with('{') {
        return Ok(false);
    }
    let start = reader.place;
    read_scalar(reader, &[':', ',', ';', '}'])?;
    reader.skip_spaces();
    let found = reader.rest().starts_with(':');
    reader.place = start;
    Ok(found)
}

/// Reads another element, which must have the type of the first one.
fn read_element(reader: &mut CommentReader<'_>, elements: &mut Vec<Json>, depth: usize) -> Result<(), Diagnostic> {
    reader.skip_spaces();
    let start = reader.place;
    let is_text = matches!(elements.first(), Some(Json::String(_)));
    let element = if is_text && !reader.rest().starts_with('{') {
        Json::String(read_scalar(reader, &[',', ';', '}'])?.text)
    } else {
        read_one(reader, depth)?
    };
    if let Some(first) = elements.first().filter(|first| !is_same_type(first, &element)) {
        let message = format!("the list items must have one type; the first is {first}");
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, message)
            .at(reader.span_from(start))
            .note("a list that starts with a number is a list of numbers")
            .help("quote numbers in a list of strings"));
    }
    elements.push(element);
    Ok(())
}

/// Returns `true` if both values have the same type in controller-gen, which distinguishes integers from other numbers.
fn is_same_type(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(left), Json::Number(right)) => left.is_f64() || !right.is_f64(),
        (left, right) => std::mem::discriminant(left) == std::mem::discriminant(right),
    }
}

/// Reads a string up to one of these characters: `"…"`, `` `…` `` or unquoted.
fn read_scalar(reader: &mut CommentReader<'_>, ends: &'static [char]) -> Result<SourceString, Diagnostic> {
    reader.skip_spaces();
    if reader.rest().starts_with(['"', '`']) {
        return read_text(reader, Stop::At(ends));
    }
    let rest = reader.rest();
    let end = rest.find(ends).unwrap_or(rest.len());
    let text = rest.get(..end).unwrap_or("").trim_end_matches(SPACES);
    let span = reader.span_ahead(text.len());
    reader.advance(end);
    Ok(SourceString { spelling: Spelling::Bare, ..SourceString::verbatim(text, span) })
}

#[cfg(test)]
mod tests {
    use crate::{
        diag::Applicability,
        tags::{
            TagOptions,
            testing::{expect, read},
        },
    };

    #[test]
    fn values_are_guessed() {
        for (value, expected) in [
            ("8080", "8080"),
            ("-1", "-1"),
            ("1.0", "1"),
            (".5", "0.5"),
            ("010", "10"),
            ("1e3", "1000"),
            ("9007199254740993", "9007199254740993"),
            ("true", "true"),
            ("100Mi", "\"100Mi\""),
            ("a b", "\"a b\""),
            ("`a b`", "\"a b\""),
            ("\"\"", "\"\""),
            ("\"8\"", "\"8\""),
            ("'x'", "\"'x'\""),
            ("http://a.b/c", "\"http://a.b/c\""),
            ("null", "\"null\""),
            ("[]", "\"[]\""),
            ("{1,2}", "[1,2]"),
            ("{\"a\",b}", "[\"a\",\"b\"]"),
            ("{a,1}", "[\"a\",\"1\"]"),
            ("a;b;", "[\"a\",\"b\"]"),
            ("\"a\";\"b\"", "[\"a\",\"b\"]"),
            ("{a:1, b : \"x\", \"c\": {d:true},}", "{\"a\":1,\"b\":\"x\",\"c\":{\"d\":true}}"),
            ("{{name: a, n: 1},{name: b}}", "[{\"n\":1,\"name\":\"a\"},{\"name\":\"b\"}]"),
            ("{name: $(ENV), x: a:b}", "{\"name\":\"$(ENV)\",\"x\":\"a:b\"}"),
            ("{x:true,y:100Mi,z:1;2}", "{\"x\":true,\"y\":\"100Mi\",\"z\":[1,2]}"),
            ("{a:{},b:{x}}", "{\"a\":{},\"b\":[\"x\"]}"),
            ("{{}}", "[{}]"),
            ("{ }", "nothing in it"),
        ] {
            for equals in ["=", ":="] {
                let tag = format!("+kubebuilder:default{equals}{value}");
                expect(&[(&tag, &[&format!("kubebuilder +kubebuilder:default: default {expected}")])]);
            }
        }
    }

    #[test]
    fn what_does_not_parse() {
        let deep = "{".repeat(70);
        for (value, fault) in [
            ("{1,a}", "malformed-value: the list items must have one type; the first is 1 @ a"),
            ("{1,2.5}", "malformed-value: the list items must have one type; the first is 1 @ 2.5"),
            ("{\"a\" \"b\"}", "malformed-value: expected `,` or `}` @ \""),
            ("{a:1,b}", "malformed-value: expected `:` after the name `b` @ }"),
            ("{a", "malformed-value: expected `,` or `}` @ "),
            ("a,b", "trailing-text: unexpected text after the tag @ ,b"),
            ("\"a", "unclosed-quote: unclosed quote `\"` on this line @ \""),
            ("[1,2]", "malformed-value: a list is written in braces, not in brackets @ [1,2]"),
            ("[a,b", "malformed-value: a list is written in braces, not in brackets @ [a,b"),
            (&deep, "malformed-value: lists and maps are nested more than 64 levels deep @ {"),
        ] {
            let tag = format!("+kubebuilder:default={value}");
            expect(&[(&tag, &["kubebuilder +kubebuilder:default: malformed", fault])]);
        }
        expect(&[(
            "+kubebuilder:default=",
            &[
                "kubebuilder +kubebuilder:default: malformed",
                "missing-value: `+kubebuilder:default` requires a value: a number, `true`, `false`, a string, a list \
                 `{a,b}` or `a;b`, or a map `{name:value}` @ kubebuilder:default=",
            ],
        )]);
    }

    #[test]
    fn lists_in_brackets_are_corrected() {
        for (value, fixed) in [
            ("[1,2]", Some(("{1,2}", Applicability::Safe))),
            ("[\"a\", \"b,c\"]", Some(("{\"a\",\"b,c\"}", Applicability::Safe))),
            ("[{\"a\":[true,false]}]", Some(("{{\"a\":{true,false}}}", Applicability::Safe))),
            ("[a,b]", Some(("{a,b}", Applicability::Unsafe))),
            ("[1,null]", None),
            ("[a,null]", Some(("{a,null}", Applicability::Unsafe))),
            ("[1,\"a\"]", None),
            ("[a,b", None),
        ] {
            let (_, parsed) = read(&format!("// +kubebuilder:default={value}\n"), &TagOptions::default());
            let [diagnostic] = parsed.diagnostics.as_slice() else { panic!("{value}: {:?}", parsed.diagnostics) };
            let fix = diagnostic.fix.as_ref().map(|fix| (fix.edits[0].replacement.as_str(), fix.applicability));
            assert_eq!(fix, fixed, "{value}");
        }
    }

    #[test]
    fn lists_nest_to_a_limit() {
        let lists = |levels: usize| format!("+kubebuilder:default={}{}", "{".repeat(levels), "}".repeat(levels));
        let default = format!("kubebuilder +kubebuilder:default: default {}{{}}{}", "[".repeat(63), "]".repeat(63));
        let rejected = "malformed-value: lists and maps are nested more than 64 levels deep @ {";
        expect(&[(&lists(64), &[&default]), (&lists(65), &["kubebuilder +kubebuilder:default: malformed", rejected])]);
    }
}
