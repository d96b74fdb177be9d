//! `+nameFormat=F`: `name` and `generateName` of object metadata have a format. It stands for two rules; the one for `generateName` asks for the
//! format of a prefix, to which the server will add a suffix.

use idlgen_validate::schema::ValidationRule;

use super::{
    super::{
        format_table::{self, Cel},
        problem,
    },
    Place, cel, expansion,
};
use crate::{diag::Diagnostic, tags::Tag};

pub(super) fn rules(
    tag: &Tag,
    format: &str,
    place: Place<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ValidationRule> {
    let found = format_table::find(format).map(|found| (found.cel, found.message));
    let Some((Cel::Library { function, prefix: Some(prefix) }, message)) = found else {
        diagnostics.push(problem::name_format(tag, format));
        return Vec::new();
    };
    // On an object, its metadata is meant.
    let path: &[&str] = match place.properties {
        Some(properties) if !has(properties, "name") && has(properties, "metadata") => &["metadata"],
        _ => &[],
    };
    vec![rule(tag, path, "name", function, message), rule(tag, path, "generateName", prefix, message)]
}

fn has(properties: &[String], name: &str) -> bool {
    properties.iter().any(|property| property == name)
}

fn rule(tag: &Tag, path: &[&str], name: &str, function: &str, message: &str) -> ValidationRule {
    let mut operand = "self".to_owned();
    let mut guards = Vec::new();
    let mut field_path = String::new();
    for step in path.iter().chain([&name]) {
        operand = format!("{operand}.{step}");
        guards.push(format!("!has({operand})"));
        field_path.push_str(&cel::field_path(step));
    }
    // API servers refuse a messageExpression that joins what the format has to say: its length has no bound that they can see.
    let rule = format!("{} || !format.{function}().validate({operand}).hasValue()", guards.join(" || "));
    ValidationRule { message: Some(message.to_owned()), field_path: Some(field_path), ..expansion(tag, rule) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lower::constraint::testing::tag, tags::Meaning};

    fn expand(format: &str, properties: Option<&[String]>) -> (Vec<(String, String)>, usize) {
        let mut diagnostics = Vec::new();
        let tag = tag(Meaning::NameFormat(format.to_owned()));
        let rules = rules(&tag, format, Place { properties }, &mut diagnostics);
        (rules.into_iter().map(|rule| (rule.rule, rule.field_path.unwrap_or_default())).collect(), diagnostics.len())
    }

    #[test]
    fn name_and_generated_name_are_checked() {
        let (rules, diagnostics) = expand("dns1123subdomain", None);
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
    fn on_an_object_its_metadata_is_meant() {
        let (rules, _) = expand("dns1035label", Some(&["metadata".to_owned(), "spec".to_owned()]));
        let expected = "!has(self.metadata) || !has(self.metadata.name) || !format.dns1035Label().validate(self.metadata.name).hasValue()";
        assert_eq!(rules.first(), Some(&(expected.to_owned(), ".metadata.name".to_owned())));
    }

    #[test]
    fn formats_without_a_prefix_form_are_diagnosed() {
        for format in ["labelvalue", "uri", ""] {
            assert_eq!(expand(format, None), (Vec::new(), 1), "{format}");
        }
    }
}
