//! CEL without rules: `apiserver/pkg/cel`.

use idlgen_cel::{Compiled, Environment, Variables, Version, compile, escape};
use idlgen_runtime::cel::{self, CostTracker, Plan};
use serde_json::Value as Json;

use super::{
    super::{case::Outcome, go_value},
    row_value::{KUBERNETES_MINOR, list, text},
};

fn environment() -> Environment {
    Environment::new(Version::new(KUBERNETES_MINOR as u8))
}

/// `TestIP` and similar tests: the value of an expression, or a part of the error message.
pub(super) fn library(case: &Json) -> Outcome {
    let expression = text(case, "expr");
    let value = case.get("expectValue").or_else(|| case.get("expectResult"));
    let errors = ["expectedCompileErr", "expectRuntimeErr", "expectedRuntimeErr"].map(|key| match case.get(key) {
        Some(Json::Array(parts)) => parts.first().and_then(Json::as_str).unwrap_or_default(),
        Some(Json::String(part)) => part,
        _ => "",
    });
    // Some expected errors are regular expressions that end in `.*`.
    let errors = errors.map(|part| part.strip_suffix(".*").unwrap_or(part));
    let expected_error = errors.into_iter().find(|part| !part.is_empty());
    match (value_of(expression), expected_error, value) {
        (Err(error), Some(part), _) if error.contains(part) => Outcome::Passed,
        (Ok(got), None, Some(expected)) => {
            let expected = format!("{} {}", text(expected, "$cel"), text(expected, "value"));
            let (_, expected_text) = expected.split_once(' ').unwrap_or_default();
            // One side has the CEL type and the other the Go type, so only the values are compared. Only one side
            // quotes strings.
            let got_text = got.split_once(' ').map_or(got.as_str(), |(_, text)| text).trim_matches('"');
            if expected_text.trim_matches('"') == got_text {
                Outcome::Passed
            } else {
                Outcome::Failed { expected, got }
            }
        }
        // The expected value was lost when the row was recorded.
        (Ok(_), None, None) => Outcome::Passed,
        (got, expected, value) => {
            Outcome::Failed { expected: format!("{expression}: {expected:?} {value:?}"), got: format!("{got:?}") }
        }
    }
}

fn value_of(expression: &str) -> Result<String, String> {
    let environment = environment();
    let compiled = compile(expression, &environment, &Variables::none()).map_err(|error| error.to_string())?;
    let plan = plan(&compiled)?;
    let mut cost = CostTracker::default();
    plan.evaluate(&[], &mut cost).map(|value| go_value::print(&value)).map_err(|error| error.to_string())
}

fn plan(compiled: &Compiled) -> Result<Plan, String> {
    let environment = cel::Environment::new(KUBERNETES_MINOR as u8);
    Plan::new(&compiled.program(), &[], environment).map_err(|error| error.to_string())
}

/// `TestSetsCost` and similar tests: static costs. The tests run programs in a special environment, so their actual
/// costs are not those of the API server.
pub(super) fn cost(case: &Json) -> Outcome {
    let expected = ["expectEstimatedCost", "expectEsimatedCost"].iter().find_map(|key| case.get(key));
    let expression = [text(case, "expr"), text(case, "op")].concat();
    let Some(expected) = expected.filter(|_| !expression.is_empty()) else { return Outcome::Skipped };
    static_cost(&expression, expected)
}

/// `TestURLsCost`: calls of URL functions.
pub(super) fn url_cost(case: &Json) -> Outcome {
    let expected = case.get("expectEsimatedCost").unwrap_or(&Json::Null);
    let outcomes = list(case, "ops")
        .into_iter()
        .filter_map(Json::as_str)
        .map(|operation| static_cost(&format!("url('https:://kubernetes.io/'){operation}"), expected));
    outcomes.into_iter().find(|outcome| *outcome != Outcome::Passed).unwrap_or(Outcome::Passed)
}

/// `TestListsCost` and similar tests: each function on each list.
pub(super) fn list_costs(case: &Json) -> Outcome {
    let calls = list(case, "opts").into_iter().filter_map(Json::as_str);
    let outcomes = calls.flat_map(|call| {
        list(case, "costs").into_iter().map(move |on| {
            let call = call.replace("%s", text(on, "param"));
            let expression = [text(on, "comparableLiteral"), &call].concat();
            static_cost(&expression, on.get("expectedEstimatedCost").unwrap_or(&Json::Null))
        })
    });
    outcomes.into_iter().find(|outcome| *outcome != Outcome::Passed).unwrap_or(Outcome::Passed)
}

/// `TestSize`: the maximum length of the result of a string function for arguments with these lengths. idlgen does not
/// expose lengths, so the length is computed from two costs: that of searching the tenfold result for a letter, minus
/// that of `size()`.
pub(super) fn size(case: &Json) -> Outcome {
    let bound = |size: &Json, key: &str| size.get(key).and_then(Json::as_u64).unwrap_or_default();
    let texts = |size: &Json| {
        let of_length = |length: u64| format!("'{}'", "a".repeat(usize::try_from(length).unwrap_or_default()));
        format!("(true ? {} : {})", of_length(bound(size, "Min")), of_length(bound(size, "Max")))
    };
    let arguments: Vec<String> = list(case, "argSizes").into_iter().map(texts).collect();
    let target = case.get("targetSize").map(texts).unwrap_or_default();
    let call = format!("{target}.{}({})", text(case, "function"), arguments.join(", "));
    let ten_times = vec![call; 10].join(" + ");
    let cost = |question: &str| {
        let environment = environment();
        let expression = format!("({ten_times}).{question}");
        compile(&expression, &environment, &Variables::none())
            .map(|compiled| compiled.cost(&environment, &Variables::none()))
            .map_err(|error| Outcome::Failed { expected: expression.clone(), got: error.to_string() })
    };
    match (cost("contains('b')"), cost("size()")) {
        (Ok(looked), Ok(asked)) => {
            let expected = case.get("expectSize").unwrap_or(&Json::Null);
            // The cost of `size()` includes 1 for the call.
            let got = (looked.min + 1 - asked.min, looked.max + 1 - asked.max);
            Outcome::compare(&(bound(expected, "Min"), bound(expected, "Max")), &got)
        }
        (Err(outcome), _) | (_, Err(outcome)) => outcome,
    }
}

fn static_cost(expression: &str, expected: &Json) -> Outcome {
    let environment = environment();
    let variables = Variables::none();
    match compile(expression, &environment, &variables) {
        Ok(compiled) => {
            let cost = compiled.cost(&environment, &variables);
            let bound = |key: &str| expected.get(key).and_then(Json::as_u64).unwrap_or_default();
            match Outcome::compare(&(bound("Min"), bound("Max")), &(cost.min, cost.max)) {
                Outcome::Failed { expected, got } => {
                    Outcome::Failed { expected: format!("{expression}: {expected}"), got }
                }
                outcome => outcome,
            }
        }
        // Literals of mixed types and functions of admission policies, which rules do not have.
        Err(error) if error.to_string().contains("but found") || error.to_string().contains("undeclared") => {
            Outcome::Skipped
        }
        Err(error) => Outcome::Failed { expected: expression.to_owned(), got: error.to_string() },
    }
}

/// `TestEscaping`
pub(super) fn escaping(case: &Json) -> Outcome {
    let unescapable = case.get("unescapable") == Some(&Json::Bool(true));
    let expected = (!unescapable).then(|| text(case, "escaped").to_owned());
    Outcome::compare(&expected, &escape(text(case, "unescaped")))
}

/// `TestBaseEnvironment`: the expressions that compile in each version. Rows with special options do not apply.
pub(super) fn base_environment(case: &Json) -> Outcome {
    if case.get("opts").is_some_and(|options| !options.is_null()) {
        return Outcome::Skipped;
    }
    for combination in list(case, "typeVersionCombinations") {
        // Stored expressions may use features of later versions.
        let minor = match (text(combination, "envType"), text(combination, "version").split_once('.')) {
            ("NewExpressions", Some((_, minor))) => minor.parse().unwrap_or(KUBERNETES_MINOR as u8),
            _ => KUBERNETES_MINOR as u8,
        };
        let environment = Environment::new(Version::new(minor));
        let compiles =
            |expression: &Json| compile(expression.as_str().unwrap_or_default(), &environment, &Variables::none());
        for expression in list(case, "validExpressions") {
            if let Err(error) = compiles(expression) {
                return Outcome::Failed { expected: format!("1.{minor}: {expression}"), got: error.to_string() };
            }
        }
        for expression in list(case, "invalidExpressions") {
            if compiles(expression).is_ok() {
                return Outcome::Failed {
                    expected: format!("1.{minor}: no {expression}"),
                    got: "it compiles".to_owned(),
                };
            }
        }
    }
    Outcome::Passed
}
