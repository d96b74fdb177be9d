//! Names and scope.

use idlgen_validate::crd::CustomResourceDefinition;

use super::Definition;
use crate::diff::{Verdict, Verdicts};

/// Commands and scripts that use the name may be affected.
const COMMANDS: Verdicts = Verdicts::new(Verdict::Review, Verdict::Ok, Verdict::Ok);

pub(super) fn compare(old: &CustomResourceDefinition, new: &CustomResourceDefinition, found: &mut Definition) {
    let immutable =
        "the server rejects this update of the CRD, and a CRD with another name or group defines another resource";
    for (rule, field, from, to, verdicts, effect) in [
        ("group-changed", &["spec", "group"][..], &old.group, &new.group, Verdicts::LOST, immutable),
        ("scope-changed", &["spec", "scope"], &old.scope, &new.scope, Verdicts::LOST, immutable),
        (
            "plural-changed",
            &["spec", "names", "plural"],
            &old.names.plural,
            &new.names.plural,
            Verdicts::LOST,
            immutable,
        ),
        (
            "kind-changed",
            &["spec", "names", "kind"],
            &old.names.kind,
            &new.names.kind,
            Verdicts::LOST,
            "objects of the old kind are rejected",
        ),
        (
            "list-kind-changed",
            &["spec", "names", "listKind"],
            &old.names.list_kind,
            &new.names.list_kind,
            Verdicts::WIDER_TYPE,
            "generated clients decode lists by their kind",
        ),
        (
            "singular-changed",
            &["spec", "names", "singular"],
            &old.names.singular,
            &new.names.singular,
            COMMANDS,
            "commands with the old name fail",
        ),
    ] {
        // Names that are not specified follow from the kind.
        let follows = old.names.kind != new.names.kind && ["list-kind-changed", "singular-changed"].contains(&rule);
        if from != to && !follows {
            let name = field.last().copied().unwrap_or_default();
            found.add(rule, field, verdicts, format!("`{name}` changed from {from} to {to}: {effect}"));
        }
    }
    let names = ["spec", "names", "shortNames"];
    removed(&old.names.short_names, &new.names.short_names, "short-name-removed", &names, COMMANDS, found);
    let categories = ["spec", "names", "categories"];
    let verdicts = Verdicts::new(Verdict::Review, Verdict::Review, Verdict::Ok);
    removed(&old.names.categories, &new.names.categories, "category-removed", &categories, verdicts, found);
}

fn removed(
    old: &[String],
    new: &[String],
    rule: &'static str,
    field: &[&str],
    verdicts: Verdicts,
    found: &mut Definition,
) {
    let kind = if rule == "category-removed" { "category" } else { "short name" };
    for name in old.iter().filter(|name| !new.contains(name)) {
        found.add(rule, field, verdicts, format!("{kind} `{name}` removed: commands that use it fail"));
    }
    for name in new.iter().filter(|name| !old.contains(name)) {
        let rule = if rule == "category-removed" { "category-added" } else { "short-name-added" };
        found.add(rule, field, Verdicts::OK, format!("{kind} `{name}` added"));
    }
}
