//! Removes the parts of an object that a search does not need, so that a reader sees what matters.

use serde_json::Value as Json;

/// Maximum number of objects to try.
const MOST_TRIES: usize = 100;

/// The fields that objects always have.
const IDENTITY: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// Removes entries and items, the outer ones first, as long as `is_enough` returns `true` for the rest.
pub(super) fn reduce(object: Json, is_enough: &dyn Fn(&Json) -> bool) -> Json {
    let mut reduction = Reduction { object, is_enough, tries: MOST_TRIES };
    reduction.below(&mut Vec::new());
    reduction.object
}

struct Reduction<'a> {
    object: Json,
    is_enough: &'a dyn Fn(&Json) -> bool,
    /// The number of objects that may still be tried.
    tries: usize,
}

impl Reduction<'_> {
    /// Reduces the value at a place, which is given by the positions of its entry or item and of those around it.
    fn below(&mut self, place: &mut Vec<usize>) {
        // Usually few of many entries are needed, so first tries to remove many at once.
        let mut size = self.count(place);
        while size > 0 {
            let mut start = 0;
            while start < self.count(place) {
                let mut smaller = self.object.clone();
                if !remove(&mut smaller, place, start, size) {
                    start += size;
                    continue;
                }
                if self.tries == 0 {
                    return;
                }
                self.tries -= 1;
                if (self.is_enough)(&smaller) {
                    self.object = smaller;
                } else {
                    start += size;
                }
            }
            size /= 2;
        }
        for position in 0..self.count(place) {
            place.push(position);
            self.below(place);
            place.pop();
        }
    }

    /// Returns the number of entries or items of the value at a place.
    fn count(&mut self, place: &[usize]) -> usize {
        match value_at(&mut self.object, place) {
            Some(Json::Object(entries)) => entries.len(),
            Some(Json::Array(items)) => items.len(),
            _ => 0,
        }
    }
}

/// Removes a number of entries or items, from `start` on, but none of an object's identity. Returns `false` if there is
/// nothing to remove.
fn remove(object: &mut Json, place: &[usize], start: usize, number: usize) -> bool {
    match value_at(object, place) {
        Some(Json::Object(entries)) => {
            let names = entries.keys().skip(start).take(number);
            let names = names.filter(|name| !place.is_empty() || !IDENTITY.contains(&name.as_str()));
            let names: Vec<String> = names.cloned().collect();
            for name in &names {
                entries.remove(name);
            }
            !names.is_empty()
        }
        Some(Json::Array(items)) => {
            let end = items.len().min(start + number);
            items.drain(start.min(end)..end).count() > 0
        }
        _ => false,
    }
}

/// Returns the value at a place, or `None` if it is in an object's identity.
fn value_at<'j>(object: &'j mut Json, place: &[usize]) -> Option<&'j mut Json> {
    place.iter().enumerate().try_fold(object, |value, (depth, position)| match value {
        Json::Object(entries) => {
            let (name, value) = entries.iter_mut().nth(*position)?;
            (depth > 0 || !IDENTITY.contains(&name.as_str())).then_some(value)
        }
        Json::Array(items) => items.get_mut(*position),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use serde_json::json;

    use super::*;

    fn object(spec: &Json) -> Json {
        json!({"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}, "spec": spec, "status": {}})
    }

    #[test]
    fn what_is_not_needed_goes() {
        let many = object(&json!({"a": 1, "b": {"c": 1, "d": [1, 2, {"e": 1, "f": 2}, 3]}, "g": [1]}));
        let is_enough = |object: &Json| {
            object
                .pointer("/spec/b/d")
                .and_then(Json::as_array)
                .is_some_and(|items| items.iter().any(|item| item.get("f").is_some()))
        };
        let mut expected = object(&json!({"b": {"d": [{"f": 2}]}}));
        expected.as_object_mut().unwrap().remove("status");
        assert_eq!(reduce(many.clone(), &is_enough), expected);
        assert_eq!(reduce(many.clone(), &|_| false), many);
        assert_eq!(reduce(many, &|_| true), json!({"apiVersion": "v1", "kind": "A", "metadata": {"name": "a"}}));
    }

    #[test]
    fn few_objects_are_tried() {
        let fields: serde_json::Map<String, Json> = (0..1000).map(|i| (format!("f{i}"), i.into())).collect();
        let tries = Cell::new(0);
        let is_enough = |object: &Json| {
            tries.set(tries.get() + 1);
            object.pointer("/spec/f500").is_some()
        };
        assert_eq!(reduce(object(&fields.into()), &is_enough)["spec"], json!({"f500": 500}));
        assert!(tries.get() < 30, "{}", tries.get());
        tries.set(0);
        let deep = (0..500).fold(json!(1), |value, _| json!([value, 2]));
        reduce(deep, &|_| {
            tries.set(tries.get() + 1);
            false
        });
        assert_eq!(tries.get(), MOST_TRIES);
    }
}
