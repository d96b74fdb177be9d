//! The size of a node's value.

use idlgen_runtime::cel::program::Constant;

use crate::ast::{ExprId, ExprKind};
use crate::decl_type::DeclKind;
use crate::types::Type;

use super::call::Operand;
use super::entry_size::EntrySize;
use super::path::Path;
use super::{Estimator, SizeEstimate};

impl Estimator<'_> {
    pub(super) fn set_size(&mut self, id: ExprId, size: Option<SizeEstimate>) {
        if let (Some(size), Some(slot)) = (size, self.sizes.get_mut(id.0 as usize)) {
            *slot = Some(size);
        }
    }

    pub(super) fn set_entry_size(&mut self, id: ExprId, size: Option<EntrySize>) {
        if let (Some(size), Some(slot)) = (size, self.entry_sizes.get_mut(id.0 as usize)) {
            *slot = Some(size);
        }
    }

    pub(super) fn copy_sizes(&mut self, to: ExprId, from: ExprId) {
        let size = self.size(from);
        self.set_size(to, size);
        let entry = self.entry_size(from);
        self.set_entry_size(to, entry);
    }

    pub(super) fn entry_size(&self, id: ExprId) -> Option<EntrySize> {
        if let Some(size) = self.entry_sizes.get(id.0 as usize).copied().flatten() {
            return Some(size);
        }
        match self.checked.ast.kind(id) {
            ExprKind::Ident(name) => self.local(name)?.entry_size,
            _ => None,
        }
    }

    pub(super) fn size_or_unknown(&mut self, id: ExprId) -> SizeEstimate {
        self.size(id).unwrap_or(SizeEstimate::UNKNOWN)
    }

    /// Returns the size of a node, if known.
    pub(super) fn size(&mut self, id: ExprId) -> Option<SizeEstimate> {
        if let Some(size) = self.sizes.get(id.0 as usize).copied().flatten() {
            return Some(size);
        }
        let checked = self.checked;
        let kind = checked.ast.kind(id);
        if let Some(size) = literal_size(kind) {
            return Some(SizeEstimate::fixed(size));
        }
        if let Some(size) = self.declared_size(self.path_of(id), None) {
            self.set_size(id, Some(size));
            return Some(size);
        }
        if is_scalar(checked.type_of(id)) {
            return Some(SizeEstimate::fixed(1));
        }
        match kind {
            ExprKind::Ident(name) => self.local(name)?.size,
            _ => None,
        }
    }

    /// Returns the declared size of the values at a path plus one step. The first name of the path is a variable and is
    /// treated as `self`.
    pub(super) fn declared_size(&self, path: Path, step: Option<&str>) -> Option<SizeEstimate> {
        let names = self.paths.names(path).get(1..)?;
        let mut current = self.root?;
        let mut steps = names.iter().map(String::as_str).chain(step);
        while let Some(name) = steps.next() {
            current = match (&current.kind, name) {
                (DeclKind::List(element) | DeclKind::Map(element), "@items" | "@values") => element,
                // Keys are strings without a declared size, so their size is estimated as zero. A path cannot continue
                // after a key.
                (DeclKind::Map(_), "@keys") => return steps.next().is_none().then(SizeEstimate::default),
                (DeclKind::Object(fields), name) => fields.get(name)?,
                _ => return None,
            };
        }
        Some(SizeEstimate { min: 0, max: current.max_elements as u64 })
    }

    /// Returns the size of an operand for Kubernetes functions.
    pub(super) fn operand_size(&self, operand: &Operand<'_>) -> SizeEstimate {
        operand.size.or_else(|| self.declared_size(operand.path, None)).unwrap_or(SizeEstimate::UNKNOWN)
    }
}

fn literal_size(kind: &ExprKind) -> Option<u64> {
    match kind {
        ExprKind::Literal(Constant::String(text)) => Some(text.chars().count() as u64),
        ExprKind::Literal(Constant::Bytes(bytes)) => Some(bytes.len() as u64),
        ExprKind::Literal(_) => Some(1),
        ExprKind::List { elements } => Some(elements.len() as u64),
        ExprKind::Map { entries } => Some(entries.len() as u64),
        _ => None,
    }
}

fn is_scalar(of: &Type) -> bool {
    match of.unwrapped() {
        Type::Bool | Type::Double | Type::Duration | Type::Int | Type::Timestamp | Type::Uint => true,
        _ => of.optional_value().is_some_and(is_scalar),
    }
}
