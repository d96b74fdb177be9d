//! The paths of a group and version.

use super::{
    super::{Publication, documents::path_of},
    action::Action,
    operation::{Operation, Path},
    operation_id,
    parameter::{NAME, NAMESPACE, PRETTY},
};
use crate::lower::{GroupVersionKind, RegisteredGroupVersion, Resource, ServedKind, Verb};

/// Returns the paths of a group and version, in order.
pub(super) fn routes(publication: &Publication<'_>, group_version: &RegisteredGroupVersion) -> Vec<Path> {
    let routes = Routes { publication, group_version, root: format!("/{}/", path_of(group_version)) };
    let mut paths = vec![routes.discovery()];
    for kind in &group_version.kinds {
        if let Some(resource) = &kind.resource {
            routes.resource(kind, resource, &mut paths);
        }
    }
    paths.retain(|path| !path.operations.is_empty());
    paths.sort_by(|left, right| left.template.cmp(&right.template));
    paths
}

struct Routes<'r> {
    publication: &'r Publication<'r>,
    group_version: &'r RegisteredGroupVersion,
    /// The common prefix of the paths: `/apis/apps/v1/`.
    root: String,
}

impl Routes<'_> {
    fn discovery(&self) -> Path {
        let operation = Operation {
            description: "get available resources".to_owned(),
            answer: self.meta("APIResourceList"),
            ..self.operation(Action::Discover, "APIResources")
        };
        Path { template: self.root.clone(), parameters: Vec::new(), operations: vec![operation] }
    }

    fn resource(&self, kind: &ServedKind, resource: &Resource, paths: &mut Vec<Path>) {
        let Resource { plural, namespaced, .. } = resource;
        let (scope, scoped) = if *namespaced { ("namespaces/{namespace}/", "Namespaced") } else { ("", "") };
        let collection = format!("{}{scope}{plural}", self.root);
        let object = format!("{collection}/{{name}}");
        let mut in_collection = vec![PRETTY];
        let mut in_object = vec![NAME, PRETTY];
        if *namespaced {
            in_collection.insert(0, NAMESPACE);
            in_object.insert(1, NAMESPACE);
        }

        let own = |verb: &Verb| Action::of(*verb);
        let (on_object, on_collection): (Vec<Action>, Vec<Action>) = resource
            .verbs
            .iter()
            .filter_map(own)
            .partition(|action| matches!(action, Action::Get | Action::Put | Action::Patch | Action::Delete));
        let name = |action: Action| match action {
            Action::DeleteCollection => format!("Collection{scoped}{}", kind.name),
            _ => format!("{scoped}{}", kind.name),
        };
        let operation = |action: &Action| self.on(*action, kind, resource, &name(*action));
        paths.push(Path {
            template: collection,
            parameters: in_collection,
            operations: on_collection.iter().map(operation).collect(),
        });
        paths.push(Path {
            template: object.clone(),
            parameters: in_object.clone(),
            operations: on_object.iter().map(operation).collect(),
        });
        if *namespaced && on_collection.contains(&Action::List) {
            let everywhere = self.on(Action::List, kind, resource, &format!("{}ForAllNamespaces", kind.name));
            let template = format!("{}{plural}", self.root);
            paths.push(Path { template, parameters: vec![PRETTY], operations: vec![everywhere] });
        }
        for subresource in &resource.subresources {
            let actions = subresource.verbs.iter().filter_map(own);
            let below = operation_id::identifier(&subresource.name, true);
            let operations = actions.map(|action| {
                let id = format!("{scoped}{}{below}", kind.name);
                let definition = self.publication.name(&subresource.kind.definition).into_owned();
                Operation {
                    description: format!("{} {} of the specified {}", describe(action), subresource.name, kind.name),
                    body: self.body(action, &definition),
                    answer: Some(definition),
                    kind: Some(GroupVersionKind {
                        group: subresource.kind.group.clone(),
                        version: subresource.kind.version.clone(),
                        kind: subresource.kind.name.clone(),
                    }),
                    ..self.operation(action, &id)
                }
            });
            let operations = operations.collect();
            let template = format!("{object}/{}", subresource.name);
            paths.push(Path { template, parameters: in_object.clone(), operations });
        }
    }

    /// Returns an operation on a resource itself.
    fn on(&self, action: Action, kind: &ServedKind, resource: &Resource, id: &str) -> Operation {
        let definition = self.publication.name(&kind.definition).into_owned();
        let (article, answer) = match action {
            Action::List => {
                ("objects of kind", resource.list.as_deref().map(|list| self.publication.name(list).into_owned()))
            }
            Action::Delete => ("a", self.meta("Status")),
            Action::DeleteCollection => ("collection of", self.meta("Status")),
            Action::Post => ("a", Some(definition.clone())),
            _ => ("the specified", Some(definition.clone())),
        };
        Operation {
            description: format!("{} {article} {}", describe(action), kind.name),
            body: self.body(action, &definition),
            answer,
            kind: Some(GroupVersionKind {
                group: self.group_version.group.clone(),
                version: self.group_version.version.clone(),
                kind: kind.name.clone(),
            }),
            ..self.operation(action, id)
        }
    }

    /// Returns an operation whose kind, body and response are not set.
    fn operation(&self, action: Action, id: &str) -> Operation {
        let RegisteredGroupVersion { group, version, .. } = self.group_version;
        Operation {
            action,
            id: operation_id::operation_id(action.verb(), group, version, id),
            tag: operation_id::tag(group, version),
            description: String::new(),
            body: None,
            answer: None,
            kind: None,
        }
    }

    fn body(&self, action: Action, definition: &str) -> Option<String> {
        match action {
            Action::Post | Action::Put => Some(definition.to_owned()),
            Action::Patch => self.meta("Patch"),
            Action::Delete | Action::DeleteCollection => self.meta("DeleteOptions"),
            Action::Discover | Action::List | Action::Get => None,
        }
    }

    /// Returns the published name of a type that all groups and versions have.
    fn meta(&self, name: &str) -> Option<String> {
        let definition = self.publication.lowered.meta_definitions.get(name)?;
        Some(self.publication.name(definition).into_owned())
    }
}

fn describe(action: Action) -> &'static str {
    match action {
        Action::Discover => "get",
        Action::List => "list or watch",
        Action::Get => "read",
        Action::Post => "create",
        Action::Put => "replace",
        Action::Patch => "partially update",
        Action::Delete | Action::DeleteCollection => "delete",
    }
}
