//! Computes the sizes of schemas before they are written: types are shared in memory, but repeated in the file wherever
//! they are used.

use std::{collections::HashMap, sync::Arc};

use idlgen_validate::schema::{StructuralError, check_size};

use super::schema::{Additional, Schema};

/// Maximum nesting depth of `allOf` branches, which result from types declared as other types.
pub(super) const MAX_BRANCHES: usize = 1_000;
/// Maximum number of folded parts per node.
const PARTS: usize = 10;

/// The size of a written schema.
#[derive(Clone, Copy)]
struct Size {
    nodes: usize,
    /// Number of nodes and `allOf` branches, each as often as it is folded.
    parts: usize,
    /// Number of levels below it.
    depth: usize,
    /// Number of branch levels at one node.
    branches: usize,
}

/// The sizes of shared schemas, each computed once.
#[derive(Default)]
pub(super) struct Sizes {
    /// The sizes by schema address. Also stores the schemas, so that their addresses are not reused.
    known: HashMap<*const Schema, (Arc<Schema>, Size)>,
}

impl Sizes {
    /// Checks a schema without references against the limits of the command `crd`.
    ///
    /// # Errors
    /// Returns [`StructuralError::TooLarge`] beyond the limits.
    pub(super) fn check(&mut self, schema: &Schema) -> Result<(), StructuralError> {
        let size = self.of(schema);
        check_size(size.nodes.max(size.parts / PARTS), size.depth)?;
        if size.branches > MAX_BRANCHES { Err(StructuralError::TooLarge) } else { Ok(()) }
    }

    fn of(&mut self, schema: &Schema) -> Size {
        let mut size = Size { nodes: 1, parts: 1, depth: 0, branches: 0 };
        let mut add = |child: Size| {
            size.nodes = size.nodes.saturating_add(child.nodes);
            size.parts = size.parts.saturating_add(child.parts);
            size.depth = size.depth.max(child.depth + 1);
            size.branches = size.branches.max(child.branches);
        };
        schema.items.iter().for_each(|items| add(self.of_shared(items)));
        schema.properties.values().for_each(|property| add(self.of_shared(property)));
        if let Some(Additional::Schema(values)) = &schema.additional_properties {
            add(self.of_shared(values));
        }
        schema.any_of.iter().for_each(|branch| add(self.of(branch)));
        for branch in &schema.all_of {
            // A branch is folded into the schema, so it adds no level.
            let branch = self.of_shared(branch);
            size.nodes = size.nodes.saturating_add(branch.nodes - 1);
            size.parts = size.parts.saturating_add(branch.parts);
            size.depth = size.depth.max(branch.depth);
            size.branches = size.branches.max(branch.branches + 1);
        }
        size
    }

    fn of_shared(&mut self, schema: &Arc<Schema>) -> Size {
        if let Some((_, size)) = self.known.get(&Arc::as_ptr(schema)) {
            return *size;
        }
        let size = self.of(schema);
        self.known.insert(Arc::as_ptr(schema), (Arc::clone(schema), size));
        size
    }
}
