//! Definitions referenced by a kind, extracted from the archive parts of their Go packages. Each part is decompressed
//! once.

use std::collections::BTreeMap;

use idlgen_validate::{Definitions, Schema};

use super::{Table, go_type};
use crate::archive::Archive;

/// A cache of definitions by name.
pub(super) struct Store<'a> {
    archive: &'a Archive<'a>,
    table: &'a Table,
    /// For each decompressed package, the JSON of this version's definitions by type name.
    packages: BTreeMap<String, BTreeMap<String, String>>,
}

impl<'a> Store<'a> {
    pub(super) fn new(archive: &'a Archive<'a>, table: &'a Table) -> Self {
        Store { archive, table, packages: BTreeMap::new() }
    }

    /// Returns a definition with everything it references, or `None` if the data is corrupt.
    pub(super) fn closure(&mut self, root: &str) -> Option<Definitions> {
        let mut definitions = Definitions::default();
        let mut waiting = vec![root.to_owned()];
        while let Some(name) = waiting.pop() {
            if definitions.schemas.contains_key(&name) {
                continue;
            }
            let json = serde_json::from_str(self.text(&name)?).ok()?;
            let (mut schema, problems) = Schema::from_json(&json);
            if !problems.is_empty() {
                return None;
            }
            go_type::restore(&mut schema, &mut waiting);
            definitions.schemas.insert(name, schema);
        }
        Some(definitions)
    }

    /// Returns a single definition unchanged, or `None` if it does not exist or the data is corrupt.
    pub(super) fn one(&mut self, name: &str) -> Option<Schema> {
        let json = serde_json::from_str(self.text(name)?).ok()?;
        let (schema, problems) = Schema::from_json(&json);
        problems.is_empty().then_some(schema)
    }

    fn text(&mut self, name: &str) -> Option<&str> {
        let (package, type_name) = name.rsplit_once('.')?;
        if !self.packages.contains_key(package) {
            let unpacked = self.unpack(package)?;
            self.packages.insert(package.to_owned(), unpacked);
        }
        self.packages.get(package)?.get(type_name).map(String::as_str)
    }

    fn unpack(&self, package: &str) -> Option<BTreeMap<String, String>> {
        let text = self.archive.text(package)?;
        let lines: Vec<&str> = text.lines().collect();
        let of_version = self.table.definitions.get(package)?;
        let entry = |index: &usize| {
            let (name, json) = lines.get(*index)?.split_once(' ')?;
            Some((name.to_owned(), json.to_owned()))
        };
        of_version.iter().map(entry).collect()
    }
}
