//! Lints CEL rules in Go source. Each error is reported at its position inside the tag.
//!
//! Expands every type that is not part of another type, and every resource, as in a CRD, and checks its rules like an
//! API server does when it creates the CRD ([`idlgen_schema::cel::check_known_rules`]). A rule that is reachable in
//! several ways is reported once.

mod advice;
mod cost;
mod field_path;
mod finding;
mod lint;
mod rejected;
mod replaceable;
mod roots;
mod rule_locations;
mod syntax;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod unjudged;
mod written;

use std::collections::BTreeSet;

use idlgen_cel::{Environment, Version};
use idlgen_runtime::field::Path;
use idlgen_schema::{
    Schema,
    cel::{RuleCheckOptions, check_known_rules},
    schema::{Recursion, StructuralError, StructuralSchemas, fit_resource, structural},
};

use crate::{
    diag::{Code, Diagnostic, sort_by_position},
    lower::Lowered,
    model::{Model, TypeId},
};

pub use cost::{RULE_COST, RULES_COST};
use finding::Findings;
pub use lint::UNGUARDED_FIELD;
use roots::Root;
use written::Written;

/// Settings of [`check`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOptions {
    /// The minor version of Kubernetes 1.x whose libraries rules may use.
    pub kubernetes_minor: u16,
    /// The type of the CRD, if there is one: everything that an API server rejects in its rules, including their cost,
    /// is an error.
    pub definition: Option<TypeId>,
    /// Allows the functions proposed by KEP-4153, which no API server has.
    pub kep_4153_functions: bool,
    /// Also reports rules that a keyword of the schema can replace.
    pub suggests_keywords: bool,
}

impl Default for RuleOptions {
    fn default() -> Self {
        RuleOptions { kubernetes_minor: 35, definition: None, kep_4153_functions: false, suggests_keywords: false }
    }
}

impl RuleOptions {
    pub fn environment(&self) -> Environment {
        let minor = u8::try_from(self.kubernetes_minor).unwrap_or(u8::MAX);
        let environment = Environment::new(Version::new(minor));
        if self.kep_4153_functions { environment.with_proposed_functions() } else { environment }
    }
}

/// Iterates over the codes of the diagnostics.
pub fn codes() -> impl Iterator<Item = Code> {
    [
        rejected::CODES,
        finding::CODES,
        cost::CODES,
        lint::CODES,
        &[unjudged::UNJUDGED_RULES, replaceable::REPLACEABLE_RULE],
    ]
    .into_iter()
    .flatten()
    .copied()
}

/// Returns all diagnostics about the rules of lowered schemas, including unpublished ones, sorted by position.
pub fn check(model: &Model, lowered: &Lowered, options: &RuleOptions) -> Vec<Diagnostic> {
    let mut diagnostics = check_published(model, lowered, options);
    if let Some(unpublished) = &lowered.unpublished {
        let found = check_published(model, unpublished, &RuleOptions { definition: None, ..*options });
        // API servers do not run these rules, so their limits for the cost of rules do not apply.
        diagnostics.extend(found.into_iter().filter(|one| !cost::CODES.contains(&one.code)));
        sort_by_position(&mut diagnostics);
    }
    diagnostics
}

fn check_published(model: &Model, lowered: &Lowered, options: &RuleOptions) -> Vec<Diagnostic> {
    let roots = roots::roots(model, lowered);
    let definition = options.definition.and_then(|id| Root::of_definition(model, lowered, id));
    if roots.is_empty() && definition.is_none() {
        return Vec::new();
    }
    let environment = options.environment();
    let written = Written::of(model);
    let mut findings = Findings::new(model, &written, &environment).suggesting_keywords(options.suggests_keywords);
    let mut seen = BTreeSet::new();
    let mut unjudged = Vec::new();
    let mut forms = StructuralSchemas::new(&lowered.definitions);
    for root in roots {
        // Rules inside another type have already been checked there.
        if !root.is_certain && !root.has_unseen(lowered, &seen) {
            continue;
        }
        match check_rules(&root, lowered, &mut forms, &environment, &mut findings) {
            Ok(tree) => roots::note_seen(&tree, &mut seen),
            Err(error) => unjudged.extend(unjudged::diagnostic(&root, &error)),
        }
    }
    let mut diagnostics = findings.finish();
    diagnostics.append(&mut unjudged);
    if let Some(root) = definition {
        let mut findings = Findings::new(model, &written, &environment).of_definition();
        // An error means that the schema has no structural form, which the back end reports.
        let _ = check_rules(&root, lowered, &mut forms, &environment, &mut findings);
        let refused = findings.finish();
        let says_less = |one: &Diagnostic| {
            let is_said = |error: &Diagnostic| error.code == one.code && error.primary == one.primary;
            !refused.iter().any(is_said)
        };
        diagnostics.retain(says_less);
        diagnostics.extend(refused);
    }
    sort_by_position(&mut diagnostics);
    diagnostics
}

/// Checks the rules of a type. Returns its schema tree.
fn check_rules(
    root: &Root,
    lowered: &Lowered,
    forms: &mut StructuralSchemas<'_>,
    environment: &Environment,
    findings: &mut Findings<'_>,
) -> Result<Schema, StructuralError> {
    let mut tree = match forms.structural(&root.schema) {
        Err(StructuralError::Recursive { .. }) => structural(&root.schema, &lowered.definitions, Recursion::Cut)?,
        form => form?,
    };
    if root.is_resource {
        fit_resource(&mut tree);
    }
    let check = RuleCheckOptions { is_resource: root.is_resource, everything: true };
    let check = check_known_rules(&tree, &Path::root(), environment, check, &lowered.known_rules);
    findings.add(root, &tree, &check);
    Ok(tree)
}
