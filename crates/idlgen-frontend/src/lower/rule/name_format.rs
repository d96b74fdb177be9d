//! `+nameFormat=F`: a format for `name` and `generateName` in object metadata. Generates two rules. The one for
//! `generateName` uses the format of a prefix, because the server appends a suffix.

use idlgen_schema::schema::ValidationRule;

use super::{expansion::expansion, field_path::field_path};
use crate::{
    diag::Diagnostic,
    lower::{
        format_table::{self, Cel},
        problem,
    },
    tags::Tag,
};

pub(super) fn rules(tag: &Tag, format: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<ValidationRule> {
    let found = format_table::find(format).map(|found| (found.cel, found.message));
    let Some((Cel::Library { function, prefix: Some(prefix) }, message)) = found else {
        diagnostics.push(problem::name_format(tag, format));
        return Vec::new();
    };
    vec![rule(tag, "name", function, message), rule(tag, "generateName", prefix, message)]
}

fn rule(tag: &Tag, name: &str, function: &str, message: &str) -> ValidationRule {
    // API servers reject a messageExpression that joins the errors of the format, because they cannot determine its
    // maximum length.
    let rule = format!("!has(self.{name}) || !format.{function}().validate(self.{name}).hasValue()");
    ValidationRule { message: Some(message.to_owned()), field_path: Some(field_path(name)), ..expansion(tag, rule) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lower::node::testing::tag, tags::TagKind};

    fn expand(format: &str) -> (Vec<(String, String)>, usize) {
        let mut diagnostics = Vec::new();
        let tag = tag(TagKind::NameFormat(format.to_owned()));
        let rules = rules(&tag, format, &mut diagnostics);
        (rules.into_iter().map(|rule| (rule.rule, rule.field_path.unwrap_or_default())).collect(), diagnostics.len())
    }

    #[test]
    fn name_and_generated_name_are_checked() {
        let (rules, diagnostics) = expand("dns1123subdomain");
        assert_eq!(
            rules,
            [
                (
                    "!has(self.name) || !format.dns1123Subdomain().validate(self.name).hasValue()".to_owned(),
                    ".name".to_owned()
                ),
                (
                    "!has(self.generateName) || !format.dns1123SubdomainPrefix().validate(self.generateName).hasValue()"
                        .to_owned(),
                    ".generateName".to_owned()
                ),
            ]
        );
        assert_eq!(diagnostics, 0);
    }

    #[test]
    fn formats_without_a_prefix_form_are_diagnosed() {
        for format in ["labelValue", "uri", ""] {
            assert_eq!(expand(format), (Vec::new(), 1), "{format}");
        }
    }
}
