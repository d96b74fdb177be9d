//! Runs checks on list elements and map entries.

use std::collections::BTreeMap;

use crate::{
    context::Context,
    data::{Data, MapKey},
    field::Path,
    validate::{Validate, unchanged},
};

/// Checks every element of a list.
pub fn items<T: Validate>(items: &[T], path: &Path<'_>, cx: &mut Context) {
    for index in 0..items.len() {
        let Some(item) = items.get(index) else { return };
        if cx.is_done() {
            return;
        }
        item.check(None, &path.index(index), cx);
    }
}

/// Runs `check` on the elements of a list that have no keys to correlate them with old elements. The elements are
/// treated as unchanged only if the entire list is unchanged; rules that fail on unchanged elements are ratcheted. A
/// field that is only set in one of both values is compared with its default.
pub fn uncorrelated<T: Data>(value: &T, old: Option<&T>, cx: &mut Context, check: impl FnOnce(&mut Context)) {
    match old {
        Some(old) => cx.in_uncorrelated_list(|| unchanged::uncorrelated(value, old), check),
        None => check(cx),
    }
}

/// Checks every entry of a map in key order.
pub fn entries<K: MapKey, T: Validate>(entries: &BTreeMap<K, T>, path: &Path<'_>, cx: &mut Context) {
    for (key, entry) in entries {
        if cx.is_done() {
            return;
        }
        entry.check(None, &path.key(&key.to_text()), cx);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        check,
        context::{Mode, Options},
    };

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Port {
        protocol: String,
        number: i32,
    }
    crate::object! { Port { protocol: "protocol" unless_zero = "\"TCP\"", number: "number" omitempty } }

    #[test]
    fn a_list_is_as_it_was_if_only_one_side_writes_the_default() {
        let port = |protocol: &str| vec![Port { protocol: protocol.to_owned(), number: 1 }];
        for (new, old, expected) in [("", "TCP", true), ("TCP", "", true), ("", "", true), ("UDP", "", false)] {
            let mut cx = Context::new(Mode::AllErrors, Options::default());
            uncorrelated(&port(new), Some(&port(old)), &mut cx, |cx| {
                assert_eq!(cx.is_unchanged_around(), expected, "{new} {old}");
            });
        }
    }

    struct Odd(i32);

    impl Validate for Odd {
        fn check(&self, _: Option<&Self>, path: &Path<'_>, cx: &mut Context) {
            check::maximum(self.0 % 2, 0, false, path, cx);
        }
    }

    #[test]
    fn every_element_is_checked_until_the_answer_is_known() {
        let list = [Odd(2), Odd(3), Odd(5)];
        let map = BTreeMap::from([("a".to_owned(), Odd(1)), ("b".to_owned(), Odd(2))]);
        let root = Path::root();
        for (mode, expected) in [(Mode::AllErrors, ["[1]", "[2]", "[a]"].as_slice()), (Mode::FirstError, &["[1]"])] {
            let mut cx = Context::new(mode, Options::default());
            items(&list, &root, &mut cx);
            entries(&map, &root, &mut cx);
            let (_, errors, _) = cx.finish();
            let paths: Vec<String> = errors.iter().map(|error| error.path.to_string()).collect();
            assert_eq!(paths, expected);
        }
    }
}
