//! The restrictions of one schema.

use serde_json::Value as Json;

use super::{Bound, Keyword, Value};

/// Keywords with their values. Each keyword occurs at most once; they are sorted in keyword order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keywords(Vec<(Keyword, Value)>);

impl Keywords {
    /// Creates an empty set of keywords.
    pub const fn new() -> Self {
        Keywords(Vec::new())
    }

    /// Returns `true` if there are no keywords.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the keywords and their values in keyword order.
    pub fn iter(&self) -> impl Iterator<Item = (Keyword, &Value)> {
        self.0.iter().map(|(keyword, value)| (*keyword, value))
    }

    /// Returns the value of a keyword.
    pub fn get(&self, keyword: Keyword) -> Option<&Value> {
        self.0.iter().find(|(known, _)| *known == keyword).map(|(_, value)| value)
    }

    /// Returns the value of a keyword that limits a length or count.
    pub fn count(&self, keyword: Keyword) -> Option<u64> {
        self.get(keyword).and_then(Value::as_count)
    }

    /// Returns the string value of a keyword.
    pub fn text(&self, keyword: Keyword) -> Option<&str> {
        self.get(keyword).and_then(Value::as_text)
    }

    /// Returns the numeric bound of a keyword.
    pub fn bound(&self, keyword: Keyword) -> Option<Bound> {
        self.get(keyword).and_then(Value::as_bound)
    }

    /// Returns the allowed values of a keyword. An empty list means no restriction.
    pub fn members(&self, keyword: Keyword) -> &[Json] {
        self.get(keyword).and_then(Value::as_members).unwrap_or_default()
    }

    /// Sets the value of a keyword. An empty value removes it.
    pub fn set(&mut self, keyword: Keyword, value: impl Into<Value>) {
        let value = value.into();
        let place = self.0.partition_point(|(known, _)| *known < keyword);
        let known = self.0.get_mut(place).filter(|(known, _)| *known == keyword);
        match known {
            Some(_) if value.has_no_effect() => drop(self.0.remove(place)),
            None if value.has_no_effect() => {}
            Some((_, known)) => *known = value,
            None => {
                // Most schemas have only one of these keywords.
                if self.0.is_empty() {
                    self.0.reserve_exact(1);
                }
                self.0.insert(place, (keyword, value));
            }
        }
    }

    /// Merges a value with the existing one, so that both restrictions apply. If values of the keyword cannot be merged
    /// ([`Combination::All`](super::Combination::All)), the existing value remains.
    pub fn add(&mut self, keyword: Keyword, value: Value) {
        let combination = keyword.row().combination;
        if self.get(keyword).is_none_or(|known| combination.prefers(&value, known)) {
            self.set(keyword, value);
        }
    }

    /// Removes a keyword and returns its value.
    pub fn remove(&mut self, keyword: Keyword) -> Option<Value> {
        let place = self.0.iter().position(|(known, _)| *known == keyword)?;
        Some(self.0.remove(place).1)
    }
}

impl<V: Into<Value>> FromIterator<(Keyword, V)> for Keywords {
    fn from_iter<I: IntoIterator<Item = (Keyword, V)>>(limits: I) -> Self {
        let mut keywords = Keywords::new();
        for (keyword, value) in limits {
            keywords.set(keyword, value);
        }
        keywords
    }
}

impl<V: Into<Value>, const N: usize> From<[(Keyword, V); N]> for Keywords {
    fn from(limits: [(Keyword, V); N]) -> Self {
        limits.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_sorted_and_the_tighter_counts() {
        let mut keywords = Keywords::from([(Keyword::MinItems, 2), (Keyword::MaxLength, 5)]);
        for (keyword, value) in [(Keyword::MaxLength, 9), (Keyword::MinItems, 3), (Keyword::MaxItems, 4)] {
            keywords.add(keyword, Value::Count(value));
        }
        let names: Vec<String> =
            keywords.iter().map(|(keyword, value)| format!("{} {value}", keyword.name())).collect();
        assert_eq!(names, ["maxLength 5", "maxItems 4", "minItems 3"]);
        assert_eq!(keywords.remove(Keyword::MaxItems), Some(Value::Count(4)));
        assert_eq!((keywords.count(Keyword::MaxItems), keywords.count(Keyword::MinItems)), (None, Some(3)));
    }

    #[test]
    fn values_without_effect_are_absent() {
        let mut keywords = Keywords::new();
        for (keyword, value) in [
            (Keyword::UniqueItems, Value::Flag(true)),
            (Keyword::Enum, Value::Members(vec!["a".into()])),
            (Keyword::MaxLength, Value::Count(0)),
        ] {
            keywords.set(keyword, value.clone());
            assert_eq!(keywords.get(keyword), Some(&value));
        }
        for (keyword, value) in
            [(Keyword::UniqueItems, Value::Flag(false)), (Keyword::Enum, Value::Members(Vec::new()))]
        {
            keywords.set(keyword, value.clone());
            assert_eq!(keywords.get(keyword), None);
            keywords.set(keyword, value);
            assert_eq!(keywords.get(keyword), None);
        }
    }
}
