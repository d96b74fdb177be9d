//! Codes 0601-0699: what a schema cannot say.

use crate::diag::{Code, CodeInfo, Severity};

/// `unsupported-type`.
pub const UNSUPPORTED_TYPE: Code = Code::new(&CodeInfo {
    number: 601,
    slug: "unsupported-type",
    severity: Severity::Error,
    summary: "A field's type has no JSON form, or none that a schema can describe.",
    explanation: r#"
Functions, channels, complex numbers, `uintptr` and `rune` cannot be fields of an API type.

```go
Char rune `json:"char"`
```

Corrected:

```go
Char int32 `json:"char"`
```

A field that is for the program only is taken out of the JSON with `json:"-"`, or out of the schema with `+k8s:openapi-gen=false`.
"#,
});

/// `map-key`.
pub const MAP_KEY: Code = Code::new(&CodeInfo {
    number: 602,
    slug: "map-key",
    severity: Severity::Error,
    summary: "The keys of a map are no strings.",
    explanation: r#"
The keys of a JSON object are text, and OpenAPI describes only the values.

```go
Weights map[int]string `json:"weights"`
```

Corrected:

```go
Weights map[string]string `json:"weights"`
```

A named type that is a string underneath is fine as well.
"#,
});

/// `untyped-element`.
pub const UNTYPED_ELEMENT: Code = Code::new(&CodeInfo {
    number: 603,
    slug: "untyped-element",
    severity: Severity::Error,
    summary: "The elements of a list or a map are interfaces.",
    explanation: r#"
A server can neither prune nor validate values that have no type.

```go
Values []any `json:"values"`
```

Corrected:

```go
Values []runtime.RawExtension `json:"values"`
```
"#,
});

/// `generic-type`.
pub const GENERIC_TYPE: Code = Code::new(&CodeInfo {
    number: 604,
    slug: "generic-type",
    severity: Severity::Error,
    summary: "A field's type is a generic struct with its arguments.",
    explanation: r#"
A definition has one name and one set of properties, so each instance of a generic struct needs a name of its own.

```go
type Range[T any] struct {
    From T `json:"from"`
}

type Spec struct {
    Ports Range[int32] `json:"ports"`
}
```

Corrected:

```go
type PortRange Range[int32]

type Spec struct {
    Ports PortRange `json:"ports"`
}
```

An alias, `type PortRange = Range[int32]`, names the instance as well.
"#,
});

/// `too-deep`.
pub const TOO_DEEP: Code = Code::new(&CodeInfo {
    number: 605,
    slug: "too-deep",
    severity: Severity::Error,
    summary: "A type is nested too deep, or within itself.",
    explanation: r#"
Each struct becomes a definition; everything else is written out where it is used. A collection that holds itself has no end.

```go
type Tree map[string]Tree
```

Corrected:

```go
type Tree map[string]Node

type Node struct {
    Children Tree `json:"children,omitempty"`
}
```
"#,
});

/// `standard-type`.
pub const STANDARD_TYPE: Code = Code::new(&CodeInfo {
    number: 606,
    slug: "standard-type",
    severity: Severity::Error,
    summary: "A type of Go's standard library has a JSON form that is not known.",
    explanation: r#"
Of the standard library, `time.Time`, `time.Duration`, `json.RawMessage`, `json.Number`, `net.IP` and a few others are known.

```go
Endpoint url.URL `json:"endpoint"`
```

Corrected:

```go
// +format=uri
Endpoint string `json:"endpoint"`
```
"#,
});

/// `name-collision`.
pub const NAME_COLLISION: Code = Code::new(&CodeInfo {
    number: 607,
    slug: "name-collision",
    severity: Severity::Error,
    summary: "Two types have one definition name.",
    explanation: r"
Names come from `OpenAPIModelName` methods and `+k8s:openapi-model-package` tags; two packages with the same tag must not have types of the same name.

```go
// +k8s:openapi-model-package=com.example.v1   (in the packages a and b, which both declare Widget)
```

Corrected:

```go
// +k8s:openapi-model-package=com.example.a.v1   (in a)
// +k8s:openapi-model-package=com.example.b.v1   (in b)
```
",
});

/// `method-result`.
pub const METHOD_RESULT: Code = Code::new(&CodeInfo {
    number: 608,
    slug: "method-result",
    severity: Severity::Error,
    summary: "A method that says the schema of its type does not return constants.",
    explanation: r#"
Methods are read, not executed.

```go
func (T) OpenAPISchemaType() []string { return types() }
func (T) OpenAPISchemaFormat() string { return "date-time" }
```

Corrected:

```go
func (T) OpenAPISchemaType() []string { return []string{"string"} }
func (T) OpenAPISchemaFormat() string { return "date-time" }
```
"#,
});

/// `opaque-definition`.
pub const OPAQUE_DEFINITION: Code = Code::new(&CodeInfo {
    number: 609,
    slug: "opaque-definition",
    severity: Severity::Warning,
    summary: "A method builds the definition of its type, and not of constants.",
    explanation: r#"
`OpenAPIDefinition` and `OpenAPIV3Definition` are read, not executed: the definition is published if the method is one `return` of a
`common.OpenAPIDefinition` that is written out in constants, without references. Any other is passed over, and the definition is made of what else the type says.

```go
func (T) OpenAPIDefinition() common.OpenAPIDefinition { return build() }
```

Corrected:

```go
func (T) OpenAPIDefinition() common.OpenAPIDefinition {
	return common.OpenAPIDefinition{Schema: spec.Schema{SchemaProps: spec.SchemaProps{Type: []string{"string"}}}}
}
```
"#,
});

/// `name-format`.
pub const NAME_FORMAT: Code = Code::new(&CodeInfo {
    number: 610,
    slug: "name-format",
    severity: Severity::Error,
    summary: "`+nameFormat` names a format that has no check for generated names.",
    explanation: r#"
`+nameFormat` checks `name` and, as the beginning of a name, `generateName`. CEL's `format` library has both checks for dns1123subdomain, dns1123label and
dns1035label.

```go
// +nameFormat=labelValue
metav1.ObjectMeta `json:"metadata,omitempty"`
```

Corrected:

```go
// +nameFormat=dns1123label
metav1.ObjectMeta `json:"metadata,omitempty"`
```
"#,
});

/// `unnameable-property`.
pub const UNNAMEABLE_PROPERTY: Code = Code::new(&CodeInfo {
    number: 611,
    slug: "unnameable-property",
    severity: Severity::Error,
    summary: "A tag needs a CEL rule about a property that CEL cannot name.",
    explanation: r"
Rules can name properties of letters, digits, `_`, `-`, `.` and `/` that do not begin with a digit.

```go
// +mutually_exclusive=2nd,first
```

Corrected:

```go
// +mutually_exclusive=second,first
```
",
});

/// `nothing-selected`.
pub const NOTHING_SELECTED: Code = Code::new(&CodeInfo {
    number: 612,
    slug: "nothing-selected",
    severity: Severity::Warning,
    summary: "None of the packages has a struct to publish.",
    explanation: r#"
Where a package or a type says `+k8s:openapi-gen=true`, that decides; where nobody says anything, structs count that Go exports and that have a field with a
`json` tag.

```go
type Widget struct {
    Size int32
}
```

Corrected:

```go
type Widget struct {
    Size int32 `json:"size"`
}
```
"#,
});

/// `no-properties`.
pub const NO_PROPERTIES: Code = Code::new(&CodeInfo {
    number: 613,
    slug: "no-properties",
    severity: Severity::Error,
    summary: "Only empty structs are published, which breaks the Go code that openapi-gen writes (`--compat \
        openapi-gen` only).",
    explanation: r#"
```go
// +k8s:openapi-gen=true
type Empty struct{}
```

Corrected:

```go
// +k8s:openapi-gen=true
type Settings struct {
    Name string `json:"name"`
}
```
"#,
});

/// `patch-tags`.
pub const PATCH_TAGS: Code = Code::new(&CodeInfo {
    number: 614,
    slug: "patch-tags",
    severity: Severity::Error,
    summary: "The comment and the struct tag of a field differ in patchStrategy or patchMergeKey, which openapi-gen \
        refuses (`--compat openapi-gen` only).",
    explanation: r#"
```go
// +patchStrategy=merge
// +patchMergeKey=name
Ports []Port `json:"ports"`
```

Corrected:

```go
// +patchStrategy=merge
// +patchMergeKey=name
Ports []Port `json:"ports" patchStrategy:"merge" patchMergeKey:"name"`
```
"#,
});

/// `union-member`.
pub const UNION_MEMBER: Code = Code::new(&CodeInfo {
    number: 615,
    slug: "union-member",
    severity: Severity::Warning,
    summary: "A union is not made as openapi-gen expects it, which logs it and publishes the union all the same \
        (`--compat openapi-gen` only).",
    explanation: r#"
The members of a union are optional, none of them is embedded, and one field at most is the discriminator.

```go
// +union
type Source struct {
    File *File `json:"file"`
}
```

Corrected:

```go
// +union
type Source struct {
    // +optional
    File *File `json:"file,omitempty"`
}
```
"#,
});

/// `versions-disagree`.
pub const VERSIONS_DISAGREE: Code = Code::new(&CodeInfo {
    number: 616,
    slug: "versions-disagree",
    severity: Severity::Error,
    summary: "The versions of a kind do not make one custom resource definition.",
    explanation: r"
All versions of a kind are one custom resource definition: they have one plural, one scope and one set of short names, objects are stored in exactly one of
them, and at least one is served. Where a kind has several versions, one type says that it is stored:

```go
// package v1beta1
// +kubebuilder:resource:scope=Cluster
type Widget struct {

// package v1
// +kubebuilder:resource:scope=Namespaced
type Widget struct {
```

Corrected:

```go
// package v1beta1
// +kubebuilder:resource:scope=Cluster
type Widget struct {

// package v1
// +kubebuilder:resource:scope=Cluster
// +kubebuilder:storageversion
type Widget struct {
```
",
});

/// All of them.
pub const ALL: &[Code] = &[
    UNSUPPORTED_TYPE,
    MAP_KEY,
    UNTYPED_ELEMENT,
    GENERIC_TYPE,
    TOO_DEEP,
    STANDARD_TYPE,
    NAME_COLLISION,
    METHOD_RESULT,
    OPAQUE_DEFINITION,
    NAME_FORMAT,
    UNNAMEABLE_PROPERTY,
    NOTHING_SELECTED,
    NO_PROPERTIES,
    PATCH_TAGS,
    UNION_MEMBER,
    VERSIONS_DISAGREE,
];
