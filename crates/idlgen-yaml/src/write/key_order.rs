//! The key order of goyaml.v2's `keyList.Less`.

use std::cmp::Ordering;

/// Compares two keys like goyaml.v2: letters by code point, other characters before letters, sequences of digits by
/// number.
///
/// ```
/// use std::cmp::Ordering;
/// use idlgen_yaml::key_order;
///
/// assert_eq!(key_order("a2", "a10"), Ordering::Less);
/// assert_eq!(key_order("a-b", "ab"), Ordering::Less);
/// assert_eq!(key_order("B", "a"), Ordering::Less);
/// ```
pub fn key_order(left: &str, right: &str) -> Ordering {
    let differing = left.bytes().zip(right.bytes()).position(|(left, right)| left != right);
    let Some(differing) = differing else {
        return left.len().cmp(&right.len());
    };
    // Both keys are equal before the difference, so their characters start at the same offsets.
    let position = (0..=differing).rev().find(|position| left.is_char_boundary(*position)).unwrap_or(0);
    let (Some((before, left)), Some((_, right))) = (left.split_at_checked(position), right.split_at_checked(position))
    else {
        return Ordering::Equal;
    };
    let (Some(first), Some(second)) = (left.chars().next(), right.chars().next()) else {
        return Ordering::Equal;
    };
    match (is_letter(first), is_letter(second)) {
        (true, true) => return first.cmp(&second),
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => {}
    }
    // The first difference may be inside a number that starts earlier. A zero is then a digit of that number and not a
    // leading zero, unless only zeros precede it.
    let within_number = (first == '0' || second == '0')
        && before.chars().rev().take_while(|character| is_digit(*character)).any(|digit| digit != '0');
    let (first_number, first_length) = number(left, within_number);
    let (second_number, second_length) = number(right, within_number);
    first_number.cmp(&second_number).then(first_length.cmp(&second_length)).then(first.cmp(&second))
}

/// Parses the number at the start of a string. Returns it with its number of digits. Overflows as in Go.
fn number(text: &str, starts_at_one: bool) -> (i64, usize) {
    let mut value = i64::from(starts_at_one);
    let mut length = 0;
    for digit in text.chars().take_while(|character| is_digit(*character)) {
        let offset = i64::from(u32::from(digit)) - i64::from(u32::from('0'));
        value = value.wrapping_mul(10).wrapping_add(offset);
        length += 1;
    }
    (value, length)
}

/// Emulates Go's `unicode.IsLetter`, except for the few alphabetic characters that are not letters, such as Roman
/// numerals.
fn is_letter(character: char) -> bool {
    character.is_alphabetic()
}

/// Emulates Go's `unicode.IsDigit`, which includes all decimal digits. Digits outside ASCII only differ by order here,
/// and Kubernetes keys do not contain them.
fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_natural_order() {
        let sorted = [
            "", "-", "0", "00", "1", "2", "10", "A", "B", "a", "a-b", "a.b", "a_b", "a0", "a00", "a1", "a01", "a2",
            "a10", "a15", "a100", "ab", "b", "é",
        ];
        for (position, left) in sorted.iter().enumerate() {
            for (other, right) in sorted.iter().enumerate() {
                assert_eq!(key_order(left, right), position.cmp(&other), "{left} {right}");
            }
        }
        assert_eq!(key_order("a0", "a00"), Ordering::Less);
        assert_eq!(key_order("a10", "a9"), Ordering::Greater);
        assert_eq!(key_order("a100", "a1x"), Ordering::Less);
    }
}
