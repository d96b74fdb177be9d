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

/// Returns the items of a loop without an early end, and adds `each` to the cost for all of them.
#[inline]
fn charged<I: IntoIterator<IntoIter: ExactSizeIterator>>(range: I, each: u64, cost: &Cost) -> I::IntoIter {
    let items = range.into_iter();
    cost.add(each.saturating_mul(items.len() as u64));
    items
}

/// Calls `body` with the items of a loop, and adds `each` to the cost for every item that it takes.
#[inline]
fn counted<I: IntoIterator<IntoIter: ExactSizeIterator>, R>(
    range: I,
    each: u64,
    cost: &Cost,
    body: impl FnOnce(&mut I::IntoIter) -> R,
) -> R {
    let mut items = range.into_iter();
    let length = items.len();
    let result = body(&mut items);
    cost.add(each.saturating_mul((length - items.len()) as u64));
    result
}

/// `range.all(item, predicate)`. Fails at the first failed evaluation. Every item adds `each` to the cost.
#[inline]
pub fn all<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    for item in charged(range, each, cost) {
        let result = predicate(item);
        if result != Some(true) {
            return result;
        }
    }
    Some(true)
}

/// `range.exists(item, predicate)`. Fails at the first failed evaluation. Every evaluation of the predicate adds `each`
/// to the cost.
#[inline]
pub fn exists<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    counted(range, each, cost, |items| {
        for item in items {
            let result = predicate(item);
            if result != Some(false) {
                return result;
            }
        }
        Some(false)
    })
}

/// Evaluates [`all`]. A `false` after a failed evaluation decides the result.
#[inline]
pub fn absorbing_all<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    counted(range, each, cost, |items| {
        let mut has_failed = false;
        for item in items {
            match predicate(item) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => has_failed = true,
            }
        }
        if has_failed { None } else { Some(true) }
    })
}

/// Evaluates [`exists`]. A `true` after a failed evaluation decides the result.
#[inline]
pub fn absorbing_exists<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    let not = |answer: Option<bool>| answer.map(|answer| !answer);
    not(absorbing_all(range, each, cost, |item| not(predicate(item))))
}

/// `range.exists_one(item, predicate)`. Every item adds `each` to the cost.
#[inline]
pub fn exists_one<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<bool> {
    let mut found = 0_usize;
    for item in charged(range, each, cost) {
        found += usize::from(predicate(item)?);
    }
    Some(found == 1)
}

/// `range.filter(item, predicate)`. Every item adds `each` to the cost.
#[inline]
pub fn filter<T: Clone>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<Vec<T>> {
    filter_map(range, each, cost, |item| Some(predicate(item.clone())?.then_some(item)))
}

/// `range.filter(item, predicate).size()`, without the list. Every item adds `each` to the cost.
#[inline]
pub fn filter_count<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut predicate: impl FnMut(T) -> Option<bool>,
) -> Option<i64> {
    let mut count = 0;
    for item in charged(range, each, cost) {
        count += i64::from(predicate(item)?);
    }
    Some(count)
}

/// `range.map(item, value)`. Every item adds `each` to the cost.
#[inline]
pub fn map<T, U>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<U>,
) -> Option<Vec<U>> {
    filter_map(range, each, cost, |item| Some(Some(value(item)?)))
}

/// `range.map(item, predicate, value)`. Every item adds `each` to the cost.
#[inline]
pub fn filter_map<T, U>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<Option<U>>,
) -> Option<Vec<U>> {
    let mut list = Vec::new();
    for item in charged(range, each, cost) {
        list.extend(value(item)?);
    }
    Some(list)
}

/// `range.map(item, value).sum()`. Every item adds `each` to the cost. Fails if the sum overflows.
#[inline]
pub fn sum_map<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<i64>,
) -> Option<i64> {
    sum_filter_map(range, each, cost, |item| Some(Some(value(item)?)))
}

/// `range.map(item, predicate, value).sum()`. Every item adds `each` to the cost. Fails if the sum overflows.
#[inline]
pub fn sum_filter_map<T>(
    range: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    each: u64,
    cost: &Cost,
    mut value: impl FnMut(T) -> Option<Option<i64>>,
) -> Option<i64> {
    cost.add(1);
    let mut sum = 0_i64;
    // The sum costs 1 for each element.
    for item in charged(range, each.saturating_add(1), cost) {
        if let Some(value) = value(item)? {
            sum = sum.checked_add(value)?;
        }
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
            assert_eq!(absorbing_all(elements, 2, &cost, |answer| answer), for_all, "{elements:?}");
            assert_eq!(absorbing_exists(elements, 2, &Cost::new(0), |answer| answer), for_any, "{elements:?}");
            assert_eq!(exists_one(elements, 2, &Cost::new(0), |answer| answer), for_one, "{elements:?}");
            let visited = elements.iter().position(|answer| *answer == no).map_or(3, |first| first + 1);
            assert_eq!(cost.get(), 1 + 2 * visited as u64);
        }
    }

    #[test]
    fn a_failed_element_ends_other_loops() {
        let (yes, no, failed) = (Some(true), Some(false), None);
        for (elements, for_all, for_any, visited) in [
            ([yes, yes, yes], yes, yes, 1),
            ([failed, no, yes], failed, failed, 1),
            ([yes, failed, no], failed, yes, 1),
            ([no, failed, yes], no, failed, 2),
            ([no, no, no], no, no, 3),
        ] {
            let cost = Cost::new(1);
            assert_eq!(all(elements, 2, &Cost::new(0), |answer| answer), for_all, "{elements:?}");
            assert_eq!(exists(elements, 2, &cost, |answer| answer), for_any, "{elements:?}");
            assert_eq!(cost.get(), 1 + 2 * visited);
        }
    }

    #[test]
    fn a_count_fails_if_the_predicate_does() {
        let cost = Cost::new(0);
        assert_eq!(filter_count([1, 2, 3], 4, &cost, |item| Some(item > 1)), Some(2));
        assert_eq!(cost.get(), 12);
        assert_eq!(filter_count([1, 2, 3], 4, &cost, |item| (item > 1).then_some(true)), None);
        assert_eq!(filter_count([0; 0], 4, &cost, |_| None), Some(0));
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

    #[test]
    fn lists_have_the_results_for_each_item_and_fail_with_one() {
        let even = |item: i64| Some(item % 2 == 0);
        let (of_filter, of_map, of_both) = (Cost::new(0), Cost::new(0), Cost::new(0));
        assert_eq!(filter([1, 2, 3, 4], 2, &of_filter, even), Some(vec![2, 4]));
        assert_eq!(map([1, 2, 3], 2, &of_map, |item| Some(item * 10)), Some(vec![10, 20, 30]));
        let even_ones = |item: i64| Some((item % 2 == 0).then_some(item * 10));
        assert_eq!(filter_map([1, 2], 2, &of_both, even_ones), Some(vec![20]));
        assert_eq!((of_filter.get(), of_map.get(), of_both.get()), (8, 6, 4));
        let fails_at_2 = |item: i64| (item != 2).then_some(true);
        assert_eq!(filter([1, 2, 3], 2, &Cost::new(0), fails_at_2), None);
        assert_eq!(map([1, 2, 3], 2, &Cost::new(0), fails_at_2), None);
        assert_eq!(attempt(|| fails_at_2(1)), Some(true));
        assert_eq!(attempt(|| fails_at_2(2)), None);
    }

    #[test]
    fn values_that_differ_in_rust_may_be_equal_in_cel() {
        assert_eq!((same(true), same(false)), (Some(true), None));
        let cost = Cost::new(0);
        assert_eq!((same_list(true, 11, &cost), same_list(false, 5, &cost)), (Some(true), None));
        assert_eq!(cost.get(), 2 + 1);
    }
}
