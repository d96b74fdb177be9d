//! Converts Go types to Rust types.

use super::{Class, Float, Integer, Known, Plan, PlannedType};
use crate::{
    diag::{Diagnostic, Severity},
    emit::rust::codes,
    model::{
        AnonymousId, Builtin, Field, PackageId, Type, TypeId, TypeKind, View,
        json::{Kind, RustType, bindings, known_type, substitute},
    },
    source::Span,
};

/// Maximum nesting depth of types. Deeper ones are arbitrary JSON.
const DEPTH_LIMIT: usize = 32;

/// The location of a type's use.
#[derive(Clone, Copy)]
pub(super) struct TypeUse<'p> {
    /// The package of the declaration.
    pub(super) package: PackageId,
    /// The displayed location for diagnostics: `Pod.Spec`.
    pub(super) shown: &'p str,
    pub(super) span: Span,
}

impl Plan<'_> {
    /// Returns the Rust type for a Go type, or `None` if it has no data. Calls `found_struct` for nested anonymous
    /// structs.
    pub(super) fn planned_type(
        &mut self,
        ty: &Type,
        place: TypeUse<'_>,
        found_struct: &mut dyn FnMut(&mut Self, AnonymousId, &[Field]) -> PlannedType,
    ) -> Option<PlannedType> {
        self.shape_within(ty, place, found_struct, DEPTH_LIMIT)
    }

    fn shape_within(
        &mut self,
        ty: &Type,
        place: TypeUse<'_>,
        found_struct: &mut dyn FnMut(&mut Self, AnonymousId, &[Field]) -> PlannedType,
        limit: usize,
    ) -> Option<PlannedType> {
        let Some(limit) = limit.checked_sub(1) else {
            return Some(self.free_json(place, "is nested too deeply"));
        };
        Some(match ty {
            Type::Builtin(builtin) => {
                let shape = of_builtin(*builtin);
                if shape.is_none() {
                    self.leave_out(place, "a complex number");
                }
                return shape;
            }
            Type::Named(id) => return self.shape_of_named(*id, ty, place, found_struct, limit),
            Type::Instance { base, arguments } => {
                let class = self.class(*base);
                if class == Class::Nothing {
                    return Some(PlannedType::Known(Known::RawMessage));
                }
                if class == Class::Struct {
                    let mut shapes = Vec::new();
                    for argument in arguments {
                        shapes.push(self.shape_within(argument, place, found_struct, limit)?);
                    }
                    return Some(PlannedType::Instance(*base, shapes));
                }
                let Some(target) = self.instantiate(*base, arguments) else {
                    return Some(self.free_json(place, "is a generic type that Rust cannot express"));
                };
                return self.shape_within(&target, place, found_struct, limit);
            }
            Type::Parameter(name) => PlannedType::Parameter(name.clone()),
            Type::External { package, name } => match known_type(package, name) {
                Some(row) => of_known(row.rust),
                None => self.unknown_type(place, package, name),
            },
            Type::Pointer(inner) => match self.shape_within(inner, place, found_struct, limit)? {
                option @ PlannedType::Option(_) => option,
                shape => PlannedType::Option(Box::new(shape)),
            },
            Type::Slice(element) if self.model.is_byte(element) => PlannedType::Known(Known::Bytes),
            Type::Slice(element) | Type::Array(element) => {
                let element = self.shape_within(element, place, found_struct, limit)?;
                PlannedType::List(Box::new(element))
            }
            Type::Map(key, value) => {
                let Some(key) = self.key(key) else {
                    return Some(self.free_json(place, "is a map with keys that are neither strings nor integers"));
                };
                let value = self.shape_within(value, place, found_struct, limit)?;
                PlannedType::Map(Box::new(key), Box::new(value))
            }
            Type::Interface { .. } => PlannedType::Known(Known::RawMessage),
            Type::Struct { id, fields } => found_struct(self, *id, fields),
            Type::Function => {
                self.leave_out(place, "a function");
                return None;
            }
            Type::Channel => {
                self.leave_out(place, "a channel");
                return None;
            }
            Type::Invalid => self.unread(place),
        })
    }

    fn shape_of_named(
        &mut self,
        id: TypeId,
        ty: &Type,
        place: TypeUse<'_>,
        found_struct: &mut dyn FnMut(&mut Self, AnonymousId, &[Field]) -> PlannedType,
        limit: usize,
    ) -> Option<PlannedType> {
        match self.class(id) {
            Class::Nothing => {}
            // An alias of a pointer is replaced with the pointer, which may have to be boxed.
            Class::Alias if matches!(self.without_aliases(ty), Type::Pointer(_)) => {
                let target = self.without_aliases(ty).clone();
                return self.shape_within(&target, place, found_struct, limit);
            }
            _ => return Some(PlannedType::Named(id)),
        }
        match self.underlying(ty) {
            Type::Function | Type::Channel => {
                let target = self.underlying(ty).clone();
                self.shape_within(&target, place, found_struct, limit)
            }
            Type::Invalid => Some(self.unread(place)),
            _ => Some(PlannedType::Known(Known::RawMessage)),
        }
    }

    /// Instantiates the definition of a generic type.
    fn instantiate(&self, base: TypeId, arguments: &[Type]) -> Option<Type> {
        let definition = self.model.type_definition(base);
        match &definition.kind {
            TypeKind::Named(target) | TypeKind::Alias(target) => substitute(target, &bindings(definition, arguments)),
            TypeKind::Struct(_) => None,
        }
    }

    /// Returns the Rust type for a type that is declared from a standard library type and does not inherit its methods.
    pub(super) fn planned_type_without_methods(&self, id: TypeId) -> Option<PlannedType> {
        let text = || Box::new(PlannedType::Text);
        match self.model.kind(&Type::Named(id), View::Json) {
            Kind::Builtin(builtin) => of_builtin(builtin),
            Kind::Bytes => Some(PlannedType::Known(Known::Bytes)),
            Kind::Map(..) => Some(PlannedType::Map(text(), Box::new(PlannedType::List(text())))),
            _ => None,
        }
    }

    /// Returns the type of a map's keys, if they are strings or integers.
    fn key(&self, ty: &Type) -> Option<PlannedType> {
        if !self.model.is_text_key(ty, View::Json) {
            return match self.model.kind(ty, View::Underlying) {
                Kind::Builtin(builtin) => match of_builtin(builtin) {
                    Some(shape @ PlannedType::Integer(_)) => Some(shape),
                    _ => None,
                },
                _ => None,
            };
        }
        let Type::Named(id) = ty else { return Some(PlannedType::Text) };
        Some(match self.class(*id) {
            Class::Newtype | Class::Enumeration | Class::Alias => PlannedType::Named(*id),
            _ => PlannedType::Text,
        })
    }

    fn free_json(&mut self, place: TypeUse<'_>, why: &str) -> PlannedType {
        let message = format!("`{}` {why}; its Rust type is untyped JSON", place.shown);
        self.report(Diagnostic::new(codes::RUST_FREE_JSON, message).at(place.span), place);
        PlannedType::Known(Known::RawMessage)
    }

    /// Returns the Rust type for a type of a package that is not read.
    fn unknown_type(&mut self, place: TypeUse<'_>, package: &str, name: &str) -> PlannedType {
        let shown = place.shown;
        let message = format!("`{shown}` is `{package}.{name}`, which is unknown here; its Rust type is untyped JSON");
        let diagnostic = self.with_severity(Diagnostic::new(codes::RUST_FREE_JSON, message).at(place.span), place);
        self.unknown.add(package, shown, diagnostic);
        PlannedType::Known(Known::RawMessage)
    }

    /// Returns the Rust type for an unresolved type. In a requested package, the unresolved type has already been
    /// reported as an error.
    fn unread(&mut self, place: TypeUse<'_>) -> PlannedType {
        if self.model.package(place.package).requested {
            return PlannedType::Known(Known::RawMessage);
        }
        self.free_json(place, "has a type that could not be read")
    }

    fn leave_out(&mut self, place: TypeUse<'_>, what: &str) {
        let message = format!("`{}` is {what}, which has no JSON format; the Rust type omits it", place.shown);
        self.report(Diagnostic::new(codes::RUST_NO_DATA, message).at(place.span), place);
    }

    fn report(&mut self, diagnostic: Diagnostic, place: TypeUse<'_>) {
        let diagnostic = self.with_severity(diagnostic, place);
        self.diagnostics.push(diagnostic);
    }

    /// Returns a diagnostic about a location. For imported packages, which the user cannot fix, it is informational.
    fn with_severity(&self, mut diagnostic: Diagnostic, place: TypeUse<'_>) -> Diagnostic {
        if !self.model.package(place.package).requested {
            diagnostic.severity = diagnostic.severity.min(Severity::Info);
        }
        diagnostic
    }
}

fn of_builtin(builtin: Builtin) -> Option<PlannedType> {
    Some(match builtin {
        Builtin::Bool => PlannedType::Bool,
        Builtin::String => PlannedType::Text,
        Builtin::Int | Builtin::Int64 => PlannedType::Integer(Integer::I64),
        Builtin::Int8 => PlannedType::Integer(Integer::I8),
        Builtin::Int16 => PlannedType::Integer(Integer::I16),
        Builtin::Int32 | Builtin::Rune => PlannedType::Integer(Integer::I32),
        Builtin::Uint | Builtin::Uint64 | Builtin::Uintptr => PlannedType::Integer(Integer::U64),
        Builtin::Uint8 | Builtin::Byte => PlannedType::Integer(Integer::U8),
        Builtin::Uint16 => PlannedType::Integer(Integer::U16),
        Builtin::Uint32 => PlannedType::Integer(Integer::U32),
        Builtin::Float32 => PlannedType::Float(Float::F32),
        Builtin::Float64 => PlannedType::Float(Float::F64),
        Builtin::Error | Builtin::Any => PlannedType::Known(Known::RawMessage),
        Builtin::Complex64 | Builtin::Complex128 => return None,
    })
}

/// Returns the Rust type for a Go type that the runtime implements.
fn of_known(rust: RustType) -> PlannedType {
    match rust {
        RustType::I64 => PlannedType::Integer(Integer::I64),
        RustType::U32 => PlannedType::Integer(Integer::U32),
        RustType::U64 => PlannedType::Integer(Integer::U64),
        RustType::String => PlannedType::Text,
        RustType::TextLists => {
            PlannedType::Map(Box::new(PlannedType::Text), Box::new(PlannedType::List(Box::new(PlannedType::Text))))
        }
        other => PlannedType::Known(Known::of(other).unwrap_or(Known::RawMessage)),
    }
}
