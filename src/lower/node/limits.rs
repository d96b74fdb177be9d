//! Keywords that have a row: `minLength`, `maxLength`, `minItems`, `maxItems`, `minProperties`, `maxProperties`. What
//! several say together is the row's.

use idlgen_validate::Schema;

use super::note;
use crate::{lower::layer::Layers, tags::Constraint};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    for (tag, constraint) in layers.constraints() {
        if let Constraint::Limit(keyword, value) = constraint {
            schema.keywords.add(*keyword, value.clone());
            note(schema, keyword.name(), tag);
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::keyword::{Combination, Keyword};

    use crate::{lower::node::testing::applied, tags::Constraint};

    #[test]
    fn the_tightest_counts() {
        for keyword in Keyword::ALL {
            let (five, seven) = (Constraint::limit(keyword, 5), Constraint::limit(keyword, 7));
            let limit = |layers: &[&[Constraint]]| applied(layers).keywords.count(keyword);
            let of_both = match keyword.row().combination {
                Combination::Least => 5,
                Combination::Greatest => 7,
            };
            assert_eq!(limit(&[std::slice::from_ref(&five)]), Some(5));
            for layers in [[&five, &seven], [&seven, &five]] {
                let apart = [std::slice::from_ref(layers[0]), &[], std::slice::from_ref(layers[1])];
                assert_eq!(limit(&apart), Some(of_both), "{}", keyword.name());
            }
            assert_eq!(limit(&[&[]]), None);
        }
    }
}
