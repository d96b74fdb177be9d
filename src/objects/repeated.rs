//! Objects that a file contains twice.

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_yaml::Node;

use super::{codes::REPEATED_OBJECT, findings::ObjectInFile, kinds::Identity, verdicts::ValidatedFile};
use crate::diag::Diagnostic;

/// Reports an object if an earlier document of the file is an object with the same identity. Items of lists are not
/// documents: `root` is the document.
pub(super) fn repeated(
    place: &ObjectInFile<'_>,
    root: Option<&Node>,
    identity: &Identity,
    validated: &mut ValidatedFile,
) -> Option<Diagnostic> {
    let Identity { api_version, kind, namespace, name } = identity;
    let is_complete = ![api_version, kind, name].iter().any(|part| part.is_empty());
    let is_literal = ![namespace, name].iter().any(|part| part.contains(['$', '{', '<', '%']));
    let is_document = root.is_some_and(|root| std::ptr::eq(root, place.object));
    if !(is_complete && is_literal && is_document) || is_hook(place.object) {
        return None;
    }
    let path = PathBuf { elements: ["metadata", "name"].map(|name| Element::Field(name.to_owned())).to_vec() };
    let span = place.span(&place.object.find(&path).span);
    let Some(first) = validated.first_names.get(identity) else {
        validated.first_names.insert(identity.clone(), span);
        return None;
    };
    let diagnostic = Diagnostic::new(REPEATED_OBJECT, format!("this file already contains {kind} `{name}`"));
    let diagnostic = diagnostic.at(span).and(*first, "first here");
    Some(diagnostic.note("`kubectl apply` applies both, so the last one wins").help("rename or remove one of them"))
}

/// Returns `true` for a hook of a Helm chart: one object can be a hook of several phases.
fn is_hook(object: &Node) -> bool {
    let annotations = object.get("metadata").and_then(|metadata| metadata.get("annotations"));
    annotations.is_some_and(|annotations| annotations.get("helm.sh/hook").is_some())
}
