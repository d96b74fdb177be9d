//! Go declarations as plain data: the declarations of a file, with positions and separate comments.

use crate::source::{FileId, Span, TextLines};

/// The declarations of a Go file. Contains expressions and function bodies only as far as types and tags depend on
/// them.
#[derive(Clone, Debug)]
pub struct GoFile {
    pub file: FileId,
    /// The name in the package clause. `None` if there is no clause.
    pub package: Option<Identifier>,
    pub imports: Vec<Import>,
    /// `type` declarations, in order.
    pub types: Vec<TypeDeclaration>,
    /// `const` declarations, in order. Implicitly repeated values are written out.
    pub constants: Vec<ConstantDeclaration>,
    /// Methods (functions with a receiver), in order.
    pub methods: Vec<MethodDeclaration>,
    /// Package variables of the type `schema.GroupVersion`.
    pub group_versions: Vec<GroupVersionVariable>,
    /// Calls that register types with a scheme (`AddKnownTypes`, `SchemeBuilder.Register`).
    pub registrations: Vec<Registration>,
    /// All comment groups of the file, in order. Declarations refer to them by index.
    pub comments: Vec<CommentGroup>,
    /// The comment group directly above the package clause.
    pub package_doc: Option<CommentId>,
    /// The parts with syntax errors, in order: entire declarations, with the comments above them. Their contents are
    /// incomplete, and they may declare more than what was read.
    pub broken: Vec<Span>,
}

/// The index of a group in [`GoFile::comments`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommentId(pub u32);

/// A Go comment group (`go/ast.CommentGroup`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentGroup {
    /// The lines as in `CommentGroup.Text()`: without comment markers and directives, and with consecutive blank lines
    /// merged. Each has the position of its text in the file.
    pub lines: TextLines,
    /// Directive comments (`//go:build`, `//nolint:x`, `//idlgen:allow …`), which `Text()` omits, without their `//`.
    pub directives: TextLines,
    /// The block comments in it, `/* … */`.
    pub blocks: Vec<Span>,
    /// The line of the group's first character, starting at 1.
    pub start_line: u32,
    /// The line of the group's last character, starting at 1.
    pub end_line: u32,
    /// `true` if the group is at file level, begins on a line of its own, and no declaration is on the line after it.
    pub stands_alone: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Go's doc comment: the group that ends on the line above the specification. If the declaration has no
    /// parentheses, the group above the declaration applies to its first specification.
    pub doc: Option<CommentId>,
    /// The group before the doc comment, or before the declaration if there is no doc comment, if only blank lines are
    /// in between.
    pub second_closest: Option<CommentId>,
    /// The group that begins after the declaration, on its last line.
    pub trailing: Option<CommentId>,
    /// The line of the declared name. `k8s.io/gengo` uses the group that ends on the line above this one
    /// ([`GoFile::comment_ending_on`]), regardless of the declaration to which the group belongs.
    pub name_line: u32,
}

/// A name and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identifier {
    pub name: String,
    /// The location.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub path: String,
    /// The explicit name: an identifier, `.` or `_`.
    pub name: Option<String>,
    /// The path's position.
    pub span: Span,
}

/// `type Name …` or `type Name = …`.
#[derive(Clone, Debug)]
pub struct TypeDeclaration {
    pub name: Identifier,
    /// Names of the type parameters.
    pub type_parameters: Vec<String>,
    /// `true` for an alias declaration (`=`).
    pub is_alias: bool,
    /// The right-hand side.
    pub definition: TypeExpression,
    pub comments: Comments,
    /// The span of the complete specification.
    pub span: Span,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeExpression {
    pub kind: TypeExpressionKind,
    /// The location.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeExpressionKind {
    /// `T` or `pkg.T`, with type arguments if it is instantiated.
    Name {
        /// The package qualifier.
        package: Option<Identifier>,
        name: Identifier,
        arguments: Vec<TypeExpression>,
    },
    /// `*T`.
    Pointer(Box<TypeExpression>),
    /// `[]T`.
    Slice(Box<TypeExpression>),
    /// `[N]T`.
    Array {
        /// The source of the length.
        length: String,
        element: Box<TypeExpression>,
    },
    /// `map[K]V`.
    Map { key: Box<TypeExpression>, value: Box<TypeExpression> },
    /// `struct { … }`.
    Struct(Vec<FieldDeclaration>),
    /// `interface { … }`.
    Interface {
        /// `true` if it has neither methods nor embedded types.
        is_empty: bool,
    },
    /// `func(…) …`.
    Function,
    /// `chan T`.
    Channel,
    /// A part that could not be parsed, which has been reported.
    Invalid,
}

/// A field of a struct. `A, B int` is parsed as two fields.
#[derive(Clone, Debug)]
pub struct FieldDeclaration {
    /// The name. For an embedded field, this is the last part of the type's name.
    pub name: Identifier,
    /// `true` if the field is embedded.
    pub is_embedded: bool,
    pub ty: TypeExpression,
    /// The value of the struct tag, with a position that includes the quotes.
    pub struct_tag: Option<Identifier>,
    pub comments: Comments,
    /// The span of the complete specification.
    pub span: Span,
}

/// One constant.
#[derive(Clone, Debug)]
pub struct ConstantDeclaration {
    pub name: Identifier,
    /// The type, if there is one. It may be repeated from a previous specification.
    pub ty: Option<TypeExpression>,
    /// The value. `None` if it is missing or unreadable.
    pub value: Option<ConstantExpression>,
    /// The value of `iota` in this specification.
    pub iota: i64,
    pub comments: Comments,
}

/// A constant expression, as far as API packages use them.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantExpression {
    /// A string literal's value.
    String(String),
    /// An integer or rune literal's value.
    Integer(i128),
    /// A float literal's value.
    Float(f64),
    /// `iota`.
    Iota,
    /// `Name` or `pkg.Name`, including `true` and `false`.
    Name {
        /// The package qualifier.
        package: Option<String>,
        name: String,
    },
    /// A conversion or call with a single argument: `T(x)`, `pkg.T(x)`, `len(x)`.
    Call {
        /// The package qualifier.
        package: Option<String>,
        name: String,
        argument: Box<ConstantExpression>,
    },
    /// `-x`, `+x`, `^x`, `!x`.
    Unary(char, Box<ConstantExpression>),
    /// `x op y`.
    Binary(String, Box<ConstantExpression>, Box<ConstantExpression>),
    /// Anything else.
    Unsupported,
}

#[derive(Clone, Debug)]
pub struct MethodDeclaration {
    /// The name of the receiver's type, without pointer and type arguments.
    pub receiver: String,
    /// `true` if the receiver is a pointer.
    pub pointer_receiver: bool,
    pub name: Identifier,
    /// Number of parameters.
    pub parameters: usize,
    /// The result type as written: `string`, `[]string`, `common.OpenAPIDefinition`. Empty if there is no result.
    pub result: String,
    /// The returned values, if the body is a single `return` of constants. `return []string{…}` returns a list of
    /// strings, which is empty for `return nil`.
    pub returns: Option<Vec<ReturnValue>>,
}

/// A value that a method always returns.
#[derive(Clone, Debug, PartialEq)]
pub enum ReturnValue {
    Constant(ConstantExpression),
    /// `[]string{…}` or `nil`.
    Strings(Vec<String>),
    /// `common.OpenAPIDefinition{…}`. Other composite literals are ignored.
    Literal(LiteralExpression),
}

/// The value of a composite literal. Pointers to literals (`&T{…}`) are replaced by their targets.
#[derive(Clone, Debug, PartialEq)]
pub enum LiteralExpression {
    /// A constant, or `nil`.
    Constant(ConstantExpression),
    /// A call or conversion with a qualified name: `ptr.To(x)`.
    Call {
        /// The package qualifier.
        package: String,
        name: String,
        argument: ConstantExpression,
    },
    /// `[]T{a, b}`.
    List(Vec<LiteralExpression>),
    /// `map[K]V{a: b}`.
    Map(Vec<(ConstantExpression, LiteralExpression)>),
    /// `T{A: b}`, with its named fields. Empty for other literals of a named type.
    Struct(Vec<(String, LiteralExpression)>),
}

/// `var Name = schema.GroupVersion{Group: …, Version: …}`.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupVersionVariable {
    pub name: Identifier,
    /// The group. An empty string if the literal does not set it.
    pub group: ConstantExpression,
    pub version: ConstantExpression,
}

/// A call that registers types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The group-version variable in the call. `None` for `SchemeBuilder.Register(…)`.
    pub group_version: Option<String>,
    /// The registered types: `&T{}` or `new(T)`. Excludes types of other packages.
    pub types: Vec<Identifier>,
    /// `true` if the call registers the common types of all groups and versions (`metav1.AddToGroupVersion`, which
    /// controller-runtime's scheme builder also calls).
    pub adds_meta_types: bool,
}

impl GoFile {
    /// Creates a file without declarations.
    pub(super) fn empty(file: FileId) -> Self {
        GoFile {
            file,
            package: None,
            imports: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            methods: Vec::new(),
            group_versions: Vec::new(),
            registrations: Vec::new(),
            comments: Vec::new(),
            package_doc: None,
            broken: Vec::new(),
        }
    }

    pub fn comment(&self, id: CommentId) -> Option<&CommentGroup> {
        self.comments.get(id.0 as usize)
    }

    /// Returns the group that ends on `line`, which is how `k8s.io/gengo` finds comments.
    pub fn comment_ending_on(&self, line: u32) -> Option<CommentId> {
        // Groups are sorted by position, and therefore also by their last line. If several end on the same line, the
        // last one applies.
        let after = self.comments.partition_point(|group| group.end_line <= line);
        let last = after.checked_sub(1)?;
        self.comments.get(last).filter(|group| group.end_line == line).map(|_| CommentId(last as u32))
    }
}
