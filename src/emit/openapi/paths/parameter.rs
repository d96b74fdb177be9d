//! Operation parameters: the query fields of the options types in `k8s.io/apimachinery/pkg/apis/meta/v1`.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    /// `boolean`, `integer` or `string`.
    pub(super) schema_type: &'static str,
    pub(super) place: ParameterLocation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParameterLocation {
    Path,
    Query,
}

impl ParameterLocation {
    /// Returns the value of `in`.
    pub(super) fn name(self) -> &'static str {
        match self {
            ParameterLocation::Path => "path",
            ParameterLocation::Query => "query",
        }
    }
}

const fn boolean(name: &'static str) -> Parameter {
    Parameter { name, schema_type: "boolean", place: ParameterLocation::Query }
}

const fn integer(name: &'static str) -> Parameter {
    Parameter { name, schema_type: "integer", place: ParameterLocation::Query }
}

const fn string(name: &'static str) -> Parameter {
    Parameter { name, schema_type: "string", place: ParameterLocation::Query }
}

/// The object's name, in a path.
pub(super) const NAME: Parameter = Parameter { place: ParameterLocation::Path, ..string("name") };

/// The object's namespace, in a path.
pub(super) const NAMESPACE: Parameter = Parameter { place: ParameterLocation::Path, ..string("namespace") };

/// Requests human-readable output.
pub(super) const PRETTY: Parameter = string("pretty");

/// Selects the objects of a collection.
pub(super) const SELECTION: &[Parameter] = &[
    string("continue"),
    string("fieldSelector"),
    string("labelSelector"),
    integer("limit"),
    string("resourceVersion"),
    string("resourceVersionMatch"),
    boolean("sendInitialEvents"),
    integer("timeoutSeconds"),
];

/// Watches a collection.
pub(super) const WATCHING: &[Parameter] = &[boolean("allowWatchBookmarks"), boolean("watch")];

pub(super) const WRITING: &[Parameter] = &[string("dryRun"), string("fieldManager"), string("fieldValidation")];

/// Parameters of server-side apply.
pub(super) const APPLYING: &[Parameter] = &[boolean("force")];

pub(super) const DELETION: &[Parameter] = &[
    string("dryRun"),
    integer("gracePeriodSeconds"),
    boolean("ignoreStoreReadErrorWithClusterBreakingPotential"),
    boolean("orphanDependents"),
    string("propagationPolicy"),
];
