//! `pattern`: several different ones all count, the others through `allOf`.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        let Constraint::Pattern(pattern) = constraint else { continue };
        note(schema, "pattern", tag);
        if schema.pattern.is_none() {
            schema.pattern = Some(pattern.clone());
            continue;
        }
        let branch = Schema { pattern: Some(pattern.clone()), ..Schema::default() };
        if schema.pattern.as_ref() != Some(pattern) && !schema.all_of.contains(&branch) {
            schema.all_of.push(branch);
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::Schema;

    use crate::{lower::node::testing::applied, tags::Constraint::Pattern};

    #[test]
    fn all_patterns_count_once() {
        let pattern = |text: &str| Pattern(text.to_owned());
        let schema = applied(&[&[pattern("^a"), pattern("b$")], &[pattern("^a"), pattern("b$"), pattern("c")]]);
        assert_eq!(schema.pattern.as_deref(), Some("^a"));
        let branch = |text: &str| Schema { pattern: Some(text.to_owned()), ..Schema::default() };
        assert_eq!(schema.all_of, [branch("b$"), branch("c")]);
    }
}
