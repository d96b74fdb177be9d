//! Reads data of the validated value.

use idlgen_runtime::cel::{Kind, ShapeId, ShapeNode};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    Reason, Translator,
    operand::{Level, Of, Operand},
};
use crate::emit::rust::{
    name::identifier,
    plan::{Float, Integer, Known, PlannedType, RustKind},
    rules::SHAPES,
    validators::Seen,
};

impl<'t> Translator<'t, '_, '_> {
    pub(super) fn shape_node(&self, shape: ShapeId) -> Result<&'t ShapeNode, Reason> {
        self.source.nodes.get(shape.0 as usize).ok_or_else(|| "its type is unknown".into())
    }

    pub(super) fn kind(&self, shape: ShapeId) -> Result<&'t Kind, Reason> {
        self.shape_node(shape).map(|node| &node.kind)
    }

    /// Reads data. `code` is a reference if `is_reference`, otherwise a place expression. Scalars are converted to
    /// their CEL types.
    pub(super) fn load(
        &mut self,
        code: TokenStream,
        is_reference: bool,
        shape: ShapeId,
        rust: &Seen,
    ) -> Result<Operand, Reason> {
        let kind = self.kind(shape)?;
        let data = |code, is_reference, rust| Operand::new(code, Of::Data { shape, rust, is_reference }, Level::Atom);
        let rust_shape = match rust {
            Seen::Struct(_) if matches!(kind, Kind::Object { .. }) => {
                return Ok(data(code, is_reference, rust.clone()));
            }
            Seen::Struct(_) => return Err(unreadable(kind)),
            Seen::Value(rust) => rust,
        };
        let resolved = self.plan().resolve(rust_shape);
        let zeros = std::iter::repeat_n(quote! { .0 }, resolved.wrappers);
        let inner = quote! { #code #(#zeros)* };
        let is_given_reference = is_reference;
        let is_reference = is_reference && resolved.wrappers == 0;
        let level = if is_reference { Level::Unary } else { Level::Atom };
        let read = if is_reference {
            quote! { *#inner }
        } else {
            inner.clone()
        };
        let module = &self.module;
        Ok(match (kind, &resolved.kind) {
            (Kind::Boolean, RustKind::Bool) => Operand::new(read, Of::Bool, level),
            (Kind::Integer, RustKind::Integer(Integer::I64)) => Operand::new(read, Of::Int, level),
            (Kind::Integer, RustKind::Integer(integer)) if *integer != Integer::U64 => {
                Operand::atom(quote! { i64::from(#read) }, Of::Int)
            }
            (Kind::Number, RustKind::Float(Float::F64)) => Operand::new(read, Of::Double, level),
            (Kind::Number, RustKind::Integer(integer)) if !matches!(integer, Integer::U64 | Integer::I64) => {
                Operand::atom(quote! { f64::from(#read) }, Of::Double)
            }
            (Kind::String, RustKind::Text | RustKind::Enumeration) => {
                Operand::atom(quote! { #code.as_str() }, Of::Text)
            }
            (kind, known) if is_known_scalar(kind, known) => {
                let value = if is_reference {
                    inner
                } else {
                    quote! { &#inner }
                };
                Operand::atom(quote! { #module::scalar(#value) }, Of::Value).unwrapped()
            }
            (Kind::List { .. }, RustKind::List(_)) | (Kind::Map { .. }, RustKind::Map(..)) => {
                data(inner, is_reference, Seen::Value(rust_shape.clone()))
            }
            (Kind::Object { .. }, RustKind::Struct(_) | RustKind::Instance(..)) if resolved.wrappers == 0 => {
                data(inner, is_reference, rust.clone())
            }
            (_, RustKind::Opaque | RustKind::Validated) => return Err(unreadable(kind)),
            _ => {
                let value = if is_given_reference {
                    code
                } else {
                    quote! { &#code }
                };
                self.view(shape, &value)
            }
        })
    }

    /// Reads data through a dynamic view, like the interpreter does. `value` is a reference.
    pub(super) fn view(&mut self, shape: ShapeId, value: &TokenStream) -> Operand {
        let view = self.view_of(shape, value);
        Operand::new(quote! { { #view? } }, Of::Value, Level::Any).fallible()
    }

    /// Returns statements that end with an optional CEL value.
    pub(super) fn view_of(&mut self, shape: ShapeId, value: &TokenStream) -> TokenStream {
        let (module, rules) = (&self.module, identifier(self.scope.rules_module()));
        let (shapes, id) = (identifier(SHAPES), Literal::u32_unsuffixed(shape.0));
        quote! {
            static SHAPE: #module::LazyShape = #module::LazyShape::new(&#rules::#shapes, #id);
            SHAPE.value(#value)
        }
    }

    /// Returns `true` if the data is a struct, list or map in the runtime, but a scalar in CEL.
    pub(super) fn is_scalar(&self, shape: ShapeId, rust: &Seen) -> Result<bool, Reason> {
        let Seen::Value(rust) = rust else { return Ok(false) };
        Ok(is_known_scalar(self.kind(shape)?, &self.plan().resolve(rust).kind))
    }

    /// Returns the elements of a list or the values of a map.
    pub(super) fn element_of(&self, rust: &Seen) -> Result<PlannedType, Reason> {
        let Seen::Value(shape) = rust else { return Err("it treats an object as a list".into()) };
        match self.plan().resolve(shape).kind {
            RustKind::List(element) | RustKind::Map(_, element) => Ok(element),
            _ => Err("it treats an object as a list".into()),
        }
    }

    /// Returns `true` if the keys of a map are strings in Rust.
    pub(super) fn has_text_keys(&self, rust: &Seen) -> bool {
        let Seen::Value(shape) = rust else { return false };
        match self.plan().resolve(shape).kind {
            RustKind::Map(key, _) => self.plan().resolve(&key).kind == RustKind::Text,
            _ => false,
        }
    }
}

/// Returns `true` if a runtime type is encoded as an integer or string, so that CEL treats it as one.
fn is_known_scalar(kind: &Kind, rust: &RustKind) -> bool {
    matches!(
        (kind, rust),
        (Kind::IntOrString, RustKind::Known(Known::IntOrString | Known::Quantity))
            | (Kind::String, RustKind::Known(Known::Quantity | Known::Duration))
    )
}

fn unreadable(kind: &Kind) -> Reason {
    let name = match kind {
        Kind::Dyn | Kind::Preserved => "data of any type",
        Kind::IntOrString => "an integer or string of another Rust type",
        Kind::Integer | Kind::Number => "a number of another Rust type",
        Kind::Boolean => "a boolean of another Rust type",
        Kind::String => "a string of another Rust type",
        Kind::Byte => "bytes",
        Kind::Duration => "a string with the format duration",
        Kind::Date | Kind::DateTime => "a date or time",
        Kind::List { .. } => "a list of another Rust type",
        Kind::Map { .. } => "a map of another Rust type",
        Kind::Object { .. } => "an object of another Rust type",
    };
    format!("it reads {name}").into()
}
