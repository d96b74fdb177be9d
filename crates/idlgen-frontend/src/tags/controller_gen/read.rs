//! Converts the source of a marker to its meaning (`Registry.Lookup`).

use serde_json::Value as Json;

use super::{
    definition::{Arguments, Definition, Target},
    grammar::Grammar,
    marker::Marker,
    table::TABLE,
};

/// A parsed marker of controller-gen.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Marked {
    /// The name that finds its definition.
    pub name: String,
    /// `true` if it applies to the elements of a list.
    pub is_for_items: bool,
    /// Its meaning, without the parts that could not be parsed.
    pub meaning: Marker,
    /// The arguments as parsed by controller-gen, encoded like Go's `encoding/json`.
    pub value: Json,
    /// The errors, with controller-gen's messages. A marker with errors is ignored.
    pub errors: Vec<String>,
}

const ITEMS: &str = "kubebuilder:validation:items:";

const VALIDATION: &str = "kubebuilder:validation:";

/// The minor version that introduced markers for list elements.
const ITEMS_SINCE: u16 = 15;

/// Parses a marker, including its `+`. Returns `None` if controller-gen does not recognize the marker on this target
/// and ignores it.
pub fn read(marker: &str, target: Target, grammar: Grammar) -> Option<Marked> {
    let body = marker.strip_prefix('+').unwrap_or(marker);
    let (anonymous, rest) = body.split_once('=').unwrap_or((body, ""));
    let has_value = body.contains('=');
    let short = if has_value { anonymous.rsplit_once(':').map_or(anonymous, |(short, _)| short) } else { anonymous };
    let (name, definition) =
        [anonymous, short].into_iter().find_map(|name| Some((name, find(name, target, grammar)?)))?;
    let (arguments, errors) = definition.arguments(anonymous, short, rest, grammar);
    let value = definition.value(&arguments);
    let meaning = (definition.meaning)(Arguments::new(arguments));
    let is_for_items = name.starts_with(ITEMS);
    Some(Marked { name: name.to_owned(), is_for_items, meaning, value, errors })
}

fn find(name: &str, target: Target, grammar: Grammar) -> Option<&'static Definition> {
    let items = name.strip_prefix(ITEMS).map(|rest| format!("{VALIDATION}{rest}"));
    let wanted = items.as_deref().unwrap_or(name);
    let fits = |definition: &&Definition| {
        definition.name == wanted
            && definition.targets.contains(&target)
            && definition.since <= grammar.minor
            && (items.is_none() || definition.for_items && grammar.minor >= ITEMS_SINCE)
    };
    TABLE.iter().find(fits)
}
