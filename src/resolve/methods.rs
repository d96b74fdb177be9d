//! Methods of types, and what they return always.

use serde_json::Value as Json;

use super::{
    constants::Constants,
    names::{Declared, Names, Place},
};
use crate::{
    model::{Method, Model},
    syntax::{MethodDeclaration, ReturnValue},
};

/// Gives every method to the type that its receiver names.
pub(super) fn attach_methods(names: &Names<'_>, model: &mut Model, constants: &mut Constants<'_, '_>) {
    for (package, input) in names.packages.iter().enumerate() {
        for (file, input) in input.files.iter().enumerate() {
            for declaration in &input.declarations.methods {
                let Some(Declared::Type(id)) = names.declared(package, &declaration.receiver) else { continue };
                let method = method(model, constants, Place { package, file }, declaration);
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

fn method(model: &Model, constants: &mut Constants<'_, '_>, place: Place, declaration: &MethodDeclaration) -> Method {
    let returns = match declaration.returns.as_deref() {
        Some([ReturnValue::Constant(expression)]) => {
            constants.expression(model, place, expression).ok().and_then(|value| value.value.to_json())
        }
        Some([ReturnValue::Strings(texts)]) => Some(texts.iter().cloned().map(Json::String).collect()),
        _ => None,
    };
    Method {
        name: declaration.name.name.clone(),
        span: declaration.name.span,
        pointer_receiver: declaration.pointer_receiver,
        parameters: declaration.parameters,
        result: declaration.result.clone(),
        returns,
    }
}
