//! Codes 0301-0399: the text of tags; and of a default, which the grammar of openapi-gen reads first.

use crate::diag::{Code, CodeInfo, Severity};

/// `unknown-tag`: a comment has a tag that is none of the dialect it seems to be of.
pub const UNKNOWN_TAG: Code = Code::new(&CodeInfo {
    number: 301,
    slug: "unknown-tag",
    severity: Severity::Error,
    summary: "A comment has a tag that is none of the dialect it seems to be of.",
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

A tag of another tool that looks like one of these dialects is allowed in `idlgen.toml`: `[tags] allow = ["k8s:mytool"]`. If the line is prose, wrap it so
that it does not begin with `+`.
"#,
})
.of_ignored_tag();

/// `foreign-tag`: a comment has a tag of no tool that is known.
pub const FOREIGN_TAG: Code = Code::new(&CodeInfo {
    number: 330,
    slug: "foreign-tag",
    severity: Severity::Warning,
    summary: "A comment has a tag of no tool that is known.",
    explanation: r#"
The tag is in no dialect that says what is valid, and comes near no tag of one. It is taken for the tag of another tool, and counts for nothing here. Unknown
tags in packages that were not asked for are passed over.

```go
// +mytool:column=2
Name string `json:"name"`
```

Corrected, if the tag is meant for nobody:

```go
Name string `json:"name"`
```

If it is meant for a tool, say so in `idlgen.toml`: `[tags] allow = ["mytool:*"]`. If the line is prose, wrap it so that it does not begin with `+`.
"#,
});

/// `gateway-notation`: a notation of gateway-api in a comment cannot be read.
pub const NOTATION: Code = Code::new(&CodeInfo {
    number: 380,
    slug: "gateway-notation",
    severity: Severity::Error,
    summary: "A notation of gateway-api in a comment cannot be read.",
    explanation: r#"
gateway-api writes in prose what belongs to one channel only: `<gateway:experimental>`, `<gateway:experimental:description>…</gateway:experimental:description>`,
`<gateway:experimental:validation:Enum=A;B>`. What begins with `<gateway:` has to be one of the notations that there are (docs/channels.md); anything else would
be cut out of the description without a word.

```go
// <gateway:experimental
Speed string `json:"speed"`
```

Corrected:

```go
// <gateway:experimental>
Speed string `json:"speed"`
```
"#,
});

/// `near-tag`: a line of prose looks like a tag that no tool reads.
pub const NEAR_TAG: Code = Code::new(&CodeInfo {
    number: 302,
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
});

/// `missing-value`: a tag that needs a value has none.
pub const MISSING_VALUE: Code = Code::new(&CodeInfo {
    number: 303,
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
});

/// `unexpected-value`: a tag that takes no value has one.
pub const UNEXPECTED_VALUE: Code = Code::new(&CodeInfo {
    number: 304,
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
});

/// `ignored-value`: the value of a tag is ignored: it counts that the tag is there.
pub const IGNORED_VALUE: Code = Code::new(&CodeInfo {
    number: 305,
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
});

/// `malformed-value`: the value of a tag has not the form that the tag expects.
pub const MALFORMED_VALUE: Code = Code::new(&CodeInfo {
    number: 306,
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
});

/// `wrong-value`: the value of a tag is none of those that it knows.
pub const WRONG_VALUE: Code = Code::new(&CodeInfo {
    number: 307,
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
});

/// `unclosed-quote`: a quote in a tag is not closed.
pub const UNCLOSED_QUOTE: Code = Code::new(&CodeInfo {
    number: 308,
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
});

/// `invalid-escape`: a quoted text has an escape that Go does not know.
pub const INVALID_ESCAPE: Code = Code::new(&CodeInfo {
    number: 309,
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
});

/// `trailing-text`: text follows a tag on its line.
pub const TRAILING_TEXT: Code = Code::new(&CodeInfo {
    number: 310,
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
});

/// `repeated-tag`: a tag stands twice in one comment, and the second adds nothing.
pub const REPEATED_TAG: Code = Code::new(&CodeInfo {
    number: 311,
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
});

/// `conflicting-tag`: a tag that may stand once in a comment stands twice, with different values.
pub const CONFLICTING_TAG: Code = Code::new(&CodeInfo {
    number: 312,
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
});

/// `unknown-rule-key`: a rule has a key that no rule knows.
pub const UNKNOWN_KEY: Code = Code::new(&CodeInfo {
    number: 313,
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
});

/// `duplicate-rule-key`: a rule has a key twice.
pub const DUPLICATE_KEY: Code = Code::new(&CodeInfo {
    number: 314,
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
});

/// `tag-inside-quote`: a line inside a quote looks like a tag, and is none.
pub const TAG_INSIDE_QUOTE: Code = Code::new(&CodeInfo {
    number: 322,
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
});

/// `blank-before-equals`: a blank stands between a tag's name and its `=`.
pub const BLANK_BEFORE_EQUALS: Code = Code::new(&CodeInfo {
    number: 323,
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
});

/// `colon-before-equals`: a tag is written with `:=`, which controller-gen reads and the other tools do not.
pub const COLON_BEFORE_EQUALS: Code = Code::new(&CodeInfo {
    number: 324,
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
});

/// `+default=ref(…)` that leads to no value.
pub const DEFAULT_REFERENCE: Code = Code::new(&CodeInfo {
    number: 414,
    slug: "default-reference",
    severity: Severity::Error,
    summary: "`+default=ref(…)` leads to no value.",
    explanation: "\
`ref(Name)` names a constant of the package that the comment stands in, `ref(import/path.Name)` an exported constant of another one. The value must be known \
without compiling Go: literals, other constants, arithmetic and conversions are.

```go
const DefaultSize = 3

type Widget struct {
	// +default=ref(DefaultSise)
	Size *int32 `json:\"size,omitempty\"`
}
```

```go
const DefaultSize = 3

type Widget struct {
	// +default=ref(DefaultSize)
	Size *int32 `json:\"size,omitempty\"`
}
```
",
});

/// All of them.
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
