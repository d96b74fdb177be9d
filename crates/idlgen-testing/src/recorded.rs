//! Hashes of the results for many pseudorandom inputs. A Go program with the same generator records the hashes that a
//! test expects.

use crate::Random;

/// Hashes results, each followed by a zero byte (FNV-1a).
pub fn hash_results(results: impl Iterator<Item = String>) -> u64 {
    results.fold(0xcbf2_9ce4_8422_2325, |hash, result| {
        let bytes = result.bytes().chain([0]);
        bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    })
}

/// Hashes the results for `count` strings. Each differs from one of the samples in up to three characters.
///
/// ```
/// use idlgen_testing::hash_similar;
/// let length = |text: &str| text.len().to_string();
/// assert_eq!(hash_similar(9, "ab", &["", "xyz"], length), hash_similar(9, "ab", &["", "xyz"], length));
/// ```
pub fn hash_similar(count: usize, characters: &str, samples: &[&str], result: impl Fn(&str) -> String) -> u64 {
    let mut random = Random::new(1);
    let characters: Vec<char> = characters.chars().collect();
    let strings = (0..count).map(|_| {
        let mut text: Vec<char> = random.one_of(samples).chars().collect();
        for _ in 0..random.below(4) {
            let (character, at) = (random.one_of(&characters), random.below(text.len() + 1));
            match random.below(3) {
                1 if at < text.len() => text[at] = character,
                2 if at < text.len() => drop(text.remove(at)),
                _ => text.insert(at, character),
            }
        }
        text.into_iter().collect::<String>()
    });
    hash_results(strings.map(|text| result(&text)))
}

/// Hashes the results for `count` numbers of all magnitudes.
pub fn hash_numbers(count: usize, result: impl Fn(u64) -> String) -> u64 {
    let mut random = Random::new(1);
    let numbers = (0..count).map(|_| {
        let high = (random.below(1 << 32) as u64) << 32;
        (high | random.below(1 << 32) as u64) >> random.below(64)
    });
    hash_results(numbers.map(result))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_counts() {
        let of = |result: fn(&str) -> String| hash_similar(100, "ab", &["", "xyz"], result);
        assert_eq!(of(str::to_owned), of(str::to_owned));
        assert_ne!(of(str::to_owned), of(|text| text.replace("xayz", "")));
        assert_ne!(hash_numbers(100, |number| number.to_string()), hash_numbers(99, |number| number.to_string()));
    }
}
