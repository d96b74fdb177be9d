//! A schema as controller-gen holds it (`apiextensions/v1.JSONSchemaProps`): what is empty is not there.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use serde_json::Value as Json;

use crate::tags::controller_gen::ValidationRule;

/// A schema. What is in it is shared with other schemas until it is changed: one type is often in many.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_field_names, reason = "`type` is a word of Rust")]
pub(super) struct Schema {
    /// The type that it stands for, until that takes its place.
    pub(super) reference: Option<TypeName>,
    /// Whether the reference is to a type of the same package.
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

/// A type by package and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TypeName {
    /// The import path.
    pub(super) package: Arc<str>,
    /// The name in it.
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
    /// A schema.
    Schema(Arc<Schema>),
}

/// `externalDocs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExternalDocs {
    pub(super) url: String,
    pub(super) description: String,
}

impl Schema {
    /// A schema that says no more than a type.
    pub(super) fn of_type(schema_type: &'static str) -> Self {
        Schema { schema_type: schema_type.into(), ..Schema::default() }
    }

    /// A schema that stands for a type.
    pub(super) fn reference(name: TypeName) -> Self {
        Schema { reference: Some(name), ..Schema::default() }
    }

    /// Whether no other schema is in it.
    pub(super) fn is_leaf(&self) -> bool {
        self.items.is_none()
            && self.all_of.is_empty()
            && self.any_of.is_empty()
            && self.properties.is_empty()
            && !matches!(self.additional_properties, Some(Additional::Schema(_)))
    }

    /// Calls `shared` or `own` for every schema directly in it, in the order in which controller-gen goes through them:
    /// branches of `anyOf` are its own.
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
