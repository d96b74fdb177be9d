//! `patternProperties` (JSON Schema draft 4).

use idlgen_runtime::{Context, value::Map};

use super::{
    node::{Node, NodeId},
    walk::{Judged, Place, Walk},
};

impl Node {
    /// The schemas of the patterns that a name matches. A pattern that does not compile matches nothing.
    pub(super) fn matching_patterns(&self, name: &str) -> impl Iterator<Item = NodeId> {
        self.pattern_properties
            .iter()
            .filter(move |(pattern, _)| pattern.compiled().is_ok_and(|pattern| pattern.is_match(name)))
            .map(|(_, id)| *id)
    }
}

impl Walk<'_> {
    pub(super) fn pattern_properties(&self, map: &dyn Map, place: &Place<'_>, cx: &mut Context) -> Judged {
        let mut judged = Judged::PASSED;
        if place.node.pattern_properties.is_empty() {
            return judged;
        }
        let mut keys = Vec::new();
        map.visit(&mut |key, _| {
            keys.push(key.to_owned());
            true
        });
        keys.sort_unstable();
        for key in &keys {
            let Some(value) = map.get(key) else { continue };
            for id in place.node.matching_patterns(key) {
                let node = self.get(id);
                let path = place.path.key(key);
                let child = Place { node, shape: node, value: &value, old: None, path: &path, depth: place.depth + 1 };
                judged.merge(self.apply(&child, cx));
                if cx.is_done() {
                    return judged;
                }
            }
        }
        judged
    }
}
