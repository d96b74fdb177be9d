//! The format `creditcard`.

use super::{Family, Format};
use crate::regex::LazyPattern;

pub(super) static CREDIT_CARD: Format = Format {
    name: "creditcard",
    family: Family::OpenApi,
    since: 0,
    doc: "A credit card number of a large brand. Characters other than digits are ignored.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsCreditCard",
    examples: &["4111-1111-1111-1111", "5398 2287 0787 1527"],
    counterexamples: &["", "4111-1111-1111-1112", "1234567812345670"],
    accepts: is_credit_card,
    messages: None,
};

/// The number patterns of Visa, Mastercard, Discover, American Express, Diners Club and JCB.
static BRAND: LazyPattern = LazyPattern::new(concat!(
    "^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}",
    "|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\\d{3})\\d{11})$",
));

fn is_credit_card(text: &str) -> bool {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // The Luhn checksum: every second digit from the end is doubled, and the digits of the result are added.
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(position, byte)| {
            let digit = u32::from(byte - b'0');
            if position % 2 == 0 { digit } else { 2 * digit / 10 + 2 * digit % 10 }
        })
        .sum();
    sum % 10 == 0 && BRAND.compiled().is_ok_and(|brand| brand.is_match(&digits))
}
