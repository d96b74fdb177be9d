//! Resolves paths with the Go types, one field after another. The type of the target is known without a VM, and the
//! evaluation does not need a complete VM.

use std::ops::Range;

use serde_json::Value as Json;

use super::types::{self, Field, GoType, Kind};
use crate::jsonpath::{NotPlain, Step, Template};

/// The fields of a CPU in which the webhook replaces zero with one.
const COUNTS: [&str; 3] = ["sockets", "cores", "threads"];

/// A path whose steps all exist in the Go types.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TypedPath {
    pub(super) steps: Vec<TypedStep>,
    /// The type of the target.
    pub(super) leaf: GoType,
}

/// A step from a value whose type is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TypedStep {
    /// A field of a struct.
    Field {
        name: &'static str,
        go_type: GoType,
        /// `true` if the webhook replaces zero with one.
        is_count: bool,
    },
    /// A map key, with the type of the map's values.
    Key(String, GoType),
    /// All items of a list, with their type.
    All(GoType),
    /// A list index, which counts from the end if it is negative.
    Index(i64, GoType),
}

/// The reason why the types cannot resolve a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotTyped {
    /// The path is not a plain path. Contains the name of the construct that is not allowed in one.
    Complex(&'static str),
    /// A step does not exist in the types.
    Stray {
        /// The byte range of the step in the template.
        bytes: Range<usize>,
        reason: StrayStep,
    },
}

/// The reason why a step does not exist in the types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StrayStep {
    /// A field that its struct does not have.
    UnknownField {
        name: String,
        /// The JSON names of the struct's fields. Empty for a value that has no fields.
        known: Vec<&'static str>,
        /// The Go type.
        of: String,
    },
    /// The Go name of a field, which is not its JSON name.
    GoName {
        name: String,
        /// The JSON name. If `None`, the field is inlined into its struct.
        json: Option<&'static str>,
    },
    /// The step selects items of a value that is not a list. Contains the name of its type.
    NotAList(String),
}

impl TypedPath {
    /// Resolves the steps of a template.
    pub(super) fn new(template: &Template) -> Result<Self, NotTyped> {
        let steps = template.steps().map_err(|what| match what {
            NotPlain::SeveralParts => NotTyped::Complex("more than one pair of braces"),
            NotPlain::Has(what) => NotTyped::Complex(what),
        })?;
        let mut leaf = GoType::MACHINE;
        let mut typed = Vec::new();
        for (step, bytes) in steps {
            let step = next(leaf, step).map_err(|reason| NotTyped::Stray { bytes, reason })?;
            leaf = step.go_type();
            typed.push(step);
        }
        Ok(TypedPath { steps: typed, leaf })
    }

    /// Returns the results in a VM. Returns `None` if the evaluation fails, which KubeVirt treats as no result.
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

/// A value that a path selects. The object may not set it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot<'j> {
    /// The value that the object sets, unless it is null.
    pub(super) value: Option<&'j Json>,
    /// `true` if the value is a zero that is treated as one.
    pub(super) is_one: bool,
}

impl TypedStep {
    /// Returns the type of the target.
    pub(super) fn go_type(&self) -> GoType {
        match self {
            TypedStep::Field { go_type, .. }
            | TypedStep::Key(_, go_type)
            | TypedStep::All(go_type)
            | TypedStep::Index(_, go_type) => *go_type,
        }
    }

    /// Applies the step to values of type `from`. A pointer that is not set and a missing key have no result. If no
    /// value has a result, the evaluation fails.
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
                        // client-go stops at an empty list and returns the results of the previous lists.
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

/// Resolves a step that starts at a value of type `from`.
fn next(from: GoType, step: Step<'_>) -> Result<TypedStep, StrayStep> {
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
            Err(StrayStep::UnknownField { name: field.to_owned(), known: Vec::new(), of: target.name() })
        }
        (_, Step::All | Step::Index(_)) => Err(StrayStep::NotAList(target.name())),
    }
}

fn in_struct(owner: &'static str, name: &str, go_type: GoType) -> Result<TypedStep, StrayStep> {
    let fields = all_fields(owner);
    if let Some((owner, field)) = fields.iter().find(|(_, field)| field.json == name) {
        let is_count = *owner == "v1.CPU" && COUNTS.contains(&field.json);
        return Ok(TypedStep::Field { name: field.json, go_type: field.go_type, is_count });
    }
    let inline = types::fields(owner).iter().find(|field| field.is_inline() && field.go == name);
    if inline.is_some() {
        return Err(StrayStep::GoName { name: name.to_owned(), json: None });
    }
    if let Some((_, field)) = fields.iter().find(|(_, field)| field.go == name) {
        return Err(StrayStep::GoName { name: name.to_owned(), json: Some(field.json) });
    }
    let known = fields.iter().map(|(_, field)| field.json).collect();
    Err(StrayStep::UnknownField { name: name.to_owned(), known, of: go_type.name() })
}

/// Returns the fields of a struct, including those of inlined structs, each with the struct that declares it.
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
        let stray = |path: &str| match typed(path) {
            Err(NotTyped::Stray { bytes, reason }) => (bytes, reason),
            other => panic!("{path}: {other:?}"),
        };
        let (bytes, StrayStep::UnknownField { name, known, .. }) = stray(".spec.devices.disks[*].type") else {
            panic!()
        };
        assert!(bytes == (21..28) && name == "devices" && known.contains(&"domain"));
        let go_name = StrayStep::GoName { name: "Domain".to_owned(), json: Some("domain") };
        assert_eq!(stray(".spec.Domain.cpu"), (21..27, go_name));
        let inline = StrayStep::GoName { name: "DiskDevice".to_owned(), json: None };
        assert_eq!(stray(".spec.domain.devices.disks[0].DiskDevice"), (45..55, inline));
        assert_eq!(stray(".spec.domain[*]"), (27..30, StrayStep::NotAList("v1.DomainSpec".to_owned())));
        assert_eq!(typed("..bus"), Err(NotTyped::Complex("recursive descent")));
    }
}
