//! Lists: data of the object, or lists that were built.

mod add;
mod equal;
mod key;

use std::sync::Arc;

use super::Value;
use crate::cel::{EvaluationError, Kind, ListType, Shape};
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
    /// The shape of the list of data that the list came from by addition; it goes on being compared and added as that one.
    shape: Option<&'a Shape>,
}

impl<'a> List<'a> {
    /// A list of the data, with the shape of the list itself.
    pub fn of_data(data: &'a dyn value::List, shape: &'a Shape) -> Self {
        Self(Form::Data { data, shape })
    }

    fn built(elements: Vec<Value<'a>>, shape: Option<&'a Shape>) -> Self {
        Self(Form::Built(Arc::new(Built { elements, shape })))
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
    #[inline]
    pub fn get(&self, index: usize) -> Option<Result<Value<'a>, EvaluationError>> {
        match &self.0 {
            Form::Data { data, shape } => data.get(index).map(|element| Value::of_data(element, shape.element())),
            Form::Built(built) => built.elements.get(index).cloned().map(Ok),
        }
    }

    /// The elements in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Value<'a>, EvaluationError>> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// The data behind the list, if it is one of data.
    pub(in crate::cel) fn data(&self) -> Option<(&'a dyn value::List, &'a Shape)> {
        match &self.0 {
            Form::Data { data, shape } => Some((*data, shape)),
            Form::Built(_) => None,
        }
    }

    /// The schema of the list, if it is one of data or came from one.
    fn shape(&self) -> Option<&'a Shape> {
        let shape = match &self.0 {
            Form::Data { shape, .. } => Some(*shape),
            Form::Built(built) => built.shape,
        };
        shape.filter(|shape| matches!(shape.kind(), Kind::List { .. }))
    }

    fn list_type(&self) -> Option<&'a ListType> {
        match self.shape()?.kind() {
            Kind::List { list_type, .. } => Some(list_type),
            _ => None,
        }
    }

    /// Appends to a list that nobody else has; `self` stays as it is if it is shared.
    pub(in crate::cel) fn push(&mut self, element: Value<'a>) -> Result<(), Value<'a>> {
        match &mut self.0 {
            Form::Built(built) => match Arc::get_mut(built) {
                Some(built) => {
                    built.elements.push(element);
                    Ok(())
                }
                None => Err(element),
            },
            Form::Data { .. } => Err(element),
        }
    }
}

impl<'a> From<Vec<Value<'a>>> for List<'a> {
    fn from(elements: Vec<Value<'a>>) -> Self {
        Self::built(elements, None)
    }
}

impl std::fmt::Debug for List<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}
