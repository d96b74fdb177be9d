//! Codes 0530-0549: the API rules of openapi-gen, which `idlgen lint --api-rules` judges.

use crate::diag::{Code, CodeInfo, Severity};

/// A JSON name that is not the Go name.
pub const NAMES_MATCH: Code = Code(530);
/// `omitempty` in other letters.
pub const OMITEMPTY_MATCH_CASE: Code = Code(531);
/// A list that does not say how it is merged.
pub const LIST_TYPE_MISSING: Code = Code(532);
/// A list of objects with its fields in another order.
pub const STREAMING_LIST_TYPE_FIELD_ORDER: Code = Code(533);
/// A list of objects with other `json` tags.
pub const STREAMING_LIST_TYPE_JSON_TAGS: Code = Code(534);
/// A list of objects with other `protobuf` tags.
pub const STREAMING_LIST_TYPE_PROTO_TAGS: Code = Code(535);
/// A known violation that is gone.
pub const UNUSED_EXCEPTION: Code = Code(548);
/// A line of a file of known violations that is none.
pub const MALFORMED_EXCEPTION: Code = Code(549);

/// Whether only `idlgen lint --api-rules` gives this code.
pub fn is_api_rule(code: Code) -> bool {
    (NAMES_MATCH.0..=MALFORMED_EXCEPTION.0).contains(&code.0)
}

/// The rows of this part, in order of code.
pub static TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: NAMES_MATCH,
        slug: "names-match",
        severity: Severity::Error,
        summary: "A field is called differently in Go and in JSON (API rule `names_match`).",
        explanation: r#"
The Go name is in CamelCase, the JSON name is the same in camelCase: a first word of capitals becomes small as a whole (`URLPath`, `urlPath`), and there are no
underscores and dashes. A field without a name in JSON is a struct whose members appear in its place. `metav1.ObjectMeta` and `metav1.ListMeta` are called `metadata`.

```go
type WidgetSpec struct {
	Size int32 `json:"widget_size"`
	URLPath string `json:"uRLPath"`
}
```

Corrected:

```go
type WidgetSpec struct {
	WidgetSize int32 `json:"widgetSize"`
	URLPath string `json:"urlPath"`
}
```

A name that is published already cannot be changed; `idlgen lint --api-rules --report FILE` writes what is violated to a file, and `--exceptions FILE` then
keeps quiet about it.
"#,
    },
    CodeInfo {
        code: OMITEMPTY_MATCH_CASE,
        slug: "omitempty-match-case",
        severity: Severity::Error,
        summary: "`omitempty` is written in other letters (API rule `omitempty_match_case`).",
        explanation: r#"
Go ignores options of a `json` tag that it does not know, and case counts.

```go
Size int32 `json:"size,omitEmpty"`
```

Corrected:

```go
Size int32 `json:"size,omitempty"`
```
"#,
    },
    CodeInfo {
        code: LIST_TYPE_MISSING,
        slug: "list-type-missing",
        severity: Severity::Error,
        summary: "A list does not say how it is merged (API rule `list_type_missing`).",
        explanation: r#"
Without `+listType`, server-side apply replaces the list as a whole, and changing that later is a change of the API. `[]byte` is text and needs no tag; nor
does a field whose type is a named list. `Items` beside `ListMeta` holds objects that are never merged, and must not have the tag.

```go
Ports []Port `json:"ports"`
```

Corrected:

```go
// +listType=map
// +listMapKey=name
Ports []Port `json:"ports"`
```
"#,
    },
    CodeInfo {
        code: STREAMING_LIST_TYPE_FIELD_ORDER,
        slug: "streaming-list-type-field-order",
        severity: Severity::Error,
        summary: "The fields of a list of objects stand in another order (API rule `streaming_list_type_field_order`).",
        explanation: r#"
API servers stream lists whose struct has TypeMeta, ListMeta and Items: they write these three themselves, in this order.

```go
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	Items []Widget `json:"items"`
	metav1.ListMeta `json:"metadata,omitempty"`
}
```

Corrected:

```go
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []Widget `json:"items"`
}
```
"#,
    },
    CodeInfo {
        code: STREAMING_LIST_TYPE_JSON_TAGS,
        slug: "streaming-list-type-json-tags",
        severity: Severity::Error,
        summary: "A field of a list of objects has another `json` tag (API rule `streaming_list_type_json_tags`).",
        explanation: r#"
API servers stream lists whose struct has TypeMeta, ListMeta and Items: they write these three themselves, under these names. From Kubernetes 1.37 on
`json:""` does for TypeMeta too.

```go
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata"`
	Items []Widget `json:"items,omitempty"`
}
```

Corrected:

```go
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items []Widget `json:"items"`
}
```
"#,
    },
    CodeInfo {
        code: STREAMING_LIST_TYPE_PROTO_TAGS,
        slug: "streaming-list-type-proto-tags",
        severity: Severity::Error,
        summary: "A field of a list of objects has another `protobuf` tag (API rule `streaming_list_type_proto_tags`).",
        explanation: r#"
API servers stream lists whose struct has TypeMeta, ListMeta and Items: they write these three themselves, under these numbers. A field without a
`protobuf` tag is fine.

```go
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,2,opt,name=metadata"`
	Items []Widget `json:"items" protobuf:"bytes,3,rep,name=items"`
}
```

Corrected:

```go
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`
	Items []Widget `json:"items" protobuf:"bytes,2,rep,name=items"`
}
```
"#,
    },
    CodeInfo {
        code: UNUSED_EXCEPTION,
        slug: "unused-exception",
        severity: Severity::Error,
        summary: "The file of known violations of API rules has a line that nothing violates any more.",
        explanation: r"
A line that is left over would keep quiet about the violation when it comes back, so the file must say exactly what is violated. Lines of packages that
were not judged in this run do not count.

```text
API rule violation: names_match,example.com/api/v1,WidgetSpec,SizeThatWasRenamed
```

Corrected: remove the line, or write the file anew with `idlgen lint --api-rules --report FILE`.
",
    },
    CodeInfo {
        code: MALFORMED_EXCEPTION,
        slug: "malformed-exception",
        severity: Severity::Error,
        summary: "The file of known violations of API rules has a line that is no violation.",
        explanation: r"
The file has the form of the report: a line a violation, with rule, import path, type and field. Empty lines and lines that begin with `#` are for people.

```text
names_match: WidgetSpec.Size
```

Corrected:

```text
API rule violation: names_match,example.com/api/v1,WidgetSpec,Size
```
",
    },
];
