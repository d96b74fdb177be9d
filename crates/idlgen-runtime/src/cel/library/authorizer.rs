//! Authorization checks (`authz` of k8s.io/apiserver/pkg/cel/library). Rules of custom resources have no value that
//! these functions accept, but the functions still have a cost.

use super::{Binding, CallCost, by_name};
use crate::cel::cost::{LIST, OBJECT, characters, size};
use crate::cel::{Environment, EvaluationError, Value};

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name("allowed", &["decision_allowed"], CallCost::One, nothing),
    by_name("check", &["pathcheck_check", "resourcecheck_check"], CallCost::Own(|_, _| 350_000), nothing),
    by_name("error", &["decision_error"], CallCost::One, nothing),
    by_name("errored", &["decision_errored"], CallCost::One, nothing),
    by_name("group", &["authorizer_group"], CallCost::One, nothing),
    by_name("name", &["resourcecheck_name"], CallCost::One, nothing),
    by_name("namespace", &["resourcecheck_namespace"], CallCost::One, nothing),
    by_name("path", &["authorizer_path"], CallCost::One, nothing),
    by_name("reason", &["decision_reason"], CallCost::One, nothing),
    by_name("resource", &["groupcheck_resource"], CallCost::One, nothing),
    by_name("serviceAccount", &["authorizer_serviceaccount"], CallCost::One, nothing),
    by_name("subresource", &["resourcecheck_subresource"], CallCost::One, nothing),
    by_name("fieldSelector", &["authorizer_fieldselector"], CallCost::Own(parsing), nothing),
    by_name("labelSelector", &["authorizer_labelselector"], CallCost::Own(parsing), nothing),
];

fn nothing<'a>(_: &[Value<'a>], _: &Environment) -> Result<Value<'a>, EvaluationError> {
    Err(EvaluationError::no_such_overload())
}

/// Returns the cost of parsing a selector, the second argument: up to half of its characters may be requirements, each
/// of which is a list and an object.
fn parsing(arguments: &[Value<'_>], _: Environment) -> u64 {
    let Some(selector) = arguments.get(1) else { return 1 };
    let length = size(selector);
    LIST.saturating_add(characters(length)).saturating_add(length.div_ceil(2).saturating_mul(LIST + OBJECT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::library::call_cost;

    #[test]
    fn a_selector_costs_as_much_as_its_requirements() {
        let environment = Environment::new(35);
        let cost = |text: &str| {
            let arguments = [Value::Null, Value::text(text)];
            call_cost("fieldSelector", "authorizer_fieldselector").count(&arguments, None, environment)
        };
        // A list of 10, a tenth of the characters, and a list and an object of 40 for every second character.
        assert_eq!([cost(""), cost("a"), cost("a=b"), cost("abcdefghijk")], [10, 61, 111, 312]);
        assert_eq!(call_cost("labelSelector", "authorizer_labelselector").count(&[], None, environment), 1);
    }
}
