//! Which types are kinds of API objects.

use super::{Model, Package, Type, TypeDefinition, TypeId};

impl Model {
    /// The kinds of a package, in order of declaration or registration: the types that it registers, or, where no
    /// registration was found, those that embed TypeMeta. None if the package has no group and version.
    pub fn kinds(&self, package: &Package) -> Vec<TypeId> {
        match &package.group_version {
            None => Vec::new(),
            Some(group_version) if !group_version.kinds.is_empty() => group_version.kinds.clone(),
            Some(_) => {
                let ids = package.types.iter().copied();
                ids.filter(|id| self.embeds_type_meta(self.type_definition(*id))).collect()
            }
        }
    }

    fn embeds_type_meta(&self, definition: &TypeDefinition) -> bool {
        definition.fields().iter().any(|field| {
            field.is_embedded
                && match &field.ty {
                    Type::Named(id) => self.type_definition(*id).name == "TypeMeta",
                    Type::External { name, .. } => name == "TypeMeta",
                    _ => false,
                }
        })
    }
}
