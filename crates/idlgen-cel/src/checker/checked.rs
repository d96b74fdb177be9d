//! A checked expression.

use idlgen_runtime::cel::program::Constant;

use crate::ast::{Ast, ExprId, ExprKind};
use crate::declarations::Declaration;
use crate::types::Type;

/// A checked expression: the tree with resolved names, and the results for each node.
#[derive(Clone, Debug)]
pub struct Checked {
    pub(crate) ast: Ast,
    pub(crate) root: ExprId,
    /// The types of the nodes, without type variables.
    pub(super) types: Vec<Type>,
    pub(super) references: Vec<Reference>,
}

/// The resolution of a name or a call.
#[derive(Clone, Debug, Default)]
pub(crate) enum Reference {
    #[default]
    None,
    Variable,
    TypeName(Type),
    /// A call that can resolve to any of these overloads at run time.
    Overloads(Vec<&'static Declaration>),
}

impl Checked {
    pub(crate) fn type_of(&self, id: ExprId) -> &Type {
        self.types.get(id.0 as usize).unwrap_or(&Type::Dyn)
    }

    pub(crate) fn reference(&self, id: ExprId) -> &Reference {
        self.references.get(id.0 as usize).unwrap_or(&Reference::None)
    }

    pub(crate) fn overloads(&self, id: ExprId) -> &[&'static Declaration] {
        match self.reference(id) {
            Reference::Overloads(overloads) => overloads,
            _ => &[],
        }
    }

    /// Returns the type of the entire expression.
    pub fn result_type(&self) -> &Type {
        self.type_of(self.root)
    }

    /// Returns `true` if the expression selects a field with this name.
    pub fn names_field(&self, name: &str) -> bool {
        self.ast.nodes.iter().any(|node| match &node.kind {
            ExprKind::Select { field, .. } => field == name,
            // An optional selection stores its field name as a string literal.
            ExprKind::Literal(Constant::String(text)) => text == name,
            _ => false,
        })
    }

    /// Returns the position and the function of each call that may resolve to an overload for which `is_meant` returns
    /// `true`.
    pub(crate) fn calls_of(&self, is_meant: impl Fn(&str) -> bool) -> Vec<(u32, String)> {
        let calls = self.ast.nodes.iter().zip(&self.references).filter_map(|(node, reference)| match reference {
            Reference::Overloads(overloads) if overloads.iter().any(|overload| is_meant(overload.overload)) => {
                match &node.kind {
                    ExprKind::Call { function, .. } => Some((node.position, function.to_string())),
                    _ => None,
                }
            }
            _ => None,
        });
        calls.collect()
    }

    /// Returns `true` if the expression refers to a variable with this name.
    pub fn refers_to(&self, name: &str) -> bool {
        let named = |id: usize| matches!(self.references.get(id), Some(Reference::Variable));
        self.ast
            .nodes
            .iter()
            .enumerate()
            .any(|(id, node)| matches!(&node.kind, ExprKind::Ident(known) if known == name) && named(id))
    }
}
