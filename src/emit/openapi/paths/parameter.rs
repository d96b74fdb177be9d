//! Parameters of operations: the fields of `k8s.io/apimachinery/pkg/apis/meta/v1`'s options that go into a query.

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    /// `boolean`, `integer` or `string`.
    pub(super) schema_type: &'static str,
    pub(super) place: ParameterPlace,
}

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParameterPlace {
    Path,
    Query,
}

impl ParameterPlace {
    /// The value of `in`.
    pub(super) fn name(self) -> &'static str {
        match self {
            ParameterPlace::Path => "path",
            ParameterPlace::Query => "query",
        }
    }
}

const fn boolean(name: &'static str) -> Parameter {
    Parameter { name, schema_type: "boolean", place: ParameterPlace::Query }
}

const fn integer(name: &'static str) -> Parameter {
    Parameter { name, schema_type: "integer", place: ParameterPlace::Query }
}

const fn string(name: &'static str) -> Parameter {
    Parameter { name, schema_type: "string", place: ParameterPlace::Query }
}

/// The object's name, in a path.
pub(super) const NAME: Parameter = Parameter { place: ParameterPlace::Path, ..string("name") };

/// The object's namespace, in a path.
pub(super) const NAMESPACE: Parameter = Parameter { place: ParameterPlace::Path, ..string("namespace") };

/// Whether people read the answer.
pub(super) const PRETTY: Parameter = string("pretty");

/// Which objects of a collection are meant.
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

/// How a collection is watched.
pub(super) const WATCHING: &[Parameter] = &[boolean("allowWatchBookmarks"), boolean("watch")];

/// How an object is written.
pub(super) const WRITING: &[Parameter] = &[string("dryRun"), string("fieldManager"), string("fieldValidation")];

/// How a configuration is applied.
pub(super) const APPLYING: &[Parameter] = &[boolean("force")];

/// How objects are deleted.
pub(super) const DELETION: &[Parameter] = &[
    string("dryRun"),
    integer("gracePeriodSeconds"),
    boolean("ignoreStoreReadErrorWithClusterBreakingPotential"),
    boolean("orphanDependents"),
    string("propagationPolicy"),
];
