//! Warnings about embedded fields.

use crate::program::{module, path, run};

/// An embedded field without a `json` tag, in a struct that no custom resource contains.
#[test]
fn nothing_warns_of_embedded_fields_that_no_output_has() {
    let types = "package v1\n\nimport metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n\
                 type Gadget struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n\
                 \tmetav1.ObjectMeta `json:\"metadata,omitempty\"`\n\tSize int32 `json:\"size\"`\n}\n\
                 type base struct {\n\tB string `json:\"b\"`\n}\n\
                 type parameters struct {\n\tbase\n\tA string `json:\"a\"`\n}\n";
    let lint = |tags: &str| {
        let project = module(&format!("{tags}{types}"));
        run(&["lint", "-C", path(project.path()), "./...", "--message-format", "short"]).out
    };
    let unpublished = lint("// +groupName=m.example.com\n");
    assert!(!unpublished.contains("IDL0519"), "{unpublished}");
    let published = lint("// +groupName=m.example.com\n// +k8s:openapi-gen=true\n");
    assert!(published.contains("IDL0519"), "{published}");
}
