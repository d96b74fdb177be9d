//! Pattern size limits.

use super::{
    error::Code,
    node::{PatternKind, PatternNode},
};

/// Maximum depth of the syntax tree.
const MAX_HEIGHT: u32 = 1000;
/// Maximum number of instructions in Go's compiled program: 128 MB of 40 bytes each.
const MAX_SIZE: u64 = (128 << 20) / 40;
/// Maximum number of range bounds in all classes: 128 MB of 4 bytes each.
const MAX_RUNES: usize = (128 << 20) / 4;

/// The counters that Go uses to decide when to start checking sizes.
#[derive(Debug)]
pub(super) struct Limits {
    /// Number of nodes that Go has allocated.
    allocated: u64,
    free: u64,
    /// Number of range bounds and characters so far.
    runes: usize,
    /// The product of all repetition counts so far. Not updated after Go has started to check sizes.
    repeats: u64,
    is_tracking: bool,
}

impl Limits {
    pub(super) fn new() -> Self {
        Limits { allocated: 0, free: 0, runes: 0, repeats: 1, is_tracking: false }
    }

    /// Counts a new node.
    pub(super) fn allocate(&mut self) {
        if self.free > 0 {
            self.free -= 1;
        } else {
            self.allocated += 1;
        }
    }

    /// Counts a node that Go has freed for reuse.
    pub(super) fn release(&mut self) {
        self.free += 1;
    }

    pub(super) fn count_runes(&mut self, runes: usize) {
        self.runes = self.runes.saturating_add(runes);
    }

    /// Checks `node` against the limits. `others` are the earlier nodes, which are checked once, when Go starts to
    /// check sizes. A repetition counts each time it is checked. If it is the only content of a group, this is more
    /// than once.
    pub(super) fn check<'n>(
        &mut self,
        node: &PatternNode,
        others: impl Iterator<Item = &'n PatternNode>,
    ) -> Result<(), Code> {
        if self.runes > MAX_RUNES {
            return Err(Code::Large);
        }
        if let (PatternKind::Repeat { min, max, is_counted: true, .. }, false) = (&node.kind, self.is_tracking) {
            let times = u64::from(max.unwrap_or(*min).max(1));
            self.repeats = if times > MAX_SIZE / self.repeats { MAX_SIZE } else { self.repeats * times };
        }
        if !self.is_tracking && self.allocated >= MAX_SIZE / self.repeats {
            self.is_tracking = true;
            if others.into_iter().any(|other| other.size > MAX_SIZE) {
                return Err(Code::Large);
            }
        }
        if self.is_tracking && node.size > MAX_SIZE {
            return Err(Code::Large);
        }
        if node.height > MAX_HEIGHT {
            return Err(Code::NestingDepth);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;

    /// The limits are those of `regexp/syntax.Parse` in Go 1.26.
    #[test]
    fn repeated_parts_are_too_large_as_in_go() {
        for (before, part, after, first_too_large) in [
            ("(?:", "a", "){1000}", 3356),
            ("(?:", "a?", "){1000}", 1678),
            ("(?:", "[ab].", "){500}", 3356),
            ("(?:", "(a)", "){1000}", 1119),
            ("(?:", "a{2,5}", "){100}", 4195),
            ("(?:", "a+b*", "){1,1000}", 671),
            ("(?:", "a{3,}", "){300,}", 2797),
            ("(?:", "(?:ab|c)?", "){1000}x", 672),
            ("(?:", "a{0}b{1}c{0,2}", "){50,200}", 2797),
        ] {
            let pattern = |parts| format!("{before}{}{after}", part.repeat(parts));
            assert!(parse(&pattern(first_too_large - 1)).is_ok(), "{part}");
            let error = parse(&pattern(first_too_large)).map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with("error parsing regexp: expression too large"), "{part}: {error:.90}");
        }
    }

    /// The limits are those of `regexp/syntax.Parse` in Go 1.26: as soon as it checks sizes, earlier parts that are too
    /// large are errors, before what follows is read.
    #[test]
    fn earlier_parts_are_too_large_when_sizes_are_first_checked() {
        const TOO_LARGE: &str = "expression too large: `(?:aaa";
        const ESCAPE: &str = r"invalid escape sequence: `\8`";
        for (length, after, expected) in [
            (3355, r"b{1000}\8", ESCAPE),
            (3356, r"b{1000}\8", TOO_LARGE),
            (3356, r"\8", ESCAPE),
            (3356, r"b{3}\8", ESCAPE),
            (3356, r"(b{1000}\8", TOO_LARGE),
            (3355, r"|b{1000}\8", ESCAPE),
            (3356, r"|b{1000}\8", TOO_LARGE),
            (3355, "b{1000}", TOO_LARGE),
            (3355, "b{1000}**", "invalid nested repetition operator: `{1000}*`"),
            (3356, "b{1000}**", TOO_LARGE),
        ] {
            let error =
                parse(&format!("(?:{}){{1000}}{after}", "a".repeat(length))).map(|_| ()).unwrap_err().to_string();
            let expected = format!("error parsing regexp: {expected}");
            assert!(error.starts_with(&expected), "{length} {after}: {error:.90}");
        }
    }

    /// The limit is that of `regexp/syntax.Parse` in Go 1.26.
    #[test]
    fn earlier_parts_may_have_the_maximum_size() {
        for (others, expected) in [(443, r"invalid escape sequence: `\8`"), (444, "expression too large: `(?:(?:aaa")] {
            let part = format!("(?:(?:{}){{1000}}{})", "a".repeat(3355), "a".repeat(others));
            let error = parse(&format!(r"{part}b{{1000}}\8")).map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("error parsing regexp: {expected}")), "{others}: {error:.90}");
        }
    }
}
