//! `+validationRule`: a CEL rule with its settings, in one tag or in several lines with an index.
//!
//! ```text
//! +validationRule="self.a <= self.b",message="a above b",reason=Invalid,field=a
//! +validationRule[0]:rule=self.a <= self.b
//! +validationRule[0]:message=a above b
//! ```

mod field_path;
mod message;
mod reason;

pub(super) use message::check_message;
pub(super) use reason::parse_reason;

use super::{
    Meaning, Rule,
    cel_text::{self, fold},
    pairs::{Key, KeyValue, Pair, read_pair, read_pairs, read_value},
    passage::Passage,
    reader::Reader,
    value::Head,
};
use crate::diag::{Diagnostic, codes::tags as codes};

const RULE: Key = Key { names: &["rule"], value: KeyValue::Expression };
static KEYS: &[Key] = &[
    RULE,
    Key { names: &["message"], value: KeyValue::Text },
    Key { names: &["messageExpression"], value: KeyValue::Expression },
    Key { names: &["reason"], value: KeyValue::Text },
    Key { names: &["field", "fieldPath"], value: KeyValue::Text },
    Key { names: &["optionalOldSelf"], value: KeyValue::Flag },
];

/// One tag's part of a rule: all of it, or what stands behind one index.
pub(super) struct RulePart {
    /// `[n]`, if given.
    pub(super) index: Option<u32>,
    /// The keys and values.
    pub(super) pairs: Vec<Pair>,
}

/// Reads what follows `+validationRule`.
pub(super) fn read_part(reader: &mut Reader<'_>, head: &Head) -> Result<RulePart, Diagnostic> {
    let index = read_index(reader)?;
    let mut pairs = Vec::new();
    if reader.eat(":") {
        read_pair(reader, head, KEYS, &mut pairs)?;
    } else if reader.eat("=") {
        let span = head.span;
        let value = read_value(reader, KeyValue::Expression)?;
        pairs.push(Pair { key: &RULE, key_span: span, value: Some(value) });
    } else {
        return Err(Diagnostic::new(codes::MISSING_VALUE, format!("`+{}` needs a CEL expression", head.name))
            .at(head.span.to(reader.span_of_rest()))
            .note("for example `+validationRule=\"self.minimum <= self.maximum\"`"));
    }
    read_pairs(reader, head, KEYS, &mut pairs)?;
    Ok(RulePart { index, pairs })
}

fn read_index(reader: &mut Reader<'_>) -> Result<Option<u32>, Diagnostic> {
    let start = reader.place;
    if !reader.eat("[") {
        return Ok(None);
    }
    let digits = reader.take_while(|character| character != ']');
    let index = digits.parse().ok().filter(|_| reader.eat("]") && digits.bytes().all(|byte| byte.is_ascii_digit()));
    index.map(Some).ok_or_else(|| {
        Diagnostic::new(codes::MALFORMED_VALUE, "expected an index: `[0]`, `[1]`, …").at(reader.span_from(start))
    })
}

/// Adds the keys of a later line with the same index.
pub(super) fn add(reader: &mut Reader<'_>, pairs: &mut Vec<Pair>, more: Vec<Pair>) {
    for pair in more {
        if let Some(first) = pairs.iter().find(|first| first.key == pair.key) {
            let diagnostic = Diagnostic::new(codes::DUPLICATE_KEY, format!("`{}` is given twice", pair.key.name()))
                .at(pair.key_span)
                .and(first.key_span, "first here")
                .note("each rule has an index of its own");
            reader.diagnostics.push(diagnostic);
        } else {
            pairs.push(pair);
        }
    }
}

/// Makes the rule of its keys; what is wrong with them goes to the reader.
pub(super) fn finish(reader: &mut Reader<'_>, head: &Head, pairs: &[Pair]) -> Meaning {
    let value = |name: &str| {
        pairs.iter().find(|pair| pair.key.name() == name).and_then(|pair| Some((pair, pair.value.as_ref()?)))
    };
    let Some((_, rule)) = value("rule") else {
        reader.diagnostics.push(
            Diagnostic::new(codes::RULE_WITHOUT_EXPRESSION, "the rule has no expression")
                .at(head.span)
                .note(format!("add `+{0}=\"…\"`, or `+{0}[n]:rule=…` with the same index", head.name)),
        );
        return Meaning::Malformed;
    };
    let before = reader.diagnostics.len();
    let expression = check_expression(reader, rule, "rule");
    let message_expression =
        value("messageExpression").map(|(_, expression)| check_expression(reader, expression, "messageExpression"));
    let message = value("message").and_then(|(_, message)| check_message(reader, message));
    let reason = value("reason").and_then(|(_, reason)| parse_reason(reader, reason));
    let field = value("field").and_then(|(_, path)| field_path::normalise(reader, path).map(|text| (text, path.span)));
    let optional_old_self = pairs
        .iter()
        .find(|pair| pair.key.name() == "optionalOldSelf")
        .and_then(|pair| parse_optional_old_self(reader, pair));
    if expression.text.contains(['\n', '\r']) && value("message").is_none() && message_expression.is_none() {
        reader.diagnostics.push(
            Diagnostic::new(codes::INVALID_MESSAGE, "a rule with a line break inside needs a message")
                .at(expression.span)
                .note("the line break stands in a string of the rule and stays; without a message the rule's text would be the message"),
        );
    }
    let has_errors =
        reader.diagnostics.iter().skip(before).any(|diagnostic| diagnostic.severity == crate::diag::Severity::Error);
    if has_errors {
        return Meaning::Malformed;
    }
    let (field_path, field_path_span) = field.unzip();
    let (message_expression, message_expression_map) =
        message_expression.map(|expression| (expression.text, expression.map)).unzip();
    Meaning::Rule(Rule {
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
        sugar: None,
    })
}

/// Folds an expression and checks that there is one and that it is balanced.
fn check_expression(reader: &mut Reader<'_>, expression: &Passage, key: &str) -> Passage {
    if let Err(fault) = cel_text::check(&expression.text) {
        let (start, end) = fault.at;
        let diagnostic = Diagnostic::new(codes::UNBALANCED_RULE, format!("unbalanced {key}: {}", fault.message))
            .at(expression.map.span(start, end));
        reader.diagnostics.push(match fault.opener {
            Some((start, end)) => diagnostic.and(expression.map.span(start, end), "still open"),
            None => diagnostic,
        });
        return expression.clone();
    }
    let folded = fold(expression);
    if folded.text.is_empty() {
        reader.diagnostics.push(Diagnostic::new(codes::EMPTY_RULE, format!("the {key} is empty")).at(expression.span));
    }
    folded
}

fn parse_optional_old_self(reader: &mut Reader<'_>, pair: &Pair) -> Option<bool> {
    let Some(value) = &pair.value else { return Some(true) };
    let flag = value.text.parse().ok();
    if flag.is_none() {
        reader.diagnostics.push(
            Diagnostic::new(
                codes::MALFORMED_VALUE,
                format!("`optionalOldSelf` is `true` or `false`, not `{}`", value.text),
            )
            .at(value.span),
        );
    }
    flag
}
