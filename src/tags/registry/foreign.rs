//! Tags of other tools: known by name, so that they are not unknown.

use super::definition::{PLAIN, TagDefinition, Target, ValueForm};
use crate::tags::Dialect;

const FOREIGN: TagDefinition = TagDefinition {
    dialect: Dialect::Foreign,
    targets: &[Target::Package, Target::Type, Target::Field, Target::EmbeddedField, Target::Constant],
    form: ValueForm::Unread("not read"),
    repeatable: true,
    since: "",
    ..PLAIN
};

const fn row(name: &'static str, owner: &'static str, summary: &'static str) -> TagDefinition {
    TagDefinition { name, owner, summary, example: "", ..FOREIGN }
}

pub(super) static TABLE: &[TagDefinition] = &[
    row("k8s:*", "Kubernetes generators", "…"),
    row("kubebuilder:*", "controller-gen", "…"),
    row("genclient*", "client-gen", "…"),
    row("protobuf*", "go-to-protobuf", "…"),
    row("build", "go", "…"),
    row("featureGate", "Kubernetes API reviewers", "…"),
    row("oneOf", "Kubernetes API reviewers", "…"),
    row("zeroOrOneOf", "Kubernetes API reviewers", "…"),
    row("versionName", "controller-gen", "…"),
    row("deprecated", "", "…"),
    row("listKey", "", "…"),
    row("groupGoName", "", "…"),
    row("skip_license_check", "", "…"),
    row("gencrdrefdocs:force", "", "…"),
    row("domain", "", "…"),
];
