//! Compiles source text: parses, checks and validates it.

use std::sync::OnceLock;

use idlgen_runtime::cel::program::Program;
use thiserror::Error;

use crate::checker::{self, Checked};
use crate::cost::{self, CostEstimate};
use crate::declarations::is_proposed;
use crate::environment::{Environment, Variables};
use crate::issue::{Issue, display};
use crate::lower::lower;
use crate::parser;
use crate::source::Source;
use crate::types::Type;
use crate::unguarded::{self, Selection};
use crate::validators;

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Compiled {
    checked: Checked,
    source: String,
    unguarded: OnceLock<Vec<Selection>>,
}

/// A compile error. Formatted as in the API server, with source lines and markers.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", display(&Source::new(text), issues))]
pub struct CompileError {
    text: String,
    /// The issues, in the order of their discovery.
    pub issues: Vec<Issue>,
}

/// Compiles an expression.
///
/// ```
/// use idlgen_cel::{Environment, Type, Variables, Version, compile};
///
/// let environment = Environment::new(Version::new(35));
/// let variables = Variables::none().with("x", Type::Int);
/// let compiled = compile("x > 1", &environment, &variables)?;
/// assert_eq!(compiled.result_type(), &Type::Bool);
///
/// let error = compile("y", &environment, &variables).unwrap_err();
/// assert_eq!(error.to_string(), "ERROR: <input>:1:1: undeclared reference to 'y' (in container '')\n | y\n | ^");
/// # Ok::<(), idlgen_cel::CompileError>(())
/// ```
pub fn compile(text: &str, environment: &Environment, variables: &Variables) -> Result<Compiled, CompileError> {
    let fail = |issues| CompileError { text: text.to_owned(), issues };
    let (ast, root) = parser::parse(text, environment.parser_options()).map_err(fail)?;
    let checked = checker::check(ast, root, environment, variables).map_err(fail)?;
    let issues =
        if environment.validates() { validators::validate(&checked, environment.version()) } else { Vec::new() };
    if issues.is_empty() {
        Ok(Compiled { checked, source: text.to_owned(), unguarded: OnceLock::new() })
    } else {
        Err(fail(issues))
    }
}

impl Compiled {
    /// Returns the type of the expression.
    pub fn result_type(&self) -> &Type {
        self.checked.result_type()
    }

    /// Returns `true` if the expression refers to the variable `name`. A rule that refers to `oldSelf` is a transition
    /// rule.
    pub fn refers_to(&self, name: &str) -> bool {
        self.checked.refers_to(name)
    }

    /// Returns `true` if the expression selects a field with this (escaped) name.
    pub fn names_field(&self, name: &str) -> bool {
        self.checked.names_field(name)
    }

    /// Returns the position in code points and the function of each call to a function proposed by KEP-4153, which no
    /// API server has.
    pub fn proposed_calls(&self) -> Vec<(u32, String)> {
        self.checked.calls_of(is_proposed)
    }

    /// Returns the selections of object fields that the expression does not test with `has` first. If the
    /// expression tests a field, all fields with its name and type are treated as tested. This avoids false positives.
    pub fn unguarded(&self) -> &[Selection] {
        self.unguarded.get_or_init(|| unguarded::selections(&self.checked))
    }

    /// Estimates the cost. Pass the environment and the variables of the compilation.
    pub fn cost(&self, environment: &Environment, variables: &Variables) -> CostEstimate {
        cost::estimate(&self.checked, variables, environment.version())
    }

    /// Converts the checked expression to a program, which `idlgen_runtime::cel::Plan` evaluates.
    pub fn program(&self) -> Program {
        lower(&self.checked, &self.source)
    }

    /// Returns the source text.
    pub fn source(&self) -> &str {
        &self.source
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Version;

    #[test]
    fn compiled_expressions_know_their_names() {
        let environment = Environment::new(Version::new(35)).with_proposed_functions();
        let variables = Variables::none().with("a", Type::map(Type::String, Type::Int)).with("b", Type::String);
        let text = "a.x > 1 && b.isFormat('uuid') && [a].all(c, c.y == 1)";
        let compiled = compile(text, &environment, &variables).expect("an expression");
        assert_eq!((compiled.source(), compiled.result_type()), (text, &Type::Bool));
        let referred = ["a", "b", "x", "d"].map(|name| compiled.refers_to(name));
        assert_eq!(referred, [true, true, false, false]);
        assert_eq!(["x", "y", "a"].map(|name| compiled.names_field(name)), [true, true, false]);
        assert_eq!(compiled.proposed_calls(), [(21, "isFormat".to_owned())]);
        let optional = compile("a.?x.hasValue()", &environment, &variables).expect("an expression");
        assert_eq!(["x", "a"].map(|name| optional.names_field(name)), [true, false]);
        let other = compile("a.size()", &environment, &variables).expect("an expression");
        assert_eq!((other.result_type(), other.proposed_calls()), (&Type::Int, Vec::new()));
    }

    #[test]
    fn the_deepest_tree_is_no_danger() {
        let environment = Environment::new(Version::default());
        let (variables, levels) = (Variables::none(), 90);
        let text = format!(
            "{}true{}",
            "(true||true||true||true||true||true||true&&true&&true&&true&&true&&".repeat(levels),
            ")".repeat(levels)
        );
        let compiled = compile(&text, &environment, &variables);
        assert!(compiled.is_ok_and(
            |compiled| compiled.cost(&environment, &variables).max == 0 || !compiled.program().nodes.is_empty()
        ));
    }
}
