//! Serves generated documents to `kubectl`.

use std::collections::BTreeMap;

use idlgen::{
    emit::openapi::{OpenApiOptions, OpenApiVersion, aggregate, discovery, documents},
    lower::Lowered,
};

use super::{
    answers::{Served, responses},
    programs::Programs,
    server::Server,
};

/// The output formats of kubectl: from OpenAPI v3, and from v2.
pub(super) const OUTPUTS: [(&str, &str); 2] = [("v3", "plaintext"), ("v2", "plaintext-openapiv2")];

/// Serves the documents that idlgen publishes for lowered schemas.
pub(super) fn serve(programs: &Programs, lowered: &Lowered, options: &OpenApiOptions) -> Result<Server, String> {
    let documents = documents(lowered, options);
    let index = discovery(&documents, options);
    let mut v2 = options.clone();
    v2.version = OpenApiVersion::V2;
    let v2 = programs.protobuf(&aggregate(lowered, &v2))?;
    let documents: BTreeMap<String, String> =
        documents.into_iter().map(|document| (document.path, document.text)).collect();
    Server::start(responses(Served { documents, index, v2 })?)
}
