//! Finds the mutants to which errors of the compiler belong.

use std::{collections::BTreeMap, ops::Range};

use super::{
    build::{CompileError, Location},
    schemata::Region,
};

/// The reason why a mutant is removed from a file that does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Removal {
    /// Its code has an error of its own.
    Unviable,
    /// The condition may be the reason of the error.
    Unclear,
}

/// Errors that a condition can cause in correct code: the compiler infers less, or values live shorter.
const UNCLEAR: [&str; 9] = ["E0282", "E0283", "E0284", "E0382", "E0499", "E0502", "E0505", "E0597", "E0716"];

/// Returns the mutants to remove, by number. Regions are by file.
pub(super) fn attribute(errors: &[CompileError], regions: &BTreeMap<String, Vec<Region>>) -> BTreeMap<usize, Removal> {
    let mut removals = BTreeMap::new();
    for error in errors {
        if let Some((number, removal)) = removal(error, regions) {
            // An error in the code of a mutant is certain, whatever the others are.
            let present = removals.entry(number).or_insert(removal);
            *present = removal.min(*present);
        }
    }
    removals
}

fn removal(error: &CompileError, regions: &BTreeMap<String, Vec<Region>>) -> Option<(usize, Removal)> {
    let smallest = |locations: &[Location], range: fn(&Region) -> &Range<usize>| {
        let found = locations.iter().flat_map(|location| {
            let regions = regions.get(&location.file).into_iter().flatten();
            regions.filter(|region| contains(range(region), &location.bytes))
        });
        found.min_by_key(|region| range(region).len()).map(|region| region.number)
    };
    if let Some(number) = smallest(&error.primary, |region| &region.mutated) {
        let is_unclear = UNCLEAR.contains(&error.code.as_str());
        return Some((number, if is_unclear { Removal::Unclear } else { Removal::Unviable }));
    }
    let number = smallest(&error.primary, |region| &region.extent)
        .or_else(|| smallest(&error.others, |region| &region.mutated))
        .or_else(|| smallest(&error.others, |region| &region.extent))
        .or_else(|| error.primary.iter().find_map(|location| nearest(location, regions.get(&location.file)?)))?;
    Some((number, Removal::Unclear))
}

/// Returns `true` if the outer range is not empty and contains the inner one.
fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    !outer.is_empty() && outer.start <= inner.start && inner.end <= outer.end
}

/// Returns the mutant next to a location: errors can be at the start of an expression whose parts cause them.
fn nearest(location: &Location, regions: &[Region]) -> Option<usize> {
    let distance = |region: &&Region| region.extent.start.abs_diff(location.bytes.start);
    regions.iter().min_by_key(distance).map(|region| region.number)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, ops::Range};

    use super::{Removal, attribute};
    use crate::mutants::{
        build::{CompileError, Location},
        schemata::Region,
    };

    fn location(file: &str, bytes: Range<usize>) -> Location {
        Location { file: file.to_owned(), bytes }
    }

    fn error(code: &str, bytes: Range<usize>) -> CompileError {
        let (code, message) = (code.to_owned(), String::new());
        CompileError { code, message, primary: vec![location("a.rs", bytes)], others: vec![location("b.rs", 1..2)] }
    }

    /// Returns the mutants that are removed for an error. The mutant 2 is in the body that 1 replaces.
    fn removed(error: CompileError) -> Vec<(usize, Removal)> {
        let region = |number, mutated, extent| Region { number, mutated, extent };
        let ours = vec![region(1, 20..30, 10..100), region(2, 50..55, 40..70), region(3, 210..210, 200..220)];
        let regions = BTreeMap::from([("a.rs".to_owned(), ours), ("c.rs".to_owned(), vec![region(4, 2..3, 1..4)])]);
        attribute(&[error], &regions).into_iter().collect()
    }

    #[test]
    fn an_error_in_mutated_code_is_one_of_the_mutant() {
        assert_eq!(removed(error("E0308", 21..29)), [(1, Removal::Unviable)]);
        assert_eq!(removed(error("E0308", 50..55)), [(2, Removal::Unviable)]);
        assert_eq!(removed(error("E0283", 50..55)), [(2, Removal::Unclear)]);
    }

    #[test]
    fn other_errors_are_unclear() {
        assert_eq!(removed(error("E0308", 60..65)), [(2, Removal::Unclear)]);
        assert_eq!(removed(error("E0308", 80..85)), [(1, Removal::Unclear)]);
        assert_eq!(removed(error("E0004", 210..211)), [(3, Removal::Unclear)]);
        assert_eq!(removed(error("E0004", 180..190)), [(3, Removal::Unclear)]);
        let mut elsewhere = error("E0308", 1..2);
        elsewhere.primary[0].file = "b.rs".to_owned();
        assert_eq!(removed(elsewhere.clone()), []);
        elsewhere.others = vec![location("c.rs", 2..3)];
        assert_eq!(removed(elsewhere), [(4, Removal::Unclear)]);
    }

    #[test]
    fn a_certain_error_decides() {
        let regions = BTreeMap::from([("a.rs".to_owned(), vec![Region { number: 7, mutated: 5..9, extent: 1..20 }])]);
        let errors = [error("E0308", 12..13), error("E0308", 6..7), error("E0382", 6..7)];
        assert_eq!(attribute(&errors, &regions), BTreeMap::from([(7, Removal::Unviable)]));
    }
}
