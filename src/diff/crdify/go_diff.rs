//! Compares Go values like `cmp.Diff` of go-cmp.

use std::collections::BTreeSet;

use super::go_value::GoValue;

/// A pair of values with the result of their comparison.
#[derive(Debug)]
pub(super) struct Node<'v> {
    pub(super) old: Option<&'v GoValue>,
    pub(super) new: Option<&'v GoValue>,
    /// Number of differing leaves.
    pub(super) different: usize,
    same: usize,
    /// Number of nested pairs.
    pub(super) inside: usize,
    /// The length of the longest path to a leaf.
    pub(super) depth: usize,
    pub(super) parts: Parts<'v>,
}

/// The content of a pair.
#[derive(Debug)]
pub(super) enum Parts<'v> {
    None,
    /// The values that two pointers point to.
    Pointee(Box<Node<'v>>),
    /// Fields with their names, items, or entries with their keys.
    Records(Vec<(&'v str, Node<'v>)>),
}

impl<'v> Node<'v> {
    /// Compares two values. One of them may be absent.
    pub(super) fn compare(old: Option<&'v GoValue>, new: Option<&'v GoValue>) -> Self {
        let records = match (old, new) {
            (Some(GoValue::Pointer(Some(old_inner))), Some(GoValue::Pointer(Some(new_inner)))) => {
                let inner = Node::compare(Some(old_inner), Some(new_inner));
                return Node {
                    old,
                    new,
                    different: inner.different,
                    same: inner.same,
                    inside: inner.inside + 1,
                    depth: inner.depth + 1,
                    parts: Parts::Pointee(Box::new(inner)),
                };
            }
            (Some(GoValue::Struct(_, old)), Some(GoValue::Struct(_, new))) => {
                let fields = old.iter().zip(new);
                fields.map(|((name, old), (_, new))| (*name, Node::compare(Some(old), Some(new)))).collect()
            }
            (Some(GoValue::Slice(_, Some(old))), Some(GoValue::Slice(_, Some(new)))) => {
                let pairs = super::go_edits::pairs(old, new).into_iter();
                pairs.map(|(old, new)| ("", Node::compare(old, new))).collect()
            }
            (Some(GoValue::Map(_, Some(old))), Some(GoValue::Map(_, Some(new)))) => {
                let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
                keys.into_iter().map(|key| (key.as_str(), Node::compare(old.get(key), new.get(key)))).collect()
            }
            _ => Vec::new(),
        };
        if records.is_empty() {
            let is_same = old == new;
            let (different, same) = (usize::from(!is_same), usize::from(is_same));
            return Node { old, new, different, same, inside: 0, depth: 0, parts: Parts::None };
        }
        Node {
            old,
            new,
            different: records.iter().map(|(_, record)| record.different).sum(),
            same: records.iter().map(|(_, record)| record.same).sum(),
            inside: records.iter().map(|(_, record)| record.inside + 1).sum(),
            depth: records.iter().map(|(_, record)| record.depth).max().unwrap_or_default() + 1,
            parts: Parts::Records(records),
        }
    }

    /// Returns `true` if the number of different leaves exceeds that of equal ones by at most one.
    pub(super) fn is_similar(&self) -> bool {
        self.same + 1 >= self.different
    }
}
