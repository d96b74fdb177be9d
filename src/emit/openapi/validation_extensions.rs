//! The feature gate `DeclarativeValidationExtensionsInOpenAPI` (KEP-4153): removes extensions if it is disabled.

use idlgen_validate::Schema;

use super::nodes;

/// Removes `x-kubernetes-validations`, `x-kubernetes-validation-errors` and `x-kubernetes-strip-zero`.
pub(super) fn remove(schema: &mut Schema) {
    nodes::for_each(schema, &mut |node| {
        node.extensions.validations.clear();
        node.extensions.validation_errors.clear();
        node.strip_zero = false;
    });
}

#[cfg(test)]
mod tests {
    use idlgen_validate::{
        keyword::Keyword,
        schema::{ListType, ValidationError, ValidationRule},
    };

    use super::*;

    #[test]
    fn only_the_extensions_of_the_gate_go() {
        let mut property = Schema { keywords: [(Keyword::MaxLength, 5)].into(), strip_zero: true, ..Schema::default() };
        property.extensions.validations = vec![ValidationRule { rule: "true".into(), ..ValidationRule::default() }];
        let error = ValidationError { message: "no".into(), reason: None };
        property.extensions.validation_errors.insert("maxLength".into(), error);
        property.extensions.list_type = Some(ListType::Set);
        let mut schema = Schema { items: Some(Box::new(Schema::default())), ..Schema::default() };
        schema.properties.insert("a".into(), property);

        remove(&mut schema);

        let mut kept = Schema { keywords: [(Keyword::MaxLength, 5)].into(), ..Schema::default() };
        kept.extensions.list_type = Some(ListType::Set);
        assert_eq!(schema.properties.get("a"), Some(&kept));
    }
}
