//! Checks the keys of `map` lists with a Rust element type.

use std::hash::DefaultHasher;

use serde_json::Value as Json;

use super::{
    duplicates::second_occurrences,
    list_key::{
        ListKey,
        comparison::{are_equal, hash_key, hash_keys, identifies, is_equal, is_same_element, telling},
    },
};
use crate::{
    context::Context,
    field::{BadValue, Error, ErrorType, Path},
    value::{List, ValueRef},
};

/// Checks like [`list_map`](super::list_map), for elements of a Rust type. The closure `keys` returns the values of the
/// keys `names` in an element.
///
/// ```
/// use idlgen_runtime::{check::{self, ListKey}, field::Path, Context, Mode, Options};
///
/// struct Port { port: i32, protocol: String }
/// let ports = vec![Port { port: 53, protocol: String::new() }, Port { port: 53, protocol: "TCP".into() }];
/// let mut cx = Context::new(Mode::AllErrors, Options::default());
/// let root = Path::root();
/// check::list_map_keys(
///     &ports,
///     ["port", "protocol"],
///     |item| [ListKey::of(&item.port).unless_zero(), ListKey::of(&item.protocol).unless_zero().or("TCP")],
///     &root.field("ports"),
///     &mut cx,
/// );
/// assert_eq!(cx.errors().to_string(), "ports[1]: Duplicate value: {\"port\":53,\"protocol\":\"TCP\"}");
/// ```
pub fn list_map_keys<'a, T, const N: usize>(
    items: &'a [T],
    names: [&str; N],
    keys: impl Fn(&'a T) -> [ListKey<'a>; N],
    path: &Path<'_>,
    cx: &mut Context,
) -> bool {
    let with_keys = |index: usize, each: &mut dyn FnMut(&[ListKey<'_>])| {
        if let Some(item) = items.get(index) {
            each(&keys(item));
        }
    };
    list_map_of(items.len(), &names, &with_keys, path, cx)
}

/// Passes the keys of the element at an index to a function.
type WithKeys<'f> = dyn Fn(usize, &mut dyn FnMut(&[ListKey<'_>])) + 'f;

/// Notes the keys of elements, and checks that no two elements have equal keys. This function is compiled once for all
/// types.
fn list_map_of(count: usize, names: &[&str], with_keys: &WithKeys<'_>, path: &Path<'_>, cx: &mut Context) -> bool {
    if let Some(notes) = cx.notes() {
        let mut noted = Vec::with_capacity(count);
        (0..count).for_each(|index| with_keys(index, &mut |keys| noted.push(telling(keys))));
        notes.keys.insert(path.to_path_buf(), noted);
    }
    if count < 2 {
        return true;
    }
    let equal = |left: usize, right: usize| {
        let mut is_equal = false;
        with_keys(left, &mut |left| with_keys(right, &mut |right| is_equal = are_equal(left, right)));
        is_equal
    };
    let hash = |index: usize, hasher: &mut DefaultHasher| with_keys(index, &mut |keys| hash_keys(keys, hasher));
    let shown = |index: usize| {
        let mut object = Json::Null;
        with_keys(index, &mut |keys| object = shown(names.iter().copied().zip(keys)));
        object
    };
    report_duplicates(count, &equal, &hash, &shown, path, cx)
}

/// A key of elements whose fields the calling code does not know. It is looked up by name.
#[derive(Clone, Copy, Debug)]
pub struct NamedKey {
    name: &'static str,
    unless_zero: bool,
    default: fn() -> ListKey<'static>,
}

impl NamedKey {
    /// Creates the key with this JSON name.
    pub const fn new(name: &'static str) -> Self {
        NamedKey { name, unless_zero: false, default: || ListKey::Missing }
    }

    /// Treats the key as missing if it is zero.
    #[must_use]
    pub const fn unless_zero(self) -> Self {
        NamedKey { unless_zero: true, ..self }
    }

    /// Sets the value to use if the key is missing.
    #[must_use]
    pub const fn or(self, default: fn() -> ListKey<'static>) -> Self {
        NamedKey { default, ..self }
    }

    fn of<'a>(&self, item: &ValueRef<'a>) -> ListKey<'a> {
        let ValueRef::Map(map) = item else { return ListKey::Missing };
        let key = map.get(self.name).map_or(ListKey::Missing, ListKey::of_view);
        let key = if self.unless_zero { key.unless_zero() } else { key };
        if key == ListKey::Missing { (self.default)() } else { key }
    }
}

/// Checks like [`list_map_keys`], with keys that are looked up by name.
///
/// ```
/// use idlgen_runtime::{check::{self, ListKey, NamedKey}, field::Path, Context, Mode, Options};
///
/// let ports = vec![serde_json::json!({"port": 53}), serde_json::json!({"port": 53, "protocol": "TCP"})];
/// let keys = [NamedKey::new("port").unless_zero(), NamedKey::new("protocol").unless_zero().or(|| "TCP".into())];
/// let mut cx = Context::new(Mode::AllErrors, Options::default());
/// let root = Path::root();
/// assert!(!check::list_map_named(&ports, &keys, &root.field("ports"), &mut cx));
/// ```
pub fn list_map_named(items: &dyn List, keys: &[NamedKey], path: &Path<'_>, cx: &mut Context) -> bool {
    let of = |index: usize| -> Vec<ListKey<'_>> {
        items.get(index).map(|item| keys.iter().map(|key| key.of(&item)).collect()).unwrap_or_default()
    };
    if let Some(notes) = cx.notes() {
        notes.keys.insert(path.to_path_buf(), (0..items.len()).map(|index| telling(&of(index))).collect());
    }
    let equal = |left: usize, right: usize| match (items.get(left), items.get(right)) {
        (Some(left), Some(right)) => keys.iter().all(|key| is_equal(&key.of(&left), &key.of(&right), keys.len() == 1)),
        _ => false,
    };
    let hash = |index: usize, hasher: &mut DefaultHasher| {
        if let Some(item) = items.get(index) {
            for key in keys {
                hash_key(&key.of(&item), keys.len() == 1, hasher);
            }
        }
    };
    let shown = |index: usize| shown(keys.iter().map(|key| key.name).zip(&of(index)));
    report_duplicates(items.len(), &equal, &hash, &shown, path, cx)
}

/// Returns the object of keys for an error message.
fn shown<'k>(keys: impl Iterator<Item = (&'k str, &'k ListKey<'k>)>) -> Json {
    Json::Object(keys.filter_map(|(name, key)| Some((name.to_owned(), key.to_json()?))).collect())
}

/// Finds and reports duplicates. This function is compiled once for all types.
fn report_duplicates(
    count: usize,
    equal: &dyn Fn(usize, usize) -> bool,
    hash: &dyn Fn(usize, &mut DefaultHasher),
    shown: &dyn Fn(usize) -> Json,
    path: &Path<'_>,
    cx: &mut Context,
) -> bool {
    let mut passed = true;
    second_occurrences(count, equal, hash, |index| {
        passed = false;
        cx.report(|| {
            let value = BadValue::Json(shown(index));
            Error::new(ErrorType::Duplicate, path.index(index).to_path_buf(), value, "")
                .with_origin("x-kubernetes-list-type")
        });
        !cx.is_done()
    });
    passed
}

/// Returns the element of the `old` list that corresponds to an element with these `keys`: the first one with equal
/// keys. Returns `None` if a key is missing or not a scalar.
pub fn old_item<'a, T, const N: usize>(
    old: &'a [T],
    keys: &[ListKey<'_>; N],
    of: impl Fn(&'a T) -> [ListKey<'a>; N],
) -> Option<&'a T> {
    if !identifies(keys) {
        return None;
    }
    old.iter().find(|item| is_same_element(&of(item), keys))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    #[test]
    fn old_items_are_found_by_scalar_keys() {
        let old = [("a", 1), ("b", 2), ("b", 3)];
        let keys = |item: &'static (&'static str, i32)| [ListKey::from(item.0).unless_zero()];
        let old: &'static [(&str, i32)] = Box::leak(Box::new(old));
        assert_eq!(old_item(old, &[ListKey::from("b")], keys), Some(&("b", 2)));
        assert_eq!(old_item(old, &[ListKey::from("c")], keys), None);
        assert_eq!(old_item(old, &[ListKey::Missing], keys), None);
        assert_eq!(ListKey::from(0).unless_zero().or(7), ListKey::Int(7));
        assert_eq!(ListKey::of(&vec![1, 2]), ListKey::Json("[1,2]".to_owned()));
    }

    #[test]
    fn no_old_item_is_found_by_keys_that_do_not_identify_it() {
        let old: &'static [(&str, i32)] = &[("", 1)];
        assert_eq!(old_item(old, &[ListKey::Missing], |item| [ListKey::from(item.0).unless_zero()]), None);
        assert_eq!(old_item(old, &[ListKey::from("")], |item| [ListKey::from(item.0)]), Some(&("", 1)));
        let keys = [ListKey::from(1), ListKey::Json("[1]".to_owned())];
        assert_eq!(old_item(old, &keys, |_| keys.clone()), None);
        assert_eq!(old_item(old, &[], |_| []), None);
    }

    #[test]
    fn duplicates_are_shown_with_all_keys() {
        let array = vec![1, 2];
        let keys =
            |_| [ListKey::from(true), ListKey::from(1), ListKey::from("a"), ListKey::Missing, ListKey::of(&array)];
        let errors = crate::check::tests::errors(|path, cx| {
            list_map_keys(&[1], ["b", "i", "t", "m", "j"], keys, path, cx)
                && list_map_keys(&[1, 2], ["b", "i", "t", "m", "j"], keys, path, cx)
        });
        assert_eq!(errors, ["f.a[1]: Duplicate value: {\"b\":true,\"i\":1,\"j\":[1,2],\"t\":\"a\"}"]);
    }

    #[test]
    fn named_keys_are_missing_if_they_are_zero() {
        let item = serde_json::json!({"port": 0, "name": "a"});
        let item = item.as_value();
        assert_eq!(NamedKey::new("port").of(&item), ListKey::Int(0));
        assert_eq!(NamedKey::new("port").unless_zero().of(&item), ListKey::Missing);
        assert_eq!(NamedKey::new("port").unless_zero().or(|| ListKey::Int(7)).of(&item), ListKey::Int(7));
        assert_eq!(NamedKey::new("port").or(|| ListKey::Int(7)).of(&item), ListKey::Int(0));
        assert_eq!(NamedKey::new("name").unless_zero().of(&item), ListKey::from("a"));
        assert_eq!(NamedKey::new("other").of(&item), ListKey::Missing);
    }

    #[test]
    fn duplicates_are_reported_and_returned() {
        let check = |items: &[serde_json::Value]| {
            let mut cx = Context::new(crate::Mode::AllErrors, crate::Options::default());
            let items = items.to_vec();
            let passed =
                list_map_named(&items, &[NamedKey::new("a"), NamedKey::new("b")], &Path::root().field("l"), &mut cx);
            (passed, cx.errors().to_string())
        };
        let item = |a: i32, b: i32| serde_json::json!({"a": a, "b": b});
        assert_eq!(check(&[item(1, 1), item(1, 2), item(2, 1)]), (true, String::new()));
        let duplicate = "l[2]: Duplicate value: {\"a\":1,\"b\":1}";
        assert_eq!(check(&[item(1, 1), item(1, 2), item(1, 1)]), (false, duplicate.to_owned()));
        let long: Vec<_> = (0..40).map(|index| item(index % 6, index / 6 % 6)).collect();
        assert_eq!(
            check(&long).1,
            "[l[36]: Duplicate value: {\"a\":0,\"b\":0}, l[37]: Duplicate value: {\"a\":1,\"b\":0}, \
             l[38]: Duplicate value: {\"a\":2,\"b\":0}, l[39]: Duplicate value: {\"a\":3,\"b\":0}]"
        );
    }

    #[test]
    fn floats_are_compared_and_shown_as_numbers() {
        let run = |items: &[f64]| {
            crate::check::tests::errors(|path, cx| {
                let only = list_map_keys(items, ["k"], |item| [ListKey::of(item)], path, cx);
                let with_others =
                    list_map_keys(items, ["k", "l"], |item| [ListKey::of(item), ListKey::from("x")], path, cx);
                only & with_others
            })
        };
        assert_eq!(run(&[1.0, 1.5, 2.0]), [""; 0]);
        assert_eq!(
            run(&[1.5, 1.0, 1.5]),
            ["f.a[2]: Duplicate value: {\"k\":1.5}", "f.a[2]: Duplicate value: {\"k\":1.5,\"l\":\"x\"}"]
        );
        assert_eq!(run(&[0.0, -0.0]), ["f.a[1]: Duplicate value: {\"k\":-0}"]);
        let mut many: Vec<f64> = (0..40).map(|index| f64::from(index) + 0.5).collect();
        assert_eq!(run(&many), [""; 0]);
        many.push(7.5);
        assert_eq!(run(&many).len(), 2);
    }

    #[test]
    fn named_keys_are_compared_like_those_of_json() {
        let run = |items: &str| {
            let items: Vec<Json> = serde_json::from_str(items).unwrap();
            crate::check::tests::errors(|path, cx| {
                let named = |names: &[&'static str]| names.iter().map(|name| NamedKey::new(name)).collect::<Vec<_>>();
                let (first, second) = (named(&["k"]), named(&["k", "l"]));
                list_map_named(&items, &first, path, cx) & list_map_named(&items, &second, path, cx)
            })
        };
        assert_eq!(run(r#"[{"k": 1}, {"k": 1.0}]"#), ["f.a[1]: Duplicate value: {\"k\":1}"], "with several keys only");
        assert_eq!(run(r#"[{"k": 1.0}, {"k": 1.00}]"#).len(), 2);
        assert_eq!(run(r#"[{"k": 0.0}, {"k": -0.0}]"#), ["f.a[1]: Duplicate value: {\"k\":-0}"], "with one key only");
    }
}
