//! Quantities.

use crate::cost::traversal;

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(28, "add", "quantity_add", "kubernetes.Quantity, kubernetes.Quantity", "kubernetes.Quantity"),
    member(28, "add", "quantity_add_int", "kubernetes.Quantity, int", "kubernetes.Quantity"),
    member(28, "asApproximateFloat", "quantity_get_float", "kubernetes.Quantity", "double"),
    member(28, "asInteger", "quantity_get_int", "kubernetes.Quantity", "int"),
    member(28, "compareTo", "quantity_compare_to", "kubernetes.Quantity, kubernetes.Quantity", "int"),
    member(28, "isGreaterThan", "quantity_is_greater_than", "kubernetes.Quantity, kubernetes.Quantity", "bool"),
    member(28, "isInteger", "quantity_is_integer", "kubernetes.Quantity", "bool"),
    member(28, "isLessThan", "quantity_is_less_than", "kubernetes.Quantity, kubernetes.Quantity", "bool"),
    global(28, "isQuantity", "is_quantity_string", "string", "bool").estimated(traversal),
    global(28, "quantity", "string_to_quantity", "string", "kubernetes.Quantity").estimated(traversal),
    global(28, "sign", "quantity_sign", "kubernetes.Quantity", "int"),
    member(28, "sub", "quantity_sub", "kubernetes.Quantity, kubernetes.Quantity", "kubernetes.Quantity"),
    member(28, "sub", "quantity_sub_int", "kubernetes.Quantity, int", "kubernetes.Quantity"),
];
