//! Durations: `duration(text)`.

use idlgen_runtime::cel::{
    library::conversions::string_to_duration,
    program::{Call, Expression, NodeId, Program},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{
    Reason, Translator, digits,
    operand::{Level, Of, Operand},
    parsed::Parsed,
};
use crate::emit::rust::validators::uses;

impl Translator<'_, '_, '_> {
    /// Translates `duration(text)`. If the text is constant, the duration is computed during translation.
    pub(super) fn duration(&mut self, text: NodeId) -> Result<Operand, Reason> {
        if let Some(text) = self.constant_text(text) {
            let nanoseconds = string_to_duration(&text).map_err(|_| "its duration is invalid")?;
            let digits = digits(nanoseconds.unsigned_abs(), "i64");
            return Ok(if nanoseconds < 0 {
                Operand::new(quote! { -#digits }, Of::Duration, Level::Unary)
            } else {
                Operand::atom(quote! { #digits }, Of::Duration)
            });
        }
        let repeated = self.repeated_field(text);
        let text = self.node(text)?;
        let text = self.string(text)?;
        let code = text.at(Level::Any);
        let code = if let Some(field) = repeated {
            let variable = self.parsed_duration(field);
            quote! { #variable.parse(#code) }
        } else {
            let module = &self.module;
            quote! { #module::duration(#code) }
        };
        Ok(Operand::atom(code, Of::Duration).with(&[&text]).unwrapped())
    }

    /// Returns the declarations of the durations that the translated rule parses more than once.
    pub(super) fn parsed_durations(&self, rule: &TokenStream) -> TokenStream {
        let variables = self.parsed.iter().map(|parsed| &parsed.identifier);
        let (module, variables) = (&self.module, variables.filter(|variable| uses(rule, &variable.to_string())));
        quote! { #(let #variables = #module::ParsedDuration::new();)* }
    }

    /// Returns the field if the rule parses it more than once.
    fn repeated_field(&self, text: NodeId) -> Option<String> {
        let program = self.source.program;
        let (field, variable) = field(program, text)?;
        let is_it = |id: NodeId| self::field(program, id).is_some_and(|(other, _)| other == field);
        let is_parsed = |expression: &Expression| match expression {
            Expression::Call(Call { function, arguments, .. }) if &**function == "duration" => {
                matches!(&**arguments, [argument] if is_it(*argument))
            }
            _ => false,
        };
        // The variable of a loop may have the name.
        let is_own = matches!(variable, "self" | "oldSelf") && !self.locals.iter().any(|local| local.name == variable);
        let count = program.nodes.iter().filter(|node| is_parsed(&node.expression)).count();
        (is_own && count > 1).then_some(field)
    }

    /// Returns the variable with the duration in a field.
    fn parsed_duration(&mut self, field: String) -> Ident {
        if let Some(parsed) = self.parsed.iter().find(|parsed| parsed.field == field) {
            return parsed.identifier.clone();
        }
        let name = field.rsplit_once('.').map_or("duration", |(_, name)| name);
        let identifier = self.free_identifier(name, |_| false);
        self.parsed.push(Parsed { field, identifier: identifier.clone() });
        identifier
    }
}

/// Returns a field as the rule writes it, and the variable that it begins with.
fn field(program: &Program, id: NodeId) -> Option<(String, &str)> {
    match &program.node(id)?.expression {
        Expression::Variable(name) => Some((name.to_string(), name)),
        Expression::Select(select) if !select.test_only => {
            let (object, variable) = field(program, select.operand)?;
            Some((format!("{object}.{}", select.field), variable))
        }
        _ => None,
    }
}
