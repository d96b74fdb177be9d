//! The macros `optMap` and `optFlatMap`.

use crate::ast::ExprId;
use crate::operators;

use super::{Expanded, Expansion};

impl Expansion<'_> {
    /// `target.hasValue() ? optional.of(bind(x, target.value(), value)) : optional.none()`
    pub(super) fn opt_map(&mut self, target: ExprId, variable: ExprId, value: ExprId) -> Expanded {
        let name = self
            .simple_name(variable)
            .ok_or_else(|| self.error(variable, "optMap() variable name must be a simple identifier"))?;
        let present = self.member_call("hasValue", target, Vec::new());
        let copy = self.ast.copy(target);
        let content = self.member_call("value", copy, Vec::new());
        let bound = self.bind(&name, content, value);
        let wrapped = self.call("optional.of", vec![bound]);
        let none = self.call("optional.none", Vec::new());
        Ok(self.call(operators::CONDITIONAL, vec![present, wrapped, none]))
    }

    /// `target.hasValue() ? bind(x, target.value(), value) : optional.none()`
    pub(super) fn opt_flat_map(&mut self, target: ExprId, variable: ExprId, value: ExprId) -> Expanded {
        let name = self
            .simple_name(variable)
            .ok_or_else(|| self.error(variable, "optFlatMap() variable name must be a simple identifier"))?;
        let present = self.member_call("hasValue", target, Vec::new());
        let copy = self.ast.copy(target);
        let content = self.member_call("value", copy, Vec::new());
        let bound = self.bind(&name, content, value);
        let none = self.call("optional.none", Vec::new());
        Ok(self.call(operators::CONDITIONAL, vec![present, bound, none]))
    }
}
