//! URLs.

use crate::cost::text;

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(1, "getEscapedPath", "url_get_escaped_path", "kubernetes.URL", "string"),
    member(1, "getHost", "url_get_host", "kubernetes.URL", "string"),
    member(1, "getHostname", "url_get_hostname", "kubernetes.URL", "string"),
    member(1, "getPort", "url_get_port", "kubernetes.URL", "string"),
    member(1, "getQuery", "url_get_query", "kubernetes.URL", "map(string, list(string))"),
    member(1, "getScheme", "url_get_scheme", "kubernetes.URL", "string"),
    global(1, "isURL", "is_url_string", "string", "bool"),
    global(1, "url", "string_to_url", "string", "kubernetes.URL").estimated(text),
];
