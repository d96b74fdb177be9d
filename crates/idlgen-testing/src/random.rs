//! Reproducible pseudorandom numbers for test cases.

/// A pseudorandom number generator (xorshift64*).
///
/// ```
/// use idlgen_testing::Random;
/// let (mut one, mut other) = (Random::of_name("Widget"), Random::of_name("Widget"));
/// assert_eq!(one.one_of(&["a", "b", "c"]), other.one_of(&["a", "b", "c"]));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the sequence for a seed.
    pub fn new(seed: u64) -> Self {
        // The constants make sequences of similar seeds differ. `| 1` avoids a zero state, which would remain zero.
        Random((seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1)
    }

    /// Creates the sequence for a name, which is hashed to a seed.
    pub fn of_name(name: &str) -> Self {
        // The FNV-1a hash.
        Self::new(
            name.bytes()
                .fold(0xcbf2_9ce4_8422_2325, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// Returns a number below `limit`, or 0 if `limit` is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// Returns `true` with this probability in percent.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a random item, or the default if the slice is empty.
    pub fn one_of<T: Clone + Default>(&mut self, items: &[T]) -> T {
        items.get(self.below(items.len())).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn equal_seeds_give_equal_numbers() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            [0; 4].map(|_: i32| random.below(1000))
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
        assert_eq!(Random::new(0).below(0), 0);
        assert_eq!(Random::of_name("a").below(1000), Random::of_name("a").below(1000));
        assert_ne!(Random::of_name("a").below(1000), Random::of_name("b").below(1000));
    }
}
