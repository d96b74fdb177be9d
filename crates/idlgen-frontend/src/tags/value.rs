//! Reads the value of a tag by the syntax in its row.

use idlgen_schema::schema::Number;

use super::{
    Exclusive, TagKind, marker_arguments, names,
    number::parse_number,
    prose::prose,
    quoted::{Stop, read_text},
    reader::{CommentReader, SPACES},
    registry::{self, ArgumentsReader, TagDefinition, ValueReader, ValueSyntax},
    source_string::{SourceString, Spelling},
};
use crate::{
    diag::{Applicability, Diagnostic, Severity, near},
    source::Span,
    tags::codes,
};

pub(super) struct Head {
    /// Its name as written.
    pub(super) name: String,
    /// The name's position.
    pub(super) span: Span,
}

/// Reads the part after the name. Returns an error if the tag has no effect then; other problems are added to the
/// reader's diagnostics.
pub(super) fn read_kind(
    reader: &mut CommentReader<'_>,
    head: &Head,
    definition: &TagDefinition,
) -> Result<TagKind, Diagnostic> {
    Ok(match definition.form {
        ValueSyntax::Nothing(make) => {
            if reader.rest().starts_with('=') {
                return Err(unexpected_value(reader, head));
            }
            expect_end(reader)?;
            make()
        }
        ValueSyntax::Presence(make) => {
            if reader.rest().starts_with('=') {
                let diagnostic = ignored_value(reader, head);
                reader.diagnostics.push(diagnostic);
                reader.advance(reader.rest().len());
            }
            expect_end(reader)?;
            make()
        }
        ValueSyntax::Flag(make) => match read_value(reader, head, "`true` or `false`", Absent::Allowed, WORD)? {
            // In controller-gen, a value can be omitted only if the marker takes none.
            None if is_of_controller_gen(head) => {
                let end = head.span.end;
                return Err(missing_value(reader, head, "`true` or `false`").fix(
                    format!("use `+{}=true`", head.name),
                    Span { start: end, end, ..head.span },
                    "=true",
                ));
            }
            None => make(true),
            Some(value) => {
                let flag = parse_flag(&value).ok_or_else(|| malformed(head, &value, "`true` or `false`"))?;
                expect_bare(reader, head, &value)?;
                make(flag)
            }
        },
        ValueSyntax::Exclusive(make) => {
            match read_value(reader, head, "a number, `true` or `false`", Absent::Allowed, WORD)? {
                None => make(Exclusive::Flag(true)),
                Some(value) => match (parse_flag(&value), parse_number(&value.text)) {
                    (Some(flag), _) => make(Exclusive::Flag(flag)),
                    (None, Some(limit)) => make(Exclusive::Limit(limit)),
                    (None, None) => return Err(malformed(head, &value, "a number, `true` or `false`")),
                },
            }
        }
        ValueSyntax::Count(make) => {
            let value = required_value(reader, head, "an integer of at least 0", WORD)?;
            let count = parse_count(&value).ok_or_else(|| {
                let is_integer = value.text.bytes().all(|byte| byte.is_ascii_digit());
                let expected = if is_integer { "at most 9223372036854775807" } else { "at least 0" };
                malformed(head, &value, &format!("an integer of {expected}"))
            })?;
            expect_bare(reader, head, &value)?;
            make(count)
        }
        ValueSyntax::Number(make) => {
            let value = required_value(reader, head, "a number", WORD)?;
            let number = parse_number(&value.text).ok_or_else(|| malformed(head, &value, "a number"))?;
            expect_bare(reader, head, &value)?;
            make(number)
        }
        ValueSyntax::PositiveNumber(make) => {
            let value = required_value(reader, head, "a number greater than 0", WORD)?;
            let number = parse_number(&value.text).filter(|number| number.as_f64() > 0.0);
            let number = number.ok_or_else(|| malformed(head, &value, "a number greater than 0"))?;
            expect_bare(reader, head, &value)?;
            make(number)
        }
        ValueSyntax::Text(make) => make(required_value(reader, head, "text", Stop::EndOfLine)?.text),
        ValueSyntax::Name(make) => make(required_value(reader, head, "a name", WORD)?.text),
        ValueSyntax::Line(make) => {
            if !reader.eat("=") {
                return Err(missing_value(reader, head, "text"));
            }
            let text = reader.rest().trim().to_owned();
            reader.advance(reader.rest().len());
            make(text)
        }
        ValueSyntax::Word(words, make) => {
            let value = required_value(reader, head, &one_of(words), WORD)?;
            if !words.contains(&value.text.as_str()) {
                return Err(unknown_word(head, &value.text, value.span, words));
            }
            make(value.text)
        }
        ValueSyntax::Words(words, make) => {
            let value = required_value(reader, head, &one_of(words), WORD)?;
            let mut start = 0;
            for word in value.text.split(',') {
                if !words.contains(&word) {
                    return Err(unknown_word(head, word, value.map.span(start, start + word.len()), words));
                }
                start += word.len() + 1;
            }
            make(value.text)
        }
        ValueSyntax::Names(make) => make(names::read(reader, head)?),
        ValueSyntax::Own(_, ValueReader(read)) => read(reader, head)?,
        ValueSyntax::Arguments(parameters, ArgumentsReader(meaning)) => {
            marker_arguments::read(reader, head, parameters, meaning)?
        }
        // Rules and tags with nested tags have their own parsers.
        ValueSyntax::Rule
        | ValueSyntax::Override
        | ValueSyntax::Wraps(..)
        | ValueSyntax::Chain(_)
        | ValueSyntax::Marker(_)
        | ValueSyntax::Unread(_) => TagKind::Recognised,
    })
}

/// The behavior if the value is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absent {
    Allowed,
    Forbidden,
}

/// The end of a value that is a single word. Text after a space is not part of it.
const WORD: Stop = Stop::At(&SPACES);

/// Reads `=value` up to the end of the line.
pub(super) fn read_value(
    reader: &mut CommentReader<'_>,
    head: &Head,
    expected: &str,
    absent: Absent,
    stop: Stop,
) -> Result<Option<SourceString>, Diagnostic> {
    if absent == Absent::Allowed && reader.at_end() {
        return Ok(None);
    }
    expect_equals(reader, head, expected)?;
    reader.skip_spaces();
    let value = read_text(reader, stop)?;
    if value.text.is_empty() {
        return Err(missing_value(reader, head, expected));
    }
    expect_end(reader)?;
    Ok(Some(value))
}

fn required_value(
    reader: &mut CommentReader<'_>,
    head: &Head,
    expected: &str,
    stop: Stop,
) -> Result<SourceString, Diagnostic> {
    read_value(reader, head, expected, Absent::Forbidden, stop)?.ok_or_else(|| missing_value(reader, head, expected))
}

/// Returns `true` if controller-gen supports the tag. Its grammar is stricter than that of plain tags.
pub(super) fn is_of_controller_gen(head: &Head) -> bool {
    head.name.starts_with("kubebuilder:")
}

/// Checks that a number or flag of controller-gen is not quoted, because a quoted value would be a string.
fn expect_bare(reader: &CommentReader<'_>, head: &Head, value: &SourceString) -> Result<(), Diagnostic> {
    if value.spelling == Spelling::Bare || !is_of_controller_gen(head) {
        return Ok(());
    }
    let is_long = reader.line(reader.place.line).contains("\"\"\"");
    let quote = if is_long { 3 } else { 1 };
    let span = Span { start: value.span.start.saturating_sub(quote), end: value.span.end + quote, ..value.span };
    let message = format!("the value of `+{}` must not be quoted", head.name);
    Err(Diagnostic::new(codes::MALFORMED_VALUE, message)
        .at(span)
        .note("controller-gen reads a quoted value as a string and rejects it here")
        .fix("remove the quotes", span, value.text.as_str()))
}

/// Skips the `=` after the name.
pub(super) fn expect_equals(reader: &mut CommentReader<'_>, head: &Head, expected: &str) -> Result<(), Diagnostic> {
    if reader.eat("=") {
        return Ok(());
    }
    let gap = reader.place;
    reader.skip_spaces();
    let blank = reader.span_from(gap);
    if reader.eat("=") {
        reader.skip_spaces();
        let sign = reader.span_from(gap);
        return Err(Diagnostic::new(
            codes::BLANK_BEFORE_EQUALS,
            format!("unexpected space between `+{}` and `=`", head.name),
        )
        .at(blank)
        .note(format!(
            "{} treats the space as part of the name and does not recognize the tag",
            if head.name.starts_with("kubebuilder:") { "controller-gen" } else { "openapi-gen" }
        ))
        .fix("remove the space", sign, "="));
    }
    if reader.rest().is_empty() {
        return Err(missing_value(reader, head, expected));
    }
    Err(trailing_text(reader).note(format!("`+{}` must be followed by `=` and {expected}", head.name)))
}

/// Checks that the rest of the line is empty.
pub(super) fn expect_end(reader: &mut CommentReader<'_>) -> Result<(), Diagnostic> {
    let gap = reader.place;
    reader.skip_spaces();
    if reader.rest().is_empty() || (reader.takes_comments && reader.rest().starts_with('#')) {
        return Ok(());
    }
    let span = reader.span(gap, reader.end_of_line(gap.line));
    let found = trailing_text(reader);
    // Only the author can decide whether to move or remove the rest of the line.
    if reader.rest().starts_with(['#', '/']) {
        return Err(found.note("a tag takes its whole line").help("move the comment to its own line"));
    }
    if let Some(tag) = reader.rest().strip_prefix('+')
        && !registry::name_at(tag).is_empty()
    {
        let found = found.note("a tag takes its whole line");
        let name = registry::name_at(tag);
        let is_known = registry::find(name).is_some() || registry::suggest(name).is_some();
        let applicability = if is_known { Applicability::Safe } else { Applicability::Unsafe };
        return Err(match reader.line_break() {
            Some(line_break) => {
                let blank = reader.span_from(gap);
                found.fix_as(applicability, format!("move `+{name}` to its own line"), blank, line_break)
            }
            None => found,
        });
    }
    let Some(text) = prose(reader.rest()) else { return Err(found.unsafe_fix("remove it", span, "")) };
    let (title, found) = ("move the text to its own line", found.note("a tag takes its whole line"));
    Err(match reader.line_break() {
        Some(line_break) => found.unsafe_fix(title, span, format!("{line_break}{text}")),
        None => found.help(title),
    })
}

fn trailing_text(reader: &CommentReader<'_>) -> Diagnostic {
    Diagnostic::new(codes::TRAILING_TEXT, "unexpected text after the tag")
        .at_with(reader.span_of_rest(), "not part of the tag")
}

/// Creates the diagnostic for a value that upstream ignores.
fn ignored_value(reader: &CommentReader<'_>, head: &Head) -> Diagnostic {
    let diagnostic = Diagnostic::new(codes::IGNORED_VALUE, format!("the value of `+{}` is ignored", head.name))
        .at(reader.span_of_rest())
        .note("openapi-gen only checks that the tag is present");
    without_value(reader, head, diagnostic)
}

pub(super) fn unexpected_value(reader: &CommentReader<'_>, head: &Head) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(codes::UNEXPECTED_VALUE, format!("`+{}` takes no value", head.name)).at(reader.span_of_rest());
    without_value(reader, head, diagnostic)
}

/// Suggests the tag without its value, but not if the value is `false`. If the value is not `true`, it was probably
/// intentional, so the fix is unsafe.
fn without_value(reader: &CommentReader<'_>, head: &Head, diagnostic: Diagnostic) -> Diagnostic {
    let span = span_of_sign_and_value(reader, head);
    match reader.rest().trim() {
        "=false" => diagnostic,
        "=" | "=true" => diagnostic.fix("remove the value", span, ""),
        _ => diagnostic.unsafe_fix("remove the value", span, ""),
    }
}

/// Returns the span of `=value` or `:=value` after the name.
fn span_of_sign_and_value(reader: &CommentReader<'_>, head: &Head) -> Span {
    let span = reader.span_of_rest();
    if head.span.end + 1 == span.start { Span { start: head.span.end, ..span } } else { span }
}

pub(super) fn missing_value(reader: &CommentReader<'_>, head: &Head, expected: &str) -> Diagnostic {
    Diagnostic::new(codes::MISSING_VALUE, format!("`+{}` requires a value: {expected}", head.name))
        .at(head.span.to(reader.span_ahead(0)))
}

/// Creates an error for a value with the wrong format.
pub(super) fn malformed(head: &Head, value: &SourceString, expected: &str) -> Diagnostic {
    Diagnostic::new(
        codes::MALFORMED_VALUE,
        format!("`+{}` expects {expected}, not `{}`", head.name, shortened(&value.text)),
    )
    .at_with(value.span, format!("expected {expected}"))
}

/// Reports a value of another tool's tag that the tool would reject as well. This is a warning, because idlgen does not
/// depend on the tag. The tag then has no effect.
pub(super) fn doubtful(
    reader: &mut CommentReader<'_>,
    head: &Head,
    (text, span): (&str, Span),
    expected: &str,
) -> TagKind {
    let message = format!("`+{}` expects {expected}, not `{}`", head.name, shortened(text));
    let mut diagnostic = Diagnostic::new(codes::MALFORMED_VALUE, message).at(span);
    diagnostic.severity = Severity::Warning;
    reader.diagnostics.push(diagnostic);
    TagKind::Recognised
}

/// Creates the diagnostic for a word that is not allowed.
pub(super) fn unknown_word(head: &Head, word: &str, span: Span, words: &[&str]) -> Diagnostic {
    Diagnostic::new(
        codes::WRONG_VALUE,
        format!("`+{}` must be {}, not `{}`", head.name, one_of(words), shortened(word)),
    )
    .at(span)
    .fix_near(near(word, words.iter().copied()), span)
}

/// Formats words for a sentence: `` `a`, `b` or `c` ``.
pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Shortens a string for a message.
fn shortened(text: &str) -> String {
    let mut characters = text.chars().map(|character| if character == '\n' { ' ' } else { character });
    let mut short: String = characters.by_ref().take(60).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

fn parse_flag(value: &SourceString) -> Option<bool> {
    value.text.parse().ok()
}

fn parse_count(value: &SourceString) -> Option<u64> {
    match parse_number(&value.text) {
        Some(Number::Int(count)) => u64::try_from(count).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn limits() {
        expect(&[
            ("+minimum=1", &["plain +minimum: minimum 1"]),
            ("+minimum=-1.5", &["plain +minimum: minimum -1.5"]),
            ("+maximum=1e3", &["plain +maximum: maximum 1000"]),
            ("+maximum=\"65535\"", &["plain +maximum: maximum 65535"]),
            ("\t+maximum=5", &["plain +maximum: maximum 5"]),
            ("+multipleOf=0.5", &["plain +multipleOf: multipleOf 0.5"]),
            ("+minLength=0", &["plain +minLength: minLength 0"]),
            ("+maxLength='20'", &["plain +maxLength: maxLength 20"]),
            ("+minItems= 3", &["plain +minItems: minItems 3"]),
            ("+maxItems=`3`", &["plain +maxItems: maxItems 3"]),
            ("+minProperties=1", &["plain +minProperties: minProperties 1"]),
            ("+maxProperties=64", &["plain +maxProperties: maxProperties 64"]),
            ("+exclusiveMinimum", &["plain +exclusiveMinimum: exclusiveMinimum true"]),
            ("+exclusiveMinimum=false", &["plain +exclusiveMinimum: exclusiveMinimum false"]),
            ("+exclusiveMaximum=100", &["plain +exclusiveMaximum: exclusiveMaximum 100"]),
            ("+uniqueItems", &["plain +uniqueItems: uniqueItems true"]),
            ("+uniqueItems=true", &["plain +uniqueItems: uniqueItems true"]),
            ("+nullable", &["plain +nullable: nullable true"]),
            ("+nullable=false", &["plain +nullable: nullable false"]),
        ]);
    }

    #[test]
    fn malformed_limits() {
        expect(&[
            (
                "+maxLength",
                &[
                    "plain +maxLength: malformed",
                    "missing-value: `+maxLength` requires a value: an integer of at least 0 @ maxLength",
                ],
            ),
            (
                "+maxLength=",
                &[
                    "plain +maxLength: malformed",
                    "missing-value: `+maxLength` requires a value: an integer of at least 0 @ maxLength=",
                ],
            ),
            (
                "+maxLength=-1",
                &[
                    "plain +maxLength: malformed",
                    "malformed-value: `+maxLength` expects an integer of at least 0, not `-1` @ -1",
                ],
            ),
            (
                "+maxLength=1.5",
                &[
                    "plain +maxLength: malformed",
                    "malformed-value: `+maxLength` expects an integer of at least 0, not `1.5` @ 1.5",
                ],
            ),
            (
                "+maxLength=9223372036854775808",
                &[
                    "plain +maxLength: malformed",
                    "malformed-value: `+maxLength` expects an integer of at most 9223372036854775807, not \
                     `9223372036854775808` @ 9223372036854775808",
                ],
            ),
            (
                "+minimum=low",
                &["plain +minimum: malformed", "malformed-value: `+minimum` expects a number, not `low` @ low"],
            ),
            (
                "+minimum=0x10",
                &["plain +minimum: malformed", "malformed-value: `+minimum` expects a number, not `0x10` @ 0x10"],
            ),
            (
                "+multipleOf=0",
                &[
                    "plain +multipleOf: malformed",
                    "malformed-value: `+multipleOf` expects a number greater than 0, not `0` @ 0",
                ],
            ),
            (
                "+exclusiveMinimum=yes",
                &[
                    "plain +exclusiveMinimum: malformed",
                    "malformed-value: `+exclusiveMinimum` expects a number, `true` or `false`, not `yes` @ yes",
                ],
            ),
            (
                "+uniqueItems=1",
                &[
                    "plain +uniqueItems: malformed",
                    "malformed-value: `+uniqueItems` expects `true` or `false`, not `1` @ 1",
                ],
            ),
            ("+maxLength 20", &["plain +maxLength: malformed", "trailing-text: unexpected text after the tag @ 20"]),
            (
                "+maxLength=\"20\" chars",
                &["plain +maxLength: malformed", "trailing-text: unexpected text after the tag @ chars"],
            ),
            (
                "+maxLength =20",
                &[
                    "plain +maxLength: malformed",
                    "blank-before-equals: unexpected space between `+maxLength` and `=` @  ",
                ],
            ),
            (
                "+maxLength:=20",
                &[
                    "plain +maxLength: maxLength 20",
                    "colon-before-equals: only controller-gen reads `+maxLength:=` @ :",
                ],
            ),
            // No other tool reads these.
            ("+kubebuilder:object:generate:=false", &["foreign +kubebuilder:object:generate: recognised"]),
        ]);
    }

    #[test]
    fn words_and_texts() {
        expect(&[
            ("+listType=map", &["plain +listType: list type \"map\""]),
            ("+listMapKey=name", &["plain +listMapKey: list map key \"name\""]),
            ("+mapType=atomic", &["plain +mapType: map type \"atomic\""]),
            ("+structType=granular", &["plain +structType: struct type \"granular\""]),
            ("+format=dns1123label", &["plain +format: format \"dns1123label\""]),
            ("+nameFormat='dns1123subdomain'", &["plain +nameFormat: name format \"dns1123subdomain\""]),
            ("+nameFormat=\"dns1123subdomain\"", &["plain +nameFormat: name format \"dns1123subdomain\""]),
            ("+nameFormat=`dns1123subdomain`", &["plain +nameFormat: name format \"dns1123subdomain\""]),
            ("+nameFormat=dns1123subdomain", &["plain +nameFormat: name format \"dns1123subdomain\""]),
            ("+pattern=^[a-z]{1,3}$", &["plain +pattern: pattern \"^[a-z]{1,3}$\""]),
            ("+pattern=`^\\d+\"$`", &["plain +pattern: pattern \"^\\\\d+\\\"$\""]),
            ("+pattern=\"^\\\\d+$\"", &["plain +pattern: pattern \"^\\\\d+$\""]),
            ("+pattern='^\\\\d+$'", &["plain +pattern: pattern \"^\\\\d+$\""]),
            ("+title=\"A port\"", &["plain +title: title \"A port\""]),
            ("+title=A port", &["plain +title: title \"A port\""]),
            ("+patchStrategy=merge,retainKeys", &["openapi-gen +patchStrategy: patch strategy \"merge,retainKeys\""]),
            ("+patchMergeKey=name", &["openapi-gen +patchMergeKey: patch merge key \"name\""]),
            ("+groupName=apps.example.com", &["openapi-gen +groupName: group \"apps.example.com\""]),
            ("+groupName=", &["openapi-gen +groupName: group \"\""]),
            (
                "+k8s:openapi-model-package=io.k8s.api.apps.v1",
                &["openapi-gen +k8s:openapi-model-package: model package \"io.k8s.api.apps.v1\""],
            ),
            (
                "+listType=list",
                &[
                    "plain +listType: malformed",
                    "wrong-value: `+listType` must be `atomic`, `set` or `map`, not `list` @ list",
                ],
            ),
            (
                "+patchStrategy=merge,keep",
                &[
                    "openapi-gen +patchStrategy: malformed",
                    "wrong-value: `+patchStrategy` must be `merge`, `retainKeys` or `replace`, not `keep` @ keep",
                ],
            ),
            ("+pattern=\"^\\d+$\"", &["plain +pattern: malformed", "invalid-escape: invalid Go escape `\\d` @ \\d"]),
            ("+pattern=\"", &["plain +pattern: malformed", "unclosed-quote: unclosed quote `\"` on this line @ \""]),
            (
                "+format=\"\"",
                &["plain +format: malformed", "missing-value: `+format` requires a value: a name @ format=\"\""],
            ),
        ]);
    }

    #[test]
    fn presence() {
        expect(&[
            ("+required", &["plain +required: required"]),
            ("+optional", &["plain +optional: optional"]),
            ("+immutable", &["plain +immutable: immutable"]),
            ("+union", &["openapi-gen +union: union"]),
            ("+unionDiscriminator", &["openapi-gen +unionDiscriminator: union discriminator"]),
            ("+unionDeprecated", &["openapi-gen +unionDeprecated: union member"]),
            ("+intOrString", &["plain +intOrString: int or string"]),
            ("+embeddedResource", &["plain +embeddedResource: embedded resource"]),
            ("+preserveUnknownFields", &["plain +preserveUnknownFields: preserve unknown fields"]),
            (
                "+optional=false",
                &["plain +optional: optional", "ignored-value: the value of `+optional` is ignored @ =false"],
            ),
            (
                "+immutable=false",
                &["plain +immutable: malformed", "unexpected-value: `+immutable` takes no value @ =false"],
            ),
            (
                "+optional # for now",
                &["plain +optional: malformed", "trailing-text: unexpected text after the tag @ # for now"],
            ),
            ("+optional,", &["plain +optional: malformed", "trailing-text: unexpected text after the tag @ ,"]),
        ]);
    }

    #[test]
    fn publication() {
        expect(&[
            ("+k8s:openapi-gen=true", &["openapi-gen +k8s:openapi-gen: published"]),
            ("+k8s:openapi-gen=false", &["openapi-gen +k8s:openapi-gen: not published"]),
            (
                "+k8s:openapi-gen=x-kubernetes-thing:a:b c",
                &["openapi-gen +k8s:openapi-gen: extension x-kubernetes-thing \"a:b c\""],
            ),
            (
                "+k8s:openapi-gen=x-thing:a",
                &[
                    "openapi-gen +k8s:openapi-gen: malformed",
                    "wrong-value: `+k8s:openapi-gen` must be `true`, `false` or `x-kubernetes-NAME:VALUE`, not \
                     `x-thing:a` \
                     @ x-thing:a",
                ],
            ),
        ]);
    }
}
