//! What rules of a schema may cost together, and the messages if they cost more.

/// The most that one expression may cost, for all places where its schema can occur.
pub const EXPRESSION_LIMIT: u64 = 10_000_000;
/// The most that all expressions of a schema may cost.
pub const SCHEMA_LIMIT: u64 = 100_000_000;
/// The longest request that an API server reads, in bytes.
const REQUEST_SIZE: i64 = 3 * 1024 * 1024;
/// The number of expressions that are named if the total is too high.
const NAMED: usize = 4;

/// How often a value of this least size in JSON can occur in one request, below lists or maps without a limit.
pub fn cardinality_of_unbounded(min_serialized_size: i64) -> u64 {
    (REQUEST_SIZE / min_serialized_size.saturating_add(1).max(1)) as u64
}

/// The cost of an expression for all places: `max` for one, times their number.
pub fn expression_cost(max: u64, cardinality: u64) -> u64 {
    max.saturating_mul(cardinality)
}

/// `estimated rule cost exceeds budget by factor of 2.5x (…)`, if `cost` is above `limit`. `what` is
/// `estimated rule cost` and the like.
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

/// The cost of all expressions of a schema, and which of them cost most. `P` says where an expression stands.
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
    /// Adds an expression. One that costs less than a hundredth of the limit is not named.
    pub fn add(&mut self, place: P, cost: u64) {
        self.total = self.total.saturating_add(cost);
        if cost >= SCHEMA_LIMIT / 100 {
            let index = self.most_expensive.partition_point(|(_, known)| *known >= cost);
            self.most_expensive.insert(index, (place, cost));
            self.most_expensive.truncate(NAMED);
        }
    }

    /// The total.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The message about the whole schema if the total is too high.
    pub fn exceeded(&self) -> Option<String> {
        exceeded(
            "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
            self.total,
            SCHEMA_LIMIT,
        )
    }

    /// The expressions that cost most, at most four, most expensive first. Each of them
    /// `contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema` if the total is too
    /// high.
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
        assert!(text(401_000_000).contains(" 40.1x "));
        assert!(text(u64::MAX).contains(" more than 100x "));
    }

    #[test]
    fn four_are_named() {
        let mut total = CostTotal::default();
        for (place, cost) in
            [("a", 1_000_000), ("b", 99), ("c", 5_000_000), ("d", 2_000_000), ("e", 90_000_000), ("f", 3_000_000)]
        {
            total.add(place, cost);
        }
        assert_eq!(total.most_expensive().map(|(place, _)| *place).collect::<String>(), "ecfd");
        assert_eq!(total.total(), 101_000_099);
        assert!(total.exceeded().is_some_and(|text| text.contains("1.010001x")));
    }
}
