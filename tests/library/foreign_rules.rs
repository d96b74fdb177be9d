//! Rules on types of other crates: each is checked or reported.

use idlgen::{
    build::Config,
    diag::Diagnostic,
    emit::rust::codes::RUST_FOREIGN_RULE,
    modules::GoEnvironment,
    source::{MemoryFileSystem, SourceMap},
};

const ELSEWHERE: &str = r#"package elsewhere

type Place struct {
	Name string `json:"name,omitempty"`
}

type Level int32
"#;

/// Returns the findings about rules on Go types that use the package `elsewhere`, whose Rust code is in another crate:
/// the message and the underlined source of each.
fn said(types: &str) -> Vec<(String, String)> {
    let mut files = MemoryFileSystem::default();
    files.insert("/m/go.mod", "module example.com/m\n");
    files.insert("/m/elsewhere/types.go", ELSEWHERE);
    files.insert("/m/v1/types.go", format!("package v1\n\nimport \"example.com/m/elsewhere\"\n\n{types}"));
    let mut config = Config::new();
    config.directory("/m").package("./v1").extern_package("example.com/m/elsewhere", "crate::elsewhere");
    let output = config.generate(&files, GoEnvironment::default());
    let place = |diagnostic: &Diagnostic, sources: &SourceMap| {
        diagnostic.primary.as_ref().map(|label| sources.slice(label.span).to_owned()).unwrap_or_default()
    };
    output
        .diagnostics
        .iter()
        .filter(|one| one.code == RUST_FOREIGN_RULE)
        .map(|one| (one.message.clone(), place(one, &output.sources)))
        .collect()
}

/// Returns a struct that uses the type of the other crate in every position, with a rule on the struct.
fn with_rule(rule: &str) -> String {
    format!(
        r#"
// +validationRule="{rule}"
type Spec struct {{
	Name   string                      `json:"name,omitempty"`
	Q      elsewhere.Place             `json:"q,omitempty"`
	Sel    *elsewhere.Place            `json:"sel,omitempty"`
	Places []elsewhere.Place           `json:"places,omitempty"`
	ByName map[string]elsewhere.Place  `json:"byName,omitempty"`
	Levels Levels                      `json:"levels,omitempty"`
	Parts  []Part                      `json:"parts,omitempty"`
	Known  []string                    `json:"known,omitempty"`
	Dashed elsewhere.Place             `json:"da-shed,omitempty"`
	ByPart map[string]Part             `json:"byPart,omitempty"`
	One    *Part                       `json:"one,omitempty"`
	Loop   *Loop                       `json:"loop,omitempty"`
}}

type Loop struct {{
	Next *Loop  `json:"next,omitempty"`
	Name string `json:"name,omitempty"`
}}

type Levels []elsewhere.Level

type Part struct {{
	Name  string          `json:"name,omitempty"`
	Where elsewhere.Place `json:"where,omitempty"`
}}
"#
    )
}

#[test]
fn rules_that_look_into_them_are_errors_at_their_tag() {
    let hands = |function: &str| {
        format!("passes a value with a type of another crate to `{function}`, which rules cannot access")
    };
    let reads = |name: &str| format!("reads `{name}`, which has a type of another crate, which rules cannot access");
    for (rule, what) in [
        ("!has(self.q) || self.q.name == 'a'", reads("q")),
        ("has(self.sel)", reads("sel")),
        ("self.sel == oldSelf.sel", reads("sel")),
        ("self.places.size() < 3", reads("places")),
        ("self.byName.all(k, k != 'a')", reads("byName")),
        ("self.levels.exists(l, l > 3)", reads("levels")),
        ("self.?q.hasValue()", reads("q")),
        ("self.parts.all(p, p.where.name == 'a')", reads("where")),
        ("self.parts.map(p, p.where).size() > 0", reads("where")),
        ("self.parts.filter(p, p.name == 'a')[0].where.name == 'a'", reads("where")),
        ("self.parts.exists(p, has(p.where) && p.name == 'a')", reads("where")),
        ("[self][0].q.name == 'a'", reads("q")),
        ("(self.name == '' ? self : oldSelf).q.name == 'a'", reads("q")),
        ("oldSelf.q.name == self.name", reads("q")),
        ("self.da__dash__shed.name == 'a'", reads("da-shed")),
        ("self.byPart.all(k, v, v.where.name == 'a')", reads("where")),
        ("self.byPart.all(k, self.byPart[k].where.name == k)", reads("where")),
        ("self.byPart.a.where.name == 'a'", reads("where")),
        ("self.one.where.name == 'a'", reads("where")),
        ("self.?one.where.hasValue()", reads("where")),
        ("self.?one.optMap(x, x.where.name == 'a').orValue(true)", reads("where")),
        ("self.parts[0].where.name == 'a'", reads("where")),
        ("[self.parts[0]].exists(x, x.where.name == 'a')", reads("where")),
        ("{'a': self.parts[0]}.a.where.name == 'a'", reads("where")),
        ("self.one == oldSelf.one || self.byPart == oldSelf.byPart", hands("==")),
        ("self == oldSelf", hands("==")),
        ("self.parts == oldSelf.parts", hands("==")),
        ("self.parts[0] in oldSelf.parts", hands("in")),
        ("self.parts.map(p, p) == oldSelf.parts", hands("==")),
    ] {
        assert_eq!(said(&with_rule(rule)), [(format!("the rule of `Spec` {what}"), rule.to_owned())], "{rule}");
    }
    for field in ["elsewhere.Place", "*elsewhere.Place", "[]elsewhere.Place", "map[string]elsewhere.Place", "Levels"] {
        let types = format!(
            "type Spec struct {{\n\t// +validationRule=\"dyn(self) != null\"\n\tF {field} `json:\"f,omitempty\"`\n}}\n\
             \ntype Levels []elsewhere.Level\n"
        );
        let message = "the rule of `Spec.f` is on a type of another crate, which rules cannot access".to_owned();
        assert_eq!(said(&types), [(message, "dyn(self) != null".to_owned())], "{field}");
    }
}

#[test]
fn rules_beside_them_are_not() {
    for rule in [
        "self.name != 'x'",
        "self.known.all(k, k != self.name)",
        "self.parts.all(p, p.name != 'a') && size(self.parts) < 3",
        "self.known == oldSelf.known",
        "self.loop == oldSelf.loop && self.loop.next.name != 'a'",
        "self.one.name != 'a' && self.byPart.all(k, v, v.name != k)",
        "self.parts.map(p, p.name) == oldSelf.parts.map(p, p.name)",
    ] {
        assert_eq!(said(&with_rule(rule)), [], "{rule}");
    }
}

/// The rules of a generic struct apply to each of its instances, including those behind a defined type.
#[test]
fn rules_of_generic_structs_on_them_are_errors() {
    let types = |rule_of_box: &str| {
        format!(
            r#"
{rule_of_box}type Box[T any] struct {{
	// +validationRule="self.name == 'a'"
	Value T `json:"value,omitempty"`
	// +validationRule="self.all(x, x.name == 'b')"
	List []T `json:"list,omitempty"`
	// +validationRule="self > 1"
	Count int32 `json:"count,omitempty"`
}}

type PlaceBox Box[elsewhere.Place]

type Spec struct {{
	Box  PlaceBox `json:"box,omitempty"`
	Name string   `json:"name,omitempty"`
}}
"#
        )
    };
    let is_on = |place: &str, rule: &str| {
        let message = format!("the rule of `{place}` is on a type of another crate, which rules cannot access");
        (message, rule.to_owned())
    };
    let (value, list) = ("self.name == 'a'", "self.all(x, x.name == 'b')");
    let of_fields: Vec<_> = ["value", "list"]
        .iter()
        .zip([value, list])
        .flat_map(|(field, rule)| ["PlaceBox", "Spec.box"].map(|place| is_on(&format!("{place}.{field}"), rule)))
        .collect();
    assert_eq!(said(&types("")), of_fields);
    // A rule of the struct can read its other fields.
    let of_box = |rule: &str| said(&types(&format!("// +validationRule=\"{rule}\"\n")));
    assert_eq!(of_box("self.count > 1"), of_fields);
    for (rule, what) in [
        ("self.value.name == 'a'", "reads `value`, which has a type of another crate"),
        ("self == oldSelf", "passes a value with a type of another crate to `==`"),
    ] {
        let found = of_box(rule);
        for place in ["PlaceBox", "Spec.box"] {
            let message = format!("the rule of `{place}` {what}, which rules cannot access");
            assert!(found.contains(&(message, rule.to_owned())), "{place}: {found:?}");
        }
    }
}
