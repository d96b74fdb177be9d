//! Builds a plan from a program.

mod attribute;
mod call;
mod comprehension;
mod constant;
mod literal;

use super::fold::fold;
use super::node::{PlanNode, Step};
use super::{WrapperKind, depth};
use crate::cel::program::{Expression, Node as ProgramNode, NodeId, Program, Type};
use crate::cel::value::Text;
use crate::cel::{Environment, ErrorKind, EvaluationError, Value};

/// Maximum number of nodes in a plan. Programs of the maximum source length have fewer nodes.
const MAX_NODES: usize = 1_000_000;

/// Builds the plan of a program and returns the number of slots for comprehension variables.
pub(super) fn build(
    program: &Program,
    variables: &[&str],
    environment: Environment,
) -> Result<(PlanNode, usize), EvaluationError> {
    let mut builder = Builder { program, variables, environment, scopes: Vec::new(), locals: 0, nodes: 0, depth: 0 };
    let root = builder.node(program.root, NodeId(u32::MAX))?;
    Ok((root, builder.locals))
}

struct Builder<'p> {
    program: &'p Program,
    variables: &'p [&'p str],
    environment: Environment,
    /// The variables of the enclosing comprehensions, innermost last. The index of a variable is its slot. A variable
    /// that is temporarily out of scope is `None`.
    scopes: Vec<Option<&'p str>>,
    locals: usize,
    nodes: usize,
    depth: u32,
}

impl<'p> Builder<'p> {
    /// Builds the plan node for the program node `id`, a child of `parent`.
    fn node(&mut self, id: NodeId, parent: NodeId) -> Result<PlanNode, EvaluationError> {
        let node = self.part(id, parent)?;
        let depth = match &node.expression {
            Expression::Comprehension(_) => depth::OF_COMPREHENSION,
            _ => 1,
        };
        self.nodes += 1;
        self.depth += depth;
        if self.depth > depth::MAX || self.nodes > MAX_NODES {
            return Err(ErrorKind::TooDeep.into());
        }
        let step = self.step(id, node)?;
        self.depth -= depth;
        fold(PlanNode { position: node.position, step }, self.environment)
    }

    /// Returns a program node. Children precede their parents.
    fn part(&self, id: NodeId, parent: NodeId) -> Result<&'p ProgramNode, EvaluationError> {
        self.program.node(id).filter(|_| id < parent).ok_or_else(inconsistent)
    }

    fn step(&mut self, id: NodeId, node: &'p ProgramNode) -> Result<Step, EvaluationError> {
        match &node.expression {
            Expression::Constant(constant) => Ok(Step::Constant(constant::constant(constant))),
            Expression::TypeName(name, of) => {
                let name = self.program.type_at(*of).map_or(name.as_ref(), |of| type_name(of).unwrap_or(name));
                Ok(Step::Constant(Value::Type(Text::from(name.to_owned()))))
            }
            Expression::Variable(name) if WrapperKind::named(name).is_some() => {
                Err(EvaluationError::message(format!("reference to undefined type: {name}")))
            }
            Expression::Variable(name) => Ok(self.variable(name)),
            Expression::Select(select) => self.select(id, node.position, select),
            Expression::Call(call) => {
                let arguments = self.arguments(id, call)?;
                Self::call(node.position, call, arguments)
            }
            Expression::List(list) => self.list(id, list),
            Expression::Map(map) => self.map(id, map),
            Expression::Struct(of) => self.message(id, of),
            Expression::Comprehension(comprehension) => self.comprehension(id, comprehension),
        }
    }
}

/// Returns the name of a type as a value.
fn type_name(of: &Type) -> Option<&str> {
    Some(match of {
        Type::Bool => "bool",
        Type::Int => "int",
        Type::Uint => "uint",
        Type::Double => "double",
        Type::String => "string",
        Type::Bytes => "bytes",
        Type::Null => "null_type",
        Type::Timestamp => "google.protobuf.Timestamp",
        Type::Duration => "google.protobuf.Duration",
        Type::List(_) => "list",
        Type::Map(..) => "map",
        Type::Type(_) => "type",
        Type::Optional(_) => "optional_type",
        Type::Object(name) | Type::Opaque(name, _) => name,
        Type::Dyn | Type::Parameter(_) => return None,
    })
}

#[cold]
fn inconsistent() -> EvaluationError {
    EvaluationError::message("inconsistent program")
}
