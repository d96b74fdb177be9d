//! The findings from reading a module.

/// The result of reading a module.
#[derive(Default)]
pub(super) struct Findings {
    /// A summary, for the printed line.
    pub(super) read: Vec<String>,
    /// Differences from the expected result, one per line.
    pub(super) differences: Vec<String>,
}

impl Findings {
    /// Compares the actual result with the expected one.
    pub(super) fn compare<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: &T, expected: &T) {
        if found != expected {
            self.differences.push(format!("{what}: expected {expected:?}, found {found:?}"));
        }
    }

    /// Compares the actual results with the expected ones, entry by entry. Both are sorted.
    pub(super) fn compare_entries<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, found: &[T], expected: &[T]) {
        let missing = expected.iter().filter(|entry| !found.contains(entry));
        self.differences.extend(missing.map(|entry| format!("{what}: expected and not found: {entry:?}")));
        let more = found.iter().filter(|entry| !expected.contains(entry));
        self.differences.extend(more.map(|entry| format!("{what}: not expected: {entry:?}")));
        // The same entry can occur twice.
        if found.len() != expected.len() {
            self.compare(what, &found.len(), &expected.len());
        }
    }
}
