//! Query parameters.

use std::collections::BTreeMap;

use super::{
    escape::{self, UrlPart},
    replacement::text_of,
};

/// Maximum number of parameters. If a query has more, none of them is returned.
const LIMIT: usize = 10_000;

/// Parses like `url.ParseQuery` and skips malformed parameters.
pub(super) fn parse(query: &str) -> Vec<(String, Vec<String>)> {
    if query.split('&').count() > LIMIT {
        return Vec::new();
    }
    let mut values: BTreeMap<Vec<u8>, Vec<String>> = BTreeMap::new();
    for parameter in query.split('&').filter(|parameter| !parameter.is_empty() && !parameter.contains(';')) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        if escape::check(name, UrlPart::Query).is_ok() && escape::check(value, UrlPart::Query).is_ok() {
            let value = text_of(&escape::unescape(value, UrlPart::Query));
            values.entry(escape::unescape(name, UrlPart::Query)).or_default().push(value);
        }
    }
    values.into_iter().map(|(name, values)| (text_of(&name), values)).collect()
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn leaves_out_what_is_malformed() {
        let values = |query: &str| {
            parse(query).into_iter().map(|(name, values)| format!("{name}:{}", values.join(","))).collect::<Vec<_>>()
        };
        assert_eq!(values("b=2&a=1&b=3"), ["a:1", "b:2,3"]);
        assert_eq!(values("a=%zz&b;c=1&&=x&d&e=1+2%2b"), [":x", "d:", "e:1 2+"]);
        assert!(values(&"a&".repeat(10_000)).is_empty());
        assert_eq!(values(&"a&".repeat(9_999)).len(), 1);
    }
}
