//! `+validationRule`: a CEL rule with its settings, either in one tag or in several lines with the same index.
//!
//! ```text
//! +validationRule="self.a <= self.b",message="a above b",reason=Invalid,field=a
//! +validationRule[0]:rule=self.a <= self.b
//! +validationRule[0]:message=a above b
//! ```
//!
//! `publish=false` keeps a rule out of all schemas. KEP-4153 has no such setting.

pub mod codes;
mod field_path;
mod message;
mod reason;

pub(super) use message::check_message;
pub(super) use reason::parse_reason;

use super::{
    Rule, TagKind,
    cel_text::{self, fold},
    pairs::{Key, KeyValue, Pair, read_pair, read_pairs, read_value},
    reader::CommentReader,
    source_string::SourceString,
    value::Head,
};
use crate::diag::{Diagnostic, Severity};

const RULE: Key = Key { names: &["rule"], value: KeyValue::Expression };
static KEYS: &[Key] = &[
    RULE,
    Key { names: &["message"], value: KeyValue::Text },
    Key { names: &["messageExpression"], value: KeyValue::Expression },
    Key { names: &["reason"], value: KeyValue::Text },
    Key { names: &["field", "fieldPath"], value: KeyValue::Text },
    Key { names: &["optionalOldSelf"], value: KeyValue::Flag },
    PUBLISH,
];
const PUBLISH: Key = Key { names: &["publish"], value: KeyValue::Text };

/// Returns the keys of a tag. controller-gen rejects markers with other keys.
fn keys(head: &Head) -> &'static [Key] {
    match KEYS.split_last() {
        Some((_, keys)) if head.name.starts_with("kubebuilder:") => keys,
        _ => KEYS,
    }
}

/// The part of a rule that one tag contains: the complete rule, or one line of an indexed rule.
pub(super) struct RulePart {
    /// The index `[n]`, if present.
    pub(super) index: Option<u32>,
    /// The keys and values.
    pub(super) pairs: Vec<Pair>,
}

/// Reads the part after `+validationRule`.
pub(super) fn read_part(reader: &mut CommentReader<'_>, head: &Head) -> Result<RulePart, Diagnostic> {
    let index = read_index(reader)?;
    let mut pairs = Vec::new();
    if reader.eat(":") {
        // controller-gen ignores spaces before an argument.
        reader.skip_spaces();
        read_pair(reader, head, keys(head), &mut pairs)?;
    } else if reader.eat("=") {
        let span = head.span;
        let value = read_value(reader, KeyValue::Expression)?;
        pairs.push(Pair { key: &RULE, key_span: span, value: Some(value) });
    } else {
        return Err(Diagnostic::new(
            super::codes::MISSING_VALUE,
            format!("`+{}` requires a CEL expression", head.name),
        )
        .at(head.span.to(reader.span_of_rest()))
        .help("write, for example, `+validationRule=\"self.minimum <= self.maximum\"`"));
    }
    read_pairs(reader, head, keys(head), &mut pairs)?;
    Ok(RulePart { index, pairs })
}

fn read_index(reader: &mut CommentReader<'_>) -> Result<Option<u32>, Diagnostic> {
    let start = reader.place;
    if !reader.eat("[") {
        return Ok(None);
    }
    let digits = reader.take_while(|character| character != ']');
    let is_closed = reader.eat("]");
    let index = digits.parse().ok().filter(|_| is_closed && digits.bytes().all(|byte| byte.is_ascii_digit()));
    index.map(Some).ok_or_else(|| {
        Diagnostic::new(super::codes::MALFORMED_VALUE, "expected an index: `[0]`, `[1]`, …").at(reader.span_from(start))
    })
}

/// Adds the keys of another line with the same index.
pub(super) fn add(reader: &mut CommentReader<'_>, pairs: &mut Vec<Pair>, more: Vec<Pair>) {
    for pair in more {
        if let Some(first) = pairs.iter().find(|first| first.key == pair.key) {
            let diagnostic =
                Diagnostic::new(super::codes::DUPLICATE_KEY, format!("duplicate key `{}`", pair.key.name()))
                    .at(pair.key_span)
                    .and(first.key_span, "first here")
                    .note("each rule needs its own index")
                    .help("use another index for another rule");
            reader.diagnostics.push(diagnostic);
        } else {
            pairs.push(pair);
        }
    }
}

/// Creates the rule from its keys. Problems are added to the reader's diagnostics.
pub(super) fn finish(reader: &mut CommentReader<'_>, head: &Head, pairs: &[Pair]) -> TagKind {
    let value = |name: &str| {
        pairs.iter().find(|pair| pair.key.name() == name).and_then(|pair| Some((pair, pair.value.as_ref()?)))
    };
    let Some((_, rule)) = value("rule") else {
        // controller-gen reads all keys of a rule from one marker.
        let advice = if head.name.starts_with("kubebuilder:") {
            format!("add the key `rule`: `+{}:rule=\"…\"`", head.name)
        } else {
            format!("add `+{0}=\"…\"`, or `+{0}[n]:rule=…` with the same index", head.name)
        };
        reader.diagnostics.push(
            Diagnostic::new(codes::RULE_WITHOUT_EXPRESSION, "the rule has no expression").at(head.span).help(advice),
        );
        return TagKind::Malformed;
    };
    let before = reader.diagnostics.len();
    let expression = check_expression(reader, rule, "rule");
    let message_expression = value("messageExpression")
        .and_then(|(_, expression)| check_expression(reader, expression, "messageExpression"));
    let message = value("message").and_then(|(_, message)| check_message(reader, message));
    let reason = value("reason").and_then(|(_, reason)| parse_reason(reader, reason));
    let field = value("field").and_then(|(_, path)| field_path::normalise(reader, path).map(|text| (text, path.span)));
    let optional_old_self = pairs
        .iter()
        .find(|pair| pair.key.name() == "optionalOldSelf")
        .and_then(|pair| pair.value.as_ref().map_or(Some(true), |value| parse_flag(reader, "optionalOldSelf", value)));
    let is_published = value("publish").and_then(|(_, value)| parse_flag(reader, "publish", value));
    let has_message = value("message").is_some() || value("messageExpression").is_some();
    if let Some(expression) = expression.as_ref().filter(|rule| rule.text.contains(['\n', '\r']) && !has_message) {
        reader.diagnostics.push(
            Diagnostic::new(codes::INVALID_MESSAGE, "a multi-line rule requires a message")
                .at(expression.span)
                .note(
                    "the line break is inside a string, so idlgen keeps it; without a message, the rule itself is \
                     the message",
                )
                .help("add `message=\"…\"`, or remove the line break"),
        );
    }
    let is_faulty = reader.diagnostics.iter().skip(before).any(|diagnostic| diagnostic.severity == Severity::Error);
    let Some(expression) = expression.filter(|_| !is_faulty) else { return TagKind::Malformed };
    let (field_path, field_path_span) = field.unzip();
    let (message_expression, message_expression_map) =
        message_expression.map(|expression| (expression.text, expression.map)).unzip();
    TagKind::Rule(Rule {
        rule_span: expression.span,
        rule: expression.text,
        rule_map: expression.map,
        message: message.map(|message| message.text),
        message_expression,
        message_expression_map,
        reason,
        field_path,
        field_path_span,
        optional_old_self,
        unpublished: is_published == Some(false),
        sugar: None,
    })
}

/// Joins the lines of an expression. Reports a missing or unbalanced expression.
fn check_expression(reader: &mut CommentReader<'_>, expression: &SourceString, key: &str) -> Option<SourceString> {
    if let Err(fault) = cel_text::check(&expression.text) {
        let (start, end) = fault.at;
        let diagnostic = Diagnostic::new(codes::UNBALANCED_RULE, format!("unbalanced {key}: {}", fault.message))
            .at(expression.map.span(start, end));
        reader.diagnostics.push(match fault.opener {
            Some((start, end)) => diagnostic.and(expression.map.span(start, end), "not closed"),
            None => diagnostic,
        });
        return None;
    }
    let folded = fold(expression);
    if folded.text.is_empty() {
        let diagnostic = Diagnostic::new(codes::EMPTY_RULE, format!("the {key} is empty")).at(expression.span);
        reader.diagnostics.push(diagnostic);
        return None;
    }
    Some(folded)
}

/// Creates a rule without settings from an expression.
pub(super) fn of_expression(expression: &SourceString) -> Result<Rule, Diagnostic> {
    if let Err(fault) = cel_text::check(&expression.text) {
        let (start, end) = fault.at;
        let diagnostic = Diagnostic::new(codes::UNBALANCED_RULE, format!("unbalanced rule: {}", fault.message))
            .at(expression.map.span(start, end));
        return Err(match fault.opener {
            Some((start, end)) => diagnostic.and(expression.map.span(start, end), "not closed"),
            None => diagnostic,
        });
    }
    let folded = cel_text::fold(expression);
    if folded.text.is_empty() {
        return Err(Diagnostic::new(codes::EMPTY_RULE, "the rule is empty").at(expression.span));
    }
    Ok(Rule { rule_map: folded.map, ..Rule::new(folded.text, folded.span) })
}

fn parse_flag(reader: &mut CommentReader<'_>, key: &str, value: &SourceString) -> Option<bool> {
    let flag = value.text.parse().ok();
    if flag.is_none() {
        reader.diagnostics.push(
            Diagnostic::new(
                super::codes::MALFORMED_VALUE,
                format!("`{key}` must be `true` or `false`, not `{}`", value.text),
            )
            .at(value.span),
        );
    }
    flag
}

#[cfg(test)]
mod tests {
    use crate::tags::{
        TagKind, TagOptions,
        testing::{expect, read, show},
    };

    const RULE: &str = "plain +validationRule: rule \"self.a <= self.b\" message \"a, above b\" reason \
        FieldValueForbidden fieldPath \".a\"";

    #[test]
    fn spellings_of_one_rule() {
        for comment in [
            r#"// +validationRule="self.a <= self.b",message="a, above b",reason=Forbidden,field="a""#,
            r"//+validationRule='self.a <= self.b',reason='FieldValueForbidden',field=.a,message='a, above b'",
            "//\t+validationRule=`self.a <= self.b`,fieldPath=`a`,reason=\"Forbidden\",message=`a, above b`",
            r#"// +validationRule=self.a <= self.b,message="a, above b",reason=Forbidden,field=a"#,
            "// +validationRule=\"\"\"\n//   self.a\n//     <= self.b\n\
             // \"\"\",message=\"a, above b\",reason=Forbidden,field=a",
            "// +validationRule=`\n//   self.a // the lower\n//\n//     <= self.b`,message=`a,\n\
             //   above b`,reason=Forbidden,field=a",
            "// +validationRule=\"self.a <= self.b\",\n//   message=\"a, above b\",\n//   reason=Forbidden, field = a",
            "// +validationRule[0]:rule=self.a <= self.b\n// +validationRule[0]:message=\"a, above b\"\n\
             // +validationRule[0]:reason=Forbidden\n\
             // +validationRule[0]:fieldPath=.a",
            "// +validationRule[3]=\"self.a <= self.b\"\n// +validationRule[3]:field=a,message=\"a, above b\"\n\
             // +validationRule[3]:reason=Forbidden",
            "// +validationRule[7]:message=\"a, above b\",reason=Forbidden,field=a\n\
             // +validationRule[7]:rule=\"\"\"\n//   self.a <=\n//   self.b\"\"\"",
            r#"// +validationRule:message="a, above b",rule=self.a <= self.b,reason=Forbidden,field=a"#,
        ] {
            assert_eq!(show(&format!("{comment}\n")), [RULE], "{comment}");
            let (_, parsed) = read(comment, &TagOptions::default());
            assert!(parsed.is_tag.iter().all(|flag| *flag), "{comment}");
        }
    }

    #[test]
    fn settings() {
        expect(&[
            (
                "+validationRule=\"self == oldSelf\",optionalOldSelf=true",
                &["plain +validationRule: rule \"self == oldSelf\" optionalOldSelf true"],
            ),
            (
                "+validationRule=\"self == oldSelf\",optionalOldSelf,reason=Duplicate",
                &["plain +validationRule: rule \"self == oldSelf\" reason FieldValueDuplicate optionalOldSelf true"],
            ),
            ("+validationRule=\"self > 1\",publish=false", &["plain +validationRule: rule \"self > 1\" publish false"]),
            ("+validationRule=\"self > 1\",publish=true", &["plain +validationRule: rule \"self > 1\""]),
            (
                "+validationRule=\"self > 1\",publish=no",
                &[
                    "plain +validationRule: malformed",
                    "malformed-value: `publish` must be `true` or `false`, not `no` @ no",
                ],
            ),
            (
                "+validationRule=\"self == oldSelf\",optionalOldSelf='false'",
                &["plain +validationRule: rule \"self == oldSelf\" optionalOldSelf false"],
            ),
            (
                "+validationRule=self.a > 0,messageExpression=string(max(self.a, 1)) + ' is a',field=a['b.c'].d",
                &["plain +validationRule: rule \"self.a > 0\" messageExpression \"string(max(self.a, 1)) + ' is \
                     a'\" fieldPath \".a['b.c'].d\""],
            ),
            (
                "+validationRule=\"self.matches(\\\"^\\\\\\\\d+$\\\")\"",
                &["plain +validationRule: rule \"self.matches(\\\"^\\\\\\\\d+$\\\")\""],
            ),
            ("+validationRule=\"\"\"self == \"a\"\"\"\"", &["plain +validationRule: rule \"self == \\\"a\\\"\""]),
            (
                "+validationRule=\"self.a\",message=\"strategy `type` is Recreate\",reason=Invalid",
                &["plain +validationRule: rule \"self.a\" message \"strategy `type` is Recreate\" reason \
                     FieldValueInvalid"],
            ),
            (
                "+validationRule=\"a\",reason=RequestEntityTooLarge",
                &[
                    "plain +validationRule: rule \"a\" reason FieldValueInvalid",
                    "unpublishable-reason: `RequestEntityTooLarge` is published as `FieldValueInvalid` @ \
                     RequestEntityTooLarge",
                ],
            ),
        ]);
    }

    #[test]
    fn several_rules_keep_their_order() {
        expect(&[(
            "+validationRule=\"first\"\n+validationRule[1]:rule=second\n+optional\n+validationRule[0]:rule=third\n\
             +validationRule[1]:message=two\n+validationRule=\"fourth\"",
            &[
                "plain +validationRule: rule \"first\"",
                "plain +validationRule: rule \"second\" message \"two\"",
                "plain +optional: optional",
                "plain +validationRule: rule \"third\"",
                "plain +validationRule: rule \"fourth\"",
            ],
        )]);
    }

    #[test]
    fn faults_in_the_expression() {
        expect(&[
            (
                "+validationRule",
                &[
                    "plain +validationRule: malformed",
                    "missing-value: `+validationRule` requires a CEL expression @ validationRule",
                ],
            ),
            ("+validationRule=\"\"", &["plain +validationRule: malformed", "empty-rule: the rule is empty @ "]),
            (
                "+validationRule=\"\"\"\n  // nothing\n\"\"\"",
                &["plain +validationRule: malformed", "empty-rule: the rule is empty @ \n//   // nothing\n// "],
            ),
            (
                "+validationRule=\"self.all(c, c > 0\"",
                &["plain +validationRule: malformed", "unbalanced-rule: unbalanced rule: `(` is not closed @ ("],
            ),
            (
                "+validationRule=self.a[0),reason=Invalid",
                &[
                    "plain +validationRule: malformed",
                    "unbalanced-rule: unbalanced rule: unexpected `)`: `[` is not closed yet @ )",
                ],
            ),
            (
                "+validationRule=\"self == \\\"a\"",
                &[
                    "plain +validationRule: malformed",
                    "unbalanced-rule: unbalanced rule: the string has no closing `\"` on its line @ \\\"",
                ],
            ),
            (
                "+validationRule=`\n  self == 'a\n  b'`",
                &[
                    "plain +validationRule: malformed",
                    "unbalanced-rule: unbalanced rule: the string has no closing `'` on its line @ '",
                ],
            ),
            (
                "+validationRule=\"a\",messageExpression=\"'x' + (\"",
                &[
                    "plain +validationRule: malformed",
                    "unbalanced-rule: unbalanced messageExpression: `(` is not closed @ (",
                ],
            ),
            (
                "+validationRule=`self == '''a\nb'''`",
                &[
                    "plain +validationRule: malformed",
                    "invalid-message: a multi-line rule requires a message @ self == '''a\n// b'''",
                ],
            ),
            (
                "+validationRule=`self == '''a\nb'''`,message=x",
                &["plain +validationRule: rule \"self == '''a\\nb'''\" message \"x\""],
            ),
            (
                "+validationRule=\"self == \"a\"\"",
                &["plain +validationRule: malformed", "trailing-text: unexpected text after a value @ a\"\""],
            ),
            (
                "+validationRule='a' in self",
                &["plain +validationRule: malformed", "trailing-text: unexpected text after a value @ in self"],
            ),
        ]);
    }

    #[test]
    fn faults_in_the_settings() {
        expect(&[
            (
                "+validationRule=\"a\",mesage=\"b\",reason=Invalid",
                &[
                    "plain +validationRule: rule \"a\" reason FieldValueInvalid",
                    "unknown-rule-key: `+validationRule` has no key `mesage` @ mesage",
                ],
            ),
            (
                "+validationRule=\"a\",field=b,fieldPath=.c",
                &[
                    "plain +validationRule: rule \"a\" fieldPath \".b\"",
                    "duplicate-rule-key: duplicate key `fieldPath` @ fieldPath",
                ],
            ),
            (
                "+validationRule=\"a\",rule=\"b\"",
                &["plain +validationRule: rule \"a\"", "duplicate-rule-key: duplicate key `rule` @ rule"],
            ),
            (
                "+validationRule[0]:rule=a\n+validationRule[0]:rule=b",
                &["plain +validationRule: rule \"a\"", "duplicate-rule-key: duplicate key `rule` @ rule"],
            ),
            (
                "+validationRule=\"a\",reason=forbidden",
                &["plain +validationRule: malformed", "invalid-reason: `forbidden` is not a rule reason @ forbidden"],
            ),
            (
                "+validationRule=\"a\",message=\"b\\nc\"",
                &["plain +validationRule: malformed", "invalid-message: the message has a line break @ \\n"],
            ),
            (
                "+validationRule=\"a\",message=\" \"",
                &["plain +validationRule: malformed", "invalid-message: the message is empty @  "],
            ),
            (
                "+validationRule=\"a\",field=ports[0].x",
                &[
                    "plain +validationRule: malformed",
                    "invalid-field-path: invalid property path: expected a name in single quotes after `[`; list \
                     items have no path @ [",
                ],
            ),
            (
                "+validationRule=\"a\",field=\"\"",
                &["plain +validationRule: malformed", "invalid-field-path: invalid property path: expected a name @ "],
            ),
            (
                "+validationRule=\"a\",optionalOldSelf=maybe",
                &[
                    "plain +validationRule: malformed",
                    "malformed-value: `optionalOldSelf` must be `true` or `false`, not `maybe` @ maybe",
                ],
            ),
            (
                "+validationRule=\"a\",message=b, or c",
                &["plain +validationRule: malformed", "malformed-value: expected `key=value` @ or c"],
            ),
            (
                "+validationRule=\"a\",reason",
                &["plain +validationRule: malformed", "malformed-value: expected `key=value` @ reason"],
            ),
            (
                "+validationRule=\"a\",\nProse follows.",
                &["plain +validationRule: malformed", "trailing-text: trailing comma @ ,"],
            ),
            ("+validationRule=\"a\",", &["plain +validationRule: malformed", "trailing-text: trailing comma @ ,"]),
            (
                "+validationRule[0]:message=b",
                &[
                    "plain +validationRule: malformed",
                    "rule-without-expression: the rule has no expression @ validationRule",
                ],
            ),
            (
                "+validationRule:message=b",
                &[
                    "plain +validationRule: malformed",
                    "rule-without-expression: the rule has no expression @ validationRule",
                ],
            ),
            (
                "+validationRule[x]:rule=a",
                &["plain +validationRule: malformed", "malformed-value: expected an index: `[0]`, `[1]`, … @ [x]"],
            ),
            (
                "+validationrule=\"a\"",
                &["foreign +validationrule: malformed", "unknown-tag: unknown tag `+validationrule` @ validationrule"],
            ),
        ]);
    }

    #[test]
    fn positions_lead_through_escapes_and_lines() {
        let comment = "// +validationRule=\"\"\"\n//   self.first == \"x\" // why\n//   && self.second\n// \"\"\"\n";
        let (sources, parsed) = read(comment, &TagOptions::default());
        let [tag] = parsed.tags.as_slice() else { panic!("{:?}", parsed.tags) };
        let TagKind::Rule(rule) = &tag.meaning else { panic!("{:?}", tag.meaning) };
        assert_eq!(rule.rule, "self.first == \"x\" && self.second");
        for word in ["self.first", "\"x\"", "&&", "self.second"] {
            let at = rule.rule.find(word).unwrap();
            assert_eq!(sources.slice(rule.rule_map.span(at, at + word.len())), word);
        }
        assert_eq!(sources.slice(tag.span), comment.trim_start_matches("// ").trim_end());
        assert_eq!(tag.text, "+validationRule=\"\"\"\n  self.first == \"x\" // why\n  && self.second\n\"\"\"");
        assert_eq!(sources.slice(tag.name_span), "validationRule");

        let comment = "// +validationRule=\"self == \\\"a\\\" || self.b\"\n";
        let (sources, parsed) = read(comment, &TagOptions::default());
        let [tag] = parsed.tags.as_slice() else { panic!("{:?}", parsed.tags) };
        let TagKind::Rule(rule) = &tag.meaning else { panic!("{:?}", tag.meaning) };
        let at = rule.rule.find("self.b").unwrap();
        assert_eq!(sources.slice(rule.rule_map.span(at, at + 6)), "self.b");
    }
}
