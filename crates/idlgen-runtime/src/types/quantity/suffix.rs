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

/// Suffix and exponent of two.
const BINARY: [(&str, i32); 6] = [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)];

/// Suffix and exponent of ten.
const DECIMAL: [(&str, i32); 10] =
    [("n", -9), ("u", -6), ("m", -3), ("", 0), ("k", 3), ("M", 6), ("G", 9), ("T", 12), ("P", 15), ("E", 18)];

/// Returns the notation and exponent of a suffix: of two for [`QuantityFormat::BinarySi`], otherwise of ten.
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

/// Returns the suffix for a power of ten, or an empty string if there is none, even though the number is then
/// incorrect.
pub(super) fn decimal(exponent: i32) -> &'static str {
    DECIMAL.iter().find(|(_, power)| *power == exponent).map_or("", |(name, _)| name)
}

/// Returns the suffix for a power of two.
pub(super) fn binary(exponent: i32) -> &'static str {
    BINARY.iter().find(|(_, power)| *power == exponent).map_or("", |(name, _)| name)
}
