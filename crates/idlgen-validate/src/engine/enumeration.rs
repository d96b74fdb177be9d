//! `enum`.

use idlgen_runtime::{Context, check};
use serde_json::Value as Json;

use super::{
    parts::Parts,
    walk::{Judged, Place},
};

/// The members that one part allows.
pub(super) type Enumeration = Vec<Json>;

/// The enumerations of all parts; the value must be in each.
pub(super) fn compile(parts: &Parts<'_>) -> Vec<Enumeration> {
    let mut enumerations: Vec<Enumeration> = Vec::new();
    for members in parts.all(|schema| Some(&schema.enumeration).filter(|members| !members.is_empty())) {
        if !enumerations.contains(members) {
            enumerations.push(members.clone());
        }
    }
    enumerations
}

impl Place<'_> {
    /// `validate.basicCommonValidator`.
    pub(super) fn enumeration(&self, cx: &mut Context) -> Judged {
        let mut judged = Judged { passed: true, matches: 1 };
        for allowed in &self.node.enumerations {
            let check = |cx: &mut Context| check::enumeration(self.value, allowed, self.path, cx);
            judged.check(self.node.keyword("enum", cx, check));
        }
        judged
    }
}
