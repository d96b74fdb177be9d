//! Kinds: the types of API objects.

use std::borrow::Borrow;

use super::{Model, Package, Type, TypeDefinition, TypeId, TypeKind};

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// Returns the kinds of a package in order of declaration or registration: the registered types, or without a
    /// registration, those that embed TypeMeta. Empty if the package has no group and version.
    pub fn kinds(&self, package: &Package) -> Vec<TypeId> {
        match &package.group_version {
            None => Vec::new(),
            Some(group_version) if !group_version.kinds.is_empty() => group_version.kinds.clone(),
            Some(_) => package.types.iter().copied().filter(|id| self.embeds_type_meta(*id)).collect(),
        }
    }

    /// Returns the type of a kind's objects: for a kind registered by an alias (`type Route = v1.Route`), the aliased
    /// type.
    pub fn type_of_kind(&self, kind: TypeId) -> TypeId {
        let mut id = kind;
        for _ in 0..self.types.len() {
            match &self.type_definition(id).kind {
                TypeKind::Alias(Type::Named(target)) => id = *target,
                _ => break,
            }
        }
        id
    }

    /// Returns `true` if a declaration defines a struct that embeds TypeMeta: in its own type, or in the type from
    /// which it is declared (`type HTTPRoute v1.HTTPRoute`). Returns `false` for an alias, which defines no type.
    pub fn embeds_type_meta(&self, id: TypeId) -> bool {
        !matches!(self.type_definition(id).kind, TypeKind::Alias(_))
            && self.fields_of(&Type::Named(id)).iter().any(|field| {
                field.is_embedded
                    && match &field.ty {
                        Type::Named(id) => self.type_definition(*id).name == "TypeMeta",
                        Type::External { name, .. } => name == "TypeMeta",
                        _ => false,
                    }
            })
    }

    /// Returns `true` if a declaration defines a struct that embeds `runtime.SchemeBuilder`, like the `scheme.Builder`
    /// of controller-runtime. Such a struct registers kinds and is never part of an object.
    pub fn embeds_scheme_builder(&self, id: TypeId) -> bool {
        const PACKAGE: &str = "k8s.io/apimachinery/pkg/runtime";
        self.fields_of(&Type::Named(id)).iter().any(|field| {
            field.is_embedded
                && match &field.ty {
                    Type::Named(id) => {
                        let definition = self.type_definition(*id);
                        definition.name == "SchemeBuilder" && self.package(definition.package).import_path == PACKAGE
                    }
                    Type::External { package, name } => name == "SchemeBuilder" && package == PACKAGE,
                    _ => false,
                }
        })
    }
}
