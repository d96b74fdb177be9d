//! The syntax tree: an arena of nodes with expanded macros.

use idlgen_runtime::cel::program::{Constant, Form, Text};

/// The index of a node in its [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExprId(pub(crate) u32);

/// The syntax tree of one expression.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    pub(crate) nodes: Vec<Expr>,
}

/// A node and its position in the source, in code points.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) position: u32,
    pub(crate) kind: ExprKind,
}

/// The kind and the children of a node.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// A placeholder for source text in which the parser reported an issue.
    Unspecified,
    Literal(Constant),
    Ident(Text),
    Select {
        operand: ExprId,
        field: Text,
        test_only: bool,
    },
    Call {
        function: Text,
        target: Option<ExprId>,
        arguments: Vec<ExprId>,
    },
    List {
        elements: Vec<(ExprId, bool)>,
    },
    Map {
        entries: Vec<Entry>,
    },
    Struct {
        name: Text,
        fields: Vec<Field>,
    },
    Comprehension(Box<Comprehension>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) key: ExprId,
    pub(crate) value: ExprId,
    pub(crate) optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) position: u32,
    pub(crate) name: Text,
    pub(crate) value: ExprId,
    pub(crate) optional: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub(crate) range: ExprId,
    pub(crate) variable: Text,
    pub(crate) second_variable: Option<Text>,
    pub(crate) accumulator: Text,
    pub(crate) initial: ExprId,
    pub(crate) condition: ExprId,
    pub(crate) step: ExprId,
    pub(crate) result: ExprId,
    pub(crate) form: Form,
}

impl Comprehension {
    /// Returns `true` if `is_such` returns `true` for the name of a variable of the macro.
    pub(crate) fn declares(&self, is_such: impl Fn(&str) -> bool) -> bool {
        [Some(&self.variable), self.second_variable.as_ref()].into_iter().flatten().any(|name| is_such(name))
    }
}

static UNSPECIFIED: Expr = Expr { position: 0, kind: ExprKind::Unspecified };

impl Ast {
    pub(crate) fn push(&mut self, position: u32, kind: ExprKind) -> ExprId {
        let id = ExprId(self.nodes.len() as u32);
        self.nodes.push(Expr { position, kind });
        id
    }

    pub(crate) fn get(&self, id: ExprId) -> &Expr {
        self.nodes.get(id.0 as usize).unwrap_or(&UNSPECIFIED)
    }

    pub(crate) fn kind(&self, id: ExprId) -> &ExprKind {
        &self.get(id).kind
    }

    pub(crate) fn position(&self, id: ExprId) -> u32 {
        self.get(id).position
    }

    pub(crate) fn replace(&mut self, id: ExprId, kind: ExprKind) {
        if let Some(node) = self.nodes.get_mut(id.0 as usize) {
            node.kind = kind;
        }
    }

    /// Returns the depth of the deepest node. Children precede their parents.
    pub(crate) fn depth(&self) -> u32 {
        let mut depths: Vec<u32> = Vec::with_capacity(self.nodes.len());
        let mut deepest = 0;
        for node in &self.nodes {
            let mut below = 0;
            let mut part = |id: ExprId| below = below.max(depths.get(id.0 as usize).copied().unwrap_or(0));
            match &node.kind {
                ExprKind::Unspecified | ExprKind::Literal(_) | ExprKind::Ident(_) => {}
                ExprKind::Select { operand, .. } => part(*operand),
                ExprKind::Call { target, arguments, .. } => target.iter().chain(arguments).for_each(|id| part(*id)),
                ExprKind::List { elements } => elements.iter().for_each(|(id, _)| part(*id)),
                ExprKind::Map { entries } => {
                    for entry in entries {
                        part(entry.key);
                        part(entry.value);
                    }
                }
                ExprKind::Struct { fields, .. } => fields.iter().for_each(|field| part(field.value)),
                ExprKind::Comprehension(loop_) => {
                    [loop_.range, loop_.initial, loop_.condition, loop_.step, loop_.result].into_iter().for_each(part);
                }
            }
            depths.push(below + 1);
            deepest = deepest.max(below + 1);
        }
        deepest
    }

    /// Returns the qualified name `a.b.c` if the node consists only of names and dots.
    pub(crate) fn qualified_name(&self, id: ExprId) -> Option<String> {
        match self.kind(id) {
            ExprKind::Ident(name) => Some(name.to_string()),
            ExprKind::Select { operand, field, test_only: false } => {
                let mut name = self.qualified_name(*operand)?;
                name.push('.');
                name.push_str(field);
                Some(name)
            }
            _ => None,
        }
    }

    /// Copies a node with everything below it.
    pub(crate) fn copy(&mut self, id: ExprId) -> ExprId {
        let Expr { position, kind } = self.get(id).clone();
        let kind = match kind {
            ExprKind::Unspecified | ExprKind::Literal(_) | ExprKind::Ident(_) => kind,
            ExprKind::Select { operand, field, test_only } => {
                ExprKind::Select { operand: self.copy(operand), field, test_only }
            }
            ExprKind::Call { function, target, arguments } => {
                let target = target.map(|target| self.copy(target));
                ExprKind::Call {
                    function,
                    target,
                    arguments: arguments.into_iter().map(|argument| self.copy(argument)).collect(),
                }
            }
            ExprKind::List { elements } => ExprKind::List {
                elements: elements.into_iter().map(|(element, optional)| (self.copy(element), optional)).collect(),
            },
            ExprKind::Map { entries } => ExprKind::Map {
                entries: entries
                    .into_iter()
                    .map(|entry| Entry {
                        key: self.copy(entry.key),
                        value: self.copy(entry.value),
                        optional: entry.optional,
                    })
                    .collect(),
            },
            ExprKind::Struct { name, fields } => ExprKind::Struct {
                name,
                fields: fields.into_iter().map(|field| Field { value: self.copy(field.value), ..field }).collect(),
            },
            ExprKind::Comprehension(comprehension) => {
                let mut comprehension = *comprehension;
                comprehension.range = self.copy(comprehension.range);
                comprehension.initial = self.copy(comprehension.initial);
                comprehension.condition = self.copy(comprehension.condition);
                comprehension.step = self.copy(comprehension.step);
                comprehension.result = self.copy(comprehension.result);
                ExprKind::Comprehension(Box::new(comprehension))
            }
        };
        self.push(position, kind)
    }
}
