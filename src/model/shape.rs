//! What a type is in JSON, behind pointers, aliases and declared types.

use std::{borrow::Cow, collections::BTreeMap};

use super::{Builtin, Field, Model, Type, TypeDefinition, TypeId, TypeKind};

/// A type as used, taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Shaped {
    /// What it is in JSON.
    pub shape: Shape,
    /// The declared types on the way, outermost first: aliases, named types and, last, the struct.
    pub chain: Vec<TypeId>,
    /// Whether there is a pointer on the way.
    pub has_pointer: bool,
}

/// What a type is in JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// `true` or `false`.
    Boolean,
    /// Text. `[]byte` is text too, in base64, and so is every type with a `MarshalText` method.
    String,
    /// A whole number.
    Integer(Builtin),
    /// A number.
    Number(Builtin),
    /// A slice or array, with its elements.
    List(Type),
    /// A map, with keys and values.
    Map(Type, Type),
    /// A struct: [`Type::Named`], [`Type::Instance`] or [`Type::Struct`].
    Struct(Type),
    /// Anything, or something that only Go code knows: interfaces, types with their own JSON methods, types that were not read.
    Unknown,
    /// Nothing that JSON has: functions, channels, complex numbers.
    None,
}

/// A property of a struct in JSON.
#[derive(Clone, Debug)]
pub struct Property<'a> {
    /// Its name.
    pub name: String,
    /// The field it comes from, type parameters replaced.
    pub field: Cow<'a, Field>,
    /// How many embedded structs it lies in.
    pub depth: usize,
}

/// Chains of declared types and of embedded structs are followed this far. A generic type can instantiate itself without end.
const LONGEST: usize = 100;

impl Model {
    /// What a type is in JSON.
    pub fn shape(&self, ty: &Type) -> Shape {
        self.shaped(ty).shape
    }

    /// What a type is in JSON, and what lies on the way there.
    pub fn shaped(&self, ty: &Type) -> Shaped {
        let mut shaped = Shaped { shape: Shape::Unknown, chain: Vec::new(), has_pointer: false };
        let mut current = ty.clone();
        while shaped.chain.len() < LONGEST {
            current = match current {
                Type::Pointer(element) => {
                    shaped.has_pointer = true;
                    *element
                }
                Type::Named(id) | Type::Instance { base: id, .. } => {
                    shaped.chain.push(id);
                    let definition = self.type_definition(id);
                    if let Some(shape) = shape_by_methods(definition) {
                        shaped.shape = shape;
                        break;
                    }
                    match &definition.kind {
                        TypeKind::Struct(_) => {
                            shaped.shape = Shape::Struct(current);
                            break;
                        }
                        TypeKind::Named(target) | TypeKind::Alias(target) => match &current {
                            Type::Instance { arguments, .. } => substitute(target, &bindings(definition, arguments)),
                            _ => target.clone(),
                        },
                    }
                }
                other => {
                    shaped.shape = plain_shape(other);
                    break;
                }
            };
        }
        shaped
    }

    /// The fields of a struct type, type parameters replaced; nothing for other types.
    pub fn fields_of(&self, ty: &Type) -> Vec<Cow<'_, Field>> {
        match self.shape(ty) {
            Shape::Struct(Type::Named(id)) => self.type_definition(id).fields().iter().map(Cow::Borrowed).collect(),
            Shape::Struct(Type::Instance { base, arguments }) => {
                let definition = self.type_definition(base);
                let bindings = bindings(definition, &arguments);
                let replaced = |field: &Field| Field { ty: substitute(&field.ty, &bindings), ..field.clone() };
                definition.fields().iter().map(|field| Cow::Owned(replaced(field))).collect()
            }
            Shape::Struct(Type::Struct(fields)) => fields.into_iter().map(Cow::Owned).collect(),
            _ => Vec::new(),
        }
    }

    /// The properties that a struct has in JSON, those of embedded structs in their place, in declaration order. A name can occur several times; which
    /// property counts then, [`depth`](Property::depth) says.
    pub fn properties(&self, ty: &Type) -> Vec<Property<'_>> {
        let mut properties = Vec::new();
        self.collect_properties(ty, 0, &mut BTreeMap::new(), &mut properties);
        properties
    }

    fn collect_properties<'a>(
        &'a self,
        ty: &Type,
        depth: usize,
        met: &mut BTreeMap<TypeId, (usize, usize)>,
        properties: &mut Vec<Property<'a>>,
    ) {
        if depth > LONGEST {
            return;
        }
        // A struct that is embedded again has nothing more to give, unless it is less deep, or the second at one depth, where each hides the other.
        if let Some(id) = self.shaped(ty).chain.last().copied() {
            let (least, times) = met.entry(id).or_insert((depth, 0));
            if depth < *least {
                (*least, *times) = (depth, 0);
            }
            if depth > *least || *times == 2 {
                return;
            }
            *times += 1;
        }
        for field in self.fields_of(ty) {
            if field.is_inline() && matches!(self.shape(&field.ty), Shape::Struct(_)) {
                self.collect_properties(&field.ty, depth + 1, met, properties);
            } else if field.is_exported()
                && let Some(name) = field.json_name().map(str::to_owned)
            {
                properties.push(Property { name, field, depth });
            }
        }
    }
}

/// What the methods of a type say of its JSON, if they say anything.
fn shape_by_methods(definition: &TypeDefinition) -> Option<Shape> {
    if let Some(method) = definition.methods.iter().find(|method| method.name == "OpenAPISchemaType") {
        if definition.has_method("OpenAPIV3OneOfTypes") {
            return Some(Shape::Unknown);
        }
        let types = method.returns.as_ref().and_then(|types| types.as_array());
        return match types.and_then(|types| types.first()).and_then(|name| name.as_str()) {
            Some("string") => Some(Shape::String),
            Some("integer") => Some(Shape::Integer(Builtin::Int64)),
            Some("number") => Some(Shape::Number(Builtin::Float64)),
            Some("boolean") => Some(Shape::Boolean),
            _ => Some(Shape::Unknown),
        };
    }
    if definition.has_method("MarshalJSON") || definition.has_method("UnmarshalJSON") {
        return Some(Shape::Unknown);
    }
    definition.has_method("MarshalText").then_some(Shape::String)
}

/// The shape of what is neither declared nor a pointer.
fn plain_shape(ty: Type) -> Shape {
    match ty {
        Type::Builtin(builtin) => match builtin {
            Builtin::Bool => Shape::Boolean,
            Builtin::String => Shape::String,
            Builtin::Float32 | Builtin::Float64 => Shape::Number(builtin),
            Builtin::Complex64 | Builtin::Complex128 => Shape::None,
            Builtin::Error | Builtin::Any => Shape::Unknown,
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
            | Builtin::Rune => Shape::Integer(builtin),
        },
        Type::Slice(element) if matches!(*element, Type::Builtin(Builtin::Byte | Builtin::Uint8)) => Shape::String,
        Type::Slice(element) | Type::Array(element) => Shape::List(*element),
        Type::Map(key, value) => Shape::Map(*key, *value),
        Type::Struct(_) => Shape::Struct(ty),
        Type::External { package, name } => external_shape(&package, &name),
        Type::Function | Type::Channel => Shape::None,
        Type::Named(_)
        | Type::Instance { .. }
        | Type::Pointer(_)
        | Type::Parameter(_)
        | Type::Interface { .. }
        | Type::Invalid => Shape::Unknown,
    }
}

/// The shape of types of the standard library that have one JSON form.
fn external_shape(package: &str, name: &str) -> Shape {
    match (package, name) {
        ("time", "Time")
        | ("net", "IP" | "HardwareAddr")
        | ("net/netip", "Addr" | "AddrPort" | "Prefix")
        | ("math/big", "Float") => Shape::String,
        ("time", "Duration" | "Month" | "Weekday") => Shape::Integer(Builtin::Int64),
        _ => Shape::Unknown,
    }
}

/// What a generic type's parameters stand for.
fn bindings<'a>(definition: &'a TypeDefinition, arguments: &'a [Type]) -> BTreeMap<&'a str, &'a Type> {
    definition.type_parameters.iter().map(String::as_str).zip(arguments).collect()
}

/// A type with its parameters replaced.
fn substitute(ty: &Type, bindings: &BTreeMap<&str, &Type>) -> Type {
    let replaced = |ty: &Type| Box::new(substitute(ty, bindings));
    match ty {
        Type::Parameter(name) => bindings.get(name.as_str()).map_or(Type::Invalid, |ty| (*ty).clone()),
        Type::Pointer(element) => Type::Pointer(replaced(element)),
        Type::Slice(element) => Type::Slice(replaced(element)),
        Type::Array(element) => Type::Array(replaced(element)),
        Type::Map(key, value) => Type::Map(replaced(key), replaced(value)),
        Type::Instance { base, arguments } => Type::Instance {
            base: *base,
            arguments: arguments.iter().map(|argument| substitute(argument, bindings)).collect(),
        },
        Type::Struct(fields) => Type::Struct(
            fields.iter().map(|field| Field { ty: substitute(&field.ty, bindings), ..field.clone() }).collect(),
        ),
        Type::Builtin(_)
        | Type::Named(_)
        | Type::External { .. }
        | Type::Interface { .. }
        | Type::Function
        | Type::Channel
        | Type::Invalid => ty.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::testing::{Read, read_file};

    fn shapes(read: &Read, name: &str) -> Vec<String> {
        let definition = read.model.find_type("example.com/api/v1", name).expect("the type");
        let from = definition.package;
        let spelled = |ty: &Type| match read.model.shape(ty) {
            Shape::List(element) => format!("list of {}", read.model.spell(&element, from)),
            Shape::Map(key, value) => {
                format!("map of {} to {}", read.model.spell(&key, from), read.model.spell(&value, from))
            }
            Shape::Struct(ty) => format!("struct {}", read.model.spell(&ty, from)),
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
        let shaped = read.model.shaped(&definition.fields()[0].ty);
        let chain: Vec<&str> = shaped.chain.iter().map(|id| read.model.type_definition(*id).name.as_str()).collect();
        assert_eq!(chain, ["Alias", "Named", "Deep"]);
        assert!(shaped.has_pointer);
    }

    #[test]
    fn properties_with_embedded_structs_in_their_place() {
        let read = read_file(
            r#"package v1
type S struct {
	First string `json:"first"`
	*Inner `json:",inline"`
	Named `json:"named"`
	Text `json:",inline"`
	Hidden string `json:"-"`
	Dash string `json:"-,"`
	private string
	Bare string
	Generic[int] `json:",inline"`
}
type Inner struct {
	A string `json:"a"`
	*S `json:",inline"`
}
type Named struct { B string }
type Text string
type Generic[V any] struct { G []V `json:"g"` }
"#,
        );
        let definition = read.model.find_type("example.com/api/v1", "S").expect("S");
        let properties: Vec<(String, usize)> = read
            .model
            .properties(&Type::Named(definition.id))
            .into_iter()
            .map(|property| (property.name, property.depth))
            .collect();
        let expected = [("first", 0), ("a", 1), ("named", 0), ("-", 0), ("Bare", 0), ("g", 1)];
        assert_eq!(properties, expected.map(|(name, depth)| (name.to_owned(), depth)));
    }
}
