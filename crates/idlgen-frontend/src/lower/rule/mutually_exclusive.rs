//! `+mutually_exclusive=a,b`: at most one of these properties is set.

use idlgen_cel::escape;
use idlgen_schema::schema::ValidationRule;

use super::{super::problem, expansion::expansion, target::RuleTarget};
use crate::{diag::Diagnostic, tags::Tag};

/// Returns `true` if the names are properties of the value itself. Otherwise, the field is not a struct or does not
/// have them, so they are siblings of the field, and the rule belongs to the enclosing struct.
pub(in crate::lower) fn is_about(place: RuleTarget<'_>, names: &[String]) -> bool {
    place.properties.is_some_and(|properties| names.iter().all(|name| properties.contains(name)))
}

/// Returns the rule for the struct with these properties.
pub(in crate::lower) fn rule(tag: &Tag, names: &[String], diagnostics: &mut Vec<Diagnostic>) -> Option<ValidationRule> {
    let mut presence = Vec::new();
    for name in names {
        let Some(property) = escape(name) else {
            diagnostics.push(problem::unnameable_property(tag, name));
            return None;
        };
        presence.push(format!("has(self.{property})"));
    }
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Some(ValidationRule {
        // The message is that of k8s.io/apimachinery/pkg/api/validate.ZeroOrOneOfUnion.
        message: Some(format!("must specify at most one of: {}", quoted.join(", "))),
        ..expansion(tag, format!("[{}].filter(isSet, isSet).size() <= 1", presence.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lower::node::testing::tag, tags::TagKind};

    #[test]
    fn at_most_one_is_set() {
        let names = ["a".to_owned(), "namespace".to_owned()];
        let tag = tag(TagKind::MutuallyExclusive(names.to_vec()));
        let mut diagnostics = Vec::new();
        let rule = rule(&tag, &names, &mut diagnostics).unwrap();
        assert_eq!(rule.rule, "[has(self.a), has(self.__namespace__)].filter(isSet, isSet).size() <= 1");
        assert_eq!(rule.message.as_deref(), Some("must specify at most one of: `a`, `namespace`"));
        assert!(diagnostics.is_empty());
    }

    #[test]
    fn a_property_that_cel_cannot_name_is_diagnosed() {
        let names = ["a".to_owned(), "1st".to_owned()];
        let tag = tag(TagKind::MutuallyExclusive(names.to_vec()));
        let mut diagnostics = Vec::new();
        assert_eq!(rule(&tag, &names, &mut diagnostics), None);
        assert_eq!(diagnostics.len(), 1);
    }

    #[test]
    fn names_of_the_place_are_told_from_siblings() {
        let names = ["a".to_owned(), "b".to_owned()];
        assert!(is_about(RuleTarget { properties: Some(&names) }, &names[..1]));
        assert!(!is_about(RuleTarget { properties: Some(&names[..1]) }, &names));
        assert!(!is_about(RuleTarget { properties: None }, &names));
    }
}
