//! Tags of client-gen: whether a type has a client, and the methods of the client
//! (`k8s.io/code-generator/cmd/client-gen`).

use std::fmt::{self, Display, Formatter};

use idlgen_runtime::go;

use super::{
    TagKind,
    reader::CommentReader,
    registry::{
        ValueReader,
        definition::{TagDefinition, ValueSyntax},
        foreign::row,
    },
    value::{Head, doubtful},
};
use crate::source::Span;

/// The effect of a tag on a client and its resource.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Client {
    /// The type has a client, so it is a resource.
    Wanted,
    /// The objects are cluster-scoped.
    NonNamespaced,
    /// The status cannot be updated.
    NoStatus,
    /// The client has no operations.
    NoVerbs,
    /// The client has only read operations.
    ReadOnly,
    /// The only operations that the client has.
    OnlyVerbs(Vec<Verb>),
    /// Operations that the client does not have.
    SkipVerbs(Vec<Verb>),
    /// An additional method.
    Method(ClientMethod),
    /// The name of the resource, instead of the plural of the kind.
    ResourceName(String),
}

/// An operation on a resource.
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

/// An additional method of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientMethod {
    /// Its name.
    pub name: String,
    /// The verb of its resource, if any.
    pub verb: Option<Verb>,
    /// The subresource, if the method is for one.
    pub subresource: Option<String>,
    /// The type that it sends, if it is not the client's type.
    pub input: Option<GoTypeName>,
    /// The type that it receives, if it is not the client's type.
    pub result: Option<GoTypeName>,
}

/// A Go type by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoTypeName {
    /// The import path. `None` for the package of the comment.
    pub package: Option<String>,
    /// The name.
    pub name: String,
}

impl Verb {
    /// All verbs, in order.
    pub const ALL: [Verb; 8] = [
        Verb::Create,
        Verb::Delete,
        Verb::DeleteCollection,
        Verb::Get,
        Verb::List,
        Verb::Patch,
        Verb::Update,
        Verb::Watch,
    ];

    /// Returns the verb with a client-gen name. `apply` is a patch.
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

/// Client methods that are verbs of the resource's status rather than of the resource.
const OTHER_METHODS: [&str; 2] = ["updateStatus", "applyStatus"];

const VERBS: &str = "client-gen verbs, separated by commas";

/// Creates the row of a tag whose effect depends only on its name.
const fn present(name: &'static str, summary: &'static str, reader: ValueReader) -> TagDefinition {
    TagDefinition { form: ValueSyntax::Own("not parsed", reader), ..row(name, "client-gen", summary) }
}

pub(in crate::tags) static TABLE: &[TagDefinition] = &[
    present(
        "genclient",
        "Generates a client for the type.",
        ValueReader(|reader, _| Ok(alone(reader, Client::Wanted))),
    ),
    present(
        "genclient:nonNamespaced",
        "The resource is cluster-scoped.",
        ValueReader(|reader, _| Ok(alone(reader, Client::NonNamespaced))),
    ),
    present(
        "genclient:noStatus",
        "The client has no `UpdateStatus` method.",
        ValueReader(|reader, _| Ok(alone(reader, Client::NoStatus))),
    ),
    present(
        "genclient:noVerbs",
        "The client has no methods.",
        ValueReader(|reader, _| Ok(alone(reader, Client::NoVerbs))),
    ),
    TagDefinition {
        form: ValueSyntax::Own("=VERB,VERB", ValueReader(|reader, head| Ok(verbs(reader, head, Client::OnlyVerbs)))),
        ..row("genclient:onlyVerbs", "client-gen", "The client has only these methods.")
    },
    TagDefinition {
        form: ValueSyntax::Own("=VERB,VERB", ValueReader(|reader, head| Ok(verbs(reader, head, Client::SkipVerbs)))),
        ..row("genclient:skipVerbs", "client-gen", "The client does not have these methods.")
    },
    TagDefinition {
        form: ValueSyntax::Own(
            "=NAME,verb=VERB,subresource=NAME,input=TYPE,result=TYPE",
            ValueReader(|reader, head| Ok(method(reader, head))),
        ),
        ..row("genclient:method", "client-gen", "Adds a method to the client.")
    },
    present(
        "genclient:readonly",
        "The client has only methods that read.",
        ValueReader(|reader, _| Ok(alone(reader, Client::ReadOnly))),
    ),
    TagDefinition {
        form: ValueSyntax::Own("=NAME", ValueReader(|reader, head| Ok(resource_name(reader, head)))),
        ..row("resourceName", "client-gen", "The name of the resource, instead of the plural of its kind.")
    },
    present(
        "nonNamespaced",
        "An older name of `genclient:nonNamespaced`.",
        ValueReader(|reader, _| Ok(alone(reader, Client::NonNamespaced))),
    ),
    present(
        "noMethods",
        "An older name of `genclient:noVerbs`.",
        ValueReader(|reader, _| Ok(alone(reader, Client::NoVerbs))),
    ),
];

/// Returns the meaning of a tag regardless of the text after its name, which client-gen ignores.
fn alone(reader: &mut CommentReader<'_>, meaning: Client) -> TagKind {
    reader.advance(reader.rest().len());
    TagKind::Client(meaning)
}

fn resource_name(reader: &mut CommentReader<'_>, head: &Head) -> TagKind {
    let value = reader.take_value();
    if value.0.is_empty() {
        return doubtful(reader, head, value, "a name");
    }
    TagKind::Client(Client::ResourceName(value.0.to_owned()))
}

fn verbs(reader: &mut CommentReader<'_>, head: &Head, make: fn(Vec<Verb>) -> Client) -> TagKind {
    let value = reader.take_value();
    let mut found = Vec::new();
    for name in value.0.split(',').map(str::trim) {
        found.extend(verb(reader, head, value, name));
    }
    TagKind::Client(make(found))
}

/// Returns the verb with this name. Reports an unknown name.
fn verb(reader: &mut CommentReader<'_>, head: &Head, value: (&str, Span), name: &str) -> Option<Verb> {
    let verb = Verb::from_name(name);
    if verb.is_none() && !OTHER_METHODS.contains(&name) {
        doubtful(reader, head, value, VERBS);
    }
    verb
}

/// Reads `=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale`.
fn method(reader: &mut CommentReader<'_>, head: &Head) -> TagKind {
    let value = reader.take_value();
    let mut parts = value.0.split(',').map(str::trim);
    let name = parts.next().unwrap_or_default();
    if name.is_empty() || name.contains('=') {
        return doubtful(reader, head, value, "the method name first");
    }
    let mut method = ClientMethod { name: name.to_owned(), verb: None, subresource: None, input: None, result: None };
    for part in parts {
        match part.split_once('=') {
            Some(("verb", name)) => method.verb = verb(reader, head, value, name),
            Some(("subresource", name)) => method.subresource = Some(name.to_owned()),
            Some(("input", name)) => method.input = Some(type_name(name)),
            Some(("result", name)) => method.result = Some(type_name(name)),
            _ => {
                doubtful(reader, head, value, "`verb=`, `subresource=`, `input=` and `result=` after the method name");
            }
        }
    }
    TagKind::Client(Client::Method(method))
}

fn type_name(path: &str) -> GoTypeName {
    match path.rsplit_once('.') {
        Some((package, name)) => GoTypeName { package: Some(package.to_owned()), name: name.to_owned() },
        None => GoTypeName { package: None, name: path.to_owned() },
    }
}

/// Formats the effect for `idlgen dump tags`.
impl Display for Client {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let named = |verbs: &[Verb]| verbs.iter().map(|verb| format!("{verb:?}")).collect::<Vec<_>>().join(" ");
        match self {
            Client::Wanted => write!(out, "client"),
            Client::NonNamespaced => write!(out, "not namespaced"),
            Client::NoStatus => write!(out, "no status"),
            Client::NoVerbs => write!(out, "no verbs"),
            Client::ReadOnly => write!(out, "read only"),
            Client::OnlyVerbs(verbs) => write!(out, "only verbs {}", named(verbs)),
            Client::SkipVerbs(verbs) => write!(out, "without verbs {}", named(verbs)),
            Client::Method(ClientMethod { name, verb, subresource, input, result }) => {
                write!(out, "method {name}")?;
                if let Some(verb) = verb {
                    write!(out, " {verb:?}")?;
                }
                for (key, value) in [
                    ("of", subresource.clone()),
                    ("sends", spelled(input.as_ref())),
                    ("receives", spelled(result.as_ref())),
                ] {
                    if let Some(value) = value {
                        write!(out, " {key} {value}")?;
                    }
                }
                Ok(())
            }
            Client::ResourceName(name) => write!(out, "resource {}", go::quote(name)),
        }
    }
}

fn spelled(name: Option<&GoTypeName>) -> Option<String> {
    let GoTypeName { package, name } = name?;
    Some(package.as_ref().map_or_else(|| name.clone(), |package| format!("{package}.{name}")))
}

#[cfg(test)]
mod tests {
    use crate::tags::testing::expect;

    #[test]
    fn tags() {
        for (tag, expected) in [
            ("genclient", "genclient: client"),
            ("genclient=true", "genclient: client"),
            ("genclient:nonNamespaced", "genclient:nonNamespaced: not namespaced"),
            ("nonNamespaced=true", "nonNamespaced: not namespaced"),
            ("genclient:onlyVerbs=create, get,updateStatus", "genclient:onlyVerbs: only verbs Create Get"),
            ("genclient:skipVerbs=apply", "genclient:skipVerbs: without verbs Patch"),
            (
                "genclient:method=GetScale,verb=get,subresource=scale,result=k8s.io/api/autoscaling/v1.Scale",
                "genclient:method: method GetScale Get of scale receives k8s.io/api/autoscaling/v1.Scale",
            ),
            ("resourceName=gadgets", "resourceName: resource \"gadgets\""),
        ] {
            expect(&[(&format!("+{tag}"), &[&format!("foreign +{expected}")])]);
        }
    }

    #[test]
    fn faults() {
        expect(&[
            (
                "+genclient:onlyVerbs=get,lst",
                &[
                    "foreign +genclient:onlyVerbs: only verbs Get",
                    "malformed-value: `+genclient:onlyVerbs` expects client-gen verbs, separated by commas, not \
                     `get,lst` @ get,lst",
                ],
            ),
            (
                "+genclient:method=verb=get",
                &[
                    "foreign +genclient:method: recognised",
                    "malformed-value: `+genclient:method` expects the method name first, not `verb=get` @ verb=get",
                ],
            ),
        ]);
    }
}
