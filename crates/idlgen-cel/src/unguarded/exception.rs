//! The cases in which an expression has a result although one of its parts fails.

use std::{collections::BTreeSet, fmt};

use crate::ast::{Ast, ExprId, ExprKind};
use crate::operators::{CONDITIONAL, INDEX, LOGICAL_AND, LOGICAL_OR};

/// A case in which an expression has a result although one of its parts would fail: the part is not evaluated, or
/// another one decides the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Exception {
    /// The other operand of `||` is true.
    Or,
    /// The other operand of `&&` is false.
    And,
    /// The condition of `? :` selects the other value.
    Conditional,
    /// `all` is false for another item.
    All,
    /// `exists` is true for another item.
    Exists,
    /// The filter of `map` is false for every item.
    Filter,
    /// A macro has no items to visit.
    NoItems,
    /// The alternative of an optional is not used.
    Optional,
}

/// Formats a condition that follows `unless`.
impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exception::Or => "the other side of `||` is true",
            Exception::And => "the other side of `&&` is false",
            Exception::Conditional => "`? :` selects the other value",
            Exception::All => "another item is invalid",
            Exception::Exists => "another item makes `exists` true",
            Exception::Filter => "no item passes the filter",
            Exception::NoItems => "the list or map is empty",
            Exception::Optional => "the optional has a value",
        })
    }
}

/// Returns the exceptions for each node.
pub(super) fn exceptions(ast: &Ast) -> Vec<BTreeSet<Exception>> {
    let mut found: Vec<BTreeSet<Exception>> = vec![BTreeSet::new(); ast.nodes.len()];
    // For each node, the comprehensions that evaluate it once per item.
    let mut loops: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); ast.nodes.len()];
    let comprehensions = ast.nodes.iter().filter_map(|node| match &node.kind {
        ExprKind::Comprehension(comprehension) => Some(&*comprehension.accumulator),
        _ => None,
    });
    let accumulators: BTreeSet<&str> = comprehensions.collect();
    let is_accumulator = |id: ExprId| match ast.kind(id) {
        ExprKind::Ident(name) => accumulators.contains(&**name),
        _ => false,
    };
    // Children precede their parents.
    for (index, node) in ast.nodes.iter().enumerate().rev() {
        let above = found.get(index).cloned().unwrap_or_default();
        let loops_above = loops.get(index).cloned().unwrap_or_default();
        let mut add = |id: ExprId, exception: Option<Exception>| {
            let at = id.0 as usize;
            if let (Some(below), Some(loops_below)) = (found.get_mut(at), loops.get_mut(at)) {
                below.extend(above.iter().copied().chain(exception));
                loops_below.extend(&loops_above);
                loops_below.extend((exception == Some(Exception::NoItems)).then_some(index));
            }
        };
        match &node.kind {
            ExprKind::Unspecified | ExprKind::Literal(_) | ExprKind::Ident(_) => {}
            ExprKind::Select { operand, .. } => add(*operand, None),
            ExprKind::Call { function, target, arguments } => match (&**function, arguments.as_slice()) {
                (LOGICAL_OR | LOGICAL_AND, [left, right]) => {
                    for (operand, other) in [(left, right), (right, left)] {
                        add(
                            *operand,
                            Some(match (&**function == LOGICAL_OR, is_accumulator(*other)) {
                                (true, false) => Exception::Or,
                                (true, true) => Exception::Exists,
                                (false, false) => Exception::And,
                                (false, true) => Exception::All,
                            }),
                        );
                    }
                }
                (CONDITIONAL, [condition, left, right]) => {
                    add(*condition, None);
                    for (value, other) in [(left, right), (right, left)] {
                        let is_filter = is_accumulator(*other);
                        add(*value, Some(if is_filter { Exception::Filter } else { Exception::Conditional }));
                    }
                }
                ("or" | "orValue", [alternative]) => {
                    if let Some(target) = target {
                        add(*target, None);
                    }
                    add(*alternative, Some(Exception::Optional));
                }
                _ => target.iter().chain(arguments).for_each(|id| add(*id, None)),
            },
            ExprKind::List { elements } => elements.iter().for_each(|(id, _)| add(*id, None)),
            ExprKind::Map { entries } => {
                entries.iter().flat_map(|one| [one.key, one.value]).for_each(|id| add(id, None));
            }
            ExprKind::Struct { fields, .. } => fields.iter().for_each(|field| add(field.value, None)),
            ExprKind::Comprehension(comprehension) => {
                let parts = [comprehension.range, comprehension.initial, comprehension.condition, comprehension.result];
                for id in parts {
                    add(id, None);
                }
                add(comprehension.step, Some(Exception::NoItems));
            }
        }
    }
    for (index, (of_node, loops)) in found.iter_mut().zip(&loops).enumerate() {
        // An item without a field is the item of a loop that has items; only loops inside that one may have none.
        let name = root(ast, ExprId(index as u32)).unwrap_or_default();
        let declares = |at: &&usize| match ast.nodes.get(**at).map(|node| &node.kind) {
            Some(ExprKind::Comprehension(comprehension)) => comprehension.declares(|variable| variable == name),
            _ => false,
        };
        // Inner comprehensions precede outer ones.
        if loops.first() == loops.iter().find(declares) {
            of_node.remove(&Exception::NoItems);
        }
    }
    found
}

/// Returns the variable at the start of a path, such as `self` in `self.a[0].b`.
fn root(ast: &Ast, mut id: ExprId) -> Option<&str> {
    loop {
        id = match ast.kind(id) {
            ExprKind::Ident(name) => return Some(name),
            ExprKind::Select { operand, .. } => *operand,
            ExprKind::Call { function, arguments, .. } if &**function == INDEX => *arguments.first()?,
            _ => return None,
        };
    }
}
