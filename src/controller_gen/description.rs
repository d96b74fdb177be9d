//! Descriptions of a limited length.

use super::schema::Schema;

/// Shortens every description of a schema as controller-gen does; 0 leaves them out.
pub(super) fn shorten(schema: &mut Schema, length: usize) {
    let text = std::mem::take(&mut schema.description);
    schema.description = if length == 0 { String::new() } else { crate::emit::crd::shortened(text, length) };
    for child in schema.children() {
        shorten(child, length);
    }
}
