//! API rules of openapi-gen (`k8s.io/kube-openapi/pkg/generators/rules`): Kubernetes conventions for names and tags of
//! fields, one rule per file.
//!
//! They are checked only on request, because packages that are older than a rule violate it: existing violations go
//! into a file of [exceptions](Exceptions), and only new ones are reported. The [report] is identical to that of
//! openapi-gen if comments and tags were parsed as in openapi-gen
//! ([`Tool::openapi_gen`](crate::tool::Tool::openapi_gen)).

mod exceptions;
mod kind;
mod list_type_missing;
mod names_match;
mod nothing_selected;
mod omitempty_match_case;
mod rule;
mod selection;
mod streaming_list;
mod streaming_list_type_field_order;
mod streaming_list_type_json_tags;
mod streaming_list_type_proto_tags;
mod violation;

use std::fmt::Write;

pub use exceptions::{Exception, Exceptions};
pub use nothing_selected::nothing_selected;
use rule::{ApiRule, ApiStruct};
use selection::is_selected;
pub use violation::Violation;

use crate::{
    diag::Code,
    model::{Model, Package, TypeDefinition},
};

/// All rules.
const RULES: [ApiRule; 6] = [
    names_match::RULE,
    omitempty_match_case::RULE,
    list_type_missing::RULE,
    streaming_list_type_field_order::RULE,
    streaming_list_type_json_tags::RULE,
    streaming_list_type_proto_tags::RULE,
];

/// Iterates over the codes of violations and of exception files.
pub(super) fn codes() -> impl Iterator<Item = Code> {
    RULES
        .iter()
        .map(|rule| rule.code)
        .chain(exceptions::CODES.iter().copied())
        .chain([nothing_selected::NOTHING_SELECTED])
}

/// Returns `true` if only `idlgen lint --api-rules` reports this code.
pub fn is_api_rule(code: Code) -> bool {
    codes().any(|one| one == code)
}

/// Returns all violations in the requested packages, sorted by rule, package, type and field.
///
/// Checks the structs that `k8s.io/kube-openapi/pkg/generators.apiTypeFilterFunc` selects, exported or not: in a
/// package with `+k8s:openapi-gen=true`, all except those tagged `false`; in other packages, those tagged `true`.
pub fn api_rules(model: &Model, kubernetes_minor: u16) -> Vec<Violation> {
    let mut violations = Vec::new();
    for package in model.packages.iter().filter(|package| package.requested) {
        for definition in package.types.iter().map(|id| model.type_definition(*id)) {
            if is_selected(package, definition)
                && let Some(fields) = kind::struct_fields(model, definition)
            {
                check_struct(&ApiStruct { model, fields, kubernetes_minor }, package, definition, &mut violations);
            }
        }
    }
    violations.sort();
    violations
}

/// Formats the report of openapi-gen (`--report-filename`): one violation per line.
pub fn report(violations: &[Violation]) -> String {
    violations.iter().fold(String::new(), |mut text, violation| {
        let _ = writeln!(text, "{}", violation.line());
        text
    })
}

fn check_struct(
    subject: &ApiStruct<'_>,
    package: &Package,
    definition: &TypeDefinition,
    violations: &mut Vec<Violation>,
) {
    for rule in &RULES {
        violations.extend((rule.check)(subject).into_iter().map(|finding| Violation {
            rule: rule.name,
            package: package.import_path.clone(),
            type_name: name_with_parameters(definition),
            field: finding.field.name.clone(),
            span: finding.field.span,
            code: rule.code,
            message: finding.message,
            advice: finding.advice,
        }));
    }
}

fn name_with_parameters(definition: &TypeDefinition) -> String {
    if definition.type_parameters.is_empty() {
        return definition.name.clone();
    }
    format!("{}[{}]", definition.name, definition.type_parameters.join(","))
}

#[cfg(test)]
mod testing {
    use super::{api_rules, report};
    use crate::{
        resolve::{ResolveOptions, testing::read_with},
        tool::Tool,
    };

    /// Returns the report for Go declarations in a selected package, without `API rule violation: ` and the package.
    /// `metav1` is imported.
    pub(super) fn reported(text: &str) -> Vec<String> {
        reported_for(text, 35)
    }

    pub(super) fn reported_for(text: &str, kubernetes_minor: u16) -> Vec<String> {
        let meta = "package v1\ntype ObjectMeta struct{}\ntype ListMeta struct{}\ntype TypeMeta struct{}\n";
        let types = format!(
            "package v1\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\nvar _ metav1.TypeMeta\n{text}"
        );
        let options = ResolveOptions::of(&Tool::openapi_gen(kubernetes_minor));
        let requested = [
            ("example.com/api/v1/doc.go", "// +k8s:openapi-gen=true\npackage v1\n"),
            ("example.com/api/v1/types.go", types.as_str()),
        ];
        let read = read_with(&requested, &[("k8s.io/apimachinery/pkg/apis/meta/v1/types.go", meta)], &options);
        let text = report(&api_rules(&read.model, kubernetes_minor));
        let line =
            |line: &str| line.strip_prefix("API rule violation: ").unwrap_or(line).replace("example.com/api/v1,", "");
        text.lines().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::reported;

    #[test]
    fn selected_types_in_order() {
        let text = "\
type Z struct { A string }
// +k8s:openapi-gen=false
type Refused struct { A string }
type hidden struct { B string; A string }
type Same Z
type Other = Z
type Text string
type Generic[K comparable, V any] struct { A K }
type codecSelferX struct { A string }
";
        assert_eq!(
            reported(text),
            [
                "names_match,Generic[K,V],A",
                "names_match,Same,A",
                "names_match,Z,A",
                "names_match,hidden,A",
                "names_match,hidden,B"
            ]
        );
    }
}
