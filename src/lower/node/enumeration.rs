//! `enum` with its values in the tag: only values that every layer allows remain, in the order of the outermost one.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        let Constraint::Enum(values) = constraint else { continue };
        note(schema, "enum", tag);
        if schema.enumeration.is_empty() {
            schema.enumeration.clone_from(values);
        } else {
            schema.enumeration.retain(|value| values.contains(value));
            if schema.enumeration.is_empty() {
                // Nothing is left, which an empty `enum` does not say.
                schema.not = Some(Box::default());
                return;
            }
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
}
