//! What a type really is where it is used: pointers, aliases and named types are followed to a struct, a collection or a predeclared type.

use std::collections::BTreeMap;

use super::{
    generics::{parameters, substitute},
    standard_library::{self, Standard},
};
use crate::{
    lower::layer::{Layer, Layers},
    model::{Builtin, Field, Model, Type, TypeId, TypeKind},
    tool::Tool,
};

/// More steps than any program takes; only a cycle gets there.
const MAX_STEPS: usize = 100;

/// A type as used, taken apart.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Usage<'a> {
    /// The layers of the aliases and named types on the way, outermost first. A struct's own tags are not among them: they are its definition's.
    pub(in crate::lower) layers: Layers<'a>,
    /// Whether there is a pointer on the way.
    pub(in crate::lower) has_pointer: bool,
    /// What is there in the end.
    pub(in crate::lower) ground: Ground,
}

/// What a type really is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::lower) enum Ground {
    /// A struct with a name.
    Struct(TypeId),
    /// A struct without a name.
    AnonymousStruct(Vec<Field>),
    /// A predeclared type.
    Builtin(Builtin),
    /// `[]byte`, spelled so.
    Bytes,
    /// A slice or an array of anything else.
    List {
        /// The element.
        element: Type,
        /// Whether its length is part of the type.
        is_array: bool,
    },
    /// A map.
    Map(Type, Type),
    /// `interface{}`, spelled so.
    EmptyInterface,
    /// Any other interface, `any` among them.
    Interface,
    /// A type of the standard library, or of a package that was not found.
    External {
        /// The import path.
        package: String,
        /// The name.
        name: String,
    },
    /// A generic struct with its arguments.
    GenericStruct(TypeId),
    /// A type parameter.
    Parameter(String),
    /// A function.
    Function,
    /// A channel.
    Channel,
    /// A type that is named after itself.
    Cycle(TypeId),
    /// Could not be read; a diagnostic has been given.
    Invalid,
}

impl<'a> Usage<'a> {
    /// Takes a type apart.
    pub(in crate::lower) fn of(model: &'a Model, tool: &Tool, ty: &Type) -> Self {
        let mut usage = Usage { layers: Layers::default(), has_pointer: false, ground: Ground::Invalid };
        let mut current = ty.clone();
        let mut is_named = false;
        for _ in 0..MAX_STEPS {
            let id = match current {
                Type::Pointer(target) => {
                    usage.has_pointer = true;
                    current = *target;
                    continue;
                }
                Type::Named(id) => id,
                Type::Instance { base, arguments } => {
                    let definition = model.type_definition(base);
                    let (TypeKind::Named(target) | TypeKind::Alias(target)) = &definition.kind else {
                        usage.ground = Ground::GenericStruct(base);
                        return usage;
                    };
                    usage.layers.0.push(Layer::of_type(model, base, tool));
                    current = substitute(target, &parameters(definition, &arguments));
                    is_named |= matches!(definition.kind, TypeKind::Named(_));
                    continue;
                }
                other => {
                    usage.ground = ground(other, is_named);
                    return usage;
                }
            };
            let target = match &model.type_definition(id).kind {
                TypeKind::Struct(_) => {
                    usage.ground = Ground::Struct(id);
                    return usage;
                }
                TypeKind::Alias(target) => target,
                TypeKind::Named(target) => {
                    if struct_base(model, id).is_some() {
                        usage.ground = Ground::Struct(id);
                        return usage;
                    }
                    is_named = true;
                    target
                }
            };
            usage.layers.0.push(Layer::of_type(model, id, tool));
            current = target.clone();
        }
        if let Some(id) = first_named(ty) {
            usage.ground = Ground::Cycle(id);
        }
        usage
    }
}

/// What a type is that is neither declared nor a pointer. `is_named` says that a declared type stands before it: `type Any interface{}` is no
/// longer `interface{}` by name, which openapi-gen tells apart.
fn ground(ty: Type, is_named: bool) -> Ground {
    match ty {
        Type::Builtin(Builtin::Any | Builtin::Error) => Ground::Interface,
        Type::Builtin(builtin) => Ground::Builtin(builtin),
        Type::Slice(element) if *element == Type::Builtin(Builtin::Byte) => Ground::Bytes,
        Type::Slice(element) => Ground::List { element: *element, is_array: false },
        Type::Array(element) => Ground::List { element: *element, is_array: true },
        Type::Map(key, value) => Ground::Map(*key, *value),
        Type::Interface { is_empty } if is_empty && !is_named => Ground::EmptyInterface,
        Type::Interface { .. } => Ground::Interface,
        Type::Struct(fields) => Ground::AnonymousStruct(fields),
        Type::External { package, name } => match standard_library::find(&package, &name) {
            Some(Standard::Underlying(ground)) => ground,
            _ => Ground::External { package, name },
        },
        Type::Parameter(name) => Ground::Parameter(name),
        Type::Function => Ground::Function,
        Type::Channel => Ground::Channel,
        Type::Pointer(_) | Type::Named(_) | Type::Instance { .. } | Type::Invalid => Ground::Invalid,
    }
}

fn first_named(ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) | Type::Instance { base: id, .. } => Some(*id),
        Type::Pointer(target) => first_named(target),
        _ => None,
    }
}

/// The fields of a struct type, wherever they are written.
#[derive(Clone, Debug)]
pub(in crate::lower) struct StructBase {
    /// The declared types on the way to the fields, the type itself first: `type B A` has those of `A`.
    pub(in crate::lower) chain: Vec<TypeId>,
    /// What the type parameters of the last one stand for.
    arguments: BTreeMap<String, Type>,
}

/// Where the fields of a named struct type are written; `None` if the type is no struct. A pointer on the way makes it none.
pub(in crate::lower) fn struct_base(model: &Model, id: TypeId) -> Option<StructBase> {
    let mut chain = vec![id];
    let mut arguments = BTreeMap::new();
    let mut current = id;
    for _ in 0..MAX_STEPS {
        let target = match &model.type_definition(current).kind {
            TypeKind::Struct(_) => return Some(StructBase { chain, arguments }),
            TypeKind::Named(target) | TypeKind::Alias(target) => target,
        };
        match substitute(target, &arguments) {
            Type::Named(next) => {
                arguments = BTreeMap::new();
                current = next;
            }
            Type::Instance { base, arguments: given } => {
                arguments = parameters(model.type_definition(base), &given);
                current = base;
            }
            _ => return None,
        }
        chain.push(current);
    }
    None
}

impl StructBase {
    /// The fields, type parameters replaced.
    pub(in crate::lower) fn fields<'a>(&self, model: &'a Model) -> std::borrow::Cow<'a, [Field]> {
        let Some(last) = self.chain.last() else { return std::borrow::Cow::Borrowed(&[]) };
        let fields = model.type_definition(*last).fields();
        if self.arguments.is_empty() {
            return std::borrow::Cow::Borrowed(fields);
        }
        fields
            .iter()
            .map(|field| Field { ty: substitute(&field.ty, &self.arguments), ..field.clone() })
            .collect::<Vec<_>>()
            .into()
    }

    /// The type whose declaration holds the fields.
    pub(in crate::lower) fn declaring(&self) -> Option<TypeId> {
        self.chain.last().copied()
    }
}
