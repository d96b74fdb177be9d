//! `enum` with values in the tag. Only values that every layer allows remain, in the order of the outermost layer. The
//! constants of a type have no order, so the order of a tag takes precedence. If a declaration has both `+enum` and
//! values, the values take precedence: a type may allow values without a constant, such as the empty string.

use std::collections::HashSet;

use idlgen_schema::{Schema, keyword::Keyword};
use serde_json::Value as Json;

use super::note;
use crate::{
    lower::layer::Layers,
    tags::{Constraint, TagKind},
};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let mut is_of_constants = true;
    let lists = |meaning: &TagKind| matches!(meaning, TagKind::Constraint(Constraint::Limit(Keyword::Enum, _)));
    let of_constants = layers.0.iter().find(|layer| layer.kinds().any(|(_, meaning)| *meaning == TagKind::Enum));
    if of_constants.is_some_and(|layer| layer.kinds().any(|(_, meaning)| lists(meaning))) {
        schema.keywords.remove(Keyword::Enum);
    }
    for (tag, constraint) in layers.constraints() {
        let Some(values) = constraint.members() else { continue };
        note(schema, "enum", tag);
        let known = schema.enumeration();
        // The values of `of` that are in `allowed`.
        let among = |of: &[Json], allowed: &[Json]| -> Vec<Json> {
            let allowed: HashSet<&Json> = allowed.iter().collect();
            of.iter().filter(|value| allowed.contains(value)).cloned().collect()
        };
        let members = match known {
            [] => values.to_vec(),
            _ if is_of_constants => among(values, known),
            _ => among(known, values),
        };
        schema.keywords.set(Keyword::Enum, members);
        is_of_constants = false;
        if schema.enumeration().is_empty() {
            // No value remains. An empty `enum` cannot express this.
            schema.not = Some(Box::default());
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_schema::keyword::Keyword;
    use serde_json::{Value as Json, json};

    use crate::{lower::node::testing::applied, tags::Constraint};

    fn listed(values: impl Into<Vec<Json>>) -> Constraint {
        Constraint::limit(Keyword::Enum, values.into())
    }

    #[test]
    fn values_of_all_layers_remain() {
        let outer = listed([json!("c"), json!("a"), json!("b")]);
        let inner = listed([json!("a"), json!("c")]);
        let schema = applied(&[&[outer], &[inner]]);
        assert_eq!(schema.enumeration(), [json!("c"), json!("a")]);
        assert_eq!(schema.not, None);
    }

    #[test]
    fn layers_without_a_common_value_allow_nothing() {
        let schema = applied(&[&[listed([json!("a")])], &[listed([json!("b")])]]);
        assert!(schema.enumeration().is_empty());
        assert_eq!(schema.not, Some(Box::default()));
    }

    #[test]
    fn constants_are_in_the_order_of_the_tag() {
        let lowered = crate::lower::testing::lower_go(
            "// +enum\ntype E string\nconst (\n\tA E = \"a\"\n\tB E = \"b\"\n\tC E = \"c\"\n)\n\
             type T struct {\n\t// +kubebuilder:validation:Enum=c;a;d\n\tE E `json:\"e\"`\n}\n",
        );
        assert_eq!(lowered.property_schema("T", "e").enumeration(), [json!("c"), json!("a")]);
    }

    #[test]
    fn values_beside_constants_are_the_values() {
        let lowered = crate::lower::testing::lower_go(
            "// +enum\n// +kubebuilder:validation:Enum=\"\";c;a\ntype E string\nconst (\n\tA E = \"a\"\n\
             \tB E = \"b\"\n\tC E = \"c\"\n)\n\
             type T struct {\n\tE E `json:\"e\"`\n\t// +kubebuilder:validation:Enum=a;b;\"\"\n\
             \tF E `json:\"f\"`\n}\n",
        );
        assert_eq!(lowered.property_schema("T", "e").enumeration(), [json!(""), json!("c"), json!("a")]);
        assert_eq!(lowered.property_schema("T", "f").enumeration(), [json!("a"), json!("")]);
    }
}
