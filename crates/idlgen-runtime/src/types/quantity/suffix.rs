//! Quantity suffixes.

/// The notation of a quantity (`resource.Format`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantityFormat {
    /// With a power of ten: `12e6`.
    DecimalExponent,
    /// With a suffix for a power of 1024: `12Mi`.
    BinarySi,
    /// With a suffix for a power of 1000, or none: `12M`.
    DecimalSi,
}

/// The suffix and its exponent of two.
const BINARY: [(&str, i32); 6] = [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)];

/// The suffix and its exponent of ten.
const DECIMAL: [(&str, i32); 10] =
    [("n", -9), ("u", -6), ("m", -3), ("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18)];

/// Returns the notation and the exponent of a suffix. The base of the exponent is 2 for [`QuantityFormat::BinarySi`],
/// otherwise 10.
pub(super) fn interpret(suffix: &str) -> Option<(QuantityFormat, i32)> {
    if let Some((_, exponent)) = DECIMAL.iter().find(|(name, _)| *name == suffix) {
        return Some((QuantityFormat::DecimalSi, *exponent));
    }
    if let Some((_, exponent)) = BINARY.iter().find(|(name, _)| *name == suffix) {
        return Some((QuantityFormat::BinarySi, *exponent));
    }
    let exponent: i64 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
    // Go uses only the lower 32 bits of the exponent.
    Some((QuantityFormat::DecimalExponent, exponent as i32))
}

/// Returns the suffix for a power of ten. As in Go, returns an empty string if there is none, which makes the number
/// incorrect.
pub(super) fn decimal(exponent: i32) -> &'static str {
    DECIMAL.iter().find(|(_, power)| *power == exponent).map_or("", |(name, _)| name)
}

/// Returns the suffix for a power of two.
pub(super) fn binary(exponent: i32) -> &'static str {
    BINARY.iter().find(|(_, power)| *power == exponent).map_or("", |(name, _)| name)
}
