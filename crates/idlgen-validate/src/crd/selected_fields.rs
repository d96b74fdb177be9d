//! Determines the fields of an object that field selectors can use (`selectableFields`).

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Scope, object_meta::ObjectMeta};
use crate::jsonpath::{Template, Value};

/// Returns the fields of an object that field selectors can use: its name, its namespace if its kind has any, and the
/// value at each of `paths` as a string. The leading dot of each path is removed. A missing value is an empty string
/// (`customResourceStrategy.selectableFields` of `k8s.io/apiextensions-apiserver/pkg/registry/customresource`).
///
/// ```
/// use idlgen_validate::crd::{Scope, selected_fields};
///
/// let object = serde_json::json!({"metadata": {"name": "n"}, "spec": {"size": 3}});
/// let fields = selected_fields(&object, Scope::Cluster, [".spec.size", ".spec.color"])?;
/// let fields: Vec<(&str, &str)> = fields.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
/// assert_eq!(fields, [("metadata.name", "n"), ("spec.color", ""), ("spec.size", "3")]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// Returns the server's message if a path is malformed, cannot be evaluated or matches several values.
pub fn selected_fields<'p>(
    object: &Json,
    scope: Scope,
    paths: impl IntoIterator<Item = &'p str>,
) -> Result<BTreeMap<String, String>, String> {
    let metadata = ObjectMeta::of(object);
    let mut fields = BTreeMap::from([("metadata.name".to_owned(), metadata.text("name").to_owned())]);
    if scope == Scope::Namespaced {
        fields.insert("metadata.namespace".to_owned(), metadata.text("namespace").to_owned());
    }
    for path in paths {
        let template = Template::parse(&format!("{{{path}}}"))
            .map_err(|error| format!("unexpected error parsing jsonPath: {error}"))?
            .allow_missing_keys(true);
        let results =
            template.find(object).map_err(|error| format!("unexpected error finding value with jsonPath: {error}"))?;
        let value = match results.as_slice() {
            [] => String::new(),
            [values] => match values.as_slice() {
                [] | [Value::Json(Json::Null)] => String::new(),
                [value] => value.print(),
                _ => return Err(several()),
            },
            _ => return Err(several()),
        };
        fields.insert(path.strip_prefix('.').unwrap_or(path).to_owned(), value);
    }
    Ok(fields)
}

fn several() -> String {
    "unexpectedly received more than one JSON path result".to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_texts() {
        let object = json!({"metadata": {"name": "n", "namespace": "d"}, "a": {"b": true, "n": null, "l": [1, 2]}});
        let get = |path| selected_fields(&object, Scope::Namespaced, [path]).map(|fields| fields[&path[1..]].clone());
        assert_eq!(get(".a.b").unwrap(), "true");
        assert_eq!(get(".a.n").unwrap(), "");
        assert_eq!(get(".a.l[*]").unwrap_err(), "unexpectedly received more than one JSON path result");
        assert!(get(".a[").unwrap_err().starts_with("unexpected error parsing jsonPath: "));
        assert_eq!(selected_fields(&object, Scope::Namespaced, []).unwrap()["metadata.namespace"], "d");
    }
}
