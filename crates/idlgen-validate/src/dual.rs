//! Compares two validations of the same objects: for example, old and new rules of a kind, two Kubernetes versions, or
//! a schema and code that is generated or hand-written. The result of the first validation applies. Differences are
//! returned as data and counted, so that you can replace the first validation once both agree. For the same purpose,
//! API servers have `CompareDeclarativeErrorsAndEmitMismatches` (`k8s.io/apiserver/pkg/registry/rest`).
//!
//! ```
//! use std::sync::Arc;
//!
//! use idlgen_validate::{
//!     Schema, Validator,
//!     dual::{DifferenceKind, DualValidator, PrometheusMetrics},
//! };
//! use serde_json::json;
//!
//! let validator = |maximum: i64| {
//!     let (schema, _) = Schema::from_json(&json!({"type": "object", "properties": {
//!         "size": {"type": "integer", "maximum": maximum}
//!     }}));
//!     Validator::new(&schema)
//! };
//! let metrics = Arc::new(PrometheusMetrics::default());
//! let dual = DualValidator::new(validator(9)?, validator(5)?).with_metrics(metrics.clone());
//!
//! let compared = dual.validate(&json!({"size": 7}), None);
//! assert!(compared.outcome.errors.is_empty(), "the result of the first one applies");
//! assert_eq!(compared.differences[0].kind(), DifferenceKind::OnlySecond);
//! assert_eq!(
//!     compared.differences[0].to_string(),
//!     "only the second reports: size: Invalid value: 7: size in body should be less than or equal to 5"
//! );
//! assert_eq!(compared.differences[0].to_json()["second"]["field"], "size");
//! assert!(metrics.to_prometheus("apiserver_").contains("apiserver_declarative_validation_difference_total 1\n"));
//! # Ok::<(), Vec<idlgen_validate::engine::SchemaError>>(())
//! ```

mod agreement;
mod difference;
mod metrics;

use std::{fmt, sync::Arc, time::Instant};

use idlgen_runtime::Outcome;
use serde_json::Value as Json;

pub use self::{
    agreement::{Agreement, differences},
    difference::{Difference, DifferenceKind, Part},
    metrics::{Metrics, Observation, PrometheusMetrics},
};
use crate::{Validator, crd::CustomResource};

/// A way to validate objects.
///
/// Functions also implement this trait. This example compares generated types with a schema:
///
/// ```
/// use idlgen_runtime::{Outcome, field::{BadValue, Error, ErrorList, ErrorType, Path}};
/// use idlgen_validate::{Schema, Validator, dual::DualValidator};
/// use serde_json::{Value, json};
///
/// // With a generated type: `serde_json::from_value::<Widget>(object.clone())`, and then `widget.all_errors(None)`.
/// let by_hand = |object: &Value, _old: Option<&Value>| {
///     let mut errors = ErrorList::new();
///     if object.get("name").is_none() {
///         let path = Path::root().field("name").to_path_buf();
///         errors.push(Error::new(ErrorType::Required, path, BadValue::Omitted, ""));
///     }
///     Outcome::new(errors, ErrorList::new())
/// };
/// let (schema, _) = Schema::from_json(&json!({"type": "object", "required": ["name"]}));
/// let dual = DualValidator::new(by_hand, Validator::new(&schema)?);
/// assert!(dual.validate(&json!({}), None).differences.is_empty());
/// # Ok::<(), Vec<idlgen_validate::engine::SchemaError>>(())
/// ```
pub trait ObjectValidator {
    /// Validates an object. If there is an old object, validates the update to the new one.
    fn validate_object(&self, object: &Json, old: Option<&Json>) -> Outcome;
}

impl ObjectValidator for Validator {
    fn validate_object(&self, object: &Json, old: Option<&Json>) -> Outcome {
        self.validate(object, old.map(|old| old as _))
    }
}

impl ObjectValidator for CustomResource {
    /// Returns the server's result for a creation or an update. If decoding fails, the decoding error is the only
    /// error.
    fn validate_object(&self, object: &Json, old: Option<&Json>) -> Outcome {
        let admission = match old {
            Some(old) => self.update(object, old),
            None => self.create(object),
        };
        admission.into_outcome()
    }
}

impl<F: Fn(&Json, Option<&Json>) -> Outcome> ObjectValidator for F {
    fn validate_object(&self, object: &Json, old: Option<&Json>) -> Outcome {
        self(object, old)
    }
}

/// Compares two validations. It can be shared between threads if both validations can.
pub struct DualValidator<A, B> {
    first: A,
    second: B,
    agreement: Agreement,
    metrics: Option<Arc<dyn Metrics>>,
}

impl<A: fmt::Debug, B: fmt::Debug> fmt::Debug for DualValidator<A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("DualValidator");
        out.field("first", &self.first).field("second", &self.second);
        out.field("agreement", &self.agreement).finish_non_exhaustive()
    }
}

/// The results of both validations of an object.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Compared {
    /// The result of the first validation, which applies.
    pub outcome: Outcome,
    /// The result of the second validation.
    pub second: Outcome,
    /// The differences. Empty if both validations agree.
    pub differences: Vec<Difference>,
}

impl<A: ObjectValidator, B: ObjectValidator> DualValidator<A, B> {
    /// Compares two validations. The result of `first` applies.
    pub fn new(first: A, second: B) -> Self {
        DualValidator { first, second, agreement: Agreement::default(), metrics: None }
    }

    /// Sets the level at which both results must agree.
    pub fn with_agreement(self, agreement: Agreement) -> Self {
        DualValidator { agreement, ..self }
    }

    /// Sets the metrics. Several validators may share them.
    pub fn with_metrics(self, metrics: Arc<dyn Metrics>) -> Self {
        DualValidator { metrics: Some(metrics), ..self }
    }

    /// Runs both validations and compares their results.
    pub fn validate(&self, object: &Json, old: Option<&Json>) -> Compared {
        let begin = Instant::now();
        let outcome = self.first.validate_object(object, old);
        let middle = Instant::now();
        let second = self.second.validate_object(object, old);
        let end = Instant::now();
        let differences = differences(&outcome, &second, self.agreement);
        if let Some(metrics) = &self.metrics {
            metrics.observe(&Observation {
                differences: differences.len(),
                first: middle.duration_since(begin),
                second: end.duration_since(middle),
            });
        }
        Compared { outcome, second, differences }
    }
}
