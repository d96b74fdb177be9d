//! The model's data.

use std::{borrow::Borrow, sync::Arc};

use serde_json::Value as Json;

use super::{
    Literal,
    doc::Doc,
    json::{EmbeddedFields, Written},
};
use crate::{
    source::{FileId, Span},
    tags::{Dialect, Meaning, Tag},
};

/// A struct without a name, by the place where it is written: fields of one declaration (`A, B struct{…}`) have one,
/// and so have all instances of the generic declaration that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnonymousId(pub Span);

/// Everything that was read, or what some audience sees of it.
#[derive(Clone, Debug)]
pub struct Model<T = TypeDefinition, P = Package> {
    /// Packages; [`PackageId`] is the index.
    pub packages: Vec<P>,
    /// Types of all packages; [`TypeId`] is the index.
    pub types: Vec<T>,
    /// Who writes the JSON of each type, once all types are read. Nothing for as long as types are still changed.
    pub(super) writers: Option<Arc<[Option<Written>]>>,
    /// What each type embeds, once all types are read.
    pub(super) embedded: Arc<[EmbeddedFields]>,
}

impl Default for Model {
    fn default() -> Self {
        Model { packages: Vec::new(), types: Vec::new(), writers: None, embedded: Arc::default() }
    }
}

/// A package of the [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackageId(pub u32);

/// A type of the [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A Go package.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its id.
    pub id: PackageId,
    /// Its import path.
    pub import_path: String,
    /// The name of its package clause.
    pub name: String,
    /// Whether the user asked for it; false for packages that others import.
    pub requested: bool,
    /// Its files.
    pub files: Vec<FileId>,
    /// The tags of `doc.go` (every comment group) and of package comments.
    pub tags: Vec<Tag>,
    /// The prose of the package comment.
    pub doc: Doc,
    /// Group, version and kinds, from the scheme registration or `+groupName`.
    pub group_version: Option<GroupVersion>,
    /// Its types, in order of file name and declaration.
    pub types: Vec<TypeId>,
    /// Its constants whose value is known, in order of file name and declaration: what `+default=ref(Name)` may name.
    pub constants: Vec<Constant>,
}

impl Type {
    /// Calls `visit` with the fields of every struct without a name that is written in the type. What is written inside
    /// of these fields is the caller's.
    pub fn for_fields_mut(&mut self, visit: &mut impl FnMut(&mut Vec<Field>)) {
        match self {
            Type::Struct { fields, .. } => visit(fields),
            Type::Pointer(inner) | Type::Slice(inner) | Type::Array(inner) => inner.for_fields_mut(visit),
            Type::Map(key, value) => {
                key.for_fields_mut(visit);
                value.for_fields_mut(visit);
            }
            Type::Instance { arguments, .. } => {
                for argument in arguments {
                    argument.for_fields_mut(visit);
                }
            }
            _ => {}
        }
    }

    /// Whether a field that is written in the type, at any depth, is one of those.
    pub(crate) fn has_field(&self, is_one: &impl Fn(&Field) -> bool) -> bool {
        let is_or_has = |field: &Field| is_one(field) || field.ty.has_field(is_one);
        match self {
            Type::Struct { fields, .. } => fields.iter().any(is_or_has),
            Type::Pointer(inner) | Type::Slice(inner) | Type::Array(inner) => inner.has_field(is_one),
            Type::Map(key, value) => key.has_field(is_one) || value.has_field(is_one),
            Type::Instance { arguments, .. } => arguments.iter().any(|argument| argument.has_field(is_one)),
            _ => false,
        }
    }
}

impl Package {
    /// The tag by which all its fields may be left out that are not said to be required:
    /// `+kubebuilder:validation:Optional` (`sigs.k8s.io/controller-tools/pkg/crd`, `structToSchema`).
    pub fn optional_tag(&self) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.dialect == Dialect::Kubebuilder && tag.meaning == Meaning::Optional)
    }
}

/// What a package registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupVersion {
    /// The group; empty for the core group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The types that are registered as kinds, if the registration was found; without one, every type that embeds
    /// TypeMeta counts.
    pub kinds: Vec<TypeId>,
    /// Whether it registers the types that every served group and version has: delete options, watch events and the
    /// like (`metav1.AddToGroupVersion`).
    pub has_meta_types: bool,
    /// Where group and version are said.
    pub span: Span,
}

/// Group and version as objects state them: `apps/v1`, and `v1` in the core group.
pub fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

/// A declared type.
#[derive(Clone, Debug)]
pub struct TypeDefinition {
    /// Its id.
    pub id: TypeId,
    /// Its package.
    pub package: PackageId,
    /// Its name.
    pub name: String,
    /// The name's position.
    pub span: Span,
    /// The declaration with its comments.
    pub extent: Span,
    /// Its doc comment.
    pub doc: Doc,
    /// The tags of its doc comment and of the comment block above it, in source order.
    pub tags: Vec<Tag>,
    /// What it is.
    pub kind: TypeKind,
    /// Names of its type parameters.
    pub type_parameters: Vec<String>,
    /// Its methods, in order of name.
    pub methods: Vec<Method>,
    /// The constants of exactly this type in requested packages (in its own package if that is not requested), in
    /// source order.
    pub constants: Vec<Constant>,
}

/// What a declared type is.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// A struct.
    Struct(Vec<Field>),
    /// `type A B`: a type of its own.
    Named(Type),
    /// `type A = B`: another name; its tags count where that name is used.
    Alias(Type),
}

/// A type as used.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A predeclared type.
    Builtin(Builtin),
    /// A declared type, possibly an alias.
    Named(TypeId),
    /// A generic type with its arguments.
    Instance {
        /// The generic type.
        base: TypeId,
        /// Its arguments.
        arguments: Vec<Type>,
    },
    /// A type parameter of the surrounding declaration.
    Parameter(String),
    /// A type of the standard library, or of a package that was not found.
    External {
        /// The import path.
        package: String,
        /// The name.
        name: String,
    },
    /// `*T`.
    Pointer(Box<Type>),
    /// `[]T`.
    Slice(Box<Type>),
    /// `[N]T`.
    Array(Box<Type>),
    /// `map[K]V`.
    Map(Box<Type>, Box<Type>),
    /// `interface{…}`.
    Interface {
        /// Whether it has no methods.
        is_empty: bool,
    },
    /// `struct{…}` without a name.
    Struct {
        /// Which.
        id: AnonymousId,
        /// Its fields.
        fields: Vec<Field>,
    },
    /// `func`.
    Function,
    /// `chan`.
    Channel,
    /// Could not be read; a diagnostic has been given.
    Invalid,
}

/// Go's predeclared types. `byte` and `rune` keep their spelling, because openapi-gen does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are Go's")]
pub enum Builtin {
    Bool,
    String,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uintptr,
    Byte,
    Rune,
    Float32,
    Float64,
    Complex64,
    Complex128,
    Error,
    Any,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The Go name.
    pub name: String,
    /// The name's position.
    pub span: Span,
    /// Whether it is embedded.
    pub is_embedded: bool,
    /// Its type.
    pub ty: Type,
    /// The type's position.
    pub type_span: Span,
    /// All keys of its struct tag, in order: `json`, `protobuf`, `patchStrategy`, …
    pub struct_tag: Vec<(String, String)>,
    /// Whether the members of an embedded field appear in its place: it is embedded and its `json` tag gives no name.
    /// (Without any `json` tag, openapi-gen takes it as a field of its own and encoding/json inlines it; resolve says
    /// so.)
    pub is_inline: bool,
    /// Its doc comment.
    pub doc: Doc,
    /// The tags of its doc comment, in source order.
    pub tags: Vec<Tag>,
}

/// A method of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// Its name's position.
    pub span: Span,
    /// Whether the receiver is a pointer.
    pub pointer_receiver: bool,
    /// Number of parameters.
    pub parameters: usize,
    /// The type that it returns, as written; empty if it returns nothing.
    pub result: String,
    /// What it returns always, if that is known: a string, or a list of strings.
    pub returns: Option<Json>,
    /// The `common.OpenAPIDefinition{…}` that it returns always, if it does and all in it is constant.
    pub definition: Option<Literal>,
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Json,
    /// Its doc comment.
    pub doc: Doc,
    /// Its tags.
    pub tags: Vec<Tag>,
    /// Its name's position.
    pub span: Span,
}

/// A field's `json` struct tag, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonTag<'a> {
    /// The part before the first comma.
    pub name: &'a str,
    /// The parts behind it.
    pub options: Vec<&'a str>,
}

impl Field {
    /// The `json` struct tag, if there is one.
    pub fn json_tag(&self) -> Option<JsonTag<'_>> {
        let (_, value) = self.struct_tag.iter().find(|(key, _)| key == "json")?;
        let mut parts = value.split(',');
        let name = parts.next().unwrap_or("");
        Some(JsonTag { name, options: parts.collect() })
    }

    /// The name in JSON: `None` if the field does not appear there (`json:"-"`) or its members appear in its place.
    pub fn json_name(&self) -> Option<&str> {
        if self.is_inline {
            return None;
        }
        match self.json_tag() {
            None => Some(&self.name),
            Some(JsonTag { name: "-", options }) if options.is_empty() => None,
            Some(JsonTag { name: "", .. }) => Some(&self.name),
            Some(JsonTag { name, .. }) => Some(name),
        }
    }

    /// Whether it is a part of what a struct is in JSON to any of the tools: to some, a field that Go does not export
    /// is, if it has a `json` tag. An embedded one may give the struct its methods, whatever its `json` tag says.
    pub(crate) fn is_published(&self) -> bool {
        let is_left_out = self.json_tag().is_some_and(|tag| tag.name == "-" && tag.options.is_empty());
        self.is_embedded || (!is_left_out && (self.json_tag().is_some() || self.is_exported()))
    }

    /// Whether custom resource definitions depend on its Go type: it is published, and no tag says that its schema is
    /// independent of the type. An embedded field may give the struct its methods.
    pub(crate) fn is_defined_by_type(&self) -> bool {
        let is_schemaless = || self.tags.iter().any(|tag| tag.meaning == Meaning::Schemaless);
        self.is_published() && (self.is_embedded || !is_schemaless())
    }

    /// Whether `omitempty` is among the `json` options.
    pub fn is_omitempty(&self) -> bool {
        self.json_tag().is_some_and(|tag| tag.options.contains(&"omitempty"))
    }

    /// Whether `omitzero` is among the `json` options.
    pub fn is_omitzero(&self) -> bool {
        self.json_tag().is_some_and(|tag| tag.options.contains(&"omitzero"))
    }

    /// Whether Go exports the field.
    pub fn is_exported(&self) -> bool {
        self.name.chars().next().is_some_and(char::is_uppercase)
    }
}

impl TypeDefinition {
    /// The fields of a struct, nothing for other types.
    pub fn fields(&self) -> &[Field] {
        match &self.kind {
            TypeKind::Struct(fields) => fields,
            TypeKind::Named(_) | TypeKind::Alias(_) => &[],
        }
    }

    /// Whether Go exports the type.
    pub fn is_exported(&self) -> bool {
        self.name.chars().next().is_some_and(char::is_uppercase)
    }

    /// Whether it has a method of that name.
    pub fn has_method(&self, name: &str) -> bool {
        self.methods.iter().any(|method| method.name == name)
    }
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    /// A package.
    pub fn package(&self, id: PackageId) -> &Package {
        self.packages[id.0 as usize].borrow()
    }

    /// A type.
    pub fn type_definition(&self, id: TypeId) -> &TypeDefinition {
        self.types[id.0 as usize].borrow()
    }

    /// The package of that import path.
    pub fn find_package(&self, import_path: &str) -> Option<&Package> {
        self.packages.iter().map(Borrow::borrow).find(|package| package.import_path == import_path)
    }

    /// The type of that import path and name.
    pub fn find_type(&self, import_path: &str, name: &str) -> Option<&TypeDefinition> {
        let package = self.find_package(import_path)?;
        package.types.iter().map(|id| self.type_definition(*id)).find(|definition| definition.name == name)
    }

    /// The constant of that import path and name.
    pub fn find_constant(&self, import_path: &str, name: &str) -> Option<&Constant> {
        self.find_package(import_path)?.constants.iter().find(|constant| constant.name == name)
    }

    /// `import/path.Name` of a type.
    pub fn go_name(&self, id: TypeId) -> String {
        let definition = self.type_definition(id);
        format!("{}.{}", self.package(definition.package).import_path, definition.name)
    }
}
