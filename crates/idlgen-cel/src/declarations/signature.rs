//! Parses the types of a declaration.

use std::sync::Arc;

use crate::types::Type;

use super::declaration::Declaration;

/// Returns the parameter types, the result type and the number of type parameters, which are `Variable(0)` and so on.
pub(crate) fn signature(declaration: &Declaration) -> (Vec<Type>, Type, u32) {
    let mut reader = SignatureReader { rest: declaration.parameters, parameters: Vec::new() };
    let mut parameters = Vec::new();
    while !reader.rest.is_empty() {
        parameters.push(reader.read());
        reader.skip(", ");
    }
    reader.rest = declaration.result;
    let result = reader.read();
    (parameters, result, reader.parameters.len() as u32)
}

struct SignatureReader {
    rest: &'static str,
    /// The names of the type parameters, in the order of their first use.
    parameters: Vec<&'static str>,
}

impl SignatureReader {
    fn skip(&mut self, text: &str) {
        self.rest = self.rest.strip_prefix(text).unwrap_or(self.rest);
    }

    /// Parses the next type. Returns [`Type::Error`] at the end, which occurs in no row.
    fn read(&mut self) -> Type {
        let end = self.rest.find(['(', ')', ',']).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let mut inner = Vec::new();
        if self.rest.starts_with('(') {
            self.skip("(");
            while !self.rest.is_empty() && !self.rest.starts_with(')') {
                inner.push(self.read());
                self.skip(", ");
            }
            self.skip(")");
        }
        match (name, inner.as_slice()) {
            ("dyn", []) => Type::Dyn,
            ("bool", []) => Type::Bool,
            ("int", []) => Type::Int,
            ("uint", []) => Type::Uint,
            ("double", []) => Type::Double,
            ("string", []) => Type::String,
            ("bytes", []) => Type::Bytes,
            ("timestamp", []) => Type::Timestamp,
            ("duration", []) => Type::Duration,
            ("list", [element]) => Type::list(element.clone()),
            ("map", [key, value]) => Type::map(key.clone(), value.clone()),
            ("optional_type", [value]) => Type::optional(value.clone()),
            ("type", [of]) => Type::type_of(of.clone()),
            (name, []) if name.starts_with("kubernetes.") => Type::object(name),
            (name, []) if name.starts_with("net.") => Type::Opaque(Arc::from(name), Arc::from([])),
            (name, []) if name.len() == 1 => {
                let index = self.parameters.iter().position(|known| *known == name).unwrap_or_else(|| {
                    self.parameters.push(name);
                    self.parameters.len() - 1
                });
                Type::Variable(index as u32)
            }
            _ => Type::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declarations::{declarations, proposed_declarations};

    #[test]
    fn every_row_is_read() {
        let mut seen = std::collections::BTreeSet::new();
        for declaration in declarations().chain(proposed_declarations()) {
            let (parameters, result, _) = signature(declaration);
            assert!(!format!("{parameters:?}{result:?}").contains("Error"), "{declaration:?}");
            assert!(
                seen.insert((declaration.function, declaration.overload, declaration.parameters)),
                "{declaration:?}"
            );
        }
    }

    #[test]
    fn an_unknown_type_is_an_error() {
        for (text, expected) in [
            ("A", Type::Variable(0)),
            ("AB", Type::Error),
            ("", Type::Error),
            ("list", Type::Error),
            ("map(int)", Type::Error),
            ("int(bool)", Type::Error),
            ("type(B)", Type::type_of(Type::Variable(0))),
            ("map(A, list(A))", Type::map(Type::Variable(0), Type::list(Type::Variable(0)))),
            ("net.IP", Type::Opaque(Arc::from("net.IP"), Arc::from([]))),
            ("kubernetes.URL", Type::object("kubernetes.URL")),
        ] {
            assert_eq!(SignatureReader { rest: text, parameters: Vec::new() }.read(), expected, "{text}");
        }
    }

    #[test]
    fn parameters_are_shared() {
        let row = declarations().find(|row| row.overload == "map_optindex_optional_value").copied();
        let Some(row) = row else { unreachable!("declared") };
        let (parameters, result, count) = signature(&row);
        assert_eq!(parameters, [Type::map(Type::Variable(0), Type::Variable(1)), Type::Variable(0)]);
        assert_eq!((result, count), (Type::optional(Type::Variable(1)), 2));
    }
}
