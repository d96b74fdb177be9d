//! The evaluator of rules beside the crates `kube-cel` and `cel`, in one run: nanoseconds of one evaluation, the fastest of many short batches.
//!
//! `cargo run --release -- RULES.json`, where the file is a list of `{name, rule, schema, obj, old}`, the same that `celtool bench` takes. `cel` is given the object in
//! its own form already; it has neither the functions of Kubernetes nor costs. `kube-cel` takes the schema and the object, as its users do.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use idlgen_cel::{Environment, Version};
use idlgen_runtime::cel::{CostTracker, Environment as RunTime, Plan, Shape, Value};
use idlgen_runtime::value::Value as _;
use idlgen_validate::cel::{RuleCompiler, decl_type, shape};
use idlgen_validate::schema::ValidationRule;
use idlgen_validate::{Definitions, Schema, ZeroMode};
use serde_json::{Value as Json, json};

/// The fastest of many batches, each of some 30 microseconds.
fn fastest(mut evaluate: impl FnMut() -> bool) -> Option<f64> {
    if !evaluate() {
        return None;
    }
    let mut count = 1_u32;
    let mut batch = |count: u32| {
        let start = Instant::now();
        for _ in 0..count {
            black_box(evaluate());
        }
        start.elapsed().as_nanos() as f64
    };
    while batch(count) < 30_000.0 && count < 1 << 20 {
        count *= 2;
    }
    (0..3_000).map(|_| batch(count) / f64::from(count)).reduce(f64::min)
}

fn ours(case: &Json) -> Option<f64> {
    let environment = Environment::new(Version::default());
    let (schema, _) = Schema::from_json(case.get("schema")?);
    let definitions = Definitions::default();
    let declared = Arc::new(decl_type(&schema, &definitions, environment.version())?);
    let rule = ValidationRule { rule: case.get("rule")?.as_str()?.to_owned(), ..ValidationRule::default() };
    let compiled = RuleCompiler::new(&environment, &declared).compile(&rule)?.ok()?;
    let plan = Plan::new(&compiled.rule.program(), &["self", "oldSelf"], RunTime::default()).ok()?;
    let shape = Shape::new(shape(&schema, &definitions, false, ZeroMode::Crd));
    let (object, old) = (case.get("obj")?, case.get("old"));
    fastest(|| {
        let mut cost = CostTracker::default();
        let Ok(value) = Value::of_data(black_box(object).as_value(), &shape) else { return false };
        let answer = match old.map(|old| Value::of_data(old.as_value(), &shape)) {
            Some(Ok(old)) => plan.evaluate_bool(&[value, old], &mut cost),
            _ => plan.evaluate_bool(&[value], &mut cost),
        };
        answer == Ok(true)
    })
}

fn kube_cel(case: &Json) -> Option<f64> {
    let mut schema = case.get("schema")?.clone();
    schema.as_object_mut()?.insert("x-kubernetes-validations".to_owned(), json!([{"rule": case.get("rule")?}]));
    let compiled = kube_cel::compile_schema(&schema);
    let validator = kube_cel::Validator::new();
    let (object, old) = (case.get("obj")?, case.get("old"));
    fastest(|| validator.validate_compiled(&compiled, black_box(object), old).is_ok())
}

fn cel(case: &Json) -> Option<f64> {
    let program = cel::Program::compile(case.get("rule")?.as_str()?).ok()?;
    let mut context = cel::Context::default();
    context.add_variable_from_value("self", cel::to_value(case.get("obj")?).ok()?);
    if let Some(old) = case.get("old") {
        context.add_variable_from_value("oldSelf", cel::to_value(old).ok()?);
    }
    fastest(|| matches!(program.execute(black_box(&context)), Ok(cel::Value::Bool(true))))
}

fn main() {
    let Some(text) = std::env::args().nth(1).and_then(|path| std::fs::read_to_string(path).ok()) else {
        eprintln!("usage: peers RULES.json");
        std::process::exit(2);
    };
    let cases: Json = serde_json::from_str(&text).unwrap_or_default();
    println!("{:14} {:>10} {:>10} {:>10}   ns", "rule", "idlgen", "kube-cel", "cel");
    let mut ratios = [(0.0, 0), (0.0, 0)];
    for case in cases.as_array().into_iter().flatten() {
        let name = case.get("name").and_then(Json::as_str).unwrap_or_default();
        let ours = ours(case);
        let others = [kube_cel(case), cel(case)];
        let text = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.0}"));
        println!("{name:14} {:>10} {:>10} {:>10}", text(ours), text(others[0]), text(others[1]));
        for (ratio, other) in ratios.iter_mut().zip(others) {
            if let (Some(ours), Some(other)) = (ours, other) {
                *ratio = (ratio.0 + (other / ours).ln(), ratio.1 + 1);
            }
        }
    }
    let mean = |(sum, count): (f64, u32)| (sum / f64::from(count.max(1))).exp();
    println!("geometric mean of the others' times to ours: kube-cel {:.1}, cel {:.1}", mean(ratios[0]), mean(ratios[1]));
}
