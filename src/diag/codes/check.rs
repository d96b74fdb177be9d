//! Codes 0501-0599: what tags mean for the Go type they stand on.

pub mod api_rules;
pub mod effect;
pub mod form;

pub use api_rules::{
    LIST_TYPE_MISSING, MALFORMED_EXCEPTION, NAMES_MATCH, OMITEMPTY_MATCH_CASE, STREAMING_LIST_TYPE_FIELD_ORDER,
    STREAMING_LIST_TYPE_JSON_TAGS, STREAMING_LIST_TYPE_PROTO_TAGS, UNUSED_EXCEPTION,
};
pub use effect::NO_EFFECT;
pub use form::{DUPLICATE_PROPERTY, JSON_INLINE, JSON_NAME, JSON_OPTION, NAME_FORMAT_TARGET, UNKNOWN_FORMAT};

use crate::diag::{Code, CodeInfo, Severity};

/// A tag that does not apply to the Go type.
pub const WRONG_KIND: Code = Code(501);
/// A tag where it has no meaning.
pub const MISPLACED_TAG: Code = Code(502);
/// A tag on a field that JSON never sees.
pub const INVISIBLE_FIELD: Code = Code(503);
/// `+required` with `+optional`.
pub const REQUIRED_AND_OPTIONAL: Code = Code(504);
/// Limits that leave no value.
pub const EMPTY_RANGE: Code = Code(505);
/// An exclusive flag without its limit.
pub const EXCLUSIVE_WITHOUT_LIMIT: Code = Code(506);
/// Two tags that decide one thing differently.
pub const CONTRADICTION: Code = Code(507);
/// A pattern that is no Go regular expression.
pub const BAD_PATTERN: Code = Code(509);
/// A default that does not fit.
pub const BAD_DEFAULT: Code = Code(510);
/// Keys of a list that do not work.
pub const LIST_MAP_KEY: Code = Code(511);
/// An enum without possible values.
pub const BAD_ENUM: Code = Code(512);
/// A tag names a property that is not there.
pub const UNKNOWN_SIBLING: Code = Code(513);
/// An override that leads nowhere.
pub const OVERRIDE_PATH: Code = Code(514);
/// A rule's field that does not exist.
pub const FIELD_PATH: Code = Code(515);
/// A message for a keyword that is not there.
pub const ERROR_MESSAGE: Code = Code(516);
/// A message that is never shown.
pub const NEVER_FAILS: Code = Code(517);
/// A limit that the Go type cannot reach.
pub const NUMERIC_RANGE: Code = Code(518);
/// The rows of this stage up to 0518, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: WRONG_KIND,
        slug: "tag-on-wrong-kind",
        severity: Severity::Error,
        summary: "A tag stands on a Go type that it does not apply to.",
        explanation: "\
Limits of numbers are for integers and floats, lengths and patterns for strings, items for lists, properties for maps and structs. Pointers, \
aliases and named types are seen through; `[]byte` is a string, as it is in JSON. To constrain the elements of a list, declare a type for them \
and put the tag there. Tags that say how objects are merged (`+listType` and its kin) have no effect on the wrong type and give a warning only.

```go
type Widget struct {
	// +minimum=0
	Replicas string `json:\"replicas\"`
}
```

```go
type Widget struct {
	// +minimum=0
	Replicas int32 `json:\"replicas\"`
}
```
",
    },
    CodeInfo {
        code: MISPLACED_TAG,
        slug: "misplaced-tag",
        severity: Severity::Error,
        summary: "A tag stands where it has no meaning.",
        explanation: "\
Some tags are about fields, some about types, some about packages. In the wrong place nobody reads them.

```go
// +required
type Widget struct {
	Size int32 `json:\"size\"`
}
```

```go
type Widget struct {
	// +required
	Size int32 `json:\"size\"`
}
```
",
    },
    CodeInfo {
        code: INVISIBLE_FIELD,
        slug: "tag-on-invisible-field",
        severity: Severity::Warning,
        summary: "A tag stands on a field that is not in the JSON form.",
        explanation: "\
encoding/json leaves out fields that Go does not export, and fields with `json:\"-\"`. Their tags have no effect. Neither have those in a struct with a
method `MarshalJSON` or `MarshalText`: what that writes is any JSON value, or text, in every output.

```go
type Widget struct {
	// +minimum=1
	size int32
}
```

```go
type Widget struct {
	// +minimum=1
	Size int32 `json:\"size\"`
}
```
",
    },
    CodeInfo {
        code: REQUIRED_AND_OPTIONAL,
        slug: "required-and-optional",
        severity: Severity::Error,
        summary: "A field is both `+required` and `+optional`.",
        explanation: "\
One of the two is wrong. Without either, a field is optional if its `json` tag has `omitempty`.

```go
type Widget struct {
	// +required
	// +optional
	Size int32 `json:\"size\"`
}
```

```go
type Widget struct {
	// +required
	Size int32 `json:\"size\"`
}
```
",
    },
    CodeInfo {
        code: EMPTY_RANGE,
        slug: "empty-range",
        severity: Severity::Error,
        summary: "The limits of a value leave none.",
        explanation: "\
The least allowed value is above the greatest, so every object would be rejected. Limits of a field, of an alias and of the named type all count \
together.

```go
// +minLength=10
type Name string

type Widget struct {
	// +maxLength=5
	Name Name `json:\"name\"`
}
```

```go
// +minLength=1
type Name string

type Widget struct {
	// +maxLength=5
	Name Name `json:\"name\"`
}
```
",
    },
    CodeInfo {
        code: EXCLUSIVE_WITHOUT_LIMIT,
        slug: "exclusive-without-limit",
        severity: Severity::Error,
        summary: "`+exclusiveMinimum` or `+exclusiveMaximum` has no limit to exclude.",
        explanation: "\
As a flag, the tag says that the limit of `+minimum` or `+maximum` in the same comment is itself not allowed. With a number, it is a limit of its \
own.

```go
type Widget struct {
	// +exclusiveMinimum
	Size int32 `json:\"size\"`
}
```

```go
type Widget struct {
	// +minimum=0
	// +exclusiveMinimum
	Size int32 `json:\"size\"`
}
```
",
    },
    CodeInfo {
        code: CONTRADICTION,
        slug: "contradictory-tags",
        severity: Severity::Error,
        summary: "Two tags decide the same thing differently.",
        explanation: "\
The tags have different names or are of different dialects. Equal values merge; of different ones only one could count, and nothing says which. \
(A field and its type do not contradict each other: limits all count, and of other settings the field's wins.)

```go
type Widget struct {
	// +listType=atomic
	// +k8s:openapi-gen=x-kubernetes-list-type:set
	Names []string `json:\"names\"`
}
```

```go
type Widget struct {
	// +listType=set
	Names []string `json:\"names\"`
}
```
",
    },
    CodeInfo {
        code: BAD_PATTERN,
        slug: "bad-pattern",
        severity: Severity::Error,
        summary: "A pattern is no Go regular expression.",
        explanation: "\
Kubernetes compiles patterns with Go's regexp package (RE2). It has no look-around, no back references and no possessive quantifiers. A pattern \
is not anchored: `^` and `$` say where it has to match.

```go
type Widget struct {
	// +pattern=`^(?!kube-)[a-z-]+$`
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +pattern=`^[a-z-]+$`
	// +validationRule=\"!self.startsWith('kube-')\",message=\"may not begin with kube-\"
	Name string `json:\"name\"`
}
```
",
    },
    CodeInfo {
        code: BAD_DEFAULT,
        slug: "bad-default",
        severity: Severity::Error,
        summary: "A default does not fit the type or the constraints of its field.",
        explanation: "\
A default is filled in before the object is validated, so a default that is rejected makes every object without the field invalid.

```go
type Widget struct {
	// +minimum=1
	// +default=0.5
	Size *int32 `json:\"size,omitempty\"`
}
```

```go
type Widget struct {
	// +minimum=1
	// +default=1
	Size *int32 `json:\"size,omitempty\"`
}
```
",
    },
    CodeInfo {
        code: LIST_MAP_KEY,
        slug: "list-map-key",
        severity: Severity::Error,
        summary: "The keys of a list do not work.",
        explanation: "\
`+listType=map` makes a list a map by the properties that `+listMapKey` names: the elements are structs, the keys are scalars among their \
properties, named as in JSON, and both tags belong together.

```go
type Widget struct {
	// +listType=map
	// +listMapKey=Name
	Parts []Part `json:\"parts\"`
}

type Part struct {
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +listType=map
	// +listMapKey=name
	Parts []Part `json:\"parts\"`
}

type Part struct {
	Name string `json:\"name\"`
}
```
",
    },
    CodeInfo {
        code: BAD_ENUM,
        slug: "bad-enum",
        severity: Severity::Error,
        summary: "An enum has no values, or values that its type cannot have.",
        explanation: "\
`+enum` without values stands on a declared string type, and the constants of this type are the values. With values, they are of the field's \
type, and each is there once.

```go
// +enum
type Colour string

const Red = \"red\"
```

```go
// +enum
type Colour string

const Red Colour = \"red\"
```
",
    },
    CodeInfo {
        code: UNKNOWN_SIBLING,
        slug: "unknown-property",
        severity: Severity::Error,
        summary: "A tag names a property, or a value of one, that does not exist.",
        explanation: "\
`+mutually_exclusive` names properties of the struct that it is about, `+contextual` a property beside the field and one of its values. \
Properties go by their JSON names.

```go
// +mutually_exclusive=Inline,reference
type Source struct {
	Inline *string `json:\"inline,omitempty\"`
	Reference *string `json:\"reference,omitempty\"`
}
```

```go
// +mutually_exclusive=inline,reference
type Source struct {
	Inline *string `json:\"inline,omitempty\"`
	Reference *string `json:\"reference,omitempty\"`
}
```
",
    },
    CodeInfo {
        code: OVERRIDE_PATH,
        slug: "unknown-override",
        severity: Severity::Error,
        summary: "An `+override` leads to no property.",
        explanation: "\
The path names properties of the field's type, by their JSON names, each a property of the one before it.

```go
type Widget struct {
	// +override:spec.sise=+optional
	Template Template `json:\"template\"`
}
```

```go
type Widget struct {
	// +override:spec.size=+optional
	Template Template `json:\"template\"`
}
```
",
    },
    CodeInfo {
        code: FIELD_PATH,
        slug: "unknown-field-path",
        severity: Severity::Error,
        summary: "The `field` of a rule leads to no property.",
        explanation: "\
`field` (or `fieldPath`) says at which property the error of a rule points: a path of JSON names that begins at the value the rule is about. It \
can lead through maps, and to a list, but not into one.

```go
// +validationRule=\"self.size > 0\",message=\"too small\",field=\"Size\"
type Widget struct {
	Size int32 `json:\"size\"`
}
```

```go
// +validationRule=\"self.size > 0\",message=\"too small\",field=\"size\"
type Widget struct {
	Size int32 `json:\"size\"`
}
```
",
    },
    CodeInfo {
        code: ERROR_MESSAGE,
        slug: "message-without-keyword",
        severity: Severity::Error,
        summary: "`+errorMessage` names a keyword that nothing here can fail with.",
        explanation: "\
The message replaces the text of one keyword's error. The tag of that keyword stands on the field or on its type.

```go
type Widget struct {
	// +maxLength=20
	// +errorMessage(minLength)=\"a name is needed\"
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +minLength=1
	// +maxLength=20
	// +errorMessage(minLength)=\"a name is needed\"
	Name string `json:\"name\"`
}
```
",
    },
    CodeInfo {
        code: NEVER_FAILS,
        slug: "message-never-shown",
        severity: Severity::Warning,
        summary: "`+errorMessage` belongs to a constraint that cannot fail.",
        explanation: "\
Every text is at least 0 characters long, so its message is never seen. Probably another limit was meant.

```go
type Widget struct {
	// +minLength=0
	// +errorMessage(minLength)=\"a name is needed\"
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +minLength=1
	// +errorMessage(minLength)=\"a name is needed\"
	Name string `json:\"name\"`
}
```
",
    },
    CodeInfo {
        code: NUMERIC_RANGE,
        slug: "limit-outside-type",
        severity: Severity::Error,
        summary: "A limit lies outside the range of the Go type.",
        explanation: "\
No value of the type reaches the limit, so it either always or never holds.

```go
type Widget struct {
	// +maximum=4294967295
	Size int32 `json:\"size\"`
}
```

```go
type Widget struct {
	// +maximum=2147483647
	Size int32 `json:\"size\"`
}
```
",
    },
];
