//! Issues in expressions, with the messages and layout of cel-go.

use crate::source::{Location, Source};
use crate::types::Type;

/// An issue in an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issue {
    /// The message of cel-go, without position and source line.
    pub message: String,
    /// The offset in code points. `None` for the entire expression (it is too long or too deep).
    pub position: Option<u32>,
    /// Structured data about the issue, for additional help.
    pub subject: Option<Subject>,
}

/// The subject of an issue. Callers use it to suggest similar names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Subject {
    /// A missing field.
    Field {
        /// The selected name, as written.
        name: String,
        /// The type without the field.
        of: Type,
    },
    /// An undeclared variable, type or function, as written.
    Name(String),
    /// A function without a matching overload.
    Call {
        /// The function: `_==_` for an operator.
        function: String,
        /// The argument types, receiver first.
        arguments: Vec<Type>,
    },
    /// A literal argument that the function cannot parse.
    Literal {
        /// The reason, or an example of a valid argument.
        reason: String,
    },
}

impl Issue {
    pub(crate) fn new(position: u32, message: impl Into<String>) -> Self {
        Self { message: message.into(), position: Some(position), subject: None }
    }

    /// Creates an issue about the entire expression.
    pub(crate) fn of_all(message: impl Into<String>) -> Self {
        Self { message: message.into(), position: None, subject: None }
    }
}

/// Maximum number of issues to report in full.
const REPORTED: usize = 100;
/// Maximum length in bytes of a source line below a message.
const LONGEST_LINE: usize = 16384;

/// Formats the issues of an expression like the API server: `ERROR: <input>:1:5: message`, the source line, and a
/// marker. The issues are in source order, and at most a hundred are formatted.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issues_are_in_source_order_below_their_lines() {
        let source = Source::new("a\n\té é");
        let issues = [Issue::new(5, "three"), Issue::new(3, "two"), Issue::of_all("all"), Issue::new(0, "one")];
        let expected = "ERROR: <input>:-1:0: all\n\
            ERROR: <input>:1:1: one\n | a\n | ^\n\
            ERROR: <input>:2:2: two\n |  é é\n | .\u{ff3e}\n\
            ERROR: <input>:2:4: three\n |  é é\n | .\u{ff0e}.\u{ff3e}";
        assert_eq!(display(&source, &issues), expected);
    }

    #[test]
    fn a_hundred_issues_are_reported() {
        let source = Source::new("a");
        let shown = |count| display(&source, &vec![Issue::of_all("x"); count]);
        assert_eq!(shown(100).lines().count(), 100);
        assert!(shown(101).ends_with("\nERROR: <input>:-1:0: x\n1 more errors were truncated"));
    }

    #[test]
    fn a_long_line_is_omitted() {
        let shown = |length: usize| display(&Source::new(&"a".repeat(length)), &[Issue::new(0, "x")]);
        assert_eq!(shown(16_384).lines().count(), 3);
        assert_eq!(shown(16_385), "ERROR: <input>:1:1: x");
    }
}
