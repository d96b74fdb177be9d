//! The format `quantity`.

use super::{Family, Format};
use crate::types::Quantity;

pub(super) static QUANTITY: Format = Format {
    name: "quantity",
    family: Family::Kep4153,
    since: 0,
    doc: "A resource quantity.",
    source: "k8s.io/apimachinery/pkg/api/resource.ParseQuantity",
    examples: &["128Mi", "1500m", "1e3", "-0.5"],
    counterexamples: &["", "1 Gi", "1Kib", "a"],
    accepts: |text| text.parse::<Quantity>().is_ok(),
    messages: Some(|text| text.parse::<Quantity>().err().map(|error| error.to_string()).into_iter().collect()),
};
