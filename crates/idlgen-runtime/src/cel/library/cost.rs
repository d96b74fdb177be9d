//! What calls cost (`CostEstimator.CallCost` of k8s.io/apiserver/pkg/cel/library/cost.go).

use std::net::IpAddr;

use crate::cel::Value;

/// The cost of a character that is looked at.
const TRAVERSAL: f64 = 0.1;
/// The cost of a character of a regular expression, for each character that it is matched with.
const EXPRESSION: f64 = 0.25;
/// The cost of a list.
const LIST: f64 = 10.0;
/// The cost of a requirement in a selector: a list and an object.
const REQUIREMENT: f64 = 10.0 + 40.0;

/// How Kubernetes prices a call that cel-go leaves to it. Found once for a call ([`CallCost::of`]), then applied to its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallCost {
    /// That much.
    Fixed(u64),
    /// The parsing of a selector, the second argument.
    Selector,
    /// A look at everything in the first argument.
    Contents,
    /// A look at each character of the first argument, so often.
    Characters(u8),
    /// Two looks at each character of the result.
    Result,
    /// A search for the second argument, a regular expression, in the first.
    Find,
    /// A comparison of a block and an address, which may have to be parsed.
    ContainsIp {
        /// Whether it is text.
        parses: bool,
    },
    /// A comparison of two blocks; the second may have to be parsed.
    ContainsCidr {
        /// Whether it is text.
        parses: bool,
    },
    /// The check of text against a format.
    Validate,
    /// A comparison of two values, cheap if they are of a type of Kubernetes.
    Equality,
}

impl CallCost {
    /// How calls of `function` are priced; `overload` is the only overload that fits, empty if there are several. None if that is cel-go's business.
    pub fn of(function: &str, overload: &str) -> Option<CallCost> {
        Some(match function {
            "check" => CallCost::Fixed(350_000),
            "serviceAccount" | "path" | "group" | "resource" | "subresource" | "namespace" | "name" | "allowed"
            | "reason" | "error" | "errored" => CallCost::Fixed(1),
            "fieldSelector" | "labelSelector" => CallCost::Selector,
            "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" | "includes" => CallCost::Contents,
            "url" | "lowerAscii" | "upperAscii" | "substring" | "trim" | "jsonpatch.escapeKey" => {
                CallCost::Characters(1)
            }
            "replace" | "split" => CallCost::Characters(2),
            "join" => CallCost::Result,
            "find" | "findAll" => CallCost::Find,
            "ip" if overload == "cidr_ip" => CallCost::Fixed(1),
            "ip" | "cidr" | "isIP" | "isCIDR" | "quantity" | "isQuantity" | "semver" | "isSemver" => {
                CallCost::Characters(1)
            }
            "ip.isCanonical" => CallCost::Characters(2),
            "masked"
            | "prefixLength"
            | "family"
            | "isUnspecified"
            | "isLoopback"
            | "isLinkLocalMulticast"
            | "isLinkLocalUnicast"
            | "isGlobalUnicast" => CallCost::Fixed(1),
            "containsIP" => CallCost::ContainsIp { parses: overload == "cidr_contains_ip_string" },
            "containsCIDR" => CallCost::ContainsCidr { parses: overload == "cidr_contains_cidr_string" },
            "validate" => CallCost::Validate,
            "format.named" => CallCost::Fixed(1),
            "sign" | "asInteger" | "isInteger" | "asApproximateFloat" | "isGreaterThan" | "isLessThan"
            | "compareTo" | "add" | "sub" | "major" | "minor" | "patch" => CallCost::Fixed(1),
            "getScheme" | "getHostname" | "getHost" | "getPort" | "getEscapedPath" | "getQuery" => CallCost::Fixed(1),
            "_==_" => CallCost::Equality,
            // Functions that no API server has cost as much as those that are most like them.
            "isFormat" | "validateFormat" | "utf8.isValid" | "utf8.isPrint" | "utf8.isControl" => {
                CallCost::Characters(1)
            }
            "is4" | "is6" => CallCost::Fixed(1),
            "overlaps" => CallCost::ContainsCidr { parses: false },
            "matches" if overload == "labels_matches_selector" => CallCost::Contents,
            _ => return None,
        })
    }

    /// The cost of a call with these arguments, the receiver first, and that result; none where cel-go decides after all.
    pub fn count(self, arguments: &[Value<'_>], result: Option<&Value<'_>>) -> Option<u64> {
        Some(match self {
            CallCost::Fixed(cost) => cost,
            CallCost::Selector => {
                let length = size(arguments.get(1)?);
                let requirements = (length * 0.5).ceil();
                (LIST + (length * TRAVERSAL).ceil() + (requirements * REQUIREMENT).ceil()) as u64
            }
            CallCost::Contents => arguments.first().map_or(0, contents),
            CallCost::Characters(times) => (size(arguments.first()?) * f64::from(times) * TRAVERSAL).ceil() as u64,
            CallCost::Result => (result.map_or(1.0, size) * 2.0 * TRAVERSAL).ceil() as u64,
            CallCost::Find => {
                let [text, expression, ..] = arguments else { return None };
                search(size(text), size(expression))
            }
            CallCost::ContainsIp { parses } => {
                let [block, other, ..] = arguments else { return None };
                let compared = ((size(block) + size(block)) * TRAVERSAL).ceil();
                (compared + if parses { (size(other) * TRAVERSAL).ceil() } else { 0.0 }) as u64
            }
            CallCost::ContainsCidr { parses } => {
                let [block, other, ..] = arguments else { return None };
                let compared = ((size(block) + size(block)) * TRAVERSAL).ceil();
                let masked = (size(block) * TRAVERSAL).ceil() + 1.0;
                (compared + masked + if parses { (size(other) * TRAVERSAL).ceil() } else { 0.0 }) as u64
            }
            CallCost::Validate => match arguments {
                [Value::Format(format), text, ..] => search(size(text), format.expression_size as f64),
                _ => return None,
            },
            CallCost::Equality => match arguments {
                [
                    Value::Quantity(_)
                    | Value::Ip(_)
                    | Value::Cidr(_)
                    | Value::Format(_)
                    | Value::Url(_)
                    | Value::Semver(_),
                    _,
                ] => 1,
                _ => return None,
            },
        })
    }
}

/// The cost of looking for a regular expression in a text. One character more than there is, so that an empty text is not for free.
fn search(text: f64, expression: f64) -> u64 {
    let text = ((1.0 + text) * TRAVERSAL).ceil() as u64;
    text.saturating_mul((expression * EXPRESSION).ceil() as u64)
}

/// The size of a value: of what has none, 1.
fn size(value: &Value<'_>) -> f64 {
    let size = match value {
        Value::String(text) => text.chars().count(),
        Value::Bytes(bytes) => bytes.len(),
        Value::List(list) => list.len(),
        Value::Map(map) => map.len(),
        Value::Ip(IpAddr::V4(_)) => 4,
        Value::Ip(IpAddr::V6(_)) => 16,
        Value::Cidr(block) => usize::from(block.prefix_length.div_ceil(8)),
        _ => 1,
    };
    size as f64
}

/// What it costs to look at everything in a value.
fn contents(value: &Value<'_>) -> u64 {
    match value {
        Value::String(text) => (text.len() as f64 * TRAVERSAL) as u64,
        Value::Bytes(bytes) => (bytes.len() as f64 * TRAVERSAL) as u64,
        // What is not what the schema says is an error value, and costs as any other.
        Value::List(list) => {
            list.iter().map(|element| element.as_ref().map_or(1, contents)).fold(0, u64::saturating_add)
        }
        Value::Map(map) => map
            .keys()
            .iter()
            .map(|key| contents(key).saturating_add(map.get(key).ok().flatten().as_ref().map_or(1, contents)))
            .fold(0, u64::saturating_add),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::library::{cidr, format::Format};

    fn cost(function: &str, overload: &str, arguments: &[Value<'_>]) -> Option<u64> {
        CallCost::of(function, overload)?.count(arguments, None)
    }

    #[test]
    fn costs() {
        let text = Value::text("ééééééééééé");
        assert_eq!(cost("quantity", "string_to_quantity", std::slice::from_ref(&text)), Some(2));
        assert_eq!(cost("indexOf", "string_index_of_string", std::slice::from_ref(&text)), Some(2));
        assert_eq!(cost("ip.isCanonical", "ip_is_canonical", std::slice::from_ref(&text)), Some(3));
        assert_eq!(cost("find", "string_find_string", &[text.clone(), Value::text("abcde")]), Some(4));
        let block = Value::Cidr(cidr::cidr("::/127").unwrap());
        assert_eq!(cost("containsIP", "cidr_contains_ip_string", &[block.clone(), text.clone()]), Some(6));
        assert_eq!(cost("containsIP", "", &[block.clone(), text.clone()]), Some(4));
        assert_eq!(cost("containsCIDR", "cidr_contains_cidr", &[block.clone(), block.clone()]), Some(7));
        let uri = Value::Format(Format::named("uri").unwrap());
        assert_eq!(cost("validate", "format-validate", &[uri, text.clone()]), Some(552));
        assert_eq!(cost("_==_", "equals", &[block, text.clone()]), Some(1));
        assert_eq!(cost("_==_", "equals", &[text.clone(), text.clone()]), None);
        assert_eq!(cost("size", "string_size", std::slice::from_ref(&text)), None);
        let list = Value::from(vec![text, Value::Int(1), Value::Null]);
        assert_eq!(cost("sum", "list_int_sum_int", &[list]), Some(4));
    }
}
