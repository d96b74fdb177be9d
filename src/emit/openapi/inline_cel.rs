//! Converts a format to a CEL rule that calls the `format` library (Kubernetes 1.31).

use idlgen_validate::{Schema, keyword::Keyword, schema::ValidationRule};

use crate::lower::format_table::{Cel, StringFormat};

/// Adds the rule for the format after the author's own rules. Also adds the maximum length: without it, API servers
/// consider the rule too expensive.
pub(super) fn apply(node: &mut Schema, format: &StringFormat) {
    let expression = match format.cel {
        Cel::Library { function, .. } => format!("!format.{function}().validate(self).hasValue()"),
        Cel::LibraryAnd(function, more) => format!("!format.{function}().validate(self).hasValue() && {more}"),
        Cel::Expression(expression) => expression.to_owned(),
    };
    let mut rule =
        ValidationRule { rule: expression, message: Some(format.message.to_owned()), ..ValidationRule::default() };
    if let Some(error) = node.extensions.validation_errors.remove("format") {
        rule.message = Some(error.message);
        rule.reason = error.reason;
    }
    rule.origin.tags = node.origin.tags.iter().filter(|(keyword, _)| *keyword == "format").cloned().collect();
    node.extensions.validations.push(rule);
    if let Some(length) = format.max_length {
        node.keywords.add(Keyword::MaxLength, length.into());
    }
}

#[cfg(test)]
mod tests {
    use idlgen_validate::schema::{Reason, SchemaType, ValidationError};

    use super::super::{Formats, formats};
    use super::*;

    fn inlined(format: &str, change: impl FnOnce(&mut Schema)) -> Schema {
        let mut schema =
            Schema { schema_type: Some(SchemaType::String), ..Schema::of_keyword(Keyword::Format, format) };
        change(&mut schema);
        formats::apply(&mut schema, Formats::InlineCel);
        schema
    }

    #[test]
    fn a_format_becomes_a_rule() {
        let schema = inlined("dns1123label", |_| {});
        assert_eq!(schema.format(), None);
        let rule = schema.extensions.validations.first().unwrap();
        assert_eq!(rule.rule, "!format.dns1123Label().validate(self).hasValue()");
        assert!(rule.message.as_deref().is_some_and(|message| message.starts_with("a lowercase RFC 1123 label must")));
        assert_eq!(schema.keywords.count(Keyword::MaxLength), Some(63));
    }

    #[test]
    fn formats_outside_the_library_have_expressions() {
        let schema = inlined("quantity", |_| {});
        let rule = schema.extensions.validations.first().unwrap();
        assert_eq!(rule.rule, "isQuantity(self)");
        assert_eq!(schema.keywords.count(Keyword::MaxLength), None);
    }

    #[test]
    fn the_text_for_a_failed_format_is_the_rules() {
        let schema = inlined("dns1123label", |schema| {
            let error = ValidationError { message: "no label".into(), reason: Some(Reason::Forbidden) };
            schema.extensions.validation_errors.insert("format".into(), error);
        });
        let rule = schema.extensions.validations.first().unwrap();
        assert_eq!(rule.message.as_deref(), Some("no label"));
        assert_eq!(rule.reason, Some(Reason::Forbidden));
        assert!(schema.extensions.validation_errors.is_empty());
    }
}
