//! Checks the keyword `x-kubernetes-list-type: set`.

use std::hash::Hash;

use super::duplicates::{second_occurrences, second_occurrences_in};
use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    value::{List, Value},
};

/// Checks that no element occurs twice. Scalars of different types are different (1 and 1.0); lists and objects are
/// compared by JSON text. Reports each repeated value once.
pub fn list_set(items: &dyn List, path: &Path<'_>, cx: &mut Context) -> bool {
    let mut passed = true;
    second_occurrences_in(items, |index| {
        passed = false;
        cx.report(|| {
            let value = items.get(index).map_or(BadValue::Omitted, BadValue::from);
            Error::new(ErrorType::Duplicate, path.index(index).to_path_buf(), value, "")
                .with_origin("x-kubernetes-list-type")
        });
        !cx.is_done()
    });
    passed
}

/// Checks like [`list_set`], for elements of a Rust type. `key` returns a value that identifies an element.
///
/// ```
/// use idlgen_runtime::{check, field::Path, Context, Mode, Options};
///
/// let finalizers = vec!["a".to_owned(), "b".to_owned(), "a".to_owned()];
/// let mut cx = Context::new(Mode::AllErrors, Options::default());
/// let root = Path::root();
/// check::list_set_by(&finalizers, String::as_str, &root.field("finalizers"), &mut cx);
/// assert_eq!(cx.errors().to_string(), "finalizers[2]: Duplicate value: \"a\"");
/// ```
pub fn list_set_by<'a, T: Value, K: Eq + Hash>(
    items: &'a [T],
    key: impl Fn(&'a T) -> K,
    path: &Path<'_>,
    cx: &mut Context,
) -> bool {
    let mut passed = true;
    second_occurrences(
        items.len(),
        |left, right| items.get(left).map(&key) == items.get(right).map(&key),
        |index, hasher| items.get(index).map(&key).hash(hasher),
        |index| {
            passed = false;
            cx.report(|| {
                let value = items.get(index).map_or(BadValue::Omitted, |item| BadValue::from(item.as_value()));
                Error::new(ErrorType::Duplicate, path.index(index).to_path_buf(), value, "")
                    .with_origin("x-kubernetes-list-type")
            });
            !cx.is_done()
        },
    );
    passed
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;
    use crate::check::tests::errors;

    #[test]
    fn reports_second_occurrences_only() {
        let items = vec![json!("a"), json!(1), json!("a"), json!(1.0), json!("a"), json!(1)];
        assert_eq!(
            errors(|path, cx| list_set(&items, path, cx)),
            ["f.a[2]: Duplicate value: \"a\"", "f.a[5]: Duplicate value: 1"]
        );
        let items = vec![json!({"a": 1, "b": [2]}), json!({"b": [2.0], "a": 1.0}), json!([]), json!({}), json!(null)];
        assert_eq!(errors(|path, cx| list_set(&items, path, cx)), ["f.a[1]: Duplicate value: {\"a\":1,\"b\":[2]}"]);
    }

    #[test]
    fn the_sign_of_zero_counts_only_inside_of_elements() {
        for others in [0, 20] {
            let mut items: Vec<Json> = (0..others).map(|number| json!(f64::from(number) + 0.5)).collect();
            items.extend([json!(0.0), json!(-0.0), json!([0.0]), json!([-0.0])]);
            let index = others + 1;
            assert_eq!(
                errors(|path, cx| list_set(&items, path, cx)),
                [format!("f.a[{index}]: Duplicate value: -0")],
                "{others}"
            );
        }
    }

    #[test]
    fn every_value_that_occurs_twice_is_reported() {
        let numbers = [1, 2, 1, 2, 2];
        assert_eq!(
            errors(|path, cx| list_set_by(&numbers, |number| *number, path, cx)),
            ["f.a[2]: Duplicate value: 1", "f.a[3]: Duplicate value: 2"]
        );
        assert!(errors(|path, cx| list_set_by(&numbers[..2], |number| *number, path, cx)).is_empty());
    }

    #[test]
    fn long_lists_give_the_same() {
        let mut items: Vec<Json> = (0..100).map(Json::from).collect();
        items.extend([json!(7), json!(7), json!(7.0), json!([1]), json!([1.0])]);
        assert_eq!(
            errors(|path, cx| list_set(&items, path, cx)),
            ["f.a[100]: Duplicate value: 7", "f.a[104]: Duplicate value: [1]"]
        );
        let numbers: Vec<i64> = (0..100).chain([7, 7]).collect();
        assert_eq!(
            errors(|path, cx| list_set_by(&numbers, |number| *number, path, cx)),
            ["f.a[100]: Duplicate value: 7"]
        );
    }
}
