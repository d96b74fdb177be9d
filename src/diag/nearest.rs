//! The known name nearest to a misspelt one.

/// The candidate that differs least from `name`, if it is near enough to be what was meant: at most a third of its
/// characters changed, or the same but for case. Equal distances go to the candidate that comes first.
///
/// ```
/// use idlgen::diag::nearest;
/// assert_eq!(nearest("maxLenght", ["minLength", "maxLength"]), Some("maxLength"));
/// assert_eq!(nearest("genclient", ["minLength", "maxLength"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(MAX_CHARACTERS).collect();
    let lower = |text: &[char]| text.iter().flat_map(|character| character.to_lowercase()).collect::<String>();
    let lower_name = lower(&name);
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates {
        let characters: Vec<char> = candidate.chars().take(MAX_CHARACTERS).collect();
        let allowed = (name.len().max(characters.len()) / 3).max(1);
        // Each edit changes the length by one at the most.
        let difference = name.len().abs_diff(characters.len());
        let mut distance = if difference > allowed { difference } else { distance(&name, &characters) };
        // In lower case, a character can be three.
        let may_be_equal = difference <= 2 * name.len().min(characters.len());
        if distance > 1 && may_be_equal && lower_name == lower(&characters) {
            distance = 1;
        }
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Longer names are compared by their beginning, so that the cost stays bounded.
const MAX_CHARACTERS: usize = 100;

/// Edits, insertions, deletions and swaps of neighbours (optimal string alignment).
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (row, a) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, b) in right.iter().enumerate() {
            let mut cost =
                (previous[column] + usize::from(a != b)).min(previous[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *a == right[column - 1] && left[row - 1] == *b {
                cost = cost.min(before[column - 1] + 1);
            }
            current.push(cost);
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous.last().copied().unwrap_or(0)
}
