//! Source text to a compiled expression: parse, check, validate.

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

/// An expression that compiled.
#[derive(Clone, Debug)]
pub struct Compiled {
    checked: Checked,
    source: String,
}

/// Why an expression did not compile. Printed as the API server prints it, with the lines and marks under the places.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", display(&Source::new(text), issues))]
pub struct CompileError {
    text: String,
    /// What is wrong, in the order in which it was found.
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
    if issues.is_empty() { Ok(Compiled { checked, source: text.to_owned() }) } else { Err(fail(issues)) }
}

impl Compiled {
    /// The type of the expression.
    pub fn result_type(&self) -> &Type {
        self.checked.result_type()
    }

    /// Does it refer to the variable `name`? (A rule that refers to `oldSelf` is a transition rule.)
    pub fn refers_to(&self, name: &str) -> bool {
        self.checked.refers_to(name)
    }

    /// Does it select a field of this name (escaped, if the name has to be) anywhere?
    pub fn names_field(&self, name: &str) -> bool {
        self.checked.names_field(name)
    }

    /// The calls of functions that KEP-4153 proposed and no API server has: the position of each in code points, and
    /// the function.
    pub fn proposed_calls(&self) -> Vec<(u32, String)> {
        self.checked.calls_of(is_proposed)
    }

    /// The selections of fields of objects that no `has` in the expression asks for first. A field of the same name of
    /// the same type is taken to be the same, so that nothing is reported that may be right.
    pub fn unguarded(&self) -> Vec<Selection> {
        unguarded::selections(&self.checked)
    }

    /// What it costs, in the environment that it was compiled in.
    pub fn cost(&self, environment: &Environment, variables: &Variables) -> CostEstimate {
        cost::estimate(&self.checked, variables, environment.version())
    }

    /// The program, to be run.
    pub fn program(&self) -> Program {
        lower(&self.checked, &self.source)
    }

    /// The source text.
    pub fn source(&self) -> &str {
        &self.source
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Version;

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
