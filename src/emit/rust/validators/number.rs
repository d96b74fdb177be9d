//! Checks of numbers: `multipleOf`, `minimum`, `maximum`. Every failure is reported.

use idlgen_validate::{compiled::Family, schema::Number};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{function::Writer, node::SchemaNode, value::wrapped};
use crate::emit::rust::plan::{Float, Integer, RustKind};

impl<'s> Writer<'_, 's, '_, '_> {
    pub(super) fn number(&mut self, kind: &RustKind, wrappers: usize, node: &SchemaNode<'s>) -> TokenStream {
        let access = if wrappers == 0 {
            quote! { *value }
        } else {
            wrapped(wrappers)
        };
        let (number, is_optional) = match kind {
            RustKind::Integer(Integer::I32 | Integer::I64) | RustKind::Float(Float::F64) => (access, false),
            RustKind::Integer(Integer::I8 | Integer::I16 | Integer::U8 | Integer::U16 | Integer::U32) => {
                (quote! { i64::from(#access) }, false)
            }
            _ => (quote! { number }, true),
        };
        let statements = self.number_checks(&number, node);
        if !is_optional || statements.is_empty() {
            return statements;
        }
        let value = self.scope.runtime("value::Value");
        let some = self.scope.some();
        quote! { if let #some(number) = #value::as_value(value).as_number() { #statements } }
    }

    /// Returns the checks of a number, an expression that converts to `Number`.
    pub(super) fn number_checks(&mut self, number: &TokenStream, node: &SchemaNode<'s>) -> TokenStream {
        self.calls_of(Family::Number, number, node)
    }
}

/// Formats the number as a Rust literal.
pub(super) fn literal(number: Number) -> TokenStream {
    match number {
        Number::Int(value) => {
            let magnitude = value.unsigned_abs();
            let literal = if i32::try_from(value).is_ok() {
                Literal::u64_unsuffixed(magnitude)
            } else if value == i64::MIN {
                return quote! { i64::MIN };
            } else {
                Literal::i64_suffixed(value.saturating_abs())
            };
            if value < 0 {
                quote! { -#literal }
            } else {
                quote! { #literal }
            }
        }
        Number::Float(value) if value.is_finite() => {
            let literal = Literal::f64_suffixed(value.abs());
            if value < 0.0 {
                quote! { -#literal }
            } else {
                quote! { #literal }
            }
        }
        Number::Float(value) if value.is_nan() => quote! { f64::NAN },
        Number::Float(value) if value > 0.0 => quote! { f64::INFINITY },
        Number::Float(_) => quote! { f64::NEG_INFINITY },
    }
}
