//! Constants, and defaults that reference them.

use serde_json::json;

use super::{definition, field, read, read_file};
use crate::tags::{DefaultValue, TagKind};

#[test]
fn constants() {
    let read = read(
        &[
            (
                "example.com/api/v1/a.go",
                r#"package v1
import (
	"time"
	"example.com/dep"
)
type E string
type Alias = E
type Bits uint8
const (
	One   E     = "one"
	Two         = E("t" + "wo")
	Three Alias = prefix + "three"
	Four  E     = dep.Name
	Five  dep.E = "five"
	plain       = "plain"
)
const (
	B0 Bits = 1 << iota
	B1
	_
	B3
	All = ^B0
)
const Timeout = 2 * time.Minute
const Length = len("abc")
const Half = 1 / 2.0
const Ok = 1 < 2 && !false
"#,
            ),
            ("example.com/api/v1/b.go", "package v1\nconst prefix = \"p-\"\nconst Six E = One\n"),
        ],
        &[("example.com/dep/dep.go", "package dep\ntype E string\nconst Name = \"dep\"\nconst Own E = \"own\"\n")],
    );
    assert_eq!(read.report(), "");
    let values = |name: &str| {
        let constants = definition(&read, name).constants.iter();
        constants.map(|constant| (constant.name.clone(), constant.value.clone())).collect::<Vec<_>>()
    };
    let pairs = |pairs: &[(&str, serde_json::Value)]| {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect::<Vec<_>>()
    };
    let of_e = read.model.find_type("example.com/api/v1", "E").expect("E");
    let of_e: Vec<(String, serde_json::Value)> =
        of_e.constants.iter().map(|constant| (constant.name.clone(), constant.value.clone())).collect();
    assert_eq!(
        of_e,
        pairs(&[
            ("One", json!("one")),
            ("Two", json!("two")),
            ("Three", json!("p-three")),
            ("Four", json!("dep")),
            ("Six", json!("one"))
        ])
    );
    assert_eq!(values("Bits"), pairs(&[("B0", json!(1)), ("B1", json!(2)), ("B3", json!(8)), ("All", json!(254))]));
    let of_dep = read.model.find_type("example.com/dep", "E").expect("E");
    let names: Vec<&str> = of_dep.constants.iter().map(|constant| constant.name.as_str()).collect();
    assert_eq!(names, ["Five", "Own"]);
    let value =
        |name: &str| read.model.find_constant("example.com/api/v1", name).map(|constant| constant.value.clone());
    assert_eq!(value("Timeout"), Some(json!(120_000_000_000_i64)));
    assert_eq!(value("Length"), Some(json!(3)));
    assert_eq!(value("Half"), Some(json!(0.5)));
    assert_eq!(value("Ok"), Some(json!(true)));
    assert_eq!(value("plain"), Some(json!("plain")));
}

#[test]
fn constants_without_a_value() {
    let read = read_file(
        r#"package v1
import "example.com/gone"
type E string
const (
	A E = B
	B   = C
	C   = A
	D E = gone.X
	F E = Dd
	G   = gone.Y
	H E = unknown("x")
	I E = A
)
"#,
    );
    assert_eq!(
        read.report(),
        "types.go:5:2: error[IDL0412]: constant `A` is defined in terms of itself: A → B → C → A\n\
         types.go:9:2: warning[IDL0413]: the value of constant `F` cannot be evaluated: `Dd` is undefined (did \
         you mean `D`?)\n\
         types.go:11:2: warning[IDL0413]: the value of constant `H` cannot be evaluated: its expression is not \
         supported or has no value\n"
    );
    assert!(definition(&read, "E").constants.is_empty());
}

#[test]
fn defaults_that_refer_to_constants() {
    let read = read(
        &[(
            "example.com/api/v1/a.go",
            r"package v1
const Three = 1 + 2
type T string
type A struct {
	// +default=ref(Three)
	A int
	// +default=ref(example.com/dep.Name)
	B struct {
		// +default=ref(Thre)
		C int
	}
	// +default=ref(example.com/dep.name)
	D string
	// +default=ref(example.com/gone.Name)
	E string
	// +default=ref(T)
	F string
}
",
        )],
        &[("example.com/dep/dep.go", "package dep\nconst Name = \"dep\"\nconst name = 1\n")],
    );
    assert_eq!(
        read.report(),
        "a.go:9:15: error[IDL0414]: package example.com/api/v1 does not declare constant `Thre`\n\
         a.go:12:14: error[IDL0414]: constant `name` is not exported by package example.com/dep\n\
         a.go:16:14: error[IDL0414]: `T` is a type; `+default=ref(…)` requires a constant\n"
    );
    let default = |name: &str| field(&read, "A", name).tags[0].meaning.clone();
    assert_eq!(
        default("A"),
        TagKind::Default(DefaultValue::Constant { reference: "Three".to_owned(), value: json!(3) })
    );
    assert_eq!(
        default("B"),
        TagKind::Default(DefaultValue::Constant { reference: "example.com/dep.Name".to_owned(), value: json!("dep") })
    );
    assert!(matches!(default("D"), TagKind::Default(DefaultValue::Reference { .. })));
}
