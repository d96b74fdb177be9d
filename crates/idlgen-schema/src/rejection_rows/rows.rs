//! The rows (`k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation`,
//! `pkg/apiserver/schema.validateStructural…`).

use idlgen_runtime::field::BadValue;
use serde_json::Value as Json;

use super::{
    Case, Facts,
    Response::{Forbidden, Invalid, NotSupported, Required},
    Row, SUBJECT, Values,
};

const EMBEDDED: &str = "x-kubernetes-embedded-resource";
const KEYS: &str = "x-kubernetes-list-map-keys";
const LIST_TYPE: &str = "x-kubernetes-list-type";
const MAP_TYPE: &str = "x-kubernetes-map-type";
const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

pub static UNIQUE_ITEMS: Row = Row {
    is_met: |it| it.node.unique_items,
    keyword: "uniqueItems",
    message: "API servers reject `uniqueItems`: comparing all items takes too long",
    at: &["uniqueItems"],
    error: Forbidden,
    detail: "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
};

pub static PROPERTIES_AND_VALUES: Row = Row {
    is_met: |it| it.node.has_properties && it.node.values == Some(Values::Limited),
    keyword: "additionalProperties",
    message: "an object cannot have both `properties` and `additionalProperties`",
    at: &["additionalProperties"],
    error: Forbidden,
    detail: "additionalProperties and properties are mutual exclusive",
};

pub static LIST_WITHOUT_ITEMS: Row = Row {
    is_met: |it| it.node.type_name == "array" && it.item.is_none(),
    keyword: "type",
    message: "a list needs a schema for its items",
    at: &["items"],
    error: Required,
    detail: "must be specified",
};

pub static SCALAR_PRESERVES: Row = Row {
    is_met: |it| it.node.int_or_string && it.node.preserves_unknown_fields,
    keyword: PRESERVE,
    message: "an integer or string has no unknown fields to preserve",
    at: &[PRESERVE],
    error: Invalid(|_| BadValue::Json(Json::Bool(true))),
    detail: "must be false if x-kubernetes-int-or-string is true",
};

pub static SCALAR_EMBEDDED: Row = Row {
    is_met: |it| it.node.int_or_string && it.node.embedded,
    keyword: EMBEDDED,
    message: "an integer or string cannot be a resource",
    at: &[EMBEDDED],
    error: Invalid(|_| BadValue::Json(Json::Bool(true))),
    detail: "must be false if x-kubernetes-int-or-string is true",
};

pub static EMBEDDED_TYPE: Row = Row {
    is_met: |it| it.node.embedded && it.node.type_name != "object",
    keyword: EMBEDDED,
    message: "an embedded resource must be of type `object`",
    at: &["type"],
    error: Invalid(own_type),
    detail: "must be object if x-kubernetes-embedded-resource is true",
};

pub static EMBEDDED_MAP: Row = Row {
    is_met: |it| it.node.embedded && it.node.values.is_some(),
    keyword: EMBEDDED,
    message: "an embedded resource cannot be a map",
    at: &["additionalProperties"],
    error: Forbidden,
    detail: "must not be used if x-kubernetes-embedded-resource is set",
};

pub static EMBEDDED_EMPTY: Row = Row {
    is_met: |it| it.node.embedded && !it.node.has_properties && !it.node.preserves_unknown_fields,
    keyword: EMBEDDED,
    message: "an embedded resource without properties must preserve unknown fields; otherwise they are pruned",
    at: &["properties"],
    error: Required,
    detail: "must not be empty if x-kubernetes-embedded-resource is true without \
             x-kubernetes-preserve-unknown-fields",
};

pub static MAP_TYPE_OF_NO_OBJECT: Row = Row {
    is_met: |it| it.node.map_type.is_some() && it.node.type_name != "object",
    keyword: MAP_TYPE,
    message: "only a map or a struct can have a map type",
    at: &["type"],
    error: Invalid(own_type),
    detail: "must be object if x-kubernetes-map-type is specified",
};

pub static LIST_TYPE_OF_NO_LIST: Row = Row {
    is_met: |it| it.node.list_type.is_some() && it.node.type_name != "array",
    keyword: LIST_TYPE,
    message: "only a list can have a list type",
    at: &["type"],
    error: Invalid(own_type),
    detail: "must be array if x-kubernetes-list-type is specified",
};

pub static UNKNOWN_LIST_TYPE: Row = Row {
    is_met: |it| it.node.list_type.is_some_and(|name| !matches!(name, "atomic" | "set" | "map")),
    keyword: LIST_TYPE,
    message: "unknown list type `{}`",
    at: &[LIST_TYPE],
    error: NotSupported(list_type),
    detail: "supported values: \"atomic\", \"set\", \"map\"",
};

pub static NULLABLE_ITEMS: Row = Row {
    is_met: |it| (it.is_list_of("set") || it.is_list_of("map")) && it.item.as_ref().is_some_and(|item| item.nullable),
    keyword: LIST_TYPE,
    message: "the items of a list of type `{}` cannot be null",
    at: &["items", "nullable"],
    error: Forbidden,
    detail: "cannot be nullable when x-kubernetes-list-type is {}",
};

pub static SET_OF_LISTS: Row = Row {
    is_met: |it| is_set_of(it, "array", |item| item.list_type.is_some_and(|name| name != "atomic")),
    keyword: LIST_TYPE,
    message: SET_MESSAGE,
    at: &["items", LIST_TYPE],
    error: Invalid(list_type_of_items),
    detail: SET_DETAIL,
};

pub static SET_OF_OBJECTS: Row = Row {
    is_met: |it| is_set_of(it, "object", |item| item.map_type != Some("atomic")),
    keyword: LIST_TYPE,
    message: SET_MESSAGE,
    at: &["items", MAP_TYPE],
    error: Invalid(list_type_of_items),
    detail: SET_DETAIL,
};

const SET_MESSAGE: &str = "the items of a list of type `set` must be scalars or atomic: a struct needs \
    `+structType=atomic`, a map `+mapType=atomic`, a list `+listType=atomic`";
const SET_DETAIL: &str = "must be atomic as item of a list with x-kubernetes-list-type=set";

pub static KEYS_OF_NO_MAP: Row = Row {
    is_met: |it| !it.keys.is_empty() && !it.is_list_of("map"),
    keyword: KEYS,
    message: "only a list of type `map` can have keys",
    at: &[LIST_TYPE],
    error: Invalid(list_type),
    detail: "must be map if x-kubernetes-list-map-keys is non-empty",
};

pub static MAP_WITHOUT_KEYS: Row = Row {
    is_met: |it| it.is_list_of("map") && it.keys.is_empty(),
    keyword: LIST_TYPE,
    message: "a list of type `map` requires keys",
    at: &[KEYS],
    error: Required,
    detail: "must not be empty if x-kubernetes-list-type is map",
};

pub static MAP_OF_NO_OBJECTS: Row = Row {
    is_met: |it| it.is_list_of("map") && it.item.as_ref().is_some_and(|item| item.type_name != "object"),
    keyword: LIST_TYPE,
    message: "the items of a list of type `map` must be objects",
    at: &["items", "type"],
    error: Invalid(type_of_items),
    detail: "must be object if parent array's x-kubernetes-list-type is map",
};

pub static REPEATED_KEY: Row = Row {
    is_met: |it| it.key.as_ref().is_some_and(|key| key.is_repeated),
    keyword: KEYS,
    message: "duplicate key `{}`",
    at: &[KEYS],
    error: Invalid(all_keys),
    detail: "must not contain duplicate entries",
};

pub static UNKNOWN_KEY: Row = Row {
    is_met: |it| it.key.as_ref().is_some_and(|key| key.property.is_none()),
    keyword: KEYS,
    message: "the items have no property `{}`",
    at: &[KEYS],
    error: Invalid(all_keys),
    detail: "entries must all be names of item properties",
};

pub static COMPOSITE_KEY: Row = Row {
    is_met: |it| is_property(it, |property| matches!(property.type_name, "array" | "object")),
    keyword: KEYS,
    message: "the key `{}` is not a scalar",
    at: &["items", "properties", SUBJECT, "type"],
    // The server's error contains the type of the items and not that of the key.
    error: Invalid(type_of_items),
    detail: "must be a scalar type if parent array's x-kubernetes-list-type is map",
};

pub static NULLABLE_KEY: Row = Row {
    is_met: |it| is_property(it, |property| property.nullable),
    keyword: KEYS,
    message: "the key `{}` cannot be nullable",
    at: &["items", "properties", SUBJECT, "nullable"],
    error: Forbidden,
    detail: "this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
};

pub static OPTIONAL_KEY: Row = Row {
    is_met: |it| {
        is_property(it, |property| !property.has_default) && it.key.as_ref().is_some_and(|key| !key.is_required)
    },
    keyword: KEYS,
    message: "the key `{}` is not required and has no default",
    at: &["items", "properties", SUBJECT, "default"],
    error: Required,
    detail: "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
};

fn is_set_of(it: &Case<'_>, type_name: &str, is_such: fn(&Facts<'_>) -> bool) -> bool {
    it.is_list_of("set") && it.item.as_ref().is_some_and(|item| item.type_name == type_name && is_such(item))
}

fn is_property(it: &Case<'_>, is_such: fn(&Facts<'_>) -> bool) -> bool {
    it.key.as_ref().and_then(|key| key.property.as_ref()).is_some_and(is_such)
}

fn own_type(it: &Case<'_>) -> BadValue {
    Some(it.node.type_name).filter(|name| !name.is_empty()).map_or(BadValue::Omitted, BadValue::from)
}

fn list_type(it: &Case<'_>) -> BadValue {
    it.node.list_type.map_or(BadValue::Omitted, BadValue::from)
}

fn type_of_items(it: &Case<'_>) -> BadValue {
    it.item.as_ref().map_or(BadValue::Omitted, |item| item.type_name.into())
}

/// Returns the list type of the items, which the server's error contains even if the items are objects.
fn list_type_of_items(it: &Case<'_>) -> BadValue {
    let list_type = it.item.as_ref().and_then(|item| item.list_type);
    BadValue::Json(list_type.map_or(Json::Null, Json::from))
}

fn all_keys(it: &Case<'_>) -> BadValue {
    BadValue::Json(it.keys.iter().copied().collect())
}
