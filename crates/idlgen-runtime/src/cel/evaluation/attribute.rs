//! Evaluates variables, and accesses to their fields and elements.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Evaluation, Outcome, Slot, borrowed};
use crate::cel::plan::{Attribute, Key, PlanNode, Qualifier, Root, Step};
use crate::cel::{ErrorKind, EvaluationError, Kind, Value};

impl<'a> Evaluation<'a, '_> {
    /// Evaluates an access chain. Returns an error value in the data as an error.
    #[inline]
    pub(super) fn attribute(&mut self, attribute: &'a Attribute, position: u32) -> Outcome<'a> {
        match self.end(attribute, position) {
            Ok(Value::Error(error)) => Err(EvaluationError::clone(&error).at(position)),
            outcome => outcome,
        }
    }

    /// Evaluates an access chain. If the data contains an error value at its end, returns that value and not an error.
    #[inline]
    fn end(&mut self, attribute: &'a Attribute, position: u32) -> Outcome<'a> {
        // Fast path for fields of a variable that exist.
        if let Some(value) = attribute.is_simple.then(|| self.simple(attribute)).flatten() {
            self.cost.charge(attribute.qualifiers.len() as u64 + u64::from(attribute.counts))?;
            return Ok(value);
        }
        let mut steps = 0;
        let outcome = self.resolve(attribute, &mut steps);
        self.cost.charge(steps + u64::from(attribute.counts))?;
        outcome.map_err(|error| error.at(position))
    }

    /// Returns the value of a chain of field accesses that starts at a variable. Returns `None` if any access fails.
    #[inline]
    fn simple(&self, attribute: &'a Attribute) -> Option<Value<'a>> {
        let root = match &attribute.root {
            Root::Variable(place, _) => self.variables.get(*place)?,
            Root::Local(place) => match self.locals.get(*place)? {
                Slot::Ready(Ok(value)) => value,
                _ => return None,
            },
            _ => return None,
        };
        let [fields @ .., last] = attribute.qualifiers.as_slice() else {
            return if matches!(root, Value::Optional(_) | Value::Error(_)) { None } else { Some(root.clone()) };
        };
        let found = if fields.is_empty() {
            simple_field(root, last)
        } else {
            let mut value = None;
            for qualifier in fields {
                value = Some(simple_field(value.as_ref().unwrap_or(root), qualifier).ok()??);
            }
            simple_field(value.as_ref().unwrap_or(root), last)
        };
        if attribute.is_test { Some(Value::Bool(found.ok()?.is_some())) } else { found.ok()? }
    }

    /// Evaluates the chain and counts the accesses that have a cost.
    fn resolve(&mut self, attribute: &'a Attribute, steps: &mut u64) -> Outcome<'a> {
        let mut qualifiers = attribute.qualifiers.iter();
        let variables = self.variables;
        // The first access borrows the variable instead of cloning it.
        let root = match &attribute.root {
            Root::Variable(place, _) => variables.get(*place),
            Root::Local(place) => match self.locals.get(*place) {
                Some(Slot::Ready(Ok(value))) => Some(value),
                _ => None,
            },
            _ => None,
        };
        let mut value = match root {
            Some(Value::Optional(_)) | None => self.root(&attribute.root)?,
            Some(Value::Error(error)) => return Err(EvaluationError::clone(error)),
            Some(root) => match qualifiers.as_slice().first() {
                None => return Ok(root.clone()),
                Some(Qualifier { key: Key::Field(name, hint), is_optional: false, position }) => {
                    qualifiers.next();
                    if attribute.is_test && qualifiers.as_slice().is_empty() {
                        *steps += 1;
                        return field(root, name, hint).map(|value| Value::Bool(value.is_some()));
                    }
                    *steps += 1;
                    match field(root, name, hint) {
                        Ok(Some(value)) => value,
                        Ok(None) => return Err(no_such_key(&Value::text(name)).at(*position)),
                        Err(error) => return Err(error.at(*position)),
                    }
                }
                Some(_) => root.clone(),
            },
        };
        let mut is_optional = false;
        if let Value::Optional(content) = &value {
            let Some(content) = content else {
                return Ok(if attribute.is_test { Value::Bool(false) } else { Value::NONE });
            };
            let content = Value::clone(content);
            value = if self.environment.minor() >= 37 { content } else { Value::held(as_native(content)) };
            is_optional = true;
        }
        while let Some(qualifier) = qualifiers.next() {
            is_optional |= qualifier.is_optional;
            let is_last_test = attribute.is_test && qualifiers.as_slice().is_empty();
            let found = self.look_up(&value, qualifier, is_optional || is_last_test, steps);
            match found {
                Ok(Some(below)) => {
                    *steps += 1;
                    value = below;
                }
                Ok(None) if is_last_test => {
                    *steps += u64::from(!is_optional);
                    return Ok(Value::Bool(false));
                }
                Ok(None) => return Ok(if attribute.is_test { Value::Bool(false) } else { Value::NONE }),
                Err(error) => {
                    // A failing access costs the same as a successful one, unless it is optional.
                    *steps += u64::from(!is_optional);
                    return Err(error.at(qualifier.position));
                }
            }
        }
        if attribute.is_test {
            return Ok(Value::Bool(true));
        }
        Ok(if is_optional { Value::Optional(Some(Arc::new(value))) } else { value })
    }

    /// Evaluates the key of an access. As in cel-go, if the key is an access chain that ends at an error value, that
    /// value is the key.
    fn key(&mut self, node: &'a PlanNode) -> Outcome<'a> {
        match &node.step {
            Step::Attribute(attribute) => self.end(attribute, node.position),
            _ => self.value(node),
        }
    }

    fn root(&mut self, root: &'a Root) -> Outcome<'a> {
        match root {
            Root::Variable(place, name) => self.variables.get(*place).cloned().ok_or_else(|| missing(name)),
            Root::Unknown(name) => Err(missing(name)),
            Root::Local(place) => self.local(*place),
            Root::Value(node) => self.value(node),
        }
    }

    /// Returns the value of a comprehension variable.
    pub(super) fn local(&mut self, place: usize) -> Outcome<'a> {
        match self.locals.get(place) {
            Some(Slot::Ready(outcome)) => outcome.clone(),
            Some(Slot::Later(node)) => {
                let node = *node;
                let outcome = self.value(node);
                if let Some(slot) = self.locals.get_mut(place) {
                    *slot = Slot::Ready(outcome.clone());
                }
                outcome
            }
            Some(Slot::Empty) | None => Err(missing("")),
        }
    }

    /// Looks up a key in `value`. Unless the access is optional, returns an error if the value is missing.
    fn look_up(
        &mut self,
        value: &Value<'a>,
        qualifier: &'a Qualifier,
        is_optional: bool,
        steps: &mut u64,
    ) -> Result<Option<Value<'a>>, EvaluationError> {
        if let Value::Error(error) = value {
            return Err(EvaluationError::clone(error));
        }
        let (found, key) = match &qualifier.key {
            Key::Field(name, hint) => (field(value, name, hint)?, Value::text(name)),
            Key::Constant(key) => (index(value, key)?, borrowed(key)),
            Key::Computed(node) => {
                // Charge for evaluated keys immediately, so that the limit takes effect in time.
                self.cost.charge(std::mem::take(steps))?;
                let key = self.key(node)?;
                key.check_qualifier()?;
                (index(value, &key)?, key)
            }
        };
        match found {
            None if !is_optional => Err(match (value, key) {
                (Value::List(_), Value::Int(index)) => ErrorKind::IndexOutOfBounds(index).into(),
                (Value::List(_), key) => EvaluationError::message(format!("index out of bounds: {}", printed(&key))),
                (_, key) => no_such_key(&key),
            }),
            found => Ok(found),
        }
    }
}

/// Looks up a field for the fast path. Returns `Err` if the fast path does not apply, and `None` if the field does not
/// exist.
#[inline]
fn simple_field<'a>(value: &Value<'a>, qualifier: &Qualifier) -> Result<Option<Value<'a>>, ()> {
    let (Value::Map(map), Key::Field(name, hint)) = (value, &qualifier.key) else { return Err(()) };
    let known = hint.load(Ordering::Relaxed);
    let mut place = known;
    let found = map.field(name, &mut place);
    if place != known {
        hint.store(place, Ordering::Relaxed);
    }
    found.map_err(|_| ())
}

/// Returns the field or the map value with the key `name`, if it exists.
#[inline]
fn field<'a>(value: &Value<'a>, name: &str, hint: &AtomicU32) -> Result<Option<Value<'a>>, EvaluationError> {
    match value {
        Value::Map(map) => {
            let known = hint.load(Ordering::Relaxed);
            let mut place = known;
            let found = map.field(name, &mut place);
            if place != known {
                hint.store(place, Ordering::Relaxed);
            }
            found
        }
        Value::List(_) => Err(EvaluationError::message("unsupported index type 'string' in list")),
        _ => Ok(None),
    }
}

/// Returns the list element or the map value with this key, if it exists.
fn index<'a>(value: &Value<'a>, key: &Value<'_>) -> Result<Option<Value<'a>>, EvaluationError> {
    match (value, key) {
        (Value::Map(map), key) => map.get(key),
        (Value::List(list), key) => {
            let place = match key {
                Value::Int(place) => usize::try_from(*place).ok(),
                Value::Uint(place) if i64::try_from(*place).is_ok() => usize::try_from(*place).ok(),
                Value::Double(place) if place.trunc() == *place && place.abs() < 9_223_372_036_854_775_808.0 => {
                    usize::try_from(*place as i64).ok()
                }
                Value::Uint(_) | Value::Double(_) => {
                    let key = printed(key);
                    return Err(EvaluationError::message(format!("unsupported index value {key} in list")));
                }
                _ => {
                    let of = key.type_name();
                    return Err(EvaluationError::message(format!("unsupported index type '{of}' in list")));
                }
            };
            let Some(element) = place.and_then(|place| list.held(place)) else { return Ok(None) };
            // Lists in the validated data only accept `int` indices.
            Ok(Some(match key {
                Value::Uint(_) | Value::Double(_) if list.is_of_data() => {
                    Value::held(Err(EvaluationError::message(format!("unsupported index: {}", printed(key)))))
                }
                _ => element,
            }))
        }
        _ => Ok(None),
    }
}

#[cold]
pub(super) fn no_such_key(key: &Value<'_>) -> EvaluationError {
    ErrorKind::NoSuchKey(Arc::new(printed(key))).into()
}

#[cold]
fn missing(name: &str) -> EvaluationError {
    EvaluationError::message(format!("no such attribute(s): {name}"))
}

/// Formats a key for a message.
pub(super) fn printed(key: &Value<'_>) -> String {
    match key {
        Value::String(text) => text.to_string(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Uint(value) => value.to_string(),
        Value::Double(value) => crate::go::format_float(*value),
        other => other.type_name().to_owned(),
    }
}

/// Converts the content of an optional when an expression accesses it. cel-go before 0.29 drops the schema of the
/// content and unwraps nested optionals.
///
/// Returns an error for values of Kubernetes types, which cannot be converted.
fn as_native(value: Value<'_>) -> Outcome<'_> {
    Ok(match value {
        Value::Map(map) => match map.data() {
            Some((data, shape)) if !matches!(shape.kind(), Kind::Dyn) => {
                Value::without_schema(crate::value::ValueRef::Map(data), shape)
            }
            _ => Value::Map(map),
        },
        Value::List(list) => match list.data() {
            Some((data, shape)) if !matches!(shape.kind(), Kind::Dyn) => {
                Value::without_schema(crate::value::ValueRef::List(data), shape)
            }
            // An element that cannot be converted becomes an error value, which fails when it is accessed.
            _ if list.is_joined() => {
                let elements = list.iter_held().map(|element| Value::held(as_native(element)));
                Value::from(elements.collect::<Vec<_>>())
            }
            _ => Value::List(list),
        },
        Value::Optional(Some(value)) => return as_native(Value::clone(&value)),
        Value::Optional(None) => Value::Null,
        Value::Quantity(quantity) => return Err(not_converted("*resource.Quantity", &quantity.number())),
        Value::Ip(address) => return Err(not_converted("netip.Addr", &address)),
        Value::Cidr(block) => return Err(not_converted("netip.Prefix", &block)),
        Value::Url(url) => return Err(not_converted("*url.URL", &*url)),
        Value::Semver(version) => return Err(not_converted("semver.Version", &*version)),
        Value::Error(error) => return Err(not_converted("*errors.errorString", &*error)),
        other => other,
    })
}

#[cold]
fn not_converted(of: &str, value: &dyn std::fmt::Display) -> EvaluationError {
    EvaluationError::message(format!("unsupported conversion to ref.Val: ({of}){value}"))
}

impl<'a> Evaluation<'a, '_> {
    /// Converts the value of an expression that cel-go wraps in an access chain, see [`as_native`]. An optional whose
    /// content cannot be converted contains an error value.
    pub(super) fn through_attribute(&self, value: Value<'a>) -> Value<'a> {
        match value {
            Value::Optional(Some(content)) if self.environment.minor() < 37 => {
                Value::some(Value::held(as_native(Value::clone(&content))))
            }
            value => value,
        }
    }
}
