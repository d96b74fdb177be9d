//! Macros: calls that the parser expands to presence tests and loops.

mod has;
mod map;
mod optional;
mod quantifier;
mod sort_by;
mod transform;
mod variable;

use std::borrow::Cow;

use idlgen_runtime::cel::program::{Constant, Form, Text};

use crate::ast::{Ast, Comprehension, ExprId, ExprKind};
use crate::issue::Issue;

/// Macros in addition to `has`, `all`, `exists`, `exists_one`, `map` and `filter`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MacroSet {
    /// `optMap` and `optFlatMap`.
    pub optional: bool,
    /// `all`, `exists`, `existsOne`, `exists_one`, `transformList`, `transformMap` and `transformMapEntry` with two
    /// variables.
    pub two_variables: bool,
    /// `sortBy`.
    pub sort_by: bool,
}

/// The name of the accumulator in macros.
pub(crate) const ACCUMULATOR: &str = "@result";
/// The name of the accumulator in older versions, which variables must not have.
const OLD_ACCUMULATOR: &str = "__result__";
/// The name of the loop variable in the expansion of a binding, which does not loop.
const UNUSED: &str = "#unused";

/// Creates nodes at the position of the macro call.
pub(crate) struct Expansion<'a> {
    ast: &'a mut Ast,
    position: u32,
}

type Expanded = Result<ExprId, Issue>;

/// Expands a call if there is a macro with this name, style and number of arguments.
pub(crate) fn expand(
    ast: &mut Ast,
    macros: MacroSet,
    position: u32,
    function: &str,
    target: Option<ExprId>,
    arguments: &[ExprId],
) -> Option<Result<ExprId, Issue>> {
    let mut expansion = Expansion { ast, position };
    let Some(target) = target else {
        return match (function, arguments) {
            ("has", [operand]) => Some(expansion.has(*operand)),
            _ => None,
        };
    };
    match (function, arguments) {
        ("all", [x, test]) => Some(expansion.quantifier(Form::All, target, *x, None, *test)),
        ("exists", [x, test]) => Some(expansion.quantifier(Form::Exists, target, *x, None, *test)),
        ("exists_one", [x, test]) => Some(expansion.quantifier(Form::ExistsOne, target, *x, None, *test)),
        ("map", [x, value]) => Some(expansion.map(target, *x, None, *value)),
        ("map", [x, test, value]) => Some(expansion.map(target, *x, Some(*test), *value)),
        ("filter", [x, test]) => Some(expansion.filter(target, *x, *test)),
        ("optMap", [x, value]) if macros.optional => Some(expansion.opt_map(target, *x, *value)),
        ("optFlatMap", [x, value]) if macros.optional => Some(expansion.opt_flat_map(target, *x, *value)),
        ("sortBy", [x, key]) if macros.sort_by => Some(expansion.sort_by(target, *x, *key)),
        ("all", [x, y, test]) if macros.two_variables => {
            Some(expansion.quantifier(Form::All, target, *x, Some(*y), *test))
        }
        ("exists", [x, y, test]) if macros.two_variables => {
            Some(expansion.quantifier(Form::Exists, target, *x, Some(*y), *test))
        }
        ("existsOne" | "exists_one", [x, y, test]) if macros.two_variables => {
            Some(expansion.quantifier(Form::ExistsOne, target, *x, Some(*y), *test))
        }
        ("transformList" | "transformMap" | "transformMapEntry", [x, y, rest @ ..]) if macros.two_variables => {
            let form = match function {
                "transformList" => Form::TransformList,
                "transformMap" => Form::TransformMap,
                _ => Form::TransformMapEntry,
            };
            match rest {
                [value] => Some(expansion.transform(form, target, *x, *y, None, *value)),
                [test, value] => Some(expansion.transform(form, target, *x, *y, Some(*test), *value)),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Expansion<'_> {
    fn error(&self, at: ExprId, message: impl Into<String>) -> Issue {
        Issue::new(self.ast.position(at), message)
    }

    fn push(&mut self, kind: ExprKind) -> ExprId {
        self.ast.push(self.position, kind)
    }

    fn literal(&mut self, value: Constant) -> ExprId {
        self.push(ExprKind::Literal(value))
    }

    fn name(&mut self, name: impl Into<Text>) -> ExprId {
        self.push(ExprKind::Ident(name.into()))
    }

    fn accumulator(&mut self) -> ExprId {
        self.name(ACCUMULATOR)
    }

    fn call(&mut self, function: &'static str, arguments: Vec<ExprId>) -> ExprId {
        self.push(ExprKind::Call { function: Cow::Borrowed(function), target: None, arguments })
    }

    fn member_call(&mut self, function: &'static str, target: ExprId, arguments: Vec<ExprId>) -> ExprId {
        self.push(ExprKind::Call { function: Cow::Borrowed(function), target: Some(target), arguments })
    }

    fn list(&mut self, elements: &[ExprId]) -> ExprId {
        let elements = elements.iter().map(|element| (*element, false)).collect();
        self.push(ExprKind::List { elements })
    }

    fn comprehension(&mut self, comprehension: Comprehension) -> ExprId {
        self.push(ExprKind::Comprehension(Box::new(comprehension)))
    }

    /// Builds `name = value; result`: a loop without iterations.
    fn bind(&mut self, name: &Text, value: ExprId, result: ExprId) -> ExprId {
        let range = self.list(&[]);
        let condition = self.literal(Constant::Bool(false));
        let step = self.name(name.clone());
        let comprehension = Comprehension {
            range,
            variable: Cow::Borrowed(UNUSED),
            second_variable: None,
            accumulator: name.clone(),
            initial: value,
            condition,
            step,
            result,
            form: Form::Bind,
        };
        self.comprehension(comprehension)
    }
}
