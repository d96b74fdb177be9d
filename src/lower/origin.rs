//! Where nodes and rules come from.

use idlgen_validate::{
    Schema,
    schema::{AdditionalProperties, Origin},
};

use crate::{
    source::{FileId, Span},
    tags::Tag,
};

/// The origin of a node that a Go declaration gives.
pub(in crate::lower) fn of_declaration(declaration: String, span: Span) -> Origin {
    Origin { declaration: Some(declaration), location: Some(location(span)), ..Origin::default() }
}

/// Remembers in a schema which tag said a keyword.
pub(in crate::lower) fn note(schema: &mut Schema, keyword: &'static str, tag: &Tag) {
    schema.origin.tags.push((keyword, tag.text.clone()));
    schema.origin.places.push((keyword, location(tag.span)));
}

/// An origin as it is at another declaration.
pub(in crate::lower) fn moved(origin: Origin, declaration: String, span: Span) -> Origin {
    Origin { declaration: Some(declaration), location: Some(location(span)), ..origin }
}

/// Whether a Go type was not found that the value is of, embeds or is a list or map of: what is said of the value then
/// cannot be judged, and that the type is missing has been reported.
pub(crate) fn is_of_missing_type(node: &Schema) -> bool {
    node.origin.is_missing || elements(node).any(|element| element.origin.is_missing)
}

/// Whether that is so of the value, or of any below it.
pub(crate) fn reaches_missing_type(node: &Schema) -> bool {
    node.origin.is_missing || node.properties.values().chain(elements(node)).any(reaches_missing_type)
}

/// What is said of the elements of a list and the values of a map.
fn elements(node: &Schema) -> impl Iterator<Item = &Schema> {
    let values = match &node.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&**values),
        _ => None,
    };
    node.items.as_deref().into_iter().chain(values)
}

/// The origin of something that a tag stands for.
pub(in crate::lower) fn of_tag(tag: &Tag, keyword: &'static str) -> Origin {
    at(tag.span, keyword, tag)
}

/// The origin of something that stands at a part of a tag.
pub(in crate::lower) fn at(span: Span, keyword: &'static str, tag: &Tag) -> Origin {
    Origin { location: Some(location(span)), tags: vec![(keyword, tag.text.clone())], ..Origin::default() }
}

/// A place as origins have it.
pub(in crate::lower) fn location(span: Span) -> (u32, u32, u32) {
    (span.file.index(), span.start, span.end)
}

/// Where a keyword of a node is said: its tag, or else the declaration.
pub(crate) fn place_of(origin: &Origin, keyword: &str) -> Option<Span> {
    let tag = origin.places.iter().find(|(said, _)| *said == keyword).map(|(_, place)| *place);
    let (file, start, end) = tag.or(origin.location)?;
    Some(Span::new(FileId::from_index(file), start as usize, end as usize))
}
