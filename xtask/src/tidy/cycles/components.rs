//! Strongly connected components (Tarjan's algorithm).

use std::collections::BTreeMap;

use super::uses::Uses;

/// Returns the components with more than one module.
pub(super) fn components(uses: &Uses) -> Vec<Vec<Vec<String>>> {
    let mut search = Search { uses, numbers: BTreeMap::new(), open: Vec::new(), found: Vec::new() };
    for module in uses.keys() {
        if !search.numbers.contains_key(module.as_slice()) {
            search.visit(module);
        }
    }
    search.found
}

struct Search<'u> {
    uses: &'u Uses,
    /// The order in which the modules were visited.
    numbers: BTreeMap<&'u [String], usize>,
    /// The modules whose component is not complete.
    open: Vec<&'u [String]>,
    found: Vec<Vec<Vec<String>>>,
}

impl<'u> Search<'u> {
    /// Visits a module. Returns the lowest number of an open module that it reaches.
    fn visit(&mut self, module: &'u [String]) -> usize {
        let own = self.numbers.len();
        self.numbers.insert(module, own);
        self.open.push(module);
        let mut lowest = own;
        for used in self.uses.get(module).into_iter().flat_map(BTreeMap::keys) {
            match self.numbers.get(used.as_slice()) {
                None => lowest = lowest.min(self.visit(used)),
                Some(number) if self.open.contains(&used.as_slice()) => lowest = lowest.min(*number),
                Some(_) => {}
            }
        }
        if lowest == own {
            let start = self.open.iter().position(|open| *open == module).unwrap_or(self.open.len());
            let component = self.open.split_off(start);
            if component.len() > 1 {
                self.found.push(component.into_iter().map(<[String]>::to_vec).collect());
            }
        }
        lowest
    }
}
