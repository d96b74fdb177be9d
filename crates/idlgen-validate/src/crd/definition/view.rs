//! A view of a schema with the keywords that an API server decodes (`JSONSchemaProps` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions).
//!
//! [`Schema`] only contains the parts of a schema that idlgen interprets, but the validity of a CRD depends on its
//! entire source. A schema that was built, not parsed, has no other parts, so that its view needs no JSON.

use std::borrow::Cow;

use serde_json::{Map, Value as Json, json};

use super::source::Source;
use crate::{
    Schema,
    keyword::Keyword,
    schema::{
        AdditionalProperties, ListType, MapType, Properties, SchemaType,
        json::{Dialect, PrintOptions, StripZero},
    },
};

/// A schema in a CRD.
#[derive(Clone, Copy, Debug)]
pub(super) enum View<'j> {
    /// The schema in its source form.
    Source(Source<'j>),
    /// A built schema, which represents its JSON.
    Built(&'j Schema),
}

/// The form of built schemas in CRDs.
const PRINTED: PrintOptions = PrintOptions { dialect: Dialect::V3, strip_zero: StripZero::Off };

/// `items` (`JSONSchemaPropsOrArray`).
#[derive(Clone, Debug)]
pub(super) struct Items<'j> {
    pub(super) schema: Option<View<'j>>,
    pub(super) list: Vec<View<'j>>,
}

/// `additionalProperties` or `additionalItems` (`JSONSchemaPropsOrBool`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Additional<'j> {
    pub(super) allows: bool,
    pub(super) schema: Option<View<'j>>,
}

/// A nested schema, with the step to it.
pub(super) type Inside<'j> = (Step<'j>, View<'j>);

/// A step from a schema to a nested one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'j> {
    /// `not`, `items`, `additionalProperties` …
    Keyword(&'static str),
    /// An element of `allOf`, `oneOf` …
    Index(&'static str, usize),
    /// An entry of `properties`, `definitions` …
    Key(&'static str, &'j str),
}

impl<'j> View<'j> {
    /// Creates a view of JSON. Returns `None` if the value is not an object.
    pub(super) fn new(json: &'j Json) -> Option<Self> {
        Source::new(json).map(View::Source)
    }

    /// Creates a view of a built schema. Returns `None` if its JSON may have parts that the view does not: references,
    /// and keywords that are not interpreted.
    pub(super) fn of_built(schema: &'j Schema) -> Option<Self> {
        is_plain(schema).then_some(View::Built(schema))
    }

    fn or_empty(json: &'j Json) -> Self {
        View::Source(Source::or_empty(json))
    }

    /// Returns the JSON value of the schema.
    pub(super) fn json(self) -> Cow<'j, Json> {
        match self {
            View::Source(source) => Cow::Borrowed(source.json()),
            View::Built(schema) => Cow::Owned(schema.to_json(&PRINTED)),
        }
    }

    /// Returns the keywords of the schema. `properties`, `items` and `additionalProperties` can have no content.
    pub(super) fn own_keywords(self) -> Cow<'j, Map<String, Json>> {
        let schema = match self {
            View::Source(source) => return source.object().map_or_else(Cow::default, Cow::Borrowed),
            View::Built(schema) => schema,
        };
        let mut own = schema.own_keywords(&PRINTED);
        let has_values = matches!(schema.additional_properties, Some(AdditionalProperties::Schema(_)));
        for (keyword, is_set) in [
            ("properties", !schema.properties.is_empty()),
            ("items", schema.items.is_some()),
            ("additionalProperties", has_values),
        ] {
            if is_set {
                own.insert(keyword.to_owned(), Json::Object(Map::new()));
            }
        }
        Cow::Owned(own)
    }

    /// Returns the parsed schema.
    pub(super) fn parsed(self) -> Cow<'j, Schema> {
        match self {
            View::Source(source) => Cow::Owned(Schema::from_json(source.json()).0),
            View::Built(schema) => Cow::Borrowed(schema),
        }
    }

    /// Returns the properties of a built schema. Several schemas can share them.
    pub(super) fn shared_properties(self) -> Option<&'j Properties> {
        match self {
            View::Source(_) => None,
            View::Built(schema) => Some(&schema.properties),
        }
    }

    /// Returns `true` if the schema has the keyword, and its value is not null.
    pub(super) fn has_keyword(self, keyword: &str) -> bool {
        let schema = match self {
            View::Source(source) => return source.get(keyword).is_some(),
            View::Built(schema) => schema,
        };
        match keyword {
            "default" => self.default().is_some(),
            "x-kubernetes-list-type" => schema.extensions.list_type.is_some(),
            "x-kubernetes-map-type" => schema.extensions.map_type.is_some(),
            "x-kubernetes-list-map-keys" => !schema.extensions.list_map_keys.is_empty(),
            "x-kubernetes-validations" => !schema.extensions.validations.is_empty(),
            _ => false,
        }
    }

    /// Returns the string value of a keyword, or an empty string if it is missing.
    pub(super) fn text(self, keyword: &str) -> &'j str {
        self.optional_text(keyword).unwrap_or_default()
    }

    /// Formats are only read from sources: for warnings, and for unknown types, which built schemas do not have.
    pub(super) fn optional_text(self, keyword: &str) -> Option<&'j str> {
        let schema = match self {
            View::Source(source) => return source.get(keyword).and_then(Json::as_str),
            View::Built(schema) => schema,
        };
        match keyword {
            "type" => schema.schema_type.map(SchemaType::name),
            "pattern" => schema.pattern(),
            "title" => schema.title.as_deref(),
            "description" => schema.description.as_deref(),
            _ => None,
        }
    }

    /// Returns `type` as in the source, or an empty string if it is missing.
    pub(super) fn type_name(self) -> &'j str {
        self.text("type")
    }

    pub(super) fn is_nullable(self) -> bool {
        match self {
            View::Source(source) => source.flag("nullable") == Some(true),
            View::Built(schema) => schema.nullable,
        }
    }

    pub(super) fn has_unique_items(self) -> bool {
        match self {
            View::Source(source) => source.flag("uniqueItems") == Some(true),
            View::Built(schema) => schema.keywords.get(Keyword::UniqueItems).is_some(),
        }
    }

    /// Returns `true` if `required` contains the name.
    pub(super) fn requires(self, name: &str) -> bool {
        match self {
            View::Source(source) => {
                source.elements("required").iter().any(|required| required.as_str().unwrap_or_default() == name)
            }
            View::Built(schema) => schema.required.iter().any(|required| required == name),
        }
    }

    pub(super) fn has_list_map_keys(self) -> bool {
        match self {
            View::Source(source) => !source.elements("x-kubernetes-list-map-keys").is_empty(),
            View::Built(schema) => !schema.extensions.list_map_keys.is_empty(),
        }
    }

    pub(super) fn list_map_keys(self) -> Vec<&'j str> {
        match self {
            View::Source(source) => {
                let keys = source.elements("x-kubernetes-list-map-keys").iter();
                keys.map(|key| key.as_str().unwrap_or_default()).collect()
            }
            View::Built(schema) => schema.extensions.list_map_keys.iter().map(String::as_str).collect(),
        }
    }

    pub(super) fn has_rules(self) -> bool {
        match self {
            View::Source(source) => !source.elements("x-kubernetes-validations").is_empty(),
            View::Built(schema) => !schema.extensions.validations.is_empty(),
        }
    }

    /// Returns a parsed schema with the rules. The other keywords can be missing.
    pub(super) fn rules(self) -> Cow<'j, Schema> {
        const KEYWORD: &str = "x-kubernetes-validations";
        match self {
            View::Source(source) => {
                let rules = source.get(KEYWORD).cloned().unwrap_or_default();
                Cow::Owned(Schema::from_json(&json!({ KEYWORD: rules })).0)
            }
            View::Built(schema) => Cow::Borrowed(schema),
        }
    }

    /// Returns the single schema that is the value of `not` or `items`.
    pub(super) fn schema(self, keyword: &str) -> Option<View<'j>> {
        match (self, keyword) {
            (View::Source(source), _) => View::new(source.get(keyword)?),
            (View::Built(schema), "not") => schema.not.as_deref().map(View::Built),
            (View::Built(schema), "items") => schema.items.as_deref().map(View::Built),
            (View::Built(_), _) => None,
        }
    }

    /// Returns the schemas of `allOf` and similar keywords. A null element is an empty schema.
    pub(super) fn branches(self, keyword: &'static str) -> Vec<View<'j>> {
        let schema = match self {
            View::Source(source) => return source.elements(keyword).iter().map(View::or_empty).collect(),
            View::Built(schema) => schema,
        };
        let branches = match keyword {
            "allOf" => &schema.all_of,
            "anyOf" => &schema.any_of,
            "oneOf" => &schema.one_of,
            _ => return Vec::new(),
        };
        branches.iter().map(View::Built).collect()
    }

    /// Returns the entries of `properties` and similar keywords, sorted by name.
    pub(super) fn entries(self, keyword: &'static str) -> Vec<(&'j str, View<'j>)> {
        let mut entries: Vec<_> = match self {
            View::Source(source) => {
                source.members_of(keyword).map(|(name, json)| (name.as_str(), View::or_empty(json))).collect()
            }
            View::Built(schema) if keyword == "properties" => {
                schema.properties.iter().map(|(name, property)| (name.as_str(), View::Built(property))).collect()
            }
            View::Built(_) => Vec::new(),
        };
        entries.sort_by_key(|(name, _)| *name);
        entries
    }

    pub(super) fn has_entries(self, keyword: &str) -> bool {
        match self {
            View::Source(source) => source.members_of(keyword).next().is_some(),
            View::Built(schema) => keyword == "properties" && !schema.properties.is_empty(),
        }
    }

    pub(super) fn property(self, name: &str) -> Option<View<'j>> {
        match self {
            View::Source(source) => source.get("properties")?.get(name).map(View::or_empty),
            View::Built(schema) => schema.properties.get(name).map(View::Built),
        }
    }

    pub(super) fn items(self) -> Option<Items<'j>> {
        match self {
            View::Source(source) => {
                let json = source.get("items")?;
                let list = json.as_array().into_iter().flatten().map(View::or_empty).collect();
                Some(Items { schema: View::new(json), list })
            }
            View::Built(_) => Some(Items { schema: Some(self.item()?), list: Vec::new() }),
        }
    }

    /// Returns the schema in `items`, if it is a single schema.
    pub(super) fn item(self) -> Option<View<'j>> {
        self.schema("items")
    }

    pub(super) fn additional(self, keyword: &str) -> Option<Additional<'j>> {
        match self {
            View::Source(source) => {
                let json = source.get(keyword)?;
                Some(Additional { allows: json.as_bool().unwrap_or(true), schema: View::new(json) })
            }
            View::Built(schema) if keyword == "additionalProperties" => {
                Some(match schema.additional_properties.as_ref()? {
                    AdditionalProperties::Allowed(allows) => Additional { allows: *allows, schema: None },
                    AdditionalProperties::Schema(values) => {
                        Additional { allows: true, schema: Some(View::Built(values)) }
                    }
                })
            }
            View::Built(_) => None,
        }
    }

    /// Returns the value of `default`. Null is treated as absent.
    pub(super) fn default(self) -> Option<&'j Json> {
        match self {
            View::Source(source) => source.get("default"),
            View::Built(schema) => {
                schema.default.as_ref().map(|default| &default.value).filter(|value| !value.is_null())
            }
        }
    }

    /// Returns the value of `x-kubernetes-preserve-unknown-fields`.
    pub(super) fn unknown_fields(self) -> Option<bool> {
        match self {
            View::Source(source) => source.flag("x-kubernetes-preserve-unknown-fields"),
            View::Built(schema) => schema.extensions.preserve_unknown_fields,
        }
    }

    /// Returns `true` for `x-kubernetes-preserve-unknown-fields: true`.
    pub(super) fn preserves_unknown_fields(self) -> bool {
        self.unknown_fields() == Some(true)
    }

    pub(super) fn is_embedded(self) -> bool {
        match self {
            View::Source(source) => source.flag("x-kubernetes-embedded-resource") == Some(true),
            View::Built(schema) => schema.extensions.embedded_resource,
        }
    }

    pub(super) fn is_int_or_string(self) -> bool {
        match self {
            View::Source(source) => source.flag("x-kubernetes-int-or-string") == Some(true),
            View::Built(schema) => schema.extensions.int_or_string,
        }
    }

    pub(super) fn list_type(self) -> Option<&'j str> {
        match self {
            View::Source(source) => source.get("x-kubernetes-list-type").and_then(Json::as_str),
            View::Built(schema) => schema.extensions.list_type.as_ref().map(ListType::name),
        }
    }

    pub(super) fn map_type(self) -> Option<&'j str> {
        match self {
            View::Source(source) => source.get("x-kubernetes-map-type").and_then(Json::as_str),
            View::Built(schema) => schema.extensions.map_type.as_ref().map(MapType::name),
        }
    }

    /// Returns all nested schemas, each with its step. Equivalent to the traversal of `SchemaHas` in
    /// k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation.
    pub(super) fn inside(self) -> Vec<Inside<'j>> {
        let mut inside = Vec::new();
        if let Some(items) = self.items() {
            inside.extend(items.schema.map(|schema| (Step::Keyword("items"), schema)));
            let list = items.list.into_iter().enumerate();
            inside.extend(list.map(|(index, schema)| (Step::Index("items", index), schema)));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let branches = self.branches(keyword).into_iter().enumerate();
            inside.extend(branches.map(|(index, branch)| (Step::Index(keyword, index), branch)));
        }
        inside.extend(self.schema("not").map(|not| (Step::Keyword("not"), not)));
        for keyword in ["properties", "patternProperties", "definitions"] {
            inside.extend(self.entries(keyword).into_iter().map(|(name, schema)| (Step::Key(keyword, name), schema)));
        }
        for keyword in ["additionalProperties", "additionalItems"] {
            let schema = self.additional(keyword).and_then(|additional| additional.schema);
            inside.extend(schema.map(|schema| (Step::Keyword(keyword), schema)));
        }
        inside.extend(self.dependencies());
        inside
    }

    /// Returns the schemas of `dependencies`.
    fn dependencies(self) -> Vec<Inside<'j>> {
        let View::Source(source) = self else { return Vec::new() };
        let mut entries: Vec<_> = source.members_of("dependencies").collect();
        entries.sort_by_key(|(name, _)| *name);
        let entries = entries.into_iter();
        entries.filter_map(|(name, json)| Some((Step::Key("dependencies", name), View::new(json)?))).collect()
    }

    /// Returns `true` if `is_such` returns `true` for the schema or a nested one.
    pub(super) fn has(self, is_such: &dyn Fn(View<'j>) -> bool) -> bool {
        is_such(self) || self.any_inside(&|schema| schema.has(is_such))
    }

    /// Returns `true` if `is_such` returns `true` for any schema in [`inside`](Self::inside), without collecting them
    /// in order.
    pub(super) fn any_inside(self, is_such: &dyn Fn(View<'j>) -> bool) -> bool {
        match self {
            View::Source(source) => source.any_inside(&|source| is_such(View::Source(source))),
            View::Built(schema) => nested(schema).any(|inside| is_such(View::Built(inside))),
        }
    }
}

/// Returns `true` if a schema and its nested schemas have no keywords but those in their fields, and can be converted
/// to a structural schema.
fn is_plain(schema: &Schema) -> bool {
    let Schema { reference, draft4, other, extensions, .. } = schema;
    let is_known = |keyword: &str| matches!(keyword, "example" | "externalDocs");
    let is_foreign = |keyword: &str| !keyword.starts_with("x-kubernetes-");
    reference.is_none()
        && draft4.is_none()
        && other.keys().all(|keyword| is_known(keyword))
        && extensions.other.keys().all(|keyword| is_foreign(keyword))
        && extensions.preserve_unknown_fields != Some(false)
        && nested(schema).all(is_plain)
}

/// Iterates over all nested schemas.
fn nested(schema: &Schema) -> impl Iterator<Item = &Schema> {
    let values = schema.additional_properties.as_ref().and_then(AdditionalProperties::schema);
    let branches = [&schema.all_of, &schema.any_of, &schema.one_of].into_iter().flatten();
    let single = schema.items.as_deref().into_iter().chain(schema.not.as_deref()).chain(values);
    single.chain(branches).chain(schema.properties.values())
}

/// Returns `true` if a schema with its nested schemas has at most `left` nodes, from which it subtracts their number.
pub(super) fn is_small(schema: &Schema, left: &mut usize) -> bool {
    match left.checked_sub(1) {
        Some(fewer) => {
            *left = fewer;
            nested(schema).all(|inside| is_small(inside, left))
        }
        None => false,
    }
}
