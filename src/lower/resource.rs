//! The resource of a kind: its name in URLs, its scope and what can be done with it, as tags of client-gen and controller-gen say, or as is usual.

use std::collections::BTreeMap;

use crate::{
    model::{Model, Shape, Type, TypeDefinition, TypeId},
    tags::Tag,
};

/// How a server hands out the objects of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The name in URLs: `widgets`.
    pub plural: String,
    /// Whether its objects lie in namespaces.
    pub namespaced: bool,
    /// What can be done with its objects, in order.
    pub verbs: Vec<Verb>,
    /// The definition of its list, if there is one.
    pub list: Option<String>,
    /// What lies below its objects.
    pub subresources: Vec<Subresource>,
}

/// What can be done with a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are Kubernetes'")]
pub enum Verb {
    Create,
    Delete,
    DeleteCollection,
    Get,
    List,
    Patch,
    Update,
    Watch,
}

/// What lies below the objects of a resource: `status`, `scale`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subresource {
    /// Its name in URLs.
    pub name: String,
    /// What can be done with it, in order.
    pub verbs: Vec<Verb>,
    /// The kind of its objects, with group and version.
    pub kind: SubresourceKind,
}

/// The kind of a subresource's objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubresourceKind {
    /// The group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The kind.
    pub name: String,
    /// The name of its definition.
    pub definition: String,
}

impl Verb {
    const ALL: [Verb; 8] = [
        Verb::Create,
        Verb::Delete,
        Verb::DeleteCollection,
        Verb::Get,
        Verb::List,
        Verb::Patch,
        Verb::Update,
        Verb::Watch,
    ];

    /// The verb of that name in client-gen's tags.
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "create" => Verb::Create,
            "delete" => Verb::Delete,
            "deleteCollection" => Verb::DeleteCollection,
            "get" => Verb::Get,
            "list" => Verb::List,
            "patch" | "apply" => Verb::Patch,
            "update" => Verb::Update,
            "watch" => Verb::Watch,
            _ => return None,
        })
    }
}

/// The resource of a kind, if a client is generated for it or it has metadata and a list. `kinds` are those of its group and version.
pub(super) fn of(model: &Model, names: &BTreeMap<TypeId, String>, id: TypeId, kinds: &[TypeId]) -> Option<Resource> {
    let definition = model.type_definition(id);
    let tags = Tags(&definition.tags);
    let list_name = format!("{}List", definition.name);
    let list = kinds.iter().find(|kind| model.type_definition(**kind).name == list_name);
    let has_client = tags.has("genclient");
    let has_metadata = property(model, id, "metadata").is_some_and(|ty| is_object_meta(model, &ty));
    if !has_metadata || (list.is_none() && !has_client) {
        return None;
    }
    let verbs = verbs(&tags, list.is_some());
    let own = own_kind(model, names, id)?;
    let plural = tags.value("resourceName").or_else(|| tags.argument("kubebuilder:resource", "path"));
    let is_cluster_wide = tags.has("genclient:nonNamespaced")
        || tags.has("nonNamespaced")
        || tags.argument("kubebuilder:resource", "scope").is_some_and(|scope| scope == "Cluster");
    let mut subresources = Vec::new();
    if has_status(model, definition, &tags) && !verbs.is_empty() {
        let verbs = vec![Verb::Get, Verb::Patch, Verb::Update];
        subresources.push(Subresource { name: "status".to_owned(), verbs, kind: own });
    }
    for method in tags.values("genclient:method") {
        add_method(model, names, id, method, &mut subresources);
    }
    subresources.sort_by(|left, right| left.name.cmp(&right.name));
    Some(Resource {
        plural: plural.map_or_else(|| plural_of(&definition.name), str::to_owned),
        namespaced: !is_cluster_wide,
        verbs,
        list: list.and_then(|id| names.get(id).cloned()),
        subresources,
    })
}

fn verbs(tags: &Tags<'_>, has_list: bool) -> Vec<Verb> {
    let named = |name: &str| -> Option<Vec<Verb>> {
        tags.value(name).map(|value| value.split(',').filter_map(|verb| Verb::from_name(verb.trim())).collect())
    };
    let mut verbs = Verb::ALL.to_vec();
    if tags.has("genclient:noVerbs") || tags.has("noMethods") {
        verbs.clear();
    } else if tags.has("genclient:readonly") {
        verbs = vec![Verb::Get, Verb::List, Verb::Watch];
    }
    if let Some(only) = named("genclient:onlyVerbs") {
        verbs.retain(|verb| only.contains(verb));
    }
    if let Some(skipped) = named("genclient:skipVerbs") {
        verbs.retain(|verb| !skipped.contains(verb));
    }
    if !has_list {
        verbs.retain(|verb| !matches!(verb, Verb::List | Verb::Watch | Verb::DeleteCollection));
    }
    verbs
}

/// Where controller-gen's tags speak of the resource, a status has to be asked for; client-gen takes one for granted where there is such a field.
fn has_status(model: &Model, definition: &TypeDefinition, tags: &Tags<'_>) -> bool {
    if tags.has("kubebuilder:subresource:status") {
        return true;
    }
    let is_for_controller_gen = definition.tags.iter().any(|tag| tag.name.starts_with("kubebuilder:"));
    !is_for_controller_gen && !tags.has("genclient:noStatus") && property(model, definition.id, "status").is_some()
}

/// Adds what `+genclient:method=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale` says. The kind is what comes out, or, where
/// something is created, what goes in.
fn add_method(
    model: &Model,
    names: &BTreeMap<TypeId, String>,
    id: TypeId,
    method: &str,
    subresources: &mut Vec<Subresource>,
) {
    let argument = |name: &str| method.split(',').find_map(|part| part.trim().strip_prefix(name)?.strip_prefix('='));
    let (Some(name), Some(verb)) = (argument("subresource"), argument("verb").and_then(Verb::from_name)) else {
        return;
    };
    let package = &model.package(model.type_definition(id).package).import_path;
    let kind = match argument("input").or_else(|| argument("result")) {
        None => own_kind(model, names, id),
        Some(path) => {
            let (import_path, name) = path.rsplit_once('.').unwrap_or((package, path));
            model.find_type(import_path, name).and_then(|definition| own_kind(model, names, definition.id))
        }
    };
    // What was not read has no definition that could be named.
    let Some(kind) = kind else { return };
    match subresources.iter_mut().find(|subresource| subresource.name == name) {
        Some(subresource) => {
            subresource.verbs.push(verb);
            subresource.verbs.sort_unstable();
            subresource.verbs.dedup();
        }
        None => subresources.push(Subresource { name: name.to_owned(), verbs: vec![verb], kind }),
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
    match model.shape(ty) {
        Shape::Struct(Type::Named(id)) => model.type_definition(id).name == "ObjectMeta",
        _ => matches!(ty, Type::External { name, .. } if name == "ObjectMeta"),
    }
}

/// The plural of a kind in small letters, by the rules of English that client-gen knows.
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

/// The tags of a type.
struct Tags<'a>(&'a [Tag]);

impl<'a> Tags<'a> {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|tag| tag.name == name)
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &'a str> {
        let tags = self.0.iter().filter(move |tag| tag.name == name);
        tags.filter_map(|tag| tag.text.split_once('=').map(|(_, value)| value.trim()))
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.values(name).next()
    }

    /// An argument of a tag of controller-gen, `+kubebuilder:resource:scope=Cluster,path=widgets`.
    fn argument(&self, name: &str, argument: &str) -> Option<&'a str> {
        self.0.iter().filter(|tag| tag.name == name).find_map(|tag| {
            let (_, arguments) = tag.text.split_once(name)?;
            let parts = arguments.trim_start_matches(':').split(',');
            parts
                .filter_map(|part| part.split_once('='))
                .find_map(|(key, value)| (key.trim() == argument).then(|| value.trim().trim_matches(['"', '`'])))
        })
    }
}
