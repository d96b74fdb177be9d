//! Schemas with the fields of controller-gen's type (`apiextensions/v1.JSONSchemaProps`): empty values are absent.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use serde_json::Value as Json;

use crate::tags::controller_gen::ValidationRule;

/// A schema. Its parts are shared with other schemas until they change, because a type often occurs in many.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_field_names, reason = "`type` is a word of Rust")]
pub(super) struct Schema {
    /// The referenced type, until it replaces the reference.
    pub(super) reference: Option<TypeName>,
    /// `true` if the reference is to a type in the same package.
    pub(super) is_local_reference: bool,
    pub(super) description: Arc<str>,
    pub(super) schema_type: Cow<'static, str>,
    pub(super) format: Cow<'static, str>,
    pub(super) title: String,
    pub(super) default: Option<Json>,
    pub(super) maximum: Option<f64>,
    pub(super) exclusive_maximum: bool,
    pub(super) minimum: Option<f64>,
    pub(super) exclusive_minimum: bool,
    pub(super) max_length: Option<i64>,
    pub(super) min_length: Option<i64>,
    pub(super) pattern: String,
    pub(super) max_items: Option<i64>,
    pub(super) min_items: Option<i64>,
    pub(super) unique_items: bool,
    pub(super) multiple_of: Option<f64>,
    pub(super) enumeration: Vec<Json>,
    pub(super) max_properties: Option<i64>,
    pub(super) min_properties: Option<i64>,
    pub(super) required: Vec<String>,
    pub(super) items: Option<Arc<Schema>>,
    pub(super) all_of: Vec<Arc<Schema>>,
    pub(super) any_of: Vec<Schema>,
    pub(super) properties: BTreeMap<Arc<str>, Arc<Schema>>,
    pub(super) additional_properties: Option<Additional>,
    pub(super) external_docs: Option<ExternalDocs>,
    pub(super) example: Option<Json>,
    pub(super) nullable: bool,
    pub(super) preserve_unknown_fields: bool,
    pub(super) embedded_resource: bool,
    pub(super) int_or_string: bool,
    pub(super) list_map_keys: Vec<String>,
    pub(super) list_type: Option<String>,
    pub(super) map_type: Option<String>,
    pub(super) validations: Vec<ValidationRule>,
}

/// The package and name of a type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TypeName {
    /// The import path.
    pub(super) package: Arc<str>,
    /// The name in the package.
    pub(super) name: Arc<str>,
}

impl TypeName {
    pub(super) fn new(package: &str, name: &str) -> Self {
        TypeName { package: package.into(), name: name.into() }
    }
}

/// `additionalProperties`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Additional {
    /// `true`.
    Anything,
    Schema(Arc<Schema>),
}

/// `externalDocs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExternalDocs {
    pub(super) url: String,
    pub(super) description: String,
}

impl Schema {
    /// Creates a schema with only a type.
    pub(super) fn of_type(schema_type: &'static str) -> Self {
        Schema { schema_type: schema_type.into(), ..Schema::default() }
    }

    /// Creates a reference to a type.
    pub(super) fn reference(name: TypeName) -> Self {
        Schema { reference: Some(name), ..Schema::default() }
    }

    /// Returns `true` if it contains no other schema.
    pub(super) fn is_leaf(&self) -> bool {
        self.items.is_none()
            && self.all_of.is_empty()
            && self.any_of.is_empty()
            && self.properties.is_empty()
            && !matches!(self.additional_properties, Some(Additional::Schema(_)))
    }

    /// Calls `shared` or `own` for every direct child, in controller-gen's order: `own` for branches of `anyOf`, which
    /// are not shared.
    pub(super) fn for_each_child<S>(
        &mut self,
        state: &mut S,
        shared: impl Fn(&mut S, &mut Arc<Schema>),
        own: impl Fn(&mut S, &mut Schema),
    ) {
        self.items.iter_mut().for_each(|items| shared(state, items));
        self.all_of.iter_mut().for_each(|branch| shared(state, branch));
        self.any_of.iter_mut().for_each(|branch| own(state, branch));
        self.properties.values_mut().for_each(|property| shared(state, property));
        if let Some(Additional::Schema(values)) = &mut self.additional_properties {
            shared(state, values);
        }
    }
}
