//! Translates checked CEL rules to Rust.
//!
//! A rule becomes a closure on the validated value. It returns `true` or `false` only if the interpreter would. It may
//! also return no result: generated code then calls the interpreter. An operand that can fail contains `?`. If a rule
//! cannot be translated, an error states the reason, and the interpreter runs the rule.
//!
//! Whether a field is present is determined by the interpreter's value types ([`ShapeNode`]), so both read the same
//! data. Costs are upper bounds: each operation of the rule is charged once per evaluation of the code around it, even
//! if it is skipped.

mod absorption;
mod call;
mod comprehension;
mod constant_map;
mod conversion;
mod duration;
mod equality;
mod field;
mod guard;
mod load;
mod operand;
mod operator;
mod parsed;
mod polarity;
mod presence;
mod quantity;

use std::borrow::Cow;

use idlgen_runtime::cel::{
    ShapeId, ShapeNode,
    program::{Constant, Expression, Node, NodeId, Program, Type},
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use self::{
    guard::Guards,
    operand::{Level, Of, Operand},
    parsed::Parsed,
    polarity::Polarity,
};
use super::{
    plan::Plan,
    scope::Scope,
    validators::{Patterns, Seen},
};

/// The reason why a rule is left to the interpreter.
pub(super) type Reason = Cow<'static, str>;

/// Maximum number of operations of a translated rule.
const MAX_NODES: usize = 2000;

/// A translated rule.
#[derive(Debug)]
pub(super) struct Translated {
    /// The cost of all operations that run at most once.
    pub(super) base: u64,
    /// A closure with the parameters `this`, `before` (the old value) and `cost`.
    pub(super) closure: TokenStream,
}

/// The CEL value types of the schema.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'r> {
    pub(super) program: &'r Program,
    /// The CEL value types.
    pub(super) nodes: &'r [ShapeNode],
    /// The CEL value type of `self`.
    pub(super) shape: ShapeId,
    /// The Rust type of `self`.
    pub(super) seen: &'r Seen,
    pub(super) optional_old_self: bool,
    /// The minor version of Kubernetes.
    pub(super) minor: u8,
    /// A name for the location, from which the names of statics are derived.
    pub(super) place: &'r str,
}

/// Returns the closure for a rule.
pub(super) fn translate(
    source: Source<'_>,
    scope: &mut Scope<'_, '_>,
    patterns: &mut Patterns,
) -> Result<Translated, Reason> {
    if source.program.nodes.len() > MAX_NODES {
        return Err("the rule is too long".into());
    }
    let module = scope.runtime("cel::compiled");
    let some = scope.some();
    let mut translator = Translator {
        source,
        scope,
        patterns,
        module,
        locals: Vec::new(),
        parsed: Vec::new(),
        guards: Guards::default(),
        polarity: Polarity::Positive,
        cost: 0,
    };
    let root = translator.node_of_logic(source.program.root)?;
    let root = translator.boolean(root)?;
    let answer = root.at(Level::Any);
    let base = translator.cost;
    let parsed = translator.parsed_durations(&answer);
    let [this, before, cost] = super::validators::uses_of(&answer, ["this", "before", "cost"]);
    let reads_old = source.program.refers_to("oldSelf");
    // If a rule compares with the old value, it does not apply to new values.
    let old = (reads_old && !source.optional_old_self).then(|| {
        if before {
            quote! { let #some(before) = before else { return #some(true) }; }
        } else {
            quote! { if before.is_none() { return #some(true); } }
        }
    });
    let parameter = |name: &str, is_used: bool| super::name::identifier_or_wildcard(name, is_used);
    let (this, before, cost) =
        (parameter("this", this), parameter("before", before || old.is_some()), parameter("cost", cost));
    let closure = if old.is_some() || !parsed.is_empty() {
        quote! { |#this, #before, #cost| { #old #parsed #some(#answer) } }
    } else {
        quote! { |#this, #before, #cost| #some(#answer) }
    };
    Ok(Translated { base, closure })
}

/// A variable of a comprehension.
struct Local {
    /// The variable's name in the rule.
    name: String,
    /// The variable's name in Rust.
    identifier: Ident,
    operand: Operand,
}

/// The state of a translation.
struct Translator<'t, 'p, 'm> {
    source: Source<'t>,
    scope: &'t mut Scope<'p, 'm>,
    patterns: &'t mut Patterns,
    /// The runtime module `cel::compiled`.
    module: TokenStream,
    /// The variables of the enclosing comprehensions.
    locals: Vec<Local>,
    /// The fields that the rule parses more than once.
    parsed: Vec<Parsed>,
    /// The fields that are known to be present where the current expression is evaluated.
    guards: Guards,
    /// Which result of the current expression lets the rule pass.
    polarity: Polarity,
    /// The cost of the current closure body, so far.
    cost: u64,
}

impl<'t> Translator<'t, '_, '_> {
    fn plan(&self) -> &Plan<'_> {
        self.scope.plan
    }

    fn program_node(&self, id: NodeId) -> Result<&'t Node, Reason> {
        self.source.program.node(id).ok_or_else(|| "the rule is inconsistent".into())
    }

    /// Translates an operand of an expression that is neither a logical operator nor a loop.
    fn node(&mut self, id: NodeId) -> Result<Operand, Reason> {
        self.with_polarity(Polarity::Unknown, |translator| translator.node_of_logic(id))
    }

    /// Translates an expression of the current polarity.
    fn node_of_logic(&mut self, id: NodeId) -> Result<Operand, Reason> {
        let node = self.program_node(id)?;
        // No operation costs more than 2, except for those that add their own cost.
        self.cost += 2;
        match &node.expression {
            Expression::Constant(constant) => literal(constant),
            Expression::Variable(name) => self.variable(name),
            Expression::TypeName(..) => Err("it reads a type".into()),
            Expression::Select(select) if select.test_only => self.has(id, select.operand, &select.field),
            Expression::Select(select) => self.select(select.operand, &select.field),
            Expression::Call(call) => self.call(id, call),
            Expression::List(list) => {
                self.cost += 10;
                let mut elements = Vec::new();
                for element in list.elements.iter() {
                    if element.optional {
                        return Err("it builds a list with optional elements".into());
                    }
                    elements.push(self.node(element.value)?);
                }
                let list = Operand::atom(TokenStream::new(), Of::Literal(elements.clone()));
                Ok(list.with(&elements.iter().collect::<Vec<_>>()))
            }
            Expression::Map(_) => Err("it builds a map".into()),
            Expression::Struct(_) => Err("it builds an object".into()),
            Expression::Comprehension(comprehension) => self.comprehension(comprehension),
        }
    }

    fn variable(&mut self, name: &str) -> Result<Operand, Reason> {
        if let Some(local) = self.locals.iter().rev().find(|local| local.name == name) {
            return Ok(local.operand.clone());
        }
        match name {
            "self" => self.load(quote! { this }, true, self.source.shape, self.source.seen),
            "oldSelf" if self.source.optional_old_self => {
                let shape = self.source.shape;
                let content = Of::Data { shape, rust: self.source.seen.clone(), is_reference: true };
                Ok(Operand::new(quote! { before }, Of::Optional(Box::new(content)), Level::Atom))
            }
            "oldSelf" => self.load(quote! { before }, true, self.source.shape, self.source.seen),
            _ => Err("it reads an unknown variable".into()),
        }
    }

    /// Returns the type of an expression.
    fn type_of(&self, id: NodeId) -> Option<&'t Type> {
        self.source.program.type_of(id)
    }
}

/// Returns an integer literal. Without a suffix or another constraint, Rust infers `i32`.
fn digits(value: u64, suffix: &str) -> syn::LitInt {
    let suffix = if i32::try_from(value).is_ok() { "" } else { suffix };
    syn::LitInt::new(&format!("{value}{suffix}"), proc_macro2::Span::call_site())
}

fn literal(constant: &Constant) -> Result<Operand, Reason> {
    let atom = |code, of| Ok(Operand::new(code, of, Level::Atom));
    match constant {
        Constant::Bool(value) => atom(quote! { #value }, Of::Bool),
        Constant::Int(value) => {
            let digits = digits(value.unsigned_abs(), "i64");
            Ok(if *value < 0 {
                Operand::new(quote! { -#digits }, Of::Int, Level::Unary)
            } else {
                Operand::new(quote! { #digits }, Of::Int, Level::Atom)
            })
        }
        Constant::Uint(value) => {
            let digits = digits(*value, "u64");
            atom(quote! { #digits }, Of::Uint)
        }
        Constant::Double(value) if value.is_finite() => {
            let digits = Literal::f64_unsuffixed(value.abs());
            Ok(if value.is_sign_negative() {
                Operand::new(quote! { -#digits }, Of::Double, Level::Unary)
            } else {
                Operand::new(quote! { #digits }, Of::Double, Level::Atom)
            })
        }
        Constant::String(text) => {
            let text = Literal::string(text);
            atom(quote! { #text }, Of::Text)
        }
        Constant::Double(_) => Err("it reads an infinite double".into()),
        Constant::Null => Err("it reads null".into()),
        Constant::Bytes(_) => Err("it reads bytes".into()),
    }
}
