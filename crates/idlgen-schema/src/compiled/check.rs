//! The checks of a value, one variant per keyword.

use super::{Family, ValueTypes};
use crate::keyword::{Keyword, Limit};

/// One check of a value, merged from all schemas that apply to it. `C` is the type of a nested node.
///
/// The variants are in the order of the API server (`k8s.io/kube-openapi/pkg/validation/validate.SchemaValidator`),
/// which is also the order of [`Node::checks`](super::Node::checks). Checks that need more data read it from the node.
#[derive(Clone, Debug)]
pub enum Check<C> {
    /// `type`, `nullable` and `x-kubernetes-int-or-string`: [`Node::schema_types`](super::Node::schema_types).
    Type {
        /// The format that makes the type check lenient: the first one that the API server supports.
        format: Option<String>,
        /// The value types that the check always accepts.
        certain: ValueTypes,
        /// The value types that the check always rejects.
        refused: ValueTypes,
    },
    /// The branches of one `anyOf`. If several schemas are merged, a node may have several.
    AnyOf(Vec<C>),
    /// The branches of one `oneOf`.
    OneOf(Vec<C>),
    /// The branches of one `allOf`.
    AllOf(Vec<C>),
    /// `not`.
    Not(C),
    /// `dependencies`: [`Node::dependencies`](super::Node::dependencies).
    Dependencies,
    /// A keyword of the keyword table with its argument. If the keyword is `format`, only string formats that are
    /// enforced.
    Limit(Keyword, Limit),
    /// A string that Go decodes as a quantity ([`GoValue::Quantity`](crate::schema::GoValue::Quantity)).
    Quantity,
    /// The format of a number: [`Node::number_format`](super::Node::number_format).
    NumberFormat,
    /// `items`: [`Node::items`](super::Node::items).
    Items,
    /// `items` as a list of schemas: [`Node::tuple`](super::Node::tuple).
    Tuple,
    /// `additionalProperties`: [`Node::additional`](super::Node::additional).
    AdditionalProperties,
    /// `properties`: [`Node::properties`](super::Node::properties).
    Properties,
    /// `required`: [`Node::required`](super::Node::required).
    Required,
    /// `patternProperties`: [`Node::pattern_properties`](super::Node::pattern_properties).
    PatternProperties,
    /// `x-kubernetes-embedded-resource` of an object with arbitrary fields in a Go type. For custom resources,
    /// `idlgen_validate::crd::CustomResource` validates the entire request.
    EmbeddedResource,
}

impl<C> Check<C> {
    /// Returns the family, which determines the values that the check applies to.
    pub fn family(&self) -> Family {
        match self {
            Check::Type { .. } => Family::Type,
            Check::AnyOf(_) | Check::OneOf(_) | Check::AllOf(_) | Check::Not(_) | Check::Dependencies => {
                Family::Composite
            }
            Check::Limit(keyword, _) => keyword.row().family(),
            Check::Quantity => Family::Text,
            Check::NumberFormat => Family::Number,
            Check::Items | Check::Tuple => Family::List,
            Check::AdditionalProperties
            | Check::Properties
            | Check::Required
            | Check::PatternProperties
            | Check::EmbeddedResource => Family::Object,
        }
    }

    /// Returns the keyword of the check, as in `x-kubernetes-validation-errors`.
    pub fn keyword(&self) -> &'static str {
        match self {
            Check::Type { .. } => "type",
            Check::AnyOf(_) => "anyOf",
            Check::OneOf(_) => "oneOf",
            Check::AllOf(_) => "allOf",
            Check::Not(_) => "not",
            Check::Dependencies => "dependencies",
            Check::Limit(keyword, _) => keyword.name(),
            Check::Quantity | Check::NumberFormat => "format",
            Check::Items | Check::Tuple => "items",
            Check::AdditionalProperties => "additionalProperties",
            Check::Properties => "properties",
            Check::Required => "required",
            Check::PatternProperties => "patternProperties",
            Check::EmbeddedResource => "x-kubernetes-embedded-resource",
        }
    }

    /// Returns `true` for the string checks of which the API server only reports the first failure
    /// (`validate.stringValidator`).
    pub fn is_length_or_pattern(&self) -> bool {
        matches!(self, Check::Limit(keyword, _) if keyword.row().is_length_or_pattern())
    }

    /// Returns the branches of a composite check.
    pub fn branches(&self) -> &[C] {
        match self {
            Check::AnyOf(branches) | Check::OneOf(branches) | Check::AllOf(branches) => branches,
            Check::Not(branch) => std::slice::from_ref(branch),
            _ => &[],
        }
    }
}
