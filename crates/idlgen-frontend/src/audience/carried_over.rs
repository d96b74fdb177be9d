//! Tags of built-in packages that apply inside of custom resources.

use crate::tags::{DefaultValue, Dialect, Tag, TagKind};

/// Returns `true` for a tag that affects custom resources in controller-gen or KEP-4153, or that affects no schema.
pub(super) fn is_carried_over(tag: &Tag) -> bool {
    match tag.dialect {
        Dialect::Kubebuilder | Dialect::FeatureGates | Dialect::Foreign => true,
        // Kubernetes modules contain `+enum` and `+default=ref(…)`, which controller-gen ignores.
        Dialect::Plain => !matches!(
            tag.meaning,
            TagKind::Enum | TagKind::Default(DefaultValue::Reference { .. } | DefaultValue::Constant { .. })
        ),
        Dialect::KubeOpenApi => match &tag.meaning {
            TagKind::Constraint(_) | TagKind::Enum | TagKind::Immutable => false,
            TagKind::Default(DefaultValue::Reference { .. } | DefaultValue::Constant { .. }) => false,
            meaning => !is_validation(meaning),
        },
        // These are `+k8s:optional`, `+k8s:required`, `+k8s:listType`, `+k8s:listMapKey`, `+k8s:immutable` and
        // `+k8s:enum`.
        Dialect::Declarative => match &tag.meaning {
            TagKind::Constraint(_) | TagKind::Default(_) => false,
            meaning => !is_validation(meaning),
        },
    }
}

/// Returns `true` for a KEP-4153 tag that restricts values.
pub(super) fn is_of_kep_4153(tag: &Tag) -> bool {
    let limits = is_validation(&tag.meaning) || matches!(tag.meaning, TagKind::Constraint(_) | TagKind::Immutable);
    tag.dialect == Dialect::Plain && limits
}

/// Returns `true` for a validation that only one dialect's tags can express.
fn is_validation(meaning: &TagKind) -> bool {
    matches!(
        meaning,
        TagKind::Rule(_)
            | TagKind::NameFormat(_)
            | TagKind::MutuallyExclusive(_)
            | TagKind::OneOf(..)
            | TagKind::SchemaType(_)
            | TagKind::Schemaless
            | TagKind::Contextual { .. }
            | TagKind::ErrorMessage { .. }
            | TagKind::Override { .. }
            | TagKind::Nested { .. }
            | TagKind::IntOrString
            | TagKind::EmbeddedResource
            | TagKind::PreserveUnknownFields
    )
}
