//! Metrics, in the text format of Prometheus.

use std::time::Duration;

use idlgen_validate::{
    dual::PrometheusMetrics,
    metrics::{Counter, Histogram, write_head},
};

/// Histogram buckets of response times in seconds.
const SECONDS: &[f64] = &[0.000_1, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

/// The metrics of a service.
#[derive(Debug)]
pub struct Metrics {
    /// Number of allowed requests.
    pub allowed: Counter,
    /// Number of denied requests.
    pub denied: Counter,
    /// Number of requests that exceeded a limit.
    pub shed: Counter,
    /// Number of requests that could not be parsed.
    pub unreadable: Counter,
    /// Number of validations that failed because of a bug in this program.
    pub failed: Counter,
    /// The response times of validations, including waiting time.
    seconds: Histogram,
    /// The results of comparing with other CRDs.
    pub compared: PrometheusMetrics,
}

impl Default for Metrics {
    fn default() -> Self {
        Metrics {
            allowed: Counter::default(),
            denied: Counter::default(),
            shed: Counter::default(),
            unreadable: Counter::default(),
            failed: Counter::default(),
            seconds: Histogram::new(SECONDS),
            compared: PrometheusMetrics::default(),
        }
    }
}

impl Metrics {
    /// Counts a response.
    pub fn responded(&self, allowed: bool, took: Duration) {
        if allowed { &self.allowed } else { &self.denied }.add(1);
        self.seconds.observe(took.as_secs_f64());
    }

    /// Returns all metrics.
    pub fn to_prometheus(&self) -> String {
        let mut text = String::new();
        let name = "webhook_requests_total";
        write_head(name, "counter", "Requests by result.", &mut text);
        let counters = [
            ("allowed", &self.allowed),
            ("denied", &self.denied),
            ("shed", &self.shed),
            ("unreadable", &self.unreadable),
            ("failed", &self.failed),
        ];
        for (label, counter) in counters {
            counter.write(name, &format!("{{result=\"{label}\"}}"), &mut text);
        }
        let name = "webhook_request_seconds";
        write_head(name, "histogram", "Duration of validated requests, including their waiting time.", &mut text);
        self.seconds.write(name, &mut text);
        text + &self.compared.to_prometheus("webhook_")
    }
}
