//! The commands that report a diagnostic.

use crate::diag::Code;

/// The commands that report some codes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reporters {
    /// The first and the last number.
    numbers: (u16, u16),
    /// The commands, for a sentence.
    pub(super) phrase: &'static str,
    /// `true` if the diagnostic is at a Go declaration, where `//idlgen:allow` can silence it.
    pub(super) is_about_go: bool,
}

/// Returns the commands that report a code.
pub(super) fn reporters(code: Code) -> Reporters {
    let covers = |row: &&Reporters| (row.numbers.0..=row.numbers.1).contains(&code.number());
    ROWS.iter().find(covers).copied().unwrap_or(Reporters { phrase: "", ..go(0, 0) })
}

const fn go(first: u16, last: u16) -> Reporters {
    Reporters { numbers: (first, last), phrase: GO, is_about_go: true }
}

const fn about_go(first: u16, last: u16, phrase: &'static str) -> Reporters {
    Reporters { numbers: (first, last), phrase, is_about_go: true }
}

const fn other(first: u16, last: u16, phrase: &'static str) -> Reporters {
    Reporters { numbers: (first, last), phrase, is_about_go: false }
}

const GO: &str = "each command that reads Go packages";

const OBJECTS: &str = "`validate` and the other commands that read objects: `default`, `prune` and `print`";

/// All codes, in order. The first row that contains a number applies.
const ROWS: &[Reporters] = &[
    other(101, 121, GO),
    other(201, 206, GO),
    other(280, 282, "each command that reads Go packages, with channels"),
    go(301, 526),
    about_go(530, 535, "`lint --api-rules`"),
    go(540, 541),
    other(547, 549, "`lint --api-rules`"),
    go(601, 636),
    about_go(637, 637, "`lint`"),
    about_go(680, 680, "`crd`, `generate` and `init`, for `compat = \"controller-gen\"`"),
    about_go(701, 701, "`openapi`, `crd`, `generate` and `lint`"),
    about_go(
        702,
        703,
        "`crd`, `schemapatch`, `generate`, `lint`, `diff`, `test --go`, and `openapi --layout structural`",
    ),
    about_go(711, 712, "`openapi --layout documents`, and `generate` and `lint` with this setting"),
    about_go(721, 727, "`crd`, `generate`, `lint`, `diff` and `test --go`"),
    about_go(751, 759, "`rust`, `generate`, `lint` and build scripts"),
    other(760, 761, OBJECTS),
    other(762, 762, "`validate --compare`"),
    other(763, 764, OBJECTS),
    other(765, 765, "`validate` and `diff`"),
    other(766, 766, "`diff --exceptions` and `lint --parity-exceptions`"),
    other(767, 768, "`lint --parity`"),
    other(769, 769, "`rust`, `generate`, `lint` and build scripts"),
    other(770, 771, "`validate` and `kubevirt validate`"),
    other(772, 772, "`validate`, `kubevirt validate` and `kubevirt lint`"),
    other(773, 787, "`kubevirt lint`"),
    other(788, 788, "`validate` and `kubevirt validate`"),
    other(789, 789, "`kubevirt to-cel`"),
    other(790, 793, "`test`"),
    other(794, 797, "`diff`"),
    other(798, 798, "`diff --exceptions` and `lint --parity-exceptions`"),
    about_go(799, 799, "`rust`, `generate`, `lint` and build scripts"),
    other(801, 803, "each command that reads idlgen.toml"),
    other(804, 804, "each command that reads Go packages, if neither the command line nor idlgen.toml names any"),
    other(805, 805, "build scripts"),
    other(806, 806, "`generate --check`, and the other commands that write files, with `--check`"),
    other(901, 909, OBJECTS),
    other(910, 911, "`validate`"),
    other(912, 912, OBJECTS),
    other(920, 920, "`test --coverage-floor`"),
    other(921, 921, "`test --rust`"),
    other(922, 922, "`test --coverage-floor`"),
    other(923, 923, "`lint --parity`"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_row_and_every_row_has_codes() {
        let rows = |code: Code| {
            ROWS.iter().filter(move |row| (row.numbers.0..=row.numbers.1).contains(&code.number())).count()
        };
        for code in crate::codes::all().iter() {
            assert_eq!(rows(code), 1, "{code}");
        }
        for Reporters { numbers: (first, last), .. } in ROWS {
            let ends = [first, last].map(|end| crate::codes::all().iter().any(|code| code.number() == *end));
            assert_eq!(ends, [true; 2], "{first} to {last}");
        }
    }
}
