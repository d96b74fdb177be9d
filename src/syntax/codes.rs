//! Codes 0201-0299: Go declarations.

use crate::diag::{Code, CodeInfo, Severity};

/// Text that is not Go, in the package clause, an import, a type or a constant.
pub const SYNTAX_ERROR: Code = Code::new(&CodeInfo {
    number: 201,
    slug: "syntax-error",
    severity: Severity::Error,
    summary: "A declaration is not valid Go.",
    explanation: "\
The package clause, an import, a type or a constant is not valid Go, so what it declares could be misread. The rest of the file is still read. \
Function bodies and initial values of variables are not checked.

```go
type Widget struct {
	Size int json:\"size\"
}
```

Struct tags are strings:

```go
type Widget struct {
	Size int `json:\"size\"`
}
```
",
});

/// No package clause.
pub const NO_PACKAGE: Code = Code::new(&CodeInfo {
    number: 202,
    slug: "no-package-clause",
    severity: Severity::Error,
    summary: "A Go file has no package clause.",
    explanation: "\
Every Go file says first which package it belongs to. A file without that is empty, damaged or no Go file.

```go
type Widget struct{}
```

```go
package v1

type Widget struct{}
```
",
});

/// A literal without a value.
pub const BAD_LITERAL: Code = Code::new(&CodeInfo {
    number: 203,
    slug: "bad-literal",
    severity: Severity::Error,
    summary: "A string has no value.",
    explanation: "\
An escape in a string is unknown to Go, or names no character.

```go
const Name = \"a\\.b\"
```

Write the backslash twice, or use backquotes:

```go
const Name = `a\\.b`
```
",
});

/// A constant without a value.
pub const NO_VALUE: Code = Code::new(&CodeInfo {
    number: 204,
    slug: "constant-without-value",
    severity: Severity::Error,
    summary: "A constant has no value.",
    explanation: "\
A constant without a value repeats the type and value of the one before it in its group; this one has nothing to repeat.

```go
const (
	Small Size
	Large Size = \"Large\"
)
```

```go
const (
	Small Size = \"Small\"
	Large Size = \"Large\"
)
```
",
});

/// Beyond a limit of the reader.
pub const TOO_LARGE: Code = Code::new(&CodeInfo {
    number: 205,
    slug: "too-large",
    severity: Severity::Error,
    summary: "A Go file is beyond what is read.",
    explanation: "\
Files of more than 16 MiB, types and expressions nested more than 200 levels deep, and a few other things that no person writes are not read, so that \
time and memory stay bounded. Generated files that hold no API types can be left out of the package's patterns; a deep type becomes readable, for people \
too, when its parts get names.

```go
type Deep [][][][][][][][]string // and 200 more
```

```go
type Row []string

type Table []Row
```
",
});

/// Bytes that no Go file has.
pub const NOT_TEXT: Code = Code::new(&CodeInfo {
    number: 206,
    slug: "not-text",
    severity: Severity::Error,
    summary: "A Go file holds bytes that no Go file has.",
    explanation: "\
A NUL byte in a file means that it is damaged, or no Go file at all. Go rejects it. The place is the first such byte.

```text
package v1<NUL>
```

```go
package v1
```
",
});

/// All of them.
pub const ALL: &[Code] = &[SYNTAX_ERROR, NO_PACKAGE, BAD_LITERAL, NO_VALUE, TOO_LARGE, NOT_TEXT];
