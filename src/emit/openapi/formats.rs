//! Rewrites formats that only newer servers support, or none, so that every server checks the values (KEP-4153,
//! "Formats").

use idlgen_validate::{Schema, keyword::Keyword, schema::SchemaType};

use super::{Formats, inline_cel, inline_pattern, nodes};
use crate::lower::format_table;

/// Rewrites the formats of all nodes as requested.
pub(super) fn apply(schema: &mut Schema, formats: Formats) {
    let inline = match formats {
        Formats::Native => return,
        Formats::InlinePattern => inline_pattern::apply,
        Formats::InlineCel => inline_cel::apply,
    };
    nodes::for_each(schema, &mut |node| {
        for format in take(node) {
            inline(node, format);
        }
    });
}

/// Removes and returns the formats of a node that can be rewritten: the node's own, and those in branches of its
/// `allOf` that contain nothing else.
fn take(node: &mut Schema) -> Vec<&'static format_table::StringFormat> {
    let is_text = matches!(node.schema_type, Some(SchemaType::String));
    if !is_text {
        return Vec::new();
    }
    let mut taken = Vec::new();
    if let Some(format) = node.format().and_then(format_table::find) {
        node.keywords.remove(Keyword::Format);
        taken.push(format);
    }
    node.all_of.retain(|branch| match branch.format().and_then(|name| format_table::find(name).zip(Some(name))) {
        Some((format, name)) if *branch == Schema::of_keyword(Keyword::Format, name) => {
            taken.push(format);
            false
        }
        _ => true,
    });
    taken
}
