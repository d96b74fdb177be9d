//! CEL rules where they are written: lowered schemas and the model to diagnostics, each at the character of the tag
//! that is wrong.
//!
//! Every type that nothing else contains, or that a resource is made of, is written out as a custom resource definition
//! would carry it, and its rules are judged as an API server judges them when the definition is created
//! ([`idlgen_validate::cel::check_known_rules`]). A rule that is reached in several ways is reported once.

mod advice;
mod cost;
mod field_path;
mod finding;
mod lint;
mod place;
mod refused;
mod roots;
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
use idlgen_validate::{
    Schema,
    cel::{RuleCheckOptions, check_known_rules},
    schema::{Recursion, StructuralError, StructuralForms, fit_resource, structural},
};

use crate::{
    diag::{Code, Diagnostic, sort_by_position},
    lower::Lowered,
    model::{Model, TypeId},
};

use finding::Findings;
use roots::Root;
use written::Written;

/// Settings of [`check`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleOptions {
    /// The minor version of Kubernetes 1.x whose libraries rules may use.
    pub kubernetes_minor: u16,
    /// The type of which a custom resource definition is made, if one is: what an API server refuses of the rules that
    /// it reaches is an error, their costs too.
    pub definition: Option<TypeId>,
    /// Whether rules may use the functions that KEP-4153 proposed and no API server has.
    pub kep_4153_functions: bool,
}

impl Default for RuleOptions {
    fn default() -> Self {
        RuleOptions { kubernetes_minor: 35, definition: None, kep_4153_functions: false }
    }
}

impl RuleOptions {
    /// What rules may use.
    pub fn environment(&self) -> Environment {
        let minor = u8::try_from(self.kubernetes_minor).unwrap_or(u8::MAX);
        let environment = Environment::new(Version::new(minor));
        if self.kep_4153_functions { environment.with_proposed_functions() } else { environment }
    }
}

/// The codes of what is found.
pub fn codes() -> impl Iterator<Item = Code> {
    [refused::CODES, finding::CODES, cost::CODES, lint::CODES, &[unjudged::UNJUDGED_RULES]]
        .into_iter()
        .flatten()
        .copied()
}

/// Everything that is wrong with the rules of lowered schemas, in order of position.
pub fn check(model: &Model, lowered: &Lowered, options: &RuleOptions) -> Vec<Diagnostic> {
    let roots = roots::roots(model, lowered);
    let definition = options.definition.and_then(|id| Root::of_definition(model, lowered, id));
    if roots.is_empty() && definition.is_none() {
        return Vec::new();
    }
    let environment = options.environment();
    let written = Written::of(model);
    let mut findings = Findings::new(model, &written, &environment);
    let mut seen = BTreeSet::new();
    let mut unjudged = Vec::new();
    let mut forms = StructuralForms::new(&lowered.definitions);
    for root in roots {
        // What was met inside another type has been judged there.
        if !root.is_certain && !root.has_unseen(lowered, &seen) {
            continue;
        }
        match judge(&root, lowered, &mut forms, &environment, &mut findings) {
            Ok(tree) => roots::note_seen(&tree, &mut seen),
            Err(error) => unjudged.extend(unjudged::diagnostic(&root, &error)),
        }
    }
    let mut diagnostics = findings.finish();
    diagnostics.append(&mut unjudged);
    if let Some(root) = definition {
        let mut findings = Findings::new(model, &written, &environment).of_definition();
        // What has no structural form is said where that is written.
        let _ = judge(&root, lowered, &mut forms, &environment, &mut findings);
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

/// Adds what is wrong with the rules of a type; its tree.
fn judge(
    root: &Root,
    lowered: &Lowered,
    forms: &mut StructuralForms<'_>,
    environment: &Environment,
    findings: &mut Findings<'_>,
) -> Result<Schema, StructuralError> {
    let mut tree = match forms.form(&root.schema) {
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
