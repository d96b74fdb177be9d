//! Codes 0301-0399: the syntax of tags, and defaults that openapi-gen would parse first.

use crate::diag::{Code, explained};

/// `unknown-tag`: a tag looks like a tag of a known tool, but the tool does not define it.
pub const UNKNOWN_TAG: Code =
    explained!(301, "unknown-tag", Error, "A tag looks like a tag of a known tool, but no tool defines it.")
        .of_ignored_tag();

/// `foreign-tag`: a comment has a tag that no known tool defines.
pub const FOREIGN_TAG: Code =
    explained!(330, "foreign-tag", Warning, "A comment has a tag that no known tool defines.");

/// `gateway-notation`: a gateway-api notation in a comment is invalid.
pub const NOTATION: Code = explained!(380, "gateway-notation", Error, "A comment has invalid gateway-api notation.");

/// `near-tag`: a line of prose looks like a tag, but no tool reads it.
pub const NEAR_TAG: Code = explained!(302, "near-tag", Warning, "A line of prose looks like a tag that no tool reads.");

/// `missing-value`: a tag that requires a value does not have one.
pub const MISSING_VALUE: Code = explained!(303, "missing-value", Error, "A tag is missing its value.");

/// `unexpected-value`: a tag that does not take a value has one.
pub const UNEXPECTED_VALUE: Code = explained!(304, "unexpected-value", Error, "A tag that takes no value has a value.");

/// `ignored-value`: the value of a tag is ignored; only its presence has an effect.
pub const IGNORED_VALUE: Code = explained!(
    305,
    "ignored-value",
    Warning,
    "A tag has a value that is ignored: only the presence of the tag matters."
);

/// `malformed-value`: the value of a tag has the wrong format.
pub const MALFORMED_VALUE: Code = explained!(306, "malformed-value", Error, "The value of a tag has the wrong format.");

/// `wrong-value`: the value of a tag is not one of the allowed values.
pub const WRONG_VALUE: Code =
    explained!(307, "wrong-value", Error, "The value of a tag is not one of the allowed values.");

/// `unclosed-quote`: a quote in a tag is not closed.
pub const UNCLOSED_QUOTE: Code = explained!(308, "unclosed-quote", Error, "A tag has an unclosed quote.");

/// `invalid-escape`: a quoted string has an escape that Go does not support.
pub const INVALID_ESCAPE: Code =
    explained!(309, "invalid-escape", Error, "A quoted string has an escape sequence that Go does not define.");

/// `trailing-text`: text follows a tag on its line.
pub const TRAILING_TEXT: Code = explained!(310, "trailing-text", Error, "A tag is followed by other text on its line.");

/// `repeated-tag`: a tag is repeated in one comment, and the repetition has no effect.
pub const REPEATED_TAG: Code =
    explained!(311, "repeated-tag", Warning, "A tag occurs twice in one comment, and the second one adds nothing.");

/// `conflicting-tag`: a tag that is allowed once per comment is repeated with a different value.
pub const CONFLICTING_TAG: Code = explained!(
    312,
    "conflicting-tag",
    Error,
    "A tag that is allowed once per comment occurs twice, with different values."
);

/// `unknown-rule-key`: a rule has an unknown key.
pub const UNKNOWN_KEY: Code = explained!(313, "unknown-rule-key", Error, "A rule has an unknown key.");

/// `duplicate-rule-key`: a rule has a key twice.
pub const DUPLICATE_KEY: Code = explained!(314, "duplicate-rule-key", Error, "A rule has a duplicate key.");

/// `tag-inside-quote`: a line inside quotes looks like a tag, but is not one.
pub const TAG_INSIDE_QUOTE: Code = explained!(
    322,
    "tag-inside-quote",
    Warning,
    "A line inside a quoted string looks like a tag but is part of the string."
);

/// `blank-before-equals`: a space between a tag's name and its `=`.
pub const BLANK_BEFORE_EQUALS: Code =
    explained!(323, "blank-before-equals", Error, "A tag has a space before its `=`.");

/// `colon-before-equals`: a tag is written with `:=`, which only controller-gen reads.
pub const COLON_BEFORE_EQUALS: Code =
    explained!(324, "colon-before-equals", Warning, "A tag uses `:=`, which only controller-gen reads.");

/// `default-reference`: `+default=ref(…)` with an unresolved reference.
pub const DEFAULT_REFERENCE: Code =
    explained!(414, "default-reference", Error, "`+default=ref(…)` does not resolve to a value.");

/// All codes of this module.
pub const ALL: &[Code] = &[
    UNKNOWN_TAG,
    FOREIGN_TAG,
    NOTATION,
    NEAR_TAG,
    MISSING_VALUE,
    UNEXPECTED_VALUE,
    IGNORED_VALUE,
    MALFORMED_VALUE,
    WRONG_VALUE,
    UNCLOSED_QUOTE,
    INVALID_ESCAPE,
    TRAILING_TEXT,
    REPEATED_TAG,
    CONFLICTING_TAG,
    UNKNOWN_KEY,
    DUPLICATE_KEY,
    TAG_INSIDE_QUOTE,
    BLANK_BEFORE_EQUALS,
    COLON_BEFORE_EQUALS,
    DEFAULT_REFERENCE,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags::rule_codes;

    #[test]
    fn explanations_show_the_fault_and_its_correction() {
        for code in ALL.iter().chain(rule_codes::ALL).filter(|code| **code != DEFAULT_REFERENCE) {
            let info = code.info();
            assert!(info.explanation.contains("Corrected"), "{}", info.slug);
            assert_eq!(info.explanation.matches("```go").count(), 2, "{}", info.slug);
        }
    }
}
