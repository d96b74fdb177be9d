//! Custom encoding methods (`MarshalJSON`, `MarshalText`), and methods that return the schema.

use std::{borrow::Borrow, collections::BTreeSet};

use super::{KnownType, known_type};
use crate::model::{Field, Model, Package, Type, TypeDefinition, TypeId, TypeKind};

/// A custom encoding method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writer {
    /// `MarshalJSON`: any value.
    Json,
    /// `MarshalText`: a string.
    Text,
}

/// The custom encoding of a type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Written {
    /// A method of a declared type, possibly promoted from an embedded one.
    By(TypeId, Writer),
    /// A method of a known embedded type.
    Known(&'static KnownType),
}

impl TypeDefinition {
    /// Returns `true` if the type has the methods from which openapi-gen reads its schema.
    pub(crate) fn defines_schema(&self) -> bool {
        let has = |name: &str| self.has_method(name);
        (has("OpenAPISchemaType") && has("OpenAPISchemaFormat"))
            || has("OpenAPIDefinition")
            || has("OpenAPIV3Definition")
            || has("OpenAPIV3OneOfTypes")
    }
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// Returns the custom encoding of a declared type, by its own or promoted methods. As in Go, an outer method hides
    /// deeper ones, two methods at the same depth hide each other, and `MarshalJSON` takes precedence over
    /// `MarshalText`. A type declared from another type does not have its methods.
    pub fn written(&self, id: TypeId) -> Option<Written> {
        match self.writers.as_deref() {
            Some(writers) => writers.get(id.0 as usize).copied().flatten(),
            None => self.search_writer(id),
        }
    }

    /// Determines the custom encoding of each type, after all types are complete. Only searches types that can reach a
    /// method through embedded fields.
    pub(crate) fn find_writers(&mut self) {
        let ids = || (0..self.types.len()).map(|index| TypeId(index as u32));
        let mut embedded_by: Vec<Vec<TypeId>> = vec![Vec::new(); self.types.len()];
        let mut leads = vec![false; self.types.len()];
        let mut pending: Vec<TypeId> = Vec::new();
        for id in ids() {
            let mut has_method = self.has_writer(id, Writer::Json) || self.has_writer(id, Writer::Text);
            for ty in self.embedded_types(id) {
                match self.embeddable(ty) {
                    Embeddable::Declared(embedded) => {
                        embedded_by.get_mut(embedded.0 as usize).into_iter().for_each(|by| by.push(id));
                    }
                    Embeddable::Known(row) => has_method |= row.writer.is_some(),
                    Embeddable::Nothing => {}
                }
            }
            pending.extend(has_method.then_some(id));
        }
        while let Some(id) = pending.pop() {
            if let Some(leads @ false) = leads.get_mut(id.0 as usize) {
                *leads = true;
                pending.extend(embedded_by.get(id.0 as usize).into_iter().flatten());
            }
        }
        let writers = ids().zip(&leads).map(|(id, leads)| leads.then(|| self.search_writer(id)).flatten()).collect();
        self.writers = Some(writers);
    }

    fn search_writer(&self, id: TypeId) -> Option<Written> {
        self.provider(id, Writer::Json).or_else(|| self.provider(id, Writer::Text))
    }

    /// Returns the row of a declared type in the table of known types.
    pub fn known_declared(&self, id: TypeId) -> Option<&'static KnownType> {
        let definition = self.type_definition(id);
        known_type(&self.package(definition.package).import_path, &definition.name)
    }

    /// Returns the declared type whose schema applies to a type with a custom encoding: the type itself, or the
    /// embedded type from which the methods are promoted. Returns `None` if the schema is unknown.
    pub fn schema_source(&self, id: TypeId) -> Option<TypeId> {
        let is_said = |id: TypeId| self.type_definition(id).defines_schema() || self.known_declared(id).is_some();
        if is_said(id) {
            return Some(id);
        }
        match self.written(id) {
            None => Some(id),
            Some(Written::By(by, _)) => is_said(by).then_some(by),
            Some(Written::Known(_)) => None,
        }
    }

    /// Returns `true` if an embedded field promotes this encoding to its struct.
    pub(crate) fn promotes(&self, field: &Field, written: Written) -> bool {
        field.is_embedded
            && match self.embeddable(&field.ty) {
                Embeddable::Declared(id) => self.written(id) == Some(written),
                Embeddable::Known(row) => written == Written::Known(row),
                Embeddable::Nothing => false,
            }
    }

    fn provider(&self, id: TypeId, writer: Writer) -> Option<Written> {
        if self.has_writer(id, writer) {
            return Some(Written::By(id, writer));
        }
        let mut level: Vec<&Type> = self.embedded_types(id).collect();
        if level.is_empty() {
            return None;
        }
        let mut met = BTreeSet::from([id]);
        loop {
            let mut found = Vec::new();
            let mut next = Vec::new();
            for ty in level {
                match self.embeddable(ty) {
                    Embeddable::Declared(id) if self.has_writer(id, writer) => found.push(Written::By(id, writer)),
                    Embeddable::Declared(id) if met.insert(id) => next.extend(self.embedded_types(id)),
                    Embeddable::Known(row) if row.writer == Some(writer) => found.push(Written::Known(row)),
                    Embeddable::Declared(_) | Embeddable::Known(_) | Embeddable::Nothing => {}
                }
            }
            match found.as_slice() {
                [] if next.is_empty() => return None,
                [] => level = next,
                [only] => return Some(*only),
                _ => return None,
            }
        }
    }

    /// Returns `true` if a declared type itself has the method, including types in the table of known types.
    fn has_writer(&self, id: TypeId, writer: Writer) -> bool {
        self.type_definition(id).has_method(writer.method())
            || self.known_declared(id).is_some_and(|row| row.writer == Some(writer))
    }

    /// Returns the target of pointers and aliases.
    fn embeddable(&self, ty: &Type) -> Embeddable {
        let mut ty = ty;
        // No chain of aliases is longer than the number of types.
        for _ in 0..=self.types.len() {
            while let Type::Pointer(target) = ty {
                ty = target;
            }
            match ty {
                Type::Named(id) | Type::Instance { base: id, .. } => match &self.type_definition(*id).kind {
                    TypeKind::Alias(target) => ty = target,
                    TypeKind::Struct(_) | TypeKind::Named(_) => return Embeddable::Declared(*id),
                },
                Type::External { package, name } => {
                    return known_type(package, name).map_or(Embeddable::Nothing, Embeddable::Known);
                }
                _ => return Embeddable::Nothing,
            }
        }
        Embeddable::Nothing
    }

    /// Iterates over the embedded types of a declared type's underlying struct.
    fn embedded_types(&self, id: TypeId) -> impl Iterator<Item = &Type> {
        self.underlying_fields(id).iter().filter(|field| field.is_embedded).map(|field| &field.ty)
    }

    /// Returns the fields of a declared type's underlying struct, with type parameters as written.
    fn underlying_fields(&self, id: TypeId) -> &[Field] {
        let mut id = id;
        for _ in 0..=self.types.len() {
            match &self.type_definition(id).kind {
                TypeKind::Struct(fields)
                | TypeKind::Named(Type::Struct { fields, .. })
                | TypeKind::Alias(Type::Struct { fields, .. }) => return fields,
                TypeKind::Named(Type::Named(next) | Type::Instance { base: next, .. })
                | TypeKind::Alias(Type::Named(next) | Type::Instance { base: next, .. }) => id = *next,
                TypeKind::Named(_) | TypeKind::Alias(_) => return &[],
            }
        }
        &[]
    }
}

enum Embeddable {
    Declared(TypeId),
    Known(&'static KnownType),
    Nothing,
}

impl Writer {
    /// Returns the name of the method.
    pub fn method(self) -> &'static str {
        match self {
            Writer::Json => "MarshalJSON",
            Writer::Text => "MarshalText",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::read_file;

    #[test]
    fn methods_are_promoted_as_in_go() {
        let read = read_file(
            r#"package v1
import "time"
type Own struct{}
func (*Own) MarshalJSON() ([]byte, error) { return nil, nil }
type Text struct{ A string }
func (Text) MarshalText() ([]byte, error) { return nil, nil }
type Embeds struct { *Own; B string }
type Deeper struct { Embeds }
type Both struct { Own; Stamp }
type Stamp struct { time.Time }
type Json struct { Text; Own }
type Redeclared Text
type RedeclaredStamp Stamp
type Alias = Text
type OfAlias struct { Alias }
type Plain struct { Field Own }
type Cycle struct { *Cycle }
"#,
        );
        let said = |name: &str| {
            let definition = read.model.find_type("example.com/api/v1", name).expect("the type");
            match read.model.written(definition.id) {
                None => "nothing".to_owned(),
                Some(Written::By(id, writer)) => {
                    format!("{} of {}", writer.method(), read.model.type_definition(id).name)
                }
                Some(Written::Known(row)) => format!("{}.{}", row.package, row.name),
            }
        };
        for (name, expected) in [
            ("Own", "MarshalJSON of Own"),
            ("Text", "MarshalText of Text"),
            ("Embeds", "MarshalJSON of Own"),
            ("Deeper", "MarshalJSON of Own"),
            ("Both", "MarshalJSON of Own"),
            ("Stamp", "time.Time"),
            ("Json", "MarshalJSON of Own"),
            ("Redeclared", "nothing"),
            ("RedeclaredStamp", "time.Time"),
            ("OfAlias", "MarshalText of Text"),
            ("Plain", "nothing"),
            ("Cycle", "nothing"),
        ] {
            assert_eq!(said(name), expected, "{name}");
        }
    }

    #[test]
    fn methods_of_schemas() {
        let method = |name: &str| format!("func (T) {name}() string {{ return \"\" }}\n");
        for (names, expected) in [
            (&["OpenAPISchemaType"][..], false),
            (&["OpenAPISchemaFormat"], false),
            (&["OpenAPISchemaType", "OpenAPISchemaFormat"], true),
            (&["OpenAPIDefinition"], true),
            (&["OpenAPIV3Definition"], true),
            (&["OpenAPIV3OneOfTypes"], true),
            (&["OpenAPIModelName"], false),
        ] {
            let methods: String = names.iter().map(|name| method(name)).collect();
            let read = read_file(&format!("package v1\ntype T struct{{}}\n{methods}"));
            assert_eq!(read.model.types[0].defines_schema(), expected, "{names:?}");
        }
    }
}
