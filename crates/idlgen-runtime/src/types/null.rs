//! Reading `null` as Go does: as the zero value.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};

/// Reads `null` as the default, for `#[serde(default, deserialize_with = "::idlgen_runtime::types::null_as_default")]`.
pub fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads a list, where `null` is the empty list and a `null` element the element's default.
pub fn null_elements_as_default<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    struct Elements<T>(PhantomData<T>);

    impl<'de, T: Default + Deserialize<'de>> Visitor<'de> for Elements<T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_unit<E>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }

        fn visit_none<E>(self) -> Result<Vec<T>, E> {
            Ok(Vec::new())
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
            deserializer.deserialize_seq(self)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
            let mut list = Vec::new();
            while let Some(element) = elements.next_element::<Option<T>>()? {
                list.push(element.unwrap_or_default());
            }
            Ok(list)
        }
    }

    deserializer.deserialize_option(Elements(PhantomData))
}

/// Reads a map, where `null` is the empty map and a `null` entry the entry's default.
pub fn null_values_as_default<'de, D, T>(deserializer: D) -> Result<BTreeMap<String, T>, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    struct Entries<T>(PhantomData<T>);

    impl<'de, T: Default + Deserialize<'de>> Visitor<'de> for Entries<T> {
        type Value = BTreeMap<String, T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(BTreeMap::new())
        }

        fn visit_none<E>(self) -> Result<Self::Value, E> {
            Ok(BTreeMap::new())
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
            deserializer.deserialize_map(self)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut map = BTreeMap::new();
            while let Some((key, value)) = entries.next_entry::<String, Option<T>>()? {
                map.insert(key, value.unwrap_or_default());
            }
            Ok(map)
        }
    }

    deserializer.deserialize_option(Entries(PhantomData))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nulls_are_defaults() {
        assert_eq!(null_as_default::<_, i32>(json!(null)).unwrap(), 0);
        assert_eq!(null_as_default::<_, i32>(json!(3)).unwrap(), 3);
        assert!(null_as_default::<_, i32>(json!(1.0)).is_err());
        assert!(null_as_default::<_, i32>(json!(3_000_000_000_u32)).is_err());
        assert_eq!(null_elements_as_default::<_, String>(json!(["a", null])).unwrap(), ["a", ""]);
        assert_eq!(null_elements_as_default::<_, String>(json!(null)).unwrap(), [""; 0]);
        assert_eq!(
            null_values_as_default::<_, i64>(json!({"a": null, "b": 1})).unwrap(),
            BTreeMap::from([("a".to_owned(), 0), ("b".to_owned(), 1)])
        );
        assert!(null_elements_as_default::<_, String>(json!({})).is_err());
    }
}
