//! The layout `documents`: a server's responses for `/openapi/v3/…`, one document per group and version
//! (`k8s.io/kube-openapi/pkg/builder3`), or for `/openapi/v2`, a single one for all
//! (`k8s.io/kube-openapi/pkg/builder`).

use idlgen_validate::schema::json::OrderedJson;

use super::{OpenApiOptions, group_versions::served, paths, printing::indent, publication::Publication};
use crate::lower::{Lowered, RegisteredGroupVersion};

/// The document of a group and version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document {
    /// The path below `/openapi/v3`, which is also the path of its resources: `api/v1`, `apis/apps/v1`.
    pub path: String,
    /// The content.
    pub text: String,
    /// The definitions that its paths reference, by their names in [`Lowered`].
    pub roots: Vec<String>,
}

impl Document {
    /// Creates a document with this path below `/openapi/v3`.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Document { path: path.into(), text: text.into(), roots: Vec::new() }
    }
}

/// Returns the OpenAPI v3 documents, sorted by group and version. Skips groups and versions that servers do not
/// publish.
pub fn documents(lowered: &Lowered, options: &OpenApiOptions) -> Vec<Document> {
    let publication = Publication::new(lowered, options);
    let document = |group_version: &RegisteredGroupVersion| Document {
        path: path_of(group_version),
        text: text(&document(&publication, group_version), options),
        roots: publication.root_definitions(group_version).into_iter().map(str::to_owned).collect(),
    };
    served(lowered).map(document).collect()
}

/// Returns the path of a group and version on a server: the core version has a separate prefix.
pub(super) fn path_of(group_version: &RegisteredGroupVersion) -> String {
    let RegisteredGroupVersion { group, version, .. } = group_version;
    if group.is_empty() { format!("api/{version}") } else { format!("apis/{group}/{version}") }
}

fn document(publication: &Publication<'_>, group_version: &RegisteredGroupVersion) -> OrderedJson {
    let roots = publication.roots(group_version);
    let of = (group_version.group.as_str(), group_version.version.as_str());
    let schemas = publication.components(roots.iter().map(String::as_str), Some(of));
    object([
        ("openapi", OrderedJson::string("3.0.0")),
        ("info", info()),
        ("paths", paths::v3(publication, group_version)),
        ("components", object([("schemas", schemas), ("securitySchemes", object([("BearerToken", bearer_token())]))])),
    ])
}

/// Returns the single OpenAPI v2 document.
pub fn aggregate(lowered: &Lowered, options: &OpenApiOptions) -> String {
    let publication = Publication::new(lowered, options);
    let roots: Vec<String> = served(lowered).flat_map(|group_version| publication.roots(group_version)).collect();
    let definitions = publication.components(roots.iter().map(String::as_str), None);
    let requirement = object([("BearerToken", OrderedJson::Array(Vec::new()))]);
    let document = object([
        ("swagger", OrderedJson::string("2.0")),
        ("info", info()),
        ("paths", paths::v2(&publication, served(lowered))),
        ("definitions", definitions),
        ("securityDefinitions", object([("BearerToken", bearer_token())])),
        ("security", OrderedJson::Array(vec![requirement])),
    ]);
    // Unlike the v3 documents, servers marshal this document without `encoding/json`.
    document.to_text(indent(options))
}

/// Formats a document. On a single line, it is identical to a server's OpenAPI v3 response: `encoding/json` escapes
/// HTML characters. Indented documents are for human readers and do not escape them.
fn text(document: &OrderedJson, options: &OpenApiOptions) -> String {
    let text = document.to_text(indent(options));
    if options.indent > 0 {
        return text;
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            _ => escaped.push(character),
        }
    }
    escaped
}

fn info() -> OrderedJson {
    object([("title", OrderedJson::string("Kubernetes")), ("version", OrderedJson::string("unversioned"))])
}

fn bearer_token() -> OrderedJson {
    let members = [
        ("type", "apiKey"),
        ("description", "Bearer Token authentication"),
        ("name", "authorization"),
        ("in", "header"),
    ];
    object(members.map(|(key, value)| (key, OrderedJson::string(value))))
}

/// Creates an object with these keys in this order.
pub(super) fn object<const N: usize>(entries: [(&str, OrderedJson); N]) -> OrderedJson {
    OrderedJson::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
