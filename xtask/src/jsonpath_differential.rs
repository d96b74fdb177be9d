//! Compares idlgen's results for random JSONPath templates and data with those of client-go.

mod case;
mod template;

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
};

use serde_json::{Value as Json, json};

use self::case::Case;
pub(crate) use self::case::as_floats;
use crate::differential::{self, CaseArguments, Comparison, Counts, Differential, Library, OracleArguments};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    cases: CaseArguments<20_000>,
    #[command(flatten)]
    oracle: OracleArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    const NAME: &str = "jsonpath-differential";
    differential::run(NAME, arguments.oracle.program("jsonpath").map(ClientGo), |oracle| {
        let cases = arguments.cases.cases(Case::random, Case::read)?;
        differential::compare(NAME, &Templates, cases, oracle, &arguments.cases)
    })
}

/// Parses and prints templates.
struct Templates;

impl Differential for Templates {
    type Case = Case;

    fn request(&self, case: &Case) -> Json {
        case.request()
    }

    fn compare(&self, case: &Case, answer: &Json, _: &dyn Library, counts: &mut Counts) -> Result<Comparison, String> {
        let answer = answer.as_str().unwrap_or_default();
        let own = case.outcome();
        let has_failed = |outcome: &str| outcome.starts_with("EXECERR");
        if answer.starts_with("PANIC") && own.starts_with("EXECERR there is no value to go on with") {
            return Ok(Comparison::Skipped("client-go panics where there is an error here".to_owned()));
        }
        for (start, sort) in [("OK", "print"), ("PARSEERR", "are refused"), ("EXECERR", "fail")] {
            counts.add_if(answer.starts_with(start), sort);
        }
        // The order of a Go map determines the order of the output, or which error is first.
        let is_unordered = answer != own
            && case.depends_on_order()
            && (sorted(answer) == sorted(&own) || has_failed(answer) || has_failed(&own));
        counts.add_if(is_unordered, "agree in another order");
        Ok(if is_unordered { Comparison::Agrees } else { Comparison::of(&answer, &own.as_str()) })
    }
}

fn sorted(text: &str) -> Vec<char> {
    let mut characters: Vec<char> = text.chars().collect();
    characters.sort_unstable();
    characters
}

/// The program with client-go.
struct ClientGo(PathBuf);

impl Library for ClientGo {
    /// A response can have several lines, so each ends with a separator line.
    fn ask(&self, requests: Vec<Json>) -> Result<Vec<Json>, String> {
        const BORDER: &str = "border";
        let failed = |error: std::io::Error| format!("{}: {error}", self.0.display());
        let mut child = Command::new(&self.0).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let mut input = child.stdin.take().ok_or("no pipe")?;
        let border = json!({"t": BORDER, "d": 0});
        let lines: Vec<String> = requests.iter().map(|request| format!("{request}\n{border}\n")).collect();
        // A separate thread writes, because both sides may have to wait for each other.
        let writer = thread::spawn(move || input.write_all(lines.concat().as_bytes()));
        let output = child.wait_with_output().map_err(failed)?;
        let _ = writer.join();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let border = format!("\n{BORDER:<50} => OK {BORDER}\n");
        let answers: Vec<Json> = text
            .split(&border)
            .zip(&requests)
            .map(|(answer, request)| {
                let head = format!("{:<50} => ", request["t"].as_str().unwrap_or_default());
                answer.strip_prefix(&head).unwrap_or(answer).into()
            })
            .collect();
        if answers.len() == requests.len() { Ok(answers) } else { Err(format!("{} answers", answers.len())) }
    }
}
