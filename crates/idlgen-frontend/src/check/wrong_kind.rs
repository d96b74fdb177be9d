//! Tags on Go types that they do not support: `+minimum` on a string.

use super::{
    Lint,
    declaration::{TaggedDeclaration, kind},
};
use crate::{
    diag::{Code, Diagnostic, Severity, explained},
    model::JsonType,
    tags::registry::{self, GoKind, TagDefinition},
};

/// A tag that does not support the Go type.
pub(crate) const WRONG_KIND: Code =
    explained!(501, "tag-on-wrong-kind", Error, "A tag is on a Go type that it does not apply to.").of_ignored_tag();

pub(super) const LINT: Lint = Lint { codes: &[WRONG_KIND], judges_overrides: true, check };

/// Resolves pointers, aliases and named types. Reports nothing if only Go code defines the JSON encoding.
fn check(declaration: &TaggedDeclaration<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let Some(actual) = declaration.kind() else { return };
    for (tag, row) in declaration.known_tags() {
        if row.applies_to(actual) || !row.targets.contains(&declaration.target) {
            continue;
        }
        let message = format!(
            "`+{}` applies to {}, but {} is {} (`{}`)",
            tag.name,
            kinds(row),
            declaration.describe(),
            with_article(actual),
            declaration.spelled()
        );
        let mut diagnostic = Diagnostic::new(WRONG_KIND, message).at(tag.span);
        if is_about_merging(row) || is_format(row) {
            diagnostic.severity = Severity::Warning;
        }
        if let Some(of) = declaration.field {
            diagnostic = diagnostic.and(of.field.type_span, format!("this is {}", with_article(actual)));
        }
        if let Some(instead) = of_items(&tag.name, declaration).or_else(|| counterpart(&tag.name, actual)) {
            diagnostic = diagnostic.unsafe_fix(format!("use `+{instead}`"), tag.name_span, instead);
        } else if let Some(element) = element_kind(declaration)
            && row.applies_to(element)
        {
            diagnostic = diagnostic
                .note(format!("the items are {}", plural(element)))
                .help("declare a type for the items and put the tag on that type");
        }
        diagnostics.push(diagnostic);
    }
}

/// Returns `true` if the tag is about merging and not about validation: on the wrong type it has no effect, and
/// Kubernetes itself contains such tags.
pub(super) fn is_about_merging(row: &TagDefinition) -> bool {
    matches!(row.name, "listType" | "listMapKey" | "mapType" | "structType" | "patchStrategy" | "patchMergeKey")
}

/// Returns `true` if the tag is a format: API servers and controller-gen accept one on any type, where it has no
/// effect.
fn is_format(row: &TagDefinition) -> bool {
    row.keyword == Some("format")
}

/// Returns the marker of the same tool that constrains list elements in the same way, if it exists.
fn of_items(name: &str, declaration: &TaggedDeclaration<'_>) -> Option<String> {
    let Some(JsonType::List(element)) = declaration.json_type() else { return None };
    let element = kind(&declaration.model.json_type(element))?;
    let (family, keyword) = ["kubebuilder:validation:", "k8s:validation:"]
        .into_iter()
        .find_map(|family| Some((family, name.strip_prefix(family)?)))?;
    let instead = format!("{family}items:{keyword}");
    (registry::find(name)?.applies_to(element) && registry::find(&instead).is_some()).then_some(instead)
}

/// Returns the tag of the same tool that limits the size of this kind.
fn counterpart(name: &str, actual: GoKind) -> Option<String> {
    let start = name.rfind(':').map_or(0, |colon| colon + 1);
    let (family, keyword) = name.split_at_checked(start)?;
    let is_capital = keyword.starts_with(char::is_uppercase);
    let keyword = with_first(keyword, char::to_ascii_lowercase);
    let is_size = |rest: &str| matches!(rest, "Length" | "Items" | "Properties");
    let is_least = keyword.strip_prefix("min").is_some_and(is_size);
    let is_greatest = keyword.strip_prefix("max").is_some_and(is_size);
    let instead = match (actual, is_least, is_greatest) {
        (GoKind::String, true, _) => "minLength",
        (GoKind::String, _, true) => "maxLength",
        (GoKind::List, true, _) => "minItems",
        (GoKind::List, _, true) => "maxItems",
        (GoKind::Map, true, _) => "minProperties",
        (GoKind::Map, _, true) => "maxProperties",
        (GoKind::Integer | GoKind::Number, true, _) => "minimum",
        (GoKind::Integer | GoKind::Number, _, true) => "maximum",
        _ => return None,
    };
    let instead = if is_capital { with_first(instead, char::to_ascii_uppercase) } else { instead.to_owned() };
    let instead = format!("{family}{instead}");
    registry::find(&instead).filter(|row| row.applies_to(actual)).map(|_| instead)
}

/// Changes the first letter of a string.
fn with_first(text: &str, change: fn(&char) -> char) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| change(&first)).into_iter().chain(letters).collect()
}

fn element_kind(declaration: &TaggedDeclaration<'_>) -> Option<GoKind> {
    match declaration.json_type()? {
        JsonType::List(element) | JsonType::Map(_, element) => kind(&declaration.model.json_type(element)),
        _ => None,
    }
}

/// Formats `strings`, `integers or floats`.
fn kinds(row: &TagDefinition) -> String {
    let names: Vec<String> = row.kinds.iter().map(|kind| plural(*kind)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

fn plural(kind: GoKind) -> String {
    format!("{}s", kind.name())
}

fn with_article(kind: GoKind) -> String {
    let name = kind.name();
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use idlgen_schema::keyword::Keyword;

    use crate::check::testing::report;

    #[test]
    fn a_format_has_no_effect_on_other_types() {
        for ty in ["[]string", "map[string]string"] {
            let text = format!(
                "package v1\ntype S struct {{\n\t// +kubebuilder:validation:Format=uri\n\tA {ty} `json:\"a\"`\n}}\n"
            );
            let said = report(&text);
            assert!(said.starts_with("types.go:3:5: warning[IDL0501]"), "{said}");
        }
    }

    #[test]
    fn through_pointers_and_names() {
        let text = r#"package v1
type S struct {
	// +minimum=0
	A string `json:"a"`
	// +minLength=1
	B []string `json:"b"`
	// +maxItems=1
	C *Name `json:"c"`
	// +listType=atomic
	D map[string]Alias `json:"d"`
	// +maxLength=1
	E []byte `json:"e"`
	// +minimum=1
	F int64 `json:"f,string"`
	// +minimum=1
	G interface{} `json:"g"`
	// +minLength=1
	H *Inner `json:"h"`
}
type Alias = Name
type Name string
type Inner struct{}
// +pattern=a
type Size int32
"#;
        assert_eq!(
            report(text),
            "types.go:3:5: error[IDL0501]: `+minimum` applies to integers or numbers, but field `A` is a string \
             (`string`)\n\
             types.go:5:5: error[IDL0501]: `+minLength` applies to strings, but field `B` is a list (`[]string`)\n\
             types.go:7:5: error[IDL0501]: `+maxItems` applies to lists, but field `C` is a string (`*Name`)\n\
             types.go:9:5: warning[IDL0501]: `+listType` applies to lists, but field `D` is a map \
             (`map[string]Alias`)\n\
             types.go:13:5: error[IDL0501]: `+minimum` applies to integers or numbers, but field `F` is a string \
             (`int64`)\n\
             types.go:17:5: error[IDL0501]: `+minLength` applies to strings, but field `H` is a struct (`*Inner`)\n\
             types.go:23:4: error[IDL0501]: `+pattern` applies to strings, but type `Size` is an integer (`Size`)\n"
        );
    }

    /// A type marker determines which other tags are allowed.
    #[test]
    fn a_tag_may_say_the_type() {
        let text = r#"package v1
type S struct {
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MaxLength=3
	A bool `json:"a"`
	// +kubebuilder:validation:Type=integer
	// +kubebuilder:validation:MaxLength=3
	B string `json:"b"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:MaxLength=3
	C []string `json:"c"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=a
	D int32 `json:"d"`
}

// +kubebuilder:validation:Type=integer
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern=a
type E int32
"#;
        assert_eq!(
            report(text),
            "types.go:7:5: error[IDL0501]: `+kubebuilder:validation:MaxLength` applies to strings, but field `B` is an \
             integer (`string`)\n"
        );
    }

    #[test]
    fn matrix_of_tags_and_kinds() {
        let types = ["string", "int32", "float64", "bool", "[]string", "map[string]string", "struct{}", "[]byte"];
        let fits = |tag: &str| -> &[&str] {
            match tag {
                "minLength=1" | "maxLength=1" | "pattern=a" => &["string", "[]byte"],
                "minItems=1" | "maxItems=1" | "uniqueItems" => &["[]string"],
                "minProperties=1" | "maxProperties=1" => &["map[string]string", "struct{}"],
                "minimum=1" | "maximum=1" | "multipleOf=1" | "exclusiveMinimum=1" | "exclusiveMaximum=1" => {
                    &["int32", "float64"]
                }
                "mapType=atomic" => &["map[string]string"],
                "structType=atomic" => &["struct{}"],
                "listType=atomic" => &["[]string"],
                _ => &[],
            }
        };
        let tags = [
            "minLength=1",
            "maxLength=1",
            "pattern=a",
            "minItems=1",
            "maxItems=1",
            "uniqueItems",
            "minProperties=1",
            "maxProperties=1",
            "minimum=1",
            "maximum=1",
            "multipleOf=1",
            "exclusiveMinimum=1",
            "exclusiveMaximum=1",
            "mapType=atomic",
            "structType=atomic",
            "listType=atomic",
        ];
        for tag in tags {
            for ty in types {
                let text = format!("package v1\ntype S struct {{\n\t// +{tag}\n\tA {ty} `json:\"a\"`\n}}\n");
                let is_wrong = report(&text).contains("IDL0501");
                assert_eq!(!is_wrong, fits(tag).contains(&ty), "+{tag} on {ty}: {}", report(&text));
            }
        }
    }

    #[test]
    fn what_was_probably_meant() {
        let text = "package v1\ntype S struct {\n\t// +maxLength=3\n\tA []int `json:\"a\"`\n\t// +minimum=3\n\
            \tB []int `json:\"b\"`\n}\n";
        let (_, diagnostics) = crate::check::testing::check_file(text);
        let fix = diagnostics[0].fix.as_ref().expect("a fix");
        assert_eq!((fix.title.as_str(), fix.edits[0].replacement.as_str()), ("use `+maxItems`", "maxItems"));
        assert_eq!(diagnostics[1].notes, ["the items are integers"]);
        assert_eq!(diagnostics[1].help, ["declare a type for the items and put the tag on that type"]);
        for (tag, ty, instead) in [
            ("kubebuilder:validation:MaxItems", "string", "kubebuilder:validation:MaxLength"),
            ("kubebuilder:validation:MaxLength", "[]string", "kubebuilder:validation:items:MaxLength"),
            ("kubebuilder:validation:MinLength", "int32", "kubebuilder:validation:Minimum"),
            ("k8s:validation:maxItems", "string", "k8s:validation:maxLength"),
            ("k8s:validation:maxLength", "[]string", "k8s:validation:items:maxLength"),
            ("k8s:maxItems", "string", "k8s:maxLength"),
        ] {
            let text =
                |name: &str| format!("package v1\ntype S struct {{\n\t// +{name}=3\n\tA {ty} `json:\"a\"`\n}}\n");
            let (_, diagnostics) = crate::check::testing::check_file(&text(tag));
            let fix = diagnostics[0].fix.as_ref().expect("a fix");
            assert_eq!(fix.edits[0].replacement, instead, "{tag} {ty}");
            assert_eq!(report(&text(instead)), "", "{instead}");
        }
    }

    #[test]
    fn what_is_advised_for_elements_is_accepted_and_has_an_effect() {
        type Says = fn(&idlgen_schema::Schema) -> bool;
        let cases: [(&str, &str, &str, Says); 5] = [
            ("minimum=3", "int32", "[]E", |schema| schema.keywords.bound(Keyword::Minimum).is_some()),
            ("exclusiveMaximum=3", "int64", "[]E", |schema| {
                schema.keywords.bound(Keyword::Maximum).is_some_and(|bound| bound.exclusive)
            }),
            ("multipleOf=3", "int32", "map[string]E", |schema| schema.keywords.get(Keyword::MultipleOf).is_some()),
            ("pattern=\"^a\"", "string", "[]E", |schema| schema.pattern().is_some()),
            ("format=ipv4", "string", "[]*E", |schema| schema.format().is_some()),
        ];
        for (tag, element, list, says) in cases {
            let wrong = list.replace('E', element);
            let text = format!("package v1\ntype S struct {{\n\t// +{tag}\n\tA {wrong} `json:\"a\"`\n}}\n");
            let (_, diagnostics) = crate::check::testing::check_file(&text);
            let help: Vec<&String> = diagnostics.iter().flat_map(|diagnostic| &diagnostic.help).collect();
            assert_eq!(help, ["declare a type for the items and put the tag on that type"], "+{tag} on {wrong}");
            let applied =
                format!("package v1\n// +{tag}\ntype E {element}\ntype S struct {{\n\tA {list} `json:\"a\"`\n}}\n");
            assert_eq!(report(&applied), "", "{applied}");
            let lowered = crate::check::testing::lowered(&applied);
            let parts: Vec<_> = lowered.definitions.get("example.com/api/v1.S").map(of_elements).unwrap_or_default();
            assert!(parts.into_iter().any(says), "{applied}");
        }
    }

    /// Returns the schemas of the elements of the property `a`.
    fn of_elements(schema: &idlgen_schema::Schema) -> Vec<&idlgen_schema::Schema> {
        use idlgen_schema::schema::AdditionalProperties;
        let property = &schema.properties["a"];
        let entries = match &property.additional_properties {
            Some(AdditionalProperties::Schema(entries)) => Some(&**entries),
            _ => None,
        };
        let element = property.items.as_deref().or(entries);
        element.into_iter().flat_map(|element| std::iter::once(element).chain(&element.all_of)).collect()
    }

    /// KEP-4153, "Unions": `+minimum=0` on `Replicas string`.
    #[test]
    fn limit_of_numbers_on_text() {
        let deployment = |ty: &str| {
            format!(
                "package v1\ntype DeploymentSpec struct {{\n\t// +minimum=0\n\tReplicas {ty} `json:\"replicas\"`\n}}\n"
            )
        };
        assert_eq!(
            report(&deployment("string")),
            "types.go:3:5: error[IDL0501]: `+minimum` applies to integers or numbers, but field `Replicas` is a \
             string (`string`)\n"
        );
        assert_eq!(report(&deployment("int32")), "");
        assert_eq!(report(&deployment("*int32")), "");
    }
}
