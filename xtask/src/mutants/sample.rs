//! A reproducible sample.

use idlgen_testing::Random;

/// Returns `count` of the items, or all of them if there are fewer, in their order.
pub(super) fn sample<T: Clone>(items: &[T], count: usize, seed: u64) -> Vec<T> {
    let mut random = Random::new(seed);
    let mut left = count.min(items.len());
    let mut sampled = Vec::with_capacity(left);
    for (index, item) in items.iter().enumerate() {
        if random.below(items.len() - index) < left {
            sampled.push(item.clone());
            left -= 1;
        }
    }
    sampled
}

#[cfg(test)]
mod tests {
    use super::sample;

    #[test]
    fn a_sample_has_the_size_and_the_order_asked_for() {
        let names: Vec<String> = (0..500).map(|number| format!("{number:03}")).collect();
        let one = sample(&names, 100, 1);
        assert_eq!(one.len(), 100);
        assert!(one.is_sorted());
        assert_eq!(one, sample(&names, 100, 1));
        assert_ne!(one, sample(&names, 100, 2));
        assert_eq!(sample(&names, 600, 1), names);
        assert_eq!(sample::<String>(&[], 5, 1), Vec::<String>::new());
    }
}
