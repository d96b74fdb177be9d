//! What is checked of a value, keyword by keyword.

use super::ValueTypes;
use crate::keyword::{Keyword, Limit};

/// One check of a value, merged from all that is said of it. `C` is what stands for a node inside.
///
/// The variants stand in the order of the API server (`k8s.io/kube-openapi/pkg/validation/validate.SchemaValidator`),
/// which is that of [`Node::checks`](super::Node::checks). Where a check is about what the node itself holds, the node
/// has the data.
#[derive(Clone, Debug)]
pub enum Check<C> {
    /// `type`, `nullable` and `x-kubernetes-int-or-string`: [`Node::schema_types`](super::Node::schema_types).
    Type {
        /// The format that the check has to know of: the first that the API server itself knows makes it lenient.
        format: Option<String>,
        /// The types of values that the check is known to take, whatever else the values are.
        certain: ValueTypes,
        /// The types of values that the check is known to refuse.
        refused: ValueTypes,
    },
    /// The branches of one `anyOf`; a node that was made from several schemas may have several.
    AnyOf(Vec<C>),
    /// The branches of one `oneOf`.
    OneOf(Vec<C>),
    /// The branches of one `allOf`.
    AllOf(Vec<C>),
    /// `not`.
    Not(C),
    /// `dependencies`: [`Node::dependencies`](super::Node::dependencies).
    Dependencies,
    /// What a row says, and what it compares with. Of formats those of text that are enforced.
    Limit(Keyword, Limit),
    /// Text that Go reads as a quantity ([`GoValue::Quantity`](crate::schema::GoValue::Quantity)).
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
    /// `x-kubernetes-embedded-resource` of an object of any fields that a Go type holds. Of custom resources the whole
    /// request is judged ([`CustomResource`](crate::crd::CustomResource)).
    EmbeddedResource,
}

/// Which values a check looks at. One family is one validator of the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Every value, null as well: `type`.
    Type,
    /// Every value: `anyOf`, `oneOf`, `allOf`, `not` and `dependencies`.
    Composite,
    /// Text.
    Text,
    /// Numbers.
    Number,
    /// Lists.
    List,
    /// Every value, null as well: `enum`.
    Enumeration,
    /// Objects, as structs and as maps.
    Object,
}

impl Family {
    /// All families in the order of their checks.
    pub const ORDER: [Family; 7] = [
        Family::Type,
        Family::Composite,
        Family::Text,
        Family::Number,
        Family::List,
        Family::Enumeration,
        Family::Object,
    ];
}

impl<C> Check<C> {
    /// Which values the check looks at.
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

    /// The keyword, as `x-kubernetes-validation-errors` names it.
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

    /// Whether it is one of those checks of text of which the first that fails is the only one reported
    /// (`validate.stringValidator`).
    pub fn is_length_or_pattern(&self) -> bool {
        matches!(self, Check::Limit(keyword, _) if keyword.row().is_length_or_pattern())
    }

    /// The branches of a composite.
    pub fn branches(&self) -> &[C] {
        match self {
            Check::AnyOf(branches) | Check::OneOf(branches) | Check::AllOf(branches) => branches,
            Check::Not(branch) => std::slice::from_ref(branch),
            _ => &[],
        }
    }
}
