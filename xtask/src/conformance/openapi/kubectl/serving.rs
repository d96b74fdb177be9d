//! Serves documents to `kubectl`.

use std::collections::BTreeMap;

use idlgen::{
    emit::openapi::{OpenApiOptions, OpenApiVersion, aggregate, discovery, documents},
    lower::Lowered,
};

use super::{
    answers::{Served, responses},
    comparison::Input,
    programs::Programs,
    server::Server,
};

/// The output formats of kubectl: from OpenAPI v3, and from v2.
pub(super) const OUTPUTS: [(&str, &str); 2] = [("v3", "plaintext"), ("v2", "plaintext-openapiv2")];

/// The documents of a server.
pub(super) struct Documents {
    /// The OpenAPI v3 documents by path below `/openapi/v3`.
    pub(super) v3: BTreeMap<String, String>,
    pub(super) index: String,
    /// OpenAPI v2 as JSON.
    pub(super) v2: String,
}

impl Documents {
    /// Returns the documents that idlgen publishes for lowered schemas.
    pub(super) fn of(lowered: &Lowered, options: &OpenApiOptions) -> Self {
        let documents = documents(lowered, options);
        let index = discovery(&documents, options);
        let mut of_v2 = options.clone();
        of_v2.version = OpenApiVersion::V2;
        let v2 = aggregate(lowered, &of_v2);
        Documents { v3: documents.into_iter().map(|document| (document.path, document.text)).collect(), index, v2 }
    }

    pub(super) fn add_to(&self, input: &mut Input) {
        for (path, text) in &self.v3 {
            input.add(path);
            input.add(text);
        }
        input.add(&self.index);
        input.add(&self.v2);
    }

    pub(super) fn serve(self, programs: &Programs) -> Result<Server, String> {
        let v2 = programs.protobuf(&self.v2)?;
        Server::start(responses(Served { documents: self.v3, index: self.index, v2 })?)
    }
}
