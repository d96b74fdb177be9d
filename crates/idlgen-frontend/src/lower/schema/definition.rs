//! Conversion of structs to definitions.

use idlgen_schema::{
    Schema,
    keyword::Keyword,
    schema::{GoValue, SchemaType, ValidationRule},
};

use super::{inlined, property, type_schema};
use crate::{
    lower::{
        conventions::Conventions,
        layer::{
            Layer, Layers,
            overrides::{self, Override},
        },
        lowering::{InlineSchema, Lowering},
        node::{nested, presence, schema_type, tagged, union},
        origin,
        rule::{self, RuleTarget, contextual, immutable, mutually_exclusive},
        types::{
            member::{Member, Members},
            method::{self, MethodSchema},
        },
    },
    model::{
        Field, PackageId, TypeDefinition, TypeId,
        json::{Kind, RustType, View, Written},
    },
    source::Span,
    tags::TagKind,
};

/// Returns the definition of a named struct.
pub(in crate::lower) fn schema(lowering: &mut Lowering<'_>, id: TypeId) -> Schema {
    struct_schema(lowering, id, &[], 0)
}

/// Returns the inline schema of a struct.
pub(in crate::lower) fn inline(
    lowering: &mut Lowering<'_>,
    structure: InlineSchema<'_>,
    overrides: &[Override<'_>],
    depth: usize,
) -> Schema {
    match structure {
        InlineSchema::Declared(id) => struct_schema(lowering, id, overrides, depth),
        InlineSchema::Anonymous { fields, declaration, package, span } => {
            anonymous_schema(lowering, fields, (declaration, package, span), overrides, depth)
        }
    }
}

/// Returns the schema of a named struct, with overrides for some of its properties.
fn struct_schema(lowering: &mut Lowering<'_>, id: TypeId, overrides: &[Override<'_>], depth: usize) -> Schema {
    let mut schema = declared_schema(lowering, id, overrides, depth);
    inlined::apply(lowering, &mut schema, id);
    schema
}

fn declared_schema(lowering: &mut Lowering<'_>, id: TypeId, overrides: &[Override<'_>], depth: usize) -> Schema {
    let model = lowering.model;
    let definition = model.type_definition(id);
    let layers = type_layers(lowering, id);
    let mut schema = Schema {
        origin: origin::of_declaration(model.go_name(id), definition.span),
        description: type_description(lowering, definition),
        ..Schema::default()
    };
    let Some(source) = source(lowering, id) else {
        written_by_methods(lowering, &mut schema, id, &layers);
        return schema;
    };
    let methods = model.type_definition(source);
    let written = method::written(methods, &lowering.tool, &mut lowering.diagnostics);
    if let Some((mut v3, Some(v2))) = written {
        v3.origin.clone_from(&schema.origin);
        return Schema { v2: Some(Box::new(v2)), ..v3 };
    }
    let written = written.map(|(v3, _)| v3);
    if let Some(methods) = method::schema(methods, &lowering.tool, &mut lowering.diagnostics) {
        by_methods(lowering, &mut schema, &methods, &layers);
        if model.known_declared(id).is_some_and(|known| known.rust == RustType::Quantity) {
            schema.go_value = GoValue::Quantity;
        }
        (lowering.procedures.judge.definition)(lowering, id, &mut schema);
        return match written {
            Some(v3) => {
                let v2 = schema.v2.take().unwrap_or_else(|| Box::new(schema.clone()));
                Schema { v2: Some(v2), origin: schema.origin, ..v3 }
            }
            None => schema,
        };
    }
    if let Some(written) = written {
        return Schema { origin: schema.origin, ..written };
    }
    let members = Members::of_type(model, &lowering.tool, source, &mut lowering.diagnostics);
    members_schema(lowering, &mut schema, &members, layers, overrides, depth);
    schema.extensions.unions = union::unions(model, &lowering.tool, id);
    (lowering.procedures.judge.definition)(lowering, id, &mut schema);
    schema
}

/// Returns the schema of an anonymous struct.
fn anonymous_schema(
    lowering: &mut Lowering<'_>,
    fields: &[Field],
    owner: (&str, PackageId, Span),
    overrides: &[Override<'_>],
    depth: usize,
) -> Schema {
    let (declaration, package, span) = owner;
    let mut schema = Schema { origin: origin::of_declaration(declaration.to_owned(), span), ..Schema::default() };
    let members =
        Members::of_fields(lowering.model, &lowering.tool, fields, (declaration, package), &mut lowering.diagnostics);
    members_schema(lowering, &mut schema, &members, Layers::default(), overrides, depth);
    schema
}

/// Returns the layers of a struct's declaration: its tags, and the tags of the structs from which it is declared.
fn type_layers<'a>(lowering: &Lowering<'a>, id: TypeId) -> Layers<'a> {
    let chain = lowering.model.declared_struct(id).map(|used| used.chain).unwrap_or_default();
    let counted = if lowering.tool.tags_of_named_types { chain.len() } else { 1 };
    Layers(chain.into_iter().take(counted).map(|id| Layer::of_type(lowering.model, id, &lowering.tool)).collect())
}

/// Returns the description of a struct, from its own comment. In CRDs, a struct without a comment has the description
/// of the struct from which it is declared.
fn type_description(lowering: &Lowering<'_>, definition: &TypeDefinition) -> Option<String> {
    let own = own_description(lowering, definition);
    if own.is_some() || lowering.conventions == Conventions::OpenApi {
        return own;
    }
    let chain = lowering.model.declared_struct(definition.id).map(|used| used.chain).unwrap_or_default();
    chain.into_iter().find_map(|id| own_description(lowering, lowering.model.type_definition(id)))
}

fn own_description(lowering: &Lowering<'_>, definition: &TypeDefinition) -> Option<String> {
    let counts =
        lowering.reads_comments_of(definition.package) && lowering.conventions.describe(lowering.model, definition.id);
    counts.then(|| lowering.description(&definition.doc, &[])).flatten()
}

/// Returns the type whose methods and fields define the JSON encoding of a struct, or `None` if custom encoding methods
/// make it unknown.
fn source(lowering: &Lowering<'_>, id: TypeId) -> Option<TypeId> {
    match lowering.tool.view {
        View::Json => lowering.model.schema_source(id),
        View::Underlying => Some(id),
    }
}

/// Sets the schema of a struct with custom encoding methods: a string, or any JSON value. Ignores the fields, and
/// applies the tags of the type.
fn written_by_methods(lowering: &mut Lowering<'_>, schema: &mut Schema, id: TypeId, layers: &Layers<'_>) {
    let kind = lowering.model.written(id).map_or(Kind::Any, Written::kind);
    let own = lowering.model.type_definition(id);
    let at = type_schema::At { declaration: &own.name, package: own.package, span: own.span, depth: 0 };
    // As in controller-gen, a tag for the type describes the output of the methods.
    let said = schema_type::tagged(layers).map(|(_, said)| said);
    let is_said = said.is_some();
    let mut written = if is_said { Schema::default() } else { type_schema::kind_schema(lowering, &kind, at, &[]) };
    if !is_said && let Some(schema_type) = type_of_embedded(lowering, id) {
        written.schema_type = Some(schema_type);
        if schema_type != SchemaType::Object {
            written.extensions.preserve_unknown_fields = None;
        }
    }
    // If a marker or a method sets the type, controller-gen ignores the comment. `Type=""` does not set a type.
    let has_comment = match lowering.conventions {
        Conventions::OpenApi => true,
        Conventions::CustomResourceDefinitions => !matches!(said, Some(Some(_))) && !matches!(kind, Kind::Text { .. }),
    };
    let description = schema.description.take().filter(|_| has_comment);
    *schema = Schema { origin: schema.origin.clone(), description, ..written };
    tagged::apply(schema, layers);
    nested::apply(schema, layers, &mut lowering.diagnostics);
    schema.extensions.validations = rule::rules(layers, RuleTarget { properties: None }, &mut lowering.diagnostics);
}

/// Returns the schema type of a struct whose encoding method comes from an embedded type, if a tag on that type sets
/// it. Otherwise the struct is an object: in controller-gen, the embedded type is a branch of the struct's `allOf`.
fn type_of_embedded(lowering: &Lowering<'_>, id: TypeId) -> Option<SchemaType> {
    let Some(Written::By(by, _)) = lowering.model.written(id) else { return None };
    if by == id || !lowering.tool.tags_of_named_types {
        return None;
    }
    let layers = Layers(vec![Layer::of_type(lowering.model, by, &lowering.tool)]);
    schema_type::tagged(&layers).map(|(_, said)| said.unwrap_or(SchemaType::Object))
}

/// Sets the schema that methods return, and ignores the fields. The tags of the type still apply.
fn by_methods(lowering: &mut Lowering<'_>, schema: &mut Schema, methods: &MethodSchema, layers: &Layers<'_>) {
    tagged::apply(schema, layers);
    nested::apply(schema, layers, &mut lowering.diagnostics);
    schema.keywords.remove(Keyword::Format);
    methods.format.iter().for_each(|format| schema.keywords.set(Keyword::Format, format.as_str()));
    if !methods.several_types.is_empty() {
        let types =
            methods.several_types.iter().map(|schema_type| serde_json::Value::from(schema_type.name())).collect();
        schema.other.insert("type".to_owned(), types);
    }
    let v2 = Schema { schema_type: methods.schema_type, ..schema.clone() };
    match &methods.one_of {
        None => schema.schema_type = methods.schema_type,
        Some(types) => {
            let branch = |schema_type: &SchemaType| Schema { schema_type: Some(*schema_type), ..Schema::default() };
            schema.one_of = types.iter().map(branch).collect();
            schema.v2 = Some(Box::new(v2));
        }
    }
}

fn members_schema(
    lowering: &mut Lowering<'_>,
    schema: &mut Schema,
    members: &Members<'_>,
    layers: Layers<'_>,
    outer: &[Override<'_>],
    depth: usize,
) {
    schema.schema_type = Some(SchemaType::Object);
    tagged::apply(schema, &layers);
    nested::apply(schema, &layers, &mut lowering.diagnostics);

    let mut overrides = outer.to_vec();
    overrides.extend(members.overrides.iter().copied());
    let mut siblings = Vec::new();
    for member in &members.list {
        let (layer, nested) = overrides::split(&overrides, &member.name);
        let own = Layer::of_field(&member.field, member.package, &lowering.tool);
        let field = overrides::settle(Layers(layer.into_iter().chain([own]).collect()));
        let (is_required, decided) =
            presence::is_required(&member.field, lowering.model.package(member.package), &field, &lowering.tool);
        if is_required {
            schema.required.push(member.name.clone());
        }
        let mut property = property::schema(lowering, member, &field, &nested, depth);
        if let Some(tag) = decided {
            origin::note(&mut property, "required", tag);
        }
        schema.properties.insert(member.name.clone(), property);
        siblings.push(Sibling { member, field, is_required });
    }

    let names: Vec<String> = members.list.iter().map(|member| member.name.clone()).collect();
    let mut all = layers;
    all.0.extend(members.inlined.iter().cloned());
    let place = RuleTarget { properties: Some(&names) };
    let staying = siblings.iter().filter(|sibling| !sibling.is_required);
    schema.extensions.validations =
        staying.filter_map(|sibling| immutable::rule_of_struct(&sibling.field, &sibling.member.name)).collect();
    schema.extensions.validations.extend(rule::rules(&all, place, &mut lowering.diagnostics));
    let added = sibling_rules(lowering, &siblings, &names);
    schema.extensions.validations.extend(added);
}

/// A member with its tags.
struct Sibling<'m, 'a> {
    member: &'m Member<'a>,
    field: Layers<'m>,
    is_required: bool,
}

/// Returns the rules of fields that depend on their siblings.
fn sibling_rules(lowering: &mut Lowering<'_>, siblings: &[Sibling<'_, '_>], names: &[String]) -> Vec<ValidationRule> {
    let mut rules = Vec::new();
    let mut exclusive: Vec<Vec<String>> = Vec::new();
    for sibling in siblings {
        for (tag, meaning) in sibling.field.meanings() {
            match meaning {
                TagKind::Contextual { discriminator, value } => {
                    // The lints report an unknown name.
                    let Some(other) = siblings.iter().find(|other| other.member.name == *discriminator) else {
                        continue;
                    };
                    let builtin = match lowering.model.kind(&other.member.field.ty, lowering.tool.view) {
                        Kind::Builtin(builtin) => Some(builtin),
                        _ => None,
                    };
                    let discriminator =
                        (discriminator.as_str(), contextual::Discriminator { is_required: other.is_required, builtin });
                    let name = &sibling.member.name;
                    rules.extend(contextual::rules(tag, name, discriminator, value, &mut lowering.diagnostics));
                }
                TagKind::MutuallyExclusive(others) => {
                    if mutually_exclusive::is_about(property::location(lowering, sibling.member).as_location(), others)
                    {
                        continue;
                    }
                    let group = group(&sibling.member.name, others, names);
                    if others.iter().all(|name| names.contains(name)) && !exclusive.contains(&group) {
                        rules.extend(mutually_exclusive::rule(tag, &group, &mut lowering.diagnostics));
                        exclusive.push(group);
                    }
                }
                _ => {}
            }
        }
    }
    rules
}

/// Returns a field and the siblings that it excludes, in the order of the struct, so that equivalent tags result in a
/// single rule.
fn group(name: &str, others: &[String], order: &[String]) -> Vec<String> {
    order.iter().filter(|one| *one == name || others.contains(one)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use crate::{
        lower::{
            LowerOptions, lower,
            testing::{PACKAGE, lower_go, read},
        },
        source::SourceMap,
    };

    fn rules(text: &str) -> Vec<String> {
        let lowered = lower_go(text);
        lowered.schema("T").extensions.validations.iter().map(|rule| rule.rule.clone()).collect()
    }

    #[test]
    fn the_types_rules_come_first_and_those_that_fields_give_behind() {
        let rules = rules(
            r#"
// +validationRule="self.a != 'x'"
// +validationRule="self.a != 'y'"
type T struct {
    // +required
    Type string `json:"type,omitempty"`
    // +contextual(type)=A
    A *string `json:"a,omitempty"`
    // +mutually_exclusive=c
    B *string `json:"b,omitempty"`
    // +mutually_exclusive=b
    C *string `json:"c,omitempty"`
}
"#,
        );
        assert_eq!(
            rules,
            [
                "self.a != 'x'",
                "self.a != 'y'",
                "self.type == 'A' || !has(self.a)",
                "!(self.type == 'A') || has(self.a)",
                "[has(self.b), has(self.c)].filter(isSet, isSet).size() <= 1",
            ]
        );
    }

    #[test]
    fn exclusive_properties_of_a_struct_field_are_its_own() {
        let lowered = lower_go(
            r#"
type Source struct {
    A *string `json:"a,omitempty"`
    B *string `json:"b,omitempty"`
}
type T struct {
    // +mutually_exclusive=a,b
    Source Source `json:"source"`
}
"#,
        );
        assert!(lowered.schema("T").extensions.validations.is_empty());
        assert_eq!(lowered.property_schema("T", "source").extensions.validations.len(), 1);
    }

    #[test]
    fn a_struct_declared_from_another_has_its_fields_and_its_rules() {
        let lowered = lower_go(
            r#"
// A is first.
// +validationRule="self.a != ''"
// +maxProperties=5
type A struct {
    A string `json:"a"`
}
// T is made of it.
// +validationRule="self.a != 'x'"
// +maxProperties=9
type T A
"#,
        );
        assert_eq!(
            lowered.json("T"),
            concat!(
                r#"{"description":"T is made of it.","type":"object","maxProperties":5,"required":["a"],"#,
                r#""properties":{"a":{"type":"string","default":""}},"#,
                r#""x-kubernetes-validations":[{"rule":"self.a != 'x'"},{"rule":"self.a != ''"}]}"#
            )
        );
    }

    #[test]
    fn nodes_know_where_they_come_from() {
        let lowered =
            lower_go("type T struct {\n    // +maxLength=5\n    // +required\n    A string `json:\"a\"`\n}\n");
        let property = lowered.property_schema("T", "a");
        assert_eq!(property.origin.declaration.as_deref(), Some("example.com/api/v1.T.A"));
        assert_eq!(
            property.origin.tags,
            [("maxLength", "+maxLength=5".to_owned()), ("required", "+required".to_owned())]
        );
        assert!(property.origin.location.is_some_and(|(_, start, end)| end == start + 1));
        assert_eq!(lowered.schema("T").origin.declaration.as_deref(), Some("example.com/api/v1.T"));
    }

    #[test]
    fn what_a_struct_is_declared_from_describes_it_in_definitions() {
        let text =
            "// A is described.\ntype A struct {\n\tF string `json:\"f\"`\n}\ntype B A\n// C is another.\ntype C A\n";
        let model = read(&[(PACKAGE, true, text)], &mut SourceMap::default());
        let lowered = lower(&model, &LowerOptions::default());
        let definitions = lowered.for_definitions(&model, &[], &model.types.iter().map(|one| one.id).collect());
        for (name, expected) in [("A", "A is described."), ("B", "A is described."), ("C", "C is another.")] {
            let id = model.find_type(PACKAGE, name).map(|definition| definition.id).unwrap();
            let schema = definitions.names.get(&id).and_then(|name| definitions.definitions.schemas.get(name));
            let described = schema.and_then(|schema| schema.description.clone());
            assert_eq!(described.as_deref(), Some(expected), "{name}");
        }
    }

    #[test]
    fn a_type_with_its_own_encoding_keeps_its_description() {
        let lowered = lower_go(
            r#"
// T has its own encoding.
type T struct {
    A string `json:"a"`
}
func (T) MarshalJSON() ([]byte, error) { return nil, nil }
"#,
        );
        assert_eq!(lowered.schema("T").description.as_deref(), Some("T has its own encoding."));
    }
}
