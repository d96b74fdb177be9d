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

#[cfg(test)]
mod tests {
    use std::{sync::Mutex, thread::sleep, time::Duration};

    use idlgen_runtime::field::{BadValue, Error, ErrorList, ErrorType, Path};
    use serde_json::json;

    use super::*;

    /// Reports an error with this detail for `a` in each object after a delay.
    fn validator(detail: &'static str, delay: Duration) -> impl ObjectValidator {
        move |object: &Json, old: Option<&Json>| {
            sleep(delay);
            let mut errors = ErrorList::new();
            if object.get("a").is_some() && old.is_none() {
                let path = Path::root().field("a").to_path_buf();
                errors.push(Error::new(ErrorType::Invalid, path, BadValue::Omitted, detail));
            }
            Outcome::new(errors, ErrorList::new())
        }
    }

    #[derive(Default)]
    struct Observed(Mutex<Vec<Observation>>);

    impl Metrics for Observed {
        fn observe(&self, observation: &Observation) {
            self.0.lock().unwrap().push(*observation);
        }
    }

    #[test]
    fn results_are_compared_at_a_level() {
        let details = |list: &ErrorList| list.iter().map(|error| error.detail.clone()).collect::<Vec<_>>();
        for (agreement, differences) in [(None, 1), (Some(Agreement::Fields), 0), (Some(Agreement::Texts), 1)] {
            let mut dual = DualValidator::new(validator("one", Duration::ZERO), validator("other", Duration::ZERO));
            if let Some(agreement) = agreement {
                dual = dual.with_agreement(agreement);
            }
            let compared = dual.validate(&json!({"a": 1}), None);
            assert_eq!(details(&compared.outcome.errors), ["one"]);
            assert_eq!(details(&compared.second.errors), ["other"]);
            assert_eq!(compared.differences.len(), differences, "{agreement:?}");
            let update = dual.validate(&json!({"a": 1}), Some(&json!({})));
            assert_eq!(update, Compared::default());
        }
    }

    #[test]
    fn metrics_observe_differences_and_times() {
        let (metrics, delay) = (Arc::new(Observed::default()), Duration::from_millis(20));
        let slow_second = DualValidator::new(validator("one", Duration::ZERO), validator("other", delay));
        let slow_second = slow_second.with_metrics(metrics.clone());
        slow_second.validate(&json!({"a": 1}), None);
        slow_second.validate(&json!({}), None);
        let observed = metrics.0.lock().unwrap().clone();
        assert_eq!(observed.iter().map(|one| one.differences).collect::<Vec<_>>(), [1, 0]);
        assert!(observed.iter().all(|one| one.second >= delay && one.first < one.second), "{observed:?}");
    }

    #[test]
    fn custom_resources_are_created_and_updated() {
        let (schema, _) = crate::Schema::from_json(&json!({"type": "object", "properties": {
            "a": {"type": "integer", "x-kubernetes-validations": [{"rule": "self >= oldSelf"}]}
        }}));
        let resource_type = crate::crd::ResourceType {
            group: "example.com".to_owned(),
            version: "v1".to_owned(),
            kind: "Foo".to_owned(),
            schema,
            ..Default::default()
        };
        let options = crate::ValidatorOptions::crd();
        let resource = CustomResource::new(&crate::Definitions::default(), resource_type, options).unwrap();
        let object = |a: i64| {
            let metadata = json!({"name": "n", "namespace": "d", "resourceVersion": "1"});
            json!({"apiVersion": "example.com/v1", "kind": "Foo", "metadata": metadata, "a": a})
        };
        let errors = |new: &Json, old: Option<&Json>| resource.validate_object(new, old).errors.to_string();
        let mut created = object(1);
        created["metadata"].as_object_mut().unwrap().remove("resourceVersion");
        assert_eq!(errors(&created, None), "");
        assert_eq!(errors(&object(2), Some(&object(1))), "");
        assert!(errors(&object(1), Some(&object(2))).contains("failed rule: self >= oldSelf"));
    }

    #[test]
    fn debug_output_has_both_validators() {
        let dual = DualValidator { first: "one", second: "other", agreement: Agreement::Verdict, metrics: None };
        let text = r#"DualValidator { first: "one", second: "other", agreement: Verdict, .. }"#;
        assert_eq!(format!("{dual:?}"), text);
    }
}
