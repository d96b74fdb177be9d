//! Translated expressions.

use idlgen_runtime::cel::ShapeId;
use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::rust::validators::Seen;

/// A translated expression.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    code: TokenStream,
    pub(super) of: Of,
    level: Level,
    /// The code of the negation, if it is not just `!`.
    negation: Option<TokenStream>,
    /// Whether the code contains `?`, and when that fails.
    pub(super) failure: Failure,
    /// The cases of `matches!`, if the expression compares a string or integer with constants.
    pub(super) cases: Option<Cases>,
    /// `true` if the code borrows from a temporary value, which is dropped at the end of its statement.
    pub(super) is_temporary: bool,
}

/// When an expression fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Failure {
    /// The code contains no `?`.
    #[default]
    Never,
    /// Hardly ever for a valid object: a required field is absent.
    OfInvalid,
    /// Possibly for a valid object.
    Possible,
}

/// A comparison of an expression with constants.
#[derive(Clone, Debug)]
pub(super) struct Cases {
    /// The compared expression.
    pub(super) subject: TokenStream,
    /// The constants.
    pub(super) constants: Vec<TokenStream>,
}

/// The Rust type of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Of {
    Bool,
    /// `i64`.
    Int,
    /// `u64`.
    Uint,
    /// `f64`.
    Double,
    /// `&str`.
    Text,
    /// `i64`: nanoseconds.
    Duration,
    /// `cel::Value`.
    Value,
    /// Validated data that has parts: a list, map or struct.
    Data {
        /// The CEL value type.
        shape: ShapeId,
        /// The Rust type.
        rust: Seen,
        /// `true` if the expression is a reference, `false` if it is a place expression.
        is_reference: bool,
    },
    /// A `Vec<T>` that the rule creates.
    List(Box<Of>),
    /// A list literal with these elements. It has no code of its own.
    Literal(Vec<Operand>),
    /// `Option<T>`.
    Optional(Box<Of>),
}

/// The precedence of an expression in Rust, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// `if`, a block, or anything that is a complete argument.
    Any,
    Or,
    And,
    Compare,
    Sum,
    Product,
    Unary,
    Atom,
}

impl PartialEq for Operand {
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of && self.code.to_string() == other.code.to_string()
    }
}

impl Operand {
    pub(super) fn new(code: TokenStream, of: Of, level: Level) -> Self {
        Operand { code, of, level, negation: None, failure: Failure::Never, cases: None, is_temporary: false }
    }

    /// Creates a call or another expression that needs no parentheses.
    pub(super) fn atom(code: TokenStream, of: Of) -> Self {
        Operand::new(code, of, Level::Atom)
    }

    /// Sets the code of the negation, with the precedence of a comparison.
    pub(super) fn with_negation(self, negation: TokenStream) -> Self {
        Operand { negation: Some(negation), ..self }
    }

    /// Returns the negation: the code set by `with_negation`, otherwise `!` before the code.
    pub(super) fn negated(&self) -> Self {
        let negated = if let Some(negation) = &self.negation {
            Operand::new(negation.clone(), Of::Bool, Level::Compare)
        } else {
            let code = self.at(Level::Unary);
            Operand::new(quote! { !#code }, Of::Bool, Level::Unary)
        };
        negated.with_negation(self.code.clone()).with(&[self])
    }

    /// Returns `true` if the code contains `?`.
    pub(super) fn is_fallible(&self) -> bool {
        self.failure > Failure::Never
    }

    /// Sets the constants with which the expression compares another one.
    pub(super) fn with_cases(self, cases: Cases) -> Self {
        Operand { cases: Some(cases), ..self }
    }

    /// Marks the expression as fallible like its operands. If the result is a string or value, also marks it as
    /// temporary if one of the operands is.
    pub(super) fn with(self, operands: &[&Operand]) -> Self {
        let failure = operands.iter().map(|operand| operand.failure).fold(self.failure, Failure::max);
        let borrows = !matches!(self.of, Of::Bool | Of::Int | Of::Uint | Of::Double | Of::Duration);
        let is_temporary = self.is_temporary || (borrows && operands.iter().any(|operand| operand.is_temporary));
        Operand { failure, is_temporary, ..self }
    }

    /// Adds `?` to an expression with an optional result.
    pub(super) fn unwrapped(self) -> Self {
        let code = self.at(Level::Atom);
        Operand { code: quote! { #code? }, level: Level::Atom, negation: None, ..self.fallible() }
    }

    /// Marks the expression as containing `?`.
    pub(super) fn fallible(self) -> Self {
        Operand { failure: Failure::Possible, ..self }
    }

    /// Adds `?` to an expression that hardly ever fails for a valid object.
    pub(super) fn unwrapped_if_valid(self) -> Self {
        let failure = self.failure.max(Failure::OfInvalid);
        Operand { failure, ..self.unwrapped() }
    }

    /// Marks the expression as borrowing from a temporary value.
    pub(super) fn temporary(self) -> Self {
        Operand { is_temporary: true, ..self }
    }

    /// Returns the code as an operand of an operator with this precedence.
    pub(super) fn at(&self, level: Level) -> TokenStream {
        let code = &self.code;
        if self.level < level {
            quote! { (#code) }
        } else {
            code.clone()
        }
    }

    /// Returns the code as a reference if it is data, otherwise as a value.
    pub(super) fn borrowed(&self) -> TokenStream {
        if let Of::Data { is_reference: false, .. } = self.of {
            let code = self.at(Level::Unary);
            return quote! { &#code };
        }
        self.at(Level::Any)
    }

    /// Returns the same type for the borrowed code.
    pub(super) fn borrowed_type(&self) -> Of {
        match &self.of {
            Of::Data { shape, rust, .. } => Of::Data { shape: *shape, rust: rust.clone(), is_reference: true },
            other => other.clone(),
        }
    }
}

impl Of {
    /// Describes the type in reasons why a rule is not translated.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Of::Bool => "a boolean",
            Of::Int | Of::Uint => "an integer",
            Of::Double => "a double",
            Of::Text => "a string",
            Of::Duration => "a duration",
            Of::Value => "a value of any type",
            Of::Data { .. } => "an object, list or map",
            Of::List(_) | Of::Literal(_) => "a list",
            Of::Optional(_) => "an optional",
        }
    }
}
