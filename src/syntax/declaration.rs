//! Go declarations as plain data: the declarations of a file, with positions and separate comments.

use crate::source::{FileId, Span, TextLines};

/// The declarations of a Go file. Expressions and function bodies are included only if types and tags depend on them.
#[derive(Clone, Debug)]
pub struct GoFile {
    pub file: FileId,
    /// The name in the package clause. `None` if there is no clause.
    pub package: Option<Identifier>,
    pub imports: Vec<Import>,
    /// `type` declarations, in order.
    pub types: Vec<TypeDeclaration>,
    /// `const` declarations, in order, implicit repetition already written out.
    pub constants: Vec<ConstantDeclaration>,
    /// Methods (functions with a receiver), in order.
    pub methods: Vec<MethodDeclaration>,
    /// Package variables of the type `schema.GroupVersion`, such as `schema.GroupVersion{Group: …, Version: …}`.
    pub group_versions: Vec<GroupVersionVariable>,
    /// Calls that register types with a scheme (`AddKnownTypes`, `SchemeBuilder.Register`).
    pub registrations: Vec<Registration>,
    /// Every comment group of the file, in order; declarations refer to them by index.
    pub comments: Vec<CommentGroup>,
    /// The comment group directly above the package clause.
    pub package_doc: Option<CommentId>,
}

/// Index into [`GoFile::comments`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommentId(pub u32);

/// A Go comment group (`go/ast.CommentGroup`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentGroup {
    /// The lines like in `CommentGroup.Text()`: without comment markers and directives, with consecutive blank lines
    /// merged, each with the position of its contents in the file.
    pub lines: TextLines,
    /// Directive comments (`//go:build`, `//nolint:x`, `//idlgen:allow …`), which `Text()` omits, without their `//`.
    pub directives: TextLines,
    /// `true` if it contains a block comment, `/* … */`.
    pub has_block: bool,
    /// The line of the group's first character, counted from 1.
    pub start_line: u32,
    /// The line of the group's last character.
    pub end_line: u32,
    /// `true` if it is at file level, begins on its own line, and is not directly followed by a declaration on the next
    /// line.
    pub stands_alone: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// Go's doc comment: the group that ends on the line above (for the first specification of an unparenthesised
    /// declaration, the declaration's).
    pub doc: Option<CommentId>,
    /// The group separated from the doc comment (or, without one, from the declaration) only by blank lines.
    pub second_closest: Option<CommentId>,
    /// The group that begins after the declaration on its last line.
    pub trailing: Option<CommentId>,
    /// The line of the declared name, from which `k8s.io/gengo` looks up the group that ends one line above
    /// ([`GoFile::comment_ending_on`]), whatever it belongs to.
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
    /// A part that could not be read and has been reported.
    Invalid,
}

/// A field specification of a struct; `A, B int` is two.
#[derive(Clone, Debug)]
pub struct FieldDeclaration {
    /// The name; for an embedded field, the last part of the type's name.
    pub name: Identifier,
    /// `true` if the field is embedded.
    pub is_embedded: bool,
    pub ty: TypeExpression,
    /// The struct tag: its content, unquoted, and its position with the quotes.
    pub struct_tag: Option<Identifier>,
    pub comments: Comments,
    /// The span of the complete specification.
    pub span: Span,
}

/// One constant.
#[derive(Clone, Debug)]
pub struct ConstantDeclaration {
    pub name: Identifier,
    /// The type, if there is one (possibly repeated implicitly).
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
    /// `Name` or `pkg.Name` (`true` and `false` among them).
    Name {
        /// The package qualifier.
        package: Option<String>,
        name: String,
    },
    /// A conversion or call with one argument: `T(x)`, `pkg.T(x)`, `len(x)`.
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
    /// The result type as written: `string`, `[]string`, `common.OpenAPIDefinition`. Empty without a result.
    pub result: String,
    /// The values of a body that is one `return` of constants; a list of strings for `return []string{…}`, an empty one
    /// for `return nil`.
    pub returns: Option<Vec<ReturnValue>>,
}

/// A value that a method returns always.
#[derive(Clone, Debug, PartialEq)]
pub enum ReturnValue {
    Constant(ConstantExpression),
    /// `[]string{…}` or `nil`.
    Strings(Vec<String>),
    /// `common.OpenAPIDefinition{…}`. Other composite literals are dropped.
    Literal(LiteralExpression),
}

/// The contents of a composite literal. Pointers to literals (`&T{…}`) are treated like their targets.
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
    /// `T{A: b}` with its named fields. Empty for other literals of a named type.
    Struct(Vec<(String, LiteralExpression)>),
}

/// `var Name = schema.GroupVersion{Group: …, Version: …}`.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupVersionVariable {
    pub name: Identifier,
    /// The group; empty if missing.
    pub group: ConstantExpression,
    pub version: ConstantExpression,
}

/// A call that registers types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    /// The group-version variable named in the call; `None` for `SchemeBuilder.Register(…)`.
    pub group_version: Option<String>,
    /// The types: `&T{}` or `new(T)`. Excludes those of other packages.
    pub types: Vec<Identifier>,
    /// `true` if the call registers the common types of all groups and versions (`metav1.AddToGroupVersion`, which is
    /// also called by controller-runtime's scheme builder).
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
        }
    }

    pub fn comment(&self, id: CommentId) -> Option<&CommentGroup> {
        self.comments.get(id.0 as usize)
    }

    /// Returns the group that ends on `line`, which is how `k8s.io/gengo` finds comments.
    pub fn comment_ending_on(&self, line: u32) -> Option<CommentId> {
        // Groups are in the order of positions, so their last lines are too. Of several on one line, the last one
        // applies.
        let after = self.comments.partition_point(|group| group.end_line <= line);
        let last = after.checked_sub(1)?;
        self.comments.get(last).filter(|group| group.end_line == line).map(|_| CommentId(last as u32))
    }
}
