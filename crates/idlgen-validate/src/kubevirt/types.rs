//! The Go types of a VirtualMachine.

use std::{collections::BTreeMap, sync::LazyLock};

/// For each struct its name, then a line a field: its name in JSON (`-`: its fields count as those of the struct
/// around it), its name in Go, its type. In types structs stand in braces, and what a named type is behind `=`; a quote
/// tells two types of one name apart.
const TEXT: &str = include_str!("types.txt");

static STRUCTS: LazyLock<BTreeMap<&str, Vec<Field>>> = LazyLock::new(|| {
    let mut structs: BTreeMap<&str, Vec<Field>> = BTreeMap::new();
    let mut current = "";
    for line in TEXT.lines() {
        match line.strip_prefix(' ') {
            None => current = line,
            Some(field) => {
                let mut words = field.splitn(3, ' ');
                let mut word = || words.next().unwrap_or_default();
                let field = Field { json: word(), go: word(), go_type: GoType(word()) };
                structs.entry(current).or_default().push(field);
            }
        }
    }
    structs
});

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// Its name in JSON.
    pub(super) json: &'static str,
    /// Its name in Go.
    pub(super) go: &'static str,
    pub(super) go_type: GoType,
}

impl Field {
    /// Whether its own fields count as those of the struct around it.
    pub(super) fn is_inline(&self) -> bool {
        self.json == "-"
    }
}

/// A type, as `types.txt` spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GoType(&'static str);

/// What a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pointer(GoType),
    List(GoType),
    Map(GoType),
    /// A struct by its name.
    Struct(&'static str),
    /// A struct with a form of its own in JSON: a quantity, a time.
    Opaque,
    /// `string`, `bool`, `uint32` and the like.
    Scalar(&'static str),
}

impl GoType {
    /// The type of whole machines.
    pub(super) const MACHINE: GoType = GoType("{v1.VirtualMachine}");

    pub(super) fn kind(self) -> Kind {
        if let Some(target) = self.0.strip_prefix('*') {
            return Kind::Pointer(GoType(target));
        }
        if let Some(items) = self.0.strip_prefix("[]") {
            return Kind::List(GoType(items));
        }
        if let Some((_, values)) = self.0.split_once("=map ") {
            return Kind::Map(GoType(values));
        }
        if let Some(name) = self.0.strip_prefix('{') {
            return Kind::Struct(name.trim_end_matches('}'));
        }
        match self.0.split_once('=') {
            Some((_, scalar)) => Kind::Scalar(scalar),
            None if self.0.contains('.') => Kind::Opaque,
            None => Kind::Scalar(self.0),
        }
    }

    /// The type as Go prints it.
    pub(super) fn name(self) -> String {
        let (shown, _) = self.0.split_once('=').unwrap_or((self.0, ""));
        shown.replace(['{', '}', '\''], "")
    }
}

/// The fields of a struct, in order.
pub(super) fn fields(name: &str) -> &'static [Field] {
    STRUCTS.get(name).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_that_is_named_is_there() {
        let mut pending = vec![GoType::MACHINE];
        let mut met = Vec::new();
        while let Some(next) = pending.pop() {
            match next.kind() {
                Kind::Pointer(inner) | Kind::List(inner) | Kind::Map(inner) => pending.push(inner),
                Kind::Struct(name) if !met.contains(&name) => {
                    met.push(name);
                    assert!(!fields(name).is_empty() || STRUCTS.contains_key(name) || is_empty(name), "{name}");
                    pending.extend(fields(name).iter().map(|field| field.go_type));
                }
                _ => {}
            }
        }
        assert!(met.len() > 100, "{}", met.len());
    }

    fn is_empty(name: &str) -> bool {
        TEXT.lines().any(|line| line == name)
    }

    #[test]
    fn types_are_printed_as_go_does() {
        let names = [
            ("*{v1.Rng}", "*v1.Rng"),
            ("v1.DiskBus=string", "v1.DiskBus"),
            ("map[string]string=map string", "map[string]string"),
            ("{v1.PersistentVolumeClaimVolumeSource'}", "v1.PersistentVolumeClaimVolumeSource"),
        ];
        for (spelled, name) in names {
            assert_eq!(GoType(spelled).name(), name);
        }
        assert_eq!(GoType("v1.ResourceList=map resource.Quantity").kind(), Kind::Map(GoType("resource.Quantity")));
    }
}
