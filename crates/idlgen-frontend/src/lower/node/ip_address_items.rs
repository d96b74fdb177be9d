//! `<gateway:validateIPAddress>` on a list of addresses: items with the `type` `IPAddress` must have an IP address as
//! their `value` (`gatewayTweaks` of gateway-api's generator).

use idlgen_schema::{Schema, keyword::Keyword};
use serde_json::json;

use super::note;
use crate::{lower::layer::Layers, tags::TagKind};

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let Some((tag, ())) = layers.first(|meaning| (*meaning == TagKind::IpAddressItems).then_some(())) else { return };
    note(schema, "items", tag);
    schema.items.get_or_insert_default().one_of = vec![with_address(), of_other_type()];
}

fn with_address() -> Schema {
    let of_format = |format: &str| Schema::of_keyword(Keyword::Format, format);
    let value = Schema { any_of: vec![of_format("ipv4"), of_format("ipv6")], ..Schema::default() };
    with_properties([("type", of_ip_address()), ("value", value)])
}

fn of_other_type() -> Schema {
    with_properties([("type", Schema { not: Some(Box::new(of_ip_address())), ..Schema::default() })])
}

fn of_ip_address() -> Schema {
    Schema::of_keyword(Keyword::Enum, vec![json!("IPAddress")])
}

fn with_properties<const N: usize>(properties: [(&str, Schema); N]) -> Schema {
    let properties = properties.into_iter().map(|(name, schema)| (name.to_owned(), schema));
    Schema { properties: properties.collect(), ..Schema::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::testing::json;

    #[test]
    fn an_item_has_an_address_or_another_type() {
        let address =
            r#"{"properties":{"type":{"enum":["IPAddress"]},"value":{"anyOf":[{"format":"ipv4"},{"format":"ipv6"}]}}}"#;
        assert_eq!(json(&with_address()), address);
        assert_eq!(json(&of_other_type()), r#"{"properties":{"type":{"not":{"enum":["IPAddress"]}}}}"#);
    }
}
