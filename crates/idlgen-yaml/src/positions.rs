//! The positions of the values of a document in a compact form, without the values.

use std::ops::Range;

use idlgen_runtime::field::{Element, PathBuf};
use serde_json::Value as Json;

use crate::{Content, Entry, Found, Node};

/// The positions of the values of a document, which need much less memory than its [`Node`].
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// The values in source order, each followed by those in it.
    values: Vec<Position>,
    /// The keys, one after the other.
    keys: String,
    depth: usize,
}

/// The position of a value. Offsets fit in 32 bits, because longer files are not read.
#[derive(Clone, Copy, Debug)]
struct Position {
    collection: Collection,
    start: u32,
    end: u32,
    /// The index of the next value that is not in this one.
    next: u32,
    /// The position of the key, if the value is in a mapping.
    key_start: u32,
    key_end: u32,
    /// The key, as a range of all keys.
    name_start: u32,
    name_end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Collection {
    Scalar,
    List,
    Map,
}

impl Node {
    /// Converts to JSON without copying strings, and keeps the positions.
    pub fn into_json_with_positions(self) -> (Json, Positions) {
        let mut positions = Positions::default();
        let json = positions.add(self, 0..0, 0..0, 1);
        (json, positions)
    }
}

impl Positions {
    /// Returns the location of `path`, or of the nearest existing parent, as [`Node::find`] does.
    pub fn find(&self, path: &PathBuf) -> Found {
        let mut index = 0;
        let mut key = None;
        for element in &path.elements {
            let next = match element {
                Element::Field(name) | Element::Key(name) => self.entry(index, name),
                Element::Index(item) => self.items(index).nth(*item),
            };
            let Some(value) = next else {
                let span = key.unwrap_or_else(|| self.first_token(index));
                return Found { span, key: None, is_present: false };
            };
            key = self.is(index, Collection::Map).then(|| self.key_span(value));
            index = value;
        }
        Found { span: self.span(index), key, is_present: true }
    }

    /// Returns the nesting depth: 1 for a scalar.
    pub fn depth(&self) -> usize {
        self.depth
    }

    fn add(&mut self, node: Node, key_span: Range<usize>, name: Range<usize>, depth: usize) -> Json {
        self.depth = self.depth.max(depth);
        let index = self.values.len();
        let collection = match &node.content {
            Content::List(_) => Collection::List,
            Content::Map(_) => Collection::Map,
            _ => Collection::Scalar,
        };
        self.values.push(Position {
            collection,
            start: offset(node.span.start),
            end: offset(node.span.end),
            next: 0,
            key_start: offset(key_span.start),
            key_end: offset(key_span.end),
            name_start: offset(name.start),
            name_end: offset(name.end),
        });
        let json = match node.content {
            Content::List(items) => {
                let items = items.into_iter().map(|item| self.add(item, 0..0, 0..0, depth + 1));
                Json::Array(items.collect())
            }
            Content::Map(entries) => {
                let entries = entries.into_entries().into_iter().map(|Entry { key, key_span, value }| {
                    let name = self.keys.len();
                    self.keys.push_str(&key);
                    let name = name..self.keys.len();
                    (key, self.add(value, key_span, name, depth + 1))
                });
                Json::Object(entries.collect())
            }
            Content::String(text) => Json::String(text),
            content => Node { content, span: 0..0 }.into_json(),
        };
        let next = offset(self.values.len());
        if let Some(position) = self.values.get_mut(index) {
            position.next = next;
        }
        json
    }

    fn is(&self, index: usize, collection: Collection) -> bool {
        self.values.get(index).is_some_and(|position| position.collection == collection)
    }

    /// Returns the indices of the values directly in a collection.
    fn inside(&self, index: usize) -> impl Iterator<Item = usize> {
        let next = move |index: usize| self.values.get(index).map_or(usize::MAX, |position| position.next as usize);
        let end = if index < self.values.len() { next(index) } else { 0 };
        std::iter::successors(Some(index + 1), move |at| Some(next(*at))).take_while(move |at| *at < end)
    }

    fn items(&self, index: usize) -> impl Iterator<Item = usize> {
        self.inside(index).filter(move |_| self.is(index, Collection::List))
    }

    fn entry(&self, index: usize, name: &str) -> Option<usize> {
        let has_name = |at: &usize| {
            let range = self.values.get(*at).map(|position| position.name_start as usize..position.name_end as usize);
            range.and_then(|range| self.keys.get(range)) == Some(name)
        };
        self.inside(index).filter(|_| self.is(index, Collection::Map)).find(has_name)
    }

    fn span(&self, index: usize) -> Range<usize> {
        self.values.get(index).map_or(0..0, |position| position.start as usize..position.end as usize)
    }

    fn key_span(&self, index: usize) -> Range<usize> {
        self.values.get(index).map_or(0..0, |position| position.key_start as usize..position.key_end as usize)
    }

    /// Returns the range of the first key of a mapping or the first element of a list.
    fn first_token(&self, index: usize) -> Range<usize> {
        match self.inside(index).next() {
            Some(first) if self.is(index, Collection::Map) => self.key_span(first),
            Some(first) => self.span(first),
            None => self.span(index),
        }
    }
}

fn offset(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, load};

    #[test]
    fn positions_are_those_of_nodes() {
        let text = "spec:\n  list:\n  - name: a\n  - image: b\n  - []\n  \"q\": {}\nx: [1, 2.5, null, true]\nn:\n";
        let root = load(text, &Limits::default()).remove(0).root.expect("a value");
        let (json, positions) = root.clone().into_json_with_positions();
        assert_eq!((json, positions.depth()), (root.to_json(), 5));
        let elements = ["spec", "list", "name", "image", "q", "x", "n", "none"]
            .map(|name| Element::Field(name.to_owned()))
            .into_iter()
            .chain((0..5).map(Element::Index));
        let elements: Vec<Element<String>> = elements.collect();
        let mut paths = vec![Vec::new()];
        for _ in 0..4 {
            let longer = paths.iter().flat_map(|path: &Vec<Element<String>>| {
                elements.iter().map(move |element| [path.as_slice(), std::slice::from_ref(element)].concat())
            });
            paths = longer.collect();
            for elements in &paths {
                let path = PathBuf { elements: elements.clone() };
                assert_eq!(positions.find(&path), root.find(&path), "{path}");
            }
        }
        let scalar = load("a\n", &Limits::default()).remove(0).root.expect("a value");
        let path = PathBuf { elements: vec![Element::Index(0)] };
        assert_eq!(scalar.clone().into_json_with_positions().1.find(&path), scalar.find(&path));
    }
}
