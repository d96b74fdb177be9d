//! Keywords that limit values. The table row of a keyword defines how the limits of several tags are combined. If all
//! of them apply, the others are added through `allOf`.

use idlgen_schema::{
    Schema,
    keyword::{Combination, Keyword, Kind, Value},
};

use super::{bound, enumeration, format, note};
use crate::{lower::layer::Layers, tags::Constraint};

/// Adds the limits of the layers to the schema.
pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for keyword in [Keyword::Minimum, Keyword::Maximum] {
        bound::apply(schema, keyword, layers);
    }
    for (tag, constraint) in layers.constraints() {
        match constraint {
            Constraint::Limit(keyword, value) if !has_its_own_way(*keyword) => {
                add(schema, *keyword, value);
                note(schema, keyword.name(), tag);
            }
            _ => {}
        }
    }
    format::apply(schema, layers);
    enumeration::apply(schema, layers);
}

/// Returns `true` if a separate file combines the tags for a keyword.
fn has_its_own_way(keyword: Keyword) -> bool {
    match keyword.row().kind {
        Kind::Bound { .. } | Kind::Name | Kind::Members => true,
        Kind::Count | Kind::Factor | Kind::Pattern | Kind::Flag => false,
    }
}

fn add(schema: &mut Schema, keyword: Keyword, value: &Value) {
    let differs = schema.keywords.get(keyword).is_some_and(|known| known != value);
    // A flag that is `false` is equivalent to a missing one.
    if differs && keyword.row().combination == Combination::All && *value != Value::Flag(false) {
        let branch = Schema::of_keyword(keyword, value.clone());
        if !schema.all_of.contains(&branch) {
            schema.all_of.push(branch);
        }
    }
    schema.keywords.add(keyword, value.clone());
}

#[cfg(test)]
mod tests {
    use idlgen_schema::{
        Schema,
        keyword::{Combination, Keyword, Kind},
        schema::Number,
    };

    use crate::{lower::node::testing::applied, tags::Constraint};

    #[test]
    fn the_tightest_counts() {
        for keyword in Keyword::ALL.into_iter().filter(|keyword| keyword.row().kind == Kind::Count) {
            let (five, seven) = (Constraint::limit(keyword, 5), Constraint::limit(keyword, 7));
            let limit = |layers: &[&[Constraint]]| applied(layers).keywords.count(keyword);
            let of_both = match keyword.row().combination {
                Combination::Least => 5,
                Combination::Greatest => 7,
                Combination::All => unreachable!("no limit of a count is of this kind"),
            };
            assert_eq!(limit(&[std::slice::from_ref(&five)]), Some(5));
            for layers in [[&five, &seven], [&seven, &five]] {
                let apart = [std::slice::from_ref(layers[0]), &[], std::slice::from_ref(layers[1])];
                assert_eq!(limit(&apart), Some(of_both), "{}", keyword.name());
            }
            assert_eq!(limit(&[&[]]), None);
        }
    }

    #[test]
    fn all_factors_count() {
        let of = |factor| Constraint::limit(Keyword::MultipleOf, Number::Int(factor));
        let only = |factor| Schema::of_keyword(Keyword::MultipleOf, Number::Int(factor));
        let schema = applied(&[&[of(2)], &[of(3)], &[of(2)]]);
        assert_eq!(schema.keywords, only(2).keywords);
        assert_eq!(schema.all_of, [only(3)]);
    }

    #[test]
    fn all_patterns_count_once() {
        let pattern = |text: &str| Constraint::limit(Keyword::Pattern, text);
        let schema = applied(&[&[pattern("^a"), pattern("b$")], &[pattern("^a"), pattern("b$"), pattern("c")]]);
        assert_eq!(schema.pattern(), Some("^a"));
        assert_eq!(schema.all_of, ["b$", "c"].map(|text| Schema::of_keyword(Keyword::Pattern, text)));
    }

    #[test]
    fn one_layer_is_enough_for_a_flag() {
        let unique = |flag| Constraint::limit(Keyword::UniqueItems, flag);
        let flagged = Schema::of_keyword(Keyword::UniqueItems, true);
        assert_eq!(applied(&[&[unique(false)], &[unique(true)], &[unique(false)]]), flagged);
        assert_eq!(applied(&[&[unique(false)]]), Schema::default());
    }
}
