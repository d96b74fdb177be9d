//! A view of a schema's source JSON, with the keywords that an API server decodes (`JSONSchemaProps` of
//! k8s.io/apiextensions-apiserver/pkg/apis/apiextensions).
//!
//! [`Schema`](crate::Schema) only contains the parts of a schema that idlgen interprets, but the validity of a CRD
//! depends on its entire source. Keywords that are null or have the wrong type are treated as absent, because a server
//! rejects such a document during decoding.

use serde_json::Value as Json;

/// A schema in its source form.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'j> {
    json: &'j Json,
    /// The bits that [`mark`] returns for its keywords. Most lookups are for absent keywords, and the bits avoid
    /// searching for them.
    marks: u64,
}

/// Returns the bit of a keyword. Several keywords may have the same bit.
#[inline]
fn mark(keyword: &str) -> u64 {
    let bytes = keyword.as_bytes();
    let byte = |index: usize| bytes.get(index).copied().map_or(0, usize::from);
    1 << ((bytes.len() * 7 + byte(0) + 5 * byte(bytes.len() / 2)) % 64)
}

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
    /// Creates a view. Returns `None` if the JSON value is not an object.
    pub(super) fn new(json: &'j Json) -> Option<Self> {
        let marks = json.as_object()?.keys().fold(0, |marks, keyword| marks | mark(keyword));
        Some(View { json, marks })
    }

    /// Returns the value of a keyword.
    #[inline]
    pub(super) fn get(self, keyword: &str) -> Option<&'j Json> {
        if self.marks & mark(keyword) == 0 {
            return None;
        }
        self.json.get(keyword).filter(|value| !value.is_null())
    }

    /// Returns the JSON value of the schema.
    pub(super) fn json(self) -> &'j Json {
        self.json
    }

    /// Returns all keywords with their values.
    pub(super) fn members(self) -> impl Iterator<Item = (&'j String, &'j Json)> {
        self.json.as_object().into_iter().flatten()
    }

    /// Returns the string value of a keyword, or an empty string if it is missing.
    pub(super) fn text(self, keyword: &str) -> &'j str {
        self.optional_text(keyword).unwrap_or_default()
    }

    pub(super) fn optional_text(self, keyword: &str) -> Option<&'j str> {
        self.get(keyword).and_then(Json::as_str)
    }

    /// Returns `type` as in the source, or an empty string if it is missing.
    pub(super) fn type_name(self) -> &'j str {
        self.text("type")
    }

    pub(super) fn flag(self, keyword: &str) -> bool {
        self.optional_flag(keyword) == Some(true)
    }

    pub(super) fn optional_flag(self, keyword: &str) -> Option<bool> {
        self.get(keyword).and_then(Json::as_bool)
    }

    pub(super) fn texts(self, keyword: &str) -> Vec<&'j str> {
        self.elements(keyword).iter().map(|element| element.as_str().unwrap_or_default()).collect()
    }

    pub(super) fn elements(self, keyword: &str) -> &'j [Json] {
        self.get(keyword).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn schema(self, keyword: &str) -> Option<View<'j>> {
        View::new(self.get(keyword)?)
    }

    /// Returns the schemas of `allOf` and similar keywords. A null element is an empty schema.
    pub(super) fn branches(self, keyword: &'static str) -> Vec<View<'j>> {
        let elements = self.elements(keyword).iter();
        elements.map(View::or_empty).collect()
    }

    fn or_empty(json: &'j Json) -> View<'j> {
        View::new(json).unwrap_or(View { json: &Json::Null, marks: 0 })
    }

    /// Returns the entries of `properties` and similar keywords, sorted by name.
    pub(super) fn entries(self, keyword: &'static str) -> Vec<(&'j str, View<'j>)> {
        let object = self.get(keyword).and_then(Json::as_object);
        let mut entries: Vec<_> =
            object.into_iter().flatten().map(|(name, json)| (name.as_str(), View::or_empty(json))).collect();
        entries.sort_by_key(|(name, _)| *name);
        entries
    }

    pub(super) fn has_entries(self, keyword: &str) -> bool {
        self.get(keyword).and_then(Json::as_object).is_some_and(|entries| !entries.is_empty())
    }

    pub(super) fn property(self, name: &str) -> Option<View<'j>> {
        self.get("properties")?.get(name).map(View::or_empty)
    }

    pub(super) fn items(self) -> Option<Items<'j>> {
        let json = self.get("items")?;
        let list = json.as_array().into_iter().flatten().map(View::or_empty).collect();
        Some(Items { schema: View::new(json), list })
    }

    /// Returns the schema in `items`, if it is a single schema.
    pub(super) fn item(self) -> Option<View<'j>> {
        self.schema("items")
    }

    pub(super) fn additional(self, keyword: &str) -> Option<Additional<'j>> {
        let json = self.get(keyword)?;
        Some(Additional { allows: json.as_bool().unwrap_or(true), schema: View::new(json) })
    }

    /// Returns the value of `default` or `example`. Null is treated as absent.
    pub(super) fn default(self) -> Option<&'j Json> {
        self.get("default")
    }

    /// Returns `true` for `x-kubernetes-preserve-unknown-fields: true`.
    pub(super) fn preserves_unknown_fields(self) -> bool {
        self.flag("x-kubernetes-preserve-unknown-fields")
    }

    pub(super) fn is_embedded(self) -> bool {
        self.flag("x-kubernetes-embedded-resource")
    }

    pub(super) fn is_int_or_string(self) -> bool {
        self.flag("x-kubernetes-int-or-string")
    }

    pub(super) fn list_type(self) -> Option<&'j str> {
        self.optional_text("x-kubernetes-list-type")
    }

    pub(super) fn map_type(self) -> Option<&'j str> {
        self.optional_text("x-kubernetes-map-type")
    }

    pub(super) fn list_map_keys(self) -> Vec<&'j str> {
        self.texts("x-kubernetes-list-map-keys")
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
    pub(super) fn dependencies(self) -> Vec<Inside<'j>> {
        let object = self.get("dependencies").and_then(Json::as_object);
        let mut entries: Vec<_> = object.into_iter().flatten().collect();
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
    fn any_inside(self, is_such: &dyn Fn(View<'j>) -> bool) -> bool {
        let is_schema = |json: &'j Json| View::new(json).is_some_and(is_such);
        let is_element = |json: &'j Json| is_such(View::or_empty(json));
        self.members().any(|(keyword, value)| match (keyword.as_str(), value) {
            ("items" | "allOf" | "anyOf" | "oneOf", Json::Array(elements)) => elements.iter().any(is_element),
            ("items" | "not" | "additionalProperties" | "additionalItems", schema) => is_schema(schema),
            ("properties" | "patternProperties" | "definitions", Json::Object(entries)) => {
                entries.values().any(is_element)
            }
            ("dependencies", Json::Object(entries)) => entries.values().any(is_schema),
            _ => false,
        })
    }
}
