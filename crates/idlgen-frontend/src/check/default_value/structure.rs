//! Checks a default against the structure of its Go type.

use idlgen_runtime::field::Path;
use serde_json::Value as Json;

use super::constraint;
use crate::{
    check::declaration::Layer,
    diag::nearest,
    model::{Builtin, JsonType, Model, PackageId, Type},
    resolve::integer_range,
};

/// Adds mismatches, including violations of field constraints inside structs. `quoted` means that a number is encoded
/// as a string.
///
/// The recursion depth is that of the value, which JSON parsing limits.
pub(super) fn check(model: &Model, ty: &Type, quoted: bool, value: &Json, path: &Path<'_>, problems: &mut Vec<String>) {
    let shape = model.json_type(ty);
    let mut expect = |what: &str| problems.push(format!("{} is {what}, not {value}", path.dotted()));
    match (&shape, value) {
        (_, Json::Null) | (JsonType::Unknown | JsonType::None, _) => {}
        (JsonType::Boolean | JsonType::Integer(_) | JsonType::Number(_), value) if quoted => {
            if !value.is_string() {
                expect("written in quotes");
            }
        }
        (JsonType::Boolean, Json::Bool(_))
        | (JsonType::String, Json::String(_))
        | (JsonType::Number(_), Json::Number(_)) => {}
        (JsonType::Integer(builtin), Json::Number(number)) => match integer(number) {
            None => expect("an integer"),
            Some(integer) => {
                if out_of_range(*builtin, integer) {
                    problems.push(format!("{} is an `{}` and cannot be {number}", path.dotted(), builtin.name()));
                }
            }
        },
        (JsonType::List(element), Json::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                check(model, element, false, item, &path.index(index), problems);
            }
        }
        (JsonType::Map(_, element), Json::Object(entries)) => {
            for (key, entry) in entries {
                check(model, element, false, entry, &path.field(key), problems);
            }
        }
        (JsonType::Struct(ty), Json::Object(entries)) => check_properties(model, ty, entries, path, problems),
        (JsonType::Boolean, _) => expect("a boolean"),
        (JsonType::Integer(_), _) => expect("an integer"),
        (JsonType::Number(_), _) => expect("a number"),
        (JsonType::String, _) => expect("a string"),
        (JsonType::List(_), _) => expect("a list"),
        (JsonType::Map(..) | JsonType::Struct(_), _) => expect("an object"),
    }
}

fn check_properties(
    model: &Model,
    ty: &Type,
    entries: &serde_json::Map<String, Json>,
    path: &Path<'_>,
    problems: &mut Vec<String>,
) {
    let properties = model.properties(ty);
    for (name, entry) in entries {
        let Some(property) = properties.iter().find(|property| property.name == *name) else {
            let mut problem = format!("`{}` has no property `{name}`", spelled(model, ty));
            if let Some(close) = nearest(name, properties.iter().map(|property| property.name.as_str())) {
                problem = format!("{problem} (did you mean `{close}`?)");
            }
            problems.push(problem);
            continue;
        };
        let field = &property.field;
        let path = path.field(name);
        check(model, &field.ty, crate::check::declaration::is_quoted(field), entry, &path, problems);
        let types = model.resolved_json_type(&field.ty).chain;
        let own = Layer { of: None, tags: &field.tags };
        let others = types.iter().map(|id| Layer { of: Some(*id), tags: &model.type_definition(*id).tags });
        for layer in std::iter::once(own).chain(others) {
            for tag in layer.tags {
                problems.extend(constraint::problems(model, &layer, tag, entry, &path));
            }
        }
    }
}

fn spelled(model: &Model, ty: &Type) -> String {
    match ty {
        Type::Named(id) | Type::Instance { base: id, .. } => model.type_definition(*id).name.clone(),
        other => model.spell(other, PackageId(0)),
    }
}

/// Returns the integer value of a JSON number: `3`, `3.0`.
fn integer(number: &serde_json::Number) -> Option<i128> {
    if let Some(integer) = number.as_i128() {
        return Some(integer);
    }
    let float = number.as_f64()?;
    (float.fract() == 0.0 && float.abs() < 1e30).then_some(float as i128)
}

fn out_of_range(builtin: Builtin, integer: i128) -> bool {
    integer_range(builtin).is_some_and(|(least, greatest)| !(least..=greatest).contains(&integer))
}
