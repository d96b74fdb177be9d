//! Paths that the Go types follow from field to field: what they lead to is known without a machine, and on a machine
//! it is found without filling in the rest of it.

use serde_json::Value as Json;

use super::types::{self, Field, GoType, Kind};
use crate::jsonpath::{NotPlain, Step, Template};

/// Counts of a processor that the webhook fills in.
const COUNTS: [&str; 3] = ["sockets", "cores", "threads"];

/// A path whose every step the types have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypedPath {
    pub(super) steps: Vec<TypedStep>,
    /// The type of what it leads to.
    pub(super) leaf: GoType,
}

/// A step, from a value whose type is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TypedStep {
    /// A field of a struct.
    Field {
        name: &'static str,
        go_type: GoType,
        /// Whether the webhook makes it one if it is zero.
        is_count: bool,
    },
    /// A key of a map, and the type of its values.
    Key(String, GoType),
    /// All items of a list, and their type.
    All(GoType),
    /// An item of a list, counted from its end if it is negative.
    Index(i64, GoType),
}

/// Why the types do not follow a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotTyped {
    /// It is no plain path: what it has that plain paths do not have.
    Complex(&'static str),
    /// A field that its struct does not have.
    UnknownField {
        /// The name.
        name: String,
        /// The fields that the struct has, by their names in JSON; of a value without fields none.
        known: Vec<&'static str>,
        /// The type, as Go prints it.
        of: String,
    },
    /// A field by its name in Go, which is no name of JSON.
    GoName {
        /// The name.
        name: String,
        /// Its name in JSON; without one, its fields count as those of the struct around it.
        json: Option<&'static str>,
    },
    /// Items of what is no list; its type.
    NotAList(String),
}

impl TypedPath {
    /// Follows the steps of a template.
    pub(super) fn new(template: &Template) -> Result<Self, NotTyped> {
        let steps = template.steps().map_err(|what| match what {
            NotPlain::SeveralParts => NotTyped::Complex("more than one pair of braces"),
            NotPlain::Has(what) => NotTyped::Complex(what),
        })?;
        let mut leaf = GoType::MACHINE;
        let mut typed = Vec::new();
        for step in steps {
            let step = next(leaf, step)?;
            leaf = step.go_type();
            typed.push(step);
        }
        Ok(TypedPath { steps: typed, leaf })
    }

    /// What is found in a machine; `None` where an evaluation fails, which is as good as nothing there.
    pub(super) fn find<'j>(&self, machine: &'j Json, counts: bool) -> Option<Vec<Slot<'j>>> {
        let mut slots = vec![Slot { value: Some(machine), is_one: false }];
        let mut go_type = GoType::MACHINE;
        for step in &self.steps {
            slots = step.take(&slots, go_type, counts)?;
            go_type = step.go_type();
        }
        Some(slots)
    }
}

/// A value that is found, or the place of one that an object does not say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'j> {
    /// What the object says, unless it is null.
    pub(super) value: Option<&'j Json>,
    /// Whether it is zero and counts as one.
    pub(super) is_one: bool,
}

impl TypedStep {
    /// The type that it leads to.
    pub(super) fn go_type(&self) -> GoType {
        match self {
            TypedStep::Field { go_type, .. }
            | TypedStep::Key(_, go_type)
            | TypedStep::All(go_type)
            | TypedStep::Index(_, go_type) => *go_type,
        }
    }

    /// The step from each of the values, of type `from`. A pointer that is not set and a key that is not there lead
    /// nowhere; if nothing leads anywhere, the evaluation fails.
    fn take<'j>(&self, slots: &[Slot<'j>], from: GoType, counts: bool) -> Option<Vec<Slot<'j>>> {
        let is_pointer = matches!(from.kind(), Kind::Pointer(_));
        let mut found = Vec::new();
        for Slot { value, .. } in slots {
            match self {
                TypedStep::Field { .. } if is_pointer && value.is_none() => {}
                TypedStep::Field { name, is_count, .. } => {
                    let value = value.and_then(|value| value.get(*name)).filter(|value| !value.is_null());
                    let is_zero = value.is_none_or(|value| *value == 0);
                    found.push(Slot { value, is_one: *is_count && counts && is_zero });
                }
                TypedStep::Key(key, _) => {
                    if let Some(value) = value.and_then(Json::as_object).and_then(|entries| entries.get(key)) {
                        found.push(Slot { value: Some(value).filter(|value| !value.is_null()), is_one: false });
                    }
                }
                TypedStep::All(_) | TypedStep::Index(..) => {
                    let items = value.and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
                    let item =
                        |item: &'j Json| Slot { value: Some(item).filter(|item| !item.is_null()), is_one: false };
                    if let TypedStep::Index(index, _) = self {
                        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
                        let index = if *index < 0 { index + length } else { *index };
                        found.push(item(items.get(usize::try_from(index).ok()?)?));
                    } else if items.is_empty() {
                        // client-go gives up at an empty list, with what the lists before had.
                        return Some(found);
                    } else {
                        found.extend(items.iter().map(item));
                    }
                }
            }
        }
        (!found.is_empty() || slots.is_empty()).then_some(found)
    }
}

/// The step from a value of type `from`.
fn next(from: GoType, step: Step<'_>) -> Result<TypedStep, NotTyped> {
    let target = match from.kind() {
        Kind::Pointer(target) => target,
        _ => from,
    };
    match (target.kind(), step) {
        (Kind::Struct(name), Step::Field(field)) => in_struct(name, field, target),
        (Kind::Map(values), Step::Field(key)) => Ok(TypedStep::Key(key.to_owned(), values)),
        (Kind::List(items), Step::All) => Ok(TypedStep::All(items)),
        (Kind::List(items), Step::Index(index)) => Ok(TypedStep::Index(index, items)),
        (_, Step::Field(field)) => {
            Err(NotTyped::UnknownField { name: field.to_owned(), known: Vec::new(), of: target.name() })
        }
        (_, Step::All | Step::Index(_)) => Err(NotTyped::NotAList(target.name())),
    }
}

fn in_struct(owner: &'static str, name: &str, go_type: GoType) -> Result<TypedStep, NotTyped> {
    let fields = all_fields(owner);
    if let Some((owner, field)) = fields.iter().find(|(_, field)| field.json == name) {
        let is_count = *owner == "v1.CPU" && COUNTS.contains(&field.json);
        return Ok(TypedStep::Field { name: field.json, go_type: field.go_type, is_count });
    }
    let inline = types::fields(owner).iter().find(|field| field.is_inline() && field.go == name);
    if inline.is_some() {
        return Err(NotTyped::GoName { name: name.to_owned(), json: None });
    }
    if let Some((_, field)) = fields.iter().find(|(_, field)| field.go == name) {
        return Err(NotTyped::GoName { name: name.to_owned(), json: Some(field.json) });
    }
    let known = fields.iter().map(|(_, field)| field.json).collect();
    Err(NotTyped::UnknownField { name: name.to_owned(), known, of: go_type.name() })
}

/// The fields of a struct with those of the structs in it that count as its own, each with its owner.
fn all_fields(owner: &'static str) -> Vec<(&'static str, Field)> {
    let mut all = Vec::new();
    for field in types::fields(owner) {
        match field.go_type.kind() {
            Kind::Struct(inner) if field.is_inline() => all.extend(all_fields(inner)),
            _ => all.push((owner, *field)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(path: &str) -> Result<TypedPath, NotTyped> {
        TypedPath::new(&Template::parse(&format!("{{.spec.template{path}}}")).unwrap())
    }

    #[test]
    fn types_say_where_a_path_leads() {
        for (path, leaf) in [
            (".spec.domain.devices.disks[*].disk.bus", "v1.DiskBus"),
            (".spec.domain.memory.guest", "*resource.Quantity"),
            (".spec.domain.resources.requests.memory", "resource.Quantity"),
            (".spec.domain.cpu", "*v1.CPU"),
            (r".metadata.labels['kubevirt\.io/vm']", "string"),
            (".spec.domain.devices.interfaces[0].ports", "[]v1.Port"),
        ] {
            assert_eq!(typed(path).unwrap().leaf.name(), leaf, "{path}");
        }
    }

    #[test]
    fn what_types_do_not_have_is_named() {
        let Err(NotTyped::UnknownField { name, known, .. }) = typed(".spec.devices.disks[*].type") else { panic!() };
        assert!(name == "devices" && known.contains(&"domain"));
        let go_name = NotTyped::GoName { name: "Domain".to_owned(), json: Some("domain") };
        assert_eq!(typed(".spec.Domain.cpu"), Err(go_name));
        let inline = NotTyped::GoName { name: "DiskDevice".to_owned(), json: None };
        assert_eq!(typed(".spec.domain.devices.disks[0].DiskDevice"), Err(inline));
        assert_eq!(typed("..bus"), Err(NotTyped::Complex("recursive descent")));
        assert_eq!(typed(".spec.domain[*]"), Err(NotTyped::NotAList("v1.DomainSpec".to_owned())));
    }
}
