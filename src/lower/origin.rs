//! Where nodes and rules come from.

use idlgen_validate::schema::Origin;

use crate::{source::Span, tags::Tag};

/// The origin of a node that a Go declaration gives.
pub(super) fn of_declaration(declaration: String, span: Span) -> Origin {
    Origin { declaration: Some(declaration), location: Some(location(span)), ..Origin::default() }
}

/// The origin of something that a tag stands for.
pub(super) fn of_tag(tag: &Tag, keyword: &'static str) -> Origin {
    at(tag.span, keyword, tag)
}

/// The origin of something that stands at a part of a tag.
pub(super) fn at(span: Span, keyword: &'static str, tag: &Tag) -> Origin {
    Origin { location: Some(location(span)), tags: vec![(keyword, tag.text.clone())], ..Origin::default() }
}

/// A place as origins have it.
pub(super) fn location(span: Span) -> (u32, u32, u32) {
    (span.file.index(), span.start, span.end)
}
