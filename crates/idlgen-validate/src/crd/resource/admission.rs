//! Server responses.

use std::fmt;

use idlgen_runtime::{
    Outcome,
    field::{BadValue, Element, Error, ErrorList, ErrorType, MessageStyle, PathBuf},
};
use serde_json::{Value as Json, json};

use crate::crd::resource_type::group_kind;

/// The request cannot be decoded as an object of the kind, so nothing was validated. Formats the server's message
/// without the kind ([`Admission::message`] has it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The path.
    pub path: PathBuf,
    /// The message.
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DecodeError {}

/// A warning to the client, with the server's message.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// The version is deprecated. Contains the entire message.
    Deprecated(String),
    /// The body of a request contains a field twice. The last value applies.
    DuplicateField(PathBuf),
    /// An unknown field was dropped.
    UnknownField(PathBuf),
    /// A ratcheted rule error: the update does not change the value.
    Ratcheted(Error),
    /// A finalizer has a name that is not unique. Contains the entire message.
    Finalizer(String),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::DuplicateField(path) => f.write_str(&duplicate_field(path)),
            Warning::UnknownField(path) => f.write_str(&unknown_field(path)),
            Warning::Ratcheted(error) => error.fmt(f),
            Warning::Deprecated(text) | Warning::Finalizer(text) => f.write_str(text),
        }
    }
}

/// Formats the server's message about an unknown field. Only paths to the metadata of an embedded resource have keys:
/// `Coerce` of `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta` puts these in brackets. Pruning joins
/// all names with dots.
pub(super) fn unknown_field(path: &PathBuf) -> String {
    let has_keys = path.elements.iter().any(|element| matches!(element, Element::Key(_)));
    let shown = if has_keys { path.to_string() } else { path.to_strict() };
    format!("unknown field \"{shown}\"")
}

/// Formats the server's message about a duplicate field.
pub(super) fn duplicate_field(path: &PathBuf) -> String {
    format!("duplicate field {}", idlgen_runtime::go::quote(&path.to_strict()))
}

/// The server's response to a body that is not an object of the kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rejection {
    /// The entire message.
    pub(super) message: String,
    /// The reason and the code of the `Status`.
    pub(super) reason: &'static str,
    pub(super) code: u16,
}

/// The server's response to a request, and the object that it would store. `O` is the type of the object.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Admission<O = Json> {
    /// The API group of the kind.
    pub group: String,
    /// The version of the request.
    pub version: String,
    /// The kind, such as `Widget`.
    pub kind: String,
    /// The object's name. If a server would generate it, its random part is `xxxxx`.
    pub name: String,
    /// The error if the request cannot be decoded. Nothing was validated then.
    pub decode_error: Option<DecodeError>,
    /// The validation errors, in the server's order. Metadata errors that a server reports twice, because two of its
    /// parts check the metadata, occur once.
    pub errors: ErrorList,
    /// The warnings, in the server's order.
    pub warnings: Vec<Warning>,
    /// The object as it is stored and read again, without variable data: `uid`, timestamps, `resourceVersion`,
    /// `managedFields`. If the request is rejected, the object as it was validated or sent.
    pub object: O,
    /// The paths of dropped unknown fields.
    pub unknown: Vec<PathBuf>,
    /// All errors including repeated ones, if there are any.
    pub(super) causes: Option<ErrorList>,
    /// The response to a body that is not an object of the kind.
    pub(super) rejection: Option<Rejection>,
}

impl Admission {
    /// Creates the response to an accepted request for an object of this group, version and kind. Errors that are added
    /// reject it.
    pub fn new([group, version, kind]: [&str; 3], object: Json) -> Self {
        let name = object.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default();
        Admission {
            group: group.to_owned(),
            version: version.to_owned(),
            kind: kind.to_owned(),
            name: name.to_owned(),
            decode_error: None,
            errors: ErrorList::new(),
            warnings: Vec::new(),
            object,
            unknown: Vec::new(),
            causes: None,
            rejection: None,
        }
    }
}

impl<O> Admission<O> {
    /// Replaces the object.
    pub(super) fn map<P>(self, convert: impl FnOnce(O) -> P) -> Admission<P> {
        Admission {
            group: self.group,
            version: self.version,
            kind: self.kind,
            name: self.name,
            decode_error: self.decode_error,
            errors: self.errors,
            warnings: self.warnings,
            object: convert(self.object),
            unknown: self.unknown,
            causes: self.causes,
            rejection: self.rejection,
        }
    }

    /// Returns the causes of the server's response, in its order. On an update, two parts of the server check the
    /// metadata, so a metadata error may occur twice.
    pub fn causes(&self) -> &ErrorList {
        self.causes.as_ref().unwrap_or(&self.errors)
    }

    /// Returns `true` if the object is stored.
    pub fn is_allowed(&self) -> bool {
        self.decode_error.is_none() && self.errors.is_empty()
    }

    /// Returns the message of the server's `Status` if the request is rejected
    /// (`k8s.io/apimachinery/pkg/api/errors.NewInvalid`), otherwise `None`.
    ///
    /// Several errors are in brackets, without repeated messages: `Widget.example.com "w" is invalid: [a, b]`.
    pub fn message(&self) -> Option<String> {
        self.message_in(MessageStyle::Kubernetes)
    }

    /// Returns the message like [`message`](Self::message), in this message style.
    pub fn message_in(&self, style: MessageStyle) -> Option<String> {
        let Admission { kind, group, version, name, .. } = self;
        if let Some(rejection) = &self.rejection {
            return Some(rejection.message.clone());
        }
        if let Some(error) = &self.decode_error {
            return Some(format!("{kind} in version \"{version}\" cannot be handled as a {kind}: {error}"));
        }
        let name = idlgen_runtime::go::quote(name);
        let kind = group_kind(group, kind);
        (!self.errors.is_empty()).then(|| format!("{kind} {name} is invalid: {}", self.errors.text(style)))
    }

    /// Returns the validation errors and the ratcheted errors. A decoding error becomes a single error at its path.
    pub fn into_outcome(self) -> Outcome {
        let mut errors = ErrorList::new();
        if let Some(DecodeError { path, message }) = self.decode_error {
            errors.push(Error::new(ErrorType::TypeInvalid, path, BadValue::Omitted, message));
        }
        errors.extend(self.errors);
        let mut warnings = ErrorList::new();
        warnings.extend(self.warnings.into_iter().filter_map(|warning| match warning {
            Warning::Ratcheted(error) => Some(error),
            Warning::Deprecated(_) | Warning::DuplicateField(_) | Warning::UnknownField(_) | Warning::Finalizer(_) => {
                None
            }
        }));
        Outcome::new(errors, warnings)
    }

    /// Returns the server's response if the request is rejected, a `Status` of version `v1`: code 422 with a cause per
    /// error, or 400 for a decoding error.
    pub fn status(&self) -> Option<Json> {
        let message = self.message()?;
        let mut status = json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message,
            "reason": "BadRequest", "code": 400
        });
        if let Some(rejection) = &self.rejection {
            status["reason"] = rejection.reason.into();
            status["code"] = rejection.code.into();
        }
        if self.decode_error.is_none() {
            let causes = self.causes().iter().map(
                |error| json!({"reason": error.error_type.reason(), "message": error.body(), "field": error.field}),
            );
            status["reason"] = "Invalid".into();
            status["code"] = 422.into();
            status["details"] = json!({
                "name": self.name, "group": self.group, "kind": self.kind, "causes": causes.collect::<Json>()
            });
        }
        Some(status)
    }
}
