//! Validates the expressions of rules: compiles them and checks their costs.

use idlgen_runtime::field::Path;

use super::{CrdValidator, found::Found, keywords::InvalidSchemas, requirements::Requirements};
use crate::{
    Schema,
    cel::{RuleCheckOptions, RuleProblemKind, RuleSettings, check_rules_with},
};

/// Checks the rules of a structural schema that has no other errors.
pub(super) fn validate(
    schema: &Schema,
    faulty: &InvalidSchemas,
    requirements: &Requirements,
    judge: &CrdValidator,
    path: &Path<'_>,
    found: &mut Found,
) {
    let settings = RuleSettings {
        known: judge.known(),
        environment: judge.environment(),
        stored: judge.stored(),
        is_stored_rule: &|rule| requirements.stored_rules.contains(rule),
        is_stored_message_expression: &|text| requirements.stored_message_expressions.contains(text),
        is_faulty: &|path| !faulty.is_empty() && faulty.contains(&path.to_path_buf()),
        options: RuleCheckOptions { is_resource: true, everything: false },
    };
    let check = check_rules_with(schema, path, &settings);
    for problem in &check.problems {
        // The checks of the schema have already reported these problems.
        let is_said = problem.kind.is_of_schema();
        let is_forgiven = !requirements.expression_costs && matches!(problem.kind, RuleProblemKind::Cost { .. });
        if !is_said && !is_forgiven {
            found.errors.push(problem.to_error());
        }
    }
}
