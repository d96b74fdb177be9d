//! The result of one object, and the comparison of two results.

use std::{collections::BTreeSet, fmt};

use serde::Serialize;
use serde_json::Value as Json;

use crate::self_type;

/// The result of validating an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Verdict {
    /// The errors with the messages of the API server.
    pub(crate) errors: BTreeSet<String>,
    /// The paths of unknown fields.
    pub(crate) unknown: BTreeSet<String>,
    /// The reason why nothing else was validated.
    pub(crate) unread: Option<String>,
}

impl Verdict {
    /// Returns the result of the API server.
    pub(super) fn of_server(answer: &Json) -> Self {
        let list = |json: &Json| json.as_array().cloned().unwrap_or_default();
        let text = |json: &Json| self_type::mask(json.as_str().unwrap_or_default());
        Verdict {
            errors: list(&answer["errors"]).iter().map(|error| text(&error["string"])).collect(),
            unknown: list(&answer["unknownFields"]).iter().map(text).collect(),
            unread: answer["fatal"].as_str().or(answer["decodeError"].as_str()).map(str::to_owned),
        }
    }

    /// Returns `true` if there are no errors.
    pub(crate) fn is_valid(&self) -> bool {
        self.errors.is_empty() && self.unknown.is_empty() && self.unread.is_none()
    }
}

/// Counts of objects and of equal results.
#[derive(Default)]
pub(super) struct Compared {
    objects: usize,
    valid: usize,
    verdicts: usize,
    causes: usize,
    equal_causes: usize,
}

impl Compared {
    /// Counts an object. Returns the differences, if any.
    pub(super) fn add(&mut self, expected: &Verdict, found: &Verdict) -> Option<&'static str> {
        self.objects += 1;
        self.valid += usize::from(expected.is_valid());
        let same = expected.is_valid() == found.is_valid();
        self.verdicts += usize::from(same);
        if expected.unread.is_some() || found.unread.is_some() {
            return (!same).then_some("verdict");
        }
        let causes = expected.errors.union(&found.errors).count() + expected.unknown.union(&found.unknown).count();
        let equal =
            expected.errors.intersection(&found.errors).count() + expected.unknown.intersection(&found.unknown).count();
        self.causes += causes;
        self.equal_causes += equal;
        match (same, causes == equal) {
            (false, _) => Some("verdict"),
            (true, false) => Some("causes"),
            (true, true) => None,
        }
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { objects, valid, verdicts, causes, equal_causes } = self;
        write!(
            f,
            "{objects} objects ({valid} valid to the server): {verdicts} verdicts and {equal_causes} of {causes} \
             causes equal"
        )
    }
}
