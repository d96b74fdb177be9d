//! Checks the keyword `uniqueItems`.

use std::hash::Hash;

use super::{
    duplicates::{Key, second_occurrences},
    equality::deep_equal,
};
use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    value::{List, ValueRef},
};

/// Checks that no two elements are equal ([`deep_equal`]: 1 and 1.0 differ). Reports one error for any number of
/// duplicates.
pub fn unique_items(items: &dyn List, path: &Path<'_>, cx: &mut Context) -> bool {
    let equal = |left: usize, right: usize| match (items.get(left), items.get(right)) {
        (Some(left), Some(right)) => deep_equal(&left, &right),
        _ => false,
    };
    let mut passed = true;
    let has_compounds = (0..items.len())
        .any(|index| items.get(index).is_some_and(|item| matches!(item, ValueRef::List(_) | ValueRef::Map(_))));
    if has_compounds {
        // Equal elements have equal JSON text, except for the sign of zeros. The converse does not hold, so elements
        // with equal text are compared.
        let text_of = |index: usize| Some(crate::go::to_json(&items.get(index)?.to_json()).replace("-0", "0"));
        let mut keyed: Vec<(String, usize)> =
            (0..items.len()).filter_map(|index| Some((text_of(index)?, index))).collect();
        keyed.sort_unstable();
        passed = !keyed.chunk_by(|left, right| left.0 == right.0).any(|group| {
            group
                .iter()
                .enumerate()
                .any(|(position, (_, right))| group.iter().take(position).any(|(_, left)| equal(*left, *right)))
        });
    } else {
        second_occurrences(
            items.len(),
            equal,
            |index, hasher| Key::of(items.get(index)).hash(hasher),
            |_| {
                passed = false;
                false
            },
        );
    }
    if passed {
        return true;
    }
    cx.report(|| {
        let detail = format!("{} in body shouldn't contain duplicates", path.dotted());
        Error::of_value(ErrorType::Invalid, path, BadValue::from(""), detail).with_origin("uniqueItems")
    });
    false
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::unique_items;
    use crate::check::tests::errors;

    #[test]
    fn compares_deeply() {
        let text = "f.a: Invalid value: \"\": f.a in body shouldn't contain duplicates";
        let cases: &[(Json, bool)] = &[
            (json!([]), true),
            (json!([1, 1.0, "1"]), true),
            (json!([1, 2, 1, 1]), false),
            (json!([null, null]), false),
            (json!([{"a": 1}, {"a": 1.0}]), true),
            (json!([{"a": 1}, {"a": 1.0}, 3, {"a": 1}]), false),
            (json!([{"a": 1}, {"a": 2}, 3, 3]), false),
            (json!([[1], [2], [1.0]]), true),
            (json!([[1], [2], [1]]), false),
            (json!([0.0, -0.0]), false),
            (json!([[0.0], [-0.0]]), false),
            (json!([[0.5], [-0.0], [-0.5]]), true),
            (json!([["-0"], ["0"]]), true),
        ];
        for (items, passes) in cases {
            let Json::Array(items) = items else { unreachable!() };
            let wanted: &[&str] = if *passes { &[] } else { &[text] };
            assert_eq!(errors(|path, cx| unique_items(items, path, cx)), wanted, "{items:?}");
        }
    }
}
