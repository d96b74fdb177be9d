//! Finds the schema of a CRD at a path.

use serde_json::Value as Json;

use super::zero::is_zero;

/// Returns the schema at the path of an error or unknown field. `None` if map keys make the path ambiguous.
fn at<'s>(schema: &'s Json, path: &str) -> Option<&'s Json> {
    let path = path.replace('[', ".").replace(']', "");
    path.split('.').filter(|step| !step.is_empty()).try_fold(schema, |schema, step| {
        let of_lists = || step.parse::<usize>().ok().and_then(|_| schema.get("items"));
        let below = schema["properties"].get(step).or_else(of_lists);
        below.or_else(|| schema.get("additionalProperties")).filter(|below| below.is_object())
    })
}

/// Returns `true` if a field is unknown because its object is a struct without fields. A CRD or document cannot express
/// such a struct: its schema looks like that of an object that allows any field.
pub(super) fn is_in_empty_struct(field: &str, schema: &Json) -> bool {
    let holder = field.rsplit_once('.').and_then(|(holder, _)| at(schema, holder));
    holder.is_some_and(|holder| {
        holder["type"] == "object" && holder.get("properties").is_none() && holder.get("additionalProperties").is_none()
    })
}

/// Returns `true` if a path is in the metadata of the object or of an embedded object.
pub(super) fn is_in_metadata(path: &str, schema: &Json) -> bool {
    let is_resource = |holder: &str| {
        holder.is_empty() || at(schema, holder).is_some_and(|node| node["x-kubernetes-embedded-resource"] == true)
    };
    let mut ends = path.match_indices("metadata").map(|(at, _)| path.get(..at).unwrap_or_default());
    ends.any(|before| (before.is_empty() || before.ends_with('.')) && is_resource(before.trim_end_matches('.')))
}

/// Returns an object without the encoded zero values that prevent a server from setting a default. `None` if there are
/// none.
pub(super) fn without_written_defaults(object: &Json, schema: &Json) -> Option<Json> {
    let mut object = object.clone();
    leave_out(&mut object, schema).then_some(object)
}

fn leave_out(value: &mut Json, schema: &Json) -> bool {
    let mut any = false;
    match value {
        Json::Object(members) => {
            members.retain(|key, member| {
                let below = schema["properties"].get(key).unwrap_or(&schema["additionalProperties"]);
                let stays = below.get("default").is_none() || !is_zero(member);
                any |= !stays || leave_out(member, below);
                stays
            });
        }
        Json::Array(items) => {
            for item in items {
                any |= leave_out(item, &schema["items"]);
            }
        }
        _ => {}
    }
    any
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_zeros_with_a_default_are_left_out() {
        let text = |default: Json| json!({"type": "string", "default": default});
        let schema = json!({"properties": {
            "a": text(json!("x")), "b": {"type": "string"},
            "l": {"items": {"properties": {"a": text(json!("x"))}}},
            "m": {"additionalProperties": {"properties": {"a": text(json!("x"))}}}
        }});
        let leave = |object: Json| without_written_defaults(&object, &schema);
        assert_eq!(leave(json!({"a": "", "b": ""})), Some(json!({"b": ""})));
        assert_eq!(leave(json!({"a": "y", "b": ""})), None);
        assert_eq!(
            leave(json!({"l": [{"a": "y"}, {"a": ""}], "m": {"a": {"a": ""}}})),
            Some(json!({"l": [{"a": "y"}, {}], "m": {"a": {}}}))
        );
    }

    #[test]
    fn metadata_is_that_of_objects() {
        let resource = json!({"type": "object", "x-kubernetes-embedded-resource": true});
        let schema = json!({"properties": {"spec": {"properties": {
            "list": {"items": {"properties": {"base": resource}}}, "other": {"type": "object"}
        }}}});
        for (path, expected) in [
            ("metadata.labels", true),
            ("spec.list[0].base.metadata.finalizers", true),
            ("spec.other.metadata.labels", false),
            ("spec.metadata", false),
        ] {
            assert_eq!(is_in_metadata(path, &schema), expected, "{path}");
        }
    }

    #[test]
    fn structs_without_fields_take_nothing() {
        let schema = json!({"properties": {
            "spec": {"type": "object"},
            "map": {"type": "object", "additionalProperties": {"type": "object"}},
            "full": {"type": "object", "properties": {"a": {"type": "string"}}},
            "list": {"type": "array", "items": {"type": "object"}}
        }});
        for (field, expected) in [
            ("spec.a", true),
            ("map.k.a", true),
            ("map[k].a", true),
            ("list[0].a", true),
            ("full.b", false),
            ("b", false),
            ("map.a", false),
        ] {
            assert_eq!(is_in_empty_struct(field, &schema), expected, "{field}");
        }
    }
}
