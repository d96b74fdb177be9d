//! Kubernetes' own generators and conventions. The tags of client-gen and prerelease-lifecycle-gen are defined next to
//! their parsers, because idlgen parses their values.

use super::{TagDefinition, row};

pub(super) static TABLE: &[TagDefinition] = &[
    row("groupGoName", "client-gen", "The name of the API group in Go."),
    row("k8s:client-gen*", "client-gen", "Settings for client-gen."),
    row("k8s:register-gen", "register-gen", "Generates code that registers the types of the package."),
    row("k8s:deepcopy-gen", "deepcopy-gen", "Generates `DeepCopy` methods."),
    row("k8s:deepcopy-gen:interfaces", "deepcopy-gen", "Generates `DeepCopy` methods for interfaces."),
    row(
        "k8s:deepcopy-gen:nonpointer-interfaces",
        "deepcopy-gen",
        "The `DeepCopy` methods for interfaces have a value receiver.",
    ),
    row("k8s:conversion-gen", "conversion-gen", "Generates conversions between the types of two packages."),
    row("k8s:conversion-gen:explicit-from", "conversion-gen", "The conversion from this type is hand-written."),
    row("k8s:conversion-gen:explicit-public", "conversion-gen", "Public conversion functions are hand-written."),
    row("k8s:conversion-gen-external-types", "conversion-gen", "The package with the types to convert."),
    row("k8s:conversion-fn", "conversion-gen", "The role of a function in conversions."),
    row("k8s:conversion-fn:drop", "conversion-gen", "The conversion drops the values."),
    row("k8s:conversion-fn:copy-only", "conversion-gen", "The function only copies values."),
    row("k8s:defaulter-gen", "defaulter-gen", "Generates functions that set default values."),
    row("k8s:defaulter-gen-input", "defaulter-gen", "The package with the types that get default values."),
    row(
        "k8s:prerelease-lifecycle-gen",
        "prerelease-lifecycle-gen",
        "Generates methods that return the lifecycle of an API.",
    ),
    row("k8s:protobuf-gen", "go-to-protobuf", "Generates the protobuf definitions of the package."),
    row("protobuf", "go-to-protobuf", "Whether the type has a protobuf encoding."),
    row("protobuf.*", "go-to-protobuf", "Settings for the protobuf encoding."),
    row("k8s:deprecated", "Kubernetes API conventions", "A removed field and its protobuf number."),
    row("k8s:set-gen", "set-gen", "Generates a set type for the type."),
    row("k8s:lister-gen*", "lister-gen", "Settings for lister-gen."),
    row("k8s:informers-gen*", "informer-gen", "Settings for informer-gen."),
    row("k8s:applyconfiguration-gen*", "applyconfiguration-gen", "Settings for applyconfiguration-gen."),
    row("k8s:import-boss*", "import-boss", "Settings for import-boss."),
    row(
        "k8s:verify-mutation:reason",
        "k8s.io/apimachinery",
        "Exempts a line from the check that validation does not mutate its inputs.",
    ),
    row("featureGate", "Kubernetes API conventions", "The feature gate that the field depends on."),
    row("oneOf", "Kubernetes API conventions", "Names a group of fields, exactly one of which must be set."),
    row("zeroOrOneOf", "Kubernetes API conventions", "Names a group of fields, at most one of which may be set."),
    row("unionMember", "Kubernetes API conventions", "The field is a member of a union."),
    row("deprecated", "Kubernetes API conventions", "The field is deprecated."),
    row("listKey", "structured-merge-diff", "An older name of `listMapKey`."),
    row("subresource", "apiserver-builder", "Adds a subresource to the resource."),
    row("resource", "apiserver-builder", "The names of the resource."),
];
