//! Accepted changes, from a file. Each has a reason and a date on which the exception expires.

use idlgen_yaml::{Limits, Node, load};

use super::Change;
use crate::{
    diag::Diagnostic,
    objects::codes::{INVALID_EXCEPTIONS, STALE_EXCEPTION},
    source::{FileId, Span},
};

/// The reason in a generated file, which must be replaced.
pub(super) const NO_REASON: &str = "TODO";

const FIELDS: [&str; 6] = ["rule", "kind", "version", "path", "reason", "expires"];

/// The exceptions of a file. Records which of them matched a change.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Exceptions {
    list: Vec<Exception>,
    /// Today's date. `None` if the exceptions do not expire.
    today: Option<String>,
}

/// An accepted change.
#[derive(Clone, Debug)]
struct Exception {
    rule: String,
    kind: Option<String>,
    version: Option<String>,
    path: Option<String>,
    reason: String,
    expires: Option<String>,
    span: Span,
    is_used: bool,
}

impl Exceptions {
    /// Reads a file. `today` is a date such as `2026-11-27`. Invalid exceptions are reported and skipped.
    pub fn read(file: FileId, text: &str, today: &str) -> (Self, Vec<Diagnostic>) {
        Exceptions::read_with(file, text, Some(today.to_owned()))
    }

    /// Reads a file of exceptions that do not expire, such as those for differences between versions.
    pub fn read_permanent(file: FileId, text: &str) -> (Self, Vec<Diagnostic>) {
        Exceptions::read_with(file, text, None)
    }

    fn read_with(file: FileId, text: &str, today: Option<String>) -> (Self, Vec<Diagnostic>) {
        let is_permanent = today.is_none();
        let mut exceptions = Exceptions { list: Vec::new(), today };
        let mut problems = Vec::new();
        for document in load(text, &Limits::of_this_thread()) {
            for problem in &document.problems {
                let span = Span::new(file, problem.span.start, problem.span.end);
                problems.push(Diagnostic::new(INVALID_EXCEPTIONS, problem.message.clone()).at(span));
            }
            let Some(root) = document.root else { continue };
            let Some(list) = root.get("exceptions").and_then(Node::as_list) else {
                let span = Span::new(file, root.span.start, root.span.start);
                let problem = Diagnostic::new(INVALID_EXCEPTIONS, "expected a list `exceptions`").at(span);
                problems.push(problem);
                continue;
            };
            for node in list {
                match exception(node, file, is_permanent) {
                    Ok(exception) => exceptions.list.push(exception),
                    Err(problem) => problems.push(*problem),
                }
            }
        }
        (exceptions, problems)
    }

    /// Returns the reason why a change is accepted, if it is.
    pub(super) fn accept(&mut self, kind: &str, change: &Change) -> Option<String> {
        let path = change.full_path();
        let today = self.today.clone();
        let matching = self.list.iter_mut().filter(|one| one.matches(kind, change, &path));
        let mut accepted = None;
        for exception in matching {
            exception.is_used = true;
            match (&exception.expires, &today) {
                (Some(expires), Some(today)) if expires >= today => {
                    accepted.get_or_insert_with(|| format!("{} (until {expires})", exception.reason));
                }
                (None, _) => drop(accepted.get_or_insert_with(|| exception.reason.clone())),
                _ => {}
            }
        }
        accepted
    }

    /// Returns diagnostics about the exceptions that have expired or that match no change.
    pub fn stale(&self) -> Vec<Diagnostic> {
        let stale = self.list.iter().filter_map(|exception| {
            let rule = &exception.rule;
            if let (Some(expires), Some(today)) = (&exception.expires, &self.today)
                && expires < today
            {
                let message = format!("the exception for `{rule}` expired on {expires}");
                let help = "remove it, or set a later date if the change is still accepted";
                return Some(Diagnostic::new(STALE_EXCEPTION, message).at(exception.span).help(help));
            }
            (!exception.is_used).then(|| {
                let what = if self.today.is_some() { "change" } else { "difference" };
                Diagnostic::new(STALE_EXCEPTION, format!("no {what} matches the exception for `{rule}`"))
                    .at(exception.span)
                    .help("remove it, or correct its kind, version and path")
            })
        });
        stale.collect()
    }
}

impl Exception {
    fn matches(&self, kind: &str, change: &Change, path: &str) -> bool {
        let is_same = |expected: &Option<String>, value: &str| expected.as_deref().is_none_or(|one| one == value);
        self.rule == change.rule
            && is_same(&self.kind, kind)
            && is_same(&self.version, change.version.as_deref().unwrap_or_default())
            && self.path.as_deref().is_none_or(|pattern| match pattern.strip_suffix('*') {
                Some(start) => path.starts_with(start),
                None => pattern == path,
            })
    }
}

fn exception(node: &Node, file: FileId, is_permanent: bool) -> Result<Exception, Box<Diagnostic>> {
    let span_of = |node: &Node| Span::new(file, node.span.start, node.span.end);
    let fail = |message: String, at: &Node| Box::new(Diagnostic::new(INVALID_EXCEPTIONS, message).at(span_of(at)));
    let json = node.to_json();
    let Some(fields) = json.as_object() else { return Err(fail("expected an object".to_owned(), node)) };
    let fields_of_kind = FIELDS.get(..FIELDS.len() - usize::from(is_permanent)).unwrap_or_default();
    for name in fields.keys() {
        if !fields_of_kind.contains(&name.as_str()) {
            let message = format!("unknown field `{name}`; use {}", fields_of_kind.join(", "));
            return Err(fail(message, node.get(name).unwrap_or(node)));
        }
    }
    let text = |name: &str| match node.get(name) {
        None => Ok(None),
        Some(value) => match value.as_str() {
            Some(text) if !text.is_empty() => Ok(Some(text.to_owned())),
            _ => Err(fail(format!("`{name}` must be a string"), value)),
        },
    };
    let required = |name: &str| text(name)?.ok_or_else(|| fail(format!("an exception requires `{name}`"), node));
    let expires = if is_permanent { None } else { Some(required("expires")?) };
    if let Some(expires) = expires.as_ref().filter(|expires| !is_date(expires)) {
        let message = format!("`{expires}` is not a date such as 2027-01-31");
        return Err(fail(message, node.get("expires").unwrap_or(node)));
    }
    let reason = required("reason")?;
    if reason == NO_REASON {
        let message = format!("the reason `{NO_REASON}` must be replaced");
        return Err(fail(message, node.get("reason").unwrap_or(node)));
    }
    Ok(Exception {
        rule: required("rule")?,
        kind: text("kind")?,
        version: text("version")?,
        path: text("path")?,
        reason,
        expires,
        span: Span::new(file, node.span.start, node.span.start),
        is_used: false,
    })
}

/// Returns `true` for `2027-01-31`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let is_number = |part: &str, length: usize| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_in = |part: &str, most: u8| part.parse::<u8>().is_ok_and(|number| (1..=most).contains(&number));
    is_number(year, 4) && is_number(month, 2) && is_number(day, 2) && is_in(month, 12) && is_in(day, 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let (exceptions, problems) = Exceptions::read(FileId::from_index(0), text, "2026-11-27");
        problems.iter().chain(&exceptions.stale()).map(|problem| problem.message.clone()).collect()
    }

    #[test]
    fn exceptions_require_a_rule_a_reason_and_a_date() {
        let with = |fields: &str| messages(&format!("exceptions: [{{{fields}}}]"));
        assert_eq!(with("rule: a, reason: b"), ["an exception requires `expires`"]);
        assert_eq!(with("rule: a, expires: '2027-01-31'"), ["an exception requires `reason`"]);
        assert_eq!(with("reason: a, expires: '2027-01-31'"), ["an exception requires `rule`"]);
        assert_eq!(
            with("rule: a, reason: b, expires: '2027-13-01'"),
            ["`2027-13-01` is not a date such as 2027-01-31"]
        );
        assert!(with("rule: a, reason: b, until: '2027-01-31'")[0].starts_with("unknown field `until`"));
        assert_eq!(messages("[]"), ["expected a list `exceptions`"]);
        assert!(!messages("exceptions: [").is_empty());
    }

    #[test]
    fn permanent_exceptions_have_no_date() {
        let messages = |text: &str| {
            let (exceptions, problems) = Exceptions::read_permanent(FileId::from_index(0), text);
            problems.iter().chain(&exceptions.stale()).map(|problem| problem.message.clone()).collect::<Vec<_>>()
        };
        assert_eq!(messages("exceptions: [{rule: a, reason: b}]"), ["no difference matches the exception for `a`"]);
        assert!(
            messages("exceptions: [{rule: a, reason: b, expires: '2027-01-31'}]")[0]
                .starts_with("unknown field `expires`")
        );
    }

    #[test]
    fn stale_exceptions_are_reported() {
        let text = |date: &str| format!("exceptions:\n- {{rule: a, reason: b, expires: '{date}'}}");
        assert_eq!(messages(&text("2026-11-26")), ["the exception for `a` expired on 2026-11-26"]);
        assert_eq!(messages(&text("2026-11-27")), ["no change matches the exception for `a`"]);
    }
}
