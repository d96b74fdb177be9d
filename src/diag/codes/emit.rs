//! Codes 0701-0799: what an output cannot say.

use crate::diag::{Code, CodeInfo, Severity};

/// A type that is not there.
pub const UNKNOWN_TYPE: Code = Code(701);
/// A type whose schema cannot be written without references.
pub const NOT_STRUCTURAL: Code = Code(702);
/// Documents of packages that are no group and version.
pub const NO_GROUP_VERSION: Code = Code(711);
/// A group or version that has no place among URLs.
pub const INVALID_GROUP_VERSION: Code = Code(712);
/// A type of Go that no Rust type stands for is free JSON.
pub const RUST_FREE_JSON: Code = Code(751);
/// A field that holds no data is left out of the Rust type.
pub const RUST_NO_DATA: Code = Code(752);
/// A type with JSON methods of its own.
pub const RUST_OWN_JSON: Code = Code(753);
/// A type parameter that no field uses.
pub const RUST_TYPE_PARAMETER: Code = Code(754);
/// A schema that does not describe the JSON of its Go type.
pub const RUST_SCHEMA_MISMATCH: Code = Code(755);
/// A default that its own schema does not accept.
pub const RUST_INVALID_DEFAULT: Code = Code(756);
/// A setting that is no Rust.
pub const RUST_SETTING: Code = Code(757);
/// Rust that cannot be printed.
pub const RUST_INTERNAL: Code = Code(799);

/// The rows of this stage, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: UNKNOWN_TYPE,
        slug: "no-such-type",
        severity: Severity::Error,
        summary: "The type that was asked for is not there.",
        explanation: r"`--type` takes the name of a type of the packages that were read, or its import path and name. The type has to have a schema of its own: a
struct, or a named type of text, numbers, lists or maps.

```sh
idlgen openapi --layout structural --type widget -o - ./api/v1
```

```sh
idlgen openapi --layout structural --type Widget -o - ./api/v1
```
",
    },
    CodeInfo {
        code: NOT_STRUCTURAL,
        slug: "not-structural",
        severity: Severity::Error,
        summary: "The schema of a type cannot be written without references.",
        explanation: r#"Custom resource definitions have no references, so that a type that contains itself has no schema there, and one that is very large is
refused by API servers.

```go
type Node struct {
    Children []Node `json:"children,omitempty"`
}
```

Say where it ends, or let the value be anything below that:

```go
type Node struct {
    Children []Leaf `json:"children,omitempty"`
}

type Leaf struct {
    Name string `json:"name"`
}
```
"#,
    },
    CodeInfo {
        code: NO_GROUP_VERSION,
        slug: "no-group-version",
        severity: Severity::Error,
        summary: "None of the packages registers a group and version that a server hands out.",
        explanation: r"A document is about a group and version: those that a package registers together with its kinds, and for which it calls
`metav1.AddToGroupVersion` (or registers its kinds with a scheme builder of controller-runtime, which calls it).

```go
func addKnownTypes(scheme *runtime.Scheme) error {
    scheme.AddKnownTypes(SchemeGroupVersion, &Widget{}, &WidgetList{})
    return nil
}
```

Corrected:

```go
func addKnownTypes(scheme *runtime.Scheme) error {
    scheme.AddKnownTypes(SchemeGroupVersion, &Widget{}, &WidgetList{})
    metav1.AddToGroupVersion(scheme, SchemeGroupVersion)
    return nil
}
```

Where a package has no registration at all, `+groupName=example.com` in front of the package clause says the group, and a package name such as `v1` the version.
",
    },
    CodeInfo {
        code: INVALID_GROUP_VERSION,
        slug: "invalid-group-version",
        severity: Severity::Error,
        summary: "A group or version that has no place in URLs.",
        explanation: r#"A group is a DNS name in small letters, or empty for the core group; a version is a DNS label. Both are part of the path of every resource.

```go
var SchemeGroupVersion = schema.GroupVersion{Group: "Example/Com", Version: "v1"}
```

Corrected:

```go
var SchemeGroupVersion = schema.GroupVersion{Group: "example.com", Version: "v1"}
```
"#,
    },
    CodeInfo {
        code: RUST_FREE_JSON,
        slug: "rust-free-json",
        severity: Severity::Warning,
        summary: "A Go type that no Rust type stands for is free JSON.",
        explanation: r#"The type is of a package that was not found, of a part of the standard library that has no agreed JSON form, or a map whose keys JSON
cannot have. The Rust field holds any JSON then, and no check looks into it.

```go
type Spec struct {
    Address url.URL `json:"address"` // a struct of the standard library
}
```

Use a type that has one JSON form:

```go
type Spec struct {
    Address string `json:"address"`
}
```
"#,
    },
    CodeInfo {
        code: RUST_NO_DATA,
        slug: "rust-no-data",
        severity: Severity::Warning,
        summary: "A field that holds no data is left out of the Rust type.",
        explanation: r#"Functions, channels and complex numbers have no JSON; Go's encoder fails on them. The Rust type goes without the field.

```go
type Spec struct {
    Notify func() `json:"notify"`
}
```

Leave the field out of JSON:

```go
type Spec struct {
    Notify func() `json:"-"`
}
```
"#,
    },
    CodeInfo {
        code: RUST_OWN_JSON,
        slug: "rust-own-json",
        severity: Severity::Info,
        summary: "A type reads or writes JSON by a method of its own.",
        explanation: r"What `MarshalJSON` does cannot be told from the fields. The Rust type holds any JSON (with `MarshalText`: any text), which is what the schema
takes if no method such as `OpenAPISchemaType` says another. A type that has only
`UnmarshalJSON` writes its fields as they are; the Rust type has these fields, and does not read what the method takes besides.

```go
type Port struct{ number int }

func (p Port) MarshalJSON() ([]byte, error) { return json.Marshal(p.number) }
```

A type whose Go type is its JSON needs no methods:

```go
type Port int
```

Types that Rust should know better can be mapped to a crate that has them (`[rust.extern-packages]`).
",
    },
    CodeInfo {
        code: RUST_TYPE_PARAMETER,
        slug: "rust-type-parameter",
        severity: Severity::Warning,
        summary: "A generic type has a parameter that none of its fields uses.",
        explanation: r#"Rust has no types with unused parameters. The parameter is left out of the Rust type.

```go
type Reference[T any] struct {
    Name string `json:"name"`
}
```

Leave it out of the Go type too:

```go
type Reference struct {
    Name string `json:"name"`
}
```
"#,
    },
    CodeInfo {
        code: RUST_SCHEMA_MISMATCH,
        slug: "rust-schema-mismatch",
        severity: Severity::Warning,
        summary: "A schema does not describe the JSON that the Go type has.",
        explanation: r#"openapi-gen publishes some Go types otherwise than `encoding/json` writes them: `[]uint8` as a list of integers though it is base64 text, an
embedded struct without a `json` tag as a property though its fields appear in place. The generated validator follows the JSON, and leaves out the
checks that the schema has for what is never there.

```go
type Spec struct {
    Key []uint8 `json:"key"`
}
```

Write the type so that both agree:

```go
type Spec struct {
    Key []byte `json:"key"`
}
```
"#,
    },
    CodeInfo {
        code: RUST_INVALID_DEFAULT,
        slug: "rust-invalid-default",
        severity: Severity::Warning,
        summary: "A default is not valid itself.",
        explanation: r#"An object that leaves the field out gets the default, and is refused because of it. The generated validator reports the errors of the
default for every object that leaves the field out.

```go
type Spec struct {
    // +default=["a","a"]
    // +listType=set
    Names []string `json:"names,omitempty"`
}
```

```go
type Spec struct {
    // +default=["a","b"]
    // +listType=set
    Names []string `json:"names,omitempty"`
}
```
"#,
    },
    CodeInfo {
        code: RUST_SETTING,
        slug: "rust-setting",
        severity: Severity::Error,
        summary: "A setting of the Rust output is not Rust.",
        explanation: r#"Derives and the paths of existing crates are Rust paths.

```toml
[rust]
derives = ["Eq Hash"]

[rust.extern-packages]
"k8s.io/api/core/v1" = "k8s-openapi/api/core/v1"
```

```toml
[rust]
derives = ["Eq", "Hash"]

[rust.extern-packages]
"k8s.io/api/core/v1" = "::k8s_openapi::api::core::v1"
```
"#,
    },
    CodeInfo {
        code: RUST_INTERNAL,
        slug: "rust-internal",
        severity: Severity::Error,
        summary: "The generated code is not Rust.",
        explanation: r#"This is a mistake in idlgen, not in the Go code. Please report it with the Go declaration that gives it; a struct whose field gives it

```go
type Spec struct {
    Odd Type `json:"odd"`
}
```

can be written once the field is left out:

```go
type Spec struct {
    Odd Type `json:"-"`
}
```
"#,
    },
];
