//! Type conversions.

use crate::cost::{Call, CallEstimate, SizeEstimate, TRAVERSAL};

use super::declaration::{Declaration, global};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(1, "bool", "bool_to_bool", "bool", "bool"),
    global(1, "bool", "string_to_bool", "string", "bool"),
    global(1, "bytes", "bytes_to_bytes", "bytes", "bytes"),
    global(1, "bytes", "string_to_bytes", "string", "bytes").estimated(string_to_bytes),
    global(1, "double", "double_to_double", "double", "double"),
    global(1, "double", "int64_to_double", "int", "double"),
    global(1, "double", "string_to_double", "string", "double"),
    global(1, "double", "uint64_to_double", "uint", "double"),
    global(1, "duration", "duration_to_duration", "duration", "duration"),
    global(1, "duration", "int64_to_duration", "int", "duration").until(37),
    global(1, "duration", "string_to_duration", "string", "duration"),
    global(1, "dyn", "to_dyn", "A", "dyn"),
    global(1, "int", "int64_to_int64", "int", "int"),
    global(1, "int", "double_to_int64", "double", "int"),
    global(1, "int", "duration_to_int64", "duration", "int"),
    global(1, "int", "string_to_int64", "string", "int"),
    global(1, "int", "timestamp_to_int64", "timestamp", "int"),
    global(1, "int", "uint64_to_int64", "uint", "int"),
    global(1, "string", "string_to_string", "string", "string"),
    global(1, "string", "bool_to_string", "bool", "string"),
    global(1, "string", "bytes_to_string", "bytes", "string").estimated(bytes_to_string),
    global(1, "string", "double_to_string", "double", "string"),
    global(1, "string", "duration_to_string", "duration", "string"),
    global(1, "string", "int64_to_string", "int", "string"),
    global(1, "string", "timestamp_to_string", "timestamp", "string"),
    global(1, "string", "uint64_to_string", "uint", "string"),
    global(1, "timestamp", "timestamp_to_timestamp", "timestamp", "timestamp"),
    global(1, "timestamp", "int64_to_timestamp", "int", "timestamp"),
    global(1, "timestamp", "string_to_timestamp", "string", "timestamp"),
    global(1, "type", "type", "A", "type(A)"),
    global(1, "uint", "uint64_to_uint64", "uint", "uint"),
    global(1, "uint", "double_to_uint64", "double", "uint"),
    global(1, "uint", "int64_to_uint64", "int", "uint"),
    global(1, "uint", "string_to_uint64", "string", "uint"),
];

fn string_to_bytes(call: &mut Call<'_, '_>) -> CallEstimate {
    let size = call.known_size(0);
    CallEstimate::of(size.cost(TRAVERSAL)).with_result(SizeEstimate { min: size.min, max: size.max.wrapping_mul(4) })
}

fn bytes_to_string(call: &mut Call<'_, '_>) -> CallEstimate {
    let size = call.known_size(0);
    CallEstimate::of(size.cost(TRAVERSAL)).with_result(SizeEstimate { min: size.min / 4, max: size.max })
}
