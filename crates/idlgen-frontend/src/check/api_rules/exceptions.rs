//! Files of known violations in the format of the report, which users of openapi-gen keep in their repositories, such
//! as `api/api-rules/violation_exceptions.list` of Kubernetes.

use std::collections::BTreeMap;

use super::violation::{PREFIX, Violation};
use crate::{
    diag::{Code, Diagnostic, explained},
    source::{FileId, Span},
};

/// A known violation that no longer exists.
pub(super) const UNUSED_EXCEPTION: Code = explained!(
    548,
    "unused-exception",
    Error,
    "The file of known API rule violations has a line for a violation that no longer exists."
);

/// A malformed line in an exceptions file.
pub(super) const MALFORMED_EXCEPTION: Code =
    explained!(549, "malformed-exception", Error, "The file of known API rule violations has a malformed line.");

/// The codes of this module.
pub(super) const CODES: &[Code] = &[UNUSED_EXCEPTION, MALFORMED_EXCEPTION];

/// Maximum number of malformed lines to report. With more, it is probably not an exceptions file.
const MAX_MALFORMED: usize = 100;

/// A known violation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exception {
    /// The line without surrounding whitespace.
    pub line: String,
    /// The import path.
    pub package: String,
    /// The line's position.
    pub span: Span,
}

/// A file of known violations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exceptions {
    list: Vec<Exception>,
}

/// The result of comparing violations with exceptions.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Compared<'a> {
    /// The violations that are not in the file.
    pub new: Vec<&'a Violation>,
    /// Number of known violations.
    pub known: usize,
    /// Diagnostics about the file: unused lines of checked packages.
    pub diagnostics: Vec<Diagnostic>,
}

impl Exceptions {
    /// Parses the file with this id. Ignores empty lines and lines that begin with `#`; any other malformed line is a
    /// diagnostic.
    pub fn parse(file: FileId, text: &str) -> (Exceptions, Vec<Diagnostic>) {
        let mut exceptions = Exceptions::default();
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        let mut malformed = 0;
        let mut start = 0;
        for raw in text.split_inclusive('\n') {
            let line = raw.trim();
            let begin = start + (raw.len() - raw.trim_start().len());
            let span = Span::new(file, begin, begin + line.len());
            start += raw.len();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(package) = package(line) {
                exceptions.list.push(Exception { line: line.to_owned(), package: package.to_owned(), span });
            } else {
                malformed += 1;
                if malformed <= MAX_MALFORMED {
                    diagnostics.push(
                        Diagnostic::new(MALFORMED_EXCEPTION, "malformed API rule violation")
                            .at(span)
                            .note(format!("expected `{PREFIX}RULE,PACKAGE,TYPE,FIELD`"))
                            .help("write the file with `idlgen lint --api-rules --report FILE`"),
                    );
                }
            }
        }
        if let Some(last) = diagnostics.last_mut().filter(|_| malformed > MAX_MALFORMED) {
            last.notes.push(format!("{} more lines are malformed", malformed - MAX_MALFORMED));
        }
        (exceptions, diagnostics)
    }

    /// Compares violations with the file. Each line matches one violation. Only lines of packages for which
    /// `judged` returns `true` (the checked packages) can be unused.
    pub fn compare<'a>(&self, violations: &'a [Violation], judged: impl Fn(&str) -> bool) -> Compared<'a> {
        let mut open: BTreeMap<&str, Vec<&Exception>> = BTreeMap::new();
        for exception in self.list.iter().rev() {
            open.entry(&exception.line).or_default().push(exception);
        }
        let mut compared = Compared::default();
        for violation in violations {
            match open.get_mut(violation.line().as_str()).and_then(Vec::pop) {
                Some(_) => compared.known += 1,
                None => compared.new.push(violation),
            }
        }
        let mut unused: Vec<&Exception> = open.into_values().flatten().filter(|one| judged(&one.package)).collect();
        unused.sort_by_key(|exception| exception.span);
        compared.diagnostics = unused.into_iter().map(unused_exception).collect();
        compared
    }
}

fn unused_exception(exception: &Exception) -> Diagnostic {
    Diagnostic::new(UNUSED_EXCEPTION, "this violation no longer exists")
        .at(exception.span)
        .help("remove this line, or rewrite the file with `idlgen lint --api-rules --report FILE`")
}

/// Returns the package of a line, or `None` if it is not a report line. The names of generic types contain commas, so
/// the rest is not split.
fn package(line: &str) -> Option<&str> {
    let mut parts = line.strip_prefix(PREFIX)?.splitn(3, ',');
    let (rule, package, rest) = (parts.next()?, parts.next()?, parts.next()?);
    (!rule.is_empty() && !package.is_empty() && rest.contains(',')).then_some(package)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::api_rules::api_rules, resolve::testing::read_file};

    #[test]
    fn known_new_and_gone() {
        let read = read_file(
            "// +k8s:openapi-gen=true\npackage v1\n// +k8s:openapi-gen=true\ntype S struct {\n\tA string\n\tB string\n\
             }\n",
        );
        let violations = api_rules(&read.model, 35);
        assert_eq!(violations.len(), 2);
        let file = FileId::from_index(9);
        let text = "# known\n\n  API rule violation: names_match,example.com/api/v1,S,A \r\n\
            API rule violation: names_match,example.com/api/v1,S,A\nAPI rule violation: \
            names_match,example.com/other,S,A\nnames_match,x,S,A\nAPI rule violation: x,y,z\n";
        let (exceptions, diagnostics) = Exceptions::parse(file, text);
        let spans: Vec<&str> = diagnostics
            .iter()
            .filter_map(|diagnostic| diagnostic.primary.as_ref())
            .map(|label| &text[label.span.start as usize..label.span.end as usize])
            .collect();
        assert_eq!(spans, ["names_match,x,S,A", "API rule violation: x,y,z"]);
        let compared = exceptions.compare(&violations, |package| package == "example.com/api/v1");
        assert_eq!(compared.known, 1);
        assert_eq!(compared.new.iter().map(|violation| violation.field.as_str()).collect::<Vec<_>>(), ["B"]);
        let lines: Vec<usize> = compared
            .diagnostics
            .iter()
            .filter_map(|diagnostic| diagnostic.primary.as_ref())
            .map(|label| text[..label.span.start as usize].lines().count())
            .collect();
        assert_eq!(lines, [3]);
    }

    #[test]
    fn of_a_file_that_is_something_else_some_lines_are_shown() {
        let (_, diagnostics) = Exceptions::parse(FileId::from_index(9), &"package v1\n".repeat(250));
        assert_eq!(diagnostics.len(), MAX_MALFORMED);
        assert_eq!(diagnostics[99].notes[1], "150 more lines are malformed");
    }

    #[test]
    fn lines_name_a_rule_a_package_and_a_field() {
        for (line, expected) in [
            ("API rule violation: a,b,c,d", Some("b")),
            ("API rule violation: a,b,G[c,d],e", Some("b")),
            ("API rule violation: a,b,c", None),
            ("API rule violation: a,b", None),
            ("API rule violation: ,b,c,d", None),
            ("API rule violation: a,,c,d", None),
            ("a,b,c,d", None),
        ] {
            assert_eq!(package(line), expected, "{line}");
        }
    }

    #[test]
    fn all_lines_are_shown_up_to_the_limit() {
        let (_, diagnostics) = Exceptions::parse(FileId::from_index(9), &"package v1\n".repeat(MAX_MALFORMED));
        assert_eq!(diagnostics.len(), MAX_MALFORMED);
        assert_eq!(diagnostics[MAX_MALFORMED - 1].notes.len(), 1);
    }
}
