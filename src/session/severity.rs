//! The severities that the user wants.

use std::collections::BTreeMap;

use crate::diag::{Code, Diagnostic, Severity};

/// Gives each diagnostic the severity that is set for its code, and leaves out what is switched off.
pub(super) fn apply(diagnostics: &mut Vec<Diagnostic>, severities: &BTreeMap<Code, Severity>) {
    for diagnostic in diagnostics.iter_mut() {
        if let Some(severity) = severities.get(&diagnostic.code) {
            diagnostic.severity = *severity;
        }
    }
    diagnostics.retain(|diagnostic| diagnostic.severity != Severity::Off);
}
