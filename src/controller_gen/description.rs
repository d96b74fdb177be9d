//! Truncates descriptions.

use std::sync::Arc;

use super::{changed::Changed, schema::Schema};

/// Truncates every description of a schema like controller-gen. Length 0 removes them. `known` is a cache that must
/// only be used for this length.
pub(super) fn shorten(schema: &mut Schema, length: usize, known: &mut Changed) {
    let text = std::mem::take(&mut schema.description);
    schema.description = match length {
        0 => Arc::default(),
        _ if text.len() <= length => text,
        _ => crate::emit::crd::cut(&text, length).into(),
    };
    schema.for_each_child(known, |known, child| *child = known.of(child, |child, known| shorten(child, length, known)));
}
