//! Evaluates KubeVirt template rules on random VMs, and checks that the rules and their CEL expressions have the same
//! results. Set `IDLGEN_CRDORACLE=PROGRAM` to also compare with a program built from the API server's packages.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::expect_used, reason = "a test fails where it must")]
#![allow(clippy::panic, clippy::indexing_slicing, reason = "a test fails where it must")]

#[path = "kubevirt_cel/cases.rs"]
mod cases;
#[path = "kubevirt_cel/engine.rs"]
mod engine;

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

use cases::Case;
use engine::Engine;
use idlgen_testing::Random;
use idlgen_validate::kubevirt::{CelTarget, CheckOptions, RuleOutcome, RuleSet};
use serde_json::{Value as Json, json};

const CASES: usize = 2_000;

/// Returns for each rule whether it rejects a VM, and whether it reports anything (an error or a warning).
fn native(rules: &RuleSet, machine: &Json) -> Vec<(bool, bool)> {
    let report = rules.check(machine, CheckOptions::default());
    let said = |outcome: &RuleOutcome| !matches!(outcome, RuleOutcome::Skipped | RuleOutcome::Satisfied(_));
    report.rules.iter().map(|rule| (rule.is_rejection(), said(&rule.outcome))).collect()
}

#[test]
fn expressions_have_the_verdict_of_rules() {
    let mut random = Random::new(36);
    let engine = Engine::new();
    let (mut compared, mut refused, mut skipped) = (0, 0, 0);
    for _ in 0..CASES {
        let Case { machine, rules } = Case::random(&mut random);
        let set = RuleSet::parse(&rules.to_string()).unwrap();
        let expected = native(&set, &machine);
        for target in [CelTarget::Policy, CelTarget::Definition] {
            for (rule, (is_refused, is_said)) in set.to_cel(target).iter().zip(&expected) {
                let Ok(expressions) = &rule.expressions else {
                    skipped += 1;
                    continue;
                };
                let holds =
                    |text: &Option<String>| text.as_ref().is_none_or(|text| engine.holds(target, text, &machine));
                let got = (!holds(&expressions.refusal), !holds(&expressions.warning));
                // The warning expression is also false for rejections. If a rule has none, only the rejections are
                // compared.
                let is_right = got.0 == *is_refused && (got.1 == *is_said || expressions.warning.is_none());
                assert!(is_right, "{expected:?} {got:?}\n{rules}\n{machine}\n{expressions:?}");
                compared += 1;
                refused += usize::from(got.0);
            }
        }
    }
    // The rules must reject some VMs but not all, and only a few rules may have no expression.
    assert!(compared > 2 * CASES && refused * 5 > compared && refused * 2 < compared * 2, "{compared} {refused}");
    assert!(skipped * 5 < compared, "{skipped} of {compared}");
}

/// Validates VMs on an API server with the rules in a schema. The server must accept the schema within its budget, and
/// must reject VMs because of the same rules.
#[test]
fn api_servers_have_the_same_verdict() {
    let Some(program) = std::env::var_os("IDLGEN_CRDORACLE") else { return };
    let mut random = Random::new(37);
    let mut requests = Vec::new();
    for _ in 0..CASES / 2 {
        let Case { machine, rules } = Case::random(&mut random);
        let set = RuleSet::parse(&rules.to_string()).unwrap();
        let expected = native(&set, &machine);
        let rules = set.to_cel(CelTarget::Definition);
        let written = rules.iter().enumerate().filter_map(|(index, rule)| {
            let text = rule.expressions.as_ref().ok()?.refusal.as_ref()?;
            Some((index, json!({"rule": text, "message": format!("rule {index}")})))
        });
        let (indices, written): (Vec<usize>, Vec<Json>) = written.unzip();
        let mut schema = engine::schema();
        schema["x-kubernetes-validations"] = written.into();
        let refused: Vec<usize> = indices.into_iter().filter(|index| expected[*index].0).collect();
        // The CRD with the schema has its own kind, so the VM's kind is changed.
        let mut machine = machine;
        machine["apiVersion"] = "example.com/v1".into();
        machine["kind"] = "Foo".into();
        requests.push((json!({"schema": schema, "new": machine, "noPrune": true}), refused));
    }
    let mut child =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().unwrap();
    let lines: Vec<String> = requests.iter().map(|(request, _)| request.to_string()).collect();
    let writer = std::thread::spawn(move || lines.iter().for_each(|line| drop(writeln!(input, "{line}"))));
    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut refusals = 0;
    for (answer, (request, refused)) in answers.zip(&requests) {
        let answer: Json = serde_json::from_str(&answer.unwrap()).unwrap();
        let errors = answer.get("crdErrors").and_then(Json::as_array).map_or(0, Vec::len);
        assert!(errors == 0 && answer.get("fatal").is_none(), "{request}\n{answer}");
        let mut found: Vec<usize> = Vec::new();
        for error in answer.get("errors").and_then(Json::as_array).into_iter().flatten() {
            // An expression that cannot be evaluated has no message of its own.
            let text = error["detail"].as_str().unwrap_or_default();
            found.push(text.rsplit("rule ").next().unwrap().parse().unwrap_or_else(|_| panic!("{request}\n{answer}")));
        }
        found.sort_unstable();
        assert_eq!(&found, refused, "{request}\n{answer}");
        refusals += found.len();
    }
    writer.join().unwrap();
    child.wait().unwrap();
    assert!(refusals > CASES / 10, "{refusals}");
}
