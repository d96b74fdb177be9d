//! Schemas with the keywords of controller-gen's type (`apiextensions/v1.JSONSchemaProps`), one row per keyword. Empty
//! values are absent.
//!
//! It is not [`idlgen_validate::Schema`], because a schema here contains what controller-gen has at each step: any text
//! as `type`, negative lengths, `exclusiveMaximum` without `maximum`, and references by package. These occur in its
//! output and in the conditions of its errors.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use idlgen_yaml::Part;
use serde_json::Value as Json;

use super::{shared::Shared, written::Written};
use crate::{model::Builtin, tags::controller_gen::ValidationRule};

/// How the value of a keyword in a branch of `allOf` is combined with that of the schema (`flattenAllOfInto`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    /// Two different values remain in branches of their own. Values of the type [`Shared`] are the same only if they
    /// come from the same marker.
    IfEqual,
    /// Two values always remain in branches of their own: Go compares pointers, which are never equal.
    Apart,
    /// The value of the branch replaces the other one.
    Overwrite,
    /// The value of the branch is ignored if there is another one.
    First,
    /// [`merge`](super::merge) combines the values, or ignores that of the branch.
    ByItself,
}

/// A keyword in a table row: what each pair of values becomes, and whether values remain in branches of their own.
pub(super) trait FoldField {
    /// Folds the value of a branch. `own` and `branch` get the values that cannot be combined. Returns `true` if there
    /// are such values.
    fn fold(&mut self, other: Self, rule: Fold, own: &mut Self, branch: &mut Self) -> bool;
}

impl<T: Default + PartialEq> FoldField for T {
    fn fold(&mut self, other: Self, rule: Fold, own: &mut Self, branch: &mut Self) -> bool {
        if rule == Fold::ByItself || other == T::default() {
            return false;
        }
        if *self == T::default() || rule == Fold::Overwrite {
            *self = other;
            return false;
        }
        if rule == Fold::First || rule == Fold::IfEqual && *self == other {
            return false;
        }
        *own = std::mem::take(self);
        *branch = other;
        true
    }
}

/// Declares the schema from a row for each keyword: its field, its name, and how branches are folded by controller-gen
/// 0.`minor`. Everything that treats all keywords alike is generated from these rows.
macro_rules! keywords {
    ($($(#[$doc:meta])* $field:ident: $value:ty = $name:literal, |$minor:pat_param| $fold:expr;)+) => {
        /// A schema. Its parts are shared with other schemas until they change, because a type often occurs in many.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub(super) struct Schema {
            /// The referenced type, until it replaces the reference.
            pub(super) reference: Option<TypeName>,
            /// `true` if the reference is to a type in the same package.
            pub(super) is_local_reference: bool,
            $($(#[$doc])* pub(super) $field: $value,)+
        }

        impl Schema {
            /// Returns the keywords with a value, in the order of the rows.
            pub(super) fn keywords(&self) -> Vec<(&'static str, Part<'_>)> {
                let mut keywords = Vec::new();
                $(keywords.extend(self.$field.written().map(|value| ($name, value)));)+
                keywords
            }

            /// Folds the keywords of a branch. `own` and `branch` get the values that cannot be combined. Returns
            /// `true` if there are such values.
            pub(super) fn fold_keywords(
                &mut self,
                other: &mut Schema,
                minor: u16,
                own: &mut Schema,
                branch: &mut Schema,
            ) -> bool {
                let mut is_apart = false;
                $({
                    let rule: fn(u16) -> Fold = |$minor| $fold;
                    let rule = rule(minor);
                    if rule != Fold::ByItself {
                        let value = std::mem::take(&mut other.$field);
                        is_apart |= self.$field.fold(value, rule, &mut own.$field, &mut branch.$field);
                    }
                })+
                is_apart
            }
        }
    };
}

keywords! {
    description: Arc<str> = "description", |_| Fold::ByItself;
    schema_type: Cow<'static, str> = "type", |_| Fold::ByItself;
    format: Cow<'static, str> = "format", |_| Fold::IfEqual;
    title: String = "title", |_| Fold::ByItself;
    default: Option<Shared<Json>> = "default", |_| Fold::IfEqual;
    maximum: Option<f64> = "maximum", |_| Fold::Apart;
    exclusive_maximum: bool = "exclusiveMaximum", |_| Fold::IfEqual;
    minimum: Option<f64> = "minimum", |_| Fold::Apart;
    exclusive_minimum: bool = "exclusiveMinimum", |_| Fold::IfEqual;
    max_length: Option<i64> = "maxLength", |_| Fold::Apart;
    min_length: Option<i64> = "minLength", |_| Fold::Apart;
    pattern: String = "pattern", |_| Fold::IfEqual;
    max_items: Option<i64> = "maxItems", |_| Fold::Apart;
    min_items: Option<i64> = "minItems", |_| Fold::Apart;
    unique_items: bool = "uniqueItems", |_| Fold::IfEqual;
    multiple_of: Option<f64> = "multipleOf", |_| Fold::Apart;
    enumeration: Vec<Json> = "enum", |minor| if minor < 21 { Fold::Apart } else { Fold::First };
    max_properties: Option<i64> = "maxProperties", |minor| if minor < 22 { Fold::Apart } else { Fold::IfEqual };
    min_properties: Option<i64> = "minProperties", |minor| if minor < 22 { Fold::Apart } else { Fold::IfEqual };
    required: Vec<String> = "required", |_| Fold::ByItself;
    items: Option<Arc<Schema>> = "items", |_| Fold::Apart;
    all_of: Vec<Arc<Schema>> = "allOf", |_| Fold::ByItself;
    any_of: Vec<Schema> = "anyOf", |_| Fold::Apart;
    properties: BTreeMap<Arc<str>, Arc<Schema>> = "properties", |_| Fold::ByItself;
    additional_properties: Option<Additional> = "additionalProperties", |_| Fold::ByItself;
    external_docs: Option<ExternalDocs> = "externalDocs", |_| Fold::ByItself;
    example: Option<Json> = "example", |_| Fold::ByItself;
    nullable: bool = "nullable", |_| Fold::IfEqual;
    preserve_unknown_fields: bool = "x-kubernetes-preserve-unknown-fields", |_| Fold::Overwrite;
    embedded_resource: bool = "x-kubernetes-embedded-resource", |_| Fold::IfEqual;
    int_or_string: bool = "x-kubernetes-int-or-string", |_| Fold::IfEqual;
    list_map_keys: Vec<String> = "x-kubernetes-list-map-keys", |_| Fold::Apart;
    list_type: Option<Shared<String>> = "x-kubernetes-list-type", |_| Fold::IfEqual;
    map_type: Option<String> = "x-kubernetes-map-type", |_| Fold::Overwrite;
    // Since 0.16, the rules of both sides apply.
    validations: Vec<ValidationRule> = "x-kubernetes-validations",
        |minor| if minor < 16 { Fold::Apart } else { Fold::ByItself };
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

    /// Returns the schema of a predeclared type. `None` for types that are not in each CRD: floats, complex numbers and
    /// interfaces.
    pub(super) fn of_builtin(builtin: Builtin) -> Option<Self> {
        let (schema_type, format) = match builtin {
            Builtin::Bool => ("boolean", ""),
            Builtin::String => ("string", ""),
            Builtin::Int32 | Builtin::Uint32 | Builtin::Rune => ("integer", "int32"),
            Builtin::Int64 | Builtin::Uint64 => ("integer", "int64"),
            Builtin::Int
            | Builtin::Int8
            | Builtin::Int16
            | Builtin::Uint
            | Builtin::Uint8
            | Builtin::Uint16
            | Builtin::Uintptr
            | Builtin::Byte => ("integer", ""),
            Builtin::Float32
            | Builtin::Float64
            | Builtin::Complex64
            | Builtin::Complex128
            | Builtin::Error
            | Builtin::Any => return None,
        };
        Some(Schema { format: format.into(), ..Schema::of_type(schema_type) })
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

    /// Calls `visit` for every direct child, in controller-gen's order, except for branches of `anyOf`: these are the
    /// two types of an IntOrString, which have no references, descriptions or children.
    pub(super) fn for_each_child<S>(&mut self, state: &mut S, visit: impl Fn(&mut S, &mut Arc<Schema>)) {
        self.items.iter_mut().for_each(|items| visit(state, items));
        self.all_of.iter_mut().for_each(|branch| visit(state, branch));
        self.properties.values_mut().for_each(|property| visit(state, property));
        if let Some(Additional::Schema(values)) = &mut self.additional_properties {
            visit(state, values);
        }
    }
}
