//! A format as a CEL rule that calls the `format` library (Kubernetes 1.31).

use idlgen_validate::{Schema, schema::ValidationRule};

use crate::lower::format_table::{Cel, StringFormat};

/// Adds the rule that says the format, behind the author's own.
pub(super) fn apply(node: &mut Schema, format: &StringFormat) {
    let mut rule = match format.cel {
        Cel::Library { function, .. } => {
            let validation = format!("format.{function}().validate(self)");
            ValidationRule {
                rule: format!("!{validation}.hasValue()"),
                message_expression: Some(format!("{validation}.value().join('; ')")),
                ..ValidationRule::default()
            }
        }
        Cel::LibraryAnd(function, more) => ValidationRule {
            rule: format!("!format.{function}().validate(self).hasValue() && {more}"),
            message: Some(message(format)),
            ..ValidationRule::default()
        },
        Cel::Expression(expression) => {
            ValidationRule { rule: expression.to_owned(), message: Some(message(format)), ..ValidationRule::default() }
        }
    };
    if let Some(error) = node.extensions.validation_errors.remove("format") {
        rule.message = Some(error.message);
        rule.message_expression = None;
        rule.reason = error.reason;
    }
    rule.origin.tags = node.origin.tags.iter().filter(|(keyword, _)| *keyword == "format").cloned().collect();
    node.extensions.validations.push(rule);
}

fn message(format: &StringFormat) -> String {
    format!("must be of the format {}", format.name)
}

#[cfg(test)]
mod tests {
    use idlgen_validate::schema::{Reason, SchemaType, ValidationError};

    use super::super::{Formats, formats};
    use super::*;

    fn inlined(format: &str, change: impl FnOnce(&mut Schema)) -> Schema {
        let mut schema =
            Schema { schema_type: Some(SchemaType::String), format: Some(format.to_owned()), ..Schema::default() };
        change(&mut schema);
        formats::apply(&mut schema, Formats::InlineCel);
        schema
    }

    #[test]
    fn a_format_becomes_a_rule() {
        let schema = inlined("dns1123label", |_| {});
        assert_eq!(schema.format, None);
        let rule = schema.extensions.validations.first().unwrap();
        assert_eq!(rule.rule, "!format.dns1123Label().validate(self).hasValue()");
        assert_eq!(rule.message_expression.as_deref(), Some("format.dns1123Label().validate(self).value().join('; ')"));
    }

    #[test]
    fn formats_outside_the_library_have_expressions() {
        let schema = inlined("Quantity", |_| {});
        let rule = schema.extensions.validations.first().unwrap();
        assert_eq!(
            (rule.rule.as_str(), rule.message.as_deref()),
            ("isQuantity(self)", Some("must be of the format quantity"))
        );
    }

    #[test]
    fn the_text_for_a_failed_format_is_the_rules() {
        let schema = inlined("dns1123label", |schema| {
            let error = ValidationError { message: "no label".into(), reason: Some(Reason::Forbidden) };
            schema.extensions.validation_errors.insert("format".into(), error);
        });
        let rule = schema.extensions.validations.first().unwrap();
        assert_eq!((rule.message.as_deref(), &rule.message_expression), (Some("no label"), &None));
        assert_eq!(rule.reason, Some(Reason::Forbidden));
        assert!(schema.extensions.validation_errors.is_empty());
    }
}
