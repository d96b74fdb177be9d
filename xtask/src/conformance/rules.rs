//! Rows of the tests of the API server's rule validator: only rules run, at the path `root`.

use idlgen_runtime::{Context, Mode, field::Path, value::Value};
use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions, cel::field_path, schema::ValidationRule};
use serde_json::Value as Json;

use super::case::Outcome;

/// The minor version of Kubernetes that the rows were recorded from.
const KUBERNETES_MINOR: u16 = 37;

/// The results of the rules of a row.
struct Ran {
    errors: Vec<String>,
    warnings: Vec<String>,
    /// The type and field of each error.
    places: Vec<(String, String)>,
    cost: u64,
    remaining: u64,
}

/// The options for running the rules of a row.
#[derive(Clone, Copy, Default)]
struct Settings {
    is_resource: bool,
    cost_budget: u64,
    rule_cost_limit: u64,
}

fn run(schema: &Schema, object: &Json, old: Option<&Json>, settings: Settings) -> Result<Ran, Outcome> {
    let mut options = ValidatorOptions::crd().keeping_broken_rules();
    options.kubernetes_minor = KUBERNETES_MINOR;
    options.is_resource = settings.is_resource;
    if settings.cost_budget > 0 {
        options.cost_budget = settings.cost_budget;
    }
    if settings.rule_cost_limit > 0 {
        options.rule_cost_limit = settings.rule_cost_limit;
    }
    let validator = Validator::with_definitions(&Definitions::default(), schema, options)
        .map_err(|errors| failed("a schema that can be executed", format!("{errors:?}")))?;
    let mut runtime = idlgen_runtime::Options::default();
    runtime.kubernetes_minor = KUBERNETES_MINOR;
    runtime.cost_budget = options.cost_budget;
    runtime.rule_cost_limit = options.rule_cost_limit;
    let mut cx = Context::new(Mode::AllErrors, runtime);
    validator.check_rules(object, old.map(|old| old as &dyn Value), &Path::root().field("root"), &mut cx);
    let remaining = cx.remaining_budget();
    let (_, errors, warnings) = cx.finish();
    let place = |error: &idlgen_runtime::field::Error| (error.error_type.reason().to_owned(), error.field.clone());
    Ok(Ran {
        places: errors.iter().map(place).collect(),
        errors: errors.iter().map(ToString::to_string).collect(),
        warnings: warnings.iter().map(ToString::to_string).collect(),
        cost: options.cost_budget - remaining,
        remaining,
    })
}

fn failed(expected: &str, got: impl Into<String>) -> Outcome {
    Outcome::Failed { expected: expected.to_owned(), got: got.into() }
}

fn schema(case: &Json) -> Schema {
    Schema::from_json(case.get("schema").unwrap_or(&Json::Null)).0
}

fn with_rule(schema: &Schema, rule: ValidationRule) -> Schema {
    let mut schema = schema.clone();
    schema.extensions.validations = vec![rule];
    schema
}

fn object<'j>(case: &'j Json, key: &str) -> Option<&'j Json> {
    case.get(key).filter(|value| !value.is_null())
}

fn flag(case: &Json, key: &str) -> bool {
    case.get(key) == Some(&Json::Bool(true))
}

fn number(case: &Json, key: &str) -> u64 {
    case.get(key).and_then(Json::as_u64).unwrap_or_default()
}

fn text(case: &Json, key: &str) -> String {
    case.get(key).and_then(Json::as_str).unwrap_or_default().to_owned()
}

fn texts(case: &Json, key: &str) -> Vec<String> {
    case.get(key).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// Checks that each expected part is in a different error, and that no error remains.
fn parts(expected: &[String], errors: &[String]) -> Outcome {
    let mut left: Vec<&String> = errors.iter().collect();
    for part in expected {
        match left.iter().position(|error| error.contains(part.as_str())) {
            Some(position) => {
                left.swap_remove(position);
            }
            None => return failed(part, format!("{errors:?}")),
        }
    }
    if left.is_empty() { Outcome::Passed } else { failed("no other error", format!("{left:?}")) }
}

/// `TestValidationExpressions`, `TestCELMaxRecursionDepth`, `TestCELValidationLimit`: each rule alone on the root.
pub(super) fn expressions(case: &Json) -> Outcome {
    let schema = schema(case);
    let value = case.get("obj").unwrap_or(&Json::Null);
    let old = object(case, "oldObj");
    let settings =
        Settings { is_resource: flag(case, "isRoot"), cost_budget: number(case, "costBudget"), rule_cost_limit: 0 };
    let alone = |text: &str| with_rule(&schema, ValidationRule { rule: text.to_owned(), ..ValidationRule::default() });
    for rule in texts(case, "valid") {
        let ran = match run(&alone(&rule), value, old, settings) {
            Ok(ran) => ran,
            Err(outcome) => return outcome,
        };
        if !ran.errors.is_empty() {
            return failed(&format!("no error of {rule}"), ran.errors.join("; "));
        }
        let expected = number(case, "expectedCost");
        let is_wrong = if expected > 0 { ran.cost != expected } else { flag(case, "expectSkipped") && ran.cost != 0 };
        if is_wrong {
            return failed(&format!("cost {expected} of {rule}"), ran.cost.to_string());
        }
    }
    for (rule, part) in case.get("errors").and_then(Json::as_object).into_iter().flatten() {
        let part = part.as_str().unwrap_or_default();
        match run(&alone(rule), value, old, Settings { is_resource: true, ..settings }) {
            Ok(ran) if !ran.errors.is_empty() && ran.errors.iter().all(|error| error.contains(part)) => {}
            Ok(ran) => return failed(&format!("{part} of {rule}"), ran.errors.join("; ")),
            Err(outcome) => return outcome,
        }
    }
    Outcome::Passed
}

/// `TestValidationExpressionsAtSchemaLevels`: rules at any level of a schema. Rules under `allOf` are not recorded.
pub(super) fn schema_levels(case: &Json) -> Outcome {
    if text(case, "name").contains("allOf") {
        return Outcome::Skipped;
    }
    let value = case.get("obj").unwrap_or(&Json::Null);
    match run(&schema(case), value, object(case, "oldObj"), Settings::default()) {
        Ok(ran) => parts(&texts(case, "errors"), &ran.errors),
        Err(outcome) => outcome,
    }
}

/// `TestLister`: the contents of lists of a type, and the result of adding one to another. They are all items of one
/// list, because rules can only compare values of the same schema.
pub(super) fn lists(case: &Json) -> Outcome {
    let (mut schema, _) = Schema::from_json(&serde_json::json!({"type": "array"}));
    schema.items = Some(Box::new(self::schema(case)));
    let part = |key: &str| case.get(key).cloned().unwrap_or(Json::Null);
    let value = Json::Array(vec![part("unstructured"), part("addition"), part("expectAdded")]);
    let length = |key: &str| part(key).as_array().map_or(0, Vec::len);
    let mut rules = vec![
        format!("self[0].size() == {}", number(case, "size")),
        format!("(self[0] + self[1]).size() == {}", length("expectAdded")),
    ];
    rules.extend((0..length("unstructured")).map(|index| format!("self[0].exists_one(x, x == self[0][{index}])")));
    rules.extend((0..length("expectAdded")).map(|index| format!("(self[0] + self[1])[{index}] == self[2][{index}]")));
    for absent in part("notContains").as_array().into_iter().flatten() {
        // Only strings are checked: maps are recorded in Go's format, which cannot be parsed.
        if absent.get("$cel").is_some_and(|name| name == "types.String") {
            rules.push(format!("!('{}' in self[0])", text(absent, "value")));
        }
    }
    for rule in rules {
        let rule = ValidationRule { rule, ..ValidationRule::default() };
        match run(&with_rule(&schema, rule), &value, None, Settings::default()) {
            Ok(ran) if ran.errors.is_empty() => {}
            Ok(ran) => return failed("lists as recorded", ran.errors.join("; ")),
            Err(outcome) => return outcome,
        }
    }
    Outcome::Passed
}

/// `TestOptionalOldSelf` and similar tests: the rules on the root have `optionalOldSelf`.
pub(super) fn optional_old_self(case: &Json) -> Outcome {
    let mut schema = schema(case);
    for rule in &mut schema.extensions.validations {
        rule.optional_old_self = Some(true);
    }
    let value = case.get("obj").unwrap_or(&Json::Null);
    match run(&schema, value, object(case, "oldObj"), Settings { is_resource: true, ..Settings::default() }) {
        Ok(ran) => parts(&texts(case, "errors"), &ran.errors),
        Err(outcome) => outcome,
    }
}

/// `TestRatcheting`: parts of errors, and warnings.
pub(super) fn ratcheting(case: &Json) -> Outcome {
    let settings = Settings { cost_budget: number(case, "runtimeCostBudget"), ..Settings::default() };
    let value = case.get("newObj").unwrap_or(&Json::Null);
    match run(&schema(case), value, object(case, "oldObj"), settings) {
        Ok(ran) => match parts(&texts(case, "errors"), &ran.errors) {
            Outcome::Passed => Outcome::compare_sorted(texts(case, "warnings"), ran.warnings),
            other => other,
        },
        Err(outcome) => outcome,
    }
}

/// `TestDefaultValidationWithCostBudget`, `…WithOptionalOldSelf`: every default must pass the rules of its schema, as
/// an update of itself and as a new value.
pub(super) fn defaults(case: &Json) -> Outcome {
    let schema = case.get("input").and_then(|input| input.get("OpenAPIV3Schema")).unwrap_or(&Json::Null);
    let mut pending = vec![Schema::from_json(schema).0];
    let mut errors = Vec::new();
    while let Some(schema) = pending.pop() {
        let value = schema.default.as_ref().map(|default| &default.value).filter(|value| !value.is_null());
        if let Some(value) = value {
            let settings = Settings { is_resource: schema.extensions.embedded_resource, ..Settings::default() };
            for old in [Some(value), None] {
                match run(&schema, value, old, settings) {
                    Ok(ran) if ran.errors.is_empty() => {}
                    Ok(ran) => {
                        errors.extend(ran.errors);
                        break;
                    }
                    Err(outcome) => return outcome,
                }
            }
        }
        pending.extend(schema.properties.into_iter().map(|(_, property)| property));
    }
    parts(&texts(case, "errors"), &errors)
}

/// `TestMessageExpression`: one rule that fails.
pub(super) fn message_expression(case: &Json) -> Outcome {
    let (schema, _) =
        Schema::from_json(&serde_json::json!({"type": "object", "properties": {"str": {"type": "string"}}}));
    let some = |key: &str| Some(text(case, key)).filter(|text| !text.is_empty());
    let rule = ValidationRule {
        rule: "false".to_owned(),
        message: some("message"),
        message_expression: some("messageExpression"),
        ..ValidationRule::default()
    };
    let settings = Settings {
        cost_budget: number(case, "costBudget"),
        rule_cost_limit: number(case, "perCallLimit"),
        ..Settings::default()
    };
    match run(&with_rule(&schema, rule), &serde_json::json!({"str": "a string"}), None, settings) {
        Ok(ran) => {
            let expected = number(case, "expectedRemainingBudget");
            if expected > 0 && ran.remaining != expected {
                return failed(&format!("{expected} left"), ran.remaining.to_string());
            }
            parts(&[text(case, "expectedValidationErr")], &ran.errors)
        }
        Err(outcome) => outcome,
    }
}

/// `TestReasonAndFldPath`: the types and fields of the errors.
pub(super) fn reason_and_field_path(case: &Json) -> Outcome {
    let value = case.get("obj").unwrap_or(&Json::Null);
    match run(&schema(case), value, None, Settings { is_resource: true, ..Settings::default() }) {
        Ok(ran) => {
            let either = |error: &Json, key: &str, other: &str| match text(error, key) {
                none if none.is_empty() => text(error, other),
                some => some,
            };
            let errors = case.get("errors").and_then(Json::as_array).into_iter().flatten();
            let expected: Vec<String> = errors
                .map(|error| format!("{} {}", either(error, "Type", "type"), either(error, "Field", "field")))
                .collect();
            let got = ran.places.iter().map(|(error_type, field)| format!("{error_type} {field}")).collect();
            Outcome::compare_sorted(expected, got)
        }
        Err(outcome) => outcome,
    }
}

/// `TestValidateFieldPath`: the target of a `fieldPath` below a path without a name, or its error.
pub(super) fn valid_field_path(case: &Json) -> Outcome {
    let got = field_path(&text(case, "fieldPath"), &schema(case));
    let expected = text(case, "errDetail");
    match got {
        Ok(_) if expected.is_empty() && object(case, "validFieldPath").is_none() => Outcome::Passed,
        Ok(path) if expected.is_empty() => {
            let root = Path::root();
            let parent = root.field("");
            Outcome::compare(&text(case, "validFieldPath"), &parent.field(&path.to_string()).to_string())
        }
        Ok(path) => failed(&expected, path.to_string()),
        Err(error) if !expected.is_empty() && error.to_string().contains(&expected) => Outcome::Passed,
        Err(error) => failed(&expected, error.to_string()),
    }
}
