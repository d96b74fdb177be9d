//! Helpers for tests.

use crate::{Limits, load};

/// Formats each document of a file: its value as JSON, its problems, or both.
pub(crate) fn shown(text: &str) -> Vec<String> {
    let documents = load(text, &Limits::default()).into_iter();
    documents
        .map(|document| {
            let problems = document.problems.iter().map(|problem| {
                let first = problem.first.as_ref().map_or_else(String::new, |first| format!(" (first at {first:?})"));
                format!("{} at {:?}{first}", problem.message, problem.span)
            });
            let value = document.root.as_ref().map(|root| root.to_json().to_string());
            let parts: Vec<String> = value.into_iter().chain(problems).collect();
            if parts.is_empty() { "empty".to_owned() } else { parts.join("; ") }
        })
        .collect()
}
