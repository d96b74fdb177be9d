//! Which objects rules can use as `self`.

use idlgen_runtime::{
    cel::{Shape, Value},
    value::Value as _,
};
use idlgen_validate::{Definitions, Schema, ZeroMode, cel::shape};
use serde_json::Value as Json;

/// Returns `true` if the object can be converted to `self`. If not, the real libraries fail when a rule uses it. An API
/// server validates objects first, so this does not happen there.
pub(super) fn is_value(schema: &Json, object: &Json, is_resource: bool) -> bool {
    let (schema, _) = Schema::from_json(schema);
    let shape = Shape::new(shape(&schema, &Definitions::default(), is_resource, ZeroMode::Crd));
    Value::of_data(object.as_value(), &shape).is_ok()
}
