//! The table of known types whose declarations are not read or not sufficient: standard library types in API types, and
//! Kubernetes types with custom encodings. A row contains everything that outputs need.

use super::{Kind, Writer};
use crate::model::{Builtin, Type};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownType {
    /// The import path.
    pub package: &'static str,
    pub name: &'static str,
    pub json: KnownKind,
    /// The type for openapi-gen: the underlying type, except for `time.Time`.
    pub openapi_gen: KnownKind,
    /// The custom encoding method, if it has one. Structs that embed the type inherit it.
    pub writer: Option<Writer>,
    pub rust: RustType,
    /// The text from Go's documentation that controller-gen publishes if a value has no other description.
    pub description: &'static str,
    /// `true` if Kubernetes treats its zero value as missing (KEP-4153, "Zero-Valued Primitive Fields").
    pub is_zero_absent: bool,
}

/// The kind of a known type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownKind {
    /// A predeclared type.
    Builtin(Builtin),
    /// A string, because of a custom encoding.
    Text,
    /// A string with date and time in RFC 3339 format, because of a custom encoding.
    DateTime,
    /// Bytes as a base64 string.
    Bytes,
    /// A number of any size.
    Number,
    /// A map of string lists.
    TextLists,
    /// Any JSON value.
    Any,
    /// The type that is read from the declaration, regardless of methods.
    Declared,
    /// A type without a schema.
    Opaque,
}

/// The Rust type of a known type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are Rust's, or those of `idlgen_runtime::types`")]
pub enum RustType {
    I64,
    U32,
    U64,
    String,
    /// `BTreeMap<String, Vec<String>>`.
    TextLists,
    Bytes,
    Duration,
    FieldsV1,
    IntOrString,
    MicroTime,
    Quantity,
    RawExtension,
    RawMessage,
    Time,
    /// A separate type for arbitrary JSON.
    OwnJson,
}

/// Returns the row of a type.
pub fn known_type(package: &str, name: &str) -> Option<&'static KnownType> {
    TABLE.iter().find(|row| row.name == name && row.package == package)
}

impl KnownKind {
    /// Returns the kind of a value, or `None` for types that are read from their declaration, and for types without a
    /// schema.
    pub(super) fn kind(self) -> Option<Kind> {
        Some(match self {
            KnownKind::Builtin(builtin) => Kind::Builtin(builtin),
            KnownKind::Text => Kind::Text { format: None },
            KnownKind::DateTime => Kind::Text { format: Some("date-time") },
            KnownKind::Bytes => Kind::Bytes,
            KnownKind::Number => Kind::Number,
            KnownKind::TextLists => {
                let text = || Type::Builtin(Builtin::String);
                Kind::Map(text(), Type::Slice(Box::new(text())))
            }
            KnownKind::Any => Kind::Any,
            KnownKind::Declared | KnownKind::Opaque => return None,
        })
    }
}

impl KnownType {
    /// Sets the description from Go's documentation.
    const fn described(self, description: &'static str) -> Self {
        KnownType { description, ..self }
    }

    /// Returns `true` for a struct in Go.
    pub fn is_struct(&self) -> bool {
        matches!(self.openapi_gen, KnownKind::DateTime | KnownKind::Opaque | KnownKind::Declared)
    }
}

const DURATION: &str = "A Duration represents the elapsed time between two instants\nas an int64 nanosecond count. The \
    representation limits the\nlargest representable duration to approximately 290 years.";

const MONTH: &str = "A Month specifies a month of the year (January = 1, ...).";

const WEEKDAY: &str = "A Weekday specifies a day of the week (Sunday = 0, ...).";

const HEADER: &str = "A Header represents the key-value pairs in an HTTP header.\n\nThe keys should be in canonical \
    form, as returned by\n[CanonicalHeaderKey].";

const SAME_SITE: &str = "SameSite allows a server to define a cookie attribute making it impossible for\nthe browser \
    to send this cookie along with cross-site requests. The main\ngoal is to mitigate the risk of cross-origin \
    information leakage, and provide\nsome protection against cross-site request forgery attacks.\n\nSee \
    https://tools.ietf.org/html/draft-ietf-httpbis-cookie-same-site-00 for details.";

const CLIENT_AUTH_TYPE: &str = "ClientAuthType declares the policy the server will follow for\nTLS Client \
    Authentication.";

const MIME_HEADER: &str = "A MIMEHeader represents a MIME-style header mapping\nkeys to sets of values.";

const KIND: &str = "A Kind represents the specific kind of type that a [Type] represents.\nThe zero Kind is not a \
    valid kind.";

const SIGNAL: &str = "A Signal is a number describing a process signal.\nIt implements the [os.Signal] interface.";

const RAW_MESSAGE: &str = "RawMessage is a raw encoded JSON value.\nIt implements [Marshaler] and [Unmarshaler] \
    and can\nbe used to delay JSON decoding or precompute a JSON encoding.";

const META: &str = "k8s.io/apimachinery/pkg/apis/meta/v1";

#[rustfmt::skip]
const TABLE: &[KnownType] = &[
    // The standard library.
    standard("time", "Time", KnownKind::DateTime, KnownKind::DateTime, Some(Writer::Json), RustType::String, false),
    same("time", "Duration", KnownKind::Builtin(Builtin::Int64), RustType::I64)
        .described(DURATION),
    same("time", "Month", KnownKind::Builtin(Builtin::Int), RustType::I64)
        .described(MONTH),
    same("time", "Weekday", KnownKind::Builtin(Builtin::Int), RustType::I64)
        .described(WEEKDAY),
    standard(
        "encoding/json",
        "RawMessage",
        KnownKind::Any,
        KnownKind::Bytes,
        Some(Writer::Json),
        RustType::RawMessage,
        false,
    )
    .described(RAW_MESSAGE),
    standard(
        "encoding/json",
        "Number",
        KnownKind::Number,
        KnownKind::Builtin(Builtin::String),
        None,
        RustType::RawMessage,
        true,
    )
    .described("A Number represents a JSON number literal."),
    standard("net", "IP", KnownKind::Text, KnownKind::Bytes, Some(Writer::Text), RustType::String, true),
    same("net", "IPMask", KnownKind::Bytes, RustType::Bytes),
    same("net", "HardwareAddr", KnownKind::Bytes, RustType::Bytes)
        .described("A HardwareAddr represents a physical hardware address."),
    standard("net/netip", "Addr", KnownKind::Text, KnownKind::Opaque, Some(Writer::Text), RustType::String, true),
    standard("net/netip", "AddrPort", KnownKind::Text, KnownKind::Opaque, Some(Writer::Text), RustType::String, true),
    standard("net/netip", "Prefix", KnownKind::Text, KnownKind::Opaque, Some(Writer::Text), RustType::String, true),
    same("net/url", "Values", KnownKind::TextLists, RustType::TextLists),
    same("net/http", "Header", KnownKind::TextLists, RustType::TextLists)
        .described(HEADER),
    same("net/http", "SameSite", KnownKind::Builtin(Builtin::Int), RustType::I64)
        .described(SAME_SITE),
    same("net/textproto", "MIMEHeader", KnownKind::TextLists, RustType::TextLists)
        .described(MIME_HEADER),
    same("crypto/tls", "ClientAuthType", KnownKind::Builtin(Builtin::Int), RustType::I64)
        .described(CLIENT_AUTH_TYPE),
    standard("math/big", "Int", KnownKind::Number, KnownKind::Opaque, Some(Writer::Json), RustType::RawMessage, false),
    standard("math/big", "Float", KnownKind::Text, KnownKind::Opaque, Some(Writer::Text), RustType::String, false),
    standard("math/big", "Rat", KnownKind::Text, KnownKind::Opaque, Some(Writer::Text), RustType::String, false),
    same("os", "FileMode", KnownKind::Builtin(Builtin::Uint32), RustType::U32),
    same("io/fs", "FileMode", KnownKind::Builtin(Builtin::Uint32), RustType::U32),
    same("reflect", "Kind", KnownKind::Builtin(Builtin::Uint), RustType::U64)
        .described(KIND),
    same("syscall", "Signal", KnownKind::Builtin(Builtin::Int), RustType::I64)
        .described(SIGNAL),
    // Kubernetes.
    declared(META, "Duration", RustType::Duration, false),
    declared(META, "FieldsV1", RustType::FieldsV1, false),
    declared(META, "GroupVersion", RustType::OwnJson, false),
    declared(META, "MicroTime", RustType::MicroTime, false),
    declared(META, "Time", RustType::Time, false),
    declared("k8s.io/apimachinery/pkg/util/intstr", "IntOrString", RustType::IntOrString, true),
    declared("k8s.io/apimachinery/pkg/api/resource", "Quantity", RustType::Quantity, false),
    declared("k8s.io/apimachinery/pkg/runtime", "RawExtension", RustType::RawExtension, false),
    declared("k8s.io/apimachinery/pkg/runtime", "Unknown", RustType::OwnJson, false),
    declared("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1", "JSON", RustType::RawMessage, false),
    declared("k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1", "JSON", RustType::RawMessage, false),
];

/// Creates a row for a standard library type.
const fn standard(
    package: &'static str,
    name: &'static str,
    json: KnownKind,
    openapi_gen: KnownKind,
    writer: Option<Writer>,
    rust: RustType,
    is_zero_absent: bool,
) -> KnownType {
    KnownType { package, name, json, openapi_gen, writer, rust, description: "", is_zero_absent }
}

/// Creates a row for a standard library type without a custom encoding.
const fn same(package: &'static str, name: &'static str, form: KnownKind, rust: RustType) -> KnownType {
    standard(package, name, form, form, None, rust, true)
}

/// Creates a row for a Kubernetes type with a custom encoding that is published as declared.
const fn declared(package: &'static str, name: &'static str, rust: RustType, is_zero_absent: bool) -> KnownType {
    let form = KnownKind::Declared;
    standard(package, name, form, form, Some(Writer::Json), rust, is_zero_absent)
}
