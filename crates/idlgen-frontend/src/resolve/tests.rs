//! Tests of the entire stage.

mod constants;

use idlgen_schema::keyword::Keyword;
use serde_json::json;

use super::{
    ResolveOptions, allowances, codes,
    testing::{Read, read, read_file, read_with},
};
use crate::{
    diag::Codes,
    model::{Builtin, Field, Type, TypeDefinition, TypeKind},
    tags::{Constraint, TagKind},
    tool::CommentRule,
};

fn definition<'a>(read: &'a Read, name: &str) -> &'a TypeDefinition {
    read.model.types.iter().find(|definition| definition.name == name).expect("the type")
}

fn field<'a>(read: &'a Read, ty: &str, name: &str) -> &'a Field {
    definition(read, ty).fields().iter().find(|field| field.name == name).expect("the field")
}

fn named(read: &Read, ty: &Type) -> String {
    match ty {
        Type::Named(id) => read.model.go_name(*id),
        Type::External { package, name } => format!("{package}!{name}"),
        other => format!("{other:?}"),
    }
}

#[test]
fn imports_in_every_form() {
    let requested = [(
        "example.com/api/v1/types.go",
        r#"package v1
import (
	"time"
	"encoding/json"
	alias "example.com/dep/one"
	"example.com/dep/two/v2"
	"example.com/dep/go-three"
	. "example.com/dep/dot"
	_ "example.com/dep/side"
	"example.com/missing"
)
type A struct {
	One   alias.T
	Two   two.T
	Three other.T
	Dot   Dotted
	Time  time.Time
	Raw   json.RawMessage
	Gone  missing.T
}
"#,
    )];
    let others = [
        ("example.com/dep/one/a.go", "package one\ntype T string"),
        ("example.com/dep/two/v2/a.go", "package two\ntype T string"),
        ("example.com/dep/go-three/a.go", "package other\ntype T string"),
        ("example.com/dep/dot/a.go", "package dot\ntype Dotted string"),
    ];
    let read = read(&requested, &others);
    assert_eq!(read.report(), "");
    let types: Vec<String> = definition(&read, "A").fields().iter().map(|field| named(&read, &field.ty)).collect();
    assert_eq!(
        types,
        [
            "example.com/dep/one.T",
            "example.com/dep/two/v2.T",
            "example.com/dep/go-three.T",
            "example.com/dep/dot.Dotted",
            "time!Time",
            "encoding/json!RawMessage",
            "example.com/missing!T",
        ]
    );
}

#[test]
fn names_that_mean_nothing() {
    let read = read(
        &[(
            "example.com/api/v1/types.go",
            r#"package v1
import meta "example.com/dep/meta"
type A struct {
	Typo   Widgett
	Typo2  strng
	Pkg    mata.Time
	Hidden meta.hidden
	Absent meta.Tyme
	Value  Large
	After  Widget
}
type Widget string
const Large Widget = "L"
"#,
        )],
        &[("example.com/dep/meta/a.go", "package meta\ntype Time struct{}\ntype hidden string")],
    );
    assert_eq!(
        read.report(),
        "types.go:4:9: error[IDL0401]: type `Widgett` is undefined in package example.com/api/v1\n\
         types.go:5:9: error[IDL0401]: type `strng` is undefined in package example.com/api/v1\n\
         types.go:6:9: error[IDL0402]: unresolved package `mata`: this file does not import it\n\
         types.go:7:14: error[IDL0401]: `hidden` is not exported by package example.com/dep/meta\n\
         types.go:8:14: error[IDL0401]: type `Tyme` is undefined in package example.com/dep/meta\n\
         types.go:9:9: error[IDL0401]: `Large` is a constant, not a type\n"
    );
    let fixes: Vec<Option<&str>> = read
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.fix.as_ref().map(|fix| fix.edits[0].replacement.as_str()))
        .collect();
    assert_eq!(fixes, [Some("Widget"), Some("string"), Some("meta"), None, Some("Time"), None]);
    assert_eq!(field(&read, "A", "Typo").ty, Type::Invalid);
    assert_eq!(named(&read, &field(&read, "A", "After").ty), "example.com/api/v1.Widget");
}

#[test]
fn predeclared_names_can_be_hidden() {
    let read = read_file("package v1\ntype string struct{}\ntype A struct { S string; B bool; X any }\n");
    assert_eq!(read.report(), "");
    assert_eq!(named(&read, &field(&read, "A", "S").ty), "example.com/api/v1.string");
    assert_eq!(field(&read, "A", "B").ty, Type::Builtin(Builtin::Bool));
    assert_eq!(field(&read, "A", "X").ty, Type::Builtin(Builtin::Any));
}

#[test]
fn every_shape_of_type() {
    let read = read_file(
        r#"package v1
type E string
type S struct {
	E
	*P `json:",inline"`
	A, B []*E `json:"a"`
	M map[E][3]int
	N struct { X int `json:"x"` }
	I interface{}
	J interface{ Foo() }
	F func(int) string
	C chan int
}
type P = T
type T struct{}
type List[V any] struct { Items []V }
type Widgets List[T]
"#,
    );
    assert_eq!(read.report(), "");
    let fields = definition(&read, "S").fields();
    let names: Vec<(&str, bool)> = fields.iter().map(|field| (field.name.as_str(), field.is_embedded)).collect();
    assert_eq!(
        names,
        [
            ("E", true),
            ("P", true),
            ("A", false),
            ("B", false),
            ("M", false),
            ("N", false),
            ("I", false),
            ("J", false),
            ("F", false),
            ("C", false)
        ]
    );
    assert!(matches!(&fields[1].ty, Type::Pointer(_)));
    assert!(fields[1].is_inline);
    assert!(matches!(&fields[5].ty, Type::Struct { fields: inner, .. } if inner[0].json_name() == Some("x")));
    assert_eq!(fields[6].ty, Type::Interface { is_empty: true });
    assert_eq!(fields[7].ty, Type::Interface { is_empty: false });
    assert!(matches!(definition(&read, "P").kind, TypeKind::Alias(Type::Named(_))));
    assert_eq!(field(&read, "List", "Items").ty, Type::Slice(Box::new(Type::Parameter("V".to_owned()))));
    let TypeKind::Named(Type::Instance { arguments, .. }) = &definition(&read, "Widgets").kind else {
        panic!("an instance")
    };
    assert_eq!(named(&read, &arguments[0]), "example.com/api/v1.T");
}

#[test]
fn wrong_numbers_of_type_arguments() {
    let read = read_file("package v1\ntype L[V any] struct { X []V }\ntype A L\ntype B L[int, int]\ntype C A[int]\n");
    assert_eq!(
        read.report(),
        "types.go:3:8: error[IDL0407]: `L` expects 1 type argument, found none\n\
         types.go:4:8: error[IDL0407]: `L` expects 1 type argument, found 2\n\
         types.go:5:8: error[IDL0407]: `A` expects no type argument, found 1\n"
    );
}

#[test]
fn cycles_are_said_once_and_broken() {
    let read = read_file(
        r"package v1
type A B
type B A
type C = []C
type D struct { E E }
type E struct { D [2]D; Fine *E; Also []D }
type Self struct { Self }
type Tree map[string]Tree
",
    );
    assert_eq!(
        read.report(),
        "types.go:3:6: error[IDL0405]: `A` is defined in terms of itself: A → B → A\n\
         types.go:4:6: error[IDL0405]: `C` is defined in terms of itself: C → C\n\
         types.go:6:17: error[IDL0406]: `D` contains a value of its own type: D → E → D\n\
         types.go:7:20: error[IDL0406]: `Self` contains a value of its own type: Self → Self\n"
    );
    assert_eq!(field(&read, "E", "D").ty, Type::Array(Box::new(Type::Invalid)));
    assert!(matches!(field(&read, "E", "Also").ty, Type::Slice(_)));
}

#[test]
fn cycles_of_imports() {
    let read = read(
        &[("example.com/a/a.go", "package a\nimport \"example.com/b\"\ntype A struct { B *b.B }\n")],
        &[
            ("example.com/b/b.go", "package b\nimport \"example.com/c\"\ntype B struct { C *c.C }\n"),
            ("example.com/c/c.go", "package c\nimport \"example.com/a\"\ntype C struct { A *a.A }\n"),
        ],
    );
    assert_eq!(
        read.report(),
        "c.go:2:8: error[IDL0418]: packages import each other: \
         example.com/a → example.com/b → example.com/c → example.com/a\n"
    );
}

#[test]
fn long_chains_do_not_exhaust_the_stack() {
    use std::fmt::Write;
    let count = 20_000;
    let mut text = format!("package v1\ntype T{count} string\nconst C{count} = 1\n");
    for index in 0..count {
        let _ = writeln!(text, "type T{index} T{}\nconst C{index} = C{}", index + 1, index + 1);
    }
    let read = read_file(&text);
    // Every chain that is too long is reported once.
    assert_eq!(read.report().lines().count(), count / 513);
    assert!(read.report().lines().all(|line| line.contains("error[IDL0419]")), "{}", read.report());
    assert_eq!(read.model.types.len(), count + 1);
    assert_eq!(read.model.packages[0].constants.len(), count + 1);
    assert!(read.model.packages[0].constants.iter().all(|constant| constant.value == json!(1)));
}

#[test]
fn duplicates() {
    let read = read(
        &[
            ("example.com/api/v1/a.go", "package v1\ntype A string\nconst _ = 1\n"),
            ("example.com/api/v1/b.go", "package v2\ntype A int\nconst A = 1\nconst _ = 2\n"),
        ],
        &[],
    );
    assert_eq!(
        read.report(),
        "b.go:1:9: error[IDL0404]: package `v2` in a directory of package `v1`\n\
         b.go:2:6: error[IDL0403]: `A` is declared twice\n\
         b.go:3:7: error[IDL0403]: `A` is declared twice\n"
    );
    assert_eq!(read.model.types.len(), 1);
}

#[test]
fn damage_of_dependencies_counts_where_it_is_reached() {
    let dependency = "package dep\ntype Used struct { X Nowhere }\ntype Unused struct { X Nowhere }\n";
    let read = read(
        &[("example.com/api/v1/a.go", "package v1\nimport \"example.com/dep\"\ntype A struct { U []dep.Used }\n")],
        &[("example.com/dep/dep.go", dependency)],
    );
    assert_eq!(read.report(), "dep.go:2:22: error[IDL0401]: type `Nowhere` is undefined in package example.com/dep\n");
}

#[test]
fn tags_of_both_groups_above_a_type() {
    let text = "package v1\n\n// +maxLength=5\n\n// T is text.\n// +minLength=1\ntype T string\n";
    let read = read_file(text);
    assert_eq!(read.report(), "");
    let definition = definition(&read, "T");
    let names: Vec<&str> = definition.tags.iter().map(|tag| tag.name.as_str()).collect();
    assert_eq!(names, ["maxLength", "minLength"]);
    let doc: Vec<(&str, bool)> = definition.doc.lines().map(|line| (line.text, line.is_tag)).collect();
    assert_eq!(doc, [("T is text.", false), ("+minLength=1", true)]);
}

#[test]
fn tags_behind_and_away_from_declarations() {
    let text = r#"package v1

type A struct {
	B int // +minimum=1
	C int // a word
	// +minimum=2

	D int
	// +maximum=3

	// +optional
	// F string `json:"f"`
}

type E string // +enum
"#;
    assert_eq!(
        read_file(text).report(),
        "types.go:4:11: error[IDL0410]: `+minimum` in a trailing comment has no effect\n\
         types.go:6:5: warning[IDL0411]: a blank line separates `+minimum` from the field that it applies to\n\
         types.go:9:5: warning[IDL0411]: `+maximum` has no effect: no field follows its comment\n\
         types.go:15:18: error[IDL0410]: `+enum` in a trailing comment has no effect\n"
    );
    let options = ResolveOptions { comments: CommentRule::ByLine, ..ResolveOptions::default() };
    let read = read_with(&[("example.com/api/v1/types.go", text)], &[], &options);
    assert_eq!(read.report(), "");
    let tags: Vec<usize> = definition(&read, "A").fields().iter().map(|field| field.tags.len()).collect();
    assert_eq!(tags, [0, 1, 0]);
    assert_eq!(
        field(&read, "A", "C").tags[0].meaning,
        TagKind::Constraint(Constraint::bound(Keyword::Minimum, 1.into()))
    );
}

#[test]
fn tags_of_dependencies_are_silent() {
    let dependency = "package dep\n// +unknownTagOfTheirs\n// +maxLength=3\ntype T string // +enum\n";
    let read = read(
        &[("example.com/api/v1/a.go", "package v1\nimport \"example.com/dep\"\ntype A struct { T dep.T }\n")],
        &[("example.com/dep/dep.go", dependency)],
    );
    assert_eq!(read.report(), "");
    assert!(definition(&read, "T").tags.iter().any(|tag| tag.name == "maxLength"));
    assert_eq!(read.model.packages.iter().map(|package| package.requested).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn group_and_version() {
    for (files, expected) in [
        (
            vec![(
                "example.com/api/v1/register.go",
                "package v1\nimport \"k8s.io/apimachinery/pkg/runtime/schema\"\n\
                 const GroupName = \"apps.example.com\"\n\
                 var SchemeGroupVersion = schema.GroupVersion{Group: GroupName, Version: \"v1\"}\n\
                 func add(scheme *runtime.Scheme) error {\n\tscheme.AddKnownTypes(SchemeGroupVersion, &A{}, \
                 &AList{})\n\treturn nil\n}\n\
                 type A struct{}\ntype AList struct{}\ntype B struct{}\n",
            )],
            Some(("apps.example.com", "v1", 2)),
        ),
        // controller-gen and client-gen read these markers.
        (
            vec![(
                "example.com/api/v1/register.go",
                "// +groupName=apps.example.com\n// +versionName=v2\npackage v1\n\
                 import \"k8s.io/apimachinery/pkg/runtime/schema\"\n\
                 var GroupVersion = schema.GroupVersion{Group: \"example.com\", Version: \"v1\"}\n\
                 func init() {\n\tSchemeBuilder.Register(&A{})\n}\ntype A struct{}\n",
            )],
            Some(("apps.example.com", "v2", 1)),
        ),
        (
            vec![
                ("example.com/api/v1/doc.go", "// +groupName=apps.example.com\n\n// Package v1 is one.\npackage v1\n"),
                ("example.com/api/v1/types.go", "package v1beta1\n"),
            ],
            Some(("apps.example.com", "v1", 0)),
        ),
        // The marker is above the comment of a type, which controller-gen also reads.
        (
            vec![(
                "example.com/api/v1/types.go",
                "package v1\n\n// A is one.\n// +groupName=apps.example.com\n\ntype A struct{}\n",
            )],
            Some(("apps.example.com", "v1", 0)),
        ),
        // The first of several markers applies.
        (
            vec![
                (
                    "example.com/api/v1/a.go",
                    "package v1\n\n// +groupName=apps.example.com\n\n// A is one.\ntype A struct{}\n",
                ),
                ("example.com/api/v1/b.go", "// +groupName=example.com\npackage v1\n"),
            ],
            Some(("apps.example.com", "v1", 0)),
        ),
        (vec![("example.com/api/v1/doc.go", "// +groupName=apps.example.com\npackage meta\n")], None),
        (
            vec![(
                "example.com/api/types.go",
                "// +groupName=apps.example.com\npackage api\n\n\
                 type A struct {\n\tTypeMeta\n}\n\ntype TypeMeta struct{}\n",
            )],
            Some(("apps.example.com", "api", 0)),
        ),
        (vec![("example.com/api/v1/doc.go", "package v1\n")], None),
    ] {
        let read = read(&files, &[]);
        let found = read.model.packages[0].group_version.as_ref();
        let found = found.map(|found| (found.group.as_str(), found.version.as_str(), found.kinds.len()));
        assert_eq!(found, expected, "{files:?}");
    }
}

#[test]
fn registered_types_must_exist() {
    let text = "package v1\nimport \"k8s.io/apimachinery/pkg/runtime/schema\"\n\
        var GroupVersion = schema.GroupVersion{Group: \"g\", Version: \"v1\"}\n\
        func init() { SchemeBuilder.Register(&Widget{}, &Widgett{}) }\ntype Widget struct{}\n";
    let read = read_file(text);
    assert_eq!(
        read.report(),
        "types.go:4:50: error[IDL0401]: the registered type `Widgett` is undefined in this package\n"
    );
    let group_version = read.model.packages[0].group_version.as_ref().expect("a group");
    assert_eq!(group_version.kinds, [definition(&read, "Widget").id]);
}

#[test]
fn methods_and_what_they_return() {
    let read = read_file(
        r#"package v1
type Q struct{}
const kind = "str" + "ing"
func (*Q) UnmarshalJSON(b []byte) error { return nil }
func (Q) OpenAPISchemaType() []string { return []string{kind} }
func (Q) OpenAPISchemaFormat() string { return kind }
func (_ Q) OpenAPIV3OneOfTypes() []string { return []string{"string", "number"} }
func (Other) Lost() {}
"#,
    );
    let methods = &definition(&read, "Q").methods;
    let found: Vec<(&str, bool, usize)> =
        methods.iter().map(|method| (method.name.as_str(), method.pointer_receiver, method.parameters)).collect();
    assert_eq!(
        found,
        [
            ("OpenAPISchemaFormat", false, 0),
            ("OpenAPISchemaType", false, 0),
            ("OpenAPIV3OneOfTypes", false, 0),
            ("UnmarshalJSON", true, 1)
        ]
    );
    assert_eq!(methods[0].returns, Some(json!("string")));
    assert_eq!(methods[2].returns, Some(json!(["string", "number"])));
}

#[test]
fn allowed_diagnostics() {
    let read = read_file(
        r"package v1

// A is one.
//idlgen:allow trailing-tag the generator of this file writes them so
type A struct {
	B int // +minimum=1
}

type C struct {
	//idlgen:allow IDL0410 likewise
	D int // +minimum=1
	E int // +minimum=1
	//idlgen:allow IDL0410 nothing here
	F int
	//idlgen:allow IDL0410
	G int
	//idlgen:allow trailing-tga a typing error
	H int
	//idlgen:deny x y

	I int
	//idlgen:allow IDL0410 of nothing
}
",
    );
    let (allowed, mut diagnostics) = allowances(&read.packages, &Codes::new(codes::ALL.iter().copied()));
    assert_eq!(allowed.len(), 3);
    diagnostics.extend(super::apply_allowances(read.diagnostics.clone(), &allowed));
    crate::diag::sort_by_position(&mut diagnostics);
    assert_eq!(
        read.render(&diagnostics),
        "types.go:12:11: error[IDL0410]: `+minimum` in a trailing comment has no effect\n\
         types.go:13:4: warning[IDL0416]: this directive suppresses no IDL0410 (trailing-tag) here\n\
         types.go:15:4: warning[IDL0415]: `idlgen:allow IDL0410` has no reason\n\
         types.go:17:4: warning[IDL0415]: `trailing-tga` is not a diagnostic code\n\
         types.go:19:4: warning[IDL0415]: unknown directive `idlgen:deny`; use `idlgen:allow CODE reason`\n\
         types.go:22:4: warning[IDL0415]: this directive is not attached to a declaration\n"
    );
}

/// In doc.go, openapi-gen reads every comment. Go's rule leaves those of declarations to them.
#[test]
fn all_comments_of_doc_go_are_those_of_the_package() {
    let tags = |name: &str, text: &str, comments: CommentRule| -> Vec<String> {
        let options = ResolveOptions { comments, ..ResolveOptions::default() };
        let read = read_with(&[(&format!("example.com/api/v1/{name}"), text)], &[], &options);
        read.model.packages[0].tags.iter().map(|tag| tag.name.clone()).collect()
    };
    let below = "package v1\n\n// +groupName=example.com\n\nvar x int\n";
    let declares = "package v1\n\n// +groupName=example.com\n\ntype T struct{}\n";
    for (name, text, comments, expected) in [
        ("doc.go", below, CommentRule::ByLine, 1),
        ("doc.go", below, CommentRule::Go, 1),
        ("doc.go", declares, CommentRule::ByLine, 1),
        ("types.go", below, CommentRule::ByLine, 0),
    ] {
        assert_eq!(tags(name, text, comments).len(), expected, "{name} {text} {comments:?}");
    }
}
