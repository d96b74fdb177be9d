//! Tables of characters by their general category and by their script, of Unicode 15.0.
//!
//! The tables of regex-syntax need ten times the space in every program with generated code, and are of a later version
//! of Unicode.

use regex_syntax::hir::ClassUnicode;

use crate::regex::character_set::range;

/// The value of each code point, as runs. Each run has one byte for the value and the number of its code points, as an
/// unsigned LEB128 integer. The runs follow each other without gaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table(&'static [u8]);

/// The index of the general category. Surrogates have an index that no category has.
pub(super) const CATEGORIES: Table = Table(include_bytes!("categories.bin"));

/// The index of the script plus one; 0 for no script and for those that Go does not find.
pub(super) const SCRIPTS: Table = Table(include_bytes!("scripts.bin"));

impl Table {
    /// Returns the characters whose values `is_member` accepts.
    pub(super) fn members(self, is_member: impl Fn(u8) -> bool) -> ClassUnicode {
        let mut ranges = Vec::new();
        let mut next = 0;
        let mut bytes = self.0.iter();
        while let Some(value) = bytes.next() {
            let mut count = 0;
            let mut shift = 0;
            for byte in bytes.by_ref() {
                count |= u32::from(byte & 0x7f) << shift;
                shift += 7;
                if *byte < 0x80 {
                    break;
                }
            }
            if is_member(*value) {
                ranges.extend(range(next, next + count - 1));
            }
            next += count;
        }
        ClassUnicode::new(ranges)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use regex_syntax::hir::{Class, ClassUnicodeRange, HirKind};

    use super::*;
    use crate::regex::unicode::{categories, names};

    /// The value of surrogates.
    const SURROGATE: u8 = 0x7f;

    /// Returns the class that regex-syntax defines for the value of a property, such as `gc=Lu`.
    fn class(name: &str) -> ClassUnicode {
        let hir = regex_syntax::parse(&format!("[\\p{{{name}}}]")).unwrap();
        match hir.into_kind() {
            HirKind::Class(Class::Unicode(class)) => class,
            // A class with a single character.
            HirKind::Literal(literal) => {
                let text = String::from_utf8(literal.0.into_vec()).unwrap();
                ClassUnicode::new(text.chars().map(|character| ClassUnicodeRange::new(character, character)))
            }
            other => panic!("{name}: {other:?}"),
        }
    }

    fn set(values: &mut [u8], class: &ClassUnicode, value: u8) {
        for range in class.ranges() {
            values[range.start() as usize..=range.end() as usize].fill(value);
        }
    }

    fn encode(values: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for run in values.chunk_by(|one, other| one == other) {
            bytes.push(run[0]);
            let mut count = run.len();
            while count >= 0x80 {
                bytes.push((count & 0x7f) as u8 | 0x80);
                count >>= 7;
            }
            bytes.push(count as u8);
        }
        bytes
    }

    /// Compares a file with the table that regex-syntax has. With `IDLGEN_BLESS=1`, writes the file.
    #[expect(clippy::disallowed_methods, reason = "the test records what it compares")]
    fn compare(table: Table, file: &str, values: &[u8]) {
        let expected = encode(values);
        if std::env::var_os("IDLGEN_BLESS").is_some() {
            let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/regex/unicode");
            std::fs::write(directory.join(file), &expected).unwrap();
        } else {
            assert!(table.0 == expected, "{file} is not what regex-syntax has; run the test with IDLGEN_BLESS=1");
        }
    }

    #[test]
    fn tables_are_those_of_regex_syntax_in_unicode_15() {
        let known = class("age=15.0");
        let unassigned = categories::NAMES.iter().position(|name| *name == "Cn").unwrap() as u8;
        let mut values = vec![unassigned; 0x11_0000];
        for (index, name) in categories::NAMES.iter().enumerate() {
            let mut members = class(&format!("gc={name}"));
            members.intersect(&known);
            set(&mut values, &members, index as u8);
        }
        values[0xd800..0xe000].fill(SURROGATE);
        // This is the only character that has another category in later Unicode versions.
        values[0x1171e] = categories::NAMES.iter().position(|name| *name == "Mn").unwrap() as u8;
        compare(CATEGORIES, "categories.bin", &values);

        let mut values = vec![0; 0x11_0000];
        for (index, name) in names::SCRIPTS.iter().enumerate() {
            let mut members = class(&format!("sc={name}"));
            members.intersect(&known);
            set(&mut values, &members, index as u8 + 1);
        }
        compare(SCRIPTS, "scripts.bin", &values);
    }
}
