//! Checks the keyword `x-kubernetes-list-type: map`.

use std::hash::Hash;

use serde_json::Value as Json;

use super::{
    duplicates::{Key, same_key, second_occurrences},
    equality::json_equal,
};
use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    go::to_json,
    value::{List, ValueRef},
};

/// Checks that every element is an object or null, and that no two elements have equal values for all `keys`. Two
/// missing keys are equal.
pub fn list_map(items: &dyn List, keys: &[impl AsRef<str>], path: &Path<'_>, cx: &mut Context) -> bool {
    for index in 0..items.len() {
        let Some(item) = items.get(index) else { continue };
        if !matches!(item, ValueRef::Map(_) | ValueRef::Null) {
            cx.report(|| {
                let detail = "must be an object for an array of list-type map";
                Error::new(ErrorType::Invalid, path.index(index).to_path_buf(), BadValue::from(item), detail)
                    .with_origin("x-kubernetes-list-type")
            });
            return false;
        }
    }
    let key_of = |index: usize, key: &str| -> Option<ValueRef<'_>> {
        match items.get(index)? {
            ValueRef::Map(map) => map.get(key),
            _ => None,
        }
    };
    let shown = |index: usize| -> Json {
        let mut object = serde_json::Map::new();
        for key in keys {
            if let Some(value) = key_of(index, key.as_ref()) {
                object.insert(key.as_ref().to_owned(), value.to_json());
            }
        }
        Json::Object(object)
    };
    let mut passed = true;
    let mut found = |index: usize| {
        passed = false;
        cx.report(|| {
            let path = path.index(index).to_path_buf();
            Error::new(ErrorType::Duplicate, path, BadValue::Json(shown(index)), "")
                .with_origin("x-kubernetes-list-type")
        });
        !cx.is_done()
    };
    if let [key] = keys {
        // A single key is compared like an element of a set, several keys by their JSON text.
        let key = key.as_ref();
        second_occurrences(
            items.len(),
            |left, right| same_key(key_of(left, key).as_ref(), key_of(right, key).as_ref()),
            |index, hasher| Key::of(key_of(index, key)).hash(hasher),
            &mut found,
        );
    } else {
        second_occurrences(
            items.len(),
            |left, right| {
                keys.iter().all(|key| match (key_of(left, key.as_ref()), key_of(right, key.as_ref())) {
                    (Some(left), Some(right)) => json_equal(&left, &right),
                    (None, None) => true,
                    _ => false,
                })
            },
            |index, hasher| to_json(&shown(index)).hash(hasher),
            &mut found,
        );
    }
    passed
}

/// Checks like [`list_map`], for elements of a Rust type. `key` returns a value that identifies an element; `shown`
/// returns the object of keys for the error message.
///
/// ```
/// use idlgen_runtime::{check, field::Path, Context, Mode, Options};
///
/// struct Port { name: String }
/// let ports = vec![Port { name: "http".into() }, Port { name: "http".into() }];
/// let mut cx = Context::new(Mode::AllErrors, Options::default());
/// let root = Path::root();
/// check::list_map_by(
///     &ports,
///     |port| port.name.as_str(),
///     |port| serde_json::json!({"name": port.name}),
///     &root.field("ports"),
///     &mut cx,
/// );
/// assert_eq!(cx.errors().to_string(), "ports[1]: Duplicate value: {\"name\":\"http\"}");
/// ```
pub fn list_map_by<'a, T, K: Eq + Hash>(
    items: &'a [T],
    key: impl Fn(&'a T) -> K,
    shown: impl Fn(&'a T) -> Json,
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
                let value = items.get(index).map_or(BadValue::Omitted, |item| BadValue::Json(shown(item)));
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
    use serde_json::json;

    use super::*;
    use crate::check::tests::errors;

    #[test]
    fn one_key() {
        let items = vec![json!({"k": "a", "v": 1}), json!({"k": "a"}), json!({}), json!(null), json!({"k": null})];
        assert_eq!(
            errors(|path, cx| list_map(&items, &["k"], path, cx)),
            ["f.a[1]: Duplicate value: {\"k\":\"a\"}", "f.a[3]: Duplicate value: {}"]
        );
        let items = vec![json!({"k": 1}), json!({"k": 1.0})];
        assert_eq!(errors(|path, cx| list_map(&items, &["k"], path, cx)), [""; 0]);
        let items = vec![json!({"k": 0.0}), json!({"k": -0.0})];
        assert_eq!(errors(|path, cx| list_map(&items, &["k"], path, cx)), ["f.a[1]: Duplicate value: {\"k\":-0}"]);
        assert_eq!(errors(|path, cx| list_map(&items, &["k", "l"], path, cx)), [""; 0]);
    }

    #[test]
    fn several_keys() {
        let items = vec![json!({"k": 1, "l": "x"}), json!({"k": 1.0, "l": "x"}), json!({"k": 1}), json!({"l": 1})];
        assert_eq!(
            errors(|path, cx| list_map(&items, &["k", "l"], path, cx)),
            ["f.a[1]: Duplicate value: {\"k\":1,\"l\":\"x\"}"]
        );
        let many: Vec<Json> = (0..40).map(|index| json!({"k": index % 39, "l": "x"})).collect();
        assert_eq!(
            errors(|path, cx| list_map(&many, &["k", "l"], path, cx)),
            ["f.a[39]: Duplicate value: {\"k\":0,\"l\":\"x\"}"]
        );
    }

    #[test]
    fn elements_are_objects() {
        let items = vec![json!({"k": 1}), json!({"k": 1}), json!("x"), json!(2)];
        assert_eq!(
            errors(|path, cx| list_map(&items, &["k"], path, cx)),
            ["f.a[2]: Invalid value: \"x\": must be an object for an array of list-type map"]
        );
    }

    #[test]
    fn keys_that_both_elements_lack_are_equal() {
        let items = vec![json!({"k": 1}), json!({"k": 1}), json!({"k": 1, "l": 2}), json!({"l": 2}), json!({"l": 2})];
        assert_eq!(
            errors(|path, cx| list_map(&items, &["k", "l"], path, cx)),
            ["f.a[1]: Duplicate value: {\"k\":1}", "f.a[4]: Duplicate value: {\"l\":2}"]
        );
    }

    #[test]
    fn keys_computed_by_a_function() {
        let shown = |item: &i64| json!({ "k": item });
        let run = |items: &[i64]| errors(|path, cx| list_map_by(items, |item| *item, shown, path, cx));
        assert_eq!(run(&[1, 2, 3]), [""; 0]);
        assert_eq!(
            run(&[1, 2, 1, 2, 1]),
            ["f.a[2]: Duplicate value: {\"k\":1}", "f.a[3]: Duplicate value: {\"k\":2}",]
        );
        let many: Vec<i64> = (0..40).map(|index| index % 39).collect();
        assert_eq!(run(&many), ["f.a[39]: Duplicate value: {\"k\":0}"]);
    }
}
