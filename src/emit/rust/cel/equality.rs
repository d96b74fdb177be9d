//! Translates `==`, `!=` and `in`.

use std::collections::BTreeSet;

use idlgen_runtime::cel::{Kind, ListType, ShapeId, program::NodeId};
use proc_macro2::TokenStream;
use quote::quote;

use super::{
    Reason, Translator,
    operand::{Cases, Level, Of, Operand},
};
use crate::emit::rust::{
    plan::{Integer, Known, PlannedType, RustKind},
    validators::Seen,
};

impl Translator<'_, '_, '_> {
    /// Translates `left == right` or `left != right`.
    pub(super) fn equality(&mut self, left: NodeId, right: NodeId, is_negated: bool) -> Result<Operand, Reason> {
        let (left, right) = (&self.node(left)?, &self.node(right)?);
        let module = self.module.clone();
        let symbol = if is_negated {
            quote! { != }
        } else {
            quote! { == }
        };
        let (first, second) = (left.at(Level::Sum), right.at(Level::Sum));
        let operands = [left, right];
        let equal = match (&left.of, &right.of) {
            (Of::Int, Of::Int)
            | (Of::Uint, Of::Uint)
            | (Of::Double, Of::Double)
            | (Of::Bool, Of::Bool)
            | (Of::Duration, Of::Duration) => {
                let equal = Operand::new(quote! { #first #symbol #second }, Of::Bool, Level::Compare).with(&operands);
                return Ok(match cases(left, right).filter(|_| !is_negated && left.of == Of::Int) {
                    Some(cases) => equal.with_cases(cases),
                    None => equal,
                });
            }
            (Of::Text, Of::Text) => {
                let literal = [&first, &second].into_iter().find_map(|code| literal_length(&code.to_string()));
                if let Some(length) = literal {
                    self.cost += length.div_ceil(10);
                    let code = quote! { #first #symbol #second };
                    let equal = Operand::new(code, Of::Bool, Level::Compare).with(&operands);
                    return Ok(match cases(left, right).filter(|_| !is_negated) {
                        Some(cases) => equal.with_cases(cases),
                        None => equal,
                    });
                }
                let (first, second) = (left.at(Level::Any), right.at(Level::Any));
                Operand::atom(quote! { #module::same_text(#first, #second, cost) }, Of::Bool).with(&operands)
            }
            (
                Of::Data { shape, rust, is_reference },
                Of::Data { shape: other_shape, rust: other_rust, is_reference: other_is_reference },
            ) if rust == other_rust && shape == other_shape && self.is_plain(*shape, rust, &mut BTreeSet::new()) => {
                let size = match self.kind(*shape)? {
                    Kind::Object { properties } => {
                        self.cost += properties.len().div_ceil(10) as u64;
                        None
                    }
                    _ => Some(quote! { #first.len() }),
                };
                let dereferenced = |code, is_reference| {
                    if is_reference {
                        quote! { *#code }
                    } else {
                        code
                    }
                };
                let first = dereferenced(left.at(Level::Unary), *is_reference);
                let second = dereferenced(right.at(Level::Unary), *other_is_reference);
                let code = if let Some(size) = size {
                    quote! { #module::same_list(#first == #second, #size, cost) }
                } else {
                    quote! { #module::same(#first == #second) }
                };
                Operand::atom(code, Of::Bool).with(&operands).unwrapped()
            }
            _ => {
                let (left, right) = (self.boxed(left)?, self.boxed(right)?);
                let (first, second) = (left.at(Level::Unary), right.at(Level::Unary));
                let code = quote! { #module::equal(&#first, &#second, cost) };
                Operand::atom(code, Of::Bool).with(&[&left, &right]).unwrapped()
            }
        };
        Ok(if is_negated { equal.negated() } else { equal })
    }

    /// Returns `true` if Rust's equality implies CEL's equality, because rules can read all parts of the value.
    fn is_plain(&mut self, shape: ShapeId, rust: &Seen, known: &mut BTreeSet<u32>) -> bool {
        if !known.insert(shape.0) {
            return true;
        }
        let Ok(kind) = self.kind(shape) else { return false };
        match (kind, rust) {
            (Kind::Object { properties }, rust) => {
                let members = match rust {
                    Seen::Struct(members) => Some(members.clone()),
                    Seen::Value(shape) => self.plan().members_of(shape),
                };
                members.is_some_and(|members| {
                    properties.iter().all(|property| {
                        let member = members.iter().find(|member| member.json_name == property.name);
                        // Rules cannot read fields that the type does not declare.
                        member.is_none_or(|member| {
                            !member.is_quoted
                                && !member.is_foreign
                                && self.is_plain(property.value, &Seen::Value(pointee(&member.shape)), known)
                        })
                    })
                })
            }
            // A list with elements of equal keys is not equal to itself.
            (Kind::List { list_type: ListType::Map { .. }, .. }, _) => false,
            (Kind::List { items: element, .. } | Kind::Map { values: element }, rust) => {
                let element_shape = self.element_of(rust);
                element_shape.is_ok_and(|rust| self.is_plain(*element, &Seen::Value(rust), known))
            }
            (kind, Seen::Value(rust)) => matches!(
                (kind, self.plan().resolve(rust).kind),
                (Kind::Boolean, RustKind::Bool)
                    | (
                        Kind::Integer,
                        RustKind::Integer(
                            Integer::I8
                                | Integer::I16
                                | Integer::I32
                                | Integer::I64
                                | Integer::U8
                                | Integer::U16
                                | Integer::U32
                        )
                    )
                    | (Kind::Number, RustKind::Float(_))
                    | (Kind::String, RustKind::Text | RustKind::Enumeration)
                    | (Kind::IntOrString, RustKind::Known(Known::IntOrString))
            ),
            (_, Seen::Struct(_)) => false,
        }
    }

    /// Translates `item in container`.
    pub(super) fn contains(&mut self, item: NodeId, container: NodeId) -> Result<Operand, Reason> {
        let (item, container) = (self.node(item)?, self.node(container)?);
        let module = self.module.clone();
        match &container.of {
            Of::Literal(elements) => self.is_one_of(&item, elements),
            Of::Data { shape, .. } if matches!(self.kind(*shape)?, Kind::Map { .. }) => {
                let item = self.string(item)?;
                let (map, key) = (container.borrowed(), item.at(Level::Any));
                let code = quote! { #module::has_entry(#map, #key, cost) };
                Ok(Operand::atom(code, Of::Bool).with(&[&item, &container]))
            }
            Of::Data { .. } | Of::List(_) => {
                let range = self.range(&container)?;
                let item = match (&item.of, &range.element.of) {
                    (Of::Value, Of::Text) => self.string(item)?,
                    (Of::Value, Of::Int) => self.integer(item)?,
                    _ => item,
                };
                if item.of != range.element.of || !matches!(item.of, Of::Int | Of::Text | Of::Bool) {
                    return self.boxed_contains(&item, &container);
                }
                if item.is_temporary {
                    return Err("it searches a string that it builds".into());
                }
                let (iterator, pattern) = (&range.iterator, &range.pattern);
                let (element, sought) = (range.element.at(Level::Sum), item.at(Level::Any));
                let code = quote! { #module::contains_item(#iterator.map(|#pattern| #element), #sought, cost) };
                Ok(Operand::atom(code, Of::Bool).with(&[&item, &container]))
            }
            _ => self.boxed_contains(&item, &container),
        }
    }

    fn boxed_contains(&mut self, item: &Operand, container: &Operand) -> Result<Operand, Reason> {
        let (item, container) = (self.boxed(item)?, self.boxed(container)?);
        let (module, item_code, container_code) = (&self.module, item.at(Level::Unary), container.at(Level::Unary));
        let code = quote! { #module::contains(&#item_code, &#container_code, cost) };
        Ok(Operand::atom(code, Of::Bool).with(&[&item, &container]).unwrapped())
    }

    /// Translates `item in [elements]`.
    fn is_one_of(&mut self, item: &Operand, elements: &[Operand]) -> Result<Operand, Reason> {
        self.cost += elements.len() as u64;
        let is_simple = !elements.is_empty()
            && elements.iter().all(|element| element.of == item.of && is_constant(element))
            && matches!(item.of, Of::Int | Of::Text);
        if is_simple {
            let constants = elements.iter().map(|element| element.at(Level::Any)).collect();
            return Ok(one_of(item.at(Level::Any), constants).with(&[item]));
        }
        let list = Operand::atom(quote! {}, Of::Literal(elements.to_vec()));
        self.boxed_contains(item, &list)
    }
}

/// Returns the test that `subject` is one of the constants.
pub(super) fn one_of(subject: TokenStream, constants: Vec<TokenStream>) -> Operand {
    let code = quote! { matches!(#subject, #(#constants)|*) };
    Operand::atom(code, Of::Bool).with_cases(Cases { subject, constants })
}

/// Returns the cases of `left == right` if one of both is constant.
fn cases(left: &Operand, right: &Operand) -> Option<Cases> {
    let (subject, constant) = if is_constant(right) { (left, right) } else { (right, left) };
    (is_constant(constant) && !is_constant(subject))
        .then(|| Cases { subject: subject.at(Level::Any), constants: vec![constant.at(Level::Any)] })
}

/// Returns `true` if the code is a string or integer.
fn is_constant(operand: &Operand) -> bool {
    let code = operand.at(Level::Any).to_string();
    literal_length(&code).is_some() || code.parse::<i64>().is_ok()
}

/// Returns the type to which a pointer type points.
fn pointee(shape: &PlannedType) -> PlannedType {
    if let PlannedType::Option(inner) = shape { PlannedType::clone(inner) } else { shape.clone() }
}

/// Returns the number of bytes of a string literal, or `None` if the code is not one.
fn literal_length(code: &str) -> Option<u64> {
    let literal = syn::parse_str::<syn::LitStr>(code).ok()?;
    Some(literal.value().len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comparisons of one value with constants become one `matches!`, in which a name would match anything.
    #[test]
    fn only_a_comparison_with_a_constant_is_a_case() {
        let operand = |code: &str| Operand::atom(code.parse().unwrap(), Of::Int);
        for (left, right, expected) in [
            ("a", "1", Some(("a", "1"))),
            ("1", "a", Some(("a", "1"))),
            ("a", "\"x\"", Some(("a", "\"x\""))),
            ("\"x\"", "a", Some(("a", "\"x\""))),
            ("a", "b", None),
            ("1", "2", None),
            ("\"x\"", "1", None),
        ] {
            let found = cases(&operand(left), &operand(right)).map(|cases| {
                (cases.subject.to_string(), cases.constants.iter().map(ToString::to_string).collect::<Vec<_>>())
            });
            let expected = expected.map(|(subject, constant)| (subject.to_owned(), vec![constant.to_owned()]));
            assert_eq!(found, expected, "{left} == {right}");
        }
    }
}
