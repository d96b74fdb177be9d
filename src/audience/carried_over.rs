//! Which tags of natively served packages count inside of custom resources.

use crate::tags::{DefaultValue, Dialect, Meaning, Tag};

/// Returns `true` if controller-gen or KEP-4153 gives a tag an effect in custom resources, or no schema does.
pub(super) fn is_carried_over(tag: &Tag) -> bool {
    match tag.dialect {
        Dialect::Kubebuilder | Dialect::FeatureGates | Dialect::Foreign => true,
        // `+enum` and `+default=ref(…)` are the ones that Kubernetes' modules write and controller-gen does not read.
        Dialect::Plain => !matches!(
            tag.meaning,
            Meaning::Enum | Meaning::Default(DefaultValue::Reference { .. } | DefaultValue::Constant { .. })
        ),
        Dialect::KubeOpenApi => match &tag.meaning {
            Meaning::Constraint(_) | Meaning::Enum | Meaning::Immutable => false,
            Meaning::Default(DefaultValue::Reference { .. } | DefaultValue::Constant { .. }) => false,
            meaning => !is_validation(meaning),
        },
        // `+k8s:optional`, `+k8s:required`, `+k8s:listType`, `+k8s:listMapKey`, `+k8s:immutable` and `+k8s:enum`.
        Dialect::Declarative => match &tag.meaning {
            Meaning::Constraint(_) | Meaning::Default(_) => false,
            meaning => !is_validation(meaning),
        },
    }
}

/// Returns `true` if a tag is one of KEP-4153 that limits values.
pub(super) fn is_of_kep_4153(tag: &Tag) -> bool {
    let limits = is_validation(&tag.meaning) || matches!(tag.meaning, Meaning::Constraint(_) | Meaning::Immutable);
    tag.dialect == Dialect::Plain && limits
}

/// Whether it says what is valid, in words that only one dialect has.
fn is_validation(meaning: &Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Rule(_)
            | Meaning::NameFormat(_)
            | Meaning::MutuallyExclusive(_)
            | Meaning::OneOf(..)
            | Meaning::SchemaType(_)
            | Meaning::Schemaless
            | Meaning::Contextual { .. }
            | Meaning::ErrorMessage { .. }
            | Meaning::Override { .. }
            | Meaning::Nested { .. }
            | Meaning::IntOrString
            | Meaning::EmbeddedResource
            | Meaning::PreserveUnknownFields
    )
}
