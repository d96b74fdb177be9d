//! The type checker: determines the type of each node and the overloads of each call, and reports errors. The algorithm
//! and the messages are those of cel-go.

mod call;
mod checked;
mod comprehension;
mod literal;
mod name;
mod select;
mod substitution;

use idlgen_runtime::cel::program::{Constant, Text};

use crate::ast::{Ast, ExprId, ExprKind};
use crate::environment::{Environment, Variables};
use crate::issue::{Issue, Subject};
use crate::types::Type;

pub use checked::Checked;
pub(crate) use checked::Reference;
use substitution::Substitution;

/// Checks an expression.
pub fn check(ast: Ast, root: ExprId, environment: &Environment, variables: &Variables) -> Result<Checked, Vec<Issue>> {
    let count = ast.nodes.len();
    let mut checker = Checker {
        ast,
        environment,
        variables,
        scopes: Vec::new(),
        types: vec![None; count],
        references: vec![Reference::None; count],
        substitution: Substitution::default(),
        issues: Vec::new(),
        different_numbers: environment.version().compares_different_numbers(),
    };
    checker.check(root);
    let Checker { ast, types, references, substitution, issues, .. } = checker;
    if !issues.is_empty() {
        return Err(issues);
    }
    let types = types.into_iter().map(|of| of.map_or(Type::Dyn, |of| substitution.substitute(&of, true))).collect();
    Ok(Checked { ast, root, types, references })
}

struct Checker<'a> {
    ast: Ast,
    environment: &'a Environment,
    variables: &'a Variables,
    /// The variables of the enclosing comprehensions, innermost last.
    scopes: Vec<(Text, Type)>,
    types: Vec<Option<Type>>,
    references: Vec<Reference>,
    substitution: Substitution,
    issues: Vec<Issue>,
    /// `true` if numbers of different types are comparable. Inside a comprehension, cel-go always allows such
    /// comparisons.
    different_numbers: bool,
}

impl Checker<'_> {
    fn check(&mut self, id: ExprId) -> Type {
        let of = match self.ast.kind(id) {
            ExprKind::Unspecified => Type::Error,
            ExprKind::Literal(value) => literal_type(value),
            ExprKind::Ident(_) => self.check_name(id),
            ExprKind::Select { .. } => self.check_select(id),
            ExprKind::Call { .. } => self.check_call(id),
            ExprKind::List { .. } => self.check_list(id),
            ExprKind::Map { .. } => self.check_map(id),
            ExprKind::Struct { .. } => self.check_struct(id),
            ExprKind::Comprehension(_) => self.check_comprehension(id),
        };
        if let Some(slot) = self.types.get_mut(id.0 as usize) {
            *slot = Some(of.clone());
        }
        of
    }

    fn refer(&mut self, id: ExprId, reference: Reference) {
        if let Some(slot) = self.references.get_mut(id.0 as usize) {
            *slot = reference;
        }
    }

    fn report(&mut self, at: ExprId, message: impl Into<String>) {
        self.issues.push(Issue::new(self.ast.position(at), message));
    }

    fn report_about(&mut self, at: ExprId, message: String, subject: Subject) {
        let position = Some(self.ast.position(at));
        self.issues.push(Issue { message, position, subject: Some(subject) });
    }

    fn mismatch(&mut self, at: ExprId, expected: &Type, found: &Type) {
        self.report(at, format!("expected type '{expected}' but found '{found}'"));
    }

    fn undeclared(&mut self, at: ExprId, name: &str) {
        let message = format!("undeclared reference to '{name}' (in container '')");
        self.report_about(at, message, Subject::Name(name.to_owned()));
    }

    fn is_assignable(&mut self, left: &Type, right: &Type) -> bool {
        self.substitution.is_assignable(left, right)
    }
}

pub(crate) fn literal_type(value: &Constant) -> Type {
    match value {
        Constant::Null => Type::Null,
        Constant::Bool(_) => Type::Bool,
        Constant::Int(_) => Type::Int,
        Constant::Uint(_) => Type::Uint,
        Constant::Double(_) => Type::Double,
        Constant::String(_) => Type::String,
        Constant::Bytes(_) => Type::Bytes,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use crate::decl_type::{DeclKind, DeclType};
    use crate::{Environment, Variables, Version, compile};

    fn decl(kind: DeclKind, max_elements: i64) -> Arc<DeclType> {
        Arc::new(DeclType { kind, max_elements, min_serialized_size: 2 })
    }

    /// Declares `self` with a string, a number, a list of objects, a map and an int-or-string.
    fn variables(version: Version) -> Variables {
        let item = decl(DeclKind::Object(BTreeMap::from([(Box::from("name"), decl(DeclKind::String, 12))])), 0);
        let fields = BTreeMap::from([
            (Box::from("text"), decl(DeclKind::String, 40)),
            (Box::from("number"), decl(DeclKind::Int, 0)),
            (Box::from("list"), decl(DeclKind::List(item), 10)),
            (Box::from("map"), decl(DeclKind::Map(decl(DeclKind::Int, 0)), 5)),
            (Box::from("any"), decl(DeclKind::Dyn, 40)),
            (Box::from("__namespace__"), decl(DeclKind::String, 40)),
        ]);
        Variables::of_rule(version, decl(DeclKind::Object(fields), 0), false, "selfType")
    }

    /// Returns the type and the maximum cost, or the first line of the first issue.
    fn outcome(text: &str, minor: u8) -> String {
        let version = Version::new(minor);
        let (environment, variables) = (Environment::new(version), variables(version));
        match compile(text, &environment, &variables) {
            Ok(compiled) => format!("{} {}", compiled.result_type(), compiled.cost(&environment, &variables).max),
            Err(error) => error.issues.first().map(|issue| issue.message.clone()).unwrap_or_default(),
        }
    }

    #[test]
    fn types_and_costs() {
        for (text, expected) in [
            ("self.number > 1", "bool 3"),
            ("self.number > 1.5", "bool 3"),
            ("self.text.contains('x')", "bool 6"),
            ("self.list.all(x, x.name != '')", "bool 53"),
            ("self.list.map(x, x.name).size() > 0", "bool 155"),
            ("self.map['a'] + 1 > 0", "bool 5"),
            ("type(self.any) == int", "bool 4"),
            ("self.?text.orValue('') == ''", "bool 3"),
            ("self.namespace == ''", "bool 2"),
            ("[]", "list(dyn) 10"),
            ("sets.contains(['a'], ['b', 'c'])", "bool 23"),
        ] {
            assert_eq!(outcome(text, 35), expected, "{text}");
        }
    }

    #[test]
    fn mistakes() {
        for (text, expected) in [
            ("self.txt", "undefined field 'txt'"),
            ("self.number == 1.0", "found no matching overload for '_==_' applied to '(int, double)'"),
            (
                "self.list.size('a')",
                "found no matching overload for 'size' applied to 'list(selfType.list.@idx).(string)'",
            ),
            ("self.text.foo()", "undeclared reference to 'foo' (in container '')"),
            ("self.number && true", "expected type 'bool' but found 'int'"),
            (
                "self.number.all(x, true)",
                "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
            ),
            ("[1, 'a'].size() > 0", "expected type 'int' but found 'string'"),
            ("duration('x') > duration('1s')", "invalid duration argument"),
            ("self.text.matches('[')", "invalid matches argument"),
            (
                "'%d'.format(['a'])",
                "error during formatting: decimal clause can only be used on integers, was given string",
            ),
        ] {
            assert_eq!(outcome(text, 35), expected, "{text}");
        }
    }

    #[test]
    fn versions() {
        for (text, minor, expected) in [
            ("self.number > 1.5", 27, "found no matching overload for '_>_' applied to '(int, double)'"),
            ("self.map.all(k, self.number > 1.5)", 27, "bool 33"),
            ("self.?text", 27, "unsupported syntax '.?'"),
            ("self.namespace", 30, "undefined field 'namespace'"),
            ("ip('::1')", 29, "undeclared reference to 'ip' (in container '')"),
            ("[1].includes(1)", 36, "undeclared reference to 'includes' (in container '')"),
            ("[1].includes(1)", 37, "bool 11"),
        ] {
            assert_eq!(outcome(text, minor), expected, "{text}");
        }
    }
}
