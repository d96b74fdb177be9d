//! Metrics of compared validations.

use std::time::Duration;

use crate::metrics::{Counter, Histogram, write_head};

/// The measurements of one comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// Number of differences.
    pub differences: usize,
    /// Duration of the first validation.
    pub first: Duration,
    /// Duration of the second validation.
    pub second: Duration,
}

/// A sink for observations: your own registry, or [`PrometheusMetrics`].
pub trait Metrics: Send + Sync {
    /// Records an observation.
    fn observe(&self, observation: &Observation);
}

/// Histogram buckets in seconds for one validation.
const SECONDS: &[f64] = &[0.000_01, 0.000_1, 0.001, 0.01, 0.1, 1.0];

/// Histogram buckets in seconds for the time that the second validation takes longer than the first.
const MORE_SECONDS: &[f64] = &[-0.01, -0.001, -0.000_1, 0.0, 0.000_1, 0.001, 0.01];

/// Collects metrics and formats them in the Prometheus text format.
#[derive(Debug)]
pub struct PrometheusMetrics {
    different: Counter,
    more_seconds: Histogram,
    seconds: Histogram,
}

impl Default for PrometheusMetrics {
    fn default() -> Self {
        PrometheusMetrics {
            different: Counter::default(),
            more_seconds: Histogram::new(MORE_SECONDS),
            seconds: Histogram::new(SECONDS),
        }
    }
}

impl Metrics for PrometheusMetrics {
    fn observe(&self, observation: &Observation) {
        let Observation { differences, first, second } = observation;
        self.different.add(u64::from(*differences > 0));
        self.more_seconds.observe(second.as_secs_f64() - first.as_secs_f64());
        self.seconds.observe(second.as_secs_f64());
    }
}

impl PrometheusMetrics {
    /// Returns the number of objects with differences.
    pub fn different(&self) -> u64 {
        self.different.get()
    }

    /// Returns the number of compared objects.
    pub fn compared(&self) -> u64 {
        self.seconds.count()
    }

    /// Formats all metrics in the Prometheus text format. Their names begin with `prefix`, such as `apiserver_`.
    pub fn to_prometheus(&self, prefix: &str) -> String {
        let mut text = String::new();
        let name = format!("{prefix}declarative_validation_difference_total");
        write_head(&name, "counter", "Objects with different results.", &mut text);
        self.different.write(&name, "", &mut text);
        let name = format!("{prefix}declarative_validation_difference_seconds");
        write_head(&name, "histogram", "Additional time of the second validation.", &mut text);
        self.more_seconds.write(&name, &mut text);
        let name = format!("{prefix}declarative_validation_seconds");
        write_head(&name, "histogram", "Time of the second validation.", &mut text);
        self.seconds.write(&name, &mut text);
        text
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Metrics, Observation, PrometheusMetrics};

    #[test]
    fn the_text_that_is_exported() {
        let metrics = PrometheusMetrics::default();
        let observe = |differences, first, second| {
            let (first, second) = (Duration::from_micros(first), Duration::from_micros(second));
            metrics.observe(&Observation { differences, first, second });
        };
        observe(0, 500, 250);
        observe(3, 250, 500);
        assert_eq!((metrics.different(), metrics.compared()), (1, 2));
        assert_eq!(
            metrics.to_prometheus("apiserver_"),
            "\
# HELP apiserver_declarative_validation_difference_total Objects with different results.
# TYPE apiserver_declarative_validation_difference_total counter
apiserver_declarative_validation_difference_total 1
# HELP apiserver_declarative_validation_difference_seconds Additional time of the second validation.
# TYPE apiserver_declarative_validation_difference_seconds histogram
apiserver_declarative_validation_difference_seconds_bucket{le=\"-0.01\"} 0
apiserver_declarative_validation_difference_seconds_bucket{le=\"-0.001\"} 0
apiserver_declarative_validation_difference_seconds_bucket{le=\"-0.0001\"} 1
apiserver_declarative_validation_difference_seconds_bucket{le=\"0\"} 1
apiserver_declarative_validation_difference_seconds_bucket{le=\"0.0001\"} 1
apiserver_declarative_validation_difference_seconds_bucket{le=\"0.001\"} 2
apiserver_declarative_validation_difference_seconds_bucket{le=\"0.01\"} 2
apiserver_declarative_validation_difference_seconds_bucket{le=\"+Inf\"} 2
apiserver_declarative_validation_difference_seconds_sum 0
apiserver_declarative_validation_difference_seconds_count 2
# HELP apiserver_declarative_validation_seconds Time of the second validation.
# TYPE apiserver_declarative_validation_seconds histogram
apiserver_declarative_validation_seconds_bucket{le=\"0.00001\"} 0
apiserver_declarative_validation_seconds_bucket{le=\"0.0001\"} 0
apiserver_declarative_validation_seconds_bucket{le=\"0.001\"} 2
apiserver_declarative_validation_seconds_bucket{le=\"0.01\"} 2
apiserver_declarative_validation_seconds_bucket{le=\"0.1\"} 2
apiserver_declarative_validation_seconds_bucket{le=\"1\"} 2
apiserver_declarative_validation_seconds_bucket{le=\"+Inf\"} 2
apiserver_declarative_validation_seconds_sum 0.00075
apiserver_declarative_validation_seconds_count 2
"
        );
        // One difference is enough.
        observe(1, 500, 500);
        assert_eq!((metrics.different(), metrics.compared()), (2, 3));
    }
}
