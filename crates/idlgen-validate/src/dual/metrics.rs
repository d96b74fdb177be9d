//! What is counted of two validations side by side.

use std::time::Duration;

use crate::metrics::{Counter, Histogram, write_head};

/// Two validations of one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// How many things they say differently.
    pub differences: usize,
    /// How long the first took.
    pub first: Duration,
    /// How long the second took.
    pub second: Duration,
}

/// Where observations go: a registry of the caller, or [`PrometheusMetrics`].
pub trait Metrics: Send + Sync {
    /// Counts one.
    fn observe(&self, observation: &Observation);
}

/// Seconds of one validation.
const SECONDS: &[f64] = &[0.000_01, 0.000_1, 0.001, 0.01, 0.1, 1.0];

/// Seconds by which one validation takes longer than another.
const MORE_SECONDS: &[f64] = &[-0.01, -0.001, -0.000_1, 0.0, 0.000_1, 0.001, 0.01];

/// Metrics in the text that Prometheus reads.
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
    /// Of how many objects the two validations said different things.
    pub fn different(&self) -> u64 {
        self.different.get()
    }

    /// How many objects were judged by both.
    pub fn judged(&self) -> u64 {
        self.seconds.count()
    }

    /// All metrics, their names with a prefix such as `apiserver_`.
    pub fn to_prometheus(&self, prefix: &str) -> String {
        let mut text = String::new();
        let name = format!("{prefix}declarative_validation_difference_total");
        write_head(&name, "counter", "Objects of which both say different things.", &mut text);
        self.different.write(&name, "", &mut text);
        let name = format!("{prefix}declarative_validation_difference_seconds");
        write_head(&name, "histogram", "How much longer the second validation takes.", &mut text);
        self.more_seconds.write(&name, &mut text);
        let name = format!("{prefix}declarative_validation_seconds");
        write_head(&name, "histogram", "How long the second validation takes.", &mut text);
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
        assert_eq!((metrics.different(), metrics.judged()), (1, 2));
        assert_eq!(
            metrics.to_prometheus("apiserver_"),
            "\
# HELP apiserver_declarative_validation_difference_total Objects of which both say different things.
# TYPE apiserver_declarative_validation_difference_total counter
apiserver_declarative_validation_difference_total 1
# HELP apiserver_declarative_validation_difference_seconds How much longer the second validation takes.
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
# HELP apiserver_declarative_validation_seconds How long the second validation takes.
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
    }
}
