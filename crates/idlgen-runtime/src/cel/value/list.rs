//! Lists: lists in the validated data, and lists that expressions build.

mod add;
mod equal;
mod key;

use std::sync::Arc;

use super::{BuiltList, List, ListForm, Value, data::unlike, nesting::around};
use crate::cel::{EvaluationError, Kind, ListType, Shape};
use crate::value;

impl<'a> List<'a> {
    /// Creates a list from data with its shape.
    pub fn of_data(data: &'a dyn value::List, shape: &'a Shape) -> Self {
        Self(ListForm::Data { data, shape })
    }

    fn built(elements: Vec<Value<'a>>, shape: Option<&'a Shape>) -> Self {
        let nesting = around(&elements);
        Self(ListForm::Built(Arc::new(BuiltList { elements, shape, parts: None, nesting })))
    }

    /// Concatenates two lists (`concatList` of cel-go).
    fn joined(first: &List<'a>, second: &List<'a>) -> Self {
        let elements: Vec<_> = first.iter_held().chain(second.iter_held()).collect();
        let nesting = around(&elements).max(first.nesting().max(second.nesting()).saturating_add(1));
        let parts = Some((first.clone(), second.clone()));
        Self(ListForm::Built(Arc::new(BuiltList { elements, shape: None, parts, nesting })))
    }

    /// See [`Value::nesting`].
    pub(super) fn nesting(&self) -> u16 {
        match &self.0 {
            ListForm::Built(built) => built.nesting,
            ListForm::Data { .. } => 0,
        }
    }

    /// Returns `true` for a concatenation whose first part is not a data list. When an operation uses the underlying
    /// value of such a list, cel-go converts its elements to native values (`concatList.Value`).
    pub fn is_joined(&self) -> bool {
        self.parts().is_some()
    }

    fn parts(&self) -> Option<&(List<'a>, List<'a>)> {
        match &self.0 {
            ListForm::Built(built) => built.parts.as_ref(),
            ListForm::Data { .. } => None,
        }
    }

    /// Returns `true` if both are the same constructed list (compared by identity).
    pub(super) fn is_very(&self, other: &List<'_>) -> bool {
        match (&self.0, &other.0) {
            (ListForm::Built(built), ListForm::Built(others)) => {
                std::ptr::addr_eq(Arc::as_ptr(built), Arc::as_ptr(others))
            }
            _ => false,
        }
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        match &self.0 {
            ListForm::Data { data, .. } => data.len(),
            ListForm::Built(built) => built.elements.len(),
        }
    }

    /// Returns `true` if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the element at `index`, if any. An element that does not match its schema is an error, which only
    /// affects that element.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Result<Value<'a>, EvaluationError>> {
        match &self.0 {
            ListForm::Data { data, shape } => data.get(index).map(|element| Value::of_data(element, shape.element())),
            ListForm::Built(built) => {
                let element = built.elements.get(index)?.clone();
                Some(match built.shape {
                    Some(shape) => element.reread(shape.element()),
                    None => element.taken(),
                })
            }
        }
    }

    /// Returns the stored element at `index`, which may be an error value.
    #[inline]
    pub(in crate::cel) fn held(&self, index: usize) -> Option<Value<'a>> {
        self.get(index).map(Value::held)
    }

    /// Iterates over the stored elements, which may be error values.
    pub(in crate::cel) fn iter_held(&self) -> impl DoubleEndedIterator<Item = Value<'a>> + '_ {
        (0..self.len()).filter_map(|index| self.held(index))
    }

    /// Iterates over the elements before their conversion with the schema of the list.
    fn iter_unread(&self) -> impl Iterator<Item = Value<'a>> + '_ {
        (0..self.len()).filter_map(|index| match &self.0 {
            ListForm::Data { data, .. } => data.get(index).map(Value::of_unknown_data),
            ListForm::Built(built) => built.elements.get(index).cloned(),
        })
    }

    /// Converts a constructed list as if it were data with this schema. Returns an error if its underlying Go value
    /// cannot occur in data.
    pub(super) fn reread(&self, shape: &'a Shape) -> Result<Self, EvaluationError> {
        match shape.kind() {
            Kind::List { .. } if self.is_of_data() => Ok(Self::built(self.iter_unread().collect(), Some(shape))),
            Kind::List { .. } if self.is_joined() => {
                let elements = self.iter_held().map(|element| element.added_to(shape.element()));
                Ok(Self::built(elements.collect(), Some(shape)))
            }
            kind => Err(unlike(kind, Value::List(self.clone()).go_value_type())),
        }
    }

    /// Iterates over the elements in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<Value<'a>, EvaluationError>> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Returns the data and its shape, if this is a data list.
    pub(in crate::cel) fn data(&self) -> Option<(&'a dyn value::List, &'a Shape)> {
        match &self.0 {
            ListForm::Data { data, shape } => Some((*data, shape)),
            ListForm::Built(_) => None,
        }
    }

    /// Returns the shape of the list if it is a data list or the sum of one and other elements.
    fn shape(&self) -> Option<&'a Shape> {
        let shape = match &self.0 {
            ListForm::Data { shape, .. } => Some(*shape),
            ListForm::Built(built) => built.shape,
        };
        shape.filter(|shape| matches!(shape.kind(), Kind::List { .. }))
    }

    /// Returns `true` if this is a data list or the sum of one and other elements.
    pub(in crate::cel) fn is_of_data(&self) -> bool {
        self.shape().is_some() || self.data().is_some()
    }

    /// Returns the Go type that an API server converts a list with a schema to if a slice is requested.
    pub(in crate::cel) fn go_slice_type(&self) -> Option<&'static str> {
        let elements = self.shape()?.element();
        Some(match elements.kind() {
            Kind::String | Kind::Byte | Kind::Duration | Kind::Date | Kind::DateTime => "[]string",
            _ => "[]interface {}",
        })
    }

    /// Returns the name of the list's Go type in an API server.
    pub(super) fn go_type_name(&self) -> &'static str {
        match self.list_type() {
            Some(ListType::Set) => "*common.unstructuredSetList",
            Some(ListType::Map { .. }) => "*common.unstructuredMapList",
            _ if self.is_of_data() => "*common.unstructuredList",
            _ if self.is_joined() => "*types.concatList",
            _ => "*types.baseList",
        }
    }

    fn list_type(&self) -> Option<&'a ListType> {
        match self.shape()?.kind() {
            Kind::List { list_type, .. } => Some(list_type),
            _ => None,
        }
    }

    /// Appends to a list without other references. If the list is shared, leaves it unchanged and returns the element
    /// as an error.
    pub(in crate::cel) fn push(&mut self, element: Value<'a>) -> Result<(), Value<'a>> {
        match &mut self.0 {
            ListForm::Built(built) => match Arc::get_mut(built) {
                Some(built) if built.parts.is_none() => {
                    built.nesting = built.nesting.max(around([&element]));
                    built.elements.push(element);
                    Ok(())
                }
                _ => Err(element),
            },
            ListForm::Data { .. } => Err(element),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::value::Map;
    use crate::cel::value::equality::equal;
    use crate::cel::{Presence, Property, ShapeData, ShapeId, ShapeNode};
    use crate::value::{Value as _, ValueRef};
    use serde_json::json;

    /// Returns the shape of a list of integers or, for a list type with keys, of objects with the fields `k` and `v`.
    fn shape(list_type: ListType) -> Shape {
        let node = |kind| ShapeNode { kind, nullable: false };
        let field = |name: &'static str| Property {
            name: name.into(),
            escaped: if name == "k-y" { "k__dash__y" } else { name }.into(),
            value: ShapeId(2),
            presence: Presence::AS_WRITTEN,
        };
        let items = if matches!(list_type, ListType::Map { .. }) { ShapeId(1) } else { ShapeId(2) };
        let object = Kind::Object { properties: vec![field("k"), field("k-y"), field("v")].into() };
        let nodes = vec![node(Kind::List { items, list_type }), node(object), node(Kind::Integer)];
        Shape::new(ShapeData { nodes: nodes.into() })
    }

    #[test]
    fn the_list_type_of_the_left_operand_decides() {
        let keys = ListType::Map { keys: vec!["k".into()].into() };
        let (ab, ba) = (json!([{"k": 1, "v": 1}, {"k": 2, "v": 2}]), json!([{"k": 2, "v": 2}, {"k": 1, "v": 1}]));
        for (list_type, left, right, is_equal, sum) in [
            (ListType::Atomic, json!([1, 2]), json!([2, 1]), false, "[1, 2, 2, 1]"),
            (ListType::Set, json!([1, 2]), json!([2, 1]), true, "[1, 2]"),
            (ListType::Set, json!([1, 2]), json!([2, 3]), false, "[1, 2, 3]"),
            (keys.clone(), ab.clone(), ba, true, r#"[{"k": 1, "v": 1}, {"k": 2, "v": 2}]"#),
            // A key whose name is escaped in expressions is never found, so all elements are equal and the last one
            // wins.
            (
                ListType::Map { keys: vec!["k-y".into()].into() },
                json!([{"k-y": 1}, {"k-y": 2}]),
                json!([{"k-y": 1}, {"k-y": 2}]),
                false,
                r#"[{"k__dash__y": 1}, {"k__dash__y": 2}]"#,
            ),
            (
                keys,
                ab,
                json!([{"k": 3, "v": 3}, {"k": 1, "v": 4}]),
                false,
                r#"[{"k": 1, "v": 4}, {"k": 2, "v": 2}, {"k": 3, "v": 3}]"#,
            ),
        ] {
            let shape = shape(list_type);
            let value = |json| Value::of_data(json, &shape).unwrap_or(Value::Null);
            let (left, right) = (value(left.as_value()), value(right.as_value()));
            assert_eq!(equal(&left, &right), Ok(is_equal), "{left} {right}");
            let (Value::List(left), Value::List(right)) = (left, right) else { unreachable!("lists") };
            assert_eq!(left.add(&right).map(|list| Value::List(list).to_string()).as_deref(), Ok(sum));
        }
    }

    #[test]
    fn only_lists_without_other_references_are_extended() {
        let list = || List::from(vec![Value::Int(1)]);
        let shared = list();
        for (mut list, expected) in
            [(list(), "[1, 2]"), (shared.clone(), "[1]"), (list().add(&list()).unwrap(), "[1, 1]")]
        {
            let is_extended = list.push(Value::Int(2)).is_ok();
            assert_eq!(is_extended, expected == "[1, 2]");
            assert_eq!(Value::List(list).to_string(), expected);
        }
        assert_eq!(shared.len(), 1);
    }

    #[test]
    fn large_sets_are_compared_in_time() {
        let shape = shape(ListType::Set);
        let (up, down): (Vec<i64>, Vec<i64>) = ((0..50_000).collect(), (0..50_000).rev().collect());
        let (up, down) = (Value::of_data(up.as_value(), &shape), Value::of_data(down.as_value(), &shape));
        assert_eq!(equal(&up.unwrap_or(Value::Null), &down.unwrap_or(Value::Null)), Ok(true));
    }

    #[test]
    fn the_go_type_of_a_list_is_that_of_its_data() {
        let json = json!([1]);
        let ValueRef::List(data) = json.as_value() else { unreachable!("a list") };
        for (list_type, name) in [
            (ListType::Atomic, "*common.unstructuredList"),
            (ListType::Set, "*common.unstructuredSetList"),
            (ListType::Map { keys: vec!["k".into()].into() }, "*common.unstructuredMapList"),
        ] {
            let shape = shape(list_type);
            let list = List::of_data(data, &shape);
            assert_eq!((list.go_type_name(), list.is_of_data()), (name, true));
        }
        let unknown = List::of_data(data, Shape::dynamic());
        assert_eq!((unknown.go_type_name(), unknown.is_of_data()), ("*common.unstructuredList", true));
        let built = List::from(vec![Value::Int(1)]);
        assert_eq!((built.go_type_name(), built.is_of_data()), ("*types.baseList", false));
    }

    #[test]
    fn a_constructed_value_is_itself_and_no_equal_one() {
        let list = || List::from(vec![Value::Int(1)]);
        let (one, other) = (list(), list());
        assert!(one.is_very(&one.clone()) && !one.is_very(&other));
        assert_eq!(format!("{one:?}"), "[Ok(Int(1))]");
        let map = Map::from(vec![(Value::Int(1), Value::Bool(true))]);
        assert_eq!(format!("{map:?}"), "{Int(1): Ok(Bool(true))}");
        let empty = Map::from(Vec::new());
        assert!(empty.is_empty() && !map.is_empty());
    }
}
