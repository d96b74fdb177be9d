//! Data as CEL values, with their value types.

use std::sync::{Arc, OnceLock};

use crate::{
    cel::{Shape, ShapeData, ShapeId, Value},
    value,
};

/// A value type in generated code, prepared on first use.
#[derive(Debug)]
pub struct LazyShape {
    shapes: &'static ShapeData,
    id: ShapeId,
    ready: OnceLock<Shape>,
}

impl LazyShape {
    /// Creates a reference to the value type at an index.
    pub const fn new(shapes: &'static ShapeData, id: u32) -> Self {
        LazyShape { shapes, id: ShapeId(id), ready: OnceLock::new() }
    }

    /// Returns the value that the interpreter sees in data of this type. Fails if the data does not match the type.
    pub fn value<'a, T: value::Value + ?Sized>(&'static self, data: &'a T) -> Option<Value<'a>> {
        let shape = self.ready.get_or_init(|| Shape::at(Arc::new(ShapeData::clone(self.shapes)), self.id).of_go_type());
        match Value::of_data(data.as_value(), shape) {
            Ok(Value::Error(_)) | Err(_) => None,
            Ok(value) => Some(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow::Borrowed;

    use super::*;
    use crate::{
        cel::{Kind, ShapeNode},
        types::Time,
    };

    #[test]
    fn values_have_the_type_of_their_schema() {
        static SHAPES: ShapeData = ShapeData {
            nodes: Borrowed(&[
                ShapeNode { kind: Kind::DateTime, nullable: false },
                ShapeNode { kind: Kind::Number, nullable: false },
            ]),
        };
        static TIME: LazyShape = LazyShape::new(&SHAPES, 0);
        static NUMBER: LazyShape = LazyShape::new(&SHAPES, 1);
        let time: Time = serde_json::from_str("\"2026-01-02T03:04:05Z\"").unwrap();
        assert!(matches!(TIME.value(&time), Some(Value::Timestamp(_))));
        assert!(matches!(NUMBER.value(&7_i64), Some(Value::Double(value)) if value == 7.0));
        assert!(NUMBER.value("seven").is_none());
        assert!(TIME.value(&Time::default()).is_none(), "null, which the type does not allow");
    }
}
