//! Lists and maps whose elements have checks of their own.

use std::collections::BTreeMap;

use crate::{context::Context, data::MapKey, field::Path, validate::Validate};

/// Runs the checks of every element.
pub fn items<T: Validate>(items: &[T], path: &Path<'_>, cx: &mut Context) {
    for (index, item) in items.iter().enumerate() {
        if cx.is_done() {
            return;
        }
        item.check(None, &path.index(index), cx);
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
