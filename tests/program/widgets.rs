//! A widget CRD, and files of widgets.

use std::fs;

use tempfile::TempDir;

use super::program::path;

/// A CRD with two versions, one of which is deprecated.
pub(crate) const WIDGETS: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  scope: Namespaced
  versions:
  - &version
    name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer, maximum: 9}
              color: {type: string, default: red}
            x-kubernetes-validations:
            - {rule: 'self.size >= oldSelf.size', message: never smaller}
          status:
            type: object
            properties:
              ready: {type: integer, minimum: 0}
  - <<: *version
    name: v1beta1
    storage: false
    deprecated: true
  - <<: *version
    name: v1alpha1
    storage: false
    served: false
";

/// Returns a file with one object per document, each with one of these values as `spec`.
pub(crate) fn widgets(specs: &[&str]) -> String {
    let documents = specs.iter().enumerate().map(|(number, spec)| {
        format!("apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: w{number}}}\nspec: {spec}\n")
    });
    documents.collect::<Vec<_>>().join("---\n")
}

pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("makes it");
        fs::write(file, text).expect("writes");
    }
    folder
}

pub(crate) fn at(folder: &TempDir, name: &str) -> String {
    path(&folder.path().join(name)).to_owned()
}
