//! Types: what each node is, which overloads its call means, and what is wrong. The algorithm and the texts are cel-go's.

mod call;
mod comprehension;
mod literal;
mod name;
mod select;
mod substitution;

use idlgen_runtime::cel::program::{Constant, Text};

use crate::ast::{Ast, ExprId, Kind};
use crate::environment::{Environment, Variables};
use crate::issue::Issue;
use crate::types::Type;

use substitution::Substitution;

/// A checked expression: the tree, with names resolved, and what is known of each node.
#[derive(Clone, Debug)]
pub struct Checked {
    pub(crate) ast: Ast,
    pub(crate) root: ExprId,
    /// By node: its type, without type variables.
    types: Vec<Type>,
    references: Vec<Reference>,
}

/// What a name or a call means.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Reference {
    #[default]
    None,
    /// A variable.
    Variable,
    /// The name of this type.
    TypeName(Type),
    /// One of these overloads.
    Overloads(Vec<&'static str>),
}

impl Checked {
    pub(crate) fn type_of(&self, id: ExprId) -> &Type {
        self.types.get(id.0 as usize).unwrap_or(&Type::Dyn)
    }

    pub(crate) fn reference(&self, id: ExprId) -> &Reference {
        self.references.get(id.0 as usize).unwrap_or(&Reference::None)
    }

    pub(crate) fn overloads(&self, id: ExprId) -> &[&'static str] {
        match self.reference(id) {
            Reference::Overloads(overloads) => overloads,
            _ => &[],
        }
    }

    /// The type of the whole expression.
    pub fn result_type(&self) -> &Type {
        self.type_of(self.root)
    }

    /// Is there a variable of this name in it?
    pub fn refers_to(&self, name: &str) -> bool {
        let named = |id: usize| matches!(self.references.get(id), Some(Reference::Variable));
        self.ast
            .nodes
            .iter()
            .enumerate()
            .any(|(id, node)| matches!(&node.kind, Kind::Ident(known) if known == name) && named(id))
    }
}

/// Checks an expression.
pub fn check(ast: Ast, root: ExprId, environment: &Environment, variables: &Variables) -> Result<Checked, Vec<Issue>> {
    let count = ast.nodes.len();
    let mut checker = Checker {
        ast,
        environment,
        variables,
        scopes: Vec::new(),
        types: vec![None; count],
        references: vec![Reference::None; count],
        substitution: Substitution::default(),
        issues: Vec::new(),
        different_numbers: environment.version().compares_different_numbers(),
    };
    checker.check(root);
    let Checker { ast, types, references, substitution, issues, .. } = checker;
    if !issues.is_empty() {
        return Err(issues);
    }
    let types = types.into_iter().map(|of| of.map_or(Type::Dyn, |of| substitution.substitute(&of, true))).collect();
    Ok(Checked { ast, root, types, references })
}

struct Checker<'a> {
    ast: Ast,
    environment: &'a Environment,
    variables: &'a Variables,
    /// The variables of enclosing comprehensions, innermost last.
    scopes: Vec<(Text, Type)>,
    types: Vec<Option<Type>>,
    references: Vec<Reference>,
    substitution: Substitution,
    issues: Vec<Issue>,
    /// Whether numbers of different types can be compared. cel-go forgets about this once it has entered a comprehension.
    different_numbers: bool,
}

impl Checker<'_> {
    fn check(&mut self, id: ExprId) -> Type {
        let of = match self.ast.kind(id) {
            Kind::Unspecified => Type::Error,
            Kind::Literal(value) => literal_type(value),
            Kind::Ident(_) => self.check_name(id),
            Kind::Select { .. } => self.check_select(id),
            Kind::Call { .. } => self.check_call(id),
            Kind::List { .. } => self.check_list(id),
            Kind::Map { .. } => self.check_map(id),
            Kind::Struct { .. } => self.check_struct(id),
            Kind::Comprehension(_) => self.check_comprehension(id),
        };
        if let Some(slot) = self.types.get_mut(id.0 as usize) {
            *slot = Some(of.clone());
        }
        of
    }

    fn refer(&mut self, id: ExprId, reference: Reference) {
        if let Some(slot) = self.references.get_mut(id.0 as usize) {
            *slot = reference;
        }
    }

    fn report(&mut self, at: ExprId, message: impl Into<String>) {
        self.issues.push(Issue::new(self.ast.position(at), message));
    }

    fn mismatch(&mut self, at: ExprId, expected: &Type, found: &Type) {
        self.report(at, format!("expected type '{expected}' but found '{found}'"));
    }

    fn undeclared(&mut self, at: ExprId, name: &str) {
        self.report(at, format!("undeclared reference to '{name}' (in container '')"));
    }

    fn is_assignable(&mut self, left: &Type, right: &Type) -> bool {
        self.substitution.is_assignable(left, right)
    }
}

pub(crate) fn literal_type(value: &Constant) -> Type {
    match value {
        Constant::Null => Type::Null,
        Constant::Bool(_) => Type::Bool,
        Constant::Int(_) => Type::Int,
        Constant::Uint(_) => Type::Uint,
        Constant::Double(_) => Type::Double,
        Constant::String(_) => Type::String,
        Constant::Bytes(_) => Type::Bytes,
    }
}
