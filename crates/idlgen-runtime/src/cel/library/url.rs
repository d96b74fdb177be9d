//! URLs (`urls` of k8s.io/apiserver/pkg/cel/library).

use std::sync::Arc;

use super::{Binding, CallCost, by_name, by_overload};
use crate::cel::{Environment, EvaluationError, Map, Value};
pub use crate::go::Url;

/// Returns `true` if the API server is built with Go 1.26, which rejects extra colons in hosts.
pub(super) fn has_strict_colons(environment: Environment) -> bool {
    environment.minor() >= 36
}

/// `url(text)`
///
/// # Errors
///
/// Returns an error if the text is neither an absolute URI nor an absolute path.
pub fn url(text: &str, environment: Environment) -> Result<Url, EvaluationError> {
    let strict_colons = has_strict_colons(environment);
    Url::check_request(text, strict_colons)
        .and_then(|()| Url::parse(text, strict_colons))
        .map_err(|error| EvaluationError::message(format!("URL parse error during conversion from string: {error}")))
}

/// `isURL(text)`. Accepts a string with a malformed fragment, although [`url`] rejects it.
pub fn is_url(text: &str, environment: Environment) -> bool {
    Url::check_request(text, has_strict_colons(environment)).is_ok()
}

pub(super) const FUNCTIONS: &[Binding] = &[
    by_name("url", &["string_to_url"], CallCost::Characters(1), |arguments, environment| match arguments {
        [Value::String(text)] => Ok(Value::Url(Arc::new(url(text, *environment)?))),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("isURL", &["is_url_string"], CallCost::One, |arguments, environment| match arguments {
        [Value::String(text)] => Ok(is_url(text, *environment).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }),
    by_overload("getScheme", &["url_get_scheme"], CallCost::One, |arguments, _| {
        part(arguments, |url| url.scheme().to_owned())
    }),
    by_overload("getHost", &["url_get_host"], CallCost::One, |arguments, _| part(arguments, Url::host)),
    by_overload("getHostname", &["url_get_hostname"], CallCost::One, |arguments, _| part(arguments, Url::hostname)),
    by_overload("getPort", &["url_get_port"], CallCost::One, |arguments, _| part(arguments, Url::port)),
    by_overload("getEscapedPath", &["url_get_escaped_path"], CallCost::One, |arguments, _| {
        part(arguments, Url::escaped_path)
    }),
    by_overload("getQuery", &["url_get_query"], CallCost::One, |arguments, _| match arguments {
        [Value::Url(url)] => Ok(query(url)),
        _ => Err(EvaluationError::no_such_overload()),
    }),
];

fn part<'a>(arguments: &[Value<'a>], of: fn(&Url) -> String) -> Result<Value<'a>, EvaluationError> {
    match arguments {
        [Value::Url(url)] => Ok(of(url).into()),
        _ => Err(EvaluationError::no_such_overload()),
    }
}

/// `url.getQuery()`: the query parameters, each with its list of values.
fn query(url: &Url) -> Value<'static> {
    let values = |values: Vec<String>| Value::from(values.into_iter().map(Value::from).collect::<Vec<_>>());
    let entries: Vec<_> = url.query().into_iter().map(|(name, list)| (Value::from(name), values(list))).collect();
    Value::Map(Map::from(entries))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses() {
        let old = Environment::new(35);
        assert_eq!(
            url("../relative-path", old).unwrap_err().to_string(),
            r#"URL parse error during conversion from string: parse "../relative-path": invalid URI for request"#
        );
        assert!(is_url("/a#%zz", old) == url("/a#%zz", old).is_ok());
        assert!(is_url("http://a:1:2", old) && !is_url("http://a:1:2", Environment::new(36)));
    }
}
