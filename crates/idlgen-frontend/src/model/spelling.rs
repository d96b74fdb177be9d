//! Formats types in Go syntax.

use super::{Builtin, Model, PackageId, Type};

impl Model {
    /// Formats a type as written in a package: `[]string`, `*Widget`. Types of other packages have their import path.
    pub fn spell(&self, ty: &Type, from: PackageId) -> String {
        match ty {
            Type::Builtin(builtin) => builtin.name().to_owned(),
            Type::Named(id) => self.spell_name(*id, from),
            Type::Instance { base, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|argument| self.spell(argument, from)).collect();
                format!("{}[{}]", self.spell_name(*base, from), arguments.join(", "))
            }
            Type::Parameter(name) => name.clone(),
            Type::External { package, name } => format!("{package}.{name}"),
            Type::Pointer(element) => format!("*{}", self.spell(element, from)),
            Type::Slice(element) => format!("[]{}", self.spell(element, from)),
            Type::Array(element) => format!("[…]{}", self.spell(element, from)),
            Type::Map(key, value) => format!("map[{}]{}", self.spell(key, from), self.spell(value, from)),
            Type::Interface { is_empty: true } => "interface{}".to_owned(),
            Type::Interface { is_empty: false } => "interface{…}".to_owned(),
            Type::Struct { fields, .. } if fields.is_empty() => "struct{}".to_owned(),
            Type::Struct { .. } => "struct{…}".to_owned(),
            Type::Function => "func".to_owned(),
            Type::Channel => "chan".to_owned(),
            Type::Invalid => "?".to_owned(),
        }
    }

    fn spell_name(&self, id: super::TypeId, from: PackageId) -> String {
        let definition = self.type_definition(id);
        if definition.package == from { definition.name.clone() } else { self.go_name(id) }
    }
}

impl Builtin {
    /// Returns the name in Go.
    pub const fn name(self) -> &'static str {
        match self {
            Builtin::Bool => "bool",
            Builtin::String => "string",
            Builtin::Int => "int",
            Builtin::Int8 => "int8",
            Builtin::Int16 => "int16",
            Builtin::Int32 => "int32",
            Builtin::Int64 => "int64",
            Builtin::Uint => "uint",
            Builtin::Uint8 => "uint8",
            Builtin::Uint16 => "uint16",
            Builtin::Uint32 => "uint32",
            Builtin::Uint64 => "uint64",
            Builtin::Uintptr => "uintptr",
            Builtin::Byte => "byte",
            Builtin::Rune => "rune",
            Builtin::Float32 => "float32",
            Builtin::Float64 => "float64",
            Builtin::Complex64 => "complex64",
            Builtin::Complex128 => "complex128",
            Builtin::Error => "error",
            Builtin::Any => "any",
        }
    }
}
