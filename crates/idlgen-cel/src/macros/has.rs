//! `has(a.b)`: tests whether the field exists.

use crate::ast::{ExprId, ExprKind};

use super::{Expanded, Expansion};

impl Expansion<'_> {
    pub(super) fn has(&mut self, argument: ExprId) -> Expanded {
        match self.ast.kind(argument) {
            ExprKind::Select { operand, field, test_only: false } => {
                let kind = ExprKind::Select { operand: *operand, field: field.clone(), test_only: true };
                Ok(self.push(kind))
            }
            _ => Err(self.error(argument, "invalid argument to has() macro")),
        }
    }
}
