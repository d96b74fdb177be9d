//! Codes 0519-0524: the form that fields have in JSON.

use crate::diag::{Code, CodeInfo, Severity};

/// An embedded field whose JSON form is in doubt.
pub const JSON_INLINE: Code = Code(519);
/// An unknown option of a `json` tag.
pub const JSON_OPTION: Code = Code(520);
/// A field whose name in JSON is probably not the one meant.
pub const JSON_NAME: Code = Code(521);
/// Two fields with one JSON name.
pub const DUPLICATE_PROPERTY: Code = Code(522);
/// `+nameFormat` on what has no name.
pub const NAME_FORMAT_TARGET: Code = Code(523);
/// A format that no validator knows.
pub const UNKNOWN_FORMAT: Code = Code(524);

/// The rows of this part, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: JSON_INLINE,
        slug: "embedded-field",
        severity: Severity::Warning,
        summary: "Tools disagree whether the members of a field appear in its place.",
        explanation: "\
encoding/json puts the members of an embedded struct in its place unless the `json` tag gives a name, and ignores the option `inline`. \
openapi-gen makes an embedded field without a `json` tag a property of its own. `json:\",inline\"` on an embedded struct means the same to all.

```go
type Widget struct {
	metav1.TypeMeta
	Spec WidgetSpec `json:\"spec\"`
}
```

```go
type Widget struct {
	metav1.TypeMeta `json:\",inline\"`
	Spec WidgetSpec `json:\"spec\"`
}
```
",
    },
    CodeInfo {
        code: JSON_OPTION,
        slug: "json-option",
        severity: Severity::Error,
        summary: "A `json` tag has an option that Go does not know.",
        explanation: "\
encoding/json silently ignores options that it does not know; blanks and case count. An option that is near none of Go's own is possibly another \
library's, and gives a warning only.

```go
type Widget struct {
	Size int32 `json:\"size, omitempty\"`
}
```

```go
type Widget struct {
	Size int32 `json:\"size,omitempty\"`
}
```
",
    },
    CodeInfo {
        code: JSON_NAME,
        slug: "json-name",
        severity: Severity::Warning,
        summary: "A field has no `json` tag, or a name in it that Go ignores.",
        explanation: "\
The field then has its Go name in JSON, upper case and all, and keeps it for as long as the API is served. Structs in which no field has a `json` \
tag are taken for internal ones and not judged.

```go
type Widget struct {
	Name string `json:\"name\"`
	Size int32
}
```

```go
type Widget struct {
	Name string `json:\"name\"`
	Size int32 `json:\"size\"`
}
```
",
    },
    CodeInfo {
        code: DUPLICATE_PROPERTY,
        slug: "duplicate-json-name",
        severity: Severity::Error,
        summary: "Two fields of a struct have the same name in JSON.",
        explanation: "\
encoding/json neither writes nor reads two fields of one name at the same depth of embedding. A field of the struct itself wins over one of an \
embedded struct; that is no error.

```go
type Widget struct {
	Size int32 `json:\"size\"`
	Length int32 `json:\"size\"`
}
```

```go
type Widget struct {
	Size int32 `json:\"size\"`
	Length int32 `json:\"length\"`
}
```
",
    },
    CodeInfo {
        code: NAME_FORMAT_TARGET,
        slug: "name-format-target",
        severity: Severity::Error,
        summary: "`+nameFormat` stands on a field that has no name.",
        explanation: "\
The tag stands for rules about `name` and `generateName` of the value, so it belongs on the object metadata.

```go
type Widget struct {
	metav1.ObjectMeta `json:\"metadata,omitempty\"`
	// +nameFormat=dns1123subdomain
	Spec WidgetSpec `json:\"spec\"`
}
```

```go
type Widget struct {
	// +nameFormat=dns1123subdomain
	metav1.ObjectMeta `json:\"metadata,omitempty\"`
	Spec WidgetSpec `json:\"spec\"`
}
```
",
    },
    CodeInfo {
        code: UNKNOWN_FORMAT,
        slug: "unknown-format",
        severity: Severity::Error,
        summary: "A format is none that a validator knows.",
        explanation: "\
Validators ignore formats that they do not know, so a misspelt one is never checked. A name that is near none of the known ones gives a warning \
only: readers of the schema may know it.

```go
type Widget struct {
	// +format=dns1123lable
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +format=dns1123label
	Name string `json:\"name\"`
}
```
",
    },
];
