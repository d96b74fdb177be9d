//! The Go type `k8s.io/apimachinery/pkg/api/resource.Quantity`.

mod amount;
mod canonical;
mod notation;
mod parse;
mod suffix;

use std::{borrow::Cow, cmp::Ordering, fmt, str::FromStr};

pub(crate) use amount::Amount;
pub use parse::ParseQuantityError;
use parse::Parsed;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, Visitor},
};
pub use suffix::QuantityFormat;

use super::Zero;
use crate::value::{Value, ValueRef};

/// A number with a unit, such as `1500m`, `128Mi` or `1e3`. It is exact, with at most 38 digits and a resolution of
/// 10^-9. As in Kubernetes, more precise values are rounded away from zero.
///
/// A quantity stores the string from which it was parsed. Documents, rules, [`Quantity::canonical`] and `to_string` use
/// the result of Go's `String` method. In objects that `idlgen_validate::crd::Admit` returns, documents and rules use
/// the stored string, like an API server for custom resources. Quantities with equal numbers are equal.
///
/// ```
/// use idlgen_runtime::types::Quantity;
/// let quantity: Quantity = "1.5Gi".parse().unwrap();
/// assert_eq!(quantity.as_str(), "1.5Gi");
/// assert_eq!(quantity.canonical(), "1536Mi");
/// assert_eq!(quantity, "1610612736".parse().unwrap());
/// assert!(quantity > "1.5G".parse().unwrap());
/// ```
#[derive(Clone)]
pub struct Quantity {
    amount: Amount,
    format: QuantityFormat,
    /// The parsed string. Empty for the default, which was not parsed.
    text: String,
    /// `true` if Go uses the parsed string as the canonical one because it is close enough.
    is_canonical: bool,
    /// `true` if documents and rules use the parsed string.
    is_verbatim: bool,
}

impl Quantity {
    /// Returns the string that was parsed, or the canonical one if the quantity was computed.
    pub fn as_str(&self) -> &str {
        if self.text.is_empty() { "0" } else { &self.text }
    }

    /// Returns the result of Go's `Quantity.String`, which uses the largest suffix of the same kind for which the
    /// number has no fraction. If a string differs from the canonical one only by a sign, leading zeros or a decimal
    /// point, Kubernetes usually keeps it.
    #[inline]
    pub fn canonical(&self) -> Cow<'_, str> {
        if self.is_canonical {
            Cow::Borrowed(&self.text)
        } else {
            Cow::Owned(canonical::canonical(&self.amount, self.format))
        }
    }

    /// Parses a string that documents and rules use unchanged. Returns `None` if it is not a quantity, or does not
    /// match the pattern of quantities in schemas.
    pub(crate) fn verbatim(text: &str) -> Option<Self> {
        let quantity: Quantity = text.parse().ok()?;
        if quantity.canonical() == text {
            return Some(quantity);
        }
        notation::is_in_schema_notation(text).then_some(Quantity { is_verbatim: true, ..quantity })
    }

    /// Returns the string in documents and for rules.
    #[inline]
    fn written(&self) -> Cow<'_, str> {
        if self.is_verbatim { Cow::Borrowed(&self.text) } else { self.canonical() }
    }

    /// Returns the notation of the number.
    pub fn format(&self) -> QuantityFormat {
        self.format
    }

    /// Returns -1, 0 or 1.
    pub fn signum(&self) -> i32 {
        self.amount.mantissa.signum() as i32
    }

    /// Returns the number if Go's fast path reads it as a 64-bit integer (`Quantity.AsInt64`). Returns `None` for
    /// `1000m`.
    pub fn to_i64(&self) -> Option<i64> {
        self.amount.to_i64()
    }

    /// Returns the number if it is a 64-bit integer in any notation. Returns 1 for `1000m`.
    ///
    /// ```
    /// use idlgen_runtime::types::Quantity;
    ///
    /// let whole = |text: &str| text.parse::<Quantity>().unwrap().to_integer();
    /// assert_eq!((whole("1.5Gi"), whole("1000m"), whole("500m")), (Some(1_610_612_736), Some(1), None));
    /// ```
    pub fn to_integer(&self) -> Option<i64> {
        Amount { long: None, ..self.amount.trimmed() }.to_i64()
    }

    /// Returns the nearest float, or one close to it (`Quantity.AsApproximateFloat64`).
    pub fn to_f64(&self) -> f64 {
        self.amount.to_f64()
    }

    /// Creates a quantity from an integer, in this notation (`resource.NewQuantity`).
    ///
    /// ```
    /// use idlgen_runtime::types::{Quantity, QuantityFormat};
    /// assert_eq!(Quantity::new(2048, QuantityFormat::BinarySi).to_string(), "2Ki");
    /// ```
    pub fn new(value: i64, format: QuantityFormat) -> Self {
        Quantity::computed(Amount::from(value), format)
    }

    /// Returns the sum, or `None` if its exact value has more than 38 digits.
    pub fn checked_add(&self, other: &Quantity) -> Option<Quantity> {
        let format = if self.signum() == 0 { other.format } else { self.format };
        Some(Quantity::computed(self.amount.checked_add(&other.amount)?, format))
    }

    /// Returns the difference, or `None` if its exact value has more than 38 digits.
    pub fn checked_sub(&self, other: &Quantity) -> Option<Quantity> {
        let format = if self.signum() == 0 { other.format } else { self.format };
        Some(Quantity::computed(self.amount.checked_sub(&other.amount)?, format))
    }

    /// Returns the number as a mantissa and a power of ten.
    ///
    /// ```
    /// let quantity: idlgen_runtime::types::Quantity = "1500m".parse().unwrap();
    /// assert_eq!(quantity.scientific(), (1500, -3));
    /// ```
    pub fn scientific(&self) -> (i128, i32) {
        (self.amount.mantissa, self.amount.exponent)
    }

    /// Returns the number in a string, without keeping the string. Returns `None` if it is not a quantity.
    pub(crate) fn amount_of(text: &str) -> Option<Amount> {
        Parsed::from_text(text).ok().map(|parsed| parsed.amount)
    }

    /// Returns `true` if Go stores the number in an `inf.Dec`, which is a pointer that copies share.
    pub(crate) fn is_long(&self) -> bool {
        self.amount.long.is_some()
    }

    /// Returns the same number in another notation.
    pub(crate) fn written_as(&self, format: QuantityFormat) -> Self {
        Quantity::computed(self.amount, format)
    }

    fn computed(amount: Amount, format: QuantityFormat) -> Self {
        let text = canonical::canonical(&amount, format);
        Quantity { amount, format, text, is_canonical: true, is_verbatim: false }
    }
}

impl FromStr for Quantity {
    type Err = ParseQuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Parsed { amount, format, is_canonical } = Parsed::from_text(text)?;
        Ok(Quantity { amount, format, text: text.to_owned(), is_canonical, is_verbatim: false })
    }
}

impl Default for Quantity {
    fn default() -> Self {
        Quantity {
            amount: Amount::ZERO,
            format: QuantityFormat::DecimalSi,
            text: String::new(),
            is_canonical: false,
            is_verbatim: false,
        }
    }
}

impl From<i64> for Quantity {
    fn from(value: i64) -> Self {
        Quantity::computed(Amount::from(value), QuantityFormat::DecimalSi)
    }
}

impl PartialEq for Quantity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Quantity {}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        self.amount.compare(&other.amount)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.canonical())
    }
}

impl fmt::Debug for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Quantity").field(&self.as_str()).finish()
    }
}

impl Zero for Quantity {
    /// Returns `true` for the default. A parsed zero is not the default, as in Go.
    fn is_zero(&self) -> bool {
        self.text.is_empty()
    }
}

impl Value for Quantity {
    #[inline]
    fn as_value(&self) -> ValueRef<'_> {
        ValueRef::String(self.written())
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written())
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct QuantityVisitor;

        impl Visitor<'_> for QuantityVisitor {
            type Value = Quantity;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a quantity such as \"128Mi\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Quantity, E> {
                text.trim().parse().map_err(E::custom)
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Quantity, E> {
                self.visit_str(&value.to_string())
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Quantity, E> {
                self.visit_str(&value.to_string())
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Quantity, E> {
                self.visit_str(&crate::go::format_json_float(value))
            }

            fn visit_unit<E>(self) -> Result<Quantity, E> {
                Ok(Quantity::default())
            }
        }

        deserializer.deserialize_any(QuantityVisitor)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::{Quantity, QuantityFormat, Zero};

    fn quantity(text: &str) -> Quantity {
        text.parse().unwrap()
    }

    #[test]
    fn only_the_default_is_omitted() {
        assert!(Zero::is_zero(&Quantity::default()));
        for text in ["0", "0Mi", "1"] {
            assert!(!Zero::is_zero(&quantity(text)), "{text}");
        }
    }

    #[test]
    fn canonical_text() {
        for (text, canonical) in [
            ("0", "0"),
            ("1.5", "1500m"),
            ("1500m", "1500m"),
            ("1000m", "1"),
            ("1.5Gi", "1536Mi"),
            ("1024Ki", "1Mi"),
            ("0.5Ki", "512"),
            ("128Mi", "128Mi"),
            ("+128Mi", "128Mi"),
            ("-0128Mi", "-128Mi"),
            ("2048Mi", "2Gi"),
            ("0Mi", "0"),
            ("1.5Ki", "1536"),
            ("0.1n", "1n"),
            ("-0.1n", "-1n"),
            ("100k", "100k"),
            ("1000k", "1M"),
            ("12e6", "12e6"),
            ("1200e4", "12e6"),
            ("1000E", "1"),
            ("10000Ei", "9223372036854775807"),
            ("+1", "+1"),
            ("1.500", "1.500"),
            (".", "0"),
            ("1e-10", "1e-9"),
        ] {
            assert_eq!(quantity(text).canonical(), canonical, "{text}");
        }
    }

    #[test]
    fn rejects() {
        for (text, message) in [
            ("", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
            ("1.2.3", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
            ("1kk", "unable to parse quantity's suffix"),
            ("1 Gi", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
            (".e-10", "unable to parse numeric part of quantity"),
        ] {
            assert_eq!(text.parse::<Quantity>().unwrap_err().to_string(), message, "{text}");
        }
    }

    #[test]
    fn compares_numbers() {
        assert_eq!(quantity("1000m"), quantity("1"));
        assert!(quantity("1Ki") > quantity("1k"));
        assert!(quantity("-1") < quantity("1n"));
        assert!(quantity("1e1000000000") > quantity("1e999999999"));
    }

    #[test]
    fn computes() {
        assert_eq!(quantity("1.5Gi").checked_add(&quantity("512Mi")).unwrap().to_string(), "2Gi");
        assert_eq!(quantity("0").checked_sub(&quantity("1k")).unwrap().to_string(), "-1k");
        assert_eq!(quantity("100m").checked_add(&quantity("900m")).unwrap().to_string(), "1");
        assert_eq!(quantity("1e30").checked_add(&quantity("1n")), None);
        assert_eq!(quantity("50k").to_i64(), Some(50_000));
        assert_eq!(quantity("1000m").to_i64(), None);
        assert_eq!(quantity("1.25").to_f64(), 1.25);
    }

    #[test]
    fn is_written_as_go_writes_it() {
        let read: Quantity = from_value(json!("1.5Gi")).unwrap();
        assert_eq!((read.as_str(), to_value(&read).unwrap()), ("1.5Gi", json!("1536Mi")));
        assert_eq!(to_value(Quantity::default()).unwrap(), json!("0"));
        assert_eq!(from_value::<Quantity>(json!(2)).unwrap(), quantity("2"));
        assert_eq!(from_value::<Quantity>(json!(0.5)).unwrap(), quantity("500m"));
        assert_eq!(to_value(from_value::<Quantity>(json!(null)).unwrap()).unwrap(), json!("0"));
        assert!(from_value::<Quantity>(json!(true)).is_err());
    }

    #[test]
    fn computed_quantities_are_canonical() {
        let quantity = Quantity::from(1500);
        assert_eq!((quantity.as_str(), quantity.format()), ("1500", QuantityFormat::DecimalSi));
        let written = quantity.written_as(QuantityFormat::BinarySi);
        assert_eq!((written.as_str(), written.format()), ("1500", QuantityFormat::BinarySi));
        assert_eq!(Quantity::from(2048).written_as(QuantityFormat::BinarySi).to_string(), "2Ki");
        let parsed: Quantity = "1024Mi".parse().unwrap();
        assert_eq!((format!("{parsed:?}"), parsed.to_string()), ("Quantity(\"1024Mi\")".to_owned(), "1Gi".to_owned()));
    }
}
