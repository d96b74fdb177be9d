//! The resource of a kind: its name in URLs, its scope and its verbs. Tags of client-gen and controller-gen determine
//! these, otherwise conventions.

use std::collections::BTreeMap;

pub use crate::tags::Verb;
use crate::{
    model::{JsonType, Model, Type, TypeDefinition, TypeId},
    tags::{Client, ClientMethod, CustomResource, Scope, Tag, TagKind},
};

/// The resource of a kind on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The name in URLs: `widgets`.
    pub plural: String,
    /// `true` if its objects are in namespaces.
    pub namespaced: bool,
    /// The verbs of its objects, in order.
    pub verbs: Vec<Verb>,
    /// The name of the definition of the list type, if there is one.
    pub list: Option<String>,
    pub subresources: Vec<Subresource>,
}

/// The verbs of everything that can be updated.
const UPDATABLE: [Verb; 3] = [Verb::Get, Verb::Patch, Verb::Update];

/// A subresource of a resource: `status`, `scale`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subresource {
    /// Its name in URLs.
    pub name: String,
    /// Its verbs, in order.
    pub verbs: Vec<Verb>,
    /// The kind of its objects, with group and version.
    pub kind: SubresourceKind,
}

/// The kind of a subresource's objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubresourceKind {
    pub group: String,
    pub version: String,
    pub name: String,
    /// The name of its definition.
    pub definition: String,
}

/// Returns `true` if the declarations show that a kind is a resource: the `kinds` of its group and version contain its
/// list, or a tag requests a client or a custom resource.
pub(in crate::lower) fn declares_resource(model: &Model, id: TypeId, kinds: &[TypeId]) -> bool {
    let asks = |tag: &Tag| {
        matches!(&tag.meaning, TagKind::Client(Client::Wanted) | TagKind::CustomResource(CustomResource::Resource(_)))
    };
    let is_asked = || model.type_definition(id).tags.iter().any(asks);
    has_metadata(model, id) && (list_of(model, id, kinds).is_some() || is_asked())
}

fn list_of(model: &Model, id: TypeId, kinds: &[TypeId]) -> Option<TypeId> {
    let name = format!("{}List", model.type_definition(id).name);
    kinds.iter().copied().find(|kind| model.type_definition(*kind).name == name)
}

fn has_metadata(model: &Model, id: TypeId) -> bool {
    property(model, id, "metadata").is_some_and(|ty| is_object_meta(model, &ty))
}

/// Returns the resource of a kind, if it has metadata. `kinds` are those of its group and version.
pub(in crate::lower) fn of(
    model: &Model,
    names: &BTreeMap<TypeId, String>,
    id: TypeId,
    kinds: &[TypeId],
) -> Option<Resource> {
    let definition = model.type_definition(id);
    let said = ResourceTags::of(&definition.tags);
    if !has_metadata(model, id) {
        return None;
    }
    let list = list_of(model, id, kinds);
    let verbs = said.verbs(list.is_some());
    let own = own_kind(model, names, id)?;
    let mut subresources = Vec::new();
    if said.has_status(model, definition) && verbs.contains(&Verb::Update) {
        subresources.push(Subresource { name: "status".to_owned(), verbs: UPDATABLE.to_vec(), kind: own });
    }
    for method in &said.methods {
        add_method(model, names, id, method, &mut subresources);
    }
    subresources.sort_by(|left, right| left.name.cmp(&right.name));
    Some(Resource {
        plural: said.plural.or(said.path).map_or_else(|| plural_of(&definition.name), str::to_owned),
        namespaced: !said.is_cluster_wide,
        verbs,
        list: list.and_then(|id| names.get(&id).cloned()),
        subresources,
    })
}

/// The tags on a type that determine its resource.
#[derive(Default)]
struct ResourceTags<'a> {
    /// The plural from client-gen's tags.
    plural: Option<&'a str>,
    /// The plural from controller-gen's tags.
    path: Option<&'a str>,
    is_cluster_wide: bool,
    has_no_verbs: bool,
    is_read_only: bool,
    only: Option<&'a [Verb]>,
    skipped: Option<&'a [Verb]>,
    methods: Vec<&'a ClientMethod>,
    /// `true` if a tag requests a status.
    has_status: bool,
    has_no_status: bool,
}

impl<'a> ResourceTags<'a> {
    fn of(tags: &'a [Tag]) -> Self {
        let mut said = ResourceTags::default();
        for tag in tags {
            match &tag.meaning {
                TagKind::Client(client) => said.client(client),
                TagKind::CustomResource(CustomResource::Resource(names)) => {
                    said.path = said.path.or(names.path.as_deref());
                    said.is_cluster_wide |= names.scope == Some(Scope::Cluster);
                }
                TagKind::CustomResource(CustomResource::StatusSubresource) => said.has_status = true,
                _ => {}
            }
        }
        said
    }

    /// Adds a tag of client-gen. If several tags set the same property, the first one applies.
    fn client(&mut self, client: &'a Client) {
        match client {
            Client::NonNamespaced => self.is_cluster_wide = true,
            Client::NoStatus => self.has_no_status = true,
            Client::NoVerbs => self.has_no_verbs = true,
            Client::ReadOnly => self.is_read_only = true,
            Client::OnlyVerbs(verbs) => self.only = self.only.or(Some(verbs)),
            Client::SkipVerbs(verbs) => self.skipped = self.skipped.or(Some(verbs)),
            Client::Method(method) => self.methods.push(method),
            Client::ResourceName(name) => self.plural = self.plural.or(Some(name)),
            _ => {}
        }
    }

    fn verbs(&self, has_list: bool) -> Vec<Verb> {
        let mut verbs = Verb::ALL.to_vec();
        if self.has_no_verbs {
            verbs.clear();
        } else if self.is_read_only {
            verbs = vec![Verb::Get, Verb::List, Verb::Watch];
        }
        if let Some(only) = self.only {
            verbs.retain(|verb| only.contains(verb));
        }
        if let Some(skipped) = self.skipped {
            verbs.retain(|verb| !skipped.contains(verb));
        }
        if !has_list {
            verbs.retain(|verb| !matches!(verb, Verb::List | Verb::Watch | Verb::DeleteCollection));
        }
        verbs
    }

    /// Returns `true` if the resource has a status. If controller-gen's tags for the resource exist, one of them must
    /// request the status. client-gen assumes a status if there is a field for it.
    fn has_status(&self, model: &Model, definition: &TypeDefinition) -> bool {
        if self.has_status {
            return true;
        }
        let is_for_controller_gen = definition.tags.iter().any(Tag::is_of_controller_gen);
        !is_for_controller_gen && !self.has_no_status && property(model, definition.id, "status").is_some()
    }
}

/// Adds the subresource in a tag such as
/// `+genclient:method=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale`. Its kind is that of
/// the result, or for creations, that of the input.
fn add_method(
    model: &Model,
    names: &BTreeMap<TypeId, String>,
    id: TypeId,
    method: &ClientMethod,
    subresources: &mut Vec<Subresource>,
) {
    let (Some(name), Some(verb)) = (&method.subresource, method.verb) else { return };
    let package = &model.package(model.type_definition(id).package).import_path;
    let kind = match method.input.as_ref().or(method.result.as_ref()) {
        None => own_kind(model, names, id),
        Some(named) => model
            .find_type(named.package.as_ref().unwrap_or(package), &named.name)
            .and_then(|definition| own_kind(model, names, definition.id)),
    };
    // A missing type has no definition name.
    let Some(kind) = kind else { return };
    let verbs = if verb == Verb::Update { UPDATABLE.to_vec() } else { vec![verb] };
    match subresources.iter_mut().find(|subresource| subresource.name == *name) {
        Some(subresource) => {
            subresource.verbs.extend(verbs);
            subresource.verbs.sort_unstable();
            subresource.verbs.dedup();
        }
        None => subresources.push(Subresource { name: name.clone(), verbs, kind }),
    }
}

fn own_kind(model: &Model, names: &BTreeMap<TypeId, String>, id: TypeId) -> Option<SubresourceKind> {
    let definition = model.type_definition(id);
    let group_version = model.package(definition.package).group_version.as_ref()?;
    Some(SubresourceKind {
        group: group_version.group.clone(),
        version: group_version.version.clone(),
        name: definition.name.clone(),
        definition: names.get(&id)?.clone(),
    })
}

fn property(model: &Model, id: TypeId, name: &str) -> Option<Type> {
    let properties = model.properties(&Type::Named(id));
    properties.into_iter().find(|property| property.name == name).map(|property| property.field.ty.clone())
}

fn is_object_meta(model: &Model, ty: &Type) -> bool {
    match model.json_type(ty) {
        JsonType::Struct(Type::Named(id)) => model.type_definition(id).name == "ObjectMeta",
        _ => matches!(ty, Type::External { name, .. } if name == "ObjectMeta"),
    }
}

/// Returns the plural of a kind in lower case, by the rules of English in client-gen.
fn plural_of(kind: &str) -> String {
    let singular = kind.to_lowercase();
    let ends = |ends: &[&str]| ends.iter().any(|end| singular.ends_with(end));
    if ends(&["endpoints"]) {
        return singular;
    }
    match singular.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{singular}es"),
        _ => format!("{singular}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{LowerOptions, testing::lower_packages};

    /// Returns the resource of `Widget`, a type with these tags and these fields in addition to its metadata. `list` is
    /// `true` if its list type exists.
    fn resource(tags: &str, fields: &str, list: bool) -> Option<Resource> {
        resource_with(tags, "    v1.ObjectMeta `json:\"metadata\"`\n", fields, list)
    }

    fn resource_with(tags: &str, metadata: &str, fields: &str, list: bool) -> Option<Resource> {
        let (list_kind, list_type) = if list {
            (", &WidgetList{}", "type WidgetList struct {\n    Items []Widget `json:\"items\"`\n}\n")
        } else {
            ("", "")
        };
        let text = format!(
            "import (\n\t\"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\t\"k8s.io/apimachinery/pkg/runtime/schema\"\n)\n\
             var SchemeGroupVersion = schema.GroupVersion{{Group: \"g\", Version: \"v1\"}}\n\
             func add(s *runtime.Scheme) {{\n\ts.AddKnownTypes(SchemeGroupVersion, &Widget{{}}, &Scale{{}}{list_kind})\n}}\n\
             {tags}type Widget struct {{\n{metadata}{fields}}}\n\
             type Scale struct {{\n    Replicas int `json:\"replicas\"`\n}}\n{list_type}"
        );
        let meta = ("k8s.io/apimachinery/pkg/apis/meta/v1", false, "type ObjectMeta struct{}\n");
        let lowered = lower_packages(&[("example.com/api/v1", true, &text), meta], &LowerOptions::default()).lowered;
        let kinds = lowered.group_versions.into_iter().flat_map(|group_version| group_version.kinds);
        kinds.into_iter().find(|kind| kind.name == "Widget").and_then(|kind| kind.resource)
    }

    const STATUS: &str = "    Status string `json:\"status\"`\n";

    #[test]
    fn names_and_scope() {
        for (tags, plural, namespaced) in [
            ("", "widgets", true),
            ("// +resourceName=gadgets\n// +genclient\n", "gadgets", true),
            ("// +genclient\n// +genclient:nonNamespaced\n", "widgets", false),
            ("// +kubebuilder:resource:path=gizmos,scope=Cluster\n", "gizmos", false),
            ("// +kubebuilder:resource:shortName=\"a,path=evil\",path=gizmos\n", "gizmos", true),
            ("// +kubebuilder:resource:shortName={a,`path=evil`},scope=\"Cluster\"\n", "widgets", false),
        ] {
            let resource = resource(tags, "", true).unwrap();
            assert_eq!((resource.plural.as_str(), resource.namespaced), (plural, namespaced), "{tags}");
            assert_eq!(resource.list.as_deref(), Some("example.com/api/v1.WidgetList"));
        }
    }

    #[test]
    fn verbs_and_subresources() {
        let described = |tags: &str, fields: &str, list: bool| {
            let resource = resource(tags, fields, list).unwrap();
            let below: Vec<String> = resource
                .subresources
                .iter()
                .map(|below| format!("{} {:?} {}", below.name, below.verbs, below.kind.name))
                .collect();
            (resource.verbs, below)
        };
        assert_eq!(described("", "", true), (Verb::ALL.to_vec(), vec![]));
        let single = vec![Verb::Create, Verb::Delete, Verb::Get, Verb::Patch, Verb::Update];
        let status = vec!["status [Get, Patch, Update] Widget".to_owned()];
        assert_eq!(described("// +genclient\n", STATUS, false), (single.clone(), status.clone()));
        assert_eq!(described("// +genclient\n// +genclient:noStatus\n", STATUS, false), (single.clone(), vec![]));
        assert_eq!(described("// +kubebuilder:resource\n", STATUS, false), (single.clone(), vec![]));
        let both = "// +kubebuilder:resource\n// +kubebuilder:subresource:status\n";
        assert_eq!(described(both, STATUS, false), (single, status));
        let create = "// +genclient\n// +genclient:onlyVerbs=create\n";
        assert_eq!(described(create, STATUS, true), (vec![Verb::Create], vec![]));
        let read = vec![Verb::Get, Verb::List, Verb::Watch];
        assert_eq!(described("// +genclient\n// +genclient:readonly\n", "", true), (read, vec![]));
        let skip = "// +genclient\n// +genclient:skipVerbs=deleteCollection,watch,patch,apply\n";
        let rest = vec![Verb::Create, Verb::Delete, Verb::Get, Verb::List, Verb::Update];
        assert_eq!(described(skip, "", true), (rest, vec![]));
        let scale = "// +genclient\n// +genclient:noVerbs\n\
            // +genclient:method=GetScale,verb=get,subresource=scale,result=example.com/api/v1.Scale\n\
            // +genclient:method=UpdateScale,verb=update,subresource=scale,input=example.com/api/v1.Scale\n\
            // +genclient:method=Lost,verb=get,subresource=lost,result=example.com/api/v1.Lost\n\
            // +genclient:method=Run,verb=create,subresource=run\n";
        let below = vec!["run [Create] Widget".to_owned(), "scale [Get, Patch, Update] Scale".to_owned()];
        assert_eq!(described(scale, "", true), (vec![], below));
    }

    #[test]
    fn a_type_with_metadata_of_its_own_is_not_a_resource() {
        assert!(resource("// +genclient\n", "", true).is_some());
        for metadata in ["Metadata Scale", "Metadata map[string]string"] {
            let metadata = format!("    {metadata} `json:\"metadata\"`\n");
            assert_eq!(resource_with("// +genclient\n", &metadata, "", true), None, "{metadata}");
        }
    }

    #[test]
    fn plurals() {
        for (kind, plural) in [
            ("Widget", "widgets"),
            ("Ingress", "ingresses"),
            ("NetworkPolicy", "networkpolicies"),
            ("Gateway", "gateways"),
            ("Endpoints", "endpoints"),
            ("Box", "boxes"),
            ("Branch", "branches"),
        ] {
            assert_eq!(plural_of(kind), plural);
        }
    }
}
