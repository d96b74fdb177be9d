//! Codes 0301-0399: the text of tags.

use crate::diag::{Code, CodeInfo, Severity};

/// `unknown-tag`: a comment has a tag that no dialect knows.
pub const UNKNOWN_TAG: Code = Code(301);
/// `near-tag`: a line of prose looks like a tag that no tool reads.
pub const NEAR_TAG: Code = Code(302);
/// `missing-value`: a tag that needs a value has none.
pub const MISSING_VALUE: Code = Code(303);
/// `unexpected-value`: a tag that takes no value has one.
pub const UNEXPECTED_VALUE: Code = Code(304);
/// `ignored-value`: the value of a tag is ignored: it counts that the tag is there.
pub const IGNORED_VALUE: Code = Code(305);
/// `malformed-value`: the value of a tag has not the form that the tag expects.
pub const MALFORMED_VALUE: Code = Code(306);
/// `wrong-value`: the value of a tag is none of those that it knows.
pub const WRONG_VALUE: Code = Code(307);
/// `unclosed-quote`: a quote in a tag is not closed.
pub const UNCLOSED_QUOTE: Code = Code(308);
/// `invalid-escape`: a quoted text has an escape that Go does not know.
pub const INVALID_ESCAPE: Code = Code(309);
/// `trailing-text`: text follows a tag on its line.
pub const TRAILING_TEXT: Code = Code(310);
/// `repeated-tag`: a tag stands twice in one comment, and the second adds nothing.
pub const REPEATED_TAG: Code = Code(311);
/// `conflicting-tag`: a tag that may stand once in a comment stands twice, with different values.
pub const CONFLICTING_TAG: Code = Code(312);
/// `unknown-rule-key`: a rule has a key that no rule knows.
pub const UNKNOWN_KEY: Code = Code(313);
/// `duplicate-rule-key`: a rule has a key twice.
pub const DUPLICATE_KEY: Code = Code(314);
/// `invalid-reason`: the reason of a rule is none that an error can have.
pub const INVALID_REASON: Code = Code(315);
/// `unpublishable-reason`: the reason of a rule cannot be published; `FieldValueInvalid` is published instead.
pub const UNPUBLISHABLE_REASON: Code = Code(316);
/// `empty-rule`: a rule or message expression is empty.
pub const EMPTY_RULE: Code = Code(317);
/// `unbalanced-rule`: the quotes or brackets of a CEL expression are not balanced.
pub const UNBALANCED_RULE: Code = Code(318);
/// `invalid-message`: a message is empty, has a line break, or is missing where it is needed.
pub const INVALID_MESSAGE: Code = Code(319);
/// `invalid-field-path`: the field of a rule is no path to a property.
pub const INVALID_FIELD_PATH: Code = Code(320);
/// `rule-without-expression`: a rule has settings and no expression.
pub const RULE_WITHOUT_EXPRESSION: Code = Code(321);
/// `tag-inside-quote`: a line inside a quote looks like a tag, and is none.
pub const TAG_INSIDE_QUOTE: Code = Code(322);
/// `blank-before-equals`: a blank stands between a tag's name and its `=`.
pub const BLANK_BEFORE_EQUALS: Code = Code(323);
/// `colon-before-equals`: a tag is written with `:=`, which controller-gen reads and the other tools do not.
pub const COLON_BEFORE_EQUALS: Code = Code(324);

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: UNKNOWN_TAG,
        slug: "unknown-tag",
        severity: Severity::Error,
        summary: "A comment has a tag that no dialect knows.",
        explanation: r#"
Tag names are exact. The Go tools skip a tag that they do not know without a word, so a slip of the pen loses a validation; idlgen reports it, with the
nearest name that exists.

```go
// +maxLenght=20
Name string `json:"name"`
```

Corrected:

```go
// +maxLength=20
Name string `json:"name"`
```

A tag of a tool that idlgen does not know is allowed in `idlgen.toml`: `[tags] allow = ["mytool:*"]`. If the line is prose, wrap it so that it does not begin
with `+`.
"#,
    },
    CodeInfo {
        code: NEAR_TAG,
        slug: "near-tag",
        severity: Severity::Warning,
        summary: "A line of prose looks like a tag that no tool reads.",
        explanation: r#"
A tag begins its line, and its name follows the `+` directly. What looks like a tag elsewhere is prose to every tool.

```go
// The colour. +optional
// + listType=set
// maxItems=3
Colours []string `json:"colours"`
```

Corrected:

```go
// The colours.
// +optional
// +listType=set
// +maxItems=3
Colours []string `json:"colours"`
```
"#,
    },
    CodeInfo {
        code: MISSING_VALUE,
        slug: "missing-value",
        severity: Severity::Error,
        summary: "A tag that needs a value has none.",
        explanation: r#"
```go
// +maxLength
Name string `json:"name"`
```

Corrected:

```go
// +maxLength=63
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: UNEXPECTED_VALUE,
        slug: "unexpected-value",
        severity: Severity::Error,
        summary: "A tag that takes no value has one.",
        explanation: r#"
What the author meant by the value is unknown, so nothing is generated.

```go
// +immutable=false
Name string `json:"name"`
```

Corrected: remove the tag, or the value.

```go
// +immutable
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: IGNORED_VALUE,
        slug: "ignored-value",
        severity: Severity::Warning,
        summary: "The value of a tag is ignored: it counts that the tag is there.",
        explanation: r#"
openapi-gen only looks whether `+optional`, `+required`, `+union` and their like are there. `+optional=false` makes a field optional.

```go
// +optional=false
Name string `json:"name"`
```

Corrected:

```go
// +required
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: MALFORMED_VALUE,
        slug: "malformed-value",
        severity: Severity::Error,
        summary: "The value of a tag has not the form that the tag expects.",
        explanation: r#"
```go
// +maxLength=many
// +default={"a":
Name string `json:"name"`
```

Corrected:

```go
// +maxLength=63
// +default={"a": 1}
Name string `json:"name"`
```

`idlgen explain +maxLength` says what a tag expects.
"#,
    },
    CodeInfo {
        code: WRONG_VALUE,
        slug: "wrong-value",
        severity: Severity::Error,
        summary: "The value of a tag is none of those that it knows.",
        explanation: r#"
```go
// +listType=list
Ports []Port `json:"ports"`
```

Corrected:

```go
// +listType=atomic
Ports []Port `json:"ports"`
```
"#,
    },
    CodeInfo {
        code: UNCLOSED_QUOTE,
        slug: "unclosed-quote",
        severity: Severity::Error,
        summary: "A quote in a tag is not closed.",
        explanation: r#"
`"…"` and `'…'` end on their line; a text in backticks or in `"""` may go on over lines. A tag with an unclosed quote is taken to end with its first line, so
that the tags below it are still read.

```go
// +pattern=`^[a-z]+$
// +maxLength=63
Name string `json:"name"`
```

Corrected:

```go
// +pattern=`^[a-z]+$`
// +maxLength=63
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: INVALID_ESCAPE,
        slug: "invalid-escape",
        severity: Severity::Error,
        summary: "A quoted text has an escape that Go does not know.",
        explanation: r#"
Texts in `"…"` and `'…'` have the escapes of Go's strings. A regular expression is best written in backticks, which know none.

```go
// +pattern="^\d+$"
Number string `json:"number"`
```

Corrected:

```go
// +pattern=`^\d+$`
Number string `json:"number"`
```
"#,
    },
    CodeInfo {
        code: TRAILING_TEXT,
        slug: "trailing-text",
        severity: Severity::Error,
        summary: "Text follows a tag on its line.",
        explanation: r#"
openapi-gen takes everything up to the `=` as the name, and everything behind it as the value: `+optional # for now` is not `+optional` to it, and
`+listType=set # unordered` publishes the comment.

```go
// +optional # for now
Name string `json:"name,omitempty"`
```

Corrected:

```go
// For now this is optional.
// +optional
Name string `json:"name,omitempty"`
```
"#,
    },
    CodeInfo {
        code: REPEATED_TAG,
        slug: "repeated-tag",
        severity: Severity::Warning,
        summary: "A tag stands twice in one comment, and the second adds nothing.",
        explanation: r#"
```go
// +optional
// +optional
Name string `json:"name,omitempty"`
```

Corrected: remove one of them.

```go
// +optional
Name string `json:"name,omitempty"`
```
"#,
    },
    CodeInfo {
        code: CONFLICTING_TAG,
        slug: "conflicting-tag",
        severity: Severity::Error,
        summary: "A tag that may stand once in a comment stands twice, with different values.",
        explanation: r#"
```go
// +maxLength=20
// +maxLength=63
Name string `json:"name"`
```

Corrected: keep the one that is meant.

```go
// +maxLength=20
Name string `json:"name"`
```
"#,
    },
    CodeInfo {
        code: UNKNOWN_KEY,
        slug: "unknown-rule-key",
        severity: Severity::Error,
        summary: "A rule has a key that no rule knows.",
        explanation: r#"
The keys of `+validationRule` are `rule`, `message`, `messageExpression`, `reason`, `field` (or `fieldPath`) and `optionalOldSelf`; that of `+errorMessage` is
`reason`.

```go
// +validationRule="self.a <= self.b",mesage="a is above b"
type Range struct {
```

Corrected:

```go
// +validationRule="self.a <= self.b",message="a is above b"
type Range struct {
```
"#,
    },
    CodeInfo {
        code: DUPLICATE_KEY,
        slug: "duplicate-rule-key",
        severity: Severity::Error,
        summary: "A rule has a key twice.",
        explanation: r"
`field` and `fieldPath` are the same key. Lines with the same index are one rule.

```go
// +validationRule[0]:rule=self.a <= self.b
// +validationRule[0]:rule=self.b <= self.c
type Range struct {
```

Corrected:

```go
// +validationRule[0]:rule=self.a <= self.b
// +validationRule[1]:rule=self.b <= self.c
type Range struct {
```
",
    },
    CodeInfo {
        code: INVALID_REASON,
        slug: "invalid-reason",
        severity: Severity::Error,
        summary: "The reason of a rule is none that an error can have.",
        explanation: r#"
```go
// +validationRule="self.a <= self.b",reason=TooLarge
type Range struct {
```

Corrected:

```go
// +validationRule="self.a <= self.b",reason=Invalid
type Range struct {
```

The reasons are `Invalid`, `Forbidden`, `Required` and `Duplicate`, or the same with `FieldValue` before it.
"#,
    },
    CodeInfo {
        code: UNPUBLISHABLE_REASON,
        slug: "unpublishable-reason",
        severity: Severity::Warning,
        summary: "The reason of a rule cannot be published; `FieldValueInvalid` is published instead.",
        explanation: r#"
KEP-4153 lists `RequestEntityTooLarge` among the reasons. The API server rejects it in `x-kubernetes-validations`.

```go
// +validationRule="size(self.data) <= 1048576",reason=RequestEntityTooLarge
type Bundle struct {
```

Corrected:

```go
// +validationRule="size(self.data) <= 1048576",reason=Invalid
type Bundle struct {
```
"#,
    },
    CodeInfo {
        code: EMPTY_RULE,
        slug: "empty-rule",
        severity: Severity::Error,
        summary: "A rule or message expression is empty.",
        explanation: r#"
```go
// +validationRule=""
type Range struct {
```

Corrected:

```go
// +validationRule="self.a <= self.b"
type Range struct {
```
"#,
    },
    CodeInfo {
        code: UNBALANCED_RULE,
        slug: "unbalanced-rule",
        severity: Severity::Error,
        summary: "The quotes or brackets of a CEL expression are not balanced.",
        explanation: r#"
```go
// +validationRule="self.items.all(i, i.size > 0"
type Box struct {
```

Corrected:

```go
// +validationRule="self.items.all(i, i.size > 0)"
type Box struct {
```
"#,
    },
    CodeInfo {
        code: INVALID_MESSAGE,
        slug: "invalid-message",
        severity: Severity::Error,
        summary: "A message is empty, has a line break, or is missing where it is needed.",
        explanation: r#"
The API server takes messages of one line only. A rule that keeps a line break, inside a string with three quotes, needs a message, because without one the
rule's text would be it.

```go
// +validationRule="self.a <= self.b",message="a\nis above b"
type Range struct {
```

Corrected:

```go
// +validationRule="self.a <= self.b",message="a is above b"
type Range struct {
```
"#,
    },
    CodeInfo {
        code: INVALID_FIELD_PATH,
        slug: "invalid-field-path",
        severity: Severity::Error,
        summary: "The field of a rule is no path to a property.",
        explanation: r#"
A path is made of names behind dots and of `['name']`. The dot before the first name may be left out. Items of lists have no path.

```go
// +validationRule="self.ports[0].number > 0",field=ports[0].number
type Service struct {
```

Corrected:

```go
// +validationRule="self.ports[0].number > 0",field=ports
type Service struct {
```
"#,
    },
    CodeInfo {
        code: RULE_WITHOUT_EXPRESSION,
        slug: "rule-without-expression",
        severity: Severity::Error,
        summary: "A rule has settings and no expression.",
        explanation: r"
Lines of one rule have the same index; one of them is its expression.

```go
// +validationRule[0]:rule=self.a <= self.b
// +validationRule[1]:message=a is above b
type Range struct {
```

Corrected:

```go
// +validationRule[0]:rule=self.a <= self.b
// +validationRule[0]:message=a is above b
type Range struct {
```
",
    },
    CodeInfo {
        code: TAG_INSIDE_QUOTE,
        slug: "tag-inside-quote",
        severity: Severity::Warning,
        summary: "A line inside a quote looks like a tag, and is none.",
        explanation: r#"
Inside an open quote no line begins a tag. A quote that was closed too late swallows tags.

```go
// +validationRule="""
//   self.a <= self.b
// +optional
// """
Range *Range `json:"range,omitempty"`
```

Corrected:

```go
// +validationRule="""
//   self.a <= self.b
// """
// +optional
Range *Range `json:"range,omitempty"`
```
"#,
    },
    CodeInfo {
        code: BLANK_BEFORE_EQUALS,
        slug: "blank-before-equals",
        severity: Severity::Error,
        summary: "A blank stands between a tag's name and its `=`.",
        explanation: r#"
openapi-gen takes the blank as part of the name, and does not know that name.

```go
// +listType =set
Ports []int32 `json:"ports"`
```

Corrected:

```go
// +listType=set
Ports []int32 `json:"ports"`
```
"#,
    },
    CodeInfo {
        code: COLON_BEFORE_EQUALS,
        slug: "colon-before-equals",
        severity: Severity::Warning,
        summary: "A tag is written with `:=`, which controller-gen reads and the other tools do not.",
        explanation: r#"
```go
// +listType:=set
Ports []int32 `json:"ports"`
```

Corrected:

```go
// +listType=set
Ports []int32 `json:"ports"`
```
"#,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_show_the_fault_and_its_correction() {
        for info in TABLE {
            assert!(info.explanation.contains("Corrected"), "{}", info.slug);
            assert_eq!(info.explanation.matches("```go").count(), 2, "{}", info.slug);
        }
        assert!(TABLE.is_sorted_by_key(|info| info.code));
    }
}
