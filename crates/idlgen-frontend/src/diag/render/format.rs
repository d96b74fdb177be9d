//! The output formats.

use std::str::FromStr;

use thiserror::Error;

/// An output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// The source with the error underlined.
    #[default]
    Full,
    /// One line per diagnostic: `file:line:column: error[CODE]: message`.
    Short,
    /// A single JSON list of objects.
    Json,
    /// GitHub workflow commands, which appear as annotations in a pull request.
    Github,
    /// A single SARIF 2.1.0 document.
    Sarif,
    /// A single `JUnit` XML document: one suite per file, one case per object.
    Junit,
    /// A Kubernetes `Status` for each object, one per line: the response of a server.
    Status,
}

impl Format {
    /// All formats by their names on the command line.
    pub const NAMES: [(&'static str, Format); 7] = [
        ("full", Format::Full),
        ("short", Format::Short),
        ("json", Format::Json),
        ("github", Format::Github),
        ("sarif", Format::Sarif),
        ("junit", Format::Junit),
        ("status", Format::Status),
    ];

    /// Returns a description for help and documentation.
    #[doc(hidden)]
    pub fn summary(self) -> &'static str {
        match self {
            Format::Full => "The source with the error underlined, notes, help and fixes",
            Format::Short => "One line per diagnostic: `FILE:LINE:COLUMN: error[CODE]: MESSAGE`",
            Format::Json => "A JSON list of objects",
            Format::Github => "GitHub workflow commands, which annotate the lines of a pull request",
            Format::Sarif => "A SARIF 2.1.0 document, for code scanning",
            Format::Junit => "A JUnit XML document: a suite per file, a test case per object",
            Format::Status => "The Status object that a server returns for each object, one JSON line each",
        }
    }
}

/// An unknown format name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown message format `{0}`; use full, short, json, github, sarif, junit or status")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Format::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, format)| *format)
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The terminal escapes in [`Format::Full`]. The other formats have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Escapes {
    /// Plain text, for files and pipes.
    #[default]
    None,
    /// Colors only.
    Colors,
    /// Colors, and links from codes to their pages ([`Code::address`](crate::diag::Code::address)).
    ColorsAndLinks,
}
