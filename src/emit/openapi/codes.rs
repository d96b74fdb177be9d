//! Codes 0701-0749: what an OpenAPI document cannot say.

use crate::diag::{Code, CodeInfo, Severity};

/// A type that is not there.
pub const UNKNOWN_TYPE: Code = Code::new(&CodeInfo {
    number: 701,
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
});

/// A type whose schema cannot be written without references.
pub const NOT_STRUCTURAL: Code = Code::new(&CodeInfo {
    number: 702,
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
});

/// A schema that can be written out, and that API servers refuse.
pub const REFUSED: Code = Code::new(&CodeInfo {
    number: 703,
    slug: "refused-by-api-servers",
    severity: Severity::Error,
    summary: "API servers refuse a custom resource definition with this schema.",
    explanation: r#"An API server takes a custom resource definition only if its schema is structural and its lists can be merged. Tags can say
what it refuses: `uniqueItems`; an embedded resource that is no object, or has neither properties nor `+preserveUnknownFields`; a list of type `set` whose
items are structs that are not atomic; a list of type `map` whose keys are optional and have no default, so that an item may lack them.

```go
type Widget struct {
    // +listType=map
    // +listMapKey=name
    Parts []Part `json:"parts"`
}

type Part struct {
    Name string `json:"name,omitempty"`
}
```

```go
type Widget struct {
    // +listType=map
    // +listMapKey=name
    Parts []Part `json:"parts"`
}

type Part struct {
    Name string `json:"name"`
}
```
"#,
});

/// Documents of packages that are no group and version.
pub const NO_GROUP_VERSION: Code = Code::new(&CodeInfo {
    number: 711,
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
});

/// A group or version that has no place among URLs.
pub const INVALID_GROUP_VERSION: Code = Code::new(&CodeInfo {
    number: 712,
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
});

/// All of them.
pub const ALL: &[Code] = &[UNKNOWN_TYPE, NOT_STRUCTURAL, REFUSED, NO_GROUP_VERSION, INVALID_GROUP_VERSION];
