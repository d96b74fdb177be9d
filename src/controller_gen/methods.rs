//! Detects types with a custom encoding: `encoding/json.Marshaler` and `encoding.TextMarshaler`, including promoted
//! methods.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    go_type::{self, GoType, Underlying},
    standard,
};
use crate::{
    resolve::Names,
    syntax::{FieldDeclaration, MethodDeclaration, TypeExpression, TypeExpressionKind},
};

/// The methods of the declared types in all packages.
pub(super) struct Methods<'n, 'a> {
    names: &'n Names<'a>,
    /// By package: whether the methods with this name and receiver return bytes and an error.
    own: BTreeMap<usize, BTreeMap<(&'n str, &'n str), bool>>,
    /// Types that neither have nor embed a method with this name. An unsuccessful search has visited all of them.
    without: BTreeSet<(&'static str, usize)>,
}

/// A type on a path through embedded fields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Declared(usize),
    Standard(String, String),
}

impl<'n, 'a> Methods<'n, 'a> {
    pub(super) fn new(names: &'n Names<'a>) -> Self {
        Methods { names, own: BTreeMap::new(), without: BTreeSet::new() }
    }

    /// Returns `true` if values of a declared type, or pointers to them, have a method with this name that returns
    /// bytes and an error.
    pub(super) fn declared_writes(&mut self, index: usize, method: &'static str) -> bool {
        go_type::unaliased(self.names, index).is_some_and(|index| self.writes(Step::Declared(index), method))
    }

    /// Like [`declared_writes`](Methods::declared_writes), for a standard library type.
    pub(super) fn standard_writes(package: &str, name: &str, method: &str) -> bool {
        standard::find(package, name).is_some_and(|row| row.methods.contains(&method))
    }

    /// Returns `true` if the method at the smallest embedding depth is unique and returns bytes and an error.
    fn writes(&mut self, start: Step, method: &'static str) -> bool {
        let mut level = vec![start];
        let mut seen: BTreeSet<Step> = BTreeSet::new();
        while !level.is_empty() {
            let mut found: Vec<bool> = Vec::new();
            let mut next = Vec::new();
            for step in level {
                if matches!(step, Step::Declared(index) if self.without.contains(&(method, index)))
                    || !seen.insert(step.clone())
                {
                    continue;
                }
                match step {
                    Step::Standard(package, name) => {
                        if Methods::standard_writes(&package, &name, method) {
                            found.push(true);
                        }
                    }
                    Step::Declared(index) => self.look_into(index, method, &mut found, &mut next),
                }
            }
            match found.as_slice() {
                [] => level = next,
                [fits] => return *fits,
                _ => return false,
            }
        }
        self.without.extend(seen.into_iter().filter_map(|step| match step {
            Step::Declared(index) => Some((method, index)),
            Step::Standard(..) => None,
        }));
        false
    }

    /// Returns whether the method of a declared type returns bytes and an error, or `None` if it has no such method.
    fn own(&mut self, package: usize, receiver: &str, method: &str) -> Option<bool> {
        let names = self.names;
        let own = self.own.entry(package).or_insert_with(|| {
            let files = names.packages.get(package).map(|package| package.files.as_slice()).unwrap_or_default();
            let mut own = BTreeMap::new();
            for one in files.iter().flat_map(|file| &file.declarations.methods) {
                own.entry((one.receiver.as_str(), one.name.name.as_str())).or_insert_with(|| returns_bytes(one));
            }
            own
        });
        own.get(&(receiver, method)).copied()
    }

    fn look_into(&mut self, index: usize, method: &str, found: &mut Vec<bool>, next: &mut Vec<Step>) {
        let Some(entry) = self.names.types.get(index) else { return };
        if let Some(returns_bytes) = self.own(entry.place.package, &entry.declaration.name.name, method) {
            found.push(returns_bytes);
            return;
        }
        let Underlying::Written(place, TypeExpression { kind: TypeExpressionKind::Struct(fields), .. }) =
            go_type::underlying(self.names, entry.place, &entry.declaration.definition)
        else {
            return;
        };
        if fields.iter().any(|field| field.name.name == method) {
            found.push(false);
        }
        for field in fields.iter().filter(|field| field.is_embedded) {
            let Some((qualifier, name)) = embedded(field) else { continue };
            match go_type::find(self.names, place, qualifier, name, &entry.declaration.type_parameters) {
                GoType::Declared(index) => next.extend(go_type::unaliased(self.names, index).map(Step::Declared)),
                GoType::Standard { package, name } => next.push(Step::Standard(package, name)),
                GoType::Builtin(_) | GoType::Parameter | GoType::Invalid => {}
            }
        }
    }
}

/// Returns the type that a field embeds, as a value or a pointer.
fn embedded(field: &FieldDeclaration) -> Option<(Option<&str>, &str)> {
    let named = match &field.ty.kind {
        TypeExpressionKind::Pointer(target) => target,
        _ => &field.ty,
    };
    match &named.kind {
        TypeExpressionKind::Name { package, name, .. } => {
            Some((package.as_ref().map(|package| package.name.as_str()), &name.name))
        }
        _ => None,
    }
}

/// Matches `() ([]byte, error)`, with or without names.
fn returns_bytes(method: &MethodDeclaration) -> bool {
    let results = method.result.trim().trim_start_matches('(').trim_end_matches(')');
    let last_word = |result: &str| result.split_whitespace().next_back().unwrap_or_default().to_owned();
    let results: Vec<String> = results.split(',').map(last_word).collect();
    let [bytes, error] = results.as_slice() else { return false };
    method.parameters == 0 && ["[]byte", "[]uint8"].contains(&bytes.as_str()) && error == "error"
}

#[cfg(test)]
mod tests {
    use crate::controller_gen::{options::Options, tests::spec_of};

    /// Methods of embedded types are promoted, through pointers and packages, and hidden by a field of the same name.
    #[test]
    fn promoted_methods_write_a_type() {
        let declarations = |embedded: &str| {
            format!(
                "type Text struct {{\n\tA string `json:\"a\"`\n}}\n\
                 func (Text) MarshalText() ([]byte, error) {{ return nil, nil }}\n\
                 type Spec struct {{\n\tF map[Outer]string `json:\"f\"`\n}}\ntype Outer struct {{\n{embedded}}}\n"
            )
        };
        for (embedded, is_text) in [
            ("\tText\n", true),
            ("\t*Text\n", true),
            ("\ttime.Time\n", true),
            ("\tText Text\n", false),
            ("\tText\n\tMarshalText string\n", false),
            ("\tmap[string]Text\n", false),
        ] {
            let (_, problems) = spec_of(&declarations(embedded), &Options { minor: 22, ..Options::default() });
            let is_refused = problems.iter().any(|problem| problem.starts_with("map keys must be strings"));
            assert_eq!(is_refused, !is_text, "{embedded} {problems:?}");
        }
    }
}
