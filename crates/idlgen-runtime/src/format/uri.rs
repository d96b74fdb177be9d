//! The format `uri`.

use super::{Family, Format};
use crate::go::is_request_uri;

pub(super) static URI: Format = Format {
    name: "uri",
    family: Family::OpenApi,
    since: 0,
    doc: "A URI with a scheme, or a path that begins with a slash.",
    source: "net/url.ParseRequestURI",
    examples: &["https://example.com/a?b=c", "/a", "urn:isbn:0321751043", "mailto:a@b"],
    counterexamples: &["", "a/b", "http://a b/", "http://a/%zz"],
    accepts: is_request_uri,
    messages: None,
};
