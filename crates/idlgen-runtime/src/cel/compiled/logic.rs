//! `&&`, `||`, `all`, `exists` and `exists_one` on operands that can fail. An operand that decides the result wins over
//! failed ones.

use super::Cost;

/// Evaluates an expression whose operands can fail.
#[inline]
pub fn attempt<T>(expression: impl FnOnce() -> Option<T>) -> Option<T> {
    expression()
}

/// `left && right`
#[inline]
pub fn and(left: Option<bool>, right: impl FnOnce() -> Option<bool>) -> Option<bool> {
    match left {
        Some(false) => Some(false),
        Some(true) => right(),
        None => right().filter(|right| !right),
    }
}

/// `left || right`
#[inline]
pub fn or(left: Option<bool>, right: impl FnOnce() -> Option<bool>) -> Option<bool> {
    match left {
        Some(true) => Some(true),
        Some(false) => right(),
        None => right().filter(|right| *right),
    }
}

/// `range.all(item, predicate)`. Every evaluation of the predicate adds `each` to the cost.
#[inline]
pub fn all<T>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    let mut answer = Some(true);
    let mut count = 0_u64;
    for item in range {
        count += 1;
        match predicate(item) {
            Some(true) => {}
            Some(false) => {
                answer = Some(false);
                break;
            }
            None => answer = None,
        }
    }
    cost.add(each.saturating_mul(count));
    answer
}

/// `range.exists(item, predicate)`. Every evaluation of the predicate adds `each` to the cost.
#[inline]
pub fn exists<T>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    let not = |answer: Option<bool>| answer.map(|answer| !answer);
    not(all(range, each, cost, |item| not(predicate(item))))
}

/// `range.exists_one(item, predicate)`. Every evaluation of the predicate adds `each` to the cost.
#[inline]
pub fn exists_one<T>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    let mut count = 0_usize;
    for item in range {
        cost.add(each);
        count += usize::from(predicate(item)?);
    }
    Some(count == 1)
}

/// `range.filter(item, predicate)`. Every evaluation of the predicate adds `each` to the cost.
#[inline]
pub fn filter<T: Clone>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<Vec<T>> {
    filter_map(range, each, cost, |item| Some(predicate(item.clone())?.then_some(item)))
}

/// `range.map(item, value)`. Every evaluation of the value adds `each` to the cost.
#[inline]
pub fn map<T, U>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<U>,
) -> Option<Vec<U>> {
    filter_map(range, each, cost, |item| Some(Some(value(item)?)))
}

/// `range.map(item, predicate, value)`. Every evaluation adds `each` to the cost.
#[inline]
pub fn filter_map<T, U>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<Option<U>>,
) -> Option<Vec<U>> {
    let mut list = Vec::new();
    for item in range {
        cost.add(each);
        list.extend(value(item)?);
    }
    Some(list)
}

/// `range.map(item, value).sum()`. Every evaluation of the value adds `each` to the cost. Fails if the sum overflows.
#[inline]
pub fn sum_map<T>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<i64>,
) -> Option<i64> {
    sum_filter_map(range, each, cost, |item| Some(Some(value(item)?)))
}

/// `range.map(item, predicate, value).sum()`. Every evaluation adds `each` to the cost. Fails if the sum overflows.
#[inline]
pub fn sum_filter_map<T>(
    range: impl IntoIterator<Item = T>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<Option<i64>>,
) -> Option<i64> {
    cost.add(1);
    let mut sum = 0_i64;
    for item in range {
        // The sum costs 1 for each element.
        cost.add(each.saturating_add(1));
        sum = sum.checked_add(value(item)?.unwrap_or(0))?;
    }
    Some(sum)
}

/// `left == right` on values for which equality in Rust implies equality in CEL, but not the reverse: the order of the
/// elements of a set does not matter in CEL.
#[inline]
pub fn same(are_equal: bool) -> Option<bool> {
    are_equal.then_some(true)
}

/// Compares like [`same`], with the cost for lists and maps of this size.
#[inline]
pub fn same_list(are_equal: bool, size: usize, cost: &Cost) -> Option<bool> {
    cost.traverse(size);
    same(are_equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWERS: [Option<bool>; 3] = [Some(true), Some(false), None];

    #[test]
    fn a_deciding_operand_wins_over_a_failed_one() {
        let of = |operator: fn(Option<bool>, Option<bool>) -> Option<bool>| {
            ANSWERS.map(|left| ANSWERS.map(|right| operator(left, right)))
        };
        let (yes, no, failed) = (Some(true), Some(false), None);
        let conjunction = of(|left, right| and(left, || right));
        assert_eq!(conjunction, [[yes, no, failed], [no, no, no], [failed, no, failed]]);
        let disjunction = of(|left, right| or(left, || right));
        assert_eq!(disjunction, [[yes, yes, yes], [yes, no, failed], [yes, failed, failed]]);
    }

    #[test]
    fn a_deciding_element_wins_over_failed_ones_and_ends_the_loop() {
        let (yes, no, failed) = (Some(true), Some(false), None);
        for (elements, for_all, for_any, for_one) in [
            ([yes, yes, yes], yes, yes, no),
            ([failed, no, yes], no, yes, failed),
            ([failed, yes, yes], failed, yes, failed),
            ([no, failed, no], no, failed, failed),
            ([no, yes, no], no, yes, yes),
        ] {
            let cost = Cost::new(1);
            assert_eq!(all(elements, 2, &cost, |answer| answer), for_all, "{elements:?}");
            assert_eq!(exists(elements, 2, &Cost::new(0), |answer| answer), for_any, "{elements:?}");
            assert_eq!(exists_one(elements, 2, &Cost::new(0), |answer| answer), for_one, "{elements:?}");
            let visited = elements.iter().position(|answer| *answer == no).map_or(3, |first| first + 1);
            assert_eq!(cost.get(), 1 + 2 * visited as u64);
        }
    }

    #[test]
    fn a_sum_fails_if_a_value_does_or_if_it_overflows() {
        let cost = Cost::new(0);
        assert_eq!(sum_map([1, 2], 4, &cost, Some), Some(3));
        assert_eq!(cost.get(), 11);
        assert_eq!(sum_map([1, 2], 4, &cost, |item| (item > 1).then_some(item)), None);
        assert_eq!(sum_map([i64::MAX, 1], 4, &cost, Some), None);
        let odd = |item: i64| Some((item % 2 == 1).then_some(item));
        assert_eq!(sum_filter_map([1, 2, 3], 4, &cost, odd), Some(4));
        assert_eq!(sum_filter_map([], 4, &cost, odd), Some(0));
    }
}
