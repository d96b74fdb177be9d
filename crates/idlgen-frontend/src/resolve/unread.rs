//! Names whose declarations have not been reached.

use std::collections::BTreeMap;

/// The names of a dependency whose declarations were not read, or were read only because of their comments. For
/// requested packages this is empty, because all of their declarations are read.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    names: BTreeMap<String, UnreadLocation>,
}

/// The location of a declaration that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadLocation {
    /// The index of its file in the package.
    pub file: usize,
    /// The index in the file.
    pub declaration: usize,
    /// `true` if it declares types, `false` for constants.
    pub is_type: bool,
}

impl Unread {
    /// Adds a name, unless it is present.
    pub fn add(&mut self, name: &str, place: UnreadLocation) {
        if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), place);
        }
    }

    /// Returns the location of a name's declaration.
    pub fn find(&self, name: &str) -> Option<UnreadLocation> {
        self.names.get(name).copied()
    }

    /// Removes a name that was reached.
    pub fn reach(&mut self, name: &str) {
        self.names.remove(name);
    }

    /// Returns the names of types, or of constants, in order.
    pub fn names(&self, types: bool) -> impl Iterator<Item = &str> {
        self.names.iter().filter(move |(_, place)| place.is_type == types).map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::UnreadLocation;
    use crate::resolve::{Names, ResolveOptions, needs, resolve, testing::read};

    #[test]
    fn names_that_were_not_read_are_needed_and_not_undefined() {
        let api = r#"package v1
import (
	"example.com/dep"
	. "example.com/dot"
)
const Copied = dep.Number
type T struct {
	// +default=ref(example.com/dep.Preset)
	A dep.Hidden `json:"a"`
	B Dotted `json:"b"`
	C dep.Hiden `json:"c"`
	D dep.Shown `json:"d"`
}
"#;
        let mut read = read(
            &[("example.com/api/v1/types.go", api)],
            &[
                ("example.com/dep/types.go", "package dep\ntype Shown string\n"),
                ("example.com/dot/types.go", "package dot\n"),
            ],
        );
        for (package, name, is_type) in [
            (1, "Hidden", true),
            (1, "Hidin", false),
            (1, "Number", false),
            (1, "Preset", false),
            (1, "Other", true),
            (2, "Dotted", true),
        ] {
            read.packages[package].unread.add(name, UnreadLocation { file: 0, declaration: 0, is_type });
        }
        let needs = needs(&Names::new(&read.packages).0, &[]);
        assert_eq!(needs.packages, []);
        let found: Vec<String> = needs
            .names
            .iter()
            .map(|(package, names)| format!("{package}: {}", names.iter().cloned().collect::<Vec<_>>().join(" ")))
            .collect();
        assert_eq!(found, ["1: Hidden Number Preset", "2: Dotted"]);

        let (_, diagnostics) = resolve(&read.packages, &ResolveOptions::default());
        let undefined: Vec<_> = diagnostics
            .iter()
            .filter(|one| one.message.ends_with("undefined in package example.com/dep"))
            .map(|one| (one.message.as_str(), one.fix.as_ref().map(|fix| fix.title.as_str())))
            .collect();
        // A constant is not suggested for a type.
        assert_eq!(undefined, [("type `Hiden` is undefined in package example.com/dep", Some("use `Hidden`"))]);
    }
}
