//! Expressions.

use idlgen_cel::{Environment, Type, Variables, Version, compile};
use idlgen_runtime::cel::{self, CostTracker, Plan, Value};

use super::{corruption, outcome::Outcome};
use idlgen_testing::Random;

use crate::cel_differential::Case;

pub(super) fn input(random: &mut Random) -> String {
    match random.below(10) {
        0 => corruption::noise(random),
        1 | 2 => corruption::CEL.some(random),
        3 => Case::random(random, 37, 25).rule,
        _ => {
            let rule = Case::random(random, 37, 25).rule;
            corruption::CEL.corrupted(random, &rule)
        }
    }
}

pub(super) fn run(input: &str) -> Outcome {
    // The version follows from the length, so that all versions occur and the result depends only on the input.
    let minor = 25 + (input.len() % 13) as u8;
    let environment = Environment::new(Version::new(minor));
    let variables =
        Variables::none().with("self", Type::Dyn).with("oldSelf", Type::Dyn).with("x", Type::list(Type::Int));
    let Ok(compiled) = compile(input, &environment, &variables) else { return Outcome::Refused };
    let _ = compiled.cost(&environment, &variables);
    let Ok(plan) = Plan::new(&compiled.program(), &["self", "oldSelf", "x"], cel::Environment::new(minor)) else {
        return Outcome::Refused;
    };
    let mut cost = CostTracker::default();
    let list = Value::from(vec![Value::Int(1), Value::Int(2)]);
    let outcome = plan.evaluate(&[Value::text("a"), Value::Null, list], &mut cost);
    if outcome.map_err(|error| error.to_string()).is_ok() { Outcome::Accepted } else { Outcome::Refused }
}
