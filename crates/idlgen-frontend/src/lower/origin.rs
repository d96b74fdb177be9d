//! Origins of nodes and rules.

use idlgen_schema::{
    Schema,
    schema::{AdditionalProperties, Origin},
};

use crate::{
    source::{FileId, Span},
    tags::Tag,
};

/// Creates the origin of a node from a Go declaration.
pub(in crate::lower) fn of_declaration(declaration: String, span: Span) -> Origin {
    Origin { declaration: Some(declaration), location: Some(location(span)), ..Origin::default() }
}

/// Records the tag of a keyword in a schema.
pub(in crate::lower) fn note(schema: &mut Schema, keyword: &'static str, tag: &Tag) {
    schema.origin.tags.push((keyword, tag.text.clone()));
    schema.origin.places.push((keyword, location(tag.span)));
}

/// Returns an origin moved to another declaration.
pub(in crate::lower) fn moved(origin: Origin, declaration: String, span: Span) -> Origin {
    Origin { declaration: Some(declaration), location: Some(location(span)), ..origin }
}

/// Returns `true` if the type of the value, an embedded type, or the element type of a list or map is missing. The
/// constraints of the value then cannot be checked, and the missing type has already been reported.
pub fn is_of_missing_type(node: &Schema) -> bool {
    node.origin.is_missing || elements(node).any(|element| element.origin.is_missing)
}

/// Returns `true` if [`is_of_missing_type`] is `true` for the value or any nested value.
pub(crate) fn reaches_missing_type(node: &Schema) -> bool {
    node.origin.is_missing || node.properties.values().chain(elements(node)).any(reaches_missing_type)
}

/// Returns the schemas of the elements of a list and of the values of a map.
fn elements(node: &Schema) -> impl Iterator<Item = &Schema> {
    let values = match &node.additional_properties {
        Some(AdditionalProperties::Schema(values)) => Some(&**values),
        _ => None,
    };
    node.items.as_deref().into_iter().chain(values)
}

/// Creates the origin of a schema part generated from a tag.
pub(in crate::lower) fn of_tag(tag: &Tag, keyword: &'static str) -> Origin {
    at(tag.span, keyword, tag)
}

/// Creates the origin of a schema part generated from a part of a tag.
pub(in crate::lower) fn at(span: Span, keyword: &'static str, tag: &Tag) -> Origin {
    Origin { location: Some(location(span)), tags: vec![(keyword, tag.text.clone())], ..Origin::default() }
}

/// Converts a location to its representation in origins.
pub(in crate::lower) fn location(span: Span) -> (u32, u32, u32) {
    (span.file.index(), span.start, span.end)
}

/// Returns the location of a keyword in a node: that of its tag, or of the tag at `index` if each tag sets an element
/// of the value. Without a tag, returns the location of the declaration.
pub fn location_of(origin: &Origin, keyword: &str, index: usize) -> Option<Span> {
    let mut tags = origin.places.iter().filter(|(said, _)| *said == keyword).map(|(_, place)| *place);
    let first = tags.clone().next();
    let (file, start, end) = tags.nth(index).or(first).or(origin.location)?;
    Some(Span::new(FileId::from_index(file), start as usize, end as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_elements_may_have_a_missing_type() {
        let missing = Schema { origin: Origin { is_missing: true, ..Origin::default() }, ..Schema::default() };
        let list = |of: &Schema| Schema { items: Some(Box::new(of.clone())), ..Schema::default() };
        let map = |of: &Schema| {
            let values = AdditionalProperties::Schema(Box::new(of.clone()));
            Schema { additional_properties: Some(values), ..Schema::default() }
        };
        let object = |of: &Schema| Schema {
            properties: [("a".to_owned(), of.clone())].into_iter().collect(),
            ..Schema::default()
        };
        for (schema, is_of_missing, reaches) in [
            (missing.clone(), true, true),
            (list(&missing), true, true),
            (map(&missing), true, true),
            (list(&list(&missing)), false, true),
            (object(&map(&missing)), false, true),
            (object(&list(&Schema::default())), false, false),
        ] {
            assert_eq!((is_of_missing_type(&schema), reaches_missing_type(&schema)), (is_of_missing, reaches));
        }
    }
}
