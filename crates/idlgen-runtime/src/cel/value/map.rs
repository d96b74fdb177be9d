//! Maps and objects: data, or maps that were built.

mod equal;

use std::sync::Arc;

use super::data::text_of;
use super::equality::is_same_key;
use super::{Text, Value};
use crate::cel::shape::Tag;
use crate::cel::{EvaluationError, Kind, Shape};
use crate::value;

/// A map, or an object with declared fields.
#[derive(Clone)]
pub struct Map<'a>(Form<'a>);

#[derive(Clone)]
enum Form<'a> {
    Data { data: &'a dyn value::Map, shape: &'a Shape },
    Built(Arc<Vec<(Value<'a>, Value<'a>)>>),
}

impl<'a> Map<'a> {
    /// A map or object of the data, with its shape.
    pub fn of_data(data: &'a dyn value::Map, shape: &'a Shape) -> Self {
        Self(Form::Data { data, shape })
    }

    /// Number of entries; of an object, of those that the data has, declared or not.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Data { data, shape } if shape.is_as_written() => data.len(),
            Form::Data { data, shape } => {
                let Kind::Object { properties } = shape.kind() else { return data.len() };
                let declared = (0..properties.len()).filter(|place| shape.property(*data, *place).is_some()).count();
                declared + data.len().saturating_sub(properties.iter().filter(|it| data.contains_key(&it.name)).count())
            }
            Form::Built(entries) => entries.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key, if the map has it. Data has keys of text only; asking it for others is `no such overload`, but numbers of a built map may be of
    /// another type.
    pub fn get(&self, key: &Value<'_>) -> Result<Option<Value<'a>>, EvaluationError> {
        match (&self.0, key) {
            (Form::Data { .. }, Value::String(key)) => self.field(key.as_str(), &mut 0),
            (Form::Data { shape, .. }, _) if shape.tag() == Tag::Dyn => Ok(None),
            (Form::Data { .. }, _) => Err(EvaluationError::no_such_overload()),
            (Form::Built(entries), key) => {
                Ok(entries.iter().find(|(known, _)| is_same_key(known, key)).map(|(_, value)| value.clone()))
            }
        }
    }

    /// The value of a field or a key of text. A declared field that is null counts as absent. `hint` is where the field was found the last time.
    #[inline]
    pub(in crate::cel) fn field(&self, key: &str, hint: &mut u32) -> Result<Option<Value<'a>>, EvaluationError> {
        let Form::Data { data, shape } = &self.0 else {
            return self.get(&Value::String(Text::Borrowed(key)));
        };
        match shape.tag() {
            Tag::Object => match shape.field(*data, key, hint) {
                Some((value, part)) => Value::of_data(value, part).map(Some),
                None => Ok(None),
            },
            Tag::Map | Tag::Dyn => match data.get(key) {
                None => Ok(None),
                Some(value) => Value::of_data(value, shape.element()).map(Some),
            },
            _ => Ok(None),
        }
    }

    /// The keys, sorted.
    pub fn keys(&self) -> Vec<Value<'a>> {
        match &self.0 {
            Form::Data { data, shape } => {
                let mut keys = Vec::with_capacity(data.len());
                if let Kind::Object { properties } = shape.kind() {
                    for (place, property) in properties.iter().enumerate() {
                        if shape.property(*data, place).is_some() {
                            keys.push(Text::Borrowed(&property.escaped));
                        }
                    }
                } else {
                    data.visit_keys(&mut |key| {
                        keys.push(text_of(key));
                        true
                    });
                }
                keys.sort_by(|left, right| left.as_str().cmp(right.as_str()));
                keys.into_iter().map(Value::String).collect()
            }
            Form::Built(entries) => {
                let mut keys: Vec<Value<'a>> = entries.iter().map(|(key, _)| key.clone()).collect();
                keys.sort_by(super::ordering::keys);
                keys
            }
        }
    }

    /// The keys and values, sorted by key.
    pub fn entries(&self) -> impl Iterator<Item = (Value<'a>, Result<Value<'a>, EvaluationError>)> + '_ {
        self.keys().into_iter().filter_map(|key| {
            let value = self.get(&key).transpose()?;
            Some((key, value))
        })
    }

    /// The data behind the map, if it is one of data.
    pub(in crate::cel) fn data(&self) -> Option<(&'a dyn value::Map, &'a Shape)> {
        match &self.0 {
            Form::Data { data, shape } => Some((*data, shape)),
            Form::Built(_) => None,
        }
    }

    /// The map with one entry more, which must not be there already.
    pub fn insert(&self, key: Value<'a>, value: Value<'a>) -> Result<Map<'a>, EvaluationError> {
        let mut entries = match &self.0 {
            Form::Built(entries) => entries.to_vec(),
            Form::Data { .. } => {
                self.entries().map(|(key, value)| Ok((key, value?))).collect::<Result<Vec<_>, EvaluationError>>()?
            }
        };
        entries.push((key, value));
        Ok(Map::from(entries))
    }

    /// Adds an entry to a map that nobody else has; `self` stays as it is if it is shared or of data.
    pub(in crate::cel) fn push(&mut self, entry: (Value<'a>, Value<'a>)) -> Result<(), (Value<'a>, Value<'a>)> {
        match &mut self.0 {
            Form::Built(entries) => match Arc::get_mut(entries) {
                Some(entries) => {
                    entries.push(entry);
                    Ok(())
                }
                None => Err(entry),
            },
            Form::Data { .. } => Err(entry),
        }
    }
}

impl<'a> From<Vec<(Value<'a>, Value<'a>)>> for Map<'a> {
    /// The keys must be different.
    fn from(entries: Vec<(Value<'a>, Value<'a>)>) -> Self {
        Self(Form::Built(Arc::new(entries)))
    }
}

impl std::fmt::Debug for Map<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_map().entries(self.entries()).finish()
    }
}
