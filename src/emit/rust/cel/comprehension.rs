//! Loops: `all`, `exists`, `exists_one`, `filter`, `map`, and bound variables.

use idlgen_runtime::cel::{
    Kind,
    program::{Call, Comprehension, Expression, Form, NodeId},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{
    Local, Reason, Translator,
    operand::{Level, Of, Operand},
};
use crate::emit::rust::{
    name::{free_name, identifier, snake_case},
    validators::{Seen, uses},
};

/// The cost of an iteration without its body: the condition, the accumulator and the list with the new element.
const ITERATION: u64 = 24;

/// Names that are in use in translated rules and the code around them.
const OWN_NAMES: &[&str] =
    &["this", "before", "cost", "content", "value", "old", "path", "cx", "self", "index", "item"];

/// The elements of a list or the keys of a map.
pub(super) struct Range {
    pub(super) iterator: TokenStream,
    /// The closure parameter pattern that binds an element.
    pub(super) pattern: TokenStream,
    /// The first variable.
    pub(super) element: Operand,
    /// The second variable, if the rule declares one.
    pub(super) second: Option<Operand>,
    /// How to loop over the entries instead of the keys of a map that `self` contains.
    pub(super) entry: Option<Entry>,
}

/// A loop over the entries of a map.
pub(super) struct Entry {
    /// The map.
    map: TokenStream,
    /// The variable of the value, in addition to that of the key.
    value: Ident,
}

/// The name of the variables of [`Entry`], which rules cannot read. Each follows the variable of the key.
const ENTRY: &str = "";

/// A translated loop.
pub(super) struct Loop {
    form: Form,
    of_range: Operand,
    range: Range,
    first: Ident,
    second: Option<Ident>,
    /// The cost of an iteration.
    each: u64,
    predicate: Option<Operand>,
    /// The value of an iteration of `map`.
    pub(super) value: Option<Operand>,
}

impl<'t> Translator<'t, '_, '_> {
    pub(super) fn comprehension(&mut self, comprehension: &Comprehension) -> Result<Operand, Reason> {
        if comprehension.form == Form::Bind {
            return self.bind(comprehension);
        }
        let translated = self.translated_loop(comprehension)?;
        self.result_of(translated)
    }

    /// Translates the parts of a loop. `filter(…).map(…)` is one loop.
    pub(super) fn translated_loop(&mut self, comprehension: &Comprehension) -> Result<Loop, Reason> {
        let filter = self.filter_before(comprehension)?;
        let source = filter.unwrap_or(comprehension);
        self.cost += if filter.is_some() { 2 } else { 0 };
        let of_range = self.node(source.range)?;
        let has_second = source.second_variable.is_some();
        let first = self.identifier_for(&source.variable);
        let second = source.second_variable.as_deref().map(|name| self.identifier_for(name));
        let range = self.named_range(&of_range, &first, second.as_ref())?;
        let before = std::mem::take(&mut self.cost);
        let outer = self.locals.len();
        self.declare(&source.variable, &first, range.element.clone());
        if let (Some(name), Some(second), Some(operand)) = (&source.second_variable, &second, &range.second) {
            self.declare(name, second, operand.clone());
        }
        if let Some(entry) = &range.entry {
            self.declare(ENTRY, &entry.value, Operand::atom(entry.map.clone(), Of::Value));
        }
        let names = [Some(&first), second.as_ref(), range.entry.as_ref().map(|entry| &entry.value)];
        let body = self.in_scope_of(&names, |translator| {
            let Some(filter) = filter else { return translator.body(comprehension) };
            let (_, predicate, _) = translator.body(filter)?;
            translator.cost += ITERATION;
            translator.declare(&comprehension.variable, &first, range.element.clone());
            let (_, _, value) = translator.body(comprehension)?;
            Ok((Form::MapFilter, predicate, value))
        });
        self.locals.truncate(outer);
        let each = std::mem::replace(&mut self.cost, before) + ITERATION;
        let (form, predicate, value) = body?;
        if has_second && !matches!(form, Form::All | Form::Exists | Form::ExistsOne) {
            return Err("it builds a list from a loop with two variables".into());
        }
        Ok(Loop { form, of_range, range, first, second, each, predicate, value })
    }

    /// Returns the filter whose result a `map` loops over, if both are loops with one variable.
    fn filter_before(&self, comprehension: &Comprehension) -> Result<Option<&'t Comprehension>, Reason> {
        Ok(match &self.program_node(comprehension.range)?.expression {
            Expression::Comprehension(filter) if comprehension.form == Form::Map && filter.form == Form::Filter => {
                let has_second = comprehension.second_variable.is_some() || filter.second_variable.is_some();
                (!has_second).then_some(filter)
            }
            _ => None,
        })
    }

    /// Returns the result of a loop.
    pub(super) fn result_of(&self, translated: Loop) -> Result<Operand, Reason> {
        let by_value = translated.range.is_by_value(&translated.first);
        let absorbs = |deciding| translated.predicate.as_ref().is_some_and(|operand| self.absorbs(operand, deciding));
        let function = match translated.form {
            Form::All if absorbs(false) => "absorbing_all",
            Form::All => "all",
            Form::Exists if absorbs(true) => "absorbing_exists",
            Form::Exists => "exists",
            Form::ExistsOne => "exists_one",
            Form::Filter if by_value => "filter",
            Form::Map => "map",
            _ => "filter_map",
        };
        let call = self.call_of(&translated, function)?;
        let Loop { form, of_range, range, predicate, value, .. } = translated;
        let some = self.scope.some();
        let can_fail = predicate.is_some_and(|predicate| predicate.is_fallible());
        Ok(match form {
            Form::All | Form::Exists | Form::ExistsOne if can_fail => {
                Operand::atom(call, Of::Bool).with(&[&of_range]).unwrapped()
            }
            Form::All | Form::Exists | Form::ExistsOne => {
                let code = quote! { #call == #some(true) };
                Operand::new(code, Of::Bool, Level::Compare).with(&[&of_range])
            }
            Form::Filter => {
                let of = Of::List(Box::new(range.element.borrowed_type()));
                Operand::atom(call, of).with(&[&of_range]).unwrapped().temporary()
            }
            _ => {
                let Some(value) = value else { return Err("it has an unsupported loop".into()) };
                if value.is_temporary || matches!(value.of, Of::Literal(_) | Of::List(_) | Of::Optional(_)) {
                    return Err("it builds a list of strings, lists or optionals that it builds".into());
                }
                let of = Of::List(Box::new(value.borrowed_type()));
                Operand::atom(call, of).with(&[&of_range]).unwrapped().temporary()
            }
        })
    }

    /// Returns the sum of the integers that a loop computes.
    pub(super) fn sum_of(&self, translated: &Loop) -> Result<Operand, Reason> {
        let function = if translated.predicate.is_some() { "sum_filter_map" } else { "sum_map" };
        let call = self.call_of(translated, function)?;
        Ok(Operand::atom(call, Of::Int).with(&[&translated.of_range]).unwrapped())
    }

    /// Returns the number of elements that a `filter` keeps.
    pub(super) fn count_of(&self, filter: &Loop) -> Result<Operand, Reason> {
        let call = self.call_of(filter, "filter_count")?;
        Ok(Operand::atom(call, Of::Int).with(&[&filter.of_range]).unwrapped())
    }

    /// Returns the call of a function of the runtime for a loop.
    fn call_of(&self, translated: &Loop, function: &str) -> Result<TokenStream, Reason> {
        let Loop { form, range, first, second, each, predicate, value, .. } = translated;
        let (module, some, none) = (&self.module, self.scope.some(), self.scope.none());
        let code_of = |operand: &Operand| operand.at(Level::Any);
        let body = match (form, predicate, value) {
            (Form::Map, None, Some(value)) => {
                let value = value.borrowed();
                quote! { #some(#value) }
            }
            (Form::MapFilter, Some(predicate), Some(value)) => {
                let (predicate, value) = (code_of(predicate), value.borrowed());
                quote! { #some(if #predicate { #some(#value) } else { #none }) }
            }
            // The iterator yields references, so filter and convert the elements to values.
            (Form::Filter, Some(predicate), None) if function == "filter_map" => {
                let (predicate, value) = (code_of(predicate), range.element.borrowed());
                quote! { #some(if #predicate { #some(#value) } else { #none }) }
            }
            (_, Some(predicate), None) => {
                let predicate = code_of(predicate);
                quote! { #some(#predicate) }
            }
            _ => return Err("it has a loop of another form".into()),
        };
        let entry = range.entry.as_ref().filter(|entry| uses(&body, &entry.value.to_string()));
        let (iterator, pattern) = match entry {
            Some(Entry { map, value }) => {
                let pattern = quote! { (#first, #value) };
                (quote! { #map.iter() }, used_pattern(&pattern, &body, [Some(first), Some(value)]))
            }
            None => (range.iterator.clone(), used_pattern(&range.pattern, &body, [Some(first), second.as_ref()])),
        };
        let function = identifier(function);
        let each = proc_macro2::Literal::u64_unsuffixed(*each);
        Ok(quote! { #module::#function(#iterator, #each, cost, |#pattern| #body) })
    }

    /// Returns the variable with the value of `map[key]`, if `key` is the variable of a loop over the keys of `map`.
    pub(super) fn entry_value(&self, map: &Operand, key: NodeId) -> Option<Ident> {
        let Expression::Variable(name) = &self.program_node(key).ok()?.expression else { return None };
        let index = self.locals.iter().rposition(|local| local.name == **name)?;
        let entry = self.locals.get(index + 1).filter(|local| local.name == ENTRY)?;
        (entry.operand.at(Level::Atom).to_string() == map.at(Level::Atom).to_string()).then(|| entry.identifier.clone())
    }

    /// Translates the predicate and the value of a loop. A `map` with a filter has both.
    fn body(&mut self, comprehension: &Comprehension) -> Result<(Form, Option<Operand>, Option<Operand>), Reason> {
        let step = self.call_at(comprehension.step)?;
        let form = comprehension.form;
        match (form, &*step.function, &*step.arguments) {
            (Form::All, "_&&_", [_, predicate]) | (Form::Exists, "_||_", [_, predicate]) => {
                let predicate = self.node_of_logic(*predicate)?;
                Ok((form, Some(self.boolean(predicate)?), None))
            }
            (Form::ExistsOne | Form::Filter, "_?_:_", [predicate, _, _]) => {
                let predicate = self.node(*predicate)?;
                Ok((form, Some(self.boolean(predicate)?), None))
            }
            (Form::Map, "_+_", [_, added]) => {
                let value = self.only_element(*added)?;
                Ok((form, None, Some(value)))
            }
            (Form::MapFilter, "_?_:_", [predicate, addition, _]) => {
                let predicate = self.node(*predicate)?;
                let predicate = self.boolean(predicate)?;
                let addition = self.call_at(*addition)?;
                let [_, added] = &*addition.arguments else { return Err("it has an unsupported loop".into()) };
                let value = self.only_element(*added)?;
                Ok((form, Some(predicate), Some(value)))
            }
            _ => Err("it has a loop that builds a map, or with two variables".into()),
        }
    }

    fn call_at(&self, id: NodeId) -> Result<&'t Call, Reason> {
        match &self.program_node(id)?.expression {
            Expression::Call(call) => Ok(call),
            _ => Err("it has an unsupported loop".into()),
        }
    }

    /// Translates the element of a list with a single element.
    fn only_element(&mut self, list: NodeId) -> Result<Operand, Reason> {
        match &self.program_node(list)?.expression {
            Expression::List(list) => match &*list.elements {
                [element] if !element.optional => self.node(element.value),
                _ => Err("it has an unsupported loop".into()),
            },
            _ => Err("it has an unsupported loop".into()),
        }
    }

    /// Translates a variable that is bound to a value.
    fn bind(&mut self, comprehension: &Comprehension) -> Result<Operand, Reason> {
        let initial = self.node(comprehension.initial)?;
        if initial.is_temporary || matches!(initial.of, Of::Literal(_)) {
            return Err("it binds a variable to a value that it builds".into());
        }
        let name = self.identifier_for(&comprehension.accumulator);
        let local = match &initial.of {
            Of::Value => Operand::atom(quote! { #name.clone() }, Of::Value),
            _ => Operand::atom(quote! { #name }, initial.borrowed_type()),
        };
        self.declare(&comprehension.accumulator, &name, local);
        let result = self.in_scope_of(&[Some(&name)], |translator| translator.node_of_logic(comprehension.result));
        self.locals.pop();
        let result = result?;
        if result.is_temporary {
            return Err("it returns a string that it builds from a bound variable".into());
        }
        let (initial_code, result_code) = (initial.borrowed(), result.borrowed());
        let of = result.borrowed_type();
        let pattern = used_pattern(&quote! { #name }, &result_code, [Some(&name), None]);
        let code = quote! { { let #pattern = #initial_code; #result_code } };
        Ok(Operand::new(code, of, Level::Any).with(&[&initial, &result]))
    }

    fn declare(&mut self, name: &str, identifier: &Ident, operand: Operand) {
        self.locals.push(Local { name: name.to_owned(), identifier: identifier.clone(), operand });
    }

    /// Returns the Rust name of a variable. It differs from the names of enclosing variables, except those with the
    /// same name in the rule, which it shadows.
    fn identifier_for(&self, name: &str) -> Ident {
        self.free_identifier(name, |local| local.name == name)
    }

    /// Returns a Rust name that no enclosing variable has, except for those that it may shadow.
    pub(super) fn free_identifier(&self, name: &str, may_shadow: impl Fn(&Local) -> bool) -> Ident {
        let is_taken = |candidate: &str| {
            OWN_NAMES.contains(&candidate)
                || self.parsed.iter().any(|parsed| parsed.identifier == identifier(candidate))
                || self.locals.iter().any(|local| local.identifier == identifier(candidate) && !may_shadow(local))
        };
        identifier(&free_name(&snake_case(name), "_", is_taken))
    }

    /// Returns how to loop over the entries of a map. No variable of a rule can shadow `this`.
    fn entry_of(&self, map: &Operand, key: &Ident) -> Option<Entry> {
        let map = map.at(Level::Atom);
        let is_in_self = map.clone().into_iter().next().is_some_and(|token| token.to_string() == "this");
        is_in_self.then(|| Entry { map, value: self.identifier_for(&format!("{key}_value")) })
    }

    /// Returns the elements of a list or the keys of a map.
    pub(super) fn range(&mut self, operand: &Operand) -> Result<Range, Reason> {
        self.named_range(operand, &identifier("item"), None)
    }

    /// Returns the elements of a list or the keys of a map. If there is a second variable, the first one is the index
    /// or key.
    fn named_range(&mut self, operand: &Operand, first: &Ident, second: Option<&Ident>) -> Result<Range, Reason> {
        let module = self.module.clone();
        let code = operand.at(Level::Atom);
        match &operand.of {
            Of::Data { shape, rust, .. } => match self.kind(*shape)? {
                Kind::List { items, .. } => {
                    let element = Seen::Value(self.element_of(rust)?);
                    let name = second.unwrap_or(first);
                    let loaded = self.load(quote! { #name }, true, *items, &element)?;
                    Ok(match second {
                        None => Range {
                            iterator: quote! { #code.iter() },
                            pattern: quote! { #first },
                            element: loaded,
                            second: None,
                            entry: None,
                        },
                        Some(second) => Range {
                            iterator: quote! { #code.iter().enumerate() },
                            pattern: quote! { (#first, #second) },
                            element: Operand::atom(quote! { #module::size(#first) }, Of::Int),
                            second: Some(loaded),
                            entry: None,
                        },
                    })
                }
                Kind::Map { values } => {
                    if !self.has_text_keys(rust) {
                        return Err("it loops over a map whose keys are not strings in Rust".into());
                    }
                    let key = Operand::atom(quote! { #first.as_str() }, Of::Text);
                    Ok(match second {
                        None => Range {
                            iterator: quote! { #code.keys() },
                            pattern: quote! { #first },
                            element: key,
                            second: None,
                            entry: self.entry_of(operand, first),
                        },
                        Some(second) => {
                            let values = *values;
                            let element = Seen::Value(self.element_of(rust)?);
                            let value = self.load(quote! { #second }, true, values, &element)?;
                            Range {
                                iterator: quote! { #code.iter() },
                                pattern: quote! { (#first, #second) },
                                element: key,
                                second: Some(value),
                                entry: None,
                            }
                        }
                    })
                }
                _ => Err("it loops over an object".into()),
            },
            _ if second.is_some() => Err("it loops over a list that it builds, with two variables".into()),
            Of::List(of) => {
                let iterator = if operand.is_temporary {
                    quote! { #code.into_iter() }
                } else {
                    quote! { #code.iter().cloned() }
                };
                Ok(Range { iterator, pattern: quote! { #first }, element: local(first, of), second: None, entry: None })
            }
            Of::Literal(elements) => {
                let of = elements.first().map(|element| element.of.clone()).ok_or("it loops over an empty list")?;
                let is_uniform = elements.iter().all(|element| element.of == of && !element.is_temporary);
                if !is_uniform || !matches!(of, Of::Bool | Of::Int | Of::Uint | Of::Double | Of::Text) {
                    return Err("it loops over a list of mixed values".into());
                }
                let codes = elements.iter().map(|element| element.at(Level::Any));
                Ok(Range {
                    iterator: quote! { [#(#codes),*].into_iter() },
                    pattern: quote! { #first },
                    element: local(first, &of),
                    second: None,
                    entry: None,
                })
            }
            Of::Value => {
                let value = operand.at(Level::Unary);
                Ok(Range {
                    iterator: quote! { #module::elements(&#value)?.into_iter() },
                    pattern: quote! { #first },
                    element: local(first, &Of::Value),
                    second: None,
                    entry: None,
                })
            }
            other => Err(format!("it loops over {}", other.name()).into()),
        }
    }
}

impl Range {
    /// Returns `true` if the iterator yields the value of the variable itself rather than a reference.
    fn is_by_value(&self, name: &Ident) -> bool {
        *name == self.element.at(Level::Atom).to_string()
    }
}

/// Returns a variable of this type.
fn local(name: &Ident, of: &Of) -> Operand {
    match of {
        Of::Value => Operand::atom(quote! { #name.clone() }, Of::Value),
        other => Operand::atom(quote! { #name }, other.clone()),
    }
}

/// Returns a pattern in which `_` replaces the variables that the body does not use.
fn used_pattern(pattern: &TokenStream, body: &TokenStream, names: [Option<&Ident>; 2]) -> TokenStream {
    let is_used = |name: &Ident| uses(body, &name.to_string());
    match names {
        [Some(first), Some(second)] => {
            let shown = |name: &Ident| {
                if is_used(name) {
                    quote! { #name }
                } else {
                    quote! { _ }
                }
            };
            let (first, second) = (shown(first), shown(second));
            quote! { (#first, #second) }
        }
        [Some(first), None] if !is_used(first) => quote! { _ },
        _ => pattern.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_variables_are_not_named() {
        let [key, value] = ["key", "value"].map(|name| Ident::new(name, proc_macro2::Span::call_site()));
        let body = |code: &str| code.parse::<TokenStream>().unwrap();
        let pattern =
            |code: &str, names: [Option<&Ident>; 2]| used_pattern(&quote! { &key }, &body(code), names).to_string();
        assert_eq!(pattern("key > 1", [Some(&key), None]), "& key");
        assert_eq!(pattern("value > 1", [Some(&key), None]), "_");
        assert_eq!(pattern("value > 1", [Some(&key), Some(&value)]), "(_ , value)");
        assert_eq!(pattern("key > value", [Some(&key), Some(&value)]), "(key , value)");
        assert_eq!(pattern("true", [None, None]), "& key");
    }
}
