//! Explicit defaults: a missing value is validated as its default. Defaults are known during generation, and so are
//! their errors.

use idlgen_runtime::field::ErrorType;
use idlgen_validate::{Schema, Validator, ValidatorOptions};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value as Json;

use super::{function::Writer, node::SchemaNode, presence::Presence};
use crate::emit::rust::{
    default_fault::DefaultFault,
    name::identifier,
    plan::{Member, PlannedType},
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
        let Some(fault) = self.judge_default(default, schema) else { return false };
        if let Err(fault) = &fault {
            self.invalid_default(node, fault);
        }
        fault.is_err() || (self.has_old && self.analysis.compares(node))
    }

    /// Returns whether a default is valid, or `None` if its schema cannot be compiled.
    fn judge_default(&mut self, default: &Json, schema: &'s Schema) -> Option<Result<(), DefaultFault>> {
        let judged = self.rules.defaults.entry(default.to_string()).or_default();
        // If many schemas have the same default, one of the last is most likely to match.
        if let Some((_, fault)) = judged.iter().rev().take(MOST_COMPARED).find(|(known, _)| *known == schema) {
            return Some(fault.clone());
        }
        let definitions = self.analysis.definitions();
        let mut options = ValidatorOptions::default().keeping_broken_rules();
        options.kep4153_functions = self.scope.plan.options.kep_4153_functions;
        options.max_steps = MAX_STEPS;
        let validator = Validator::with_definitions(definitions, schema, options).ok()?;
        let errors = validator.validate(default, None).errors;
        // Missing properties are validated as their defaults, up to a limit.
        let is_endless = errors.iter().any(|error| error.error_type == ErrorType::Internal);
        let fault = match errors.is_empty() {
            true => Ok(()),
            false if is_endless => Err(DefaultFault::Endless),
            false => Err(DefaultFault::Rejected(errors.to_string())),
        };
        judged.push((schema, fault.clone()));
        Some(fault)
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

/// Returns the type of the field's value when it is present.
fn inner(member: &Member) -> &PlannedType {
    match &member.shape {
        PlannedType::Option(inner) => inner,
        shape => shape,
    }
}
