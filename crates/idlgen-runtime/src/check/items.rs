//! Lists and maps whose elements have checks of their own.

use std::collections::BTreeMap;

use super::deep_equal;
use crate::{context::Context, data::MapKey, field::Path, validate::Validate, value::Value};

/// Runs the checks of every element.
pub fn items<T: Validate>(items: &[T], path: &Path<'_>, cx: &mut Context) {
    each(items.len(), path, cx, &|index, path, cx| {
        if let Some(item) = items.get(index) {
            item.check(None, path, cx);
        }
    });
}

/// The loop, which is compiled once for all types.
fn each(count: usize, path: &Path<'_>, cx: &mut Context, check: &dyn Fn(usize, &Path<'_>, &mut Context)) {
    for index in 0..count {
        if cx.is_done() {
            return;
        }
        check(index, &path.index(index), cx);
    }
}

/// Runs `check` on the elements of a list that cannot be told apart, and so are what they were before an update only if
/// the whole list is: then rules that fail on them are forgiven.
pub fn uncorrelated<T: Value>(value: &T, old: Option<&T>, cx: &mut Context, check: impl FnOnce(&mut Context)) {
    match old {
        Some(old) => cx.in_uncorrelated_list(|| deep_equal(&value.as_value(), &old.as_value()), check),
        None => check(cx),
    }
}

/// Runs the checks of every entry, in the order of the keys.
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
