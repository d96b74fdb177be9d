//! Converts a schema node to JSON Schema.

use std::collections::BTreeMap;

use idlgen_runtime::{regex::ecma_script, value::Number};
use idlgen_validate::{
    Definitions, Schema,
    compiled::Family,
    keyword::{Bound, Keyword, Keywords, Notation},
    schema::{AdditionalProperties, ListType, SchemaType, json::OrderedJson},
};

use super::{
    branch, comment,
    described_kind::DescribedKind,
    format, metadata, null,
    options::{JsonSchemaOptions, reference},
};
use crate::out::GENERATED_MARK;

/// The definition of values of unknown type: servers drop all their fields.
const UNKNOWN: &str = "UnknownValue";

#[derive(Clone, Copy)]
pub(super) struct NodeContext<'s> {
    /// `true` if null is accepted because servers drop it or apply a default, or because it is nullable.
    takes_null: bool,
    /// The schema that contains the branch, for a branch of a combination. `None` for other nodes.
    branch_of: Option<&'s Schema>,
    /// The kind, if `apiVersion`, `kind` and `metadata` are those of the entire object.
    object: Option<&'s DescribedKind<'s>>,
    /// `true` if an enclosing list preserves unknown fields.
    keeps_unknown: bool,
}

impl<'s> NodeContext<'s> {
    /// Creates the context of an entire object.
    pub(super) fn root(kind: &'s DescribedKind<'s>) -> Self {
        NodeContext { object: Some(kind), ..NodeContext::INSIDE }
    }

    const INSIDE: NodeContext<'static> =
        NodeContext { takes_null: false, branch_of: None, object: None, keeps_unknown: false };
}

/// The writer for the nodes of a kind.
pub(super) struct Writer<'a> {
    definitions: &'a Definitions,
    options: &'a JsonSchemaOptions,
    is_native: bool,
    /// The prefix of references to definitions.
    prefix: String,
    /// The referenced definitions. `None` until they are written.
    used: BTreeMap<String, Option<OrderedJson>>,
}

pub(super) type Entries = Vec<(String, OrderedJson)>;

impl<'a> Writer<'a> {
    pub(super) fn new(kind: &DescribedKind<'a>, options: &'a JsonSchemaOptions, prefix: &str) -> Self {
        Writer {
            definitions: kind.definitions,
            options,
            is_native: kind.is_native,
            prefix: prefix.to_owned(),
            used: BTreeMap::new(),
        }
    }

    /// Returns the definitions that were referenced, directly or indirectly, by name.
    pub(super) fn finish(mut self) -> Entries {
        while let Some(name) = self.used.iter().find(|(_, written)| written.is_none()).map(|(name, _)| name.clone()) {
            let written = match self.definitions.get(&name) {
                Some(schema) => OrderedJson::Object(self.node(schema, &NodeContext::INSIDE)),
                None if name == metadata::NAME => metadata::definition(self.options),
                None if name == UNKNOWN => self.unknown(),
                // The server's document is incomplete, so accept anything.
                None => OrderedJson::Bool(true),
            };
            self.used.insert(name, Some(written));
        }
        let prefix = self.prefix;
        let named = |(name, written): (String, Option<OrderedJson>)| {
            (format!("{prefix}{name}"), written.unwrap_or(OrderedJson::Bool(true)))
        };
        self.used.into_iter().map(named).collect()
    }

    fn reference(&mut self, name: &str) -> OrderedJson {
        self.used.entry(name.to_owned()).or_default();
        OrderedJson::String(reference(&format!("{}{name}", self.prefix), self.options))
    }

    fn unknown(&mut self) -> OrderedJson {
        let items = vec![("$ref".to_owned(), self.reference(UNKNOWN))];
        OrderedJson::Object(vec![
            ("items".to_owned(), OrderedJson::Object(items)),
            ("additionalProperties".to_owned(), OrderedJson::Bool(false)),
        ])
    }

    /// Returns the entries of a node: annotations, then checks.
    pub(super) fn node(&mut self, schema: &Schema, context: &NodeContext<'_>) -> Entries {
        let mut said = comment::beyond(schema);
        let target = target(schema);
        let mut body = self.values(schema, context, &mut said);
        if context.takes_null && context.branch_of.is_none() {
            body = or_null(body, target.is_some());
        }
        if let Some(target) = target {
            let target = ("$ref".to_owned(), self.reference(target));
            // In draft 7, siblings of a reference are ignored.
            let wrapped = ("allOf".to_owned(), OrderedJson::Array(vec![OrderedJson::Object(vec![target.clone()])]));
            if context.takes_null {
                let null = OrderedJson::Object(vec![("type".to_owned(), OrderedJson::string("null"))]);
                let mut other = vec![target];
                other.append(&mut body);
                let other = OrderedJson::Object(if other.len() > 1 { alone(other) } else { other });
                body = vec![("anyOf".to_owned(), OrderedJson::Array(vec![other, null]))];
            } else if body.iter().any(|(name, _)| name == "allOf") {
                body = vec![(
                    "allOf".to_owned(),
                    OrderedJson::Array(vec![OrderedJson::Object(vec![target]), OrderedJson::Object(body)]),
                )];
            } else {
                body.insert(0, wrapped);
            }
        }
        let mut entries = annotations(schema, context, &said);
        entries.extend(body);
        entries
    }

    /// Adds the checks of values, except references.
    fn values(&mut self, schema: &Schema, context: &NodeContext<'_>, said: &mut Vec<String>) -> Entries {
        let mut entries = Entries::new();
        let mut add = |name: &str, value: Option<OrderedJson>| {
            entries.extend(value.map(|value| (name.to_owned(), value)));
        };
        add("type", types(schema));
        add("enum", enumeration(schema, context));
        let mut keywords = schema.keywords.clone();
        let also = self.adapt(&mut keywords, schema, said);
        let mut limits = |family| {
            let limits = keywords.iter().filter(|(keyword, _)| keyword.row().family() == family);
            // `enum` comes earlier, and `format` last for strings.
            let (last, limits): (Vec<_>, Vec<_>) = limits.partition(|(keyword, _)| *keyword == Keyword::Format);
            for (keyword, value) in limits.into_iter().chain(last) {
                keyword.row().entries(value, Notation::JsonSchema).for_each(|(name, value)| add(name, Some(value)));
            }
        };
        [Family::Number, Family::Text, Family::List, Family::Object].into_iter().for_each(&mut limits);
        add("required", Self::required(schema, context));
        add("properties", self.properties(schema, context));
        add("additionalProperties", self.additional(schema, context));
        add("items", self.items(schema, context));
        self.combinations(schema, context, also, &mut entries);
        entries
    }

    /// Returns `true` if servers enforce number formats.
    fn checks_numbers(&self) -> bool {
        self.is_native || self.options.kubernetes_minor >= 36
    }

    /// Converts limits to those that JSON Schema can express, and describes the rest. Returns a pattern that applies in
    /// addition to the author's.
    fn adapt(&self, keywords: &mut Keywords, schema: &Schema, said: &mut Vec<String>) -> Option<&'static str> {
        // Servers enforce number formats.
        let is_integer = schema.schema_type == Some(SchemaType::Integer);
        if self.checks_numbers() && is_integer && schema.format() == Some("int32") {
            for (keyword, limit) in [(Keyword::Maximum, i32::MAX), (Keyword::Minimum, i32::MIN)] {
                keywords.add(keyword, Bound::from(Number::Int(limit.into())).into());
            }
        }
        if schema.extensions.list_type == Some(ListType::Set) {
            keywords.set(Keyword::UniqueItems, true);
        }
        if let Some(pattern) = schema.pattern() {
            match ecma_script(pattern) {
                Ok(pattern) => keywords.set(Keyword::Pattern, pattern),
                Err(error) => {
                    said.push(format!("pattern: {pattern} ({error})"));
                    keywords.remove(Keyword::Pattern);
                }
            }
        }
        let name = schema.format()?;
        // Formats of numbers, and formats of strings with custom Go decoders, are annotations.
        let is_text = schema.schema_type.is_none_or(|of| of == SchemaType::String);
        let by_format = format::json_format(name, self.options.kubernetes_minor).filter(|_| is_text)?;
        keywords.remove(Keyword::Format);
        if let Some(format) = by_format.format {
            keywords.set(Keyword::Format, format);
        }
        if let Some(length) = by_format.max_length {
            keywords.add(Keyword::MaxLength, length.into());
        }
        if by_format.is_partial {
            said.push(format!("format: {name}"));
        }
        match by_format.pattern {
            Some(pattern) if keywords.text(Keyword::Pattern).is_none() => {
                keywords.set(Keyword::Pattern, pattern);
                None
            }
            pattern => pattern,
        }
    }

    fn required(schema: &Schema, context: &NodeContext<'_>) -> Option<OrderedJson> {
        let mut names: Vec<&str> = if let Some(around) = context.branch_of {
            branch::needed(schema, around)
        } else {
            let is_needed = |name: &&String| !schema.properties.get(*name).is_some_and(null::is_filled_in);
            schema.required.iter().filter(is_needed).map(String::as_str).collect()
        };
        let implied: &[&str] = match context.object {
            Some(_) => &["apiVersion", "kind", "metadata"],
            None if schema.extensions.embedded_resource => &["apiVersion", "kind"],
            None => &[],
        };
        names.extend(implied);
        names.sort_unstable();
        names.dedup();
        (!names.is_empty()).then(|| OrderedJson::Array(names.into_iter().map(OrderedJson::string).collect()))
    }

    fn properties(&mut self, schema: &Schema, context: &NodeContext<'_>) -> Option<OrderedJson> {
        let mut written: BTreeMap<&str, Entries> = BTreeMap::new();
        for (name, property) in &schema.properties {
            let is_required = schema.required.contains(name);
            let takes_null = property.nullable || !is_required || null::is_filled_in(property);
            let child = NodeContext {
                takes_null,
                branch_of: context.branch_of.and_then(|around| null::child(around, name)),
                ..NodeContext::INSIDE
            };
            written.insert(name, self.node(property, &child));
        }
        if let Some(around) = context.branch_of {
            for name in schema.required.iter().filter(|name| null::child(around, name).is_some()) {
                written.entry(name).or_default();
            }
            for (name, entries) in &mut written {
                *entries = branch::of_null(std::mem::take(entries), name, schema, around);
            }
            written.retain(|_, entries| !entries.is_empty());
        }
        let mut properties: BTreeMap<&str, OrderedJson> =
            written.into_iter().map(|(name, entries)| (name, OrderedJson::Object(entries))).collect();
        if context.object.is_some() || schema.extensions.embedded_resource {
            properties.extend(self.of_objects(schema, context));
        }
        let entries: Entries = properties.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        (!entries.is_empty()).then_some(OrderedJson::Object(entries))
    }

    /// Returns `apiVersion`, `kind` and `metadata` of an entire object.
    fn of_objects(&mut self, schema: &Schema, context: &NodeContext<'_>) -> [(&'static str, OrderedJson); 3] {
        let text = |name: &str, value: Option<String>| {
            let description = schema.properties.get(name).and_then(|property| property.description.clone());
            let mut entries: Entries =
                description.into_iter().map(|text| ("description".to_owned(), OrderedJson::String(text))).collect();
            entries.push(("type".to_owned(), OrderedJson::string("string")));
            match value {
                Some(value) => entries.push(("enum".to_owned(), OrderedJson::Array(vec![OrderedJson::String(value)]))),
                None if name == "kind" => {
                    entries.push(("maxLength".to_owned(), OrderedJson::Number(Number::Int(63))));
                    entries.push(("pattern".to_owned(), OrderedJson::string(metadata::KIND)));
                }
                None => entries.push(("pattern".to_owned(), OrderedJson::string(metadata::API_VERSION))),
            }
            OrderedJson::Object(entries)
        };
        let is_whole = context.object.is_some();
        let types = if is_whole {
            OrderedJson::string("object")
        } else {
            OrderedJson::Array(["object", "null"].map(OrderedJson::string).to_vec())
        };
        let mut metadata = vec![
            ("allOf".to_owned(), {
                let form = vec![("$ref".to_owned(), self.reference(metadata::NAME))];
                let mut all = vec![OrderedJson::Object(form)];
                // A CRD may restrict the names in metadata.
                if let Some(own) = schema.properties.get("metadata").filter(|own| !own.properties.is_empty())
                    && !self.is_native
                {
                    let limits = NodeContext { branch_of: Some(own), ..NodeContext::INSIDE };
                    all.push(OrderedJson::Object(self.node(own, &limits)));
                }
                OrderedJson::Array(all)
            }),
            ("type".to_owned(), types),
        ];
        if is_whole {
            metadata.extend(metadata::of_resource(self.is_native));
        }
        [
            ("apiVersion", text("apiVersion", context.object.map(DescribedKind::api_version))),
            ("kind", text("kind", context.object.map(|kind| kind.kind.to_owned()))),
            ("metadata", OrderedJson::Object(metadata)),
        ]
    }

    fn additional(&mut self, schema: &Schema, context: &NodeContext<'_>) -> Option<OrderedJson> {
        let is_strict = !self.options.is_open && context.branch_of.is_none();
        match &schema.additional_properties {
            Some(AdditionalProperties::Schema(values)) => {
                // Servers also drop nulls from maps.
                let around = context.branch_of.and_then(|around| null::child(around, ""));
                let values =
                    self.node(values, &NodeContext { takes_null: true, branch_of: around, ..NodeContext::INSIDE });
                Some(OrderedJson::Object(values))
            }
            Some(AdditionalProperties::Allowed(true)) if is_strict && !self.is_native => {
                let of_nothing = vec![("$ref".to_owned(), self.reference(UNKNOWN))];
                Some(OrderedJson::Object(of_nothing))
            }
            Some(AdditionalProperties::Allowed(allowed)) => Some(OrderedJson::Bool(*allowed)),
            None => {
                let keeps = schema.extensions.preserve_unknown_fields == Some(true) || context.keeps_unknown;
                let is_object = schema.schema_type == Some(SchemaType::Object) || !schema.properties.is_empty();
                let is_said_elsewhere = target(schema).is_some() || schema.all_of.iter().any(|of| target(of).is_some());
                let is_known = !self.is_native || !schema.properties.is_empty();
                let is_closed = is_strict && is_object && is_known && !keeps && !is_said_elsewhere;
                is_closed.then_some(OrderedJson::Bool(false))
            }
        }
    }

    fn items(&mut self, schema: &Schema, context: &NodeContext<'_>) -> Option<OrderedJson> {
        let items = schema.items.as_deref()?;
        let keeps_unknown = schema.extensions.preserve_unknown_fields == Some(true) || context.keeps_unknown;
        let around = context.branch_of.and_then(|around| around.items.as_deref());
        let context =
            NodeContext { takes_null: items.nullable, branch_of: around, keeps_unknown, ..NodeContext::INSIDE };
        Some(OrderedJson::Object(self.node(items, &context)))
    }

    fn combinations(&mut self, schema: &Schema, context: &NodeContext<'_>, also: Option<&str>, entries: &mut Entries) {
        let around = context.branch_of.unwrap_or(schema);
        let branch = NodeContext { branch_of: Some(around), ..NodeContext::INSIDE };
        let list = |writer: &mut Self, of: &[Schema]| -> Vec<OrderedJson> {
            of.iter().map(|of| OrderedJson::Object(writer.node(of, &branch))).collect()
        };
        let is_reference = schema.reference.is_none() && target(schema).is_some();
        let mut all = if is_reference { Vec::new() } else { list(self, &schema.all_of) };
        if let Some(pattern) = also {
            let pattern = ("pattern".to_owned(), OrderedJson::string(pattern));
            all.push(OrderedJson::Object(vec![pattern]));
        }
        let any = if is_of_types(schema) { Vec::new() } else { list(self, &schema.any_of) };
        let one = list(self, &schema.one_of);
        for (name, of) in [("allOf", all), ("anyOf", any), ("oneOf", one)] {
            if !of.is_empty() {
                entries.push((name.to_owned(), OrderedJson::Array(of)));
            }
        }
        if let Some(not) = &schema.not {
            entries.push(("not".to_owned(), OrderedJson::Object(self.node(not, &branch))));
        }
    }
}

/// Returns the definition that a schema references: directly, or in the only branch of its `allOf`, as in OpenAPI v3
/// documents.
fn target(schema: &Schema) -> Option<&str> {
    match (&schema.reference, schema.all_of.as_slice()) {
        (Some(name), _) => Some(name),
        (None, [only]) => only.reference.as_deref(),
        _ => None,
    }
}

/// Returns `true` if `anyOf` only contains integer and string, which the type already expresses.
fn is_of_types(schema: &Schema) -> bool {
    schema.extensions.int_or_string
        && schema.any_of.iter().all(|of| *of == Schema { schema_type: of.schema_type, ..Schema::default() })
}

fn types(schema: &Schema) -> Option<OrderedJson> {
    if schema.extensions.int_or_string {
        let both = ["integer", "string"].map(OrderedJson::string).to_vec();
        return Some(OrderedJson::Array(both));
    }
    if let Some(draft4) = schema.draft4.as_ref().filter(|draft4| !draft4.types.is_empty()) {
        return Some(OrderedJson::Array(draft4.types.iter().map(|name| OrderedJson::string(*name)).collect()));
    }
    schema.schema_type.map(|of| OrderedJson::string(of.name()))
}

fn enumeration(schema: &Schema, context: &NodeContext<'_>) -> Option<OrderedJson> {
    if schema.enumeration().is_empty() {
        return None;
    }
    // Servers reject null even if the enum contains it.
    let listed = schema.enumeration().iter().filter(|member| !member.is_null());
    let mut members: Vec<OrderedJson> = listed.map(OrderedJson::from_json).collect();
    if context.takes_null && context.branch_of.is_none() && null::is_dropped(schema) {
        members.push(OrderedJson::Null);
    }
    Some(OrderedJson::Array(members))
}

/// Makes a schema accept null.
fn or_null(mut body: Entries, is_reference: bool) -> Entries {
    let has_combinations =
        body.iter().any(|(name, _)| ["allOf", "anyOf", "oneOf", "not"].contains(&name.as_str())) && !is_reference;
    if has_combinations {
        let null = OrderedJson::Object(vec![("type".to_owned(), OrderedJson::string("null"))]);
        let either = OrderedJson::Array(vec![OrderedJson::Object(body), null]);
        return vec![("anyOf".to_owned(), either)];
    }
    if let Some((_, types)) = body.iter_mut().find(|(name, _)| name == "type") {
        let null = OrderedJson::string("null");
        *types = OrderedJson::Array(match std::mem::replace(types, OrderedJson::Null) {
            OrderedJson::Array(mut types) => {
                types.push(null);
                types
            }
            one => vec![one, null],
        });
    }
    body
}

/// Moves the siblings of a reference into `allOf`, so that every draft supports them.
fn alone(entries: Entries) -> Entries {
    let parts = entries.into_iter().map(|entry| OrderedJson::Object(vec![entry])).collect();
    vec![("allOf".to_owned(), OrderedJson::Array(parts))]
}

fn annotations(schema: &Schema, context: &NodeContext<'_>, said: &[String]) -> Entries {
    let text = |name: &str, text: &str| (name.to_owned(), OrderedJson::string(text));
    let mut entries = Entries::new();
    let comment = comment::joined(said);
    let comments: Vec<&str> = match context.object {
        Some(_) => std::iter::once(GENERATED_MARK).chain(comment.as_deref()).collect(),
        None => comment.as_deref().into_iter().collect(),
    };
    entries.extend(schema.title.as_deref().map(|title| text("title", title)));
    entries.extend(schema.description.as_deref().map(|description| text("description", description)));
    if !comments.is_empty() {
        entries.push(text("$comment", &comments.join(". ")));
    }
    if let Some(default) = schema.default.as_ref().filter(|default| !default.implicit) {
        entries.push(("default".to_owned(), OrderedJson::from_json(&default.value)));
    }
    if let Some(example) = schema.other.get("example") {
        entries.push(("examples".to_owned(), OrderedJson::Array(vec![OrderedJson::from_json(example)])));
    }
    entries
}
