//! Calls of operators and functions.

use idlgen_runtime::cel::{
    Kind, library,
    program::{Call, Constant, Expression, Form, NodeId, Type},
};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    Reason, Translator,
    operand::{Level, Of, Operand},
};
use crate::emit::rust::validators::Seen;

impl Translator<'_, '_, '_> {
    /// Translates the call with this id.
    pub(super) fn call(&mut self, id: NodeId, call: &Call) -> Result<Operand, Reason> {
        let arguments: Vec<NodeId> = call.target.iter().chain(call.arguments.iter()).copied().collect();
        match (&*call.function, arguments.as_slice()) {
            ("_&&_", [left, right]) => self.logic(*left, *right, true),
            ("_||_", [left, right]) => self.logic(*left, *right, false),
            ("!_", [operand]) => self.not(*operand),
            ("-_", [operand]) => self.negate(*operand),
            ("_?_:_", [condition, truthy, falsy]) => self.conditional(*condition, *truthy, *falsy),
            ("_==_", [left, right]) => self.equality(*left, *right, false),
            ("_!=_", [left, right]) => self.equality(*left, *right, true),
            (comparison @ ("_<_" | "_<=_" | "_>_" | "_>=_"), [left, right]) => {
                self.comparison(*left, *right, comparison)
            }
            (operator @ ("_+_" | "_-_" | "_*_" | "_/_" | "_%_"), [left, right]) => {
                self.arithmetic(*left, *right, operator)
            }
            ("@in" | "_in_" | "in", [item, container]) => self.contains(*item, *container),
            ("_[_]", [container, key]) => self.index(*container, *key),
            ("_?._", [operand, field]) => {
                let Some(name) = self.constant_text(*field) else { return Err("it reads a computed field".into()) };
                let operand = self.node(*operand)?;
                self.optional_select(&operand, &name)
            }
            ("size", [operand]) => self.size(*operand),
            ("dyn", [operand]) => self.node(*operand),
            ("hasValue", [operand]) => self.has_value(*operand),
            ("value", [operand]) => self.value_of(*operand),
            ("orValue", [operand, other]) => self.or_value(*operand, *other),
            ("optional.of", [operand]) => self.optional_of(*operand),
            ("duration", [text]) if matches!(self.type_of(*text), Some(Type::String)) => self.duration(*text),
            (function @ ("compareTo" | "isLessThan" | "isGreaterThan"), [left, right])
                if self.is_quantity(*left) && self.is_quantity(*right) =>
            {
                self.quantity_comparison(*left, *right, function)
            }
            ("sum", [list]) => self.sum(id, call, *list),
            ("matches", [text, pattern]) if self.constant_text(*pattern).is_some() => self.matches(*text, *pattern),
            (function @ ("contains" | "startsWith" | "endsWith"), [text, part]) => {
                self.text_test(*text, *part, function)
            }
            _ => self.library_call(id, call, &arguments),
        }
    }

    pub(super) fn constant_text(&self, id: NodeId) -> Option<String> {
        match &self.program_node(id).ok()?.expression {
            Expression::Constant(Constant::String(text)) => Some(text.to_string()),
            _ => None,
        }
    }

    /// Translates `container[key]`.
    fn index(&mut self, container: NodeId, key: NodeId) -> Result<Operand, Reason> {
        if let Some(name) = self.constant_text(key) {
            return self.select(container, &name);
        }
        if let Some(entry) = self.constant_entry(container, key)? {
            return Ok(entry);
        }
        let key_node = key;
        let (container, key) = (self.node(container)?, self.node(key)?);
        let module = self.module.clone();
        let Of::Data { shape, rust, .. } = &container.of else {
            if container.of == Of::Value {
                let key = self.integer(key)?;
                let (list, index) = (container.at(Level::Unary), key.at(Level::Any));
                let code = quote! { #module::element(&#list, #index) };
                return Ok(Operand::atom(code, Of::Value).with(&[&container, &key]).unwrapped());
            }
            return Err(format!("it reads an element of {}", container.of.name()).into());
        };
        let element = Seen::Value(self.element_of(rust)?);
        let (found, element_shape, key) = match self.kind(*shape)? {
            Kind::List { items, .. } => {
                let key = self.integer(key)?;
                let (list, index) = (container.borrowed(), key.at(Level::Any));
                (quote! { #module::at(#list, #index)? }, *items, key)
            }
            Kind::Map { values } => {
                if let Some(value) = self.entry_value(&container, key_node) {
                    return self.load(quote! { #value }, true, *values, &element);
                }
                let key = self.string(key)?;
                let (map, name) = (container.borrowed(), key.at(Level::Any));
                (quote! { #module::entry(#map, #name)? }, *values, key)
            }
            _ => return Err("it reads a computed field".into()),
        };
        let loaded = self.load(found, true, element_shape, &element)?;
        Ok(loaded.with(&[&container, &key]).fallible())
    }

    /// Translates `size(operand)`.
    fn size(&mut self, operand: NodeId) -> Result<Operand, Reason> {
        if let Expression::Comprehension(filter) = &self.program_node(operand)?.expression
            && filter.form == Form::Filter
        {
            self.cost += 2;
            let filter = self.translated_loop(filter)?;
            return self.count_of(&filter);
        }
        let is_text = matches!(self.type_of(operand), Some(Type::String));
        let operand = self.node(operand)?;
        let operand = if is_text { self.string(operand)? } else { operand };
        let module = self.module.clone();
        match &operand.of {
            Of::Text => {
                let text = operand.at(Level::Any);
                Ok(Operand::atom(quote! { #module::length(#text) }, Of::Int).with(&[&operand]))
            }
            Of::List(_) | Of::Data { .. } => {
                if let Of::Data { shape, .. } = &operand.of
                    && matches!(self.kind(*shape)?, Kind::Object { .. })
                {
                    return Err("it counts the fields of an object".into());
                }
                let list = operand.at(Level::Atom);
                Ok(Operand::atom(quote! { #module::size(#list.len()) }, Of::Int).with(&[&operand]))
            }
            // The elements must be evaluated if one of them can fail.
            Of::Literal(_) if operand.is_fallible() => Err("it counts a list of values that can be absent".into()),
            Of::Literal(elements) => {
                let count = Literal::usize_unsuffixed(elements.len());
                Ok(Operand::atom(quote! { #count }, Of::Int))
            }
            Of::Value => {
                let value = operand.at(Level::Unary);
                let code = quote! { #module::size_of(&#value) };
                Ok(Operand::atom(code, Of::Int).with(&[&operand]).unwrapped())
            }
            other => Err(format!("it counts {}", other.name()).into()),
        }
    }

    fn optional(&mut self, operand: NodeId) -> Result<(Operand, Of), Reason> {
        let operand = self.node(operand)?;
        match &operand.of {
            Of::Optional(content) => {
                let content = Of::clone(content);
                Ok((operand, content))
            }
            other => Err(format!("it uses {} as an optional", other.name()).into()),
        }
    }

    /// Checks that the content of an optional keeps its CEL type. Before Kubernetes 1.37, the content of an optional
    /// variable loses its type, which makes a difference for all types except simple scalars.
    fn keeps_type(&self, operand: &Operand, content: &Of) -> Result<(), Reason> {
        let Of::Data { shape, .. } = content else { return Ok(()) };
        let is_scalar = matches!(self.kind(*shape)?, Kind::String | Kind::Integer | Kind::Boolean);
        if self.source.minor < 37 && !is_scalar && self.is_variable(operand) {
            return Err("it reads an optional object, which loses its type".into());
        }
        Ok(())
    }

    /// Translates `operand.hasValue()`.
    fn has_value(&mut self, operand: NodeId) -> Result<Operand, Reason> {
        let operand = self.node(operand)?;
        if operand.of == Of::Value {
            let (module, value) = (&self.module, operand.at(Level::Unary));
            return Ok(Operand::atom(quote! { #module::has_value(&#value) }, Of::Bool).with(&[&operand]).unwrapped());
        }
        if !matches!(operand.of, Of::Optional(_)) {
            return Err(format!("it uses {} as an optional", operand.of.name()).into());
        }
        let code = operand.at(Level::Atom);
        let present = Operand::atom(quote! { #code.is_some() }, Of::Bool).with_negation(quote! { #code.is_none() });
        Ok(present.with(&[&operand]))
    }

    /// Translates `operand.value()`.
    fn value_of(&mut self, operand: NodeId) -> Result<Operand, Reason> {
        let (operand, content) = self.optional(operand)?;
        self.keeps_type(&operand, &content)?;
        let code = operand.at(Level::Atom);
        let value = Operand::atom(code, content.clone()).with(&[&operand]).unwrapped();
        if let Of::Data { shape, rust, .. } = &content {
            // For a rule on a scalar, the value is a reference that must be dereferenced.
            let loaded = self.load(value.at(Level::Atom), true, *shape, rust)?;
            return Ok(loaded.fallible());
        }
        Ok(value)
    }

    /// Translates `operand.orValue(other)`.
    fn or_value(&mut self, operand: NodeId, other: NodeId) -> Result<Operand, Reason> {
        let (operand, content) = self.optional(operand)?;
        self.keeps_type(&operand, &content)?;
        let other = self.isolated(|translator| translator.node(other))?;
        if other.borrowed_type() != content || other.is_temporary {
            return Err("the value and its alternative have different Rust types".into());
        }
        if let Of::Data { shape, .. } = &content
            && !matches!(self.kind(*shape)?, Kind::Object { .. } | Kind::List { .. } | Kind::Map { .. })
        {
            return Err("it reads an optional old value".into());
        }
        let (code, other_code) = (operand.at(Level::Atom), other.borrowed());
        let code = if other.is_fallible() {
            let some = self.scope.some();
            quote! { match #code { #some(content) => content, _ => #other_code } }
        } else {
            quote! { #code.unwrap_or(#other_code) }
        };
        let level = if other.is_fallible() { Level::Any } else { Level::Atom };
        Ok(Operand::new(code, content, level).with(&[&operand, &other]))
    }

    /// Translates `optional.of(operand)`.
    fn optional_of(&mut self, operand: NodeId) -> Result<Operand, Reason> {
        let operand = self.node(operand)?;
        if operand.is_temporary || matches!(operand.of, Of::Literal(_)) {
            return Err("it builds an optional from a value that it builds".into());
        }
        let (some, code) = (self.scope.some(), operand.borrowed());
        let of = Of::Optional(Box::new(operand.borrowed_type()));
        Ok(Operand::atom(quote! { #some(#code) }, of).with(&[&operand]))
    }

    /// Translates `text.matches(pattern)` with a constant pattern.
    fn matches(&mut self, text: NodeId, pattern: NodeId) -> Result<Operand, Reason> {
        let text = self.node(text)?;
        let text = self.string(text)?;
        let Some(pattern) = self.constant_text(pattern) else { return Err("its pattern is not a constant".into()) };
        let name = self.patterns.name(&pattern, self.source.place);
        let (module, code) = (&self.module, text.at(Level::Any));
        let code = quote! { #module::matches(#code, &#name, cost) };
        Ok(Operand::atom(code, Of::Bool).with(&[&text]).unwrapped_if_valid())
    }

    /// Translates `text.contains(part)`, `text.startsWith(part)` and `text.endsWith(part)`.
    fn text_test(&mut self, text: NodeId, part: NodeId, function: &str) -> Result<Operand, Reason> {
        let (text, part) = (self.node(text)?, self.node(part)?);
        let (text, part) = (self.string(text)?, self.string(part)?);
        let function = match function {
            "contains" => quote! { contains_text },
            "startsWith" => quote! { starts_with },
            _ => quote! { ends_with },
        };
        let (module, first, second) = (&self.module, text.at(Level::Any), part.at(Level::Any));
        Ok(Operand::atom(quote! { #module::#function(#first, #second, cost) }, Of::Bool).with(&[&text, &part]))
    }

    /// Translates `list.sum()`.
    fn sum(&mut self, id: NodeId, call: &Call, list: NodeId) -> Result<Operand, Reason> {
        let list = match &self.program_node(list)?.expression {
            Expression::Comprehension(comprehension) if matches!(comprehension.form, Form::Map | Form::MapFilter) => {
                self.cost += 2;
                let translated = self.translated_loop(comprehension)?;
                if translated.value.as_ref().is_some_and(|value| value.of == Of::Int) {
                    return self.sum_of(&translated);
                }
                self.result_of(translated)?
            }
            _ => self.node(list)?,
        };
        if !matches!(&list.of, Of::List(element) if **element == Of::Int) {
            return self.library_call_on(id, call, &[list]);
        }
        let (module, code) = (&self.module, list.at(Level::Unary));
        Ok(Operand::atom(quote! { #module::sum(&#code, cost) }, Of::Int).with(&[&list]).unwrapped())
    }

    /// Translates a call of a library function.
    fn library_call(&mut self, id: NodeId, call: &Call, arguments: &[NodeId]) -> Result<Operand, Reason> {
        if let [argument] = arguments
            && let Some(text) = self.constant_text(*argument)
        {
            let (module, function, text) = (&self.module, self.library_function(call)?, Literal::string(&text));
            let code = quote! {
                {
                    static CONSTANT: #module::LazyConstant = #module::LazyConstant::new(#function, #text);
                    CONSTANT.value(cost)?
                }
            };
            return Ok(Operand::new(code, Of::Value, Level::Any).fallible());
        }
        let operands = arguments.iter().map(|argument| self.node(*argument)).collect::<Result<Vec<_>, _>>()?;
        self.library_call_on(id, call, &operands)
    }

    /// Returns a reference to a library function.
    fn library_function(&self, call: &Call) -> Result<TokenStream, Reason> {
        let overload = match &*call.overloads {
            [only] => only,
            _ => "",
        };
        if library::functions(&call.function, overload).next().is_none() {
            return Err(format!("it calls {}", call.function.trim_matches('_')).into());
        }
        let (module, minor) = (&self.module, Literal::u8_unsuffixed(self.source.minor));
        let (function, overload) = (Literal::string(&call.function), Literal::string(overload));
        Ok(quote! { #module::LibraryFunction::new(#minor, #function, #overload) })
    }

    fn library_call_on(&mut self, id: NodeId, call: &Call, operands: &[Operand]) -> Result<Operand, Reason> {
        let (module, function) = (self.module.clone(), self.library_function(call)?);
        let values = operands.iter().map(|operand| self.boxed(operand)).collect::<Result<Vec<_>, _>>()?;
        let codes = values.iter().map(|value| value.at(Level::Any));
        let call = quote! { FUNCTION.call(&[#(#codes),*], cost)? };
        let (call, of) = match self.type_of(id) {
            Some(Type::Bool) => (quote! { #module::as_bool(&#call)? }, Of::Bool),
            Some(Type::Int) => (quote! { #module::as_int(&#call)? }, Of::Int),
            Some(Type::Double) => (quote! { #module::as_double(&#call)? }, Of::Double),
            // Other types of results may borrow from the arguments.
            _ if values.iter().any(|value| value.is_temporary) => {
                return Err("it passes a string that it builds to a function".into());
            }
            _ => (call, Of::Value),
        };
        let code = quote! { { static FUNCTION: #module::LibraryFunction = #function; #call } };
        let parts: Vec<&Operand> = values.iter().collect();
        Ok(Operand::new(code, of, Level::Any).with(&parts).fallible())
    }
}
