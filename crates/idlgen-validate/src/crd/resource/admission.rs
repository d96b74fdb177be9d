//! What a server answers.

use std::fmt;

use idlgen_runtime::{
    Outcome,
    field::{BadValue, Error, ErrorList, ErrorType, MessageStyle, PathBuf},
};
use serde_json::{Value as Json, json};

use crate::crd::resource_type::group_kind;

/// The request cannot be read as an object of the kind, so that nothing of it is validated. Printed in the server's
/// words, without the kind ([`Admission::message`] has it).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// Where.
    pub path: PathBuf,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DecodeError {}

/// What a client is warned of, printed as the server does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// The version is deprecated; the whole text.
    Deprecated(String),
    /// A field that nothing knows was dropped.
    UnknownField(PathBuf),
    /// The error of a rule that does not count, because the value is as it was before the update.
    Ratcheted(Error),
    /// A finalizer has a name that others may use as well; the whole text.
    Finalizer(String),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::UnknownField(path) => f.write_str(&unknown_field(path)),
            Warning::Ratcheted(error) => error.fmt(f),
            Warning::Deprecated(text) | Warning::Finalizer(text) => f.write_str(text),
        }
    }
}

/// What a server says of an unknown field.
pub(super) fn unknown_field(path: &PathBuf) -> String {
    format!("unknown field \"{}\"", path.to_strict())
}

/// What a server answers to a request, and what it would store.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Admission {
    /// The API group of the kind.
    pub group: String,
    /// The version of the request.
    pub version: String,
    /// The kind.
    pub kind: String,
    /// The object's name. Where a server would generate it, its random part is `xxxxx`.
    pub name: String,
    /// Why the request cannot be read; then nothing was validated.
    pub decode_error: Option<DecodeError>,
    /// What is wrong with the object, in the server's order. What a server says twice of the metadata, because two of
    /// its parts look at it, is here once.
    pub errors: ErrorList,
    /// What the client is warned of, in the server's order.
    pub warnings: Vec<Warning>,
    /// The object as it is stored and read again, but for what is of the moment: `uid`, timestamps, `resourceVersion`,
    /// `managedFields`. If it is refused, the object as it was validated or as it was sent.
    pub object: Json,
    /// Where fields stood that nothing knows; they are dropped.
    pub unknown: Vec<PathBuf>,
    /// All errors, with those that are repeated, if there are any such.
    pub(super) causes: Option<ErrorList>,
}

impl Admission {
    /// The causes of the server's response, in its order. On an update two parts of the server check the metadata, so
    /// an error of it may be here twice.
    pub fn causes(&self) -> &ErrorList {
        self.causes.as_ref().unwrap_or(&self.errors)
    }

    /// Whether the object is stored.
    pub fn is_allowed(&self) -> bool {
        self.decode_error.is_none() && self.errors.is_empty()
    }

    /// Why the request is refused: the message of the server's `Status`
    /// (`k8s.io/apimachinery/pkg/api/errors.NewInvalid`). Nothing if it is not.
    ///
    /// Several errors stand in brackets, and equal texts once: `Widget.example.com "w" is invalid: [a, b]`.
    pub fn message(&self) -> Option<String> {
        self.message_in(MessageStyle::Kubernetes)
    }

    /// The same, with the errors in the words of a style.
    pub fn message_in(&self, style: MessageStyle) -> Option<String> {
        let Admission { kind, group, version, name, .. } = self;
        if let Some(error) = &self.decode_error {
            return Some(format!("{kind} in version \"{version}\" cannot be handled as a {kind}: {error}"));
        }
        let name = idlgen_runtime::go::quote(name);
        let kind = group_kind(group, kind);
        (!self.errors.is_empty()).then(|| format!("{kind} {name} is invalid: {}", self.errors.text(style)))
    }

    /// What is wrong with the object, and which errors do not count because an update leaves their values as they were.
    /// That it cannot be read is one error at that place.
    pub fn into_outcome(self) -> Outcome {
        let mut errors = ErrorList::new();
        if let Some(DecodeError { path, message }) = self.decode_error {
            errors.push(Error::new(ErrorType::TypeInvalid, path, BadValue::Omitted, message));
        }
        errors.extend(self.errors);
        let mut warnings = ErrorList::new();
        warnings.extend(self.warnings.into_iter().filter_map(|warning| match warning {
            Warning::Ratcheted(error) => Some(error),
            Warning::Deprecated(_) | Warning::UnknownField(_) | Warning::Finalizer(_) => None,
        }));
        Outcome::new(errors, warnings)
    }

    /// The server's whole answer if the request is refused, a `Status` of version `v1`: code 422 with a cause for each
    /// error, or 400 if it cannot be read.
    pub fn status(&self) -> Option<Json> {
        let message = self.message()?;
        let mut status = json!({
            "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message,
            "reason": "BadRequest", "code": 400
        });
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
