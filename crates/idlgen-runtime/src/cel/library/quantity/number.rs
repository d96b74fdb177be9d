//! Quantities, stored like in Go.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
};

use crate::cel::{Environment, EvaluationError};
use crate::types::{self, QuantityFormat};

/// A quantity in a CEL expression.
#[derive(Clone, Debug)]
pub struct Quantity {
    pub(super) number: Number,
    pub(super) is_computed: bool,
}

/// Emulates how Go stores the number of a quantity.
#[derive(Clone, Debug)]
pub(super) enum Number {
    /// Stored by value.
    Own(types::Quantity),
    /// Stored in a pointer that copies share. Each copy has its own notation.
    Shared(Arc<Mutex<types::Quantity>>, QuantityFormat),
}

impl From<types::Quantity> for Number {
    fn from(number: types::Quantity) -> Self {
        if number.is_long() {
            let format = number.format();
            Self::Shared(Arc::new(Mutex::new(number)), format)
        } else {
            Self::Own(number)
        }
    }
}

impl Quantity {
    /// Returns the current quantity: see [`add`](super::add).
    pub fn number(&self) -> types::Quantity {
        self.current().into_owned()
    }

    pub(super) fn current(&self) -> Cow<'_, types::Quantity> {
        match &self.number {
            Number::Own(number) => Cow::Borrowed(number),
            Number::Shared(number, format) => {
                let number = number.lock().unwrap_or_else(PoisonError::into_inner);
                Cow::Owned(if number.format() == *format { number.clone() } else { number.written_as(*format) })
            }
        }
    }

    /// Returns `true` if this is the result of `add` or `sub`. In Go, such a result has a pointer type and does not
    /// equal any value, see [`Quantity::equals`].
    pub fn is_computed(&self) -> bool {
        self.is_computed
    }

    /// `self == other`.
    ///
    /// ```
    /// use idlgen_runtime::cel::{Environment, library::quantity};
    /// let (one, two) = (quantity::quantity("1").unwrap(), quantity::quantity("2").unwrap());
    /// let sum = quantity::add(&one, &one, &Environment::default()).unwrap();
    /// assert_eq!(sum.equals(&two), Ok(true));
    /// assert!(two.equals(&sum).unwrap_err().is_no_such_overload());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns `no such overload` if `other` is the result of `add` or `sub`, as in the API server. In this case,
    /// `self != other` is true.
    pub fn equals(&self, other: &Quantity) -> Result<bool, EvaluationError> {
        if other.is_computed { Err(EvaluationError::no_such_overload()) } else { Ok(self.current() == other.current()) }
    }

    /// Creates the result of `add` or `sub` from the computed number. `None` means that the number is out of range.
    pub(super) fn computed(
        &self,
        number: Option<types::Quantity>,
        environment: &Environment,
    ) -> Result<Self, EvaluationError> {
        let number = number.ok_or_else(|| EvaluationError::message(types::ParseQuantityError::TooLong.to_string()))?;
        let number = match &self.number {
            Number::Shared(receiver, _) if environment.minor() < 37 => {
                let format = number.format();
                *receiver.lock().unwrap_or_else(PoisonError::into_inner) = number;
                Number::Shared(Arc::clone(receiver), format)
            }
            _ => number.into(),
        };
        Ok(Quantity { number, is_computed: true })
    }
}
