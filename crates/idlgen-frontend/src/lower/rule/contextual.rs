//! `+contextual(discriminator)=value`: the member of a union that must be set if a sibling has a certain value, and
//! must not be set otherwise. Generates the two rules that KEP-4153 uses for a union.

use idlgen_cel::{escape, quote};
use idlgen_runtime::go;
use idlgen_schema::schema::{Reason, ValidationRule};

use super::{super::problem, expansion::expansion, field_path::field_path};
use crate::{diag::Diagnostic, model::Builtin, tags::Tag};

/// The sibling whose value decides whether the member must be set.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Discriminator {
    /// `true` if it is required. Otherwise, a rule must first check whether it is present.
    pub(in crate::lower) is_required: bool,
    /// Its type, if it is predeclared.
    pub(in crate::lower) builtin: Option<Builtin>,
}

/// Returns the rules for the struct that contains both properties.
pub(in crate::lower) fn rules(
    tag: &Tag,
    member: &str,
    discriminator: (&str, Discriminator),
    value: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ValidationRule> {
    let (name, discriminator) = discriminator;
    let (Some(sibling), Some(property)) = (escape(name), escape(member)) else {
        let unnameable = if escape(name).is_none() { name } else { member };
        diagnostics.push(problem::unnameable_property(tag, unnameable));
        return Vec::new();
    };
    let literal = literal(value, discriminator.builtin);
    let mut applies = format!("self.{sibling} == {literal}");
    if !discriminator.is_required {
        applies = format!("(has(self.{sibling}) && {applies})");
    }
    let negated = if discriminator.is_required { format!("!({applies})") } else { format!("!{applies}") };
    let path = Some(field_path(member));
    // The messages are those of k8s.io/apimachinery/pkg/api/validate.DiscriminatedUnion.
    vec![
        ValidationRule {
            message: Some(format!("may only be specified when `{name}` is {}", go::quote(value))),
            reason: Some(Reason::Forbidden),
            field_path: path.clone(),
            ..expansion(tag, format!("{applies} || !has(self.{property})"))
        },
        ValidationRule {
            message: Some(format!("must be specified when `{name}` is {}", go::quote(value))),
            reason: Some(Reason::Required),
            field_path: path,
            ..expansion(tag, format!("{negated} || has(self.{property})"))
        },
    ]
}

/// Returns the value as a literal of the discriminator's type: a string, unless it is a number or a boolean.
fn literal(value: &str, builtin: Option<Builtin>) -> String {
    let is_plain = match builtin {
        Some(Builtin::Bool) => matches!(value, "true" | "false"),
        Some(Builtin::String) | None => false,
        Some(Builtin::Float32 | Builtin::Float64) => value.parse::<f64>().is_ok_and(f64::is_finite),
        Some(_) => value.parse::<i64>().is_ok(),
    };
    if is_plain { value.to_owned() } else { quote(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lower::node::testing::tag, tags::TagKind};

    fn expand(member: &str, name: &str, value: &str, discriminator: Discriminator) -> Vec<ValidationRule> {
        let tag = tag(TagKind::Immutable);
        let mut diagnostics = Vec::new();
        let rules = rules(&tag, member, (name, discriminator), value, &mut diagnostics);
        assert_eq!(rules.is_empty(), !diagnostics.is_empty());
        rules
    }

    #[test]
    fn a_member_is_forbidden_or_required() {
        let discriminator = Discriminator { is_required: true, builtin: Some(Builtin::String) };
        let rules = expand("rollingUpdate", "type", "RollingUpdate", discriminator);
        let texts: Vec<_> = rules.iter().map(|rule| (rule.rule.as_str(), rule.reason.clone())).collect();
        assert_eq!(
            texts,
            [
                ("self.type == 'RollingUpdate' || !has(self.rollingUpdate)", Some(Reason::Forbidden)),
                ("!(self.type == 'RollingUpdate') || has(self.rollingUpdate)", Some(Reason::Required)),
            ]
        );
        assert!(rules.iter().all(|rule| rule.field_path.as_deref() == Some(".rollingUpdate")));
        let messages: Vec<_> = rules.iter().filter_map(|rule| rule.message.as_deref()).collect();
        assert_eq!(
            messages,
            [
                "may only be specified when `type` is \"RollingUpdate\"",
                "must be specified when `type` is \"RollingUpdate\""
            ]
        );
    }

    #[test]
    fn an_optional_discriminator_may_be_missing() {
        let discriminator = Discriminator { is_required: false, builtin: Some(Builtin::Bool) };
        let rules = expand("key", "in", "true", discriminator);
        let texts: Vec<_> = rules.iter().map(|rule| rule.rule.as_str()).collect();
        assert_eq!(
            texts,
            [
                "(has(self.__in__) && self.__in__ == true) || !has(self.key)",
                "!(has(self.__in__) && self.__in__ == true) || has(self.key)",
            ]
        );
    }

    #[test]
    fn values_are_literals_of_the_discriminators_type() {
        assert_eq!(literal("5", Some(Builtin::Int32)), "5");
        assert_eq!(literal("5", Some(Builtin::String)), "'5'");
        assert_eq!(literal("x", Some(Builtin::Int32)), "'x'");
        assert_eq!(literal("1.5", Some(Builtin::Float64)), "1.5");
    }

    #[test]
    fn a_property_that_cel_cannot_name_is_diagnosed() {
        assert!(expand("ok", "1st", "v", Discriminator { is_required: true, builtin: None }).is_empty());
    }
}
