//! Validates existing objects against both sides.

use std::collections::BTreeMap;

use idlgen_validate::{
    Definitions, ValidatorOptions,
    crd::{Admission, CustomResource, CustomResourceDefinition},
};
use idlgen_yaml::Node;

use crate::{
    diag::Diagnostic,
    diff::{Options, sides::Side},
    objects::{ObjectFile, list_items},
    source::Span,
};

/// The results for existing objects.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Samples {
    /// Number of objects whose kinds exist on both sides and that the old side accepts.
    pub judged: usize,
    /// The objects that the new side rejects, or from which it drops fields.
    pub refused: Vec<RejectedSample>,
}

/// An object that the old side accepts and the new one does not.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RejectedSample {
    /// The kind and name.
    pub name: String,
    /// The response of the new side.
    pub reason: String,
    /// The location of the object.
    pub span: Span,
}

/// A kind of the old CRDs, with the new version of it if the new CRDs define it.
type Resources = (CustomResource, Option<CustomResource>);

impl Samples {
    /// Validates the objects of a file against both sides. Returns the problems of unreadable documents.
    pub fn add(&mut self, file: &ObjectFile, old: &Side, new: &Side, options: &Options) -> Vec<Diagnostic> {
        let mut kinds = BTreeMap::new();
        file.read_documents("diff OLD NEW --samples", |document, root| {
            for node in list_items(root).unwrap_or(std::slice::from_ref(root)) {
                let start = node.span.start + document.offset;
                let span = Span::new(document.file, start, start);
                self.validate(node, span, (old, new), options, &mut kinds);
            }
        })
    }

    fn validate(
        &mut self,
        node: &Node,
        span: Span,
        (old, new): (&Side, &Side),
        options: &Options,
        kinds: &mut BTreeMap<(String, String), Option<Resources>>,
    ) {
        let text = |key: &str| node.get(key).and_then(Node::as_str).unwrap_or_default();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        let key = (api_version.to_owned(), kind.to_owned());
        let both = kinds.entry(key).or_insert_with(|| {
            let old = resource(old, api_version, kind, options)?;
            Some((old, resource(new, api_version, kind, options)))
        });
        let Some((old, new)) = both else { return };
        let object = node.to_json();
        let before = old.create(&object);
        if !before.is_allowed() {
            return;
        }
        self.judged += 1;
        let reason = match new {
            None => Some("the new CRDs do not define its kind and version".to_owned()),
            Some(new) => difference(&before, &new.create(&object)),
        };
        if let Some(reason) = reason {
            let name = node.get("metadata").and_then(|metadata| metadata.get("name")).and_then(Node::as_str);
            self.refused.push(RejectedSample { name: format!("{kind} {}", name.unwrap_or_default()), reason, span });
        }
    }

    /// Formats a summary: `3 of 41 would be rejected or lose data`.
    pub fn summary(&self) -> String {
        format!("{} of {} would be rejected or lose data", self.refused.len(), self.judged)
    }
}

/// Returns the errors in the new response that are not in the old one.
fn difference(before: &Admission, after: &Admission) -> Option<String> {
    if !after.is_allowed() {
        return after.message();
    }
    let dropped = after.unknown.iter().find(|place| !before.unknown.contains(place))?;
    Some(format!("`{}` is dropped", dropped.to_strict()))
}

fn resource(side: &Side, api_version: &str, kind: &str, options: &Options) -> Option<CustomResource> {
    let (group, version) = api_version.rsplit_once('/').unwrap_or(("", api_version));
    let is_this = |definition: &CustomResourceDefinition| {
        definition.group == group
            && definition.names.kind == kind
            && definition.version(version).is_some_and(|version| version.served)
    };
    let definition = side.crds.iter().map(|crd| &crd.definition).find(|definition| is_this(definition))?;
    let mut settings = ValidatorOptions::crd().keeping_broken_rules();
    settings.kubernetes_minor = options.kubernetes_minor;
    CustomResource::new(&Definitions::default(), definition.resource_type(version)?.0, settings).ok()
}
