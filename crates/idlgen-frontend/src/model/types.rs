//! The data types of the model.

use std::{borrow::Borrow, sync::Arc};

use serde_json::Value as Json;

use super::{
    Literal,
    doc::Doc,
    json::{EmbeddedFields, Written},
};
use crate::{
    source::{FileId, Span},
    tags::{Dialect, Tag, TagKind},
};

/// The id of an anonymous struct: its source location. Fields in one declaration (`A, B struct{…}`) have the same id,
/// and so do all instances of a generic declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnonymousId(pub Span);

/// All packages and types, possibly modified for an audience.
#[derive(Clone, Debug)]
pub struct Model<T = TypeDefinition, P = Package> {
    /// Packages; [`PackageId`] is the index.
    pub packages: Vec<P>,
    /// Types of all packages; [`TypeId`] is the index.
    pub types: Vec<T>,
    /// The custom encoding of each type, which is determined after all types are complete. `None` while types can still
    /// change.
    pub(super) writers: Option<Arc<[Option<Written>]>>,
    /// The embedded fields of each type, which are determined after all types are complete.
    pub(super) embedded: Arc<[EmbeddedFields]>,
}

impl Default for Model {
    fn default() -> Self {
        Model { packages: Vec::new(), types: Vec::new(), writers: None, embedded: Arc::default() }
    }
}

/// The index of a package in the [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackageId(pub u32);

/// The index of a type in the [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

/// A Go package.
#[derive(Clone, Debug)]
pub struct Package {
    pub id: PackageId,
    pub import_path: String,
    /// The name of its package clause.
    pub name: String,
    /// `true` if the user requested it, `false` if it is only imported.
    pub requested: bool,
    pub files: Vec<FileId>,
    /// The tags in `doc.go` (in all of its comment groups) and in package comments.
    pub tags: Vec<Tag>,
    /// The prose of the package comment.
    pub doc: Doc,
    /// Group, version and kinds, from the scheme registration or from `+groupName`.
    pub group_version: Option<GroupVersion>,
    /// The types, sorted by file name, then by position.
    pub types: Vec<TypeId>,
    /// Constants with known values, sorted by file name, then by position. `+default=ref(Name)` can refer to them.
    pub constants: Vec<Constant>,
}

impl Type {
    /// Calls `visit` with the fields of every anonymous struct in the type, except those nested in such fields.
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

    /// Returns `true` if a field in the type, at any depth, satisfies the predicate.
    pub fn has_field(&self, is_one: &impl Fn(&Field) -> bool) -> bool {
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
    /// Returns the tag that makes all fields optional unless they are marked as required:
    /// `+kubebuilder:validation:Optional` (`sigs.k8s.io/controller-tools/pkg/crd`, `structToSchema`).
    pub fn optional_tag(&self) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.dialect == Dialect::Kubebuilder && tag.meaning == TagKind::Optional)
    }
}

/// The group and version that a package registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupVersion {
    /// The group. Empty for the core group.
    pub group: String,
    pub version: String,
    /// The types registered as kinds. Empty if no registration was found; then every type that embeds TypeMeta is a
    /// kind.
    pub kinds: Vec<TypeId>,
    /// `true` if it registers the types that all served groups and versions have: delete options, watch events and
    /// others (`metav1.AddToGroupVersion`).
    pub has_meta_types: bool,
    /// The location of the registration.
    pub span: Span,
}

/// Formats group and version as in objects: `apps/v1`, or `v1` for the core group.
pub fn api_version(group: &str, version: &str) -> String {
    if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") }
}

/// A declared type.
#[derive(Clone, Debug)]
pub struct TypeDefinition {
    pub id: TypeId,
    pub package: PackageId,
    pub name: String,
    /// The name's position.
    pub span: Span,
    /// The span of the declaration with its comments.
    pub extent: Span,
    /// The doc comment.
    pub doc: Doc,
    /// The tags of its doc comment and of the comment block above it, in source order.
    pub tags: Vec<Tag>,
    /// The kind of declaration.
    pub kind: TypeKind,
    /// The names of the type parameters.
    pub type_parameters: Vec<String>,
    /// The methods, sorted by name.
    pub methods: Vec<Method>,
    /// The constants declared with exactly this type, in source order. These are the constants of requested packages,
    /// or if the type's package is not requested, those of that package.
    pub constants: Vec<Constant>,
}

/// The kind of a declared type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    Struct(Vec<Field>),
    /// `type A B`: a new type.
    Named(Type),
    /// `type A = B`: an alias, whose tags apply wherever it is used.
    Alias(Type),
}

/// A type expression.
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
        arguments: Vec<Type>,
    },
    /// A type parameter of the enclosing declaration.
    Parameter(String),
    /// A standard library type, or a type of a missing package.
    External {
        /// The import path.
        package: String,
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
        /// `true` if it has no methods.
        is_empty: bool,
    },
    /// An anonymous `struct{…}`.
    Struct { id: AnonymousId, fields: Vec<Field> },
    /// `func`.
    Function,
    /// `chan`.
    Channel,
    /// An unresolved type, for which a diagnostic has been reported.
    Invalid,
}

/// Go's predeclared types. `byte` and `rune` keep their spelling, as in openapi-gen.
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

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The Go name.
    pub name: String,
    /// The name's position.
    pub span: Span,
    /// `true` for an embedded field.
    pub is_embedded: bool,
    pub ty: Type,
    /// The type's position.
    pub type_span: Span,
    /// All keys of the struct tag, in order: `json`, `protobuf`, `patchStrategy`, …
    pub struct_tag: Vec<(String, String)>,
    /// `true` if the struct tag has a malformed part, which Go ignores together with everything after it.
    pub has_malformed_tag: bool,
    /// `true` if the members of an embedded field are inlined: its `json` tag has no name. (Without a `json` tag,
    /// openapi-gen treats it as a normal field and encoding/json inlines it; resolve reports that.)
    pub is_inline: bool,
    /// The doc comment.
    pub doc: Doc,
    /// The tags of its doc comment, in source order.
    pub tags: Vec<Tag>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    pub name: String,
    /// Its name's position.
    pub span: Span,
    /// `true` for a pointer receiver.
    pub pointer_receiver: bool,
    /// Number of parameters.
    pub parameters: usize,
    /// The result type as written. Empty if it returns nothing.
    pub result: String,
    /// The constant result, if known: a string, or a list of strings.
    pub returns: Option<Json>,
    /// The constant result `common.OpenAPIDefinition{…}`, if it has one.
    pub definition: Option<Literal>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    pub name: String,
    pub value: Json,
    /// Its doc comment.
    pub doc: Doc,
    pub tags: Vec<Tag>,
    /// Its name's position.
    pub span: Span,
}

/// A parsed `json` struct tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonTag<'a> {
    /// The part before the first comma.
    pub name: &'a str,
    /// The parts after it.
    pub options: JsonTagOptions<'a>,
}

/// The options of a `json` struct tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonTagOptions<'a>(Option<&'a str>);

impl<'a> JsonTagOptions<'a> {
    /// Iterates over the options, empty ones included.
    pub fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.into_iter().flat_map(|options| options.split(','))
    }

    /// Returns `true` if nothing follows the name, not even a comma.
    pub fn is_empty(self) -> bool {
        self.0.is_none()
    }

    /// Returns `true` if it has this option.
    pub fn contains(self, option: &str) -> bool {
        self.iter().any(|one| one == option)
    }
}

impl Field {
    /// Returns the `json` struct tag, if there is one.
    pub fn json_tag(&self) -> Option<JsonTag<'_>> {
        let (_, value) = self.struct_tag.iter().find(|(key, _)| key == "json")?;
        let (name, options) = match value.split_once(',') {
            Some((name, options)) => (name, Some(options)),
            None => (value.as_str(), None),
        };
        Some(JsonTag { name, options: JsonTagOptions(options) })
    }

    /// Returns the JSON name, or `None` if the field is excluded (`json:"-"`) or its members are inlined.
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

    /// Returns `true` if any of the tools includes the field in the JSON of its struct. Some tools include an
    /// unexported field if it has a `json` tag. An embedded field may promote methods to the struct, whatever its
    /// `json` tag.
    pub fn is_published(&self) -> bool {
        let is_omitted = self.json_tag().is_some_and(|tag| tag.name == "-" && tag.options.is_empty());
        self.is_embedded || (!is_omitted && (self.json_tag().is_some() || self.is_exported()))
    }

    /// Returns `true` if CRDs depend on the Go type of the field: the field is published, and no tag makes its schema
    /// independent of the type. An embedded field may promote methods to the struct.
    pub fn is_defined_by_type(&self) -> bool {
        let is_schemaless = || self.tags.iter().any(|tag| tag.meaning == TagKind::Schemaless);
        self.is_published() && (self.is_embedded || !is_schemaless())
    }

    /// Returns `true` if the `json` options include `omitempty`.
    pub fn is_omitempty(&self) -> bool {
        self.json_tag().is_some_and(|tag| tag.options.contains("omitempty"))
    }

    /// Returns `true` if the `json` options include `omitzero`.
    pub fn is_omitzero(&self) -> bool {
        self.json_tag().is_some_and(|tag| tag.options.contains("omitzero"))
    }

    /// Returns `true` for an exported field.
    pub fn is_exported(&self) -> bool {
        self.name.chars().next().is_some_and(char::is_uppercase)
    }
}

impl TypeDefinition {
    /// Returns the fields of a struct. Empty for other types.
    pub fn fields(&self) -> &[Field] {
        match &self.kind {
            TypeKind::Struct(fields) => fields,
            TypeKind::Named(_) | TypeKind::Alias(_) => &[],
        }
    }

    /// Returns `true` for an exported type.
    pub fn is_exported(&self) -> bool {
        self.name.chars().next().is_some_and(char::is_uppercase)
    }

    /// Returns `true` if it has a method with this name.
    pub fn has_method(&self, name: &str) -> bool {
        self.methods.iter().any(|method| method.name == name)
    }
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    pub fn package(&self, id: PackageId) -> &Package {
        self.packages[id.0 as usize].borrow()
    }

    pub fn type_definition(&self, id: TypeId) -> &TypeDefinition {
        self.types[id.0 as usize].borrow()
    }

    pub fn find_package(&self, import_path: &str) -> Option<&Package> {
        self.packages.iter().map(Borrow::borrow).find(|package| package.import_path == import_path)
    }

    pub fn find_type(&self, import_path: &str, name: &str) -> Option<&TypeDefinition> {
        let package = self.find_package(import_path)?;
        package.types.iter().map(|id| self.type_definition(*id)).find(|definition| definition.name == name)
    }

    pub fn find_constant(&self, import_path: &str, name: &str) -> Option<&Constant> {
        self.find_package(import_path)?.constants.iter().find(|constant| constant.name == name)
    }

    /// Formats a type as `import/path.Name`.
    pub fn go_name(&self, id: TypeId) -> String {
        let definition = self.type_definition(id);
        format!("{}.{}", self.package(definition.package).import_path, definition.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::read_file;

    #[test]
    fn json_tags_decide_which_fields_are_published() {
        let read = read_file(
            r#"package v1
type E struct{}
type T struct {
	Plain int
	Named int `json:"named,omitempty,omitzero"`
	Other int `json:",omitzero"`
	Dropped int `json:"-"`
	Dash int `json:"-,"`
	hidden int
	tagged int `json:"tagged"`
	// +kubebuilder:validation:Schemaless
	Any int `json:"any"`
	// +kubebuilder:validation:Schemaless
	E `json:"-"`
	Last int `yaml:"x" json:"last"`
}
"#,
        );
        let definition = read.model.find_type("example.com/api/v1", "T").expect("T");
        let shown = |field: &Field| {
            let flags = [
                ("published", field.is_published()),
                ("by type", field.is_defined_by_type()),
                ("omitempty", field.is_omitempty()),
                ("omitzero", field.is_omitzero()),
                ("exported", field.is_exported()),
            ];
            let flags: Vec<&str> = flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| *flag).collect();
            format!("{} {:?}: {}", field.name, field.json_name(), flags.join(", "))
        };
        assert_eq!(
            definition.fields().iter().map(shown).collect::<Vec<_>>(),
            [
                r#"Plain Some("Plain"): published, by type, exported"#,
                r#"Named Some("named"): published, by type, omitempty, omitzero, exported"#,
                r#"Other Some("Other"): published, by type, omitzero, exported"#,
                "Dropped None: exported",
                r#"Dash Some("-"): published, by type, exported"#,
                r#"hidden Some("hidden"): "#,
                r#"tagged Some("tagged"): published, by type"#,
                r#"Any Some("any"): published, exported"#,
                "E None: published, by type, exported",
                r#"Last Some("last"): published, by type, exported"#,
            ]
        );
    }

    #[test]
    fn fields_of_anonymous_structs_are_found_in_every_type() {
        let read = read_file(
            r"package v1
type G[K, V any] struct{}
type T struct {
	A struct { X int; Y struct { Z int } }
	B *struct { X int }
	C []struct { X int }
	D [2]struct { X int }
	E map[string]struct { X int }
	F map[struct { X int }]string
	H G[struct { W int }, struct { X int }]
	I int
	J *int
	K map[string]int
	L G[int, string]
}
",
        );
        let mut found = Vec::new();
        for field in read.model.find_type("example.com/api/v1", "T").expect("T").fields() {
            let mut visited = Vec::new();
            let mut ty = field.ty.clone();
            ty.for_fields_mut(&mut |fields| visited.extend(fields.iter().map(|field| field.name.clone())));
            let has = ["W", "X", "Z"].map(|name| ty.has_field(&|field| field.name == name));
            found.push(format!("{} {} {has:?}", field.name, visited.join(" ")));
        }
        assert_eq!(
            found,
            [
                "A X Y [false, true, true]",
                "B X [false, true, false]",
                "C X [false, true, false]",
                "D X [false, true, false]",
                "E X [false, true, false]",
                "F X [false, true, false]",
                "H W X [true, true, false]",
                "I  [false, false, false]",
                "J  [false, false, false]",
                "K  [false, false, false]",
                "L  [false, false, false]",
            ]
        );
    }
}
