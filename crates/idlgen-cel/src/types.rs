//! Types of the checker.

use std::fmt;
use std::sync::Arc;

/// A CEL type, as declared or inferred. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// Any type, determined at run time.
    Dyn,
    /// The type of an invalid expression, so that an error is reported once.
    Error,
    /// The type of `null`.
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// `google.protobuf.Timestamp`
    Timestamp,
    /// `google.protobuf.Duration`
    Duration,
    /// `wrapper(T)`: the content of `google.protobuf.Int64Value` and the other wrappers, or null.
    Wrapper(Arc<Type>),
    /// `list(T)`
    List(Arc<Type>),
    /// `map(K, V)`
    Map(Arc<(Type, Type)>),
    /// An object with declared fields, or a library type that cel-go treats as such (`kubernetes.Quantity`): its name.
    Object(Arc<str>),
    /// `type(T)`: the type of the type `T`, or of an unknown type.
    Type(Option<Arc<Type>>),
    /// `optional_type(T)`, `net.IP`: a named type with parameters.
    Opaque(Arc<str>, Arc<[Type]>),
    /// A type parameter of a declaration.
    Parameter(Arc<str>),
    /// A fresh type variable of the checker.
    Variable(u32),
}

/// The name of the optional type.
pub(crate) const OPTIONAL: &str = "optional_type";

impl Type {
    /// Creates `list(element)`.
    pub fn list(element: Self) -> Self {
        Self::List(Arc::new(element))
    }

    /// Creates `map(key, value)`.
    pub fn map(key: Self, value: Self) -> Self {
        Self::Map(Arc::new((key, value)))
    }

    /// Creates `optional_type(value)`.
    pub fn optional(value: Self) -> Self {
        Self::Opaque(Arc::from(OPTIONAL), Arc::from([value]))
    }

    /// Creates an object type by name.
    pub fn object(name: &str) -> Self {
        Self::Object(Arc::from(name))
    }

    /// Creates the type of the type `of`.
    pub fn type_of(of: Self) -> Self {
        Self::Type(Some(Arc::new(of)))
    }

    /// Returns the `T` of `wrapper(T)`, or the type itself.
    pub(crate) fn unwrapped(&self) -> &Self {
        if let Self::Wrapper(of) = self { of } else { self }
    }

    /// Returns the `T` of `optional_type(T)`.
    pub(crate) fn optional_value(&self) -> Option<&Self> {
        match self {
            Self::Opaque(name, parameters) if &**name == OPTIONAL => parameters.first(),
            _ => None,
        }
    }

    /// Formats the type with qualified names such as `google.protobuf.Timestamp`, like cel-go's `Type.String`.
    pub fn full_name(&self) -> String {
        let list = |parameters: &[Self]| parameters.iter().map(Self::full_name).collect::<Vec<_>>().join(", ");
        match self {
            Self::Timestamp => "google.protobuf.Timestamp".to_owned(),
            Self::Duration => "google.protobuf.Duration".to_owned(),
            Self::Null => "null_type".to_owned(),
            Self::List(element) => format!("list({})", element.full_name()),
            Self::Map(entry) => format!("map({}, {})", entry.0.full_name(), entry.1.full_name()),
            Self::Type(Some(of)) => format!("type({})", of.full_name()),
            Self::Opaque(name, parameters) if !parameters.is_empty() => format!("{name}({})", list(parameters)),
            other => other.to_string(),
        }
    }

    /// Returns `true` for a type parameter or variable.
    pub(crate) fn is_parameter(&self) -> bool {
        matches!(self, Self::Parameter(_) | Self::Variable(_))
    }

    /// Compares types, ignoring the names of parameters.
    pub(crate) fn is_equivalent(&self, other: &Self) -> bool {
        match (self, other) {
            (left, right) if left.is_parameter() && right.is_parameter() => true,
            (Self::List(left), Self::List(right)) => left.is_equivalent(right),
            (Self::Map(left), Self::Map(right)) => left.0.is_equivalent(&right.0) && left.1.is_equivalent(&right.1),
            (Self::Type(Some(left)), Self::Type(Some(right))) => left.is_equivalent(right),
            (Self::Opaque(left_name, left), Self::Opaque(right_name, right)) => {
                left_name == right_name
                    && left.len() == right.len()
                    && left.iter().zip(right.iter()).all(|(left, right)| left.is_equivalent(right))
            }
            (Self::Wrapper(of), other) | (other, Self::Wrapper(of)) => of.is_equivalent(other.unwrapped()),
            _ => self == other,
        }
    }
}

impl fmt::Display for Type {
    /// Formats the type like messages of the API server.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dyn => formatter.write_str("dyn"),
            Self::Error => formatter.write_str("!error!"),
            Self::Null => formatter.write_str("null"),
            Self::Bool => formatter.write_str("bool"),
            Self::Int => formatter.write_str("int"),
            Self::Uint => formatter.write_str("uint"),
            Self::Double => formatter.write_str("double"),
            Self::String => formatter.write_str("string"),
            Self::Bytes => formatter.write_str("bytes"),
            Self::Timestamp => formatter.write_str("timestamp"),
            Self::Duration => formatter.write_str("duration"),
            Self::List(element) => write!(formatter, "list({element})"),
            Self::Map(entry) => write!(formatter, "map({}, {})", entry.0, entry.1),
            Self::Wrapper(of) => write!(formatter, "wrapper({of})"),
            Self::Object(name) | Self::Parameter(name) => formatter.write_str(name),
            Self::Type(None) => formatter.write_str("type"),
            Self::Type(Some(of)) => write!(formatter, "type({of})"),
            Self::Opaque(name, parameters) => {
                formatter.write_str(name)?;
                for (index, parameter) in parameters.iter().enumerate() {
                    write!(formatter, "{}{parameter}", if index == 0 { "(" } else { ", " })?;
                }
                if parameters.is_empty() { Ok(()) } else { formatter.write_str(")") }
            }
            Self::Variable(index) => write!(formatter, "_var{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_optional_types_have_optional_values() {
        assert_eq!(Type::optional(Type::Int).optional_value(), Some(&Type::Int));
        for of in [Type::list(Type::Int), Type::Opaque(Arc::from("set"), Arc::from([Type::Int])), Type::Int] {
            assert_eq!(of.optional_value(), None, "{of:?}");
        }
    }

    #[test]
    fn types_are_equivalent_if_only_the_names_of_parameters_differ() {
        let parameter = |name: &str| Type::Parameter(Arc::from(name));
        let opaque = |name: &str, parameters: &[Type]| Type::Opaque(Arc::from(name), Arc::from(parameters));
        let wrapper = |of: Type| Type::Wrapper(Arc::new(of));
        for (left, right, expected) in [
            (Type::Int, Type::Int, true),
            (Type::Int, Type::Uint, false),
            (parameter("A"), parameter("B"), true),
            (parameter("A"), Type::Variable(1), true),
            (parameter("A"), Type::Int, false),
            (Type::list(Type::Int), Type::list(Type::Int), true),
            (Type::list(Type::Int), Type::list(Type::Bool), false),
            (Type::list(parameter("A")), Type::list(parameter("B")), true),
            (Type::map(Type::Int, Type::Bool), Type::map(Type::Int, Type::Bool), true),
            (Type::map(Type::Int, Type::Bool), Type::map(Type::Int, Type::Int), false),
            (Type::map(Type::Int, Type::Bool), Type::map(Type::Uint, Type::Bool), false),
            (Type::type_of(parameter("A")), Type::type_of(parameter("B")), true),
            (Type::type_of(Type::Int), Type::type_of(Type::Bool), false),
            (Type::type_of(Type::Int), Type::Type(None), false),
            (opaque("a", &[Type::Int]), opaque("a", &[Type::Int]), true),
            (opaque("a", &[Type::Int]), opaque("b", &[Type::Int]), false),
            (opaque("a", &[Type::Int]), opaque("a", &[Type::Bool]), false),
            (opaque("a", &[Type::Int]), opaque("a", &[]), false),
            (wrapper(Type::Int), Type::Int, true),
            (Type::Int, wrapper(Type::Int), true),
            (wrapper(Type::Int), wrapper(Type::Int), true),
            (wrapper(Type::Int), Type::Bool, false),
            (Type::object("a"), Type::object("a"), true),
            (Type::object("a"), Type::object("b"), false),
        ] {
            assert_eq!(left.is_equivalent(&right), expected, "{left} {right}");
        }
    }

    #[test]
    fn names_of_types_are_short_or_qualified() {
        let opaque = |parameters: &[Type]| Type::Opaque(Arc::from("net.IP"), Arc::from(parameters));
        for (of, short, full) in [
            (Type::Timestamp, "timestamp", "google.protobuf.Timestamp"),
            (Type::list(Type::Duration), "list(duration)", "list(google.protobuf.Duration)"),
            (Type::map(Type::String, Type::Null), "map(string, null)", "map(string, null_type)"),
            (Type::type_of(Type::Null), "type(null)", "type(null_type)"),
            (Type::Type(None), "type", "type"),
            (Type::optional(Type::Timestamp), "optional_type(timestamp)", "optional_type(google.protobuf.Timestamp)"),
            (opaque(&[]), "net.IP", "net.IP"),
            (opaque(&[Type::Int, Type::Null]), "net.IP(int, null)", "net.IP(int, null_type)"),
            (Type::Wrapper(Arc::new(Type::Int)), "wrapper(int)", "wrapper(int)"),
            (Type::object("a.b"), "a.b", "a.b"),
            (Type::Bytes, "bytes", "bytes"),
        ] {
            assert_eq!((of.to_string().as_str(), of.full_name().as_str()), (short, full));
        }
    }
}
