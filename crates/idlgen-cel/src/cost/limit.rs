//! Cost limits of the rules in a schema, and the messages if they are exceeded.

/// Cost limit of one expression, including all locations where its schema can occur.
pub const EXPRESSION_LIMIT: u64 = 10_000_000;
/// Cost limit of all expressions in a schema.
pub const SCHEMA_LIMIT: u64 = 100_000_000;
/// Maximum size of a request to an API server, in bytes.
const REQUEST_SIZE: i64 = 3 * 1024 * 1024;
/// Number of expressions to report if the total is too high.
const NAMED: usize = 4;

/// Returns how many values with this minimum JSON size a request can contain, below lists or maps without a limit.
pub fn cardinality_of_unbounded(min_serialized_size: i64) -> u64 {
    (REQUEST_SIZE / min_serialized_size.saturating_add(1).max(1)) as u64
}

/// Returns the cost of an expression in all locations: the cost of one evaluation (`max`) times the number of
/// locations.
pub fn expression_cost(max: u64, cardinality: u64) -> u64 {
    max.saturating_mul(cardinality)
}

/// Returns `estimated rule cost exceeds budget by factor of 2.5x (…)` if `cost` exceeds `limit`. `what` is, for
/// example, `estimated rule cost`.
pub fn exceeded(what: &str, cost: u64, limit: u64) -> Option<String> {
    if cost <= limit {
        return None;
    }
    let factor = cost as f64 / limit as f64;
    let factor = if factor > 100.0 {
        "more than 100x".to_owned()
    } else if factor < 1.5 {
        format!("{factor:.6}x")
    } else {
        format!("{factor:.1}x")
    };
    let advice = "try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and \
        strings are declared";
    Some(format!("{what} exceeds budget by factor of {factor} ({advice})"))
}

/// The total cost of all expressions in a schema, and the most expensive ones. `P` is the location of an expression.
#[derive(Clone, Debug)]
pub struct CostTotal<P> {
    total: u64,
    most_expensive: Vec<(P, u64)>,
}

impl<P> Default for CostTotal<P> {
    fn default() -> Self {
        Self { total: 0, most_expensive: Vec::new() }
    }
}

impl<P> CostTotal<P> {
    /// Adds an expression. The error report omits an expression that costs less than a hundredth of the limit.
    pub fn add(&mut self, cost: u64, place: impl FnOnce() -> P) {
        self.total = self.total.saturating_add(cost);
        if cost >= SCHEMA_LIMIT / 100 {
            let index = self.most_expensive.partition_point(|(_, known)| *known >= cost);
            self.most_expensive.insert(index, (place(), cost));
            self.most_expensive.truncate(NAMED);
        }
    }

    /// Returns the sum of the costs added so far, at most [`u64::MAX`].
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the message for the entire schema if the total is too high.
    pub fn exceeded(&self) -> Option<String> {
        exceeded(
            "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
            self.total,
            SCHEMA_LIMIT,
        )
    }

    /// Returns the most expensive expressions, at most four, in descending order. If the total is too high, each of
    /// them `contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`.
    pub fn most_expensive(&self) -> impl Iterator<Item = (&P, u64)> {
        self.most_expensive.iter().map(|(place, cost)| (place, *cost))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages() {
        let text = |cost| exceeded("estimated rule cost", cost, EXPRESSION_LIMIT).unwrap_or_default();
        assert_eq!(text(10_000_000), "");
        assert!(
            text(10_485_760).starts_with("estimated rule cost exceeds budget by factor of 1.048576x (try simplifying")
        );
        for (cost, factor) in [
            (14_999_999, "1.500000x"),
            (15_000_000, "1.5x"),
            (401_000_000, "40.1x"),
            (1_000_000_000, "100.0x"),
            (1_000_000_001, "more than 100x"),
        ] {
            assert!(text(cost).contains(&format!("factor of {factor} (")), "{cost}");
        }
        assert!(text(u64::MAX).contains(" more than 100x "));
    }

    #[test]
    fn a_request_has_room_for_a_limited_number_of_values() {
        for (size, count) in [(0, 3_145_728), (1, 1_572_864), (2, 1_048_576), (3_145_727, 1), (3_145_728, 0)] {
            assert_eq!(cardinality_of_unbounded(size), count, "{size}");
        }
        assert_eq!(cardinality_of_unbounded(i64::MAX), 0);
        assert_eq!(cardinality_of_unbounded(-5), 3_145_728);
        assert_eq!((expression_cost(3, 5), expression_cost(u64::MAX / 2, 3)), (15, u64::MAX));
    }

    #[test]
    fn four_are_named() {
        let mut total = CostTotal::default();
        for (place, cost) in
            [("a", 1_000_000), ("b", 99), ("c", 5_000_000), ("d", 2_000_000), ("e", 90_000_000), ("f", 3_000_000)]
        {
            total.add(cost, || place);
        }
        assert_eq!(total.most_expensive().map(|(place, _)| *place).collect::<String>(), "ecfd");
        assert_eq!(total.total(), 101_000_099);
        assert!(total.exceeded().is_some_and(|text| text.contains("1.010001x")));
        let mut cheap = CostTotal::default();
        for cost in [999_999, 1_000_000] {
            cheap.add(cost, || cost);
        }
        assert_eq!(cheap.most_expensive().collect::<Vec<_>>(), [(&1_000_000, 1_000_000)]);
        assert_eq!(cheap.exceeded(), None);
    }
}
