//! Macro variables.

use idlgen_runtime::cel::program::Text;

use crate::ast::{ExprId, ExprKind};
use crate::issue::Issue;

use super::{ACCUMULATOR, Expansion, OLD_ACCUMULATOR};

impl Expansion<'_> {
    /// Returns the name if an argument is a simple name.
    pub(super) fn simple_name(&self, argument: ExprId) -> Option<Text> {
        match self.ast.kind(argument) {
            ExprKind::Ident(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Returns the name of a loop variable. `message` is the error for an argument that is not a name.
    pub(super) fn variable(&self, argument: ExprId, message: &str) -> Result<Text, Issue> {
        let name = self.simple_name(argument).ok_or_else(|| self.error(argument, message))?;
        if name == ACCUMULATOR || name == OLD_ACCUMULATOR {
            return Err(self.error(argument, "iteration variable overwrites accumulator variable"));
        }
        Ok(name)
    }

    /// Returns the names of two loop variables.
    pub(super) fn variables(&self, first: ExprId, second: ExprId) -> Result<(Text, Text), Issue> {
        const NO_NAME: &str = "argument must be a simple name";
        let first_name = self.simple_name(first).ok_or_else(|| self.error(first, NO_NAME))?;
        let second_name = self.simple_name(second).ok_or_else(|| self.error(second, NO_NAME))?;
        if first_name == second_name {
            return Err(self.error(second, format!("duplicate variable name: {first_name}")));
        }
        Ok((self.variable(first, NO_NAME)?, self.variable(second, NO_NAME)?))
    }
}
