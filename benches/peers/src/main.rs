//! Compares the evaluator of rules with the crates `kube-cel` and `cel` in one run: nanoseconds of one evaluation, as
//! the fastest of many short batches.
//!
//! Run with `cargo run --release -- RULES.json`. For `cel`, the object is already converted to its value type; it
//! supports neither the functions of Kubernetes nor costs. `kube-cel` gets the schema and the object, as in a typical
//! use.

use std::hint::black_box;

use peers::{Ratios, Rule, cases, fastest, text};
use serde_json::{Value as Json, json};

fn ours(case: &Json) -> Option<f64> {
    let rule = Rule::new(case)?;
    fastest(|| rule.holds())
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
    let cases = cases();
    println!("{:14} {:>10} {:>10} {:>10}   ns", "rule", "idlgen", "kube-cel", "cel");
    let mut ratios = [("kube-cel", Ratios::default()), ("cel", Ratios::default())];
    for case in &cases {
        let name = text(case, "name");
        let ours = ours(case);
        let others = [kube_cel(case), cel(case)];
        let shown = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.0}"));
        println!("{name:14} {:>10} {:>10} {:>10}", shown(ours), shown(others[0]), shown(others[1]));
        for ((_, ratios), other) in ratios.iter_mut().zip(others) {
            if let (Some(ours), Some(other)) = (ours, other) {
                ratios.push(name, other / ours);
            }
        }
    }
    for (other, ratios) in ratios {
        let (slowest, ratio) = ratios.smallest();
        println!("the time of {other} to ours: geometric mean {:.1}, least {ratio:.1} ({slowest})", ratios.mean());
    }
}
