//! Standard library types in API types. controller-gen reads their source; idlgen, which does not need Go, uses this
//! table.

use std::sync::Arc;

use super::{
    problem::{INTERFACE, Problem},
    schema::{Additional, Schema},
};
use crate::model::json::known_type;

/// A standard library type.
pub(super) struct StandardType {
    pub(super) package: &'static str,
    pub(super) name: &'static str,
    pub(super) form: StandardKind,
    /// Whether the type has `MarshalJSON`, `MarshalText` or both.
    pub(super) methods: &'static [&'static str],
}

/// The underlying type.
pub(super) enum StandardKind {
    /// A predeclared type, by type and format in a schema.
    Basic(&'static str, &'static str),
    Bytes,
    /// `map[string][]string`.
    TextLists,
    Interface,
    /// A struct with these fields, which have no `json` tags.
    Struct(&'static [&'static str]),
}

const BOTH: &[&str] = &["MarshalJSON", "MarshalText"];
const JSON: &[&str] = &["MarshalJSON"];
const TEXT: &[&str] = &["MarshalText"];

#[rustfmt::skip]
const TABLE: &[StandardType] = &[
    row("time", "Duration", StandardKind::Basic("integer", "int64"), &[]),
    row("time", "Month", StandardKind::Basic("integer", ""), &[]),
    row("time", "Weekday", StandardKind::Basic("integer", ""), &[]),
    row("time", "Time", StandardKind::Struct(&["wall", "ext", "loc"]), BOTH),
    row("encoding/json", "RawMessage", StandardKind::Bytes, JSON),
    row("encoding/json", "Number", StandardKind::Basic("string", ""), &[]),
    row("fmt", "Stringer", StandardKind::Interface, &[]),
    row("io", "Reader", StandardKind::Interface, &[]),
    row("io", "Writer", StandardKind::Interface, &[]),
    row("io/fs", "FileMode", StandardKind::Basic("integer", "int32"), &[]),
    row("math/big", "Float", StandardKind::Struct(&["prec", "mode", "acc", "form", "neg", "mant", "exp"]), TEXT),
    row("math/big", "Int", StandardKind::Struct(&["neg", "abs"]), BOTH),
    row("math/big", "Rat", StandardKind::Struct(&["a", "b"]), TEXT),
    row("net", "HardwareAddr", StandardKind::Bytes, &[]),
    row("net", "IP", StandardKind::Bytes, TEXT),
    row("net", "IPMask", StandardKind::Bytes, &[]),
    row("net", "IPNet", StandardKind::Struct(&["IP", "Mask"]), &[]),
    row("net/http", "Header", StandardKind::TextLists, &[]),
    row("net/netip", "Addr", StandardKind::Struct(&["addr", "z"]), TEXT),
    row("net/netip", "AddrPort", StandardKind::Struct(&["ip", "port"]), TEXT),
    row("net/netip", "Prefix", StandardKind::Struct(&["ip", "bitsPlusOne"]), TEXT),
    row("net/url", "URL", StandardKind::Struct(&[
        "Scheme", "Opaque", "User", "Host", "Path", "Fragment", "RawQuery", "RawPath", "RawFragment", "ForceQuery",
        "OmitHost",
    ]), &[]),
    row("net/url", "Values", StandardKind::TextLists, &[]),
    row("os", "FileMode", StandardKind::Basic("integer", "int32"), &[]),
    row("regexp", "Regexp", StandardKind::Struct(&[]), TEXT),
];

const fn row(
    package: &'static str,
    name: &'static str,
    form: StandardKind,
    methods: &'static [&'static str],
) -> StandardType {
    StandardType { package, name, form, methods }
}

/// Returns the row of a type.
pub(super) fn find(package: &str, name: &str) -> Option<&'static StandardType> {
    TABLE.iter().find(|row| row.name == name && row.package == package)
}

/// Returns the schema of a type and its errors.
pub(super) fn schema(package: &str, name: &str, ignores_unexported: bool) -> (Schema, Vec<Problem>) {
    let problem = |message: String| Problem::new(package, None, message);
    let Some(row) = find(package, name) else {
        let message = format!("{package}.{name} is a standard library type whose schema idlgen does not know");
        return (Schema::default(), vec![problem(message)]);
    };
    let mut problems = Vec::new();
    let is_text = row.methods.contains(&"MarshalText") && !row.methods.contains(&"MarshalJSON");
    let mut schema = match &row.form {
        _ if is_text => return (Schema::of_type("string"), problems),
        StandardKind::Basic(schema_type, format) => Schema { format: (*format).into(), ..Schema::of_type(schema_type) },
        StandardKind::Bytes => Schema { format: "byte".into(), ..Schema::of_type("string") },
        StandardKind::TextLists => {
            let list = Schema { items: Some(Arc::new(Schema::of_type("string"))), ..Schema::of_type("array") };
            Schema { additional_properties: Some(Additional::Schema(Arc::new(list))), ..Schema::of_type("object") }
        }
        StandardKind::Interface => {
            problems.push(problem(INTERFACE.to_owned()));
            return (Schema::default(), problems);
        }
        StandardKind::Struct(fields) => {
            let is_exported = |field: &str| field.starts_with(|first: char| first.is_uppercase());
            let counted = fields.iter().filter(|field| !ignores_unexported || is_exported(field));
            problems.extend(counted.map(|field| {
                problem(format!("encountered struct field \"{field}\" without JSON tag in type \"{name}\""))
            }));
            Schema::of_type("object")
        }
    };
    schema.description = known_type(package, name).map_or("", |known| known.description).into();
    (schema, problems)
}
