//! The formats `isbn`, `isbn10` and `isbn13`.

use super::{Family, Format};

pub(super) static ISBN: Format = Format {
    name: "isbn",
    family: Family::OpenApi,
    since: 0,
    doc: "A book number (ISBN) with 10 or 13 digits. Whitespace and hyphens are ignored.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsISBN",
    examples: &["0321751043", "978-0321751041"],
    counterexamples: &["", "0321751044", "12345"],
    accepts: |text| is_isbn_10(text) || is_isbn_13(text),
    messages: None,
};

pub(super) static ISBN_10: Format = Format {
    name: "isbn10",
    family: Family::OpenApi,
    since: 0,
    doc: "A book number (ISBN) with 10 digits. Whitespace and hyphens are ignored.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsISBN10",
    examples: &["0321751043", "0-8044-2957-X"],
    counterexamples: &["", "978-0321751041", "0-8044-2957-x"],
    accepts: is_isbn_10,
    messages: None,
};

pub(super) static ISBN_13: Format = Format {
    name: "isbn13",
    family: Family::OpenApi,
    since: 0,
    doc: "A book number (ISBN) with 13 digits. Whitespace and hyphens are ignored.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsISBN13",
    examples: &["978-0321751041", "978 3 16 148410 0"],
    counterexamples: &["", "0321751043", "978-0321751042"],
    accepts: is_isbn_13,
    messages: None,
};

/// Iterates over the characters that are part of the number.
fn significant(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|character| !matches!(character, '\t' | '\n' | '\u{c}' | '\r' | ' ' | '-'))
}

fn is_isbn_10(text: &str) -> bool {
    let mut sum = 0;
    let mut count = 0;
    for character in significant(text) {
        count += 1;
        let digit = match character.to_digit(10) {
            Some(digit) => digit,
            None if count == 10 && character == 'X' => 10,
            None => return false,
        };
        if count > 10 {
            return false;
        }
        sum += count * digit;
    }
    count == 10 && sum % 11 == 0
}

fn is_isbn_13(text: &str) -> bool {
    let mut sum = 0;
    let mut count = 0;
    for character in significant(text) {
        let Some(digit) = character.to_digit(10) else { return false };
        if count == 13 {
            return false;
        }
        sum += if count % 2 == 0 { digit } else { 3 * digit };
        count += 1;
    }
    count == 13 && sum % 10 == 0
}
