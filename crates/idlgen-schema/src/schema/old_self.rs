//! Detects rules that use the old value of an update.

use super::ValidationRule;

impl ValidationRule {
    /// Returns `true` if the rule only applies to updates: it uses `oldSelf` without `optionalOldSelf`.
    pub fn needs_old(&self) -> bool {
        self.optional_old_self != Some(true) && self.uses_old_self()
    }

    /// Returns `true` if the rule uses `oldSelf`.
    pub fn uses_old_self(&self) -> bool {
        mentions_old_self(&self.rule)
    }
}

/// Returns `true` if a CEL expression uses the variable `oldSelf`. Ignores string literals, longer identifiers and
/// field names.
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

/// Returns the length of the string literal at the start of `text`, if there is one.
fn literal_length(text: &str) -> Option<usize> {
    // A string literal has at most two letters before its quote.
    let prefix = text.bytes().take(3).position(|byte| byte == b'"' || byte == b'\'')?;
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
    use super::{super::ValidationRule, mentions_old_self};

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

    #[test]
    fn only_rules_without_an_optional_old_value_need_one() {
        for (rule, optional_old_self, uses, needs) in [
            ("self == oldSelf", None, true, true),
            ("self == oldSelf", Some(false), true, true),
            ("oldSelf.hasValue()", Some(true), true, false),
            ("self == ''", None, false, false),
            ("self == 'oldSelf'", Some(true), false, false),
        ] {
            let rule = ValidationRule { rule: rule.to_owned(), optional_old_self, ..ValidationRule::default() };
            assert_eq!((rule.uses_old_self(), rule.needs_old()), (uses, needs), "{rule:?}");
        }
    }

    #[test]
    fn strings_end_at_their_own_quotes() {
        for (rule, expected) in [
            ("b'x' + oldSelf", true),
            ("br'\\' + oldSelf", true),
            ("Rb'oldSelf'", false),
            ("rr'oldSelf'", false),
            ("x'oldSelf'", false),
            ("'''a'b''' + oldSelf", true),
            ("'''a\\'''oldSelf'''", false),
            ("r'''a\\''' + oldSelf", true),
            ("'é\\é' + oldSelf", true),
            ("'oldSelf", false),
            ("\"a'\" + oldSelf + \"'\"", true),
            ("a.b.oldSelf + 'c'.oldSelf", false),
            ("a. \n oldSelf", false),
            ("[a].map(x, oldSelf)", true),
            ("éoldSelf", false),
        ] {
            assert_eq!(mentions_old_self(rule), expected, "{rule}");
        }
    }
}
