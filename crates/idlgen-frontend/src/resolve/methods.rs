//! Methods of types, and their constant results.

use serde_json::Value as Json;

use super::{
    constants::Constants,
    names::{Declared, FileIndex, Names, Resolution},
};
use crate::{
    model::{Literal, Method, Model},
    syntax::{ConstantExpression, LiteralExpression, MethodDeclaration, ReturnValue},
};

/// Adds every method to the type of its receiver.
pub(super) fn attach_methods(names: &Names<'_>, model: &mut Model, constants: &mut Constants<'_, '_>) {
    for (package, input) in names.packages.iter().enumerate() {
        for (file, input) in input.files.iter().enumerate() {
            for declaration in &input.declarations.methods {
                let Some(Declared::Type(id)) = names.declared(package, &declaration.receiver) else { continue };
                let method = method(names, model, constants, FileIndex { package, file }, declaration);
                if let Some(definition) = model.types.get_mut(id.0 as usize) {
                    definition.methods.push(method);
                }
            }
        }
    }
    for definition in &mut model.types {
        definition.methods.sort_by(|left, right| left.name.cmp(&right.name));
    }
}

fn method(
    names: &Names<'_>,
    model: &Model,
    constants: &mut Constants<'_, '_>,
    place: FileIndex,
    declaration: &MethodDeclaration,
) -> Method {
    let returns = match declaration.returns.as_deref() {
        Some([ReturnValue::Constant(expression)]) => {
            constants.expression(model, place, expression).ok().and_then(|value| value.value.to_json())
        }
        Some([ReturnValue::Strings(texts)]) => Some(texts.iter().cloned().map(Json::String).collect()),
        _ => None,
    };
    let definition = match declaration.returns.as_deref() {
        Some([ReturnValue::Literal(expression)]) => literal(names, model, constants, place, expression),
        _ => None,
    };
    Method {
        name: declaration.name.name.clone(),
        span: declaration.name.span,
        pointer_receiver: declaration.pointer_receiver,
        parameters: declaration.parameters,
        result: declaration.result.clone(),
        returns,
        definition,
    }
}

/// Returns a literal in which constants are evaluated, or `None` if a constant has no value.
fn literal(
    names: &Names<'_>,
    model: &Model,
    constants: &mut Constants<'_, '_>,
    place: FileIndex,
    expression: &LiteralExpression,
) -> Option<Literal> {
    let mut constant =
        |expression: &ConstantExpression| constants.expression(model, place, expression).ok()?.value.to_json();
    match expression {
        LiteralExpression::Constant(ConstantExpression::Name { package: None, name }) if name == "nil" => {
            Some(Literal::Nil)
        }
        LiteralExpression::Constant(value) => constant(value).map(Literal::Constant),
        LiteralExpression::Call { package, name, argument } => {
            is_pointer_function(names, place, package, name).then_some(())?;
            constant(argument).map(Literal::Constant)
        }
        LiteralExpression::List(values) => {
            let values = values.iter().map(|value| literal(names, model, constants, place, value));
            values.collect::<Option<_>>().map(Literal::List)
        }
        LiteralExpression::Map(entries) => {
            let mut values = Vec::new();
            for (key, value) in entries {
                let Some(Json::String(key)) =
                    constants.expression(model, place, key).ok().and_then(|key| key.value.to_json())
                else {
                    return None;
                };
                values.push((key, literal(names, model, constants, place, value)?));
            }
            Some(Literal::Map(values))
        }
        LiteralExpression::Struct(fields) => {
            let mut values = Vec::new();
            for (name, value) in fields {
                values.push((name.clone(), literal(names, model, constants, place, value)?));
            }
            Some(Literal::Struct(values))
        }
    }
}

/// Returns `true` if a function only returns a pointer to its argument.
fn is_pointer_function(names: &Names<'_>, place: FileIndex, package: &str, name: &str) -> bool {
    let Resolution::Unread(imports) = names.find(place, Some(package), name) else { return false };
    let [import] = imports.as_slice() else { return false };
    match import.path.as_str() {
        "k8s.io/utils/ptr" => name == "To",
        "k8s.io/utils/pointer" => ["Int64", "Int64Ptr", "Float64", "Float64Ptr"].contains(&name),
        _ => false,
    }
}
