//! Nesting of the values that expressions build.

use super::Value;
use super::equality::Depth;
use crate::cel::{ErrorKind, EvaluationError};

impl Value<'_> {
    /// Returns how deep built lists, built maps and optionals nest. Data has no levels, like a scalar.
    pub(super) fn nesting(&self) -> u16 {
        match self {
            Self::List(list) => list.nesting(),
            Self::Map(map) => map.nesting(),
            Self::Optional(Some(content)) => around([&**content]),
            _ => 0,
        }
    }

    /// Returns the value unless it nests deeper than values can be compared. Dropping or formatting a value takes stack
    /// for each level, and loops can multiply the levels of an expression.
    #[inline]
    pub(in crate::cel) fn within_nesting_limit(self) -> Result<Self, EvaluationError> {
        let may_nest = matches!(self, Self::List(_) | Self::Map(_) | Self::Optional(_));
        if may_nest && self.nesting() > Depth::LIMIT { Err(ErrorKind::TooDeep.into()) } else { Ok(self) }
    }
}

/// Returns the nesting of a value with these parts.
pub(super) fn around<'v, 'a: 'v>(parts: impl IntoIterator<Item = &'v Value<'a>>) -> u16 {
    parts.into_iter().map(Value::nesting).max().unwrap_or(0).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::value::Map;

    #[test]
    fn every_built_value_around_another_counts() {
        let list = |inner: Value<'static>| Value::from(vec![Value::Int(1), inner, Value::Null]);
        let map = |inner| Value::Map(Map::from(vec![(Value::Int(1), inner)]));
        assert_eq!((Value::Int(1).nesting(), Value::NONE.nesting(), Value::from(vec![]).nesting()), (0, 0, 1));
        assert_eq!(map(list(Value::some(list(Value::Int(1))))).nesting(), 4);
        let mut value = list(Value::Int(1));
        for _ in 1..Depth::LIMIT {
            value = list(value).within_nesting_limit().unwrap();
        }
        assert_eq!(value.nesting(), Depth::LIMIT);
        assert_eq!(list(value).within_nesting_limit().unwrap_err().kind(), &ErrorKind::TooDeep);
    }

    #[test]
    fn what_is_added_counts() {
        let inner = Value::from(vec![Value::from(vec![])]);
        let Value::List(mut list) = Value::from(vec![Value::Int(1)]) else { unreachable!("a list") };
        assert!(list.push(inner.clone()).is_ok());
        assert_eq!(list.nesting(), 3);
        let mut map = Map::from(Vec::new());
        assert!(map.push((Value::Int(1), inner.clone())).is_ok());
        assert_eq!((map.nesting(), map.insert(Value::Int(2), Value::some(inner)).nesting()), (3, 4));
    }
}
