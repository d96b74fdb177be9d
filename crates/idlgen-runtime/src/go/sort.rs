//! Emulates `sort.Slice`, including the resulting order of equal elements.

/// Maximum number of elements that are sorted with insertion sort, which is stable.
const INSERTION: usize = 12;

/// Minimum length of a range for which Go chooses the pivot as a median of medians, and tries to fix an almost sorted
/// range.
const LONG: usize = 50;

/// Returns the order of `length` elements after Go's `sort.Slice`: for each position, the index of its element.
///
/// `less` compares the elements at two indices. Go uses pattern-defeating quicksort, which is not stable: with more
/// than 12 elements, the order of equal elements depends on every step of the algorithm, so this function takes the
/// same steps. If `less` is inconsistent, the order is unspecified.
///
/// ```
/// let keys = [3, 1, 2];
/// assert_eq!(idlgen_runtime::go::sort_indices(3, |left, right| keys[left] < keys[right]), [1, 2, 0]);
/// ```
pub fn sort_indices(length: usize, less: impl FnMut(usize, usize) -> bool) -> Vec<usize> {
    let mut sorting = Sorting { order: (0..length).collect(), less };
    sorting.sort(0, length, usize::BITS - length.leading_zeros());
    sorting.order
}

/// The order of a range, as far as the choice of the pivot reveals it.
#[derive(Clone, Copy, PartialEq)]
enum Hint {
    Unknown,
    Increasing,
    Decreasing,
}

struct Sorting<L> {
    order: Vec<usize>,
    less: L,
}

impl<L: FnMut(usize, usize) -> bool> Sorting<L> {
    fn less(&mut self, left: usize, right: usize) -> bool {
        match (self.order.get(left), self.order.get(right)) {
            (Some(&left), Some(&right)) => (self.less)(left, right),
            _ => false,
        }
    }

    fn swap(&mut self, left: usize, right: usize) {
        if left < self.order.len() && right < self.order.len() {
            self.order.swap(left, right);
        }
    }

    /// Sorts `begin..end`. Switches to heapsort after `bad_pivots` unbalanced partitions.
    fn sort(&mut self, mut begin: usize, mut end: usize, mut bad_pivots: u32) {
        let (mut was_even, mut was_partitioned) = (true, true);
        loop {
            let length = end - begin;
            if length <= INSERTION {
                return self.sort_by_insertion(begin, end);
            }
            if bad_pivots == 0 {
                return self.sort_by_heap(begin, end);
            }
            if !was_even {
                self.scatter(begin, end);
                bad_pivots -= 1;
            }
            let (mut pivot, mut hint) = self.choose_pivot(begin, end);
            if hint == Hint::Decreasing {
                if let Some(stretch) = self.order.get_mut(begin..end) {
                    stretch.reverse();
                }
                pivot = (end - 1) - (pivot - begin);
                hint = Hint::Increasing;
            }
            if was_even && was_partitioned && hint == Hint::Increasing && self.mend(begin, end) {
                return;
            }
            // No element in the range is less than the element before the range. If that element equals the pivot, all
            // elements that are not greater than the pivot are equal.
            if begin > 0 && !self.less(begin - 1, pivot) {
                begin = self.partition_equal(begin, end, pivot);
                continue;
            }
            let (middle, already) = self.partition(begin, end, pivot);
            was_partitioned = already;
            let (left, right) = (middle - begin, end - middle);
            was_even = left.min(right) >= length / 8;
            // Recursing into the shorter side limits the depth to the logarithm of the length.
            if left < right {
                self.sort(begin, middle, bad_pivots);
                begin = middle + 1;
            } else {
                self.sort(middle + 1, end, bad_pivots);
                end = middle;
            }
        }
    }

    fn sort_by_insertion(&mut self, begin: usize, end: usize) {
        for next in begin + 1..end {
            let mut place = next;
            while place > begin && self.less(place, place - 1) {
                self.swap(place, place - 1);
                place -= 1;
            }
        }
    }

    fn sort_by_heap(&mut self, begin: usize, end: usize) {
        let length = end - begin;
        // Leaves stay where they are, without a comparison.
        for root in (0..length).rev() {
            self.sift_down(root, length, begin);
        }
        for last in (0..length).rev() {
            self.swap(begin, begin + last);
            self.sift_down(0, last, begin);
        }
    }

    fn sift_down(&mut self, mut root: usize, length: usize, begin: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= length {
                return;
            }
            if child + 1 < length && self.less(begin + child, begin + child + 1) {
                child += 1;
            }
            if !self.less(begin + root, begin + child) {
                return;
            }
            self.swap(begin + root, begin + child);
            root = child;
        }
    }

    /// Moves smaller elements before the pivot and the others after it. Returns the new index of the pivot and whether
    /// the range was already partitioned.
    fn partition(&mut self, begin: usize, end: usize, pivot: usize) -> (usize, bool) {
        self.swap(begin, pivot);
        let (mut left, mut right) = (begin + 1, end - 1);
        let mut is_first = true;
        loop {
            while left <= right && self.less(left, begin) {
                left += 1;
            }
            while left <= right && !self.less(right, begin) {
                right -= 1;
            }
            if left > right {
                self.swap(right, begin);
                return (right, is_first);
            }
            self.swap(left, right);
            left += 1;
            right -= 1;
            is_first = false;
        }
    }

    /// Moves elements equal to the pivot before the greater ones. Returns the index of the first greater element.
    fn partition_equal(&mut self, begin: usize, end: usize, pivot: usize) -> usize {
        self.swap(begin, pivot);
        let (mut left, mut right) = (begin + 1, end - 1);
        loop {
            while left <= right && !self.less(begin, left) {
                left += 1;
            }
            while left <= right && self.less(begin, right) {
                right -= 1;
            }
            if left > right {
                return left;
            }
            self.swap(left, right);
            left += 1;
            right -= 1;
        }
    }

    /// Swaps a few elements of a range that is probably almost sorted. Returns `true` if the range is sorted then.
    fn mend(&mut self, begin: usize, end: usize) -> bool {
        const STEPS: usize = 5;
        let mut place = begin + 1;
        for _ in 0..STEPS {
            while place < end && !self.less(place, place - 1) {
                place += 1;
            }
            if place == end {
                return true;
            }
            if end - begin < LONG {
                return false;
            }
            self.swap(place, place - 1);
            if place - begin >= 2 {
                let mut lesser = place - 1;
                while lesser >= 1 && self.less(lesser, lesser - 1) {
                    self.swap(lesser, lesser - 1);
                    lesser -= 1;
                }
            }
            if end - place >= 2 {
                let mut greater = place + 1;
                while greater < end && self.less(greater, greater - 1) {
                    self.swap(greater, greater - 1);
                    greater += 1;
                }
            }
        }
        false
    }

    /// Swaps three elements in the middle with pseudorandom ones, to break patterns. The seed is the length of the
    /// range.
    fn scatter(&mut self, begin: usize, end: usize) {
        let length = end - begin;
        let mut random = length as u64;
        // All bits below the next power of two that is greater than the length.
        let mask = (1u64 << (u64::BITS - random.leading_zeros())) - 1;
        let middle = begin + (length / 4) * 2;
        for place in middle - 1..=middle + 1 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let drawn = (random & mask) as usize;
            self.swap(place, begin + if drawn >= length { drawn - length } else { drawn });
        }
    }

    fn choose_pivot(&mut self, begin: usize, end: usize) -> (usize, Hint) {
        const ALL_SWAPS: u32 = 4 * 3;
        let length = end - begin;
        let mut swaps = 0;
        let [mut first, mut second, mut third] = [1, 2, 3].map(|quarter| begin + length / 4 * quarter);
        if length >= LONG {
            first = self.median([first - 1, first, first + 1], &mut swaps);
            second = self.median([second - 1, second, second + 1], &mut swaps);
            third = self.median([third - 1, third, third + 1], &mut swaps);
        }
        let pivot = self.median([first, second, third], &mut swaps);
        let hint = match swaps {
            0 => Hint::Increasing,
            ALL_SWAPS => Hint::Decreasing,
            _ => Hint::Unknown,
        };
        (pivot, hint)
    }

    fn median(&mut self, places: [usize; 3], swaps: &mut u32) -> usize {
        let [first, second, third] = places;
        let (first, second) = self.in_order(first, second, swaps);
        let (second, _) = self.in_order(second, third, swaps);
        let (_, second) = self.in_order(first, second, swaps);
        second
    }

    fn in_order(&mut self, left: usize, right: usize, swaps: &mut u32) -> (usize, usize) {
        if self.less(right, left) {
            *swaps += 1;
            return (right, left);
        }
        (left, right)
    }
}

#[cfg(test)]
mod tests {
    use idlgen_testing::Random;

    use super::sort_indices;

    fn sorted(keys: &[u64]) -> Vec<usize> {
        sort_indices(keys.len(), |left, right| keys[left] < keys[right])
    }

    #[test]
    fn sorts() {
        let mut random = Random::new(7);
        for length in 0..400 {
            for range in [2, 10, 1_000_000] {
                let keys: Vec<u64> = (0..length).map(|_| random.below(range) as u64).collect();
                let order = sorted(&keys);
                assert!(order.windows(2).all(|pair| keys[pair[0]] <= keys[pair[1]]));
                let mut indices = order.clone();
                indices.sort_unstable();
                assert!(indices.into_iter().eq(0..length));
            }
        }
    }

    #[test]
    fn leaves_equal_elements_where_go_leaves_them() {
        let keys: Vec<u64> = (0..20).map(|index| index * 7 % 5).collect();
        assert_eq!(sorted(&keys), [10, 5, 15, 0, 13, 3, 18, 8, 6, 16, 1, 11, 9, 14, 4, 19, 12, 2, 17, 7]);
        let keys: Vec<u64> = (0..60).map(|index| index * 7 % 5).collect();
        let order = [
            40, 25, 55, 30, 20, 5, 0, 10, 15, 45, 35, 50, 58, 13, 38, 8, 48, 33, 18, 43, 53, 3, 28, 23, 31, 36, 26, 1,
            56, 51, 21, 6, 46, 11, 41, 16, 49, 24, 14, 39, 59, 34, 54, 4, 44, 9, 29, 19, 47, 7, 37, 32, 52, 17, 42, 2,
            22, 57, 27, 12,
        ];
        assert_eq!(sorted(&keys), order);
        let keys: Vec<u64> = (0..30).map(|index| (30 - index) / 4).collect();
        let order = [
            27, 29, 28, 24, 26, 25, 23, 22, 21, 20, 19, 15, 18, 17, 16, 14, 11, 13, 12, 8, 10, 9, 7, 6, 5, 4, 3, 0, 2,
            1,
        ];
        assert_eq!(sorted(&keys), order);
    }

    /// A hash of every comparison and of the resulting order.
    struct Steps(u64);

    impl Steps {
        fn add(&mut self, index: usize) {
            self.0 = (self.0 ^ index as u64).wrapping_mul(0x0100_0000_01b3);
        }

        fn sort(&mut self, length: usize, mut less: impl FnMut(usize, usize) -> bool) {
            let order = sort_indices(length, |left, right| {
                self.add(left);
                self.add(right);
                less(left, right)
            });
            for index in order {
                self.add(index);
            }
        }
    }

    fn keys(pattern: &str, length: usize, random: &mut Random) -> Vec<usize> {
        let mut keys: Vec<usize> = (0..length)
            .map(|index| match pattern {
                "two values" => random.below(2),
                "few values" => random.below(10),
                "any values" => random.below(1_000_000),
                "decreasing" | "almost decreasing" => length - index,
                "runs" => index % 7 * length + index,
                "a peak" => index.min(length - index),
                "a late least" => (index + 1) % length,
                _ => index,
            })
            .collect();
        if pattern.starts_with("almost") {
            for _ in 0..3 {
                let (left, right) = (random.below(length), random.below(length));
                if length > 0 {
                    keys.swap(left, right);
                }
            }
        }
        keys
    }

    /// The hashes come from the same program in Go 1.26 with `sort.Slice`.
    #[test]
    fn takes_the_same_steps_as_go() {
        for (pattern, hash) in [
            ("two values", 0x1a7b_e9a5_bc1b_08e6),
            ("few values", 0x8f41_afb0_8013_47b1),
            ("any values", 0x9288_6ff7_c603_3078),
            ("increasing", 0x768a_7203_d488_f013),
            ("almost increasing", 0x7a9b_1a22_b1c8_ef3e),
            ("decreasing", 0x8864_a7d8_ccb2_51ee),
            ("almost decreasing", 0x915c_be3d_cbc3_6913),
            ("runs", 0xb493_1425_8d2f_2dae),
            ("a peak", 0xe234_4bc8_dce2_b07f),
            ("a late least", 0x2eed_4c91_f715_ce49),
        ] {
            let (mut random, mut steps) = (Random::new(7), Steps(0xcbf2_9ce4_8422_2325));
            for length in 0..400 {
                let keys = keys(pattern, length, &mut random);
                steps.sort(length, |left, right| keys[left] < keys[right]);
            }
            assert_eq!(steps.0, hash, "{pattern}: {:#x}", steps.0);
        }
    }

    /// M. D. McIlroy's "A Killer Adversary for Quicksort" makes every pivot bad, so that the sort ends with a heap.
    #[test]
    fn takes_the_same_steps_as_go_for_an_adversary() {
        let mut steps = Steps(0xcbf2_9ce4_8422_2325);
        for length in 0..400 {
            let (mut values, mut solid, mut candidate) = (vec![length; length], 0, 0);
            steps.sort(length, |left, right| {
                if values[left] == length && values[right] == length {
                    values[if left == candidate { left } else { right }] = solid;
                    solid += 1;
                }
                if values[left] == length {
                    candidate = left;
                } else if values[right] == length {
                    candidate = right;
                }
                values[left] < values[right]
            });
        }
        assert_eq!(steps.0, 0x2384_0667_0d86_85a6, "{:#x}", steps.0);
    }

    #[test]
    fn survives_comparisons_that_contradict_each_other() {
        for length in 0..300 {
            let mut calls = 0;
            let order = sort_indices(length, |_, _| {
                calls += 1;
                calls % 3 == 0
            });
            assert_eq!(order.len(), length);
            assert_eq!(sort_indices(length, |_, _| true).len(), length);
        }
    }

    #[test]
    fn a_heap_contains_only_its_part_of_the_list() {
        for (begin, end) in [(0, 4), (0, 5), (2, 6), (1, 7), (0, 8)] {
            // Elements outside of the part are the greatest, so that they would rise to the top of the heap.
            let keys: Vec<usize> =
                (0..8).map(|index| if (begin..end).contains(&index) { 7 - index } else { 99 }).collect();
            let mut sorting =
                super::Sorting { order: (0..8).collect(), less: |left: usize, right: usize| keys[left] < keys[right] };
            sorting.sort_by_heap(begin, end);
            let part = &sorting.order[begin..end];
            assert!(part.iter().copied().eq((begin..end).rev()), "{begin}..{end}: {part:?}");
            let others = (0..8).filter(|index| !(begin..end).contains(index));
            assert!(others.clone().all(|index| sorting.order[index] == index));
        }
    }
}
