//! Descriptions of a limited length.

use std::sync::Arc;

use super::{changed::Changed, schema::Schema};

/// Shortens every description of a schema as controller-gen does; 0 leaves them out. `known` is what was shortened to
/// this length before.
pub(super) fn shorten(schema: &mut Schema, length: usize, known: &mut Changed) {
    let text = std::mem::take(&mut schema.description);
    schema.description = match length {
        0 => Arc::default(),
        _ if text.len() <= length => text,
        _ => crate::emit::crd::shortened(text.to_string(), length).into(),
    };
    schema.for_each_child(
        known,
        |known, child| *child = known.of(child, |child, known| shorten(child, length, known)),
        |known, branch| shorten(branch, length, known),
    );
}
