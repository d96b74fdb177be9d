//! Evaluates list and map literals, and the steps of loops that build lists and maps.

use super::attribute::printed;
use super::{Evaluation, Outcome, Slot, is_final};
use crate::cel::cost::{LIST, MAP};
use crate::cel::operators;
use crate::cel::plan::PlanNode;
use crate::cel::value::{List, Map, check_key, is_same_key, order};
use crate::cel::{EvaluationError, Value};

impl<'a> Evaluation<'a, '_> {
    /// Evaluates `[a, ?b]`.
    pub(super) fn list(&mut self, elements: &'a [(PlanNode, bool)]) -> Outcome<'a> {
        let outcome = self.elements(elements);
        self.cost.charge(LIST)?;
        outcome.map(|elements| Value::List(List::from(elements)))
    }

    fn elements(&mut self, elements: &'a [(PlanNode, bool)]) -> Result<Vec<Value<'a>>, EvaluationError> {
        let mut values = Vec::with_capacity(elements.len());
        for (element, is_optional) in elements {
            let value = self.value(element)?;
            match value {
                Value::Optional(content) if *is_optional => {
                    values.extend(content.map(|content| Value::clone(&content)));
                }
                value if *is_optional => {
                    let text = printed(&value);
                    return Err(EvaluationError::message(format!(
                        "cannot initialize optional list element from non-optional value {text}"
                    )));
                }
                value => values.push(value),
            }
        }
        Ok(values)
    }

    /// Evaluates `{k: v, ?k: v}`. Of entries with equal keys, the last one wins.
    pub(super) fn map(&mut self, entries: &'a [(PlanNode, PlanNode, bool)]) -> Outcome<'a> {
        let outcome = self.entries(entries);
        self.cost.charge(MAP)?;
        outcome.map(|entries| Value::Map(Map::from(entries)))
    }

    fn entries(
        &mut self,
        entries: &'a [(PlanNode, PlanNode, bool)],
    ) -> Result<Vec<(Value<'a>, Value<'a>)>, EvaluationError> {
        // The last value of a key wins, even if it is an empty optional.
        let mut values: Vec<(Value<'a>, Option<Value<'a>>)> = Vec::with_capacity(entries.len());
        for (key, value, is_optional) in entries {
            let key = self.value(key)?;
            let value = match self.value(value)? {
                Value::Optional(content) if *is_optional => content.map(|content| Value::clone(&content)),
                value if *is_optional => {
                    let (key, value) = (printed(&key), printed(&value));
                    return Err(EvaluationError::message(format!(
                        "cannot initialize optional entry '{key}' from non-optional value {value}"
                    )));
                }
                value => Some(value),
            };
            check_key(&key)?;
            values.push((key, value));
        }
        values.sort_by(|(left, _), (right, _)| order(left, right));
        let mut last: Vec<(Value<'a>, Option<Value<'a>>)> = Vec::with_capacity(values.len());
        for (key, value) in values {
            let mut equal = last.iter_mut().rev().take_while(|(known, _)| order(known, &key).is_eq());
            match equal.find(|(known, _)| is_same_key(known, &key)) {
                Some((_, before)) => *before = value,
                None => last.push((key, value)),
            }
        }
        Ok(last.into_iter().filter_map(|(key, value)| Some((key, value?))).collect())
    }

    /// Returns the accumulator of a comprehension and empties its slot, so that the value can be extended without a
    /// copy.
    fn take(&mut self, accumulator: usize) -> Outcome<'a> {
        let outcome = self.local(accumulator);
        match self.locals.get_mut(accumulator) {
            Some(slot) => {
                // Empty the slot, so that `outcome` is the only reference to the value.
                *slot = Slot::Empty;
                outcome
            }
            None => outcome,
        }
    }

    /// Evaluates `@result + [element]`.
    pub(super) fn append(&mut self, accumulator: usize, list_cost: u64, element: &'a PlanNode) -> Outcome<'a> {
        let element = match self.value(element) {
            Err(error) if is_final(&error) => return Err(error),
            outcome => outcome,
        };
        // The costs of the accumulator, the list that contains the element, and the addition.
        self.cost.charge(1 + list_cost + 1)?;
        let list = self.take(accumulator)?;
        let element = element?;
        let Value::List(mut list) = list else { return operators::add(list, Value::from(vec![element])) };
        match list.push(element) {
            Ok(()) => Ok(Value::List(list)),
            Err(element) => {
                let mut elements: Vec<_> = list.iter_held().collect();
                elements.push(element);
                Ok(Value::from(elements))
            }
        }
    }

    /// Evaluates `cel.@mapInsert(@result, key, value)`.
    pub(super) fn insert(&mut self, accumulator: usize, entry: &'a [PlanNode; 2]) -> Outcome<'a> {
        let [key, value] = entry;
        self.cost.charge(1)?;
        if let Some(Slot::Ready(Err(error))) = self.locals.get(accumulator) {
            return Err(error.clone());
        }
        let key = self.value(key)?;
        let value = match self.value(value) {
            Err(error) if is_final(&error) => return Err(error),
            outcome => outcome,
        };
        let map = self.take(accumulator)?;
        self.cost.charge(1)?;
        let value = value?;
        let Value::Map(mut map) = map else { return Err(EvaluationError::no_such_overload()) };
        operators::insert(&mut map, key, value)?;
        Ok(Value::Map(map))
    }

    /// Evaluates `cel.@mapInsert(@result, entries)`.
    pub(super) fn insert_all(&mut self, accumulator: usize, entries: &'a PlanNode) -> Outcome<'a> {
        let entries = match self.value(entries) {
            Err(error) if is_final(&error) => return Err(error),
            outcome => outcome,
        };
        self.cost.charge(1 + 1)?;
        let map = self.take(accumulator)?;
        let (Value::Map(mut map), Value::Map(entries)) = (map, entries?) else {
            return Err(EvaluationError::no_such_overload());
        };
        for (key, value) in entries.entries() {
            operators::insert(&mut map, key, Value::held(value))?;
        }
        Ok(Value::Map(map))
    }
}
