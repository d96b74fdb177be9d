//! The report of rules (`--report`), which lists how generated code evaluates each rule, and in which fields its
//! validators treat zero as a missing value.

use std::fmt::Write;

use serde_json::json;

use super::zero::ZeroEffect;
use crate::{
    settings::ReportFormat,
    source::{FileId, SourceMap},
};

/// The file name of the report, without its extension.
const NAME: &str = "rules";

/// The contents of a report.
#[derive(Clone, Debug, Default)]
pub(super) struct Report {
    pub(super) rules: Vec<RuleReport>,
    pub(super) zeros: Vec<ZeroReport>,
}

/// A field in which zero is a missing value.
#[derive(Clone, Debug)]
pub(super) struct ZeroReport {
    /// The name of the type.
    pub(super) ty: String,
    pub(super) effect: ZeroEffect,
}

impl ZeroReport {
    fn place(&self) -> String {
        format!("{}.{}", self.ty, self.effect.json_name)
    }
}

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
    pub(super) fn print(self, report: &Report, sources: &SourceMap) -> String {
        match self {
            ReportFormat::Text => print_text(report, sources),
            ReportFormat::Json => print_json(report, sources),
        }
    }
}

/// Returns the file, the line and the column of a location.
fn position(location: Option<(u32, u32, u32)>, sources: &SourceMap) -> Option<(String, u32, u32)> {
    let (file, start, _) = location?;
    let file = FileId::from_index(file);
    let at = sources.line_column(file, start);
    Some((sources.path(file).display().to_string(), at.line, at.column))
}

fn count(rules: &[RuleReport], name: &str) -> usize {
    rules.iter().filter(|rule| rule.evaluation.name() == name).count()
}

fn print_text(Report { rules, zeros }: &Report, sources: &SourceMap) -> String {
    let mut text = String::new();
    let locate = |text: &mut String, location| {
        if let Some((file, line, column)) = position(location, sources) {
            let _ = write!(text, "{file}:{line}:{column}: ");
        }
    };
    for rule in rules {
        locate(&mut text, rule.location);
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
    for zero in zeros {
        locate(&mut text, zero.effect.location);
        let _ = writeln!(text, "{}: {}", zero.place(), zero.effect.result.describe());
    }
    let [compiled, interpreted, hand_written, invalid] =
        ["compiled", "interpreted", "hand-written", "invalid"].map(|name| format!("{} {name}", count(rules, name)));
    let plural = if rules.len() == 1 { "" } else { "s" };
    let _ = writeln!(text, "{} rule{plural}: {compiled}, {interpreted}, {hand_written}, {invalid}", rules.len());
    if !zeros.is_empty() {
        let plural = if zeros.len() == 1 { "" } else { "s" };
        let _ = writeln!(text, "{} field{plural} in which `validate` treats zero as a missing value", zeros.len());
    }
    text
}

fn print_json(Report { rules, zeros }: &Report, sources: &SourceMap) -> String {
    let row = |rule: &RuleReport| {
        let at = position(rule.location, sources);
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
    let field = |zero: &ZeroReport| {
        let at = position(zero.effect.location, sources);
        json!({
            "place": zero.place(),
            "file": at.as_ref().map(|(file, ..)| file),
            "line": at.as_ref().map(|(_, line, _)| line),
            "column": at.as_ref().map(|(.., column)| column),
            "zero": zero.effect.result.name(),
        })
    };
    let report = json!({
        "rules": rules.iter().map(row).collect::<Vec<_>>(),
        "zeroFields": zeros.iter().map(field).collect::<Vec<_>>(),
        "compiled": count(rules, "compiled"),
        "interpreted": count(rules, "interpreted"),
        "handWritten": count(rules, "hand-written"),
        "invalid": count(rules, "invalid"),
    });
    format!("{report:#}\n")
}
