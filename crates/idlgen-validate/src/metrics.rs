//! Counters and histograms in the Prometheus text format.

use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering},
};

/// A monotonic counter.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Increases the value by `count`.
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }

    /// Returns the value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Writes the sample of the counter. `labels` is empty or has the format `{verdict="allowed"}`.
    pub fn write(&self, name: &str, labels: &str, text: &mut String) {
        let _ = writeln!(text, "{name}{labels} {}", self.get());
    }
}

/// A histogram with fixed upper bounds.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [f64],
    /// For each bound, the number of values that are at most this bound and greater than the previous one. The last
    /// element counts the values above all bounds.
    counts: Vec<AtomicU64>,
    /// The sum of the values, as the bits of an `f64`.
    sum: AtomicU64,
}

impl Histogram {
    /// Creates an empty histogram with these bounds in ascending order.
    pub fn new(bounds: &'static [f64]) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Histogram { bounds, counts, sum: AtomicU64::new(0.0_f64.to_bits()) }
    }

    /// Records a value.
    pub fn observe(&self, value: f64) {
        let place = self.bounds.partition_point(|bound| *bound < value);
        if let Some(count) = self.counts.get(place) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        let add = |bits| Some((f64::from_bits(bits) + value).to_bits());
        let _ = self.sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    /// Returns the number of recorded values.
    pub fn count(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }

    /// Writes the samples of the histogram.
    pub fn write(&self, name: &str, text: &mut String) {
        let mut total = 0;
        let bounds = self.bounds.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
        for (bound, count) in bounds.zip(&self.counts) {
            total += count.load(Ordering::Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {total}");
        }
        let _ = writeln!(text, "{name}_sum {}\n{name}_count {total}", f64::from_bits(self.sum.load(Ordering::Relaxed)));
    }
}

/// Writes the header lines of a metric: its help text and its type (`counter`, `gauge`, `histogram`).
pub fn write_head(name: &str, of_type: &str, help: &str, text: &mut String) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {of_type}");
}

#[cfg(test)]
mod tests {
    use super::{Counter, Histogram, write_head};

    #[test]
    fn writes_what_prometheus_reads() {
        let histogram = Histogram::new(&[0.001, 0.1]);
        for value in [0.0001, 0.001, 0.05, 2.0] {
            histogram.observe(value);
        }
        assert_eq!(histogram.count(), 4);
        let counter = Counter::default();
        counter.add(2);
        let mut text = String::new();
        write_head("a_total", "counter", "All of them.", &mut text);
        counter.write("a_total", "{kind=\"x\"}", &mut text);
        histogram.write("b_seconds", &mut text);
        assert_eq!(
            text,
            "# HELP a_total All of them.\n# TYPE a_total counter\na_total{kind=\"x\"} 2\n\
             b_seconds_bucket{le=\"0.001\"} 2\nb_seconds_bucket{le=\"0.1\"} 3\nb_seconds_bucket{le=\"+Inf\"} 4\n\
             b_seconds_sum 2.0511\nb_seconds_count 4\n"
        );
    }
}
