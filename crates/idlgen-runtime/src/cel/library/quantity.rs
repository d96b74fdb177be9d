//! Quantities (`quantity` of k8s.io/apiserver/pkg/cel/library).

mod number;

use std::sync::Arc;

pub use number::Quantity;

use super::{Binding, CallCost, by_name, by_overload};
use crate::cel::{Environment, EvaluationError, Value};
use crate::types::{self, QuantityFormat};

/// `quantity(text)`
///
/// # Errors
///
/// Returns an error if the text is not a quantity.
pub fn quantity(text: &str) -> Result<Quantity, EvaluationError> {
    match text.parse() {
        Ok(number) => Ok(Quantity { number: types::Quantity::into(number), is_computed: false }),
        Err(error) => Err(EvaluationError::message(types::ParseQuantityError::to_string(&error))),
    }
}

/// `isQuantity(text)`
pub fn is_quantity(text: &str) -> bool {
    text.parse::<types::Quantity>().is_ok()
}

/// `sign(quantity)`: -1, 0 or 1.
pub fn sign(quantity: &Quantity) -> i64 {
    quantity.current().signum().into()
}

/// `quantity.isInteger()`: `true` if [`as_integer`] succeeds. It fails for integers in a fractional notation such as
/// `1000m`.
pub fn is_integer(quantity: &Quantity) -> bool {
    quantity.current().to_i64().is_some()
}

/// `quantity.asInteger()`
///
/// # Errors
///
/// Returns an error if the quantity is not an integer.
pub fn as_integer(quantity: &Quantity) -> Result<i64, EvaluationError> {
    quantity.current().to_i64().ok_or_else(|| EvaluationError::message("cannot convert value to integer"))
}

/// `quantity.asApproximateFloat()`
pub fn as_approximate_float(quantity: &Quantity) -> f64 {
    quantity.current().to_f64()
}

/// `quantity.compareTo(other)`: -1, 0 or 1.
pub fn compare_to(quantity: &Quantity, other: &Quantity) -> i64 {
    quantity.current().cmp(&other.current()) as i64
}

/// `quantity.isLessThan(other)`
pub fn is_less_than(quantity: &Quantity, other: &Quantity) -> bool {
    quantity.current() < other.current()
}

/// `quantity.isGreaterThan(other)`
pub fn is_greater_than(quantity: &Quantity, other: &Quantity) -> bool {
    quantity.current() > other.current()
}

/// `quantity.add(other)`
///
/// Before Kubernetes 1.37, the call also modifies `quantity` if it is long, for example if it has more than 18 digits:
/// the API server copies the pointer to the digits and adds to them.
///
/// # Errors
///
/// Returns an error if the sum has more than 38 digits. Kubernetes has no such limit.
pub fn add(quantity: &Quantity, other: &Quantity, environment: &Environment) -> Result<Quantity, EvaluationError> {
    quantity.computed(quantity.current().checked_add(&other.current()), environment)
}

/// `quantity.add(1)`
///
/// # Errors
///
/// Returns the errors of [`add`].
pub fn add_int(quantity: &Quantity, other: i64, environment: &Environment) -> Result<Quantity, EvaluationError> {
    let other = types::Quantity::new(other, QuantityFormat::DecimalExponent);
    quantity.computed(quantity.current().checked_add(&other), environment)
}

/// `quantity.sub(other)`, which modifies a long quantity like [`add`].
///
/// # Errors
///
/// Returns the errors of [`add`].
pub fn sub(quantity: &Quantity, other: &Quantity, environment: &Environment) -> Result<Quantity, EvaluationError> {
    quantity.computed(quantity.current().checked_sub(&other.current()), environment)
}

/// `quantity.sub(1)`
///
/// # Errors
///
/// Returns the errors of [`add`].
pub fn sub_int(quantity: &Quantity, other: i64, environment: &Environment) -> Result<Quantity, EvaluationError> {
    let other = types::Quantity::new(other, QuantityFormat::DecimalExponent);
    quantity.computed(quantity.current().checked_sub(&other), environment)
}

pub(super) const FUNCTIONS: &[Binding] =
    &[
        by_name("quantity", &["string_to_quantity"], CallCost::Characters(1), |arguments, _| match arguments {
            [Value::String(text)] => Ok(Value::Quantity(Arc::new(quantity(text)?))),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_name("isQuantity", &["is_quantity_string"], CallCost::Characters(1), |arguments, _| match arguments {
            [Value::String(text)] => Ok(is_quantity(text).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("sign", &["quantity_sign"], CallCost::One, |arguments, _| match arguments {
            [Value::Quantity(quantity)] => Ok(sign(quantity).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("isInteger", &["quantity_is_integer"], CallCost::One, |arguments, _| match arguments {
            [Value::Quantity(quantity)] => Ok(is_integer(quantity).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("asInteger", &["quantity_get_int"], CallCost::One, |arguments, _| match arguments {
            [Value::Quantity(quantity)] => Ok(as_integer(quantity)?.into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("asApproximateFloat", &["quantity_get_float"], CallCost::One, |arguments, _| match arguments {
            [Value::Quantity(quantity)] => Ok(as_approximate_float(quantity).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("compareTo", &["quantity_compare_to"], CallCost::One, |arguments, _| match arguments {
            [Value::Quantity(quantity), Value::Quantity(other)] => Ok(compare_to(quantity, other).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("isLessThan", &["quantity_is_less_than"], CallCost::One, |arguments, _| match arguments {
            [Value::Quantity(quantity), Value::Quantity(other)] => Ok(is_less_than(quantity, other).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("isGreaterThan", &["quantity_is_greater_than"], CallCost::One, |arguments, _| match arguments {
            [Value::Quantity(quantity), Value::Quantity(other)] => Ok(is_greater_than(quantity, other).into()),
            _ => Err(EvaluationError::no_such_overload()),
        }),
        by_overload("add", &["quantity_add", "quantity_add_int"], CallCost::One, |arguments, environment| {
            match arguments {
                [Value::Quantity(quantity), Value::Quantity(other)] => {
                    Ok(Value::Quantity(Arc::new(add(quantity, other, environment)?)))
                }
                [Value::Quantity(quantity), Value::Int(other)] => {
                    Ok(Value::Quantity(Arc::new(add_int(quantity, *other, environment)?)))
                }
                _ => Err(EvaluationError::no_such_overload()),
            }
        }),
        by_overload("sub", &["quantity_sub", "quantity_sub_int"], CallCost::One, |arguments, environment| {
            match arguments {
                [Value::Quantity(quantity), Value::Quantity(other)] => {
                    Ok(Value::Quantity(Arc::new(sub(quantity, other, environment)?)))
                }
                [Value::Quantity(quantity), Value::Int(other)] => {
                    Ok(Value::Quantity(Arc::new(sub_int(quantity, *other, environment)?)))
                }
                _ => Err(EvaluationError::no_such_overload()),
            }
        }),
    ];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes() {
        let quantity = |text| quantity(text).unwrap();
        let environment = Environment::default();
        assert_eq!(add_int(&quantity("0"), 1000, &environment).unwrap().number().to_string(), "1e3");
        assert_eq!(sub_int(&quantity("50k"), 20, &environment).unwrap().number().to_string(), "49980");
        assert_eq!(compare_to(&quantity("200M"), &quantity("0.2G")), 0);
        assert!(is_integer(&quantity("50k")) && !is_integer(&quantity("9999999999999999999999999999999999999G")));
        assert_eq!(as_integer(&quantity("1000m")).unwrap_err().to_string(), "cannot convert value to integer");
        assert!(!is_quantity("20 Mo"));
    }

    /// The result of Kubernetes 1.35's celtool for `[quantity("12345678901234567890")].map(q, [q.add(q), q, q.sub(1),
    /// q])`: each element is the last difference.
    #[test]
    fn a_long_receiver_changes() {
        for (minor, sum, receiver) in
            [(35, "24691357802469135779", "24691357802469135779"), (37, "24691357802469135780", "12345678901234567890")]
        {
            let environment = Environment::new(minor);
            let quantity = quantity("12345678901234567890").unwrap();
            let doubled = add(&quantity, &quantity, &environment).unwrap();
            sub_int(&quantity, 1, &environment).unwrap();
            assert_eq!((&*doubled.number().to_string(), &*quantity.number().to_string()), (sum, receiver));
        }
    }
}
