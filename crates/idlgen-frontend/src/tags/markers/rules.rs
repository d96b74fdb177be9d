//! `cel[N]:rule` and similar markers.

use std::collections::BTreeMap;

use idlgen_schema::schema::Reason;
use serde_json::Value as Json;

use super::{
    ObjectReader, ReadObject,
    error::{self, MarkerError},
    line::Marker,
    tree::MarkerTree,
};
use crate::{
    source::Span,
    tags::{Rule, TagKind, TextMap, codes::MALFORMED_VALUE, markers::codes},
};

/// Reads the list of rules.
pub(super) fn read(markers: &[Marker], node: &MarkerTree, read: &mut ReadObject) {
    if node.is_null() {
        return;
    }
    let Some(elements) = node.elements() else {
        let index = node.first_marker();
        read.faults.extend(markers.get(index).map(|marker| {
            let message = "`cel` expects an index, `cel[0]:rule`, or a list of rules";
            error::of_marker(codes::MARKER_INDEX, index, marker, message)
        }));
        return;
    };
    for element in elements {
        let MarkerTree::Object(members) = &element else { continue };
        let Some((first, last)) = element.markers() else { continue };
        let Some(marker) = markers.get(first) else { continue };
        match rule(markers, members, marker.span) {
            Ok(rule) => read.tags.extend(ObjectReader { markers }.tag(first, last, TagKind::Rule(rule))),
            Err(fault) => read.faults.push(fault),
        }
    }
}

fn rule(markers: &[Marker], members: &BTreeMap<String, MarkerTree>, span: Span) -> Result<Rule, MarkerError> {
    let mut rule = Rule::new(String::new(), span);
    for (key, node) in members {
        let index = node.first_marker();
        let place = markers.get(index).and_then(|marker| marker.value_span).unwrap_or(span);
        let fault = |expected: &str| {
            let message = format!("`{key}` of a rule is {expected}");
            match markers.get(index) {
                Some(marker) => error::of_marker(MALFORMED_VALUE, index, marker, message),
                None => error::of_line(MALFORMED_VALUE, span, message),
            }
        };
        let text = || match node {
            MarkerTree::Value(Json::String(text), _) => Ok(Some(text.clone()).filter(|text| !text.is_empty())),
            MarkerTree::Value(Json::Null, _) => Ok(None),
            _ => Err(fault("a string")),
        };
        match key.as_str() {
            "rule" => {
                rule.rule = text()?.unwrap_or_default();
                rule.rule_span = place;
                rule.rule_map = TextMap::whole(place);
            }
            "message" => rule.message = text()?,
            "messageExpression" => {
                rule.message_expression = text()?;
                rule.message_expression_map = Some(TextMap::whole(place));
            }
            "reason" => rule.reason = text()?.map(|name| Reason::from_name(&name)),
            "fieldPath" => {
                rule.field_path = text()?;
                rule.field_path_span = Some(place);
            }
            "optionalOldSelf" => match node {
                MarkerTree::Value(Json::Bool(value), _) => rule.optional_old_self = Some(*value),
                MarkerTree::Value(Json::Null, _) => {}
                _ => return Err(fault("true or false")),
            },
            _ => {}
        }
    }
    Ok(rule)
}
