//! Fields of objects, and entries of maps by name: `a.b`, `has(a.b)`, `a.?b`.

use idlgen_runtime::cel::{Kind, Presence, Property, ShapeId, Structure, program::NodeId};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    Reason, Translator,
    operand::{Level, Of, Operand},
};
use crate::emit::rust::{
    name::identifier,
    plan::{Known, Member, PlannedType, RustKind},
    validators::{Seen, zero_conditions},
};

/// A field of an object.
struct Field {
    /// The condition that the field is present, or `None` if it always is.
    present: Option<Operand>,
    /// The value. Evaluating it fails if the field is absent.
    value: Operand,
    /// The Rust place expression, if it can be read even if the field is absent.
    place: Option<String>,
    /// The value as an `Option`, unless the field is always present.
    optional: Option<TokenStream>,
}

/// The condition under which a field that is not a pointer is absent in CEL.
enum Absence {
    Never,
    /// The field is absent if its Rust value is zero.
    IfZero,
    /// The field is absent if its JSON value is zero: 0, an empty string or an empty object.
    IfUnset,
}

impl Translator<'_, '_, '_> {
    /// Translates `operand.name`.
    pub(super) fn select(&mut self, operand: NodeId, name: &str) -> Result<Operand, Reason> {
        let operand = self.node(operand)?;
        if let Of::Optional(_) = operand.of {
            return self.optional_select(&operand, name);
        }
        let field = self.field(&operand, name)?;
        // The code after this one is reached only if the field is present.
        self.guards.present.extend(field.place.filter(|_| field.value.is_fallible()));
        Ok(field.value)
    }

    /// Translates `has(operand.name)`.
    pub(super) fn has(&mut self, test: NodeId, operand: NodeId, name: &str) -> Result<Operand, Reason> {
        let operand = self.node(operand)?;
        if let Of::Optional(_) = operand.of {
            return Err("it tests a field of an optional".into());
        }
        let field = self.field(&operand, name)?;
        if let Some(place) = field.place {
            self.guards.note(test, place);
        }
        match field.present {
            Some(present) => Ok(present),
            // The presence test still fails if the object is absent.
            None if operand.is_fallible() => {
                let (module, object) = (&self.module, operand.borrowed());
                Ok(Operand::atom(quote! { #module::is_present(#object) }, Of::Bool).with(&[&operand]))
            }
            None => Ok(Operand::atom(quote! { true }, Of::Bool)),
        }
    }

    /// Translates `operand.?name`.
    pub(super) fn optional_select(&mut self, operand: &Operand, name: &str) -> Result<Operand, Reason> {
        let Of::Optional(content) = &operand.of else {
            let field = self.field(operand, name)?;
            let of = Of::Optional(Box::new(field.value.borrowed_type()));
            let code = field.optional.unwrap_or_else(|| {
                let (some, value) = (self.scope.some(), field.value.borrowed());
                quote! { #some(#value) }
            });
            return Ok(Operand::atom(code, of).with(&[operand]));
        };
        // Before Kubernetes 1.37, the content of an optional variable loses its type when it is accessed.
        if self.is_variable(operand) {
            return Err("it reads a field of an optional".into());
        }
        let content = Operand::atom(quote! { content }, Of::clone(content));
        let field = self.field(&content, name)?;
        let of = Of::Optional(Box::new(field.value.borrowed_type()));
        let code = operand.at(Level::Atom);
        let code = match field.optional {
            Some(optional) => quote! { #code.and_then(|content| #optional) },
            None if field.value.is_fallible() => return Err("it reads a quantity of an optional".into()),
            None => {
                let value = field.value.borrowed();
                quote! { #code.map(|content| #value) }
            }
        };
        Ok(Operand::atom(code, of).with(&[operand]))
    }

    pub(super) fn is_variable(&self, operand: &Operand) -> bool {
        let code = operand.at(Level::Atom).to_string();
        code == "before" || self.locals.iter().any(|local| local.operand.at(Level::Atom).to_string() == code)
    }

    fn field(&mut self, operand: &Operand, name: &str) -> Result<Field, Reason> {
        let Of::Data { shape, rust, .. } = &operand.of else {
            return Err(format!("it reads a field of {}", operand.of.name()).into());
        };
        match self.kind(*shape)? {
            Kind::Map { values } => self.entry_field(operand, name, *values, rust),
            Kind::Object { properties } => {
                let is_it = |property: &&Property| property.escaped == name || property.name == name;
                let property = properties.iter().find(is_it).ok_or("it reads an undeclared field")?;
                let members = match rust {
                    Seen::Struct(members) => members.clone(),
                    Seen::Value(shape) => self.plan().members_of(shape).ok_or("it reads an object of another type")?,
                };
                let member = members.into_iter().find(|member| member.json_name == property.name);
                let member = member.ok_or("it reads a field that the Rust type does not have")?;
                self.member(operand, &member, property.value, &property.presence)
            }
            _ => Err("it reads a field of a value without fields".into()),
        }
    }

    /// Returns the entry of a map with a constant key.
    fn entry_field(&mut self, map: &Operand, name: &str, values: ShapeId, rust: &Seen) -> Result<Field, Reason> {
        let element = Seen::Value(self.element_of(rust)?);
        let (code, key, module) = (map.borrowed(), Literal::string(name), self.module.clone());
        let found = quote! { #module::entry(#code, #key) };
        let present = self.is_some(&found, &found, values, &element)?.with(&[map]);
        let value = self.load(quote! { #found? }, true, values, &element)?;
        let optional = self.mapped(&found, values, &element)?;
        Ok(Field { present: Some(present), value: value.fallible(), optional: Some(optional), place: None })
    }

    /// Converts an `Option` of a reference to an `Option` of the loaded value.
    fn mapped(&mut self, option: &TokenStream, shape: ShapeId, rust: &Seen) -> Result<TokenStream, Reason> {
        let content = self.load(quote! { content }, true, shape, rust)?;
        Ok(match &content.of {
            Of::Data { is_reference: true, .. } => option.clone(),
            _ if content.is_fallible() => {
                let read = self.reader(shape, rust)?;
                quote! { #option.and_then(#read) }
            }
            _ => {
                let value = content.borrowed();
                quote! { #option.map(|content| #value) }
            }
        })
    }

    /// Returns a function from a reference to an optional CEL value.
    fn reader(&mut self, shape: ShapeId, rust: &Seen) -> Result<TokenStream, Reason> {
        if self.is_scalar(shape, rust)? {
            let module = &self.module;
            return Ok(quote! { #module::scalar });
        }
        let view = self.view_of(shape, &quote! { content });
        Ok(quote! { |content| { #view } })
    }

    /// Returns `true` if the data is read through a dynamic view, so that the interpreter fails if it does not match
    /// its schema, even for a presence test.
    fn is_viewed(&mut self, shape: ShapeId, rust: &Seen) -> Result<bool, Reason> {
        Ok(!self.is_scalar(shape, rust)? && self.load(quote! { content }, true, shape, rust)?.of == Of::Value)
    }

    /// Returns the condition that an `Option` of dynamically viewed data has a value.
    fn is_seen(&mut self, option: &TokenStream, shape: ShapeId, rust: &Seen) -> Result<Operand, Reason> {
        let (read, module) = (self.reader(shape, rust)?, &self.module);
        Ok(Operand::atom(quote! { #module::is_seen(#option.map(#read)) }, Of::Bool).unwrapped())
    }

    /// Returns the condition that `place`, an `Option`, has a value. `option` contains a reference to it.
    fn is_some(
        &mut self,
        place: &TokenStream,
        option: &TokenStream,
        shape: ShapeId,
        rust: &Seen,
    ) -> Result<Operand, Reason> {
        if self.is_viewed(shape, rust)? {
            return self.is_seen(option, shape, rust);
        }
        Ok(Operand::atom(quote! { #place.is_some() }, Of::Bool).with_negation(quote! { #place.is_none() }))
    }

    /// Returns `true` if a value is zero in CEL if and only if it is zero in Rust.
    fn is_zero_alike(&self, rust: &PlannedType, known: &mut Vec<PlannedType>) -> bool {
        if known.contains(rust) {
            return true;
        }
        known.push(rust.clone());
        match self.plan().resolve(rust).kind {
            RustKind::Struct(_) | RustKind::Instance(..) => self.plan().members_of(rust).is_some_and(|members| {
                members
                    .iter()
                    .all(|member| !member.is_quoted && !member.is_foreign && self.is_zero_alike(&member.shape, known))
            }),
            RustKind::Known(known) => matches!(known, Known::Bytes | Known::Time | Known::MicroTime),
            RustKind::Validated | RustKind::Opaque => false,
            _ => true,
        }
    }

    /// Returns the condition under which a field that is not a pointer is absent in CEL.
    fn absence(&self, member: &Member, rust: &PlannedType, presence: &Presence) -> Result<Absence, Reason> {
        let unless_zero = presence.unless_zero;
        let is_omitted = member.is_omitempty || member.is_omitzero;
        let depends_on_type = || Err("it reads a value whose presence depends on its type".into());
        let if_zero = |is_absent| Ok(if is_absent { Absence::IfZero } else { Absence::Never });
        match (presence.structure, self.plan().resolve(rust).kind) {
            (Structure::Required | Structure::Objects, _) => Ok(Absence::Never),
            (Structure::Optional, _) if self.is_zero_alike(rust, &mut Vec::new()) => Ok(Absence::IfZero),
            (Structure::Optional, _) => depends_on_type(),
            (
                Structure::None,
                RustKind::Bool
                | RustKind::Integer(_)
                | RustKind::Float(_)
                | RustKind::Text
                | RustKind::Enumeration
                | RustKind::List(_)
                | RustKind::Map(..)
                | RustKind::Known(Known::Bytes),
            ) => if_zero(unless_zero || is_omitted),
            // A zero time is encoded as null.
            (Structure::None, RustKind::Known(Known::Time | Known::MicroTime)) => Ok(Absence::IfZero),
            (Structure::None, RustKind::Known(Known::RawExtension)) if !unless_zero => Ok(Absence::IfZero),
            (Structure::None, RustKind::Known(Known::RawExtension | Known::IntOrString)) if unless_zero => {
                Ok(Absence::IfUnset)
            }
            // These types are structs in Go, which `omitempty` never omits, and they are never encoded as an empty
            // string.
            (Structure::None, RustKind::Known(Known::Duration)) => if_zero(member.is_omitzero),
            (Structure::None, RustKind::Known(Known::Quantity)) if !member.is_omitzero => Ok(Absence::Never),
            (Structure::None, RustKind::Known(Known::IntOrString)) => if_zero(member.is_omitzero),
            (Structure::None, RustKind::Known(_)) => depends_on_type(),
            (Structure::None, _) if unless_zero || is_omitted => depends_on_type(),
            (Structure::None, _) => Ok(Absence::Never),
        }
    }

    fn member(
        &mut self,
        object: &Operand,
        member: &Member,
        shape: ShapeId,
        presence: &Presence,
    ) -> Result<Field, Reason> {
        if member.is_quoted || member.is_foreign {
            return Err("it reads a field that is encoded as a string or of another crate".into());
        }
        let (base, name) = (object.at(Level::Atom), identifier(&member.name));
        let place = quote! { #base.#name };
        match &member.shape {
            PlannedType::Option(inner) => self.pointer(object, &place, member, inner, shape, presence),
            rust => self.by_value(object, &place, member, rust, shape, presence),
        }
    }

    /// Declares a default that is a list, map or object.
    fn default_declaration(&mut self, default: &str, shape: &PlannedType) -> TokenStream {
        let (ty, text) = (self.scope.ty(shape), Literal::string(default));
        let default_value = self.scope.runtime("data::DefaultValue");
        quote! { static DEFAULT: #default_value<#ty> = #default_value::new(#text); }
    }

    /// Returns a field that is a pointer in Go.
    fn pointer(
        &mut self,
        object: &Operand,
        place: &TokenStream,
        member: &Member,
        inner: &PlannedType,
        shape: ShapeId,
        presence: &Presence,
    ) -> Result<Field, Reason> {
        if presence.unless_zero || presence.structure != Structure::None || member.is_omitzero {
            return Err("it reads a pointer that counts as absent if it is zero".into());
        }
        let rust = Seen::Value(inner.clone());
        let option = if member.is_boxed {
            quote! { #place.as_deref() }
        } else {
            quote! { #place.as_ref() }
        };
        if let Some(default) = &presence.default {
            let content = self.load(quote! { content }, true, shape, &rust)?;
            if let Of::Data { .. } = content.of {
                let declaration = self.default_declaration(default, inner);
                let code = quote! { { #declaration #option.unwrap_or_else(|| DEFAULT.get()) } };
                let value = Operand::new(code, content.borrowed_type(), Level::Any).with(&[object]);
                return Ok(Field { present: None, value, optional: None, place: None });
            }
            let default = default_literal(default, &content.of)?;
            let content = content.at(Level::Any);
            let of = self.load(quote! { content }, true, shape, &rust)?.of;
            let value = Operand::atom(quote! { #option.map_or(#default, |content| #content) }, of);
            return Ok(Field { present: None, value: value.with(&[object]), optional: None, place: None });
        }
        let present = self.is_some(place, &option, shape, &rust)?.with(&[object]);
        let value = self.load(quote! { #option? }, true, shape, &rust)?;
        let optional = self.mapped(&option, shape, &rust)?;
        Ok(Field { present: Some(present), value: value.fallible(), optional: Some(optional), place: None })
    }

    /// Returns a field that is not a pointer in Go.
    fn by_value(
        &mut self,
        object: &Operand,
        place: &TokenStream,
        member: &Member,
        rust: &PlannedType,
        shape: ShapeId,
        presence: &Presence,
    ) -> Result<Field, Reason> {
        let absence = self.absence(member, rust, presence)?;
        let seen = Seen::Value(rust.clone());
        let value = self.load(place.clone(), false, shape, &seen)?.with(&[object]);
        let (absent, present) = match absence {
            Absence::Never if self.is_viewed(shape, &seen)? => (quote! { false }, quote! { true }),
            Absence::Never => return Ok(Field { present: None, value, optional: None, place: None }),
            Absence::IfZero => zero_conditions(self.scope, place, member),
            Absence::IfUnset => {
                let module = &self.module;
                (quote! { #module::is_unset(&#place) }, quote! { !#module::is_unset(&#place) })
            }
        };
        let present = Operand::new(present, Of::Bool, Level::Compare).with_negation(absent).with(&[object]);
        if let Some(default) = &presence.default {
            if let Of::Data { .. } = value.of {
                let declaration = self.default_declaration(default, rust);
                let (condition, code) = (present.at(Level::Any), value.borrowed());
                let code = quote! { { #declaration if #condition { #code } else { DEFAULT.get() } } };
                let value = Operand::new(code, value.borrowed_type(), Level::Any).with(&[object]);
                return Ok(Field { present: None, value, optional: None, place: None });
            }
            let default = default_literal(default, &value.of)?;
            let (condition, code) = (present.at(Level::Any), value.at(Level::Any));
            let code = quote! { if #condition { #code } else { #default } };
            let value = Operand::new(code, value.of.clone(), Level::Any).with(&[object]);
            return Ok(Field { present: None, value, optional: None, place: None });
        }
        if value.of == Of::Value {
            let (condition, read) = (present.at(Level::Atom), self.reader(shape, &seen)?);
            let present = if self.is_viewed(shape, &seen)? {
                self.is_seen(&quote! { #condition.then_some(&#place) }, shape, &seen)?.with(&[object])
            } else {
                present
            };
            let optional = quote! { #condition.then_some(&#place).and_then(#read) };
            let value = Operand::atom(optional.clone(), Of::Value).with(&[object]).unwrapped();
            return Ok(Field { present: Some(present), value, optional: Some(optional), place: None });
        }
        let (condition, code) = (present.at(Level::Atom), value.borrowed());
        let optional = quote! { #condition.then_some(#code) };
        let name = place.to_string();
        let value = if self.guards.contains(&name) {
            value
        } else {
            let value = Operand::atom(optional.clone(), value.borrowed_type()).with(&[object]);
            if member.is_omitempty || member.is_omitzero { value.unwrapped() } else { value.unwrapped_if_valid() }
        };
        Ok(Field { present: Some(present), value, optional: Some(optional), place: Some(name) })
    }
}

/// Returns the default of a scalar field.
fn default_literal(default: &str, of: &Of) -> Result<TokenStream, Reason> {
    let value: serde_json::Value = serde_json::from_str(default).map_err(|_| "it reads an invalid default")?;
    Ok(match (of, &value) {
        (Of::Text, serde_json::Value::String(text)) => {
            let text = Literal::string(text);
            quote! { #text }
        }
        (Of::Bool, serde_json::Value::Bool(value)) => quote! { #value },
        (Of::Int, serde_json::Value::Number(number)) => {
            let number = number.as_i64().ok_or("it reads an invalid default")?;
            let digits = Literal::u64_unsuffixed(number.unsigned_abs());
            if number < 0 {
                quote! { -#digits }
            } else {
                quote! { #digits }
            }
        }
        _ => return Err("it reads a default that is not a string, integer or boolean".into()),
    })
}
