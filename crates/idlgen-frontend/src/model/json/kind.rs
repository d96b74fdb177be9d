//! Resolves the JSON encoding of types through pointers, aliases and declared types.

use std::{
    borrow::{Borrow, Cow},
    collections::BTreeSet,
};

use super::{KnownKind, Writer, Written, bindings, known_type, substitute};
use crate::model::{Builtin, Model, Package, Type, TypeDefinition, TypeId, TypeKind};

/// The number of steps after which to check whether the resolution ends: a generic type can instantiate itself
/// endlessly.
const MANY_STEPS: usize = 100;

/// The way in which Go types are interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Types as `encoding/json` encodes them, including custom encodings.
    Json,
    /// Underlying types without custom encodings, as openapi-gen interprets them.
    Underlying,
}

/// A resolved type.
#[derive(Clone, Debug, PartialEq)]
pub struct Used {
    /// The resolved kind. A struct with a custom encoding is still a struct: if its schema is known, its definition
    /// describes the encoding; otherwise see [`written`](Self::written).
    pub kind: Kind,
    /// The declared types on the way to the resolved type, outermost first: aliases, named types and last the struct,
    /// or the type with the custom encoding.
    pub chain: Vec<TypeId>,
    /// `true` if there is a pointer on the way to the resolved type.
    pub has_pointer: bool,
    /// The declared type whose methods apply to the value ([`View::Json`] only).
    pub methods_of: Option<TypeId>,
    /// The custom encoding of the value, if its schema is unknown ([`View::Json`] only).
    pub written: Option<Written>,
}

/// The kind of a resolved type.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A predeclared type; `any` and `error` are [`Kind::Interface`].
    Builtin(Builtin),
    /// A string, because of a custom encoding.
    Text {
        /// The OpenAPI format of the string.
        format: Option<&'static str>,
    },
    /// A number of any size.
    Number,
    /// A base64 string, for a type spelled `[]byte`.
    Bytes,
    /// A slice or an array of any other type.
    List {
        element: Type,
        /// `true` for an array.
        is_array: bool,
    },
    /// A map: its keys and values.
    Map(Type, Type),
    Struct(StructType),
    /// A type spelled `interface{}`.
    EmptyInterface,
    /// Any other interface, including `any`.
    Interface,
    /// Any JSON value, because of a custom encoding.
    Any,
    /// An unknown standard library type, or a type of a missing package.
    External {
        /// The import path.
        package: String,
        name: String,
    },
    /// A type parameter.
    Parameter(String),
    /// A function, which has no JSON encoding.
    Function,
    /// A channel, which has no JSON encoding.
    Channel,
    /// A type whose resolution does not end, because it is defined as itself, or is generic and grows with each step.
    Cycle(TypeId),
    /// An unresolved type, for which a diagnostic has been reported.
    Invalid,
}

/// A struct type and the name under which it is used.
#[derive(Clone, Debug, PartialEq)]
pub struct StructType {
    /// The type with the fields: [`Type::Named`], [`Type::Instance`] or, for an anonymous struct, [`Type::Struct`].
    pub ty: Type,
    /// The declared type that is used, unless a pointer comes first: `B` for `type B A`. `None` for anonymous structs
    /// and for instances of generic structs. If an alias of an instance is used, this is the alias, but only with
    /// [`View::Json`], because openapi-gen resolves aliases.
    pub definition: Option<TypeId>,
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// Resolves a type.
    pub fn used(&self, ty: &Type, view: View) -> Used {
        let mut used =
            Used { kind: Kind::Invalid, chain: Vec::new(), has_pointer: false, methods_of: None, written: None };
        let mut current = Cow::Borrowed(ty);
        // `true` after a declared type that is not an alias.
        let mut is_named = false;
        // `true` if the methods of the next declared type apply to the value. `type B A` does not have the methods of
        // `A`.
        let mut has_methods = view == View::Json;
        let mut definition = None;
        // The alias of an instance of a generic type.
        let mut alias = None;
        // The declared types visited after `MANY_STEPS` steps.
        let mut seen: BTreeSet<TypeId> = BTreeSet::new();
        loop {
            let (id, is_instance) = match &*current {
                Type::Pointer(_) => {
                    used.has_pointer = true;
                    has_methods = view == View::Json;
                    (definition, alias) = (None, None);
                    current = pointee(current);
                    continue;
                }
                Type::Named(id) => (*id, false),
                Type::Instance { base, .. } => (*base, true),
                _ => {
                    used.kind = plain(current.into_owned(), is_named, has_methods, view);
                    return used;
                }
            };
            if used.chain.len() >= MANY_STEPS && !seen.insert(id) {
                break;
            }
            used.chain.push(id);
            let declared = self.type_definition(id);
            let is_alias = matches!(declared.kind, TypeKind::Alias(_));
            if has_methods && !is_alias {
                used.methods_of = Some(id);
                used.written = self.unsaid(id);
                has_methods = false;
            }
            if !is_alias && !is_instance && definition.is_none() {
                definition = Some(id);
            }
            if let TypeKind::Alias(Type::Instance { .. }) = declared.kind
                && view == View::Json
                && !is_instance
            {
                alias = alias.or(Some(id));
            }
            current = match &declared.kind {
                TypeKind::Struct(_) => {
                    if let (Some(written), None) = (used.written, definition) {
                        used.kind = written.kind();
                        return used;
                    }
                    let definition = definition.or(alias);
                    used.kind = Kind::Struct(StructType { ty: current.into_owned(), definition });
                    return used;
                }
                TypeKind::Named(target) | TypeKind::Alias(target) => match &*current {
                    Type::Instance { arguments, .. } => match substitute(target, &bindings(declared, arguments)) {
                        Some(target) => Cow::Owned(target),
                        None => break,
                    },
                    _ => Cow::Borrowed(target),
                },
            };
            is_named |= !is_alias;
            if let Some(written) = used.written
                && !self.is_struct(&current)
            {
                used.kind = written.kind();
                return used;
            }
        }
        if let Some(id) = used.chain.first() {
            used.kind = Kind::Cycle(*id);
        }
        used
    }

    /// Returns the resolved kind of a type.
    pub fn kind(&self, ty: &Type, view: View) -> Kind {
        self.used(ty, view).kind
    }

    /// Resolves a declared type, and returns the result if it is a named struct without a pointer before it.
    pub fn declared_struct(&self, id: TypeId) -> Option<Used> {
        let used = self.used(&Type::Named(id), View::Underlying);
        let is_declared =
            matches!(&used.kind, Kind::Struct(StructType { ty, .. }) if !matches!(ty, Type::Struct { .. }));
        (is_declared && !used.has_pointer).then_some(used)
    }

    /// Returns the custom encoding of a declared type, if its schema is unknown.
    fn unsaid(&self, id: TypeId) -> Option<Written> {
        self.written(id).filter(|_| self.schema_source(id).is_none())
    }

    /// Returns `true` if the underlying type is a struct.
    fn is_struct(&self, ty: &Type) -> bool {
        matches!(self.kind(ty, View::Underlying), Kind::Struct(_))
    }

    /// Returns `true` if encoding/json encodes a list of these elements as a base64 string, which depends on their
    /// underlying type and methods. In schemas, only a type spelled `[]byte` is [`Kind::Bytes`], as in openapi-gen,
    /// whose interpretation of Go types is also the default for publishing.
    pub fn is_byte(&self, element: &Type) -> bool {
        let used = self.used(element, View::Underlying);
        matches!(used.kind, Kind::Builtin(Builtin::Byte | Builtin::Uint8))
            && !used.has_pointer
            && used.chain.iter().all(|id| self.written(*id).is_none())
    }

    /// Returns `true` if the keys of a map are strings in JSON: strings, whatever their methods, and types with a
    /// `MarshalText` method. Also returns `true` for a missing type.
    pub fn is_text_key(&self, key: &Type, view: View) -> bool {
        let underlying = self.kind(key, View::Underlying);
        underlying == Kind::Builtin(Builtin::String)
            || underlying.is_missing()
            || (view == View::Json && matches!(self.kind(key, view), Kind::Text { .. }))
    }
}

/// Returns `true` for an import path of the standard library: its first part contains no dot.
pub(crate) fn is_of_standard_library(package: &str) -> bool {
    !package.split('/').next().unwrap_or("").contains('.')
}

/// Returns the kind of a type that is neither declared nor a pointer. `is_named` is `true` after a declared type:
/// `type Any interface{}` is not spelled `interface{}`, and openapi-gen distinguishes the two. `has_methods` is `false`
/// if the methods of this type do not apply to the value.
fn plain(ty: Type, is_named: bool, has_methods: bool, view: View) -> Kind {
    match ty {
        Type::Builtin(Builtin::Any | Builtin::Error) => Kind::Interface,
        Type::Builtin(builtin) => Kind::Builtin(builtin),
        Type::Slice(element) if *element == Type::Builtin(Builtin::Byte) => Kind::Bytes,
        Type::Slice(element) => Kind::List { element: *element, is_array: false },
        Type::Array(element) => Kind::List { element: *element, is_array: true },
        Type::Map(key, value) => Kind::Map(*key, *value),
        Type::Interface { is_empty } if is_empty && !is_named => Kind::EmptyInterface,
        Type::Interface { .. } => Kind::Interface,
        Type::Struct { .. } => Kind::Struct(StructType { ty, definition: None }),
        Type::External { package, name } => {
            let form = known_type(&package, &name).map(|row| match view {
                // A type declared from a standard library type does not have its methods.
                View::Json if has_methods || row.is_struct() => row.json,
                View::Json | View::Underlying => row.openapi_gen,
            });
            form.and_then(KnownKind::kind).unwrap_or(Kind::External { package, name })
        }
        Type::Parameter(name) => Kind::Parameter(name),
        Type::Function => Kind::Function,
        Type::Channel => Kind::Channel,
        Type::Pointer(_) | Type::Named(_) | Type::Instance { .. } | Type::Invalid => Kind::Invalid,
    }
}

/// Returns the target of a pointer, or the type itself if it is not a pointer.
fn pointee(pointer: Cow<'_, Type>) -> Cow<'_, Type> {
    match pointer {
        Cow::Borrowed(Type::Pointer(target)) => Cow::Borrowed(target),
        Cow::Owned(Type::Pointer(target)) => Cow::Owned(*target),
        other => other,
    }
}

impl Used {
    /// Returns the declared types of the chain that are only names: excludes the struct, and the types between its
    /// definition and the type with its fields.
    pub fn names(&self) -> &[TypeId] {
        let end = match &self.kind {
            Kind::Struct(StructType { definition: Some(id), .. }) => self.chain.iter().rposition(|one| one == id),
            Kind::Struct(StructType { ty: Type::Instance { .. }, .. }) => self.chain.len().checked_sub(1),
            _ => None,
        };
        self.chain.get(..end.unwrap_or(self.chain.len())).unwrap_or(&[])
    }
}

impl Kind {
    /// Returns `true` for a type of a missing package, which has been reported.
    pub fn is_missing(&self) -> bool {
        matches!(self, Kind::External { package, .. } if !is_of_standard_library(package))
    }

    /// Returns the declared struct, if it is one.
    pub fn declared_struct(&self) -> Option<TypeId> {
        match self {
            Kind::Struct(structure) => structure.definition,
            _ => None,
        }
    }
}

impl Written {
    /// Returns the kind of the value, as far as known.
    pub fn kind(self) -> Kind {
        match self {
            Written::By(_, Writer::Json) => Kind::Any,
            Written::By(_, Writer::Text) => Kind::Text { format: None },
            Written::Known(row) => row.json.kind().unwrap_or(Kind::Any),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::read_file;

    #[test]
    fn instances_have_the_definition_of_their_first_alias_in_json() {
        let read = read_file(
            "package v1\ntype G[V any] struct {\n\tA V `json:\"a\"`\n}\ntype A = G[int]\ntype B = A\ntype C = G[int]\n\
             type S struct{}\ntype D = S\n",
        );
        let id = |name: &str| read.model.find_type("example.com/api/v1", name).unwrap().id;
        for (name, json, underlying) in
            [("A", Some("A"), None), ("B", Some("A"), None), ("C", Some("C"), None), ("D", Some("S"), Some("S"))]
        {
            for (view, expected) in [(View::Json, json), (View::Underlying, underlying)] {
                let Kind::Struct(found) = read.model.kind(&Type::Named(id(name)), view) else { panic!("{name}") };
                assert_eq!(found.definition, expected.map(id), "{name} {view:?}");
            }
        }
    }
}
