//! What is wrong with an expression, with the texts and the layout of cel-go.

use crate::source::{Location, Source};
use crate::types::Type;

/// A mistake in an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issue {
    /// What is wrong.
    pub message: String,
    /// Where, as an offset in code points; none if the whole expression is meant (it is too long or too deep).
    pub position: Option<u32>,
    /// What it is about, for those who want to say more.
    pub subject: Option<Subject>,
}

/// What a mistake is about.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// A field that is not there.
    Field {
        /// Its name.
        name: String,
        /// The type that does not have it.
        of: Type,
    },
    /// A variable, type or function that is not there, as written.
    Name(String),
    /// A function whose overloads do not fit.
    Call {
        /// The function: `_==_` for an operator.
        function: String,
        /// The types of the arguments, the receiver first.
        arguments: Vec<Type>,
    },
}

impl Issue {
    pub(crate) fn new(position: u32, message: impl Into<String>) -> Self {
        Self { message: message.into(), position: Some(position), subject: None }
    }

    /// About the expression as a whole.
    pub(crate) fn of_all(message: impl Into<String>) -> Self {
        Self { message: message.into(), position: None, subject: None }
    }
}

/// The number of issues that are reported in full.
const REPORTED: usize = 100;
/// The longest line, in bytes, that is shown under a message.
const LONGEST_LINE: usize = 16384;

/// All issues of one expression as the API server prints them: `ERROR: <input>:1:5: message`, the line, and a mark
/// under the place; in the order of their places; at most a hundred.
pub fn display(source: &Source<'_>, issues: &[Issue]) -> String {
    let mut shown: Vec<(Option<Location>, &Issue)> = issues
        .iter()
        .take(REPORTED)
        .map(|issue| (issue.position.map(|position| source.location(position)), issue))
        .collect();
    shown.sort_by_key(|(location, _)| *location);
    let mut text: Vec<String> =
        shown.iter().map(|(location, issue)| display_one(source, *location, &issue.message)).collect();
    if issues.len() > REPORTED {
        text.push(format!("{} more errors were truncated", issues.len() - REPORTED));
    }
    text.join("\n")
}

fn display_one(source: &Source<'_>, location: Option<Location>, message: &str) -> String {
    let Some(location) = location else { return format!("ERROR: <input>:-1:0: {message}") };
    let mut text = format!("ERROR: <input>:{}:{}: {message}", location.line, location.column + 1);
    if let Some(line) = source.line(location.line).filter(|line| line.len() <= LONGEST_LINE) {
        text.push_str("\n | ");
        text.push_str(&line.replace('\t', " "));
        text.push_str("\n | ");
        let mut characters = line.chars();
        for character in characters.by_ref().take(location.column as usize) {
            text.push(if character.is_ascii() { '.' } else { '\u{ff0e}' });
        }
        text.push(if characters.next().is_none_or(|character| character.is_ascii()) { '^' } else { '\u{ff3e}' });
    }
    text
}
