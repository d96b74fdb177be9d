//! Finds the fields of custom resources in which validators treat zero as a missing value, where a server tells them
//! apart.

use idlgen_cel::{escape, fields_read};
use serde_json::{Value as Json, json};

use super::{analysis::Analysis, default_value::judge_as_json, node::SchemaNode, presence::Presence};
use crate::emit::rust::{
    plan::{Item, ItemKind, Member, Plan, RustKind},
    zero::{ZeroEffect, ZeroResult},
};

impl Analysis<'_> {
    /// Returns the fields of a struct in which zero is a missing value, and has other results than on a server. Empty
    /// for built-in types, which servers read into Go types, too.
    pub(in super::super) fn zero_effects(&self, item: &Item, plan: &Plan<'_>) -> Vec<ZeroEffect> {
        let ItemKind::Struct { members, .. } = &item.form else { return Vec::new() };
        let Some(node) = self.node_of(item.id).filter(|_| plan.is_of_custom_resources(item.id)) else {
            return Vec::new();
        };
        let read: Vec<_> = node.rules().map(|(_, rule)| fields_read(&rule.rule)).collect();
        let is_read = |name: &str| {
            let name = escape(name).unwrap_or_default();
            read.iter().any(|fields| fields.as_ref().is_none_or(|fields| fields.contains(&*name)))
        };
        let effect = |member: &Member| {
            let schemas = node.property(&member.json_name);
            let property = SchemaNode::new(schemas.iter().copied(), self.definitions());
            let is_required = node.requires(&member.json_name);
            // Every object has metadata.
            if schemas.is_empty() || member.json_name == "metadata" {
                return None;
            }
            if Presence::of(member, &property, is_required, plan) != Presence::UnlessZero {
                return None;
            }
            let result = if property.absence_settings().default.is_some() && !member.is_foreign {
                ZeroResult::Default
            } else if is_required {
                ZeroResult::Missing
            } else if self.rejects_zero(member, &property, plan) {
                ZeroResult::Accepted
            } else if is_read(&member.json_name) {
                ZeroResult::Hidden
            } else {
                return None;
            };
            let location = property.parts().find_map(|schema| schema.origin.location);
            let (name, json_name) = (member.name.clone(), member.json_name.clone());
            Some(ZeroEffect { name, json_name, result, location })
        };
        members.iter().filter_map(effect).collect()
    }

    /// Returns `true` if a server rejects zero in a field.
    fn rejects_zero(&self, member: &Member, property: &SchemaNode<'_>, plan: &Plan<'_>) -> bool {
        let zero: Json = match plan.resolve(&member.shape).kind {
            RustKind::Bool => false.into(),
            RustKind::Integer(_) | RustKind::Float(_) => 0.into(),
            RustKind::Text | RustKind::Enumeration => "".into(),
            RustKind::List(_) => json!([]),
            RustKind::Map(..) => json!({}),
            _ => return false,
        };
        if property.checks().is_empty() && property.rules().next().is_none() {
            return false;
        }
        let Some(schema) = property.parts().next() else { return false };
        judge_as_json(&zero, schema, self, plan).is_some_and(|judged| judged.is_err())
    }
}
