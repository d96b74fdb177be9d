//! Random JSONPath templates over random data: what comes of them here and with client-go.

mod case;
mod template;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    thread,
};

use idlgen_testing::Random;

use self::case::Case;
pub(crate) use self::case::as_floats;
use crate::differential::{self, OracleArguments};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Which sequence of cases; the same number gives the same cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases
    #[arg(long, default_value_t = 20_000)]
    count: usize,
    #[command(flatten)]
    oracle: OracleArguments,
    /// Write the cases that differ to this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    failures: Option<PathBuf>,
}

/// How many cases are put to the oracle at once.
const BATCH: usize = 5_000;
/// How many cases that differ are shown.
const EXAMPLES: usize = 10;

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    differential::run("jsonpath-differential", arguments.oracle.program("jsonpath"), |oracle| {
        compare(arguments, oracle)
    })
}

/// How the cases came out.
#[derive(Default)]
struct Tally {
    /// Cases that agree, by what comes out: text, a refused template, a failed evaluation.
    printed: usize,
    refused: usize,
    failed: usize,
    /// Cases in which the order of a Go map decides: their characters are the same in another order, or what fails
    /// depends on what comes first.
    unordered: usize,
    /// Cases in which client-go crashes; here there is an error.
    crashed: usize,
    differences: Vec<String>,
}

fn compare(arguments: &Arguments, oracle: &Path) -> Result<bool, String> {
    let mut random = Random::new(arguments.seed);
    let mut tally = Tally::default();
    let mut left = arguments.count;
    while left > 0 {
        let cases: Vec<Case> = (0..left.min(BATCH)).map(|_| Case::random(&mut random)).collect();
        left -= cases.len();
        let answers = ask(oracle, &cases)?;
        for (case, answer) in cases.iter().zip(&answers) {
            tally.add(case, answer);
        }
    }
    for difference in tally.differences.iter().take(EXAMPLES) {
        println!("{difference}");
    }
    if let Some(path) = &arguments.failures {
        fs::write(path, tally.differences.join("\n")).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let Tally { printed, refused, failed, unordered, crashed, differences } = &tally;
    println!(
        "jsonpath-differential: {} of {} cases agree (seed {}; {printed} print, {refused} templates are refused, \
         {failed} evaluations fail, {unordered} agree in another order; in {crashed} client-go crashes)",
        arguments.count - differences.len(),
        arguments.count,
        arguments.seed,
    );
    Ok(differences.is_empty())
}

impl Tally {
    fn add(&mut self, case: &Case, answer: &str) {
        let own = case.outcome();
        let sorted = |text: &str| {
            let mut characters: Vec<char> = text.chars().collect();
            characters.sort_unstable();
            characters
        };
        let has_failed = |outcome: &str| outcome.starts_with("EXECERR");
        if answer.starts_with("PANIC") {
            if own.starts_with("EXECERR there is no value to go on with") {
                self.crashed += 1;
            } else {
                self.differs(case, answer, &own);
            }
        } else if answer == own {
            match own.split(' ').next() {
                Some("OK") => self.printed += 1,
                Some("PARSEERR") => self.refused += 1,
                _ => self.failed += 1,
            }
        } else if case.depends_on_order() && (sorted(answer) == sorted(&own) || has_failed(answer) || has_failed(&own))
        {
            self.unordered += 1;
        } else {
            self.differs(case, answer, &own);
        }
    }

    fn differs(&mut self, case: &Case, answer: &str, own: &str) {
        self.differences.push(format!("{}\n  client-go: {answer:?}\n  idlgen:    {own:?}", case.request()));
    }
}

/// What the program says of each case. Answers may have several lines, so a line that is no case stands after each.
fn ask(program: &Path, cases: &[Case]) -> Result<Vec<String>, String> {
    const BORDER: &str = "border";
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut input = child.stdin.take().ok_or("no pipe")?;
    let mut requests = String::new();
    for case in cases {
        for request in [case.request(), serde_json::json!({"t": BORDER, "d": 0})] {
            requests.extend([request.to_string(), "\n".to_owned()]);
        }
    }
    // Written from a thread of its own, because either side may have to wait for the other.
    let writer = thread::spawn(move || input.write_all(requests.as_bytes()));
    let output = child.wait_with_output().map_err(failed)?;
    let _ = writer.join();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let border = format!("\n{BORDER:<50} => OK {BORDER}\n");
    let answers: Vec<String> = text
        .split(&border)
        .zip(cases)
        .map(|(answer, case)| {
            let head = format!("{:<50} => ", case.template);
            answer.strip_prefix(&head).unwrap_or(answer).to_owned()
        })
        .collect();
    if answers.len() == cases.len() { Ok(answers) } else { Err(format!("{} answers", answers.len())) }
}
