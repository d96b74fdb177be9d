//! The report of rules (`--report`), which lists how generated code evaluates each rule.

use std::fmt::Write;

use serde_json::json;

use crate::{
    settings::ReportFormat,
    source::{FileId, SourceMap},
};

/// The file name of the report, without its extension.
const NAME: &str = "rules";

/// A rule at a location of a type.
#[derive(Clone, Debug)]
pub(super) struct RuleReport {
    /// The location in the type: `PodSpec.containers`.
    pub(super) place: String,
    /// The expression.
    pub(super) rule: String,
    /// The file index of the source, and the byte range of the tag or the declaration.
    pub(super) location: Option<(u32, u32, u32)>,
    pub(super) evaluation: Evaluation,
}

/// The way in which generated code evaluates a rule.
#[derive(Clone, Debug)]
pub(super) enum Evaluation {
    /// Rust code decides whether a value satisfies the rule; if it cannot confirm this, the interpreter decides and
    /// reports errors.
    Compiled {
        /// The cost of all operations that run at most once. Loops and strings add to it.
        base: u64,
    },
    /// The interpreter evaluates the rule, for this reason.
    Interpreted(String),
    /// The hand-written function with this path decides. If the rule has a `messageExpression`, the interpreter
    /// evaluates it.
    HandWritten(String),
    /// The rule does not compile. Generated code reports this error.
    Invalid(String),
}

impl Evaluation {
    fn name(&self) -> &'static str {
        match self {
            Evaluation::Compiled { .. } => "compiled",
            Evaluation::Interpreted(_) => "interpreted",
            Evaluation::HandWritten(_) => "hand-written",
            Evaluation::Invalid(_) => "invalid",
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Evaluation::Compiled { .. } | Evaluation::HandWritten(_) => None,
            Evaluation::Interpreted(reason) | Evaluation::Invalid(reason) => Some(reason),
        }
    }
}

impl ReportFormat {
    /// Returns the file name of a report in this format.
    pub(super) fn file(self) -> String {
        let extension = match self {
            ReportFormat::Text => "txt",
            ReportFormat::Json => "json",
        };
        format!("{NAME}.{extension}")
    }

    /// Formats a report.
    pub(super) fn print(self, rules: &[RuleReport], sources: &SourceMap) -> String {
        match self {
            ReportFormat::Text => print_text(rules, sources),
            ReportFormat::Json => print_json(rules, sources),
        }
    }
}

/// Returns the file, the line and the column of a rule.
fn position(rule: &RuleReport, sources: &SourceMap) -> Option<(String, u32, u32)> {
    let (file, start, _) = rule.location?;
    let file = FileId::from_index(file);
    let at = sources.line_column(file, start);
    Some((sources.path(file).display().to_string(), at.line, at.column))
}

fn count(rules: &[RuleReport], name: &str) -> usize {
    rules.iter().filter(|rule| rule.evaluation.name() == name).count()
}

fn print_text(rules: &[RuleReport], sources: &SourceMap) -> String {
    let mut text = String::new();
    for rule in rules {
        if let Some((file, line, column)) = position(rule, sources) {
            let _ = write!(text, "{file}:{line}:{column}: ");
        }
        let RuleReport { place, rule: expression, evaluation, .. } = rule;
        let expression = expression.split_whitespace().collect::<Vec<_>>().join(" ");
        let detail = match evaluation {
            Evaluation::Compiled { base } => format!("cost from {base}"),
            Evaluation::Interpreted(reason) => reason.clone(),
            Evaluation::HandWritten(function) => function.clone(),
            Evaluation::Invalid(reason) => reason.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        let _ = writeln!(text, "{place}: {} ({detail}): {expression}", evaluation.name());
    }
    let [compiled, interpreted, hand_written, invalid] =
        ["compiled", "interpreted", "hand-written", "invalid"].map(|name| format!("{} {name}", count(rules, name)));
    let plural = if rules.len() == 1 { "" } else { "s" };
    let _ = writeln!(text, "{} rule{plural}: {compiled}, {interpreted}, {hand_written}, {invalid}", rules.len());
    text
}

fn print_json(rules: &[RuleReport], sources: &SourceMap) -> String {
    let row = |rule: &RuleReport| {
        let at = position(rule, sources);
        let (base, function) = match &rule.evaluation {
            Evaluation::Compiled { base } => (Some(base), None),
            Evaluation::HandWritten(function) => (None, Some(function)),
            Evaluation::Interpreted(_) | Evaluation::Invalid(_) => (None, None),
        };
        json!({
            "place": rule.place,
            "rule": rule.rule,
            "file": at.as_ref().map(|(file, ..)| file),
            "line": at.as_ref().map(|(_, line, _)| line),
            "column": at.as_ref().map(|(.., column)| column),
            "evaluation": rule.evaluation.name(),
            "reason": rule.evaluation.reason(),
            "baseCost": base,
            "function": function,
        })
    };
    let report = json!({
        "rules": rules.iter().map(row).collect::<Vec<_>>(),
        "compiled": count(rules, "compiled"),
        "interpreted": count(rules, "interpreted"),
        "handWritten": count(rules, "hand-written"),
        "invalid": count(rules, "invalid"),
    });
    format!("{report:#}\n")
}
