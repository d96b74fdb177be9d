//! The JSON types that tags distinguish.

use std::borrow::Borrow;

use super::{Kind, Used, View, Written};
use crate::model::{Builtin, Model, Package, Type, TypeDefinition, TypeId};

/// A JSON type, with the integer size or the struct where tags depend on them.
#[derive(Clone, Debug, PartialEq)]
pub enum JsonType {
    /// `true` or `false`.
    Boolean,
    /// A string, including `[]byte` as base64 and every type with a `MarshalText` method.
    String,
    Integer(Builtin),
    Number(Builtin),
    /// A slice or array: its elements.
    List(Type),
    /// A map: its keys and values.
    Map(Type, Type),
    /// A struct: [`Type::Named`], [`Type::Instance`] or [`Type::Struct`].
    Struct(Type),
    /// Any value, or a value that only Go code defines: interfaces, custom JSON encodings, unreadable types.
    Unknown,
    /// A type without a JSON encoding: functions, channels, complex numbers.
    None,
}

/// The JSON type of a Go type, and the declarations through which it was resolved.
#[derive(Clone, Debug, PartialEq)]
pub struct ResolvedJsonType {
    /// The JSON type.
    pub shape: JsonType,
    /// The declared types on the way to the JSON type, outermost first: aliases, named types and last the struct.
    pub chain: Vec<TypeId>,
    /// `true` if there is a pointer on the way to the JSON type.
    pub has_pointer: bool,
}

impl<T: Borrow<TypeDefinition>, P: Borrow<Package>> Model<T, P> {
    pub fn json_type(&self, ty: &Type) -> JsonType {
        self.resolved_json_type(ty).shape
    }

    /// Returns the JSON type of a type, and the declared types on the way to it.
    pub fn resolved_json_type(&self, ty: &Type) -> ResolvedJsonType {
        let Used { kind, chain, has_pointer, methods_of, written } = self.used(ty, View::Json);
        let said = methods_of.and_then(|id| self.declared_json_type(id));
        let shape = said.unwrap_or_else(|| JsonType::of(written.map_or(kind, Written::kind)));
        ResolvedJsonType { shape, chain, has_pointer }
    }

    /// Returns the JSON type that methods declare, if any.
    fn declared_json_type(&self, id: TypeId) -> Option<JsonType> {
        let reads = || self.type_definition(id).has_method("UnmarshalJSON").then_some(JsonType::Unknown);
        let says = |id: &TypeId| self.type_definition(*id).has_method("OpenAPISchemaType");
        let source = Some(id).filter(says).or_else(|| self.schema_source(id).filter(says));
        let Some(definition) = source.map(|id| self.type_definition(id)) else { return reads() };
        if definition.has_method("OpenAPIV3OneOfTypes") {
            return Some(JsonType::Unknown);
        }
        let method = definition.methods.iter().find(|method| method.name == "OpenAPISchemaType");
        let types = method.and_then(|method| method.returns.as_ref()).and_then(|types| types.as_array());
        Some(match types.and_then(|types| types.first()).and_then(|name| name.as_str()) {
            Some("string") => JsonType::String,
            Some("integer") => JsonType::Integer(Builtin::Int64),
            Some("number") => JsonType::Number(Builtin::Float64),
            Some("boolean") => JsonType::Boolean,
            _ => JsonType::Unknown,
        })
    }
}

impl JsonType {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Builtin(builtin) => match builtin {
                Builtin::Bool => JsonType::Boolean,
                Builtin::String => JsonType::String,
                Builtin::Float32 | Builtin::Float64 => JsonType::Number(builtin),
                Builtin::Complex64 | Builtin::Complex128 => JsonType::None,
                Builtin::Error | Builtin::Any => JsonType::Unknown,
                Builtin::Int
                | Builtin::Int8
                | Builtin::Int16
                | Builtin::Int32
                | Builtin::Int64
                | Builtin::Uint
                | Builtin::Uint8
                | Builtin::Uint16
                | Builtin::Uint32
                | Builtin::Uint64
                | Builtin::Uintptr
                | Builtin::Byte
                | Builtin::Rune => JsonType::Integer(builtin),
            },
            Kind::Text { .. } | Kind::Bytes => JsonType::String,
            Kind::Number => JsonType::Number(Builtin::Float64),
            Kind::List { element: Type::Builtin(Builtin::Uint8), is_array: false } => JsonType::String,
            Kind::List { element, .. } => JsonType::List(element),
            Kind::Map(key, value) => JsonType::Map(key, value),
            Kind::Struct(structure) => JsonType::Struct(structure.ty),
            Kind::Function | Kind::Channel => JsonType::None,
            Kind::EmptyInterface
            | Kind::Interface
            | Kind::Any
            | Kind::External { .. }
            | Kind::Parameter(_)
            | Kind::Cycle(_)
            | Kind::Invalid => JsonType::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::{Read, read_file};

    fn shapes(read: &Read, name: &str) -> Vec<String> {
        let definition = read.model.find_type("example.com/api/v1", name).expect("the type");
        let from = definition.package;
        let spelled = |ty: &Type| match read.model.json_type(ty) {
            JsonType::List(element) => format!("list of {}", read.model.spell(&element, from)),
            JsonType::Map(key, value) => {
                format!("map of {} to {}", read.model.spell(&key, from), read.model.spell(&value, from))
            }
            JsonType::Struct(ty) => format!("struct {}", read.model.spell(&ty, from)),
            other => format!("{other:?}"),
        };
        definition.fields().iter().map(|field| spelled(&field.ty)).collect()
    }

    #[test]
    fn behind_every_name() {
        let read = read_file(
            r#"package v1
import (
	"encoding/json"
	"net"
	"time"
)
type S struct {
	A Alias
	B *Named
	C []byte
	D Bytes
	E Pair[string]
	F Pairs[int]
	G time.Time
	H time.Duration
	I net.IP
	J json.RawMessage
	K Quantity
	L Stamp
	M Text
	N func()
	O complex64
	P any
	Q struct{}
	R Lists
	T Loop[int]
}
type Alias = *Named
type Named Deep
type Deep int32
type Bytes []uint8
type Pair[V any] struct { First, Second V }
type Pairs[V any] map[string]Pair[V]
type Quantity struct{}
func (Quantity) OpenAPISchemaType() []string { return []string{"string"} }
func (Quantity) OpenAPIV3OneOfTypes() []string { return []string{"string", "number"} }
type Stamp struct{}
func (Stamp) OpenAPISchemaType() []string { return []string{"string"} }
func (Stamp) MarshalJSON() ([]byte, error) { return nil, nil }
type Text int
func (Text) MarshalText() ([]byte, error) { return nil, nil }
type Lists [3]Named
type Loop[V any] Loop2[[]V]
type Loop2[V any] []V
"#,
        );
        assert_eq!(
            shapes(&read, "S"),
            [
                "Integer(Int32)",
                "Integer(Int32)",
                "String",
                "String",
                "struct Pair[string]",
                "map of string to Pair[int]",
                "String",
                "Integer(Int64)",
                "String",
                "Unknown",
                "Unknown",
                "String",
                "String",
                "None",
                "None",
                "Unknown",
                "struct struct{}",
                "list of Named",
                "list of []int",
            ]
        );
        let definition = read.model.find_type("example.com/api/v1", "S").expect("S");
        let shaped = read.model.resolved_json_type(&definition.fields()[0].ty);
        let chain: Vec<&str> = shaped.chain.iter().map(|id| read.model.type_definition(*id).name.as_str()).collect();
        assert_eq!(chain, ["Alias", "Named", "Deep"]);
        assert!(shaped.has_pointer);
    }
}
