//! Invalid input: any bytes as an expression, any schema and any object must produce an error or a result within
//! limits, and never a panic. The same applies to Go source, tags, YAML and regular expressions. For valid Go types,
//! generated code and the engine must agree.
//!
//! Inputs are random rules, schemas, objects, Go packages and strings that are then corrupted. An input depends only on
//! the seed and its number, so a finding can be reproduced with `--seed SEED --from NUMBER --count 1`.

mod arguments;
mod corruption;
mod expression;
mod generated;
mod go;
mod go_types;
mod object;
mod outcome;
mod regex;
mod schema;
mod tags;
mod yaml;

use idlgen_testing::Random;
use std::{
    fs,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};

pub(crate) use self::arguments::Arguments;
use self::{arguments::Target, outcome::Outcome};

/// The generation and use of a target's inputs.
struct Seeds {
    input: fn(&mut Random) -> String,
    run: fn(&str) -> Outcome,
}

impl Target {
    /// Returns the generator and the test. `None` for targets with valid input.
    fn given(self) -> Option<Seeds> {
        Some(match self {
            Target::Expression => Seeds { input: expression::input, run: expression::run },
            Target::Schema => Seeds { input: schema::input, run: schema::run },
            Target::Object => Seeds { input: object::input, run: object::run },
            Target::Go => Seeds { input: go::input, run: go::run },
            Target::Tags => Seeds { input: tags::input, run: tags::run },
            Target::Yaml => Seeds { input: yaml::input, run: yaml::run },
            Target::Regex => Seeds { input: regex::input, run: regex::run },
            Target::Generated => return None,
        })
    }
}

/// Returns the CPU time of this thread, which is independent of other programs. If it is unavailable, returns the
/// elapsed time.
fn time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// The start time of the program.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The maximum time per input.
const SLOW: Duration = Duration::from_secs(5);
/// The stack size of a test thread.
const STACK: usize = 2 << 20;

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let (target, seed) = (arguments.target, arguments.seed);
    if target == Target::Generated {
        return generated::run(arguments);
    }
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let numbers = arguments.from..arguments.count.map_or(u64::MAX, |count| arguments.from.saturating_add(count));
    if let Some(folder) = &arguments.inputs {
        for number in numbers {
            let path = folder.join(number.to_string());
            let Some(input) = input(target, seed, number) else { break };
            let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, input));
            written.map_err(|error| format!("{}: {error}", path.display()))?;
        }
        return Ok(true);
    }
    let hook = take_hook();
    // Panics are reported below, with the input.
    set_hook(Box::new(|_| {}));
    let work = move || {
        let mut summary = Summary::default();
        for number in numbers {
            if Instant::now() > end {
                break;
            }
            summary.add(target, seed, number);
        }
        summary
    };
    let summary = thread::Builder::new().stack_size(STACK).spawn(work).ok().and_then(|thread| thread.join().ok());
    set_hook(hook);
    let summary = summary.ok_or("no thread")?;
    println!(
        "fuzz: {} inputs (seed {seed}), {} accepted, {} refused; {} panics, {} slow; the slowest took {} ms (number \
         {})",
        summary.accepted + summary.refused + summary.panics,
        summary.accepted,
        summary.refused,
        summary.panics,
        summary.slow,
        summary.slowest.as_millis(),
        summary.slowest_number
    );
    Ok(summary.panics + summary.slow == 0)
}

#[derive(Default)]
struct Summary {
    accepted: u64,
    refused: u64,
    panics: u64,
    slow: u64,
    slowest: Duration,
    slowest_number: u64,
}

impl Summary {
    fn add(&mut self, target: Target, seed: u64, number: u64) {
        let (Some(Seeds { run, .. }), Some(input)) = (target.given(), input(target, seed, number)) else { return };
        let start = time();
        let outcome = catch_unwind(AssertUnwindSafe(|| run(&input)));
        let taken = time().saturating_sub(start);
        match outcome {
            Ok(Outcome::Accepted) => self.accepted += 1,
            Ok(Outcome::Refused) => self.refused += 1,
            Err(payload) => {
                self.panics += 1;
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or_default();
                println!("fuzz: panic at number {number} (seed {seed}): {text}\n  {}", shortened(&input));
            }
        }
        if taken > SLOW {
            self.slow += 1;
            println!("fuzz: number {number} (seed {seed}) took {} ms\n  {}", taken.as_millis(), shortened(&input));
        }
        if taken > self.slowest {
            (self.slowest, self.slowest_number) = (taken, number);
        }
    }
}

/// Returns the input with this number. `None` for targets with valid input.
fn input(target: Target, seed: u64, number: u64) -> Option<String> {
    let mut random = Random::new(seed.wrapping_mul(0x1_0000_0001).wrapping_add(number));
    target.given().map(|given| (given.input)(&mut random))
}

/// Returns random YAML, valid or invalid.
pub(crate) fn yaml_text(random: &mut Random) -> String {
    yaml::input(random)
}

fn shortened(input: &str) -> String {
    input.chars().take(2_000).collect()
}
