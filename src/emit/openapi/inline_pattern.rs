//! Converts a format to `pattern` and `maxLength`.

use idlgen_validate::{Schema, keyword::Keyword};

use crate::lower::format_table::StringFormat;

/// Adds the keywords for the format. If there already is a pattern, adds the pattern of the format to `allOf`.
pub(super) fn apply(node: &mut Schema, format: &StringFormat) {
    if node.pattern().is_none() {
        node.keywords.set(Keyword::Pattern, format.pattern);
    } else {
        node.all_of.push(Schema::of_keyword(Keyword::Pattern, format.pattern));
    }
    if let Some(length) = format.max_length {
        node.keywords.add(Keyword::MaxLength, length.into());
    }
    // The custom message of the format now applies to its replacement.
    if let Some(error) = node.extensions.validation_errors.remove("format") {
        node.extensions.validation_errors.entry("pattern".to_owned()).or_insert(error);
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::schema::{SchemaType, ValidationError};

    use super::super::{Formats, formats};
    use super::*;

    fn text(format: &str) -> Schema {
        Schema { schema_type: Some(SchemaType::String), ..Schema::of_keyword(Keyword::Format, format) }
    }

    #[test]
    fn a_format_becomes_a_pattern_and_a_length() {
        let mut schema = text("dns1123label");
        formats::apply(&mut schema, Formats::InlinePattern);
        assert_eq!(schema.format(), None);
        assert_eq!(schema.pattern(), Some("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"));
        assert_eq!(schema.keywords.count(Keyword::MaxLength), Some(63));
    }

    #[test]
    fn tighter_limits_and_other_patterns_stay() {
        let mut schema = text("dns1123label");
        schema.keywords.set(Keyword::MaxLength, 20);
        schema.keywords.set(Keyword::Pattern, "^a");
        schema.all_of.push(Schema::of_keyword(Keyword::Format, "dns1035label"));
        formats::apply(&mut schema, Formats::InlinePattern);
        assert_eq!(schema.keywords.count(Keyword::MaxLength), Some(20));
        assert_eq!(schema.pattern(), Some("^a"));
        let patterns: Vec<_> = schema.all_of.iter().map(Schema::pattern).collect();
        assert_eq!(patterns, [Some("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"), Some("^[a-z]([-a-z0-9]*[a-z0-9])?$")]);
    }

    #[test]
    fn formats_that_every_server_knows_stay() {
        for format in ["date-time", "uri", "int32"] {
            let mut schema = text(format);
            formats::apply(&mut schema, Formats::InlinePattern);
            assert_eq!(schema, text(format));
        }
    }

    #[test]
    fn the_text_for_a_failed_format_moves_along() {
        let mut schema = text("dns1123label");
        let error = ValidationError { message: "must be a label".into(), reason: None };
        schema.extensions.validation_errors.insert("format".into(), error.clone());
        formats::apply(&mut schema, Formats::InlinePattern);
        assert_eq!(schema.extensions.validation_errors, [("pattern".to_owned(), error)].into());
    }
}
