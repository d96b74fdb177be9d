//! `multipleOf`: several different ones all count, the others through `allOf`.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        let Constraint::MultipleOf(factor) = constraint else { continue };
        note(schema, "multipleOf", tag);
        if schema.multiple_of.is_none() {
            schema.multiple_of = Some(*factor);
            continue;
        }
        let branch = Schema { multiple_of: Some(*factor), ..Schema::default() };
        if schema.multiple_of != Some(*factor) && !schema.all_of.contains(&branch) {
            schema.all_of.push(branch);
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::{Schema, schema::Number::Int};

    use crate::{lower::node::testing::applied, tags::Constraint::MultipleOf};

    #[test]
    fn all_factors_count() {
        let schema = applied(&[&[MultipleOf(Int(2))], &[MultipleOf(Int(3))], &[MultipleOf(Int(2))]]);
        assert_eq!(schema.multiple_of, Some(Int(2)));
        assert_eq!(schema.all_of, [Schema { multiple_of: Some(Int(3)), ..Schema::default() }]);
    }
}
