//! `x-kubernetes-validations`.

use std::borrow::Cow;

use idlgen_runtime::{Context, Rule};

use super::parts::Parts;

/// The rules of all parts: those of the nearest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    rules: Vec<CarriedRule>,
}

#[derive(Clone, Debug)]
struct CarriedRule {
    rule: Rule,
    /// Whether it applies only to updates.
    needs_old: bool,
}

impl Rules {
    /// `scope` names what the rules stand on, where no Go declaration does.
    pub(super) fn compile(parts: &Parts<'_>, scope: &str) -> Self {
        let mut rules = Vec::new();
        for schema in parts.iter() {
            for written in &schema.extensions.validations {
                let declaration =
                    written.origin.declaration.as_ref().or(schema.origin.declaration.as_ref()).map(String::as_str);
                let mut rule = Rule::new("", "", None);
                rule.scope = Cow::Owned(declaration.unwrap_or(scope).to_owned());
                rule.rule = Cow::Owned(written.rule.clone());
                rule.message = written.message.clone().map(Cow::Owned);
                let needs_old = mentions_old_self(&written.rule) && written.optional_old_self != Some(true);
                rules.push(CarriedRule { rule, needs_old });
            }
        }
        Rules { rules }
    }

    /// Whether a rule compares with an old value.
    pub(super) fn has_transition_rules(&self) -> bool {
        self.rules.iter().any(|carried| carried.needs_old)
    }

    /// Notes that the rules apply to a value and are not executed.
    pub(super) fn note(&self, has_old: bool, cx: &mut Context) {
        for carried in &self.rules {
            if has_old || !carried.needs_old {
                cx.not_executed(&carried.rule);
            }
        }
    }
}

/// Whether a CEL expression uses the variable `oldSelf`: outside of string literals, as a whole word, and not as the name of a field.
fn mentions_old_self(rule: &str) -> bool {
    let mut rest = rule;
    let mut after_dot = false;
    while let Some(first) = rest.chars().next() {
        if let Some(length) = literal_length(rest) {
            rest = rest.get(length..).unwrap_or_default();
            after_dot = false;
            continue;
        }
        let word = rest.find(|character: char| !character.is_alphanumeric() && character != '_').unwrap_or(rest.len());
        let length = if word == 0 { first.len_utf8() } else { word };
        let (token, tail) = rest.split_at(length);
        if token == "oldSelf" && !after_dot {
            return true;
        }
        if !token.trim().is_empty() {
            after_dot = token == ".";
        }
        rest = tail;
    }
    false
}

/// The length of the string literal that `text` begins with, if it does.
fn literal_length(text: &str) -> Option<usize> {
    let prefix = text.find(['"', '\'']).filter(|at| *at <= 2)?;
    let letters = text.get(..prefix)?;
    if !letters.chars().all(|letter| matches!(letter, 'r' | 'R' | 'b' | 'B')) {
        return None;
    }
    let is_raw = letters.contains(['r', 'R']);
    let body = text.get(prefix..)?;
    let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| body.starts_with(quote))?;
    let mut position = quote.len();
    while let Some(rest) = body.get(position..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with(quote) {
            return Some(prefix + position + quote.len());
        }
        let mut characters = rest.chars();
        let first = characters.next()?;
        position += first.len_utf8();
        if first == '\\' && !is_raw {
            position += characters.next().map_or(0, char::len_utf8);
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::mentions_old_self;

    #[test]
    fn finds_the_variable() {
        for rule in
            ["self == oldSelf", "oldSelf.a", "!has(oldSelf.x)||true", "'a' + \"b\\\"\" == oldSelf", "r'\\'+oldSelf"]
        {
            assert!(mentions_old_self(rule), "{rule}");
        }
        for rule in [
            "self.oldSelf > 1",
            "self . oldSelf",
            "myoldSelf",
            "oldSelfs",
            "self == 'oldSelf'",
            "\"\"\"a\"oldSelf\"\"\"",
            "'it\\'s oldSelf'",
        ] {
            assert!(!mentions_old_self(rule), "{rule}");
        }
    }
}
