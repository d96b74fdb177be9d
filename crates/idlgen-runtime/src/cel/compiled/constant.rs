//! Calls of library functions with a constant: `quantity('1Gi')`, `duration('1h')`.

use std::sync::OnceLock;

use super::{Cost, LibraryFunction};
use crate::cel::Value;

/// The result of a library function for a constant string, computed on first use.
#[derive(Debug)]
pub struct LazyConstant {
    function: LibraryFunction,
    argument: &'static str,
    result: OnceLock<(Option<Value<'static>>, u64)>,
}

impl LazyConstant {
    /// Creates a reference to the result of a function for this string.
    pub const fn new(function: LibraryFunction, argument: &'static str) -> Self {
        LazyConstant { function, argument, result: OnceLock::new() }
    }

    /// Returns the result, and charges for the call. Fails if the function does.
    pub fn value(&'static self, cost: &Cost) -> Option<Value<'static>> {
        let (value, cost_of_call) = self.result.get_or_init(|| {
            let cost = Cost::default();
            (self.function.call(&[Value::text(self.argument)], &cost), cost.get())
        });
        cost.add(*cost_of_call);
        value.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_use_is_charged_like_a_call() {
        const fn quantity() -> LibraryFunction {
            LibraryFunction::new(35, "quantity", "string_to_quantity")
        }
        static CONSTANT: LazyConstant = LazyConstant::new(quantity(), "1Gi");
        static INVALID: LazyConstant = LazyConstant::new(quantity(), "1 Gi");
        let (of_call, of_constant) = (Cost::default(), Cost::default());
        assert!(quantity().call(&[Value::text("1Gi")], &of_call).is_some());
        for _ in 0..2 {
            assert!(matches!(CONSTANT.value(&of_constant), Some(Value::Quantity(_))));
        }
        assert_eq!(of_constant.get(), 2 * of_call.get());
        assert!(INVALID.value(&of_constant).is_none());
    }
}
