//! The states of the automaton of a pattern, computed when code is generated.

use std::collections::{BTreeMap, HashMap};

use regex_automata::{
    Anchored, Input,
    hybrid::{
        LazyStateID,
        dfa::{Cache, DFA},
    },
};

use super::{DEAD, MATCHED, START};
use crate::regex::language;

/// Maximum number of bytes of the columns.
const MAX_BYTES: usize = 1024;

/// Maximum number of states before equivalent ones are joined.
const MAX_STATES: usize = 1000;

/// The states of a pattern as constants of generated code, for [`LazyPattern::with_states`].
///
/// [`LazyPattern::with_states`]: crate::regex::LazyPattern::with_states
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct States {
    /// The classes of bytes from 1 on, as pairs of the first and the last byte of ranges. All other bytes have class 0.
    pub classes: Vec<Vec<u8>>,
    /// A column for each class, and one for the end of the text: the states that follow the states from 2 on. In state
    /// 0, the text cannot match anymore; in state 1, it matches.
    pub columns: Vec<u8>,
}

/// A state: what follows each byte and the end of the text.
struct Row {
    next: Vec<usize>,
    is_match_at_end: bool,
}

impl States {
    /// Returns the states of a pattern. Returns `None` if the pattern is invalid, matches all strings or none, or has
    /// too many states.
    pub fn of_pattern(pattern: &str) -> Option<Self> {
        let automaton = language::automaton(pattern)?;
        let rows = rows(&automaton)?;
        let blocks = joined(&rows);
        let start = *blocks.get(usize::from(START))?;
        if start < usize::from(START) {
            return None;
        }
        let count = blocks.iter().max()? + 1;
        // The first state of each block.
        let members: Vec<&Row> =
            (0..count).map(|block| rows.get(blocks.iter().position(|of| *of == block)?)).collect::<Option<_>>()?;
        let next = |row: &Row, byte: usize| row.next.get(byte).and_then(|next| blocks.get(*next)).copied();
        let mut classes: BTreeMap<Vec<usize>, Vec<u8>> = BTreeMap::new();
        for byte in 0..=u8::MAX {
            let column = members.iter().map(|row| next(row, usize::from(byte))).collect::<Option<Vec<usize>>>()?;
            classes.entry(column).or_default().push(byte);
        }
        let mut classes: Vec<(Vec<usize>, Vec<u8>)> = classes.into_iter().collect();
        classes.sort_by_key(|(_, bytes)| bytes.first().copied());
        // Most bytes have no range.
        let largest = (0..classes.len()).max_by_key(|index| classes.get(*index).map(|(_, bytes)| bytes.len()))?;
        let others = classes.remove(largest);
        classes.insert(0, others);
        let mut bytes = Vec::new();
        for (column, _) in &classes {
            for next in column.iter().skip(usize::from(START)) {
                bytes.push(u8::try_from(*next).ok()?);
            }
        }
        for row in members.iter().skip(usize::from(START)) {
            bytes.push(if row.is_match_at_end { MATCHED } else { DEAD });
        }
        let classes = classes.into_iter().skip(1).map(|(_, bytes)| ranges(&bytes)).collect();
        (bytes.len() <= MAX_BYTES).then_some(States { classes, columns: bytes })
    }
}

/// Returns all states, with numbers in the order in which they are found.
fn rows(automaton: &DFA) -> Option<Vec<Row>> {
    let mut cache = automaton.create_cache();
    let input = Input::new("").anchored(Anchored::No);
    let start = automaton.start_state_forward(&mut cache, &input).ok()?;
    let constant = |state: u8| Row { next: vec![usize::from(state); 256], is_match_at_end: state == MATCHED };
    let mut rows = vec![constant(DEAD), constant(MATCHED)];
    let mut found = vec![start];
    let mut numbers: HashMap<LazyStateID, usize> = HashMap::from([(start, usize::from(START))]);
    let mut at = 0;
    while let Some(id) = found.get(at).copied() {
        let mut next = Vec::with_capacity(256);
        for byte in 0..=u8::MAX {
            let state = automaton.next_state(&mut cache, id, byte).ok()?;
            if state.is_quit() || state.is_unknown() {
                return None;
            }
            next.push(match constant_number(state) {
                Some(number) => number,
                None => *numbers.entry(state).or_insert_with(|| {
                    found.push(state);
                    found.len() - 1 + usize::from(START)
                }),
            });
        }
        rows.push(Row { next, is_match_at_end: is_match_at_end(automaton, &mut cache, id)? });
        if found.len() > MAX_STATES {
            return None;
        }
        at += 1;
    }
    Some(rows)
}

/// Returns the number of the state if no byte changes it.
fn constant_number(state: LazyStateID) -> Option<usize> {
    match state {
        state if state.is_dead() => Some(usize::from(DEAD)),
        // A match is found one byte after its end. Further bytes cannot undo it.
        state if state.is_match() => Some(usize::from(MATCHED)),
        _ => None,
    }
}

fn is_match_at_end(automaton: &DFA, cache: &mut Cache, state: LazyStateID) -> Option<bool> {
    Some(automaton.next_eoi_state(cache, state).ok()?.is_match())
}

/// Joins equivalent states. Returns the new number of each state: 0 and 1 remain, and the first state has number 2
/// unless it is equivalent to them.
fn joined(rows: &[Row]) -> Vec<usize> {
    let mut blocks: Vec<usize> = rows.iter().map(|row| usize::from(row.is_match_at_end)).collect();
    let mut count = 2;
    loop {
        let mut numbers: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        let mut refined = Vec::with_capacity(rows.len());
        for (row, block) in rows.iter().zip(&blocks) {
            let next = row.next.iter().map(|next| blocks.get(*next).copied().unwrap_or_default()).collect();
            let number = numbers.len();
            refined.push(*numbers.entry((*block, next)).or_insert(number));
        }
        blocks = refined;
        if numbers.len() == count {
            return blocks;
        }
        count = numbers.len();
    }
}

/// Returns the ranges of sorted bytes, each as its first and its last byte.
fn ranges(bytes: &[u8]) -> Vec<u8> {
    let mut ranges: Vec<u8> = Vec::new();
    for byte in bytes {
        match ranges.last_mut() {
            Some(last) if u16::from(*last) + 1 == u16::from(*byte) => *last = *byte,
            _ => ranges.extend([*byte, *byte]),
        }
    }
    ranges
}
