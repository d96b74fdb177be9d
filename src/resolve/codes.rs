//! Codes 0401-0499: names, constants and references.

use crate::diag::{Code, CodeInfo, Severity};

/// A type that is declared nowhere.
pub const UNKNOWN_TYPE: Code = Code::new(&CodeInfo {
    number: 401,
    slug: "unknown-type",
    severity: Severity::Error,
    summary: "A type is declared nowhere.",
    explanation: "\
The name is neither declared in the package nor predeclared, or the other package does not export it. Files that a build constraint excludes, test files \
and `zz_generated` files do not count.

```go
type Widget struct {
	Size Sise `json:\"size\"`
}

type Size string
```

```go
type Widget struct {
	Size Size `json:\"size\"`
}

type Size string
```
",
});

/// A qualifier that no import has.
pub const UNKNOWN_PACKAGE: Code = Code::new(&CodeInfo {
    number: 402,
    slug: "unknown-package-name",
    severity: Severity::Error,
    summary: "A name's qualifier is no import of the file.",
    explanation: "\
What stands in front of the dot is the name that the file's import gives, or else the package clause of what is imported.

```go
import \"k8s.io/apimachinery/pkg/apis/meta/v1\"

type Widget struct {
	metav1.TypeMeta `json:\",inline\"`
}
```

```go
import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"

type Widget struct {
	metav1.TypeMeta `json:\",inline\"`
}
```
",
});

/// Two declarations of one name.
pub const DUPLICATE_DECLARATION: Code = Code::new(&CodeInfo {
    number: 403,
    slug: "duplicate-declaration",
    severity: Severity::Error,
    summary: "A name is declared twice in a package.",
    explanation: "\
Types and constants of a package share one set of names. Go rejects the second declaration; it is ignored here.

```go
type Size string

const Size = \"Large\"
```

```go
type Size string

const SizeLarge Size = \"Large\"
```
",
});

/// Two package names in one folder.
pub const PACKAGE_CLAUSE: Code = Code::new(&CodeInfo {
    number: 404,
    slug: "package-clause",
    severity: Severity::Error,
    summary: "The files of a folder belong to different packages.",
    explanation: "\
All files of a folder, tests aside, have the same package clause. Go rejects others.

```go
// types.go
package v1

// register.go
package v1beta1
```

```go
// types.go
package v1

// register.go
package v1
```
",
});

/// A type defined by itself.
pub const TYPE_CYCLE: Code = Code::new(&CodeInfo {
    number: 405,
    slug: "type-cycle",
    severity: Severity::Error,
    summary: "A type is defined by itself.",
    explanation: "\
Following the definitions leads back to the beginning, so that nothing says what the type is. An alias may not occur in its own definition at all.

```go
type Size Width

type Width Size
```

```go
type Size Width

type Width string
```
",
});

/// A type that is another type, which is another, and so on, too often.
pub const LONG_CHAIN: Code = Code::new(&CodeInfo {
    number: 419,
    slug: "long-chain",
    severity: Severity::Error,
    summary: "A type is declared as another type, and that as another, more than 512 times.",
    explanation: "\
Each type on the way may have tags, which all count, so that a walk goes through all of them wherever one is used. Programs make such chains, people \
do not.

```text
type Size Size1
type Size1 Size2
// ... and so on
```

```go
type Size int32
```
",
});

/// A type that contains a value of itself.
pub const INFINITE_TYPE: Code = Code::new(&CodeInfo {
    number: 406,
    slug: "infinite-type",
    severity: Severity::Error,
    summary: "A struct contains a value of itself.",
    explanation: "\
A value of the type would hold another value of the type, and so on without end. A pointer, slice or map ends the circle.

```go
type Node struct {
	Next Node `json:\"next\"`
}
```

```go
type Node struct {
	Next *Node `json:\"next,omitempty\"`
}
```
",
});

/// Too few or too many type arguments.
pub const TYPE_ARGUMENTS: Code = Code::new(&CodeInfo {
    number: 407,
    slug: "type-arguments",
    severity: Severity::Error,
    summary: "A generic type has the wrong number of arguments, or a plain type has some.",
    explanation: "\
A generic type is used with as many type arguments as it has type parameters.

```go
type List[T any] struct {
	Items []T `json:\"items\"`
}

type Widgets List
```

```go
type List[T any] struct {
	Items []T `json:\"items\"`
}

type Widgets List[Widget]
```
",
});

/// A struct tag that cannot be read.
pub const STRUCT_TAG: Code = Code::new(&CodeInfo {
    number: 408,
    slug: "malformed-struct-tag",
    severity: Severity::Error,
    summary: "A struct tag cannot be read.",
    explanation: "\
A struct tag is a list of `key:\"value\"` pairs between blanks. Go's reflect package stops silently at the first part of another form, so that \
encoding/json would use the Go name of the field.

```go
type Widget struct {
	Size string `json:size,omitempty`
}
```

```go
type Widget struct {
	Size string `json:\"size,omitempty\"`
}
```
",
});

/// A struct tag with one key twice.
pub const STRUCT_TAG_KEY: Code = Code::new(&CodeInfo {
    number: 409,
    slug: "duplicate-struct-tag-key",
    severity: Severity::Warning,
    summary: "A struct tag has one key twice.",
    explanation: "\
Go's reflect package gives the first value; the second has no effect.

```go
type Widget struct {
	Size string `json:\"size\" json:\"size,omitempty\"`
}
```

```go
type Widget struct {
	Size string `json:\"size,omitempty\"`
}
```
",
});

/// A tag behind a declaration.
pub const TRAILING_TAG: Code = Code::new(&CodeInfo {
    number: 410,
    slug: "trailing-tag",
    severity: Severity::Error,
    summary: "A tag stands behind a declaration.",
    explanation: "\
Tags stand on lines of their own directly above what they are about. In a comment at the end of a line, controller-gen ignores them and openapi-gen takes \
them as tags of the *next* line.

```go
type Widget struct {
	Size int32 `json:\"size\"` // +minimum=1
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	// +minimum=1
	Size int32 `json:\"size\"`
	Name string `json:\"name\"`
}
```
",
})
.of_ignored_tag();

/// A tag of a comment that belongs to nothing.
pub const DETACHED_TAG: Code = Code::new(&CodeInfo {
    number: 411,
    slug: "detached-tag",
    severity: Severity::Warning,
    summary: "A blank line separates a tag from its declaration.",
    explanation: "\
Go's documentation of a declaration is the comment directly above it. controller-gen also reads the tags of the closest comment above that, \
across a blank line, and idlgen does as it does, for every tag. openapi-gen and validation-gen ignore those above a field, so the tools differ. \
Tags further up apply to nothing.

```go
type Widget struct {
	// +minimum=1

	Size int32 `json:\"size\"`
}
```

```go
type Widget struct {
	// +minimum=1
	Size int32 `json:\"size\"`
}
```
",
});

/// A constant defined by itself.
pub const CONSTANT_CYCLE: Code = Code::new(&CodeInfo {
    number: 412,
    slug: "constant-cycle",
    severity: Severity::Error,
    summary: "A constant is defined by itself.",
    explanation: "\
Following the constants leads back to the beginning, so that nothing says what the value is.

```go
const (
	Small = Large
	Large = Small
)
```

```go
const (
	Small = \"S\"
	Large = \"L\"
)
```
",
});

/// A constant whose value cannot be worked out.
pub const CONSTANT_VALUE: Code = Code::new(&CodeInfo {
    number: 413,
    slug: "constant-value",
    severity: Severity::Warning,
    summary: "The value of a constant cannot be worked out.",
    explanation: "\
The constant belongs to a declared type and could be one of its enum values, but its expression names something that was not read, or uses something that \
is not understood. It is left out of the type's values.

```go
type Size string

const Large Size = Size(names.Large) // package names is not found
```

```go
type Size string

const Large Size = \"Large\"
```
",
});

/// An `idlgen:` directive that cannot be read.
pub const ALLOW_MALFORMED: Code = Code::new(&CodeInfo {
    number: 415,
    slug: "malformed-allow",
    severity: Severity::Warning,
    summary: "An `idlgen:` directive cannot be read or belongs to nothing.",
    explanation: "\
The one directive is `//idlgen:allow CODE reason`, without a blank behind the slashes, in the comment directly above a type, field or constant, or above the \
package clause for a whole file. The code is that of the diagnostic (`IDL0521` or `json-name`); the reason is for people and may not be left out.

```go
type Widget struct {
	//idlgen:allow json-name
	Size int32
	Name string `json:\"name\"`
}
```

```go
type Widget struct {
	//idlgen:allow json-name older clients write it so
	Size int32
	Name string `json:\"name\"`
}
```
",
})
.of_ignored_tag();

/// A directive that silences nothing.
pub const ALLOW_UNUSED: Code = Code::new(&CodeInfo {
    number: 416,
    slug: "unused-allow",
    severity: Severity::Warning,
    summary: "An `idlgen:allow` directive silences nothing.",
    explanation: "\
No diagnostic of that code is given inside the declaration, so the directive can go, before it hides something new.

```go
//idlgen:allow IDL0411 was needed once
type Widget struct{}
```

```go
type Widget struct{}
```
",
});

/// An import whose package was not found.
pub const MISSING_PACKAGE: Code = Code::new(&CodeInfo {
    number: 417,
    slug: "missing-package",
    severity: Severity::Warning,
    summary: "An import that only constants need was not found.",
    explanation: "\
A constant gets its value from a package that could not be read. Types do not depend on it; the constant has no value and is left out of the values of its type.

```go
import \"example.com/names\" // not in go.mod

const Large Size = names.Large
```

Add the module (`go get example.com/names`), or write the value:

```go
const Large Size = \"Large\"
```
",
});

/// Packages that import each other.
pub const IMPORT_CYCLE: Code = Code::new(&CodeInfo {
    number: 418,
    slug: "import-cycle",
    severity: Severity::Error,
    summary: "Packages import each other.",
    explanation: "\
Go builds no package that imports itself through others. What both need goes into a third package.

```go
// package a
import \"example.com/b\"

// package b
import \"example.com/a\"
```

```go
// package a
import \"example.com/shared\"

// package b
import \"example.com/shared\"
```
",
});

/// Errors that leave unknown what a declaration means.
pub const LEADS_NOWHERE: &[Code] = &[
    UNKNOWN_TYPE,
    UNKNOWN_PACKAGE,
    DUPLICATE_DECLARATION,
    PACKAGE_CLAUSE,
    TYPE_CYCLE,
    INFINITE_TYPE,
    TYPE_ARGUMENTS,
    STRUCT_TAG,
    IMPORT_CYCLE,
];

/// All of them.
pub const ALL: &[Code] = &[
    UNKNOWN_TYPE,
    UNKNOWN_PACKAGE,
    DUPLICATE_DECLARATION,
    PACKAGE_CLAUSE,
    TYPE_CYCLE,
    INFINITE_TYPE,
    TYPE_ARGUMENTS,
    STRUCT_TAG,
    STRUCT_TAG_KEY,
    TRAILING_TAG,
    DETACHED_TAG,
    CONSTANT_CYCLE,
    CONSTANT_VALUE,
    ALLOW_MALFORMED,
    ALLOW_UNUSED,
    LONG_CHAIN,
    MISSING_PACKAGE,
    IMPORT_CYCLE,
];
