//! Compares the sets of strings that patterns match: tests whether one includes another, and finds examples.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
};

use regex_automata::{
    Anchored, Input,
    hybrid::{LazyStateID, dfa},
    nfa::thompson,
};

use super::{parse::parse, translate::translate};

/// Maximum nesting depth of a pattern that is compiled on the caller's stack.
const MAX_HEIGHT: u32 = 32;

/// Maximum size of a compiled pattern in bytes.
const MAX_COMPILED: usize = 4 << 20;

/// Maximum size in bytes of the automaton states that a search creates, per automaton.
const MAX_STATES: usize = 8 << 20;

/// Maximum number of state combinations that a search visits.
const MAX_VISITED: usize = 100_000;

/// Maximum number of state combinations that a search visits, multiplied by the sizes of the automata. The size matters
/// because each state of an automaton may represent all states of its pattern.
const MAX_WORK: usize = 20_000_000;

/// The preferred characters of an example, best first.
const PREFERRED: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-.ABCDEFGHIJKLMNOPQRSTUVWXYZ/:_@+=, ";

/// A fast hasher for keys that are not chosen by an attacker: the numbers of automaton states.
#[derive(Default)]
struct StateHasher(u64);

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let number = part.iter().fold(0, |number, byte| (number << 8) | u64::from(*byte));
            self.write_u64(number);
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        // The multiplier is the golden ratio, scaled to 64 bits.
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

type FastHash = BuildHasherDefault<StateHasher>;

/// The set of strings that a pattern matches.
///
/// ```
/// use idlgen_runtime::regex::{Example, Language, example};
///
/// let digits = Language::new("^[0-9]+$").unwrap();
/// let same = Language::new(r"^\d+$").unwrap();
/// let two = Language::new("^[0-9]{2}$").unwrap();
/// assert_eq!(example(&[&digits], &[&same], 0..=u64::MAX), Example::None);
/// assert_eq!(example(&[&digits], &[&two], 0..=u64::MAX), Example::Found("0".to_owned()));
/// assert_eq!(example(&[&digits], &[], 3..=5), Example::Found("000".to_owned()));
/// ```
#[derive(Debug)]
pub struct Language {
    automaton: dfa::DFA,
}

/// The result of [`example`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a search has no other result")]
pub enum Example {
    /// A string that is one of the shortest.
    Found(String),
    /// No such string exists.
    None,
    /// The search exceeds a limit.
    Undecided,
}

impl Language {
    /// Compiles a pattern. Returns `None` if it is invalid or too large.
    pub fn new(pattern: &str) -> Option<Self> {
        automaton(pattern).map(|automaton| Language { automaton })
    }
}

/// Returns an automaton that creates its states when they are needed. Returns `None` if the pattern is invalid or too
/// large.
pub(super) fn automaton(pattern: &str) -> Option<dfa::DFA> {
    let node = parse(pattern).ok().filter(|node| node.height <= MAX_HEIGHT)?;
    let config =
        thompson::Config::new().nfa_size_limit(Some(MAX_COMPILED)).which_captures(thompson::WhichCaptures::None);
    let nfa = thompson::Compiler::new().configure(config).build_from_hir(&translate(node)).ok()?;
    let config = dfa::Config::new().cache_capacity(MAX_STATES).minimum_cache_clear_count(Some(0));
    dfa::Builder::new().configure(config).build_from_nfa(nfa).ok()
}

/// One automaton of a search.
struct Run<'l> {
    automaton: &'l dfa::DFA,
    cache: dfa::Cache,
    /// `true` if the string must be in the language, `false` if it must not.
    is_accepted: bool,
}

/// The state of an automaton. `None` after a match, because further characters cannot undo it.
type At = Option<LazyStateID>;

/// A combination of the states of all automata.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    at: Vec<At>,
    /// The number of bytes that are missing in the current character, and the range of the next byte.
    rest: (u8, u8, u8),
    /// Number of characters so far. Counts only up to the minimum length.
    length: u64,
}

/// Finds a string that is in all languages of `accepted` and in none of `refused`, and whose length in characters is in
/// `lengths`.
///
/// The string is one of the shortest. If the shortest string is longer than `lengths` allows, returns `Undecided`.
pub fn example(accepted: &[&Language], refused: &[&Language], lengths: std::ops::RangeInclusive<u64>) -> Example {
    let run = |language: &&'_ Language, is_accepted| (language.automaton.clone(), is_accepted);
    let owned: Vec<(dfa::DFA, bool)> =
        accepted.iter().map(|one| run(one, true)).chain(refused.iter().map(|one| run(one, false))).collect();
    let mut runs: Vec<Run<'_>> = owned
        .iter()
        .map(|(automaton, is_accepted)| Run { automaton, cache: automaton.create_cache(), is_accepted: *is_accepted })
        .collect();
    search(&mut runs, *lengths.start(), *lengths.end(), &mut Vec::new()).unwrap_or(Example::Undecided)
}

/// Returns the maximum number of state combinations that a search visits.
fn most_states(runs: &[Run<'_>]) -> usize {
    let size: usize = runs.iter().map(|run| run.automaton.get_nfa().states().len()).sum();
    MAX_VISITED.min(MAX_WORK / size.max(1))
}

/// A visited state, the index of its predecessor, and the byte between them.
type Visited = (State, usize, u8);

/// Searches breadth-first, and adds the visited states to `states`. Returns `None` if a limit is exceeded.
fn search(runs: &mut [Run<'_>], least: u64, most: u64, states: &mut Vec<Visited>) -> Option<Example> {
    let mut start = Vec::with_capacity(runs.len());
    for run in runs.iter_mut() {
        let input = Input::new("").anchored(Anchored::No);
        start.push(Some(run.automaton.start_state_forward(&mut run.cache, &input).ok()?));
    }
    let most_states = most_states(runs);
    let start = State { at: start, rest: (0, 0, 0), length: 0 };
    let alphabet = alphabet(runs);
    let mut known: HashMap<State, usize, FastHash> = HashMap::default();
    known.insert(start.clone(), 0);
    states.push((start, 0, 0));
    let mut next = 0;
    while let Some((state, _, _)) = states.get(next).cloned() {
        if state.rest.0 == 0 && state.length >= least && is_end(runs, &state)? {
            let text = text(states, next)?;
            let is_short = u64::try_from(text.chars().count()).is_ok_and(|length| length <= most);
            return is_short.then_some(Example::Found(text));
        }
        for byte in &alphabet {
            let Some(rest) = following(state.rest, *byte) else { continue };
            let begins = state.rest.0 == 0;
            let length = if begins { (state.length + 1).min(least) } else { state.length };
            let mut at = Vec::with_capacity(runs.len());
            let mut is_lost = false;
            for (run, id) in runs.iter_mut().zip(&state.at) {
                let moved = match id {
                    None => None,
                    Some(id) => step(run, *id, *byte)?,
                };
                // Discards a string if a pattern of `refused` matches it, or if a pattern of `accepted` can no longer
                // match.
                is_lost |= match moved {
                    None => !run.is_accepted,
                    Some(id) => run.is_accepted && id.is_dead(),
                };
                at.push(moved);
            }
            let state = State { at, rest, length };
            if is_lost || known.contains_key(&state) {
                continue;
            }
            if states.len() >= most_states {
                return None;
            }
            known.insert(state.clone(), states.len());
            states.push((state, next, *byte));
        }
        next += 1;
    }
    Some(Example::None)
}

/// Advances an automaton by a byte. Returns `Some(None)` if it has matched before the byte, and `None` if a limit is
/// exceeded.
fn step(run: &mut Run<'_>, id: LazyStateID, byte: u8) -> Option<At> {
    let next = run.automaton.next_state(&mut run.cache, id, byte).ok()?;
    if next.is_quit() {
        return None;
    }
    Some(if next.is_match() { None } else { Some(next) })
}

/// Returns `true` if the string up to this state has the required properties.
fn is_end(runs: &mut [Run<'_>], state: &State) -> Option<bool> {
    for (run, id) in runs.iter_mut().zip(&state.at) {
        let is_match = match id {
            None => true,
            Some(id) => run.automaton.next_eoi_state(&mut run.cache, *id).ok()?.is_match(),
        };
        if is_match != run.is_accepted {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns one representative of each class of bytes. The bytes of a class are equivalent for all automata, and within
/// UTF-8.
fn alphabet(runs: &[Run<'_>]) -> Vec<u8> {
    let mut seen: HashSet<Vec<u8>, FastHash> = HashSet::default();
    let others = (0..=u8::MAX).filter(|byte| !PREFERRED.contains(byte));
    let mut alphabet = Vec::new();
    for byte in PREFERRED.iter().copied().chain(others) {
        let mut classes: Vec<u8> = runs.iter().map(|run| run.automaton.byte_classes().get(byte)).collect();
        classes.push(class_in_characters(byte));
        if seen.insert(classes) {
            alphabet.push(byte);
        }
    }
    alphabet
}

/// Returns the class of a byte within UTF-8.
fn class_in_characters(byte: u8) -> u8 {
    match byte {
        0x00..=0x7f => 0,
        0x80..=0x8f => 1,
        0x90..=0x9f => 2,
        0xa0..=0xbf => 3,
        0xc2..=0xdf => 4,
        0xe0 => 5,
        0xe1..=0xec | 0xee..=0xef => 6,
        0xed => 7,
        0xf0 => 8,
        0xf1..=0xf3 => 9,
        0xf4 => 10,
        _ => 11,
    }
}

/// Returns the UTF-8 state after `byte`: the number of bytes that are missing in the character, and the range of the
/// next byte. Returns `None` if `byte` is not allowed in the state `(missing, low, high)`.
fn following((missing, low, high): (u8, u8, u8), byte: u8) -> Option<(u8, u8, u8)> {
    if missing > 0 {
        let rest = if missing == 1 { (0, 0, 0) } else { (missing - 1, 0x80, 0xbf) };
        return (low..=high).contains(&byte).then_some(rest);
    }
    Some(match byte {
        0x00..=0x7f => (0, 0, 0),
        0xc2..=0xdf => (1, 0x80, 0xbf),
        0xe0 => (2, 0xa0, 0xbf),
        0xe1..=0xec | 0xee..=0xef => (2, 0x80, 0xbf),
        0xed => (2, 0x80, 0x9f),
        0xf0 => (3, 0x90, 0xbf),
        0xf1..=0xf3 => (3, 0x80, 0xbf),
        0xf4 => (3, 0x80, 0x8f),
        _ => return None,
    })
}

/// Returns the string on the path to a state.
fn text(states: &[Visited], end: usize) -> Option<String> {
    let mut bytes = Vec::new();
    let mut at = end;
    while at != 0 {
        let (_, before, byte) = states.get(at)?;
        bytes.push(*byte);
        at = *before;
    }
    bytes.reverse();
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(accepted: &[&str], refused: &[&str], lengths: std::ops::RangeInclusive<u64>) -> Example {
        let compile = |patterns: &[&str]| -> Vec<Language> {
            patterns.iter().map(|pattern| Language::new(pattern).expect("it compiles")).collect()
        };
        let (accepted, refused) = (compile(accepted), compile(refused));
        let accepted: Vec<&Language> = accepted.iter().collect();
        let refused: Vec<&Language> = refused.iter().collect();
        example(&accepted, &refused, lengths)
    }

    fn found(text: &str) -> Example {
        Example::Found(text.to_owned())
    }

    #[test]
    fn inclusion_is_decided() {
        let any = 0..=u64::MAX;
        assert_eq!(of(&["^(x|y)$"], &["^[xy]$"], any.clone()), Example::None);
        assert_eq!(of(&["^[a-z]+$"], &["^[a-y]+$"], any.clone()), found("z"));
        assert_eq!(of(&["b"], &["^b"], any.clone()), found("ab"));
        assert_eq!(of(&["^é+$"], &["^[a-z]+$"], any.clone()), found("é"));
        assert_eq!(of(&[r"\bfoo\b"], &["foo"], any.clone()), Example::None);
        assert_eq!(of(&["(?i)^k$"], &["^[Kk]$"], any.clone()), found("\u{212a}"));
        assert_eq!(of(&["^.$"], &[r"^[^\n]$"], any.clone()), Example::None);
        assert_eq!(of(&[], &[r"^(?s:.)*$"], any), Example::None);
    }

    #[test]
    fn examples_keep_to_lengths() {
        assert_eq!(of(&["^a+$"], &[], 4..=4), found("aaaa"));
        assert_eq!(of(&["^a{5}$"], &[], 0..=4), Example::Undecided);
        assert_eq!(of(&["x"], &[], 3..=9), found("aax"));
        assert_eq!(of(&[], &["^a"], 0..=9), found(""));
        assert_eq!(of(&["^ä+$"], &[], 2..=9), found("ää"));
    }

    #[test]
    fn hostile_patterns_are_given_up() {
        assert_eq!(of(&["^(a|b)*a(a|b){18}$"], &["^(a|b)*b(a|b){19}$"], 0..=9), Example::Undecided);
        assert!(Language::new("(").is_none());
        assert!(Language::new(&format!("{}a{}", "(".repeat(500), ")".repeat(500))).is_none());
    }

    /// The limit of a search bounds its work, whatever the patterns are.
    #[test]
    fn searches_end_at_their_limit() {
        let mut given_up = 0;
        for pattern in ["((a{1,30}){1,30}){1,30}", "(a|b)*a(a|b){400}", "(a*)*b(a*)*c(a|b|ab)*", "("] {
            // Patterns that are invalid or too large are not searched.
            let (old, new) = (Language::new(pattern), Language::new(&format!("{pattern}.")));
            let Some((old, new)) = old.zip(new) else { continue };
            let mut runs = [(&old.automaton, true), (&new.automaton, false)].map(|(automaton, is_accepted)| Run {
                automaton,
                cache: automaton.create_cache(),
                is_accepted,
            });
            let limit = most_states(&runs);
            let size: usize = runs.iter().map(|run| run.automaton.get_nfa().states().len()).sum();
            assert!(limit <= MAX_VISITED && limit * size <= MAX_WORK, "{pattern}: {limit} of {size}");
            let mut states = Vec::new();
            let found = search(&mut runs, 0, u64::MAX, &mut states);
            assert!(states.len() <= limit, "{pattern}: {} > {limit}", states.len());
            given_up += usize::from(found.is_none());
        }
        assert_eq!(given_up, 1);
    }

    #[test]
    fn examples_may_have_every_character() {
        let at_boundaries = "\u{7f}\u{80}\u{7ff}\u{800}\u{fff}\u{1000}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{3ffff}\
            \u{40000}\u{fffff}\u{100000}\u{10ffff}";
        for character in at_boundaries.chars() {
            let pattern = format!("^\\x{{{:x}}}$", u32::from(character));
            assert_eq!(of(&[&pattern], &[], 0..=9), found(&character.to_string()), "{pattern}");
        }
    }
}
