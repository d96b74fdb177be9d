//! Reports flag values without an effect: an exclusion that matches no object, a code that was not reported.

use std::collections::BTreeSet;

use super::exclusion::Exclusion;
use crate::{
    cli::terminal::Terminal,
    diag::{Code, ValidatedObject, Verdict},
    objects::KindName,
    settings::{Assignment, matching_codes},
};

/// Warns about codes in `--ignore` that were not reported, and about `--select` if it hides all findings. `found`
/// contains the codes of all diagnostics, including hidden ones.
pub(super) fn warn_of_codes(given: &[Assignment], found: &BTreeSet<Code>, terminal: &Terminal) {
    for assignment in given {
        let is_met = || {
            let named = matching_codes(&assignment.text).unwrap_or_default();
            named.iter().any(|(code, _)| found.contains(code))
        };
        match assignment.setting.path {
            ["ignore"] if !is_met() => {
                terminal.warning(&format!("--ignore {}: matches no finding", assignment.text));
            }
            ["select"] if !found.is_empty() && !is_met() => terminal.warning(&format!(
                "--select {}: matches no finding; {} hidden",
                assignment.text,
                if found.len() == 1 {
                    "one other code is".to_owned()
                } else {
                    format!("{} other codes are", found.len())
                }
            )),
            _ => {}
        }
    }
}

/// Warns about values of `--exclude` and `--exclude-kind` that excluded nothing. Exclusions in idlgen.toml are for all
/// runs and need not match in each.
pub(super) fn warn_of_exclusions(
    given: &[Assignment],
    exclusions: &[Exclusion],
    objects: &[ValidatedObject],
    terminal: &Terminal,
) {
    for assignment in given {
        match assignment.setting.path {
            ["validate", "exclude"] => {
                let mut meant = exclusions.iter().filter(|exclusion| exclusion.pattern() == assignment.text);
                if !meant.any(Exclusion::is_used) {
                    terminal.warning(&format!("--exclude {}: matches nothing", assignment.text));
                }
            }
            ["validate", "exclude-kind"] => {
                for name in KindName::split(&assignment.text) {
                    let Ok(kind) = name.parse::<KindName>() else { continue };
                    let is_skipped = |object: &ValidatedObject| {
                        let reference = &object.reference;
                        object.verdict == Verdict::Skipped && kind.names(&reference.api_version, &reference.kind)
                    };
                    if !objects.iter().any(is_skipped) {
                        terminal.warning(&format!("--exclude-kind {name}: matches no object"));
                    }
                }
            }
            _ => {}
        }
    }
}
