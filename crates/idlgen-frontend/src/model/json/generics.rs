//! Substitutes type parameters.

use std::collections::BTreeMap;

use crate::model::{Field, Type, TypeDefinition};

/// Maximum number of parts in a substituted type. Each generic type in a chain can double their number.
const LARGEST: usize = 10_000;

/// Returns the type arguments of a generic type by parameter.
pub fn bindings<'a>(definition: &'a TypeDefinition, arguments: &'a [Type]) -> BTreeMap<&'a str, &'a Type> {
    definition.type_parameters.iter().map(String::as_str).zip(arguments).collect()
}

/// Substitutes the parameters in a type, in time linear in the result. Keeps other parameters. Returns `None` if the
/// result has more than 10,000 parts.
pub fn substitute(ty: &Type, bindings: &BTreeMap<&str, &Type>) -> Option<Type> {
    replace(ty, bindings, &mut LARGEST.clone())
}

fn replace(ty: &Type, bindings: &BTreeMap<&str, &Type>, left: &mut usize) -> Option<Type> {
    *left = left.checked_sub(1)?;
    let mut inner = |ty: &Type| replace(ty, bindings, left);
    Some(match ty {
        Type::Parameter(name) => match bindings.get(name.as_str()) {
            // A type argument belongs to another declaration, so its own parameters are not substituted.
            Some(argument) => replace(argument, &BTreeMap::new(), left)?,
            None => ty.clone(),
        },
        Type::Pointer(element) => Type::Pointer(Box::new(inner(element)?)),
        Type::Slice(element) => Type::Slice(Box::new(inner(element)?)),
        Type::Array(element) => Type::Array(Box::new(inner(element)?)),
        Type::Map(key, value) => Type::Map(Box::new(inner(key)?), Box::new(inner(value)?)),
        Type::Instance { base, arguments } => {
            Type::Instance { base: *base, arguments: arguments.iter().map(inner).collect::<Option<_>>()? }
        }
        Type::Struct { id, fields } => {
            let replaced = |field: &Field| Some(Field { ty: inner(&field.ty)?, ..field.clone() });
            Type::Struct { id: *id, fields: fields.iter().map(replaced).collect::<Option<_>>()? }
        }
        Type::Builtin(_)
        | Type::Named(_)
        | Type::External { .. }
        | Type::Interface { .. }
        | Type::Function
        | Type::Channel
        | Type::Invalid => ty.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Builtin;

    #[test]
    fn everything_inside_is_replaced_and_what_is_put_in_is_left_alone() {
        let parameter = |name: &str| Type::Parameter(name.to_owned());
        let int = Type::Builtin(Builtin::Int);
        let other = Type::Slice(Box::new(parameter("A")));
        let bindings = BTreeMap::from([("A", &int), ("B", &other)]);
        let ty = Type::Map(Box::new(parameter("A")), Box::new(Type::Pointer(Box::new(parameter("B")))));
        let expected = Type::Map(Box::new(int.clone()), Box::new(Type::Pointer(Box::new(other.clone()))));
        assert_eq!(substitute(&ty, &bindings), Some(expected));
        assert_eq!(substitute(&parameter("C"), &bindings), Some(parameter("C")));
    }

    #[test]
    fn what_doubles_without_end_is_given_up() {
        let mut ty = Type::Builtin(Builtin::Int);
        let pair = |ty: &Type| Type::Map(Box::new(ty.clone()), Box::new(ty.clone()));
        for _ in 0..12 {
            ty = pair(&ty);
        }
        let bindings = BTreeMap::from([("A", &ty)]);
        assert!(substitute(&Type::Parameter("A".to_owned()), &bindings).is_some());
        assert_eq!(substitute(&pair(&Type::Parameter("A".to_owned())), &bindings), None);
    }
}
