//! The parts that the comparisons share: reading the cases, measuring time, and preparing a rule for evaluation by
//! idlgen.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use idlgen_cel::{Environment, Version};
use idlgen_runtime::cel::{CostTracker, Environment as RunTime, Plan, Shape, Value};
use idlgen_runtime::value::Value as _;
use idlgen_validate::cel::{RuleCompiler, decl_type, shape};
use idlgen_validate::schema::ValidationRule;
use idlgen_validate::{Definitions, Schema, ZeroMode};
use serde_json::Value as Json;

/// Returns the cases of the file in the first argument. It contains a list of `{name, rule, schema, obj, old}`, as for
/// `celtool bench`.
#[allow(clippy::disallowed_methods, reason = "a program that measures reads its cases itself")]
pub fn cases() -> Vec<Json> {
    let text = std::env::args().nth(1).and_then(|path| std::fs::read_to_string(path).ok());
    match text.and_then(|text| serde_json::from_str(&text).ok()) {
        Some(Json::Array(cases)) => cases,
        _ => {
            eprintln!("usage: cargo run --release [--bin peers|parse|allocations] -- RULES.json");
            std::process::exit(2);
        }
    }
}

/// Returns a string member of a case.
pub fn text<'a>(case: &'a Json, key: &str) -> &'a str {
    case.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// Returns the nanoseconds of one call in the fastest of many batches of about 30 microseconds each. Returns `None` if
/// a call does not succeed.
pub fn fastest(mut call: impl FnMut() -> bool) -> Option<f64> {
    if !call() {
        return None;
    }
    let mut count = 1_u32;
    let mut batch = |count: u32| {
        let start = Instant::now();
        for _ in 0..count {
            black_box(call());
        }
        start.elapsed().as_nanos() as f64
    };
    while batch(count) < 30_000.0 && count < 1 << 20 {
        count *= 2;
    }
    (0..3_000).map(|_| batch(count) / f64::from(count)).reduce(f64::min)
}

/// Ratios by name, of which the geometric mean, the smallest and the largest are reported.
#[derive(Default)]
pub struct Ratios(Vec<(String, f64)>);

impl Ratios {
    pub fn push(&mut self, name: &str, ratio: f64) {
        self.0.push((name.to_owned(), ratio));
    }

    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|(_, ratio)| ratio.ln()).sum();
        (sum / self.0.len().max(1) as f64).exp()
    }

    /// Returns the smallest ratio and its rule.
    pub fn smallest(&self) -> (&str, f64) {
        self.0.iter().min_by(|a, b| a.1.total_cmp(&b.1)).map_or(("-", f64::NAN), |(name, ratio)| (name, *ratio))
    }

    /// Returns the largest ratio and its rule.
    pub fn largest(&self) -> (&str, f64) {
        self.0.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(("-", f64::NAN), |(name, ratio)| (name, *ratio))
    }
}

/// A rule of a case, compiled with its schema.
pub struct Rule<'a> {
    plan: Plan,
    shape: Shape,
    object: &'a Json,
    old: Option<&'a Json>,
}

impl<'a> Rule<'a> {
    pub fn new(case: &'a Json) -> Option<Self> {
        let environment = Environment::new(Version::default());
        let (schema, _) = Schema::from_json(case.get("schema")?);
        let definitions = Definitions::default();
        let declared = Arc::new(decl_type(&schema, &definitions, environment.version())?);
        let rule = ValidationRule { rule: case.get("rule")?.as_str()?.to_owned(), ..ValidationRule::default() };
        let compiled = RuleCompiler::new(&environment, &declared).compile(&rule)?.ok()?;
        let plan = Plan::new(&compiled.rule.program(), &["self", "oldSelf"], RunTime::default()).ok()?;
        let shape = Shape::new(shape(&schema, &definitions, false, ZeroMode::Crd));
        Some(Rule { plan, shape, object: case.get("obj")?, old: case.get("old") })
    }

    /// Evaluates the rule on the borrowed object, with cost tracking. Returns the result.
    pub fn holds(&self) -> bool {
        let mut cost = CostTracker::default();
        let Ok(value) = Value::of_data(black_box(self.object).as_value(), &self.shape) else { return false };
        let answer = match self.old.map(|old| Value::of_data(old.as_value(), &self.shape)) {
            Some(Ok(old)) => self.plan.evaluate_bool(&[value, old], &mut cost),
            _ => self.plan.evaluate_bool(&[value], &mut cost),
        };
        answer == Ok(true)
    }
}
