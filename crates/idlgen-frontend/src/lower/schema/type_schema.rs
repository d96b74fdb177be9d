//! Converts types to schemas (`k8s.io/kube-openapi/pkg/generators.openAPITypeWriter.generateProperty`).

use idlgen_schema::{
    Schema,
    keyword::Keyword,
    schema::{AdditionalProperties, GoValue, Origin, SchemaType},
};

use crate::{
    lower::{
        conventions::Conventions,
        layer::overrides::Override,
        lowering::{InlineSchema, Lowering, MAX_DEPTH},
        naming,
        node::{default_value, nested, schema_type, tagged},
        origin, problem,
        rule::{self, RuleTarget},
        types::{builtin, enumeration::Enumeration, usage::Usage},
    },
    model::{
        Builtin, PackageId, Type, TypeId, TypeKind,
        json::{Kind, StructType},
    },
    source::Span,
    tool::GenericStructs,
};

/// The location where a type is used.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct At<'a> {
    /// The Go declaration that uses the type.
    pub(in crate::lower) declaration: &'a str,
    pub(in crate::lower) package: PackageId,
    /// The location of the type.
    pub(in crate::lower) span: Span,
    /// Number of enclosing inline types.
    pub(in crate::lower) depth: usize,
}

/// Returns the schema of a resolved type, without the effects of tags.
pub(in crate::lower) fn kind_schema(
    lowering: &mut Lowering<'_>,
    kind: &Kind,
    at: At<'_>,
    overrides: &[Override<'_>],
) -> Schema {
    if at.depth >= MAX_DEPTH {
        lowering.diagnostics.push(problem::too_deep(at.span, MAX_DEPTH));
        return Schema::default();
    }
    match kind {
        Kind::Struct(structure) => structure_schema(lowering, structure, at, overrides),
        Kind::Builtin(kind) => builtin_schema(lowering, *kind, at.span),
        Kind::Text { format } => text(*format),
        Kind::Bytes => text(Some("byte")),
        Kind::Number => Schema { schema_type: Some(SchemaType::Number), ..Schema::default() },
        Kind::Any => any(),
        Kind::List { element, .. } => Schema {
            schema_type: Some(SchemaType::Array),
            items: Some(Box::new(element_schema(lowering, element, "list", at, overrides))),
            ..Schema::default()
        },
        Kind::Map(key, value) => {
            if !lowering.model.is_text_key(key, lowering.tool.view) {
                lowering.diagnostics.push(problem::map_key(at.span));
            }
            let values = element_schema(lowering, value, "map", at, overrides);
            Schema {
                schema_type: Some(SchemaType::Object),
                additional_properties: Some(AdditionalProperties::Schema(Box::new(values))),
                ..Schema::default()
            }
        }
        Kind::EmptyInterface => {
            Schema { schema_type: Some(SchemaType::Object), go_value: GoValue::Anything, ..Schema::default() }
        }
        Kind::Interface | Kind::Invalid => Schema::default(),
        Kind::External { package, name } => {
            if !kind.is_missing() {
                lowering.diagnostics.push(problem::standard_type(at.span, package, name));
            }
            Schema { origin: Origin { is_missing: kind.is_missing(), ..Origin::default() }, ..Schema::default() }
        }
        Kind::Parameter(name) => {
            let what = format!("the type parameter `{name}`");
            unsupported(lowering, at.span, &what, "a definition requires a type with all type arguments")
        }
        Kind::Function => {
            unsupported(lowering, at.span, "a function", "functions have no JSON format: encoding/json rejects them")
        }
        Kind::Channel => {
            unsupported(lowering, at.span, "a channel", "channels have no JSON format: encoding/json rejects them")
        }
        Kind::Cycle(id) => {
            let what = format!("`{}`, which is declared as itself", lowering.model.type_definition(*id).name);
            unsupported(lowering, at.span, &what, "a type must have an underlying type")
        }
    }
}

fn text(format: Option<&str>) -> Schema {
    let mut schema = Schema { schema_type: Some(SchemaType::String), ..Schema::default() };
    if let Some(format) = format {
        schema.keywords.set(Keyword::Format, format);
    }
    schema
}

/// Returns the schema of any JSON value. Servers preserve its contents.
fn any() -> Schema {
    let mut schema = Schema::default();
    schema.extensions.preserve_unknown_fields = Some(true);
    schema
}

/// Returns the schema of a struct at its point of use.
fn structure_schema(
    lowering: &mut Lowering<'_>,
    structure: &StructType,
    at: At<'_>,
    overrides: &[Override<'_>],
) -> Schema {
    match structure {
        StructType { definition: Some(id), .. } if overrides.is_empty() => {
            Schema { reference: Some(lowering.reference(*id)), ..Schema::default() }
        }
        StructType { definition: Some(id), .. } if lowering.may_inline(at.span) => {
            (lowering.write_in_place)(lowering, InlineSchema::Declared(*id), overrides, at.depth + 1)
        }
        StructType { definition: Some(_), .. } => Schema::default(),
        StructType { ty: Type::Instance { base, .. }, .. } => match lowering.tool.generic_structs {
            GenericStructs::GoSpelling => {
                let reference = Some(naming::generic_name(lowering.model, *base));
                Schema { reference, ..Schema::default() }
            }
            GenericStructs::Refused => {
                let name = lowering.model.type_definition(*base).name.clone();
                lowering.diagnostics.push(problem::generic(at.span, &name));
                Schema::default()
            }
        },
        StructType { ty: Type::Struct { fields, .. }, .. } => {
            let Some(spelling) = lowering.procedures.anonymous_struct else {
                let At { declaration, package, span, depth } = at;
                let structure = InlineSchema::Anonymous { fields, declaration, package, span };
                return (lowering.write_in_place)(lowering, structure, overrides, depth + 1);
            };
            match spelling(lowering.model, fields) {
                Ok(reference) => Schema { reference: Some(reference), ..Schema::default() },
                Err(why) => unsupported(lowering, at.span, "an anonymous struct", why),
            }
        }
        StructType { .. } => Schema::default(),
    }
}

fn unsupported(lowering: &mut Lowering<'_>, span: Span, what: &str, why: &str) -> Schema {
    lowering.diagnostics.push(problem::unsupported_type(span, what, why));
    Schema::default()
}

fn builtin_schema(lowering: &mut Lowering<'_>, kind: Builtin, span: Span) -> Schema {
    let Some(schema) = builtin::schema(kind) else {
        let what = format!("the Go type `{}`", kind.name());
        let why = match kind {
            Builtin::Rune => "use int32: rune means that the number is a character, which JSON cannot express",
            _ => "OpenAPI has no matching format",
        };
        return unsupported(lowering, span, &what, why);
    };
    let format = match lowering.conventions {
        Conventions::OpenApi => schema.format,
        Conventions::CustomResourceDefinitions => builtin::exact_format(kind),
    };
    let go_value = match kind {
        Builtin::Int | Builtin::Uint if format == Some("int32") => GoValue::Wide,
        _ => GoValue::AsSaid,
    };
    let keywords = format.map(|format| (Keyword::Format, format)).into_iter().collect();
    Schema { schema_type: Some(schema.schema_type), keywords, go_value, ..Schema::default() }
}

/// Returns the schema of a named type that is not a struct, for use on its own.
pub(in crate::lower) fn named_schema(lowering: &mut Lowering<'_>, id: TypeId) -> Option<Schema> {
    let definition = lowering.model.type_definition(id);
    if !matches!(definition.kind, TypeKind::Named(_)) || !definition.type_parameters.is_empty() {
        return None;
    }
    let ty = Type::Named(id);
    let kind = lowering.model.kind(&ty, lowering.tool.view);
    let is_value = matches!(
        kind,
        Kind::Builtin(_)
            | Kind::Bytes
            | Kind::Text { .. }
            | Kind::Number
            | Kind::Any
            | Kind::List { .. }
            | Kind::Map(..)
    );
    if !is_value {
        return None;
    }
    let declaration = lowering.model.go_name(id);
    let at = At { declaration: &declaration, package: definition.package, span: definition.span, depth: 0 };
    let schema = element_schema(lowering, &ty, "type", at, &[]);
    Some(Schema { default: None, ..schema })
}

/// Returns the schema of the elements of a list or the values of a map.
fn element_schema(
    lowering: &mut Lowering<'_>,
    ty: &Type,
    collection: &str,
    at: At<'_>,
    overrides: &[Override<'_>],
) -> Schema {
    let usage = Usage::of(lowering.model, &lowering.tool, ty);
    if usage.kind == Kind::Interface {
        lowering.diagnostics.push(problem::untyped_element(at.span, collection));
    }
    // A tag on the type may describe the output of its encoding methods.
    let is_said = lowering.tool.tags_of_named_types && usage.written.is_some() && schema_type::is_set(&usage.layers);
    let at_element = At { depth: at.depth + 1, ..at };
    let mut schema =
        if is_said { Schema::default() } else { kind_schema(lowering, &usage.kind, at_element, overrides) };
    if schema.description.is_none() {
        schema.description = named_description(lowering, &usage, at.package);
    }
    if lowering.tool.item_defaults {
        schema.default = match lowering.procedures.defaults {
            None => default_value::explicit(&usage.layers, &usage.kind)
                .map(|(_, default)| default)
                .or_else(|| default_value::implicit(lowering.model, &lowering.tool, &usage, false)),
            Some(defaults) => (defaults.of_element)(lowering, ty, &usage),
        };
    }
    let enumeration = enumeration(lowering, &usage);
    set_enumeration(&mut schema, enumeration.as_ref());
    if lowering.tool.tags_of_named_types {
        tagged::apply(&mut schema, &usage.layers);
        nested::apply(&mut schema, &usage.layers, &mut lowering.diagnostics);
        let rules = rule::rules(&usage.layers, RuleTarget { properties: None }, &mut lowering.diagnostics);
        schema.extensions.validations.extend(rules);
    }
    schema.origin = origin::moved(schema.origin, at.declaration.to_owned(), at.span);
    schema
}

/// Returns the description for an inline schema, from the comment of a named type, if the conventions include one.
/// `package` is the package that uses the type.
pub(in crate::lower) fn named_description(
    lowering: &Lowering<'_>,
    usage: &Usage<'_>,
    mut package: PackageId,
) -> Option<String> {
    if lowering.conventions == Conventions::OpenApi {
        return None;
    }
    let model = lowering.model;
    // If a marker or a method sets the type of a value with custom encoding, controller-gen ignores the comment. It
    // uses the comment if the marker does not set a type (`Type=""`).
    let says_type = || schema_type::tagged(&usage.layers).is_some_and(|(_, schema_type)| schema_type.is_some());
    if let Some(written) = usage.written
        && (matches!(written.kind(), Kind::Text { .. }) || says_type())
    {
        return None;
    }
    let mut said = None;
    for named in usage.named.iter().map(|id| model.type_definition(*id)) {
        // An alias is identical to its target, so its comment usually does not apply. It applies if the target is
        // predeclared, or in another package, because controller-gen then finds it by its name (`schema.go`,
        // `namedToSchema`).
        let is_another_name = matches!(&named.kind, TypeKind::Alias(ty) if !matches!(ty, Type::Builtin(_)));
        let speaks = !is_another_name || named.package != package;
        package = named.package;
        if speaks && lowering.conventions.describe(model, named.id) {
            said = said.or_else(|| lowering.description(&named.doc, &[]));
        }
    }
    // Go's documentation would not describe arbitrary JSON, which controller-gen treats as bytes.
    said.or_else(|| usage.standard_description.filter(|_| usage.kind != Kind::Any).map(str::to_owned))
}

/// Returns the enum of a type whose kind is a predeclared type, such as a string or an integer.
pub(in crate::lower) fn enumeration<'a>(lowering: &Lowering<'a>, usage: &Usage<'a>) -> Option<Enumeration<'a>> {
    // openapi-gen only resolves a single pointer.
    let is_seen = lowering.tool.tags_of_named_types || !usage.has_pointers;
    (is_seen && matches!(usage.kind, Kind::Builtin(_)))
        .then(|| Enumeration::of(lowering.model, &lowering.tool, &usage.layers))
        .flatten()
}

/// Adds the values of an enum to the schema.
pub(in crate::lower) fn set_enumeration(schema: &mut Schema, enumeration: Option<&Enumeration<'_>>) {
    if let Some(enumeration) = enumeration {
        schema.keywords.set(Keyword::Enum, enumeration.values().cloned().collect::<Vec<_>>());
        origin::note(schema, "enum", enumeration.tag);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        lower::{
            LowerOptions, lower_for_definitions,
            testing::{PACKAGE, lower_compatibly, lower_go, read},
        },
        source::SourceMap,
    };

    #[test]
    fn every_form_of_type_has_its_schema() {
        let lowered = lower_go(
            r#"
import (
    "encoding/json"
    "net"
    "time"
)

type Inner struct {
    A string `json:"a,omitempty"`
}
type Text string
type Texts []Text
type Named interface{}
type Any = interface{}
type Array [4]byte
type Pointer *Inner

type T struct {
    Bytes     []byte            `json:"bytes,omitempty"`
    Uint8s    []uint8           `json:"uint8s,omitempty"`
    Array     Array             `json:"array,omitempty"`
    Texts     Texts             `json:"texts,omitempty"`
    Optional  *Inner            `json:"optional,omitempty"`
    Through   Pointer           `json:"through,omitempty"`
    Map       map[Text]*Inner   `json:"map,omitempty"`
    Lists     map[string][]int  `json:"lists,omitempty"`
    Empty     interface{}       `json:"empty,omitempty"`
    Alias     Any               `json:"alias,omitempty"`
    Interface Named             `json:"interface,omitempty"`
    Any       any               `json:"any,omitempty"`
    Objects   []interface{}     `json:"objects,omitempty"`
    Anonymous struct{ X int `json:"x"` } `json:"anonymous"`
    Time      time.Time         `json:"time"`
    Duration  time.Duration     `json:"duration,omitempty"`
    Raw       json.RawMessage   `json:"raw,omitempty"`
    Number    json.Number       `json:"number,omitempty"`
    IP        net.IP            `json:"ip,omitempty"`
}
"#,
        );
        let inner = r##"{"$ref":"#/components/schemas/example.com~1api~1v1.Inner"}"##;
        let cases = [
            ("bytes", r#"{"type":"string","format":"byte"}"#),
            ("uint8s", r#"{"type":"array","items":{"type":"integer","format":"byte","default":0}}"#),
            ("array", r#"{"type":"array","items":{"type":"integer","format":"byte","default":0}}"#),
            ("texts", r#"{"type":"array","items":{"type":"string","default":""}}"#),
            ("optional", inner),
            ("through", inner),
            ("map", &format!(r#"{{"type":"object","additionalProperties":{inner}}}"#)),
            (
                "lists",
                r#"{"type":"object","additionalProperties":{"type":"array","items":{"type":"integer","format":"int32","default":0}}}"#,
            ),
            ("empty", r#"{"type":"object"}"#),
            ("alias", r#"{"type":"object"}"#),
            ("interface", "{}"),
            ("any", "{}"),
            ("objects", r#"{"type":"array","items":{"type":"object"}}"#),
            (
                "anonymous",
                r#"{"type":"object","default":{},"required":["x"],"properties":{"x":{"type":"integer","format":"int32","default":0}}}"#,
            ),
            ("time", r#"{"type":"string","format":"date-time"}"#),
            ("duration", r#"{"type":"integer","format":"int64"}"#),
            ("raw", r#"{"x-kubernetes-preserve-unknown-fields":true}"#),
            ("number", r#"{"type":"number"}"#),
            ("ip", r#"{"type":"string"}"#),
        ];
        for (property, expected) in cases {
            assert_eq!(lowered.property("T", property), expected, "{property}");
        }
        assert_eq!(lowered.diagnostics(), Vec::<String>::new());
    }

    #[test]
    fn what_a_schema_cannot_say_is_diagnosed_and_the_rest_is_lowered() {
        let lowered = lower_go(
            r#"
import (
    "net/url"
    "unsafe"
)

type Gen[V any] struct {
    Value V `json:"value"`
}
type Tree map[string]Tree

type T struct {
    Keys     map[int]string    `json:"keys,omitempty"`
    Values   []any             `json:"values,omitempty"`
    Entries  map[string]any    `json:"entries,omitempty"`
    Function func()            `json:"function,omitempty"`
    Channel  chan int          `json:"channel,omitempty"`
    Rune     rune              `json:"rune,omitempty"`
    Complex  complex128        `json:"complex,omitempty"`
    URL      url.URL           `json:"url,omitempty"`
    Pointer  unsafe.Pointer    `json:"pointer,omitempty"`
    Generic  Gen[string]       `json:"generic,omitempty"`
    Tree     Tree              `json:"tree,omitempty"`
    Good     string            `json:"good,omitempty"`
    Hidden   func()            `json:"-"`
    // +k8s:openapi-gen=false
    Excluded func() `json:"excluded"`
}
"#,
        );
        assert_eq!(
            lowered.diagnostics(),
            [
                "map-key: the map keys must be strings or have a string type @ map[int]string",
                "untyped-element: the items of this list have no type @ []any",
                "untyped-element: the items of this map have no type @ map[string]any",
                "unsupported-type: a schema cannot describe a function @ func()",
                "unsupported-type: a schema cannot describe a channel @ chan int",
                "unsupported-type: a schema cannot describe the Go type `rune` @ rune",
                "unsupported-type: a schema cannot describe the Go type `complex128` @ complex128",
                "standard-type: the JSON format of `net/url.URL` is unknown @ url.URL",
                "standard-type: the JSON format of `unsafe.Pointer` is unknown @ unsafe.Pointer",
                "generic-type: `Gen` is generic, but a definition name identifies one type @ Gen[string]",
                "too-deep: this type is nested more than 32 levels deep or contains itself @ Tree",
            ]
        );
        assert_eq!(lowered.property("T", "good"), r#"{"type":"string"}"#);
        assert!(!lowered.schema("T").properties.contains_key("excluded"));
    }

    #[test]
    fn instances_of_generic_types_are_written_out_where_they_can_be() {
        let lowered = lower_go(
            r#"
type List[T any] []T
type Gen[V any] struct {
    Value  V        `json:"value"`
    Values List[V]  `json:"values,omitempty"`
}
type Named Gen[int64]

type T struct {
    Texts List[string] `json:"texts,omitempty"`
    Named Named        `json:"named"`
}
"#,
        );
        assert_eq!(lowered.property("T", "texts"), r#"{"type":"array","items":{"type":"string","default":""}}"#);
        assert_eq!(
            lowered.json("Named"),
            r#"{"type":"object","required":["value"],"properties":{"value":{"type":"integer","format":"int64","default":0},"values":{"type":"array","items":{"type":"integer","format":"int64","default":0}}}}"#
        );
        assert_eq!(lowered.diagnostics(), Vec::<String>::new());
        assert_eq!(lowered.lowered.definitions.schemas.len(), 2);
    }

    #[test]
    fn raw_json_is_text_for_openapi_gen() {
        let text = "import \"encoding/json\"\n// +k8s:openapi-gen=true\n\
            type T struct {\n    Raw json.RawMessage `json:\"raw\"`\n}\n";
        assert_eq!(lower_compatibly(text).property("T", "raw"), r#"{"type":"string","format":"byte"}"#);
    }

    #[test]
    fn elements_carry_what_their_types_say() {
        let lowered = lower_go(
            r#"
// +maxLength=5
// +pattern=`^a`
type Short string

// +validationRule="self.startsWith('ab')"
type Shorter = Short

type T struct {
    Names []Shorter `json:"names,omitempty"`
    ByKey map[string]Short `json:"byKey,omitempty"`
}
"#,
        );
        assert_eq!(
            lowered.property("T", "names"),
            r#"{"type":"array","items":{"type":"string","default":"","maxLength":5,"pattern":"^a","x-kubernetes-validations":[{"rule":"self.startsWith('ab')"}]}}"#
        );
        assert_eq!(
            lowered.property("T", "byKey"),
            r#"{"type":"object","additionalProperties":{"type":"string","default":"","maxLength":5,"pattern":"^a"}}"#
        );
    }

    #[test]
    fn the_default_of_elements_ends_with_kubernetes_1_37() {
        use crate::{
            lower::{
                LowerOptions,
                testing::{PACKAGE, lower_packages},
            },
            tool::Tool,
        };

        let text = "type T struct {\n    Names []string `json:\"names,omitempty\"`\n}\n";
        for (minor, items) in [(36, r#"{"type":"string","default":""}"#), (37, r#"{"type":"string"}"#)] {
            let options = LowerOptions::of(&Tool::idlgen(minor));
            let lowered = lower_packages(&[(PACKAGE, true, text)], &options);
            assert_eq!(lowered.property("T", "names"), format!(r#"{{"type":"array","items":{items}}}"#));
        }
    }

    #[test]
    fn an_alias_names_an_instance() {
        let lowered = lower_go(
            r#"
// Range is a range.
type Range[N any] struct {
    From N `json:"from"`
    To *N `json:"to,omitempty"`
}
// Ports is a range of ports.
type Ports = Range[int32]
type Text = Range[string]
type T struct {
    Ports Ports `json:"ports"`
    More []*Ports `json:"more"`
    Text Text `json:"text"`
}
"#,
        );
        assert_eq!(lowered.diagnostics(), Vec::<String>::new());
        assert_eq!(
            lowered.json("Ports"),
            concat!(
                r#"{"description":"Ports is a range of ports.","type":"object","required":["from"],"properties":{"#,
                r#""from":{"type":"integer","format":"int32","default":0},"to":{"type":"integer","format":"int32"}}}"#
            )
        );
        assert!(lowered.json("Text").contains(r#""from":{"type":"string","default":""}"#));
        assert!(lowered.property("T", "more").contains("Ports"));
    }

    /// As controller-gen 0.22.0 does.
    #[test]
    fn the_comment_of_an_alias_describes_properties_of_other_packages() {
        let own = "import \"example.com/other\"\n\n// Name is a name.\ntype Name string\n\
            // Alias is another name.\ntype Alias = Name\n\
            // +kubebuilder:object:root=true\ntype T struct {\n\
            \tOwn Alias `json:\"own\"`\n\tOther other.Alias `json:\"other\"`\n}\n";
        let other = "// Name is a name of other.\ntype Name string\n\
            // Alias is another name of other.\ntype Alias = Name\n";
        let packages = [(PACKAGE, true, own), ("example.com/other", false, other)];
        let model = read(&packages, &mut SourceMap::default());
        let lowered = lower_for_definitions(&model, &LowerOptions::default(), &[]);
        let properties = &lowered.definitions.get(&format!("{PACKAGE}.T")).unwrap().properties;
        assert_eq!(properties["own"].description.as_deref(), Some("Name is a name."));
        assert_eq!(properties["other"].description.as_deref(), Some("Alias is another name of other."));
    }

    #[test]
    fn generic_aliases_may_be_nested() {
        let lowered =
            lower_go("type Same[T any] = T\ntype T struct {\n\tA Same[Same[string]] `json:\"a,omitempty\"`\n}\n");
        assert_eq!(lowered.property("T", "a"), r#"{"type":"string"}"#);
    }
}
