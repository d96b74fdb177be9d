//! Checks a default against the structure of its Go type.

use idlgen_runtime::field::Path;
use serde_json::Value as Json;

use super::constraint;
use crate::{
    check::declaration::Layer,
    diag::nearest,
    model::{Builtin, Model, PackageId, Shape, Type},
    resolve::integer_range,
};

/// Adds mismatches, including violations of field constraints inside structs. `quoted` means that a number is encoded
/// as a string.
///
/// The recursion depth is that of the value, which JSON parsing limits.
pub(super) fn check(model: &Model, ty: &Type, quoted: bool, value: &Json, path: &Path<'_>, problems: &mut Vec<String>) {
    let shape = model.shape(ty);
    let mut expect = |what: &str| problems.push(format!("{} is {what}, not {value}", path.dotted()));
    match (&shape, value) {
        (_, Json::Null) | (Shape::Unknown | Shape::None, _) => {}
        (Shape::Boolean | Shape::Integer(_) | Shape::Number(_), value) if quoted => {
            if !value.is_string() {
                expect("written in quotes");
            }
        }
        (Shape::Boolean, Json::Bool(_)) | (Shape::String, Json::String(_)) | (Shape::Number(_), Json::Number(_)) => {}
        (Shape::Integer(builtin), Json::Number(number)) => match integer(number) {
            None => expect("an integer"),
            Some(integer) => {
                if out_of_range(*builtin, integer) {
                    problems.push(format!("{} is an `{}` and cannot be {number}", path.dotted(), builtin.name()));
                }
            }
        },
        (Shape::List(element), Json::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                check(model, element, false, item, &path.index(index), problems);
            }
        }
        (Shape::Map(_, element), Json::Object(entries)) => {
            for (key, entry) in entries {
                check(model, element, false, entry, &path.field(key), problems);
            }
        }
        (Shape::Struct(ty), Json::Object(entries)) => check_properties(model, ty, entries, path, problems),
        (Shape::Boolean, _) => expect("a boolean"),
        (Shape::Integer(_), _) => expect("an integer"),
        (Shape::Number(_), _) => expect("a number"),
        (Shape::String, _) => expect("a string"),
        (Shape::List(_), _) => expect("a list"),
        (Shape::Map(..) | Shape::Struct(_), _) => expect("an object"),
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
                problem = format!("{problem} (the nearest is `{close}`)");
            }
            problems.push(problem);
            continue;
        };
        let field = &property.field;
        let path = path.field(name);
        check(model, &field.ty, crate::check::declaration::is_quoted(field), entry, &path, problems);
        let types = model.shaped(&field.ty).chain;
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
