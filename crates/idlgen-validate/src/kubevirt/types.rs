//! The Go types of a VirtualMachine.

use std::{collections::BTreeMap, sync::LazyLock};

/// The structs: the name of each, followed by one line per field with its JSON name (`-` for an inlined field), its Go
/// name and its type. In types, structs are in braces, and the underlying type of a named type follows `=`. A quote
/// distinguishes two types with the same name.
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

#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The JSON name.
    pub(super) json: &'static str,
    /// The Go name.
    pub(super) go: &'static str,
    pub(super) go_type: GoType,
}

impl Field {
    /// Returns `true` if the field is inlined into its struct.
    pub(super) fn is_inline(&self) -> bool {
        self.json == "-"
    }
}

/// A type in the notation of `types.txt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GoType(&'static str);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Pointer(GoType),
    List(GoType),
    Map(GoType),
    /// A struct, with its name.
    Struct(&'static str),
    /// A struct with a custom JSON representation, such as a quantity or a time.
    Opaque,
    /// `string`, `bool`, `uint32` and other scalars.
    Scalar(&'static str),
}

impl GoType {
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

    /// Returns the name that Go prints.
    pub(super) fn name(self) -> String {
        let (shown, _) = self.0.split_once('=').unwrap_or((self.0, ""));
        shown.replace(['{', '}', '\''], "")
    }
}

/// Returns the fields of a struct, in order.
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

    /// Checks that a VM has a limited depth.
    #[test]
    fn no_type_contains_itself() {
        fn visit(go_type: GoType, above: &mut Vec<&str>) {
            match go_type.kind() {
                Kind::Pointer(inner) | Kind::List(inner) | Kind::Map(inner) => visit(inner, above),
                Kind::Struct(name) => {
                    assert!(!above.contains(&name), "{name} in {above:?}");
                    above.push(name);
                    for field in fields(name) {
                        visit(field.go_type, above);
                    }
                    above.pop();
                }
                Kind::Opaque | Kind::Scalar(_) => {}
            }
        }
        visit(GoType::MACHINE, &mut Vec::new());
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
