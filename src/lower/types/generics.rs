//! Type parameters replaced by what they stand for.

use std::collections::BTreeMap;

use crate::model::{Type, TypeDefinition};

/// What each type parameter of a generic type stands for.
pub(in crate::lower) fn parameters(definition: &TypeDefinition, arguments: &[Type]) -> BTreeMap<String, Type> {
    definition.type_parameters.iter().cloned().zip(arguments.iter().cloned()).collect()
}

/// The type with its parameters replaced.
pub(in crate::lower) fn substitute(ty: &Type, arguments: &BTreeMap<String, Type>) -> Type {
    if arguments.is_empty() {
        return ty.clone();
    }
    match ty {
        Type::Parameter(name) => arguments.get(name).unwrap_or(ty).clone(),
        Type::Pointer(target) => Type::Pointer(Box::new(substitute(target, arguments))),
        Type::Slice(element) => Type::Slice(Box::new(substitute(element, arguments))),
        Type::Array(element) => Type::Array(Box::new(substitute(element, arguments))),
        Type::Map(key, value) => {
            Type::Map(Box::new(substitute(key, arguments)), Box::new(substitute(value, arguments)))
        }
        Type::Instance { base, arguments: given } => Type::Instance {
            base: *base,
            arguments: given.iter().map(|argument| substitute(argument, arguments)).collect(),
        },
        other => other.clone(),
    }
}
