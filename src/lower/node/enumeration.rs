//! `enum` with its values in the tag: only values that every layer allows remain, in the order of the outermost one;
//! the constants of the type, which have no order of their own, in that of the tag.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let mut is_of_constants = true;
    for (tag, constraint) in layers.constraints() {
        let Constraint::Enum(values) = constraint else { continue };
        note(schema, "enum", tag);
        if schema.enumeration.is_empty() {
            schema.enumeration.clone_from(values);
        } else if is_of_constants {
            schema.enumeration = values.iter().filter(|value| schema.enumeration.contains(value)).cloned().collect();
        } else {
            schema.enumeration.retain(|value| values.contains(value));
        }
        is_of_constants = false;
        if schema.enumeration.is_empty() {
            // Nothing is left, which an empty `enum` does not say.
            schema.not = Some(Box::default());
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{lower::node::testing::applied, tags::Constraint::Enum};

    #[test]
    fn values_of_all_layers_remain() {
        let outer = Enum(vec![json!("c"), json!("a"), json!("b")]);
        let inner = Enum(vec![json!("a"), json!("c")]);
        let schema = applied(&[&[outer], &[inner]]);
        assert_eq!(schema.enumeration, [json!("c"), json!("a")]);
        assert_eq!(schema.not, None);
    }

    #[test]
    fn layers_without_a_common_value_allow_nothing() {
        let schema = applied(&[&[Enum(vec![json!("a")])], &[Enum(vec![json!("b")])]]);
        assert!(schema.enumeration.is_empty());
        assert_eq!(schema.not, Some(Box::default()));
    }

    #[test]
    fn constants_are_in_the_order_of_the_tag() {
        let lowered = crate::lower::testing::lower_go(
            "// +enum\n// +kubebuilder:validation:Enum=c;a;d\ntype E string\nconst (\n\tA E = \"a\"\n\tB E = \"b\"\n\t\
             C E = \"c\"\n)\ntype T struct {\n\tE E `json:\"e\"`\n}\n",
        );
        assert_eq!(lowered.property_schema("T", "e").enumeration, [json!("c"), json!("a")]);
    }
}
