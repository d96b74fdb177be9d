//! Benchmarks the evaluation of rules on borrowed JSON with cost tracking. Preparing the rules and objects is not
//! measured.
//!
//! The rules are read from the file in `IDLGEN_CEL_BENCH`, or from `../shared/oracle/celtool/benchcases.json` next to
//! the repository. The file contains a list of `{name, rule, schema, obj, old}`, as for `celtool bench`. Without the
//! file, nothing is measured.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "a benchmark reads its cases and prints what it skips"
)]

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use idlgen_cel::{Environment, Version};
use idlgen_runtime::cel::{self, CostTracker, Plan, Shape, Value};
use idlgen_runtime::value::Value as _;
use idlgen_validate::cel::{RuleCompiler, decl_type, shape};
use idlgen_validate::schema::ValidationRule;
use idlgen_validate::{Definitions, Schema, ZeroMode};
use serde_json::Value as Json;

struct Case {
    name: String,
    plan: Plan,
    shape: Shape,
    object: Json,
    old: Option<Json>,
}

fn case(environment: &Environment, case: &Json) -> Option<Case> {
    let text = |key: &str| case.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
    let (schema, _) = Schema::from_json(case.get("schema")?);
    let definitions = Definitions::default();
    let declared = Arc::new(decl_type(&schema, &definitions, environment.version())?);
    let rule = ValidationRule { rule: text("rule"), ..ValidationRule::default() };
    let compiled = RuleCompiler::new(environment, &declared).compile(&rule)?.ok()?;
    let environment = cel::Environment::new(environment.version().minor());
    Some(Case {
        name: text("name"),
        plan: Plan::new(&compiled.rule.program(), &["self", "oldSelf"], environment).ok()?,
        shape: Shape::new(shape(&schema, &definitions, false, ZeroMode::Crd)),
        object: case.get("obj")?.clone(),
        old: case.get("old").cloned(),
    })
}

impl Case {
    /// Evaluates the rule, including the conversion of the object.
    fn evaluate(&self) -> Option<(bool, u64)> {
        let mut cost = CostTracker::default();
        let value = Value::of_data(self.object.as_value(), &self.shape).ok()?;
        let answer = match &self.old {
            Some(old) => {
                let old = Value::of_data(old.as_value(), &self.shape).ok()?;
                self.plan.evaluate_bool(&[value, old], &mut cost)
            }
            None => self.plan.evaluate_bool(&[value], &mut cost),
        };
        Some((answer.ok()?, cost.cost()))
    }
}

fn rules(criterion: &mut Criterion) {
    let path = std::env::var("IDLGEN_CEL_BENCH").unwrap_or_else(|_| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/oracle/celtool/benchcases.json").to_owned()
    });
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {path}; IDLGEN_CEL_BENCH can name another file of rules");
        return;
    };
    let cases: Json = serde_json::from_str(&text).unwrap_or_default();
    let environment = Environment::new(Version::default());
    let mut group = criterion.benchmark_group("rule");
    for data in cases.as_array().into_iter().flatten() {
        let Some(case) = case(&environment, data) else {
            eprintln!("skipped: {data} does not compile");
            continue;
        };
        let Some((answer, cost)) = case.evaluate() else {
            eprintln!("skipped: {} has no value", case.name);
            continue;
        };
        eprintln!("{}: {answer}, cost {cost}", case.name);
        group.bench_function(&case.name, |bencher| bencher.iter(|| black_box(&case).evaluate()));
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
