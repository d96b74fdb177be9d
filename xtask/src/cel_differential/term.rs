//! Types as function declarations write them, to find the functions that return a value of a type.

use std::{collections::BTreeMap, fmt};

/// A type: a name and its parameters. A single capital letter is a type parameter. Object types of a schema have names
/// such as `object 3`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Term {
    pub(super) name: String,
    pub(super) arguments: Vec<Term>,
}

/// The types bound to type parameters.
pub(super) type Bindings = BTreeMap<String, Term>;

impl Term {
    pub(super) fn simple(name: &str) -> Self {
        Term { name: name.to_owned(), arguments: Vec::new() }
    }

    pub(super) fn list(of: Term) -> Self {
        Term { name: "list".to_owned(), arguments: vec![of] }
    }

    pub(super) fn map(key: Term, value: Term) -> Self {
        Term { name: "map".to_owned(), arguments: vec![key, value] }
    }

    pub(super) fn optional(of: Term) -> Self {
        Term { name: "optional_type".to_owned(), arguments: vec![of] }
    }

    /// Returns the type of the keys of a map, or of an optional map.
    pub(super) fn key(&self) -> Option<&Term> {
        match (self.name.as_str(), self.arguments.as_slice()) {
            ("map", [key, _]) => Some(key),
            ("optional_type", [of]) => of.key(),
            _ => None,
        }
    }

    /// Returns the types of a list of parameters: `list(A), A`.
    pub(super) fn read_all(text: &str) -> Vec<Term> {
        let mut rest = text;
        let mut terms = Vec::new();
        while !rest.is_empty() {
            terms.push(Self::read(&mut rest));
            rest = rest.strip_prefix(", ").unwrap_or(rest);
        }
        terms
    }

    fn read(rest: &mut &str) -> Term {
        let (name, after) = rest.split_at(rest.find(['(', ')', ',']).unwrap_or(rest.len()));
        *rest = after;
        let mut arguments = Vec::new();
        if let Some(after) = rest.strip_prefix('(') {
            *rest = after;
            while !rest.is_empty() && !rest.starts_with(')') {
                arguments.push(Self::read(rest));
                *rest = rest.strip_prefix(", ").unwrap_or(rest);
            }
            *rest = rest.strip_prefix(')').unwrap_or(rest);
        }
        Term { name: name.to_owned(), arguments }
    }

    pub(super) fn is_parameter(&self) -> bool {
        self.name.len() == 1 && self.name.starts_with(|first: char| first.is_ascii_uppercase())
    }

    /// Binds the parameters of `self` so that it becomes `other`.
    pub(super) fn unify(&self, other: &Term, bindings: &mut Bindings) -> bool {
        if self.is_parameter() {
            return bindings.entry(self.name.clone()).or_insert_with(|| other.clone()) == other;
        }
        self.name == other.name
            && self.arguments.len() == other.arguments.len()
            && self.arguments.iter().zip(&other.arguments).all(|(left, right)| left.unify(right, bindings))
    }

    /// Returns the type with its parameters replaced. `new` returns a type for unbound parameters.
    pub(super) fn bound(&self, bindings: &mut Bindings, new: &mut dyn FnMut() -> Term) -> Term {
        if self.is_parameter() {
            return bindings.entry(self.name.clone()).or_insert_with(new).clone();
        }
        let arguments = self.arguments.iter().map(|argument| argument.bound(bindings, new)).collect();
        Term { name: self.name.clone(), arguments }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        let arguments: Vec<String> = self.arguments.iter().map(ToString::to_string).collect();
        write!(f, "({})", arguments.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_bound() {
        let parameters = Term::read_all("map(K, list(V)), K");
        assert_eq!(parameters.iter().map(ToString::to_string).collect::<Vec<_>>(), ["map(K, list(V))", "K"]);
        let mut bindings = Bindings::new();
        assert!(parameters[0].unify(&Term::read_all("map(string, list(int))")[0], &mut bindings));
        assert_eq!(parameters[1].bound(&mut bindings, &mut Term::default), Term::simple("string"));
        assert!(!parameters[0].unify(&Term::read_all("map(int, list(int))")[0], &mut bindings));
    }
}
