//! Where nodes and rules come from.

use idlgen_validate::schema::Origin;

use crate::{
    source::{FileId, Span},
    tags::Tag,
};

/// The origin of a node that a Go declaration gives.
pub(in crate::lower) fn of_declaration(declaration: String, span: Span) -> Origin {
    Origin { declaration: Some(declaration), location: Some(location(span)), ..Origin::default() }
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
