//! Suggests known names for misspelled ones.

use super::Applicability;

/// A known name similar to a misspelled one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near<'a> {
    /// The known name.
    pub name: &'a str,
    /// [Safe](Applicability::Safe) if the distance to this name is one edit, and the distance to every other name at
    /// least three: a single typing error then cannot come from another name.
    pub applicability: Applicability,
}

/// Returns the most similar candidate, if it is similar enough.
///
/// ```
/// use idlgen_frontend::diag::nearest;
/// assert_eq!(nearest("maxLenght", ["minLength", "maxLength"]), Some("maxLength"));
/// assert_eq!(nearest("genclient", ["minLength", "maxLength"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(name, candidates).map(|near| near.name)
}

/// Returns the most similar candidate, if it is similar enough: at most a third of its characters differ, or only the
/// case. The first of several equally similar candidates wins. A candidate whose opposite is more similar is not
/// suggested.
///
/// ```
/// use idlgen_frontend::diag::{Applicability, near};
/// let applicability = |name| near(name, ["minLength", "maxLength"]).map(|near| near.applicability);
/// assert_eq!(applicability("maxLenght"), Some(Applicability::Safe));
/// assert_eq!(applicability("mxxLength"), Some(Applicability::Unsafe));
/// ```
pub fn near<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<Near<'a>> {
    let written: Vec<char> = name.chars().take(MAX_CHARACTERS).collect();
    let letters = Letters::of(&written);
    let mut characters: Vec<char> = Vec::new();
    let mut best: Option<(usize, &'a str)> = None;
    let mut next = usize::MAX;
    for candidate in candidates {
        characters.clear();
        characters.extend(candidate.chars().take(MAX_CHARACTERS));
        let length = characters.len();
        let allowed = (written.len().max(length) / 3).max(1);
        // Each edit changes the length by at most one, and so may the case of a non-ASCII character. More than two
        // never count as one typing error.
        let difference = written.len().abs_diff(length);
        let is_ascii = candidate.is_ascii() && name.is_ascii();
        let least = if is_ascii { difference.max(letters.difference(&characters)) } else { difference };
        let is_far = least > allowed.max(2) && (is_ascii || difference > 2 * written.len().min(length));
        let distance = if is_far { least } else { distance_between(&written, &characters, allowed.max(2)) };
        let is_nearest = best.is_none_or(|(least, _)| distance < least);
        if distance <= allowed && is_nearest && !has_nearer_opposite(&written, candidate, distance) {
            next = best.map_or(next, |(least, _)| next.min(least));
            best = Some((distance, candidate));
        } else if best.is_none_or(|(_, name)| name != candidate) {
            next = next.min(distance);
        }
    }
    best.map(|(distance, name)| {
        let is_certain = distance <= 1 && next > 2 && written.len() > 2 && name.len() > 2;
        Near { name, applicability: if is_certain { Applicability::Safe } else { Applicability::Unsafe } }
    })
}

/// Prefixes that negate a word.
const NEGATIONS: [&str; 3] = ["non", "no", "un"];

/// Returns the word without its negating prefix: `Namespaced` for `nonNamespaced`. Not every `un` is a negation.
pub(crate) fn affirmative(word: &str) -> Option<&str> {
    let capital = |negation: &str| word.strip_prefix(negation).filter(|rest| rest.starts_with(char::is_uppercase));
    let served = || word.strip_prefix("un").filter(|rest| rest.starts_with("served"));
    capital("non").or_else(|| capital("no")).or_else(served)
}

/// Opposite parts of names.
const OPPOSITES: [(&str, &str); 4] = [("min", "max"), ("Min", "Max"), ("least", "most"), ("Least", "Most")];

/// Returns `true` if the opposite of a known name is more similar to the written one, whether or not it is a known
/// name: `servedversion` is not a misspelled `unservedversion`.
fn has_nearer_opposite(written: &[char], candidate: &str, distance: usize) -> bool {
    let (family, last) = candidate
        .rsplit_once(':')
        .map_or(("", candidate), |(_, last)| (candidate.get(..candidate.len() - last.len()).unwrap_or_default(), last));
    let without = affirmative(last).map(str::to_owned).into_iter();
    let with = NEGATIONS.iter().map(|negation| format!("{negation}{last}"));
    let other = OPPOSITES.iter().flat_map(|(one, other)| [(one, other), (other, one)]);
    let other = other.filter(|(from, _)| last.contains(**from)).map(|(from, to)| last.replace(from, to));
    without
        .chain(with)
        .chain(other)
        .map(|opposite| family.chars().chain(opposite.chars()).take(MAX_CHARACTERS).collect::<Vec<char>>())
        .any(|opposite| distance_between(written, &opposite, distance) < distance)
}

/// Returns the edit distance between a misspelled name and a candidate, or a number above `most` if it exceeds that. If
/// they only differ in case, the distance is at most one.
fn distance_between(written: &[char], name: &[char], most: usize) -> usize {
    if written != name && lower(written).eq(lower(name)) {
        return 1;
    }
    distance(written, name, most)
}

fn lower(text: &[char]) -> impl Iterator<Item = char> {
    text.iter().flat_map(|character| character.to_lowercase())
}

/// Maximum number of compared characters, which bounds the cost.
const MAX_CHARACTERS: usize = 100;

/// Number of occurrences of each ASCII letter, ignoring case.
struct Letters {
    counts: [u8; 128],
    length: usize,
}

impl Letters {
    fn of(name: &[char]) -> Self {
        let mut counts = [0; 128];
        for character in name {
            if let Some(count) = counts.get_mut(character.to_ascii_lowercase() as usize) {
                *count += 1;
            }
        }
        Letters { counts, length: name.len() }
    }

    /// Returns a lower bound of the distance between two ASCII names: an edit adds and removes at most one character.
    fn difference(&self, other: &[char]) -> usize {
        let mut left = self.counts;
        let mut common = 0;
        for character in other {
            if let Some(count @ 1..) = left.get_mut(character.to_ascii_lowercase() as usize) {
                *count -= 1;
                common += 1;
            }
        }
        self.length.max(other.len()) - common
    }
}

/// Returns the number of edits, insertions, deletions and swaps of neighbors (optimal string alignment). The result
/// exceeds `most` if there are more.
fn distance(left: &[char], right: &[char], most: usize) -> usize {
    let start = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let (left, right) = (&left[start..], &right[start..]);
    let end = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
    let (left, right) = (&left[..left.len() - end], &right[..right.len() - end]);
    let mut before: Vec<usize> = vec![0; right.len() + 1];
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    let mut current: Vec<usize> = Vec::with_capacity(right.len() + 1);
    let mut least_before = 0;
    for (row, a) in left.iter().enumerate() {
        current.clear();
        current.push(row + 1);
        let mut least = row + 1;
        for (column, b) in right.iter().enumerate() {
            let mut cost =
                (previous[column] + usize::from(a != b)).min(previous[column + 1] + 1).min(current[column] + 1);
            if row > 0 && column > 0 && *a == right[column - 1] && left[row - 1] == *b {
                cost = cost.min(before[column - 1] + 1);
            }
            current.push(cost);
            least = least.min(cost);
        }
        // A later row is never less than the minimum of two consecutive rows.
        if least.min(least_before) > most {
            return least.min(least_before);
        }
        least_before = least;
        std::mem::swap(&mut before, &mut previous);
        std::mem::swap(&mut previous, &mut current);
    }
    previous.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_the_opposite() {
        let genclient = ["genclient:nonNamespaced", "genclient:noStatus", "kubebuilder:unservedversion"];
        for (name, expected) in [
            ("genclient:nonNamspaced", Some("genclient:nonNamespaced")),
            ("genclient:noStaus", Some("genclient:noStatus")),
            ("genclient:Namespaced", None),
            ("genclient:namespaced", None),
            ("genclient:Status", None),
            ("kubebuilder:servedversion", None),
            ("kubebuilder:unservedversoin", Some("kubebuilder:unservedversion")),
        ] {
            assert_eq!(nearest(name, genclient), expected, "{name}");
        }
        assert_eq!(nearest("minLenght", ["maxLength"]), None);
        assert_eq!(nearest("unrequired", ["required"]), None);
        assert_eq!(nearest("XNonEmty", ["NonEmpty"]), Some("NonEmpty"));
    }

    #[test]
    fn distances_are_exact_up_to_the_limit() {
        let words = ["", "a", "abc", "acb", "maxLength", "maxLenght", "minLength", "kubebuilder:validation", "xyz"];
        for (one, other) in words.iter().flat_map(|one| words.iter().map(move |other| (one, other))) {
            let of = |most| distance(&one.chars().collect::<Vec<_>>(), &other.chars().collect::<Vec<_>>(), most);
            let exact = of(usize::MAX);
            for most in 0..6 {
                assert!(of(most) == exact || exact > most && of(most) > most, "{one}, {other}, {most}");
            }
        }
        assert_eq!(nearest("STRASSE", ["straße", "strasse"]), Some("strasse"));
    }

    #[test]
    fn distances_are_optimal_string_alignments() {
        for (one, other, expected) in [
            ("", "abc", 3),
            ("abc", "", 3),
            ("kitten", "sitting", 3),
            ("sitting", "kitten", 3),
            ("abc", "acb", 1),
            ("ca", "abc", 3),
            ("abc", "ca", 3),
            ("abcd", "badc", 2),
            ("flaw", "lawn", 2),
            ("abcdef", "azced", 3),
            ("aaa", "aba", 1),
            ("xabcy", "xacby", 1),
            ("abcabc", "cbacba", 3),
            ("abXcd", "baXdc", 2),
            ("same", "same", 0),
            ("aXb", "bXa", 2),
            ("abc", "xyz", 3),
            ("abab", "baba", 2),
        ] {
            let [left, right] = [one, other].map(|word| word.chars().collect::<Vec<_>>());
            assert_eq!(distance(&left, &right, usize::MAX), expected, "{one}, {other}");
        }
    }

    #[test]
    fn a_third_of_the_longer_name_may_differ() {
        for (name, candidate, is_near) in [
            ("ab", "ac", true),
            ("ab", "cd", false),
            ("abcde", "abcxe", true),
            ("abcde", "abxye", false),
            ("abcdef", "abxyef", true),
            ("abcdef", "axyzef", false),
            ("abcdef", "abcdefghi", true),
            ("abcdef", "abcdefghij", false),
            ("abcdefghi", "abcdef", true),
            // The case does not count, in any script.
            ("ABCDEF", "abcdef", true),
            ("ÄÖÜ", "äöü", true),
            ("ABCDEFG", "axyzefg", false),
        ] {
            assert_eq!(nearest(name, [candidate]).is_some(), is_near, "{name}, {candidate}");
        }
        // The most similar one, and the first of several.
        assert_eq!(nearest("abcdef", ["abxyef", "abcxef", "abcdxf"]), Some("abcxef"));
        // Only the first 100 characters are compared.
        let [one, other] = ["x", "y"].map(|end| "a".repeat(100) + end);
        assert_eq!(nearest(&one, [other.as_str()]), Some(other.as_str()));
    }

    #[test]
    fn only_words_in_camel_case_and_served_are_negated() {
        for (word, expected) in [
            ("nonNamespaced", Some("Namespaced")),
            ("noStatus", Some("Status")),
            ("unservedversion", Some("servedversion")),
            ("unServed", None),
            ("union", None),
            ("normal", None),
            ("nonsense", None),
            ("Status", None),
        ] {
            assert_eq!(affirmative(word), expected, "{word}");
        }
    }

    #[test]
    fn letters_never_differ_more_than_names() {
        let words = ["", "a", "abc", "CBA", "acb", "maxLength", "maxlenght", "minLength", "kubebuilder:default", "xyz"];
        for (one, other) in words.iter().flat_map(|one| words.iter().map(move |other| (one, other))) {
            let [left, right] = [one, other].map(|word| word.chars().collect::<Vec<_>>());
            let bound = Letters::of(&left).difference(&right);
            assert!(bound <= distance_between(&left, &right, usize::MAX), "{one}, {other}: {bound}");
        }
        let of = |one: &str, other: &str| {
            Letters::of(&one.chars().collect::<Vec<_>>()).difference(&other.chars().collect::<Vec<_>>())
        };
        assert_eq!((of("abc", "xbcd"), of("abca", "aa"), of("ab", "BA")), (2, 2, 0));
    }

    #[test]
    fn safe_is_one_slip_that_could_have_made_no_other_name() {
        let of = |name, candidates: &[&'static str]| {
            let near = near(name, candidates.iter().copied());
            near.map(|near| (near.name, near.applicability == Applicability::Safe))
        };
        assert_eq!(of("maxLenght", &["minLength", "maxLength"]), Some(("maxLength", true)));
        assert_eq!(of("MAXLENGTH", &["minLength", "maxLength"]), Some(("maxLength", true)));
        assert_eq!(of("mixLength", &["minLength", "maxLength"]), Some(("minLength", false)));
        assert_eq!(of("maLenght", &["maxLength"]), Some(("maxLength", false)));
        assert_eq!(of("int63", &["int32", "int64"]), Some(("int64", false)));
        assert_eq!(of("se", &["set"]), Some(("set", false)), "a short name");
        assert_eq!(of("set", &["st"]), Some(("st", false)), "a short candidate");
        assert_eq!(of("seta", &["set"]), Some(("set", true)));
        // Another name is two edits away.
        assert_eq!(of("listTyp", &["listType", "listTyxx"]), Some(("listType", false)));
        assert_eq!(of("listTyp", &["listTyxx", "listType"]), Some(("listType", false)));
        assert_eq!(of("listTyp", &["listType", "listTxxx"]), Some(("listType", true)));
        // A repeated candidate counts once.
        assert_eq!(of("sett", &["set", "set", "map"]), Some(("set", true)));
    }
}
