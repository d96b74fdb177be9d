//! Standard library types in API types. controller-gen reads their source; idlgen, which does not need Go, uses this
//! table.

use std::sync::Arc;

use super::{
    problem::{INTERFACE, Problem},
    schema::{Additional, Schema},
};
use crate::model::{Builtin, json::known_type};

/// A standard library type.
pub(super) struct StandardType {
    pub(super) package: &'static str,
    pub(super) name: &'static str,
    pub(super) form: StandardKind,
    /// Whether the type has `MarshalJSON`, `MarshalText` or both.
    pub(super) methods: &'static [&'static str],
    /// The text from Go's documentation, unless `known_type` has it.
    description: &'static str,
}

/// The underlying type.
pub(super) enum StandardKind {
    /// A predeclared type.
    Basic(Builtin),
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

const ADDRESS: &str = "Address represents a single mail address.\nAn address such as \"Barry Gibbs <bg@example.com>\" \
    is represented\nas Address{Name: \"Barry Gibbs\", Address: \"bg@example.com\"}.";

const LEVEL: &str = "A Level is the importance or severity of a log event.\nThe higher the level, the more important \
    or severe the event.";

const LOCATION: &str = "A Location maps time instants to the zone in use at that time.\nTypically, the Location \
    represents the collection of time offsets\nin use in a geographical area. For many Locations the time offset \
    varies\ndepending on whether daylight savings time is in use at the time instant.\n\nLocation is used to provide a \
    time zone in a printed Time value and for\ncalculations involving intervals that may cross daylight savings \
    time\nboundaries.";

const USERINFO: &str = "The Userinfo type is an immutable encapsulation of username and\npassword details for a [URL]. \
    An existing Userinfo value is guaranteed\nto have a username set (potentially empty, as allowed by RFC \
    2396),\nand optionally a password.";

#[rustfmt::skip]
const TABLE: &[StandardType] = &[
    row("time", "Duration", StandardKind::Basic(Builtin::Int64), &[]),
    row("time", "Month", StandardKind::Basic(Builtin::Int), &[]),
    row("time", "Weekday", StandardKind::Basic(Builtin::Int), &[]),
    row("time", "Location", StandardKind::Struct(&[
        "name", "zone", "tx", "extend", "cacheStart", "cacheEnd", "cacheZone",
    ]), &[])
        .described(LOCATION),
    row("time", "Time", StandardKind::Struct(&["wall", "ext", "loc"]), BOTH),
    row("context", "Context", StandardKind::Interface, &[]),
    row("crypto/tls", "ClientAuthType", StandardKind::Basic(Builtin::Int), &[]),
    row("encoding/json", "RawMessage", StandardKind::Bytes, JSON),
    row("encoding/json", "Number", StandardKind::Basic(Builtin::String), &[]),
    row("fmt", "Stringer", StandardKind::Interface, &[]),
    row("io", "ReadCloser", StandardKind::Interface, &[]),
    row("io", "Reader", StandardKind::Interface, &[]),
    row("io", "Writer", StandardKind::Interface, &[]),
    row("io/fs", "FileMode", StandardKind::Basic(Builtin::Uint32), &[]),
    row("log/slog", "Level", StandardKind::Basic(Builtin::Int), BOTH)
        .described(LEVEL),
    row("math/big", "Float", StandardKind::Struct(&["prec", "mode", "acc", "form", "neg", "mant", "exp"]), TEXT),
    row("math/big", "Int", StandardKind::Struct(&["neg", "abs"]), BOTH),
    row("math/big", "Rat", StandardKind::Struct(&["a", "b"]), TEXT),
    row("net", "Addr", StandardKind::Interface, &[]),
    row("net", "HardwareAddr", StandardKind::Bytes, &[]),
    row("net", "IP", StandardKind::Bytes, TEXT),
    row("net", "IPAddr", StandardKind::Struct(&["IP", "Zone"]), &[])
        .described("IPAddr represents the address of an IP end point."),
    row("net", "IPMask", StandardKind::Bytes, &[]),
    row("net", "IPNet", StandardKind::Struct(&["IP", "Mask"]), &[]),
    row("net", "TCPAddr", StandardKind::Struct(&["IP", "Port", "Zone"]), &[])
        .described("TCPAddr represents the address of a TCP end point."),
    row("net", "UDPAddr", StandardKind::Struct(&["IP", "Port", "Zone"]), &[])
        .described("UDPAddr represents the address of a UDP end point."),
    row("net/http", "Header", StandardKind::TextLists, &[]),
    row("net/http", "SameSite", StandardKind::Basic(Builtin::Int), &[]),
    row("net/mail", "Address", StandardKind::Struct(&["Name", "Address"]), &[])
        .described(ADDRESS),
    row("net/netip", "Addr", StandardKind::Struct(&["addr", "z"]), TEXT),
    row("net/netip", "AddrPort", StandardKind::Struct(&["ip", "port"]), TEXT),
    row("net/netip", "Prefix", StandardKind::Struct(&["ip", "bitsPlusOne"]), TEXT),
    row("net/textproto", "MIMEHeader", StandardKind::TextLists, &[]),
    row("net/url", "URL", StandardKind::Struct(&[
        "Scheme", "Opaque", "User", "Host", "Path", "Fragment", "RawQuery", "RawPath", "RawFragment", "ForceQuery",
        "OmitHost",
    ]), &[]),
    row("net/url", "Userinfo", StandardKind::Struct(&["username", "password", "passwordSet"]), &[])
        .described(USERINFO),
    row("net/url", "Values", StandardKind::TextLists, &[]),
    row("os", "FileMode", StandardKind::Basic(Builtin::Uint32), &[]),
    row("os", "Signal", StandardKind::Interface, &[]),
    row("reflect", "Kind", StandardKind::Basic(Builtin::Uint), &[]),
    row("reflect", "Type", StandardKind::Interface, &[]),
    row("regexp", "Regexp", StandardKind::Struct(&[]), TEXT),
    row("syscall", "Signal", StandardKind::Basic(Builtin::Int), &[]),
];

const fn row(
    package: &'static str,
    name: &'static str,
    form: StandardKind,
    methods: &'static [&'static str],
) -> StandardType {
    StandardType { package, name, form, methods, description: "" }
}

impl StandardType {
    /// Sets the description from Go's documentation.
    const fn described(self, description: &'static str) -> Self {
        StandardType { description, ..self }
    }
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
        StandardKind::Basic(builtin) => Schema::of_builtin(*builtin).unwrap_or_default(),
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
    schema.description = known_type(package, name).map_or(row.description, |known| known.description).into();
    (schema, problems)
}

#[cfg(test)]
mod tests {
    use super::{Schema, schema};

    #[test]
    fn types_with_only_a_text_encoding_are_strings() {
        for (package, name) in [("net", "IP"), ("net/netip", "Addr"), ("math/big", "Rat"), ("regexp", "Regexp")] {
            let (schema, problems) = schema(package, name, false);
            assert_eq!(schema, Schema::of_type("string"), "{package}.{name}");
            assert!(problems.is_empty(), "{package}.{name}");
        }
        let (unknown, problems) = schema("net", "None", false);
        assert_eq!((unknown, problems.len()), (Schema::default(), 1));
    }
}
