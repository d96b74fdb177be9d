//! Templates that VMs specify as their parents.

use std::{collections::BTreeMap, sync::Arc};

use idlgen_yaml::Node;

use super::subjects;

/// The template annotation with the rules of its VMs.
pub(super) const VALIDATIONS: &str = "validations";

/// The label or annotation with the name of a VM's parent template. Of the two keys for its namespace, the second one
/// is the former name of the first.
const NAME: &str = "vm.kubevirt.io/template";
const NAMESPACES: [&str; 2] = ["vm.kubevirt.io/template.namespace", "vm.kubevirt.io/template-namespace"];

/// Template rules by namespace and name. A template without a namespace matches any namespace.
#[derive(Clone, Debug, Default)]
pub struct Templates(BTreeMap<(String, String), Arc<str>>);

impl Templates {
    /// Returns `true` if a file may contain templates with rules and must be parsed.
    pub fn are_in(text: &str) -> bool {
        let mut rest = text;
        while let Some(at) = rest.find(VALIDATIONS) {
            let before = rest.get(..at).unwrap_or_default();
            if !before.ends_with("vm.kubevirt.io/") && !before.ends_with("skip-") {
                return text.contains("Template");
            }
            rest = rest.get(at + VALIDATIONS.len()..).unwrap_or_default();
        }
        false
    }

    /// Adds the rules of the templates in a document.
    pub fn add(&mut self, root: &Node) {
        for template in subjects::templates(root) {
            let Some(metadata) = template.get("metadata") else { continue };
            let text = |key| subjects::text(metadata, key).unwrap_or_default().to_owned();
            if let Some(rules) = rules_of(template).and_then(Node::as_str) {
                self.0.insert((text("namespace"), text("name")), rules.into());
            }
        }
    }

    /// Iterates over the namespaces and names of the templates in a document, with or without rules. A template without
    /// a namespace has an empty one.
    pub fn names(root: &Node) -> impl Iterator<Item = (String, String)> {
        subjects::templates(root).into_iter().filter_map(|template| {
            let metadata = template.get("metadata")?;
            let text = |key| subjects::text(metadata, key).unwrap_or_default().to_owned();
            Some((text("namespace"), text("name")))
        })
    }

    /// Returns the namespace and the name of the parent template that a VM specifies, if the rules are those of no
    /// known template.
    pub(super) fn missing_parent(&self, machine: &Node) -> Option<(String, String)> {
        let (namespace, name) = named_parents(machine).find_map(|(namespace, name)| Some((namespace?, name)))?;
        self.parent(machine).is_none().then(|| (namespace.to_owned(), name.to_owned()))
    }

    /// Returns the display name and the rules of a VM's parent template.
    pub(super) fn parent(&self, machine: &Node) -> Option<(String, Arc<str>)> {
        let (namespace, name) = named_parents(machine).find_map(|(namespace, name)| Some((namespace?, name)))?;
        let key = |namespace: &str| (namespace.to_owned(), name.to_owned());
        let rules = self.0.get(&key(namespace)).or_else(|| self.0.get(&key("")))?;
        Some((format!("{namespace}/{name}"), rules.clone()))
    }
}

/// Returns the rules annotation on the template itself.
pub(super) fn rules_of(template: &Node) -> Option<&Node> {
    template.get("metadata")?.get("annotations")?.get(VALIDATIONS)
}

/// Iterates over the parents that a VM specifies in its labels and annotations: the namespace, if specified, and the
/// name.
pub(super) fn named_parents(machine: &Node) -> impl Iterator<Item = (Option<&str>, &str)> {
    let metadata = machine.get("metadata");
    ["labels", "annotations"].into_iter().filter_map(move |map| {
        let map = metadata?.get(map)?;
        let text = |key| subjects::text(map, key).filter(|text| !text.is_empty());
        Some((NAMESPACES.iter().find_map(|key| text(key)), text(NAME)?))
    })
}

#[cfg(test)]
mod tests {
    use idlgen_yaml::{Limits, load};

    use super::*;

    #[test]
    fn labels_come_before_annotations_and_name_both() {
        let root = |text: &str| load(text, &Limits::default()).remove(0).root.unwrap();
        let mut templates = Templates::default();
        for (metadata, rules) in [("{name: a", "1"), ("{name: a, namespace: ns", "2"), ("{name: b, namespace: ns", "3")]
        {
            let text = format!(
                "{{apiVersion: v1, kind: Template, metadata: {metadata}, annotations: {{validations: '{rules}'}}}}}}"
            );
            assert!(Templates::are_in(&text));
            templates.add(&root(&text));
        }
        let rules = |labels: &str, annotations: &str| {
            let machine = format!("{{metadata: {{labels: {{{labels}}}, annotations: {{{annotations}}}}}}}");
            templates.parent(&root(&machine)).map(|(_, rules)| rules.to_string())
        };
        let (a, b) = ("vm.kubevirt.io/template: a", "vm.kubevirt.io/template: b");
        let (new, old) = ("vm.kubevirt.io/template.namespace: ns", "vm.kubevirt.io/template-namespace: m");
        assert_eq!(rules(&format!("{a}, {new}"), &format!("{b}, {new}")).as_deref(), Some("2"));
        assert_eq!(rules(a, &format!("{b}, {new}")).as_deref(), Some("3"));
        assert_eq!(rules(&format!("{a}, {old}"), "").as_deref(), Some("1"));
        assert_eq!(rules(&format!("{b}, {old}"), ""), None);
        assert!(!Templates::are_in("kind: Template\nvm.kubevirt.io/validations: x"));
    }

    #[test]
    fn files_with_rules_of_templates_are_read() {
        for (text, is_read) in [
            ("kind: Template\nvalidations: x", true),
            ("kind: Pod\nvalidations: x", false),
            ("kind: Template\nvm.kubevirt.io/validations: x", false),
            ("kind: Template\nvm.kubevirt.io/skip-validations: x", false),
            ("kind: Template\nskip-validations: x", false),
            ("kind: Template\nvm.kubevirt.io/validations: x\nvalidations: y", true),
            ("kind: Template\n", false),
        ] {
            assert_eq!(Templates::are_in(text), is_read, "{text}");
        }
    }

    #[test]
    fn parents_that_are_not_known_are_missing() {
        let root = |text: &str| load(text, &Limits::default()).remove(0).root.unwrap();
        let list = root(
            "{kind: List, items: [{apiVersion: v1, kind: Template, metadata: {name: a, namespace: ns}}, \
             {apiVersion: v1, kind: Template, metadata: {name: b}}, {apiVersion: v1, kind: Template}]}",
        );
        let names: Vec<_> = Templates::names(&list).map(|(namespace, name)| format!("{namespace}/{name}")).collect();
        assert_eq!(names, ["ns/a", "/b"]);
        let mut templates = Templates::default();
        templates.add(&root("{apiVersion: v1, kind: Template, metadata: {name: a, annotations: {validations: '1'}}}"));
        let missing =
            |labels: &str| templates.missing_parent(&root(&format!("{{metadata: {{labels: {{{labels}}}}}}}")));
        let (a, b) = ("vm.kubevirt.io/template: a", "vm.kubevirt.io/template: b");
        let namespace = "vm.kubevirt.io/template.namespace: ns";
        assert_eq!(missing(&format!("{a}, {namespace}")), None);
        assert_eq!(missing(&format!("{b}, {namespace}")), Some(("ns".to_owned(), "b".to_owned())));
        assert_eq!(missing(b), None);
        assert_eq!(missing(&format!("vm.kubevirt.io/template: '', {namespace}")), None);
        assert_eq!(missing(&format!("{b}, vm.kubevirt.io/template.namespace: ''")), None);
    }
}
