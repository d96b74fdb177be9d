//! Builds literals.

use super::Builder;
use crate::cel::EvaluationError;
use crate::cel::plan::node::Step;
use crate::cel::plan::node::Time;
use crate::cel::plan::{Wrapper, WrapperKind};
use crate::cel::program::{List, Map, NodeId, Struct};

impl<'p> Builder<'p> {
    pub(super) fn list(&mut self, id: NodeId, list: &'p List) -> Result<Step, EvaluationError> {
        let mut elements = Vec::with_capacity(list.elements.len());
        for element in list.elements.iter() {
            elements.push((self.node(element.value, id)?, element.optional));
        }
        Ok(Step::List(elements.into()))
    }

    pub(super) fn map(&mut self, id: NodeId, map: &'p Map) -> Result<Step, EvaluationError> {
        let mut entries = Vec::with_capacity(map.entries.len());
        for entry in map.entries.iter() {
            entries.push((self.node(entry.key, id)?, self.node(entry.value, id)?, entry.optional));
        }
        Ok(Step::Map(entries.into()))
    }

    /// Builds a message literal. Kubernetes rules can only construct time types and protobuf wrappers.
    pub(super) fn message(&mut self, id: NodeId, of: &'p Struct) -> Result<Step, EvaluationError> {
        let Some(kind) = WrapperKind::named(&of.type_name) else { return self.time(id, of) };
        let mut fields = Vec::with_capacity(of.fields.len());
        for field in of.fields.iter() {
            if &*field.name != "value" {
                return Err(EvaluationError::message(format!("no such field '{}'", field.name)));
            }
            fields.push((self.node(field.value, id)?, field.optional));
        }
        Ok(Step::Wrapper(Box::new(Wrapper { kind, fields: fields.into() })))
    }

    fn time(&mut self, id: NodeId, of: &'p Struct) -> Result<Step, EvaluationError> {
        let is_span = match &*of.type_name {
            "google.protobuf.Duration" => true,
            "google.protobuf.Timestamp" => false,
            other => return Err(EvaluationError::message(format!("unknown type: {other}"))),
        };
        let mut fields = Vec::with_capacity(of.fields.len());
        for field in of.fields.iter() {
            let is_nanoseconds = match &*field.name {
                "seconds" => false,
                "nanos" => true,
                other => return Err(EvaluationError::message(format!("no such field '{other}'"))),
            };
            fields.push((is_nanoseconds, self.node(field.value, id)?, field.optional));
        }
        Ok(Step::Time(Box::new(Time { is_span, fields: fields.into() })))
    }
}
