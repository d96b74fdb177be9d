//! Lowers a checked tree to a program.

use std::borrow::Cow;
use std::collections::HashMap;

use idlgen_runtime::cel::program::{
    Call, Comprehension, Element, Entry, Expression, Field, List, Map, Node, NodeId, Program, Select, Struct, Text,
    Type as ProgramType, TypeId,
};

use crate::ast::{ExprId, ExprKind};
use crate::checker::{Checked, Reference};
use crate::types::Type;

/// Returns the program of a checked expression.
pub(crate) fn lower(checked: &Checked, source: &str) -> Program {
    let mut lowering = Lowering {
        checked,
        nodes: Vec::with_capacity(checked.ast.nodes.len()),
        types: Vec::new(),
        known: HashMap::new(),
    };
    let root = lowering.node(checked.root);
    Program {
        source: Cow::Owned(source.to_owned()),
        nodes: Cow::Owned(lowering.nodes),
        types: Cow::Owned(lowering.types),
        root,
    }
}

struct Lowering<'a> {
    checked: &'a Checked,
    nodes: Vec<Node>,
    types: Vec<ProgramType>,
    known: HashMap<Type, TypeId>,
}

impl Lowering<'_> {
    fn node(&mut self, id: ExprId) -> NodeId {
        let checked = self.checked;
        let type_id = self.type_id(checked.type_of(id));
        let expression = match checked.ast.kind(id) {
            // An accepted expression never contains such a node.
            ExprKind::Unspecified => Expression::Constant(idlgen_runtime::cel::program::Constant::Null),
            ExprKind::Literal(value) => Expression::Constant(value.clone()),
            ExprKind::Ident(name) => match checked.reference(id) {
                Reference::TypeName(of) => Expression::TypeName(name.clone(), self.type_id(of)),
                _ => Expression::Variable(name.clone()),
            },
            ExprKind::Select { operand, field, test_only } => {
                Expression::Select(Select { operand: self.node(*operand), field: field.clone(), test_only: *test_only })
            }
            ExprKind::Call { function, target, arguments } => {
                let target = target.map(|target| self.node(target));
                let arguments = arguments.iter().map(|argument| self.node(*argument)).collect();
                let overloads: Vec<Text> =
                    checked.overloads(id).iter().map(|overload| Cow::Borrowed(overload.overload)).collect();
                Expression::Call(Call {
                    function: function.clone(),
                    target,
                    arguments: Cow::Owned(arguments),
                    overloads: Cow::Owned(overloads),
                })
            }
            ExprKind::List { elements } => {
                let elements = elements
                    .iter()
                    .map(|(element, optional)| Element { value: self.node(*element), optional: *optional })
                    .collect();
                Expression::List(List { elements: Cow::Owned(elements) })
            }
            ExprKind::Map { entries } => {
                let entries = entries
                    .iter()
                    .map(|entry| Entry {
                        key: self.node(entry.key),
                        value: self.node(entry.value),
                        optional: entry.optional,
                    })
                    .collect();
                Expression::Map(Map { entries: Cow::Owned(entries) })
            }
            ExprKind::Struct { name, fields } => {
                let fields = fields
                    .iter()
                    .map(|field| Field {
                        name: field.name.clone(),
                        value: self.node(field.value),
                        optional: field.optional,
                    })
                    .collect();
                Expression::Struct(Struct { type_name: name.clone(), fields: Cow::Owned(fields) })
            }
            ExprKind::Comprehension(comprehension) => Expression::Comprehension(Comprehension {
                range: self.node(comprehension.range),
                variable: comprehension.variable.clone(),
                second_variable: comprehension.second_variable.clone(),
                accumulator: comprehension.accumulator.clone(),
                initial: self.node(comprehension.initial),
                condition: self.node(comprehension.condition),
                step: self.node(comprehension.step),
                result: self.node(comprehension.result),
                form: comprehension.form,
            }),
        };
        self.nodes.push(Node { position: checked.ast.position(id), type_id, expression });
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn type_id(&mut self, of: &Type) -> TypeId {
        if let Some(known) = self.known.get(of) {
            return *known;
        }
        if let Type::Wrapper(of) = of {
            return self.type_id(of);
        }
        let lowered = match of {
            Type::Dyn | Type::Error | Type::Variable(_) | Type::Wrapper(_) => ProgramType::Dyn,
            Type::Null => ProgramType::Null,
            Type::Bool => ProgramType::Bool,
            Type::Int => ProgramType::Int,
            Type::Uint => ProgramType::Uint,
            Type::Double => ProgramType::Double,
            Type::String => ProgramType::String,
            Type::Bytes => ProgramType::Bytes,
            Type::Timestamp => ProgramType::Timestamp,
            Type::Duration => ProgramType::Duration,
            Type::List(element) => ProgramType::List(self.type_id(element)),
            Type::Map(entry) => ProgramType::Map(self.type_id(&entry.0), self.type_id(&entry.1)),
            Type::Object(name) => ProgramType::Object(Cow::Owned(name.to_string())),
            Type::Type(of) => ProgramType::Type(of.as_ref().map(|of| self.type_id(of))),
            Type::Opaque(name, parameters) => {
                if let Some(value) = of.optional_value() {
                    ProgramType::Optional(self.type_id(value))
                } else {
                    let parameters = parameters.iter().map(|parameter| self.type_id(parameter)).collect();
                    ProgramType::Opaque(Cow::Owned(name.to_string()), Cow::Owned(parameters))
                }
            }
            Type::Parameter(name) => ProgramType::Parameter(Cow::Owned(name.to_string())),
        };
        self.types.push(lowered);
        let id = TypeId(self.types.len() as u32 - 1);
        self.known.insert(of.clone(), id);
        id
    }
}
