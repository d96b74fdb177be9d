//! Explicit defaults: a missing value is validated as its default. Defaults are known during generation, and so are
//! their errors.

use idlgen_runtime::field::ErrorType;
use idlgen_validate::{Definitions, Schema, Validator, ValidatorOptions, ZeroMode, schema::structural_definitions};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value as Json;

use super::{analysis::Analysis, function::Writer, node::SchemaNode, presence::Presence};
use crate::emit::rust::{
    default_fault::{DefaultFault, JudgedDefault},
    name::identifier,
    plan::{Member, Plan, PlannedType},
};

/// Maximum number of schemas to compare with when searching the cache.
const MOST_COMPARED: usize = 8;

/// Maximum number of steps to validate a default, which is a short text. Only one that contains itself more than once
/// needs more.
const MAX_STEPS: u64 = 1_000_000;

impl<'s> Writer<'_, 's, '_, '_> {
    /// Returns `true` if the default of a missing property needs checks, because it is invalid or is compared with the
    /// old value of an update.
    pub(super) fn default_needs_checks(&mut self, default: &'s Json, node: &SchemaNode<'s>) -> bool {
        let Some(schema) = node.parts().next() else { return false };
        let Some(judged) = self.judge_default(default, schema) else { return false };
        if let Some(fault) = &judged.fault {
            self.invalid_default(node, fault);
        }
        judged.has_errors || (self.has_old && self.analysis.compares(node))
    }

    /// Returns whether a default is valid, or `None` if its schema cannot be compiled.
    fn judge_default(&mut self, default: &Json, schema: &'s Schema) -> Option<JudgedDefault> {
        let is_custom = self.scope.plan.is_of_custom_resources(self.item.id);
        let known = self.rules.defaults.get(&default.to_string()).into_iter().flatten();
        // If many schemas have the same default, one of the last is most likely to match.
        let mut latest = known.rev().take(MOST_COMPARED);
        if let Some((.., judged)) = latest.find(|(known, custom, _)| *custom == is_custom && *known == schema) {
            return Some(judged.clone());
        }
        let fault = self.judge_in_go(default, schema)?.err();
        let judged = match fault {
            Some(DefaultFault::Endless) => JudgedDefault { fault, has_errors: true },
            fault if !is_custom => JudgedDefault { has_errors: fault.is_some(), fault },
            fault => {
                let as_json = judge_as_json(default, schema, self.analysis, self.scope.plan)?.err();
                JudgedDefault { has_errors: fault.is_some() && as_json.is_some(), fault: as_json }
            }
        };
        let of_default = self.rules.defaults.entry(default.to_string()).or_default();
        of_default.push((schema, is_custom, judged.clone()));
        Some(judged)
    }

    /// Validates a default as a value of its Go type, in which zero is missing.
    fn judge_in_go(&self, default: &Json, schema: &Schema) -> Option<Result<(), DefaultFault>> {
        let validator =
            Validator::with_definitions(self.analysis.definitions(), schema, options(self.scope.plan)).ok()?;
        let errors = validator.validate(default, None).errors;
        // Missing properties are validated as their defaults, up to a limit.
        let is_endless = errors.iter().any(|error| error.error_type == ErrorType::Internal);
        Some(match errors.is_empty() {
            true => Ok(()),
            false if is_endless => Err(DefaultFault::Endless),
            false => Err(DefaultFault::Rejected(errors.to_string())),
        })
    }

    /// Declares `DEFAULT`, which replaces a missing property.
    pub(super) fn default_declaration(&mut self, member: &Member, default: &Json) -> TokenStream {
        let ty = self.scope.ty(inner(member));
        let text = default.to_string();
        let default_value = self.scope.runtime("data::DefaultValue");
        quote! { static DEFAULT: #default_value<#ty> = #default_value::new(#text); }
    }

    /// Declares `value`: the property, or the default if it is missing.
    pub(super) fn value_or_default(&mut self, base: &Ident, member: &Member, presence: Presence) -> TokenStream {
        let field = identifier(&member.name);
        let value = match presence {
            Presence::IfSome if member.is_boxed => {
                quote! { #base.#field.as_deref().unwrap_or_else(|| DEFAULT.get()) }
            }
            Presence::IfSome => quote! { #base.#field.as_ref().unwrap_or_else(|| DEFAULT.get()) },
            Presence::UnlessZero | Presence::Always => {
                let absent = self.absent(base, member, presence);
                quote! { if #absent { DEFAULT.get() } else { &#base.#field } }
            }
        };
        quote! { let value = #value; }
    }
}

/// Validates a value as an API server does in a custom resource: with the defaults in it, and without treating zero as
/// missing. Returns `None` if its schema cannot be compiled.
pub(super) fn judge_as_json(
    value: &Json,
    schema: &Schema,
    analysis: &Analysis<'_>,
    plan: &Plan<'_>,
) -> Option<Result<(), DefaultFault>> {
    let mut own = Definitions::default();
    own.schemas.insert(String::new(), schema.clone());
    let own = structural_definitions(&own);
    let mut options = options(plan);
    options.zero_mode = ZeroMode::Crd;
    options.kep4153_formats = false;
    let validator = Validator::with_definitions(analysis.structural(), own.get("")?, options).ok()?;
    let errors = validator.validate(&validator.as_decoded(value), None).errors;
    Some(if errors.is_empty() { Ok(()) } else { Err(DefaultFault::Rejected(errors.to_string())) })
}

fn options(plan: &Plan<'_>) -> ValidatorOptions {
    let mut options = ValidatorOptions::default().keeping_broken_rules();
    options.kep4153_functions = plan.options.kep_4153_functions;
    options.max_steps = MAX_STEPS;
    options
}

/// Returns the type of the field's value when it is present.
fn inner(member: &Member) -> &PlannedType {
    match &member.shape {
        PlannedType::Option(inner) => inner,
        shape => shape,
    }
}
