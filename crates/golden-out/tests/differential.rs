//! Compares generated validators with the schema engine: random objects of every type of the golden files, as JSON and
//! decoded, with and without an old object. Both must report the same errors in the same order, and the same warnings.

#![allow(clippy::panic, clippy::print_stdout, clippy::unwrap_used, reason = "a test fails where it must")]

#[path = "support/object.rs"]
mod object;
#[path = "support/package.rs"]
mod package;

use golden_out as rust;
use idlgen::lower::Lowered;
use idlgen_runtime::{Options, Outcome, Validate};
use idlgen_testing::Random;
use idlgen_validate::{Validator, ValidatorOptions};
use package::lowered;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;

/// Objects of each sequence of a type. `cargo xtask fuzz generated` compares as many as its time allows.
const ROUNDS: usize = 200;

/// A golden package with its schemas.
struct Package {
    name: &'static str,
    lowered: Lowered,
}

impl Package {
    /// Compares both on random objects of a type.
    fn compare<T>(&self, name: &str)
    where
        T: Validate + Serialize + DeserializeOwned + std::fmt::Debug,
    {
        let definition = format!("example.com/golden/{}.{name}", self.name);
        // A failure is reproducible, independent of the other types. For verdicts.Lists, the second seed includes an
        // update from {"set":["x y"]} to {"atomic":[],"set":["x y"]}, which the Go type cannot express.
        for seed in [definition.as_str(), name] {
            self.compare_sequence::<T>(&definition, Random::of_name(seed));
        }
    }

    fn compare_sequence<T>(&self, definition: &str, mut random: Random)
    where
        T: Validate + Serialize + DeserializeOwned + std::fmt::Debug,
    {
        let lowered = &self.lowered;
        let schema = lowered.definitions.get(definition).unwrap_or_else(|| panic!("no definition {definition}"));
        // By default, the engine treats data of a Go type like that of a built-in kind.
        let mut options = ValidatorOptions::default();
        options.ratcheting = Some(true);
        let validator = Validator::for_definition(&lowered.definitions, definition, options).unwrap();
        // Small limits: compiled rules only know bounds of their cost, but the results must be exact.
        let mut limited = Options::default();
        (limited.cost_budget, limited.rule_cost_limit) = (60 + random.below(200) as u64, 40);
        let mut interpreted = Options::default();
        interpreted.compiled_rules = false;
        let mut limited_options = options;
        (limited_options.cost_budget, limited_options.rule_cost_limit) = (limited.cost_budget, limited.rule_cost_limit);
        let limited_validator = Validator::for_definition(&lowered.definitions, definition, limited_options).unwrap();
        let mut compared = 0;
        let mut invalid = 0;
        let mut before: Option<(Json, T)> = None;
        for _ in 0..ROUNDS {
            let mut json = object::value(&mut random, schema, &lowered.definitions, 0);
            if let Some((old, _)) = before.as_ref().filter(|_| random.percent(50)) {
                json = object::update(&mut random, old, &json);
            }
            if definition.ends_with(".Rates") {
                // A key 1.0 differs from 1, which the Go type cannot express.
                object::write_integers(&mut json);
            }
            let Ok(value) = serde_json::from_value::<T>(json.clone()) else { continue };
            compared += 1;
            let outcome = value.all_errors(None);
            invalid += usize::from(!outcome.errors.is_empty());
            let mut written = serde_json::to_value(&value).unwrap();
            object::spell_floats(&mut written, &json);
            let said = std::mem::take(&mut json);
            json = object::with_unset(said, &written, schema, &lowered.definitions);
            if definition.ends_with(".Structs") {
                // Structs are compared and shown as written, so zero and missing are indistinguishable.
                same(&validator.validate(&written, None), &outcome, &json);
                continue;
            }
            same(&validator.validate(&json, None), &outcome, &json);
            same(&validator.validate(&written, None), &outcome, &written);
            same(&value.outcome_with(None, &interpreted), &outcome, &written);
            same(&limited_validator.validate(&json, None), &value.outcome_with(None, &limited), &json);
            assert_eq!(validator.verdict(&json, None), value.verdict(None), "{json}");
            assert_eq!(validator.first_error(&json, None), value.first_error(None), "{json}");
            if let Some((old_json, old)) = &before {
                // Missing on one side and zero on the other are the same for the Go type.
                let mut old_written = serde_json::to_value(old).unwrap();
                object::spell_floats(&mut old_written, old_json);
                let both = Json::Array(vec![written.clone(), old_written.clone()]);
                same(&validator.validate(&written, Some(&old_written)), &value.all_errors(Some(old)), &both);
                assert_eq!(validator.verdict(&written, Some(&old_written)), value.verdict(Some(old)), "{both}");
            }
            before = Some((json, value));
        }
        println!("{definition}: {compared} compared, {invalid} invalid");
        assert!(compared > ROUNDS / 20, "{definition}: only {compared} of {ROUNDS} objects could be decoded");
    }
}

fn same(engine: &Outcome, generated: &Outcome, json: &Json) {
    let texts = |outcome: &Outcome| -> Vec<String> {
        outcome.errors.iter().map(|error| format!("{} {}: {error}", error.path, error.error_type.reason())).collect()
    };
    assert_eq!(texts(engine), texts(generated), "engine and generated code on {json}");
    let warnings = |outcome: &Outcome| -> Vec<String> { outcome.warnings.iter().map(ToString::to_string).collect() };
    assert_eq!(warnings(engine), warnings(generated), "warnings of engine and generated code on {json}");
}

/// A test for each package, which run in parallel.
macro_rules! generated_code_and_engine_agree {
    ($($package:ident: $($name:ident)*;)*) => {$(
        #[test]
        fn $package() {
            let package = Package { name: stringify!($package), lowered: lowered(stringify!($package)) };
            $(package.compare::<rust::$package::example_com::golden::$package::$name>(stringify!($name));)*
        }
    )*};
}

generated_code_and_engine_agree! {
    borrowed: Borrowed;
    collections: Collections Port Rate Rates Structs;
    compiled: Scalars Strings Lists Port Maps Nested Known Changes ByValue Sized Viewed Named Waits Routed Route
        Untranslated Mixed Inside;
    constraints: Texts Numbers Both Counted;
    embedding: Base Middle Outer Extra;
    enumerations: Enumerated;
    forms: Library Own Texts Numbers Holders Shared;
    known: Known KnownSpec KnownStatus KnownList Objects;
    measured: AllNamed Contained Fixed Implied Keys Limit Listener Matched Modes Nested OneOf Prefixed Range Sizes
        Timeout Unique Weights;
    names: Names Option Rule Box Vec String;
    native: Machine MachineSpec MachineStatus MachineList;
    newtypes: Part;
    overrides: Job Template TemplateSpec;
    presence: Required Optional Middle Inner Defaults Kept;
    recursion: Node Ping Pong;
    rules: Ruled Child;
    scalars: Pointers Odd;
    shapes: Shapes;
    verdicts: Numbers Texts Lists Item Maps Kinds Optionals Inner;
}
