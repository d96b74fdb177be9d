//! The layout `discovery`: a server's response for `/openapi/v3`, the index of its documents
//! (`k8s.io/kube-openapi/pkg/handler3`).

use std::fmt::Write;

use idlgen_validate::schema::json::OrderedJson;
use sha2::{Digest, Sha512};

use super::{
    OpenApiOptions,
    documents::{Document, object},
    printing::indent,
};

/// Returns the index of documents. The hash in a URL is that of the document; clients cache a document as long as its
/// URL does not change.
pub fn discovery(documents: &[Document], options: &OpenApiOptions) -> String {
    let entry = |document: &Document| {
        let url = format!("/openapi/v3/{}?hash={}", document.path, hash(&document.text));
        (document.path.clone(), object([("serverRelativeURL", OrderedJson::String(url))]))
    };
    let mut paths: Vec<(String, OrderedJson)> = documents.iter().map(entry).collect();
    paths.sort_by(|left, right| left.0.cmp(&right.0));
    object([("paths", OrderedJson::Object(paths))]).to_text(indent(options))
}

/// Returns the SHA-512 in uppercase hexadecimal digits.
fn hash(text: &str) -> String {
    let mut digits = String::new();
    for byte in Sha512::digest(text.as_bytes()) {
        let _ = write!(digits, "{byte:02X}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_the_hash_of_the_text() {
        let document = |path: &str, text: &str| Document::new(path, text);
        let options = OpenApiOptions { indent: 0, ..OpenApiOptions::default() };
        let index = discovery(&[document("apis/b/v1", "abc"), document("api/v1", "")], &options);
        assert_eq!(
            index,
            concat!(
                r#"{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1?hash="#,
                "CF83E1357EEFB8BDF1542850D66D8007D620E4050B5715DC83F4A921D36CE9CE",
                "47D0D13C5D85F2B0FF8318D2877EEC2F63B931BD47417A81A538327AF927DA3E",
                r#""},"apis/b/v1":{"serverRelativeURL":"/openapi/v3/apis/b/v1?hash="#,
                "DDAF35A193617ABACC417349AE20413112E6FA4E89A97EA20A9EEEE64B55D39A",
                "2192992A274FC1A836BA3C23A3FEEBBD454D4423643CE80E2A9AC94FA54CA49F",
                r#""}}}"#
            )
        );
    }
}
