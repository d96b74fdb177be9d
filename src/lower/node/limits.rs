//! Keywords that have a row: `multipleOf`, `minLength`, `maxLength`, `minItems`, `maxItems`, `minProperties`,
//! `maxProperties`. What several say together is the row's; where all count, the others do through `allOf`.

use idlgen_validate::{Schema, keyword::Combination};

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::Limit(keyword, value) = constraint {
            let differs = schema.keywords.get(*keyword).is_some_and(|known| known != value);
            if differs && keyword.row().combination == Combination::All {
                let branch = Schema { keywords: [(*keyword, value.clone())].into(), ..Schema::default() };
                if !schema.all_of.contains(&branch) {
                    schema.all_of.push(branch);
                }
            }
            schema.keywords.add(*keyword, value.clone());
            note(schema, keyword.name(), tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::{
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
        let only =
            |factor| Schema { keywords: [(Keyword::MultipleOf, Number::Int(factor))].into(), ..Schema::default() };
        let schema = applied(&[&[of(2)], &[of(3)], &[of(2)]]);
        assert_eq!(schema.keywords, only(2).keywords);
        assert_eq!(schema.all_of, [only(3)]);
    }
}
