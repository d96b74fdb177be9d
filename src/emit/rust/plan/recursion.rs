//! Determines the fields that must be boxed because their type is recursive.

use std::collections::BTreeMap;

use super::{ItemId, ItemKind, Plan, PlannedType};

impl Plan<'_> {
    /// Boxes every field whose type contains the struct again. Lists and maps need no box, because they are already
    /// indirect.
    pub(super) fn box_recursion(&mut self) {
        let mut contains: BTreeMap<ItemId, Vec<ItemId>> = BTreeMap::new();
        for (id, item) in &self.items {
            let mut parts = Vec::new();
            match &item.form {
                ItemKind::Struct { members, .. } => {
                    for member in members {
                        contained(&member.shape, &mut parts);
                    }
                }
                ItemKind::Newtype(shape) | ItemKind::Alias(shape) => contained(shape, &mut parts),
                ItemKind::Enumeration { .. } | ItemKind::Known(_) => {}
            }
            contains.insert(*id, parts);
        }
        let cycles = components(&contains);
        for (id, item) in &mut self.items {
            let ItemKind::Struct { members, .. } = &mut item.form else { continue };
            for member in members {
                let mut parts = Vec::new();
                contained(&member.shape, &mut parts);
                member.is_boxed = parts.iter().any(|part| cycles.get(part) == cycles.get(id));
            }
        }
    }
}

/// Collects the types whose values are stored inline in a value of this type.
fn contained(shape: &PlannedType, parts: &mut Vec<ItemId>) {
    match shape {
        PlannedType::Named(id) => parts.push(ItemId::Declared(*id)),
        PlannedType::Anonymous(number, arguments) => {
            parts.push(ItemId::Anonymous(*number));
            for argument in arguments {
                contained(argument, parts);
            }
        }
        PlannedType::Instance(id, arguments) => {
            parts.push(ItemId::Declared(*id));
            for argument in arguments {
                contained(argument, parts);
            }
        }
        PlannedType::Option(inner) => contained(inner, parts),
        PlannedType::Bool
        | PlannedType::Integer(_)
        | PlannedType::Float(_)
        | PlannedType::Text
        | PlannedType::Known(_)
        | PlannedType::List(_)
        | PlannedType::Map(..)
        | PlannedType::Parameter(_) => {}
    }
}

/// Returns the number of each type's strongly connected component (Tarjan's algorithm without recursion). Types outside
/// of `contains` have none.
fn components(contains: &BTreeMap<ItemId, Vec<ItemId>>) -> BTreeMap<ItemId, usize> {
    #[derive(Clone, Copy)]
    struct Visit {
        order: usize,
        low: usize,
        is_open: bool,
    }

    let mut visits: BTreeMap<ItemId, Visit> = BTreeMap::new();
    let mut components = BTreeMap::new();
    let mut open: Vec<ItemId> = Vec::new();
    let mut component = 0;
    for root in contains.keys() {
        if visits.contains_key(root) {
            continue;
        }
        let mut way: Vec<(ItemId, usize)> = vec![(*root, 0)];
        while let Some((id, next)) = way.pop() {
            if next == 0 {
                let order = visits.len();
                visits.insert(id, Visit { order, low: order, is_open: true });
                open.push(id);
            }
            let part = contains.get(&id).and_then(|parts| parts.get(next)).copied();
            if let Some(part) = part {
                way.push((id, next + 1));
                match visits.get(&part) {
                    None if contains.contains_key(&part) => way.push((part, 0)),
                    Some(Visit { order, is_open: true, .. }) => {
                        let order = *order;
                        if let Some(visit) = visits.get_mut(&id) {
                            visit.low = visit.low.min(order);
                        }
                    }
                    _ => {}
                }
                continue;
            }
            let Some(visit) = visits.get(&id).copied() else { continue };
            if let Some((parent, _)) = way.last()
                && let Some(parent) = visits.get_mut(parent)
            {
                parent.low = parent.low.min(visit.low);
            }
            if visit.low == visit.order {
                while let Some(member) = open.pop() {
                    if let Some(visit) = visits.get_mut(&member) {
                        visit.is_open = false;
                    }
                    components.insert(member, component);
                    if member == id {
                        break;
                    }
                }
                component += 1;
            }
        }
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_cycles() {
        let id = ItemId::Anonymous;
        // The edges are 0 → 1, 1 → 2, 2 → 1, 2 → 3, 3 → 3 and 4 → 0.
        let contains = BTreeMap::from([
            (id(0), vec![id(1)]),
            (id(1), vec![id(2)]),
            (id(2), vec![id(1), id(3), id(9)]),
            (id(3), vec![id(3)]),
            (id(4), vec![id(0)]),
        ]);
        let components = components(&contains);
        let of = |number| components.get(&id(number)).copied();
        assert_eq!(of(1), of(2));
        assert_eq!(of(9), None);
        let distinct: std::collections::BTreeSet<_> = (0..5).map(of).collect();
        assert_eq!(distinct.len(), 4);
    }
}
