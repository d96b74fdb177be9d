//! The variables that a macro declares.

use idlgen_runtime::cel::program::Text;

use crate::ast::{ExprId, ExprKind};
use crate::issue::Issue;

use super::{ACCUMULATOR, Expansion, OLD_ACCUMULATOR};

impl Expansion<'_> {
    /// The name that an argument consists of.
    pub(super) fn simple_name(&self, argument: ExprId) -> Option<Text> {
        match self.ast.kind(argument) {
            ExprKind::Ident(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// The name of a loop variable; `message` says what is wrong with an argument that is no name.
    pub(super) fn variable(&self, argument: ExprId, message: &str) -> Result<Text, Issue> {
        let name = self.simple_name(argument).ok_or_else(|| self.error(argument, message))?;
        if name == ACCUMULATOR || name == OLD_ACCUMULATOR {
            return Err(self.error(argument, "iteration variable overwrites accumulator variable"));
        }
        Ok(name)
    }

    /// The names of two loop variables.
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
