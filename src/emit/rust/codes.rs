//! Codes 0751-0799: what Rust cannot say.

use crate::diag::{Code, CodeInfo, Severity};

/// A type of Go that no Rust type stands for is free JSON.
pub const RUST_FREE_JSON: Code = Code::new(&CodeInfo {
    number: 751,
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
});

/// A field that holds no data is left out of the Rust type.
pub const RUST_NO_DATA: Code = Code::new(&CodeInfo {
    number: 752,
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
});

/// A type with JSON methods of its own.
pub const RUST_OWN_JSON: Code = Code::new(&CodeInfo {
    number: 753,
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
});

/// A type parameter that no field uses.
pub const RUST_TYPE_PARAMETER: Code = Code::new(&CodeInfo {
    number: 754,
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
});

/// A schema that does not describe the JSON of its Go type.
pub const RUST_SCHEMA_MISMATCH: Code = Code::new(&CodeInfo {
    number: 755,
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
});

/// A default that its own schema does not accept.
pub const RUST_INVALID_DEFAULT: Code = Code::new(&CodeInfo {
    number: 756,
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
});

/// A setting that is no Rust.
pub const RUST_SETTING: Code = Code::new(&CodeInfo {
    number: 757,
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
});

/// A rule that looks into a type of another crate.
pub const RUST_FOREIGN_RULE: Code = Code::new(&CodeInfo {
    number: 758,
    slug: "rust-foreign-rule",
    severity: Severity::Error,
    summary: "A rule looks into a type of another crate.",
    explanation: r#"A Go package of `[rust.extern-packages]` has its types in another crate, and the generated validator cannot show their values to rules: a rule
that reads one or compares one would pass whatever it says.

```go
type Spec struct {
    // +validationRule="quantity(self).isLessThan(quantity('1Gi'))"
    Size resource.Quantity `json:"size"` // k8s.io/apimachinery/pkg/api/resource is in another crate
}
```

Leave the package out of `[rust.extern-packages]`, so that its types are generated too, or name it in `rust.extern-validate` if the crate was
generated by idlgen. A rule that reads no such value may stay:

```go
type Spec struct {
    // +validationRule="self.size() > 0"
    Name string `json:"name"`
    Size resource.Quantity `json:"size"`
}
```
"#,
});

/// An import path with more parts than modules are written for.
pub const RUST_MODULE_DEPTH: Code = Code::new(&CodeInfo {
    number: 759,
    slug: "rust-module-depth",
    severity: Severity::Error,
    summary: "The import path of a Go package has too many parts to become Rust modules.",
    explanation: "\
Each part of an import path becomes a module inside of the one before it. No compiler and no file system takes modules that are nested without end, so
there is a limit of 100 parts. Without the package nothing that uses it could be written; nothing is.

```go.mod
module example.com/a/b/c/and/so/on
```

```go.mod
module example.com/widgets
```
",
});

/// Rust that cannot be printed.
pub const RUST_INTERNAL: Code = Code::new(&CodeInfo {
    number: 799,
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
});

/// All of them.
pub const ALL: &[Code] = &[
    RUST_FREE_JSON,
    RUST_NO_DATA,
    RUST_OWN_JSON,
    RUST_TYPE_PARAMETER,
    RUST_SCHEMA_MISMATCH,
    RUST_INVALID_DEFAULT,
    RUST_SETTING,
    RUST_FOREIGN_RULE,
    RUST_MODULE_DEPTH,
    RUST_INTERNAL,
];
