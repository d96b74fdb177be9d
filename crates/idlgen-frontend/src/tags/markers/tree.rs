//! The markers of a comment as one nested object: `items:maxLength` is the member `maxLength` of the member `items`.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{
    error::{self, MarkerError},
    line::{Marker, Value},
    sequence::subscript,
};
use crate::tags::{codes::MALFORMED_VALUE, markers::codes, registry};

/// Maximum depth of keys.
const MAX_DEPTH: usize = 32;

/// A part of the object.
#[derive(Clone, Debug)]
pub(super) enum MarkerTree {
    /// A value, and the index of its marker.
    Value(Json, usize),
    /// A node with named members.
    Object(BTreeMap<String, MarkerTree>),
    /// A node with indexed elements.
    List(Vec<MarkerTree>),
}

impl MarkerTree {
    /// Returns the first marker of the node.
    pub(super) fn first_marker(&self) -> usize {
        self.markers().map_or(0, |(first, _)| first)
    }

    /// Returns the first and the last marker of the node.
    pub(super) fn markers(&self) -> Option<(usize, usize)> {
        let join = |left: Option<(usize, usize)>, right: (usize, usize)| {
            Some(left.map_or(right, |left| (left.0.min(right.0), left.1.max(right.1))))
        };
        match self {
            MarkerTree::Value(_, index) => Some((*index, *index)),
            MarkerTree::Object(members) => members.values().filter_map(MarkerTree::markers).fold(None, join),
            MarkerTree::List(elements) => elements.iter().filter_map(MarkerTree::markers).fold(None, join),
        }
    }

    /// Returns its value. Null for a node with members or elements, which is not a valid value of any keyword.
    pub(super) fn json(&self) -> &Json {
        match self {
            MarkerTree::Value(json, _) => json,
            MarkerTree::Object(_) | MarkerTree::List(_) => &Json::Null,
        }
    }

    /// Returns `true` for JSON's null.
    pub(super) fn is_null(&self) -> bool {
        matches!(self, MarkerTree::Value(Json::Null, _))
    }

    /// Converts JSON to the tree that individual markers with the same content would form.
    fn from_json(json: Json, index: usize) -> MarkerTree {
        match json {
            Json::Object(members) => {
                // Sort the members by name, so that the order does not depend on the parser.
                let members: BTreeMap<String, Json> = members.into_iter().collect();
                MarkerTree::Object(
                    members.into_iter().map(|(key, value)| (key, MarkerTree::from_json(value, index))).collect(),
                )
            }
            other => MarkerTree::Value(other, index),
        }
    }

    /// Returns the elements of a list in either notation.
    pub(super) fn elements(&self) -> Option<Vec<MarkerTree>> {
        match self {
            MarkerTree::List(elements) => Some(elements.clone()),
            MarkerTree::Value(Json::Array(values), index) => {
                Some(values.iter().map(|value| MarkerTree::from_json(value.clone(), *index)).collect())
            }
            _ => None,
        }
    }
}

/// Combines the markers to a tree. Skips markers whose first part is not a keyword.
pub(super) fn build(markers: &[Marker]) -> (MarkerTree, Vec<MarkerError>) {
    let mut root = BTreeMap::new();
    let mut faults = Vec::new();
    for (index, marker) in markers.iter().enumerate() {
        let first = marker.key.split([':', '[']).find(|part| !part.is_empty()).unwrap_or_default();
        if !registry::is_marker(first) || marker.is_reference() {
            continue;
        }
        let json = match &marker.value {
            Value::Nothing => Json::Bool(true),
            Value::Text(text) => Json::String(text.clone()),
            Value::Json(text) => match serde_json::from_str(text) {
                Ok(json) => json,
                Err(error) => {
                    let text = error.to_string();
                    let reason = text.split(" at line ").next().unwrap_or(&text);
                    let message = format!("the value of `{}` is not valid JSON: {reason}", marker.key);
                    faults.push(error::of_marker(MALFORMED_VALUE, index, marker, message));
                    continue;
                }
            },
        };
        let path: Vec<&str> = marker.key.split(':').collect();
        if path.len() + levels(&json) > MAX_DEPTH {
            let message = format!("`{}` is more than {MAX_DEPTH} levels deep", marker.key);
            faults.push(error::of_marker(codes::MALFORMED_MARKER, index, marker, message));
            continue;
        }
        if let Err(fault) = put(&mut root, &path, MarkerTree::from_json(json, index), (index, marker)) {
            faults.push(fault);
        }
    }
    (MarkerTree::Object(root), faults)
}

/// Returns the nesting depth of objects. The JSON parser limits it.
fn levels(json: &Json) -> usize {
    match json {
        Json::Object(members) => 1 + members.values().map(levels).max().unwrap_or(0),
        _ => 0,
    }
}

fn put(
    members: &mut BTreeMap<String, MarkerTree>,
    path: &[&str],
    value: MarkerTree,
    at: (usize, &Marker),
) -> Result<(), MarkerError> {
    let (index, marker) = at;
    let Some((key, rest)) = path.split_first() else { return Ok(()) };
    let taken = || {
        let message = format!("another marker sets `{}` to a value", key.split('[').next().unwrap_or(key));
        error::of_marker(codes::MALFORMED_MARKER, index, marker, message)
    };
    match subscript(key) {
        Err(subscript) => Err(error::bad_index(marker.name_span, subscript)),
        Ok(Some((array, number))) => {
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            let list = members.entry(array.to_owned()).or_insert_with(|| MarkerTree::List(Vec::new()));
            let MarkerTree::List(elements) = list else { return Err(taken()) };
            if number > elements.len() {
                // Invalid indexes have already been reported.
                return Ok(());
            }
            if number == elements.len() {
                elements.push(MarkerTree::Object(BTreeMap::new()));
            }
            match elements.get_mut(number) {
                // An indexed element is an object. If a value is assigned to the element itself, it has no effect.
                Some(MarkerTree::Object(element)) => put(element, rest, value, at),
                _ => Ok(()),
            }
        }
        Ok(None) if rest.is_empty() => {
            members.insert((*key).to_owned(), value);
            Ok(())
        }
        Ok(None) => match members.entry((*key).to_owned()).or_insert_with(|| MarkerTree::Object(BTreeMap::new())) {
            MarkerTree::Object(inner) => put(inner, rest, value, at),
            _ => Err(taken()),
        },
    }
}
