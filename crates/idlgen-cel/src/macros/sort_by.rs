//! The macro `sortBy`.

use std::borrow::Cow;

use crate::ast::{ExprId, ExprKind};

use super::{Expanded, Expansion};

const INPUT: &str = "@__sortBy_input__";

impl Expansion<'_> {
    /// Binds the list, maps it to its keys, and sorts it by the keys.
    pub(super) fn sort_by(&mut self, target: ExprId, variable: ExprId, key: ExprId) -> Expanded {
        if !matches!(
            self.ast.kind(target),
            ExprKind::List { .. }
                | ExprKind::Select { .. }
                | ExprKind::Ident(_)
                | ExprKind::Comprehension(_)
                | ExprKind::Call { .. }
        ) {
            let message = "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
            return Err(self.error(target, message));
        }
        let input = self.name(INPUT);
        let keys = self.map(input, variable, None, key)?;
        let input = self.name(INPUT);
        let sorted = self.member_call("@sortByAssociatedKeys", input, vec![keys]);
        Ok(self.bind(&Cow::Borrowed(INPUT), target, sorted))
    }
}
