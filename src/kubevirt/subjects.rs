//! Finds the VMs and templates in a document.

use idlgen_yaml::{Content, Node};
use serde_json::Value as Json;

/// Maximum nesting depth of lists in lists and of templates in lists.
const MAX_DEPTH: usize = 8;

/// A VM in a document.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "a plain record")]
pub struct Machine<'a> {
    /// The VM object.
    pub node: &'a Node,
    /// The template that contains the VM.
    pub template: Option<&'a Node>,
}

/// Returns the VMs of a document: the root object, the items of a list and the objects of a template.
pub fn machines(root: &Node) -> Vec<Machine<'_>> {
    let mut found = Vec::new();
    take_apart(root, None, 0, &mut |node, template| {
        if is_machine(node) {
            found.push(Machine { node, template });
        }
    });
    found
}

/// Returns the templates of a document.
pub fn templates(root: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    take_apart(root, None, 0, &mut |node, _| {
        if is_template(node) {
            found.push(node);
        }
    });
    found
}

fn take_apart<'a>(
    node: &'a Node,
    template: Option<&'a Node>,
    depth: usize,
    found: &mut dyn FnMut(&'a Node, Option<&'a Node>),
) {
    if depth > MAX_DEPTH {
        return;
    }
    found(node, template);
    let (within, template) = match text(node, "kind") {
        Some("Template") if is_template(node) => (node.get("objects"), Some(node)),
        Some("List" | "VirtualMachineList" | "TemplateList") => (node.get("items"), template),
        _ => return,
    };
    for item in within.and_then(Node::as_list).unwrap_or_default() {
        take_apart(item, template, depth + 1, found);
    }
}

/// Returns `true` if the object is a KubeVirt `VirtualMachine`.
pub fn is_machine(node: &Node) -> bool {
    text(node, "kind") == Some("VirtualMachine")
        && text(node, "apiVersion").is_some_and(|version| version.starts_with("kubevirt.io/"))
}

/// Returns `true` if the object is an OpenShift `Template`.
pub fn is_template(node: &Node) -> bool {
    text(node, "kind") == Some("Template")
        && text(node, "apiVersion").is_some_and(|version| version == "v1" || version == "template.openshift.io/v1")
}

pub(super) fn text<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    node.get(key).and_then(Node::as_str)
}

impl Machine<'_> {
    /// Converts the VM to JSON and substitutes the template parameters that have a value.
    pub(super) fn to_json(self) -> Json {
        let mut json = self.node.to_json();
        if let Some(parameters) = self.template.and_then(|template| template.get("parameters")?.as_list()) {
            let values: Vec<(&str, &str)> = parameters.iter().filter_map(parameter).collect();
            put_in(&mut json, &values);
        }
        json
    }
}

/// Returns the name and value of a parameter, or `None` if it has no value.
fn parameter(parameter: &Node) -> Option<(&str, &str)> {
    let value = parameter.get("value")?;
    let value = match &value.content {
        Content::String(value) => value.as_str(),
        _ => return None,
    };
    Some((text(parameter, "name")?, value)).filter(|(_, value)| !value.is_empty())
}

/// Substitutes parameters: `${NAME}` inside a string, `${{NAME}}` for an entire value.
fn put_in(json: &mut Json, values: &[(&str, &str)]) {
    match json {
        Json::String(text) if text.contains("${") => {
            let whole = text.strip_prefix("${{").and_then(|rest| rest.strip_suffix("}}"));
            let value = whole.and_then(|whole| values.iter().find(|(name, _)| *name == whole));
            if let Some((_, value)) = value {
                *json = serde_json::from_str(value).unwrap_or_else(|_| (*value).into());
                return;
            }
            for (name, value) in values {
                *text = text.replace(&format!("${{{name}}}"), value);
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| put_in(item, values)),
        Json::Object(members) => members.iter_mut().for_each(|(_, member)| put_in(member, values)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use idlgen_yaml::{Limits, load};

    use super::*;

    #[test]
    fn machines_stand_alone_in_lists_and_in_templates() {
        let text = "
apiVersion: v1
kind: List
items:
- {apiVersion: kubevirt.io/v1, kind: VirtualMachine, metadata: {name: a}}
- {apiVersion: v1, kind: Pod}
- apiVersion: template.openshift.io/v1
  kind: Template
  objects:
  - {apiVersion: kubevirt.io/v1alpha3, kind: VirtualMachine, spec: {m: '${M}Gi', p: '${{N}}', o: '${O}', l: ['${N}', {k: 'a${M}b${N}'}], r: '${{S}}', u: '${{S'}}
  parameters: [{name: M, value: '2'}, {name: 'N', value: '4'}, {name: O}, {name: S, value: 'a b'}]
";
        let document = load(text, &Limits::default()).remove(0);
        let root = document.root.unwrap();
        let found = machines(&root);
        assert_eq!((found.len(), found[0].template.is_none(), templates(&root).len()), (2, true, 1));
        assert_eq!(
            found[1].to_json()["spec"],
            serde_json::json!({
                "m": "2Gi", "p": 4, "o": "${O}", "l": ["4", {"k": "a2b4"}], "r": "a b", "u": "${{S"
            })
        );
    }

    #[test]
    fn lists_and_templates_have_these_kinds_and_versions() {
        let machine = "{apiVersion: kubevirt.io/v1, kind: VirtualMachine}";
        let found = |text: &str| {
            let root = load(text, &Limits::default()).remove(0).root.unwrap();
            (machines(&root).len(), templates(&root).len())
        };
        for (text, expected) in [
            (machine.to_owned(), (1, 0)),
            ("{apiVersion: other/v1, kind: VirtualMachine}".to_owned(), (0, 0)),
            ("{apiVersion: kubevirt.io/v1, kind: Other}".to_owned(), (0, 0)),
            (format!("{{kind: List, items: [{machine}, {machine}]}}"), (2, 0)),
            (format!("{{kind: VirtualMachineList, items: [{machine}]}}"), (1, 0)),
            (format!("{{kind: TemplateList, items: [{machine}]}}"), (1, 0)),
            (format!("{{kind: PodList, items: [{machine}]}}"), (0, 0)),
            (format!("{{kind: Template, apiVersion: v1, objects: [{machine}], items: [{machine}]}}"), (1, 1)),
            (format!("{{kind: Template, apiVersion: template.openshift.io/v1, objects: [{machine}]}}"), (1, 1)),
            (format!("{{kind: Template, apiVersion: v2, objects: [{machine}]}}"), (0, 0)),
            (format!("{{kind: Other, apiVersion: v1, objects: [{machine}]}}"), (0, 0)),
        ] {
            assert_eq!(found(&text), expected, "{text}");
        }
        let nested = |depth| {
            let wrap = |inner: String, _| format!("{{kind: List, items: [{inner}]}}");
            found(&(0..depth).fold(machine.to_owned(), wrap)).0
        };
        assert_eq!((nested(MAX_DEPTH), nested(MAX_DEPTH + 1)), (1, 0));
    }

    #[test]
    fn parameters_with_values_are_substituted() {
        let spec = |value: &str, parameters: &str| {
            let machine = format!("{{apiVersion: kubevirt.io/v1, kind: VirtualMachine, spec: {value}}}");
            let text = format!("{{apiVersion: v1, kind: Template, objects: [{machine}], parameters: [{parameters}]}}");
            let root = load(&text, &Limits::default()).remove(0).root.unwrap();
            machines(&root)[0].to_json()["spec"].clone()
        };
        for (value, parameters, expected) in [
            ("'${A}${B}'", "{name: A, value: a}, {name: B, value: b}", "ab"),
            ("'${A}'", "{name: A, value: ''}", "${A}"),
            ("'${A}'", "{name: A, value: 1}", "${A}"),
            ("'${A}'", "{value: a}", "${A}"),
            ("'$A'", "{name: A, value: a}", "$A"),
            ("'${{A}}${{A}}'", "{name: A, value: a}", "${{A}}${{A}}"),
        ] {
            assert_eq!(spec(value, parameters), expected, "{value} {parameters}");
        }
        assert_eq!(spec("'${{B}}'", "{name: A, value: '1'}, {name: B, value: '[2]'}"), serde_json::json!([2]));
    }
}
