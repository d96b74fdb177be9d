//! Bodies of requests: JSON text, decoded like a server does (`k8s.io/apimachinery/pkg/runtime/serializer/json`,
//! `sigs.k8s.io/json`).

mod decoded;
mod lenient;
mod parse;

use idlgen_runtime::field::PathBuf;
use serde_json::Value as Json;

pub(super) use self::decoded::Body;
use self::parse::{Problem, parse};
use super::{Admission, CustomResource, DecodeError, FieldValidation, Warning, admission::Rejection};
use crate::crd::object_meta;

/// Maximum number of bytes of a body (`MaxRequestBodyBytes` of `k8s.io/apiserver/pkg/server.Config`).
const MAX_BYTES: usize = 3 * 1024 * 1024;

/// The reason why a body is not an object of the kind, and the body as far as it was decoded.
#[derive(Debug)]
pub(super) struct BadBody {
    pub(super) object: Json,
    pub(super) error: DecodeError,
    /// The entire message, if it is not that of the error.
    pub(super) rejection: Option<Rejection>,
}

/// The expected kind of a body, and how its fields are checked.
#[derive(Clone, Copy)]
pub(super) struct Expected<'k> {
    pub(super) kind: &'k str,
    pub(super) field_validation: FieldValidation,
}

impl Expected<'_> {
    /// Decodes the body of a request.
    pub(super) fn decode_body(&self, bytes: &[u8]) -> Result<Body, Box<BadBody>> {
        if bytes.len() > MAX_BYTES {
            let message = format!("Request entity too large: limit is {MAX_BYTES}");
            let rejection = Rejection { message: message.clone(), reason: "RequestEntityTooLarge", code: 413 };
            return Err(Box::new(bad(Json::Null, message, Some(rejection))));
        }
        let body = match parse(bytes) {
            Ok(body) => body,
            Err(Problem::Syntax(message)) => {
                return Err(Box::new(self.unrecognized(Json::Null, &parse_error(&message), bytes)));
            }
            Err(Problem::Number(number, object)) => {
                if let Some(bad) = self.type_problem(&object, bytes) {
                    return Err(Box::new(bad));
                }
                let message = format!("json: cannot unmarshal number {number} into Go value of type float64");
                return Err(Box::new(bad(object, message, None)));
            }
        };
        match self.type_problem(&body.object, bytes) {
            Some(bad) => Err(Box::new(bad)),
            None => Ok(body),
        }
    }

    /// Returns the error of a body whose `kind` or `apiVersion` cannot be decoded, or is missing.
    fn type_problem(&self, object: &Json, bytes: &[u8]) -> Option<BadBody> {
        let found = match object {
            Json::Null => None,
            Json::Object(members) => {
                // `encoding/json` ignores the case of names here.
                let mismatch = members.iter().find_map(|(name, value)| {
                    let field = ["kind", "apiVersion"].into_iter().find(|field| name.eq_ignore_ascii_case(field))?;
                    let is_text = value.is_string() || value.is_null();
                    (!is_text).then(|| {
                        let found = object_meta::kind(value);
                        format!("json: cannot unmarshal {found} into Go struct field .{field} of type string")
                    })
                });
                if let Some(mismatch) = mismatch {
                    return Some(self.unrecognized(object.clone(), &parse_error(&mismatch), bytes));
                }
                members.get("kind").and_then(Json::as_str).filter(|kind| !kind.is_empty())
            }
            other => {
                let of = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \
                    \"json:\\\"kind,omitempty\\\"\" }";
                let message = format!("json: cannot unmarshal {} into Go value of type {of}", object_meta::kind(other));
                return Some(self.unrecognized(other.clone(), &parse_error(&message), bytes));
            }
        };
        if found.is_none() {
            let message = format!("Object 'Kind' is missing in '{}'", String::from_utf8_lossy(bytes));
            return Some(if self.field_validation == FieldValidation::Ignore {
                bad(object.clone(), message, None)
            } else {
                self.unrecognized(object.clone(), &message, bytes)
            });
        }
        let api_version = object.get("apiVersion").and_then(Json::as_str).unwrap_or_default();
        let message = object_meta::group_version(api_version).err()?;
        Some(self.unrecognized(object.clone(), &message, bytes))
    }

    /// Returns the error of a body that is not an object of any kind.
    fn unrecognized(&self, object: Json, error: &str, bytes: &[u8]) -> BadBody {
        let kind = self.kind;
        let shown = summary(bytes);
        let message = format!("the object provided is unrecognized (must be of type {kind}): {error} ({shown})");
        bad(object, error.to_owned(), Some(Rejection { message, reason: "BadRequest", code: 400 }))
    }
}

impl CustomResource {
    /// Processes a request to create an object, from the body of the request.
    ///
    /// Like a server, reports duplicate fields, replaces invalid UTF-8, and rejects bodies of more than 3 MiB. Rejects
    /// bodies that are nested more than 127 levels deep; the limit of a server is 10,000.
    ///
    /// ```
    /// # use idlgen_validate::{Definitions, ValidatorOptions, crd::{CustomResource, ResourceType}};
    /// # let widgets = ResourceType {
    /// #     group: "example.com".to_owned(),
    /// #     version: "v1".to_owned(),
    /// #     kind: "Widget".to_owned(),
    /// #     ..ResourceType::default()
    /// # };
    /// # let widgets = CustomResource::new(&Definitions::default(), widgets, ValidatorOptions::crd()).unwrap();
    /// let admission = widgets.create_slice(b"{\"kind\": \"Widget\",}");
    /// assert_eq!(
    ///     admission.message().unwrap(),
    ///     "the object provided is unrecognized (must be of type Widget): couldn't get version/kind; json parse \
    ///      error: invalid character '}' looking for beginning of object key string ({\"kind\": \"Widget\",})"
    /// );
    /// ```
    pub fn create_slice(&self, body: &[u8]) -> Admission {
        self.process_slice(body, |object| self.create(object))
    }

    /// Processes a request to replace the stored object `old`, from the body of the request, like
    /// [`create_slice`](Self::create_slice).
    pub fn update_slice(&self, body: &[u8], old: &Json) -> Admission {
        self.process_slice(body, |object| self.update(object, old))
    }

    /// Processes a request to replace the `status` of the stored object `old`, from the body of the request, like
    /// [`create_slice`](Self::create_slice).
    pub fn update_status_slice(&self, body: &[u8], old: &Json) -> Admission {
        self.process_slice(body, |object| self.update_status(object, old))
    }

    fn process_slice(&self, body: &[u8], process: impl FnOnce(&Json) -> Admission) -> Admission {
        let expected = Expected { kind: &self.resource_type.kind, field_validation: self.requests.field_validation };
        match expected.decode_body(body) {
            Ok(body) => self.process_body(&body, process),
            Err(bad) => self.reject_body(*bad),
        }
    }

    /// Processes a decoded body.
    pub(super) fn process_body(&self, body: &Body, process: impl FnOnce(&Json) -> Admission) -> Admission {
        let mut admission = process(&body.object);
        self.report_duplicates(body, &mut admission);
        if let Some(error) = &admission.decode_error {
            admission.rejection = self.mismatched(&body.object, &error.message);
            return admission;
        }
        let Some(rejection) = self.version_problem(&body.object) else { return admission };
        let error = DecodeError { path: PathBuf::default(), message: rejection.message.clone() };
        // The server decodes the object before it reads the version.
        let is_of_decoding = |told: &Warning| !matches!(told, Warning::Ratcheted(_) | Warning::Finalizer(_));
        admission.warnings.retain(is_of_decoding);
        let refused = self.refuse(&body.object, error, admission.unknown);
        Admission { rejection: Some(rejection), warnings: admission.warnings, ..refused }
    }

    /// Returns the message of a decoding error if the object is of another kind or version.
    fn mismatched(&self, object: &Json, error: &str) -> Option<Rejection> {
        let text = |name: &str| object.get(name).and_then(Json::as_str).unwrap_or_default();
        let (_, version) = object_meta::group_version(text("apiVersion")).ok()?;
        let (kind, expected) = (text("kind"), &self.resource_type);
        let message = format!("{kind} in version \"{version}\" cannot be handled as a {}: {error}", expected.kind);
        let is_mismatch = kind != expected.kind || version != expected.version;
        is_mismatch.then_some(Rejection { message, reason: "BadRequest", code: 400 })
    }

    /// Returns the response to a body that is not an object of the kind.
    fn reject_body(&self, bad: BadBody) -> Admission {
        Admission { rejection: bad.rejection, ..self.refuse(&bad.object, bad.error, Vec::new()) }
    }

    fn report_duplicates(&self, body: &Body, admission: &mut Admission) {
        if body.duplicates.is_empty() {
            return;
        }
        match (self.requests.field_validation, &admission.decode_error) {
            (FieldValidation::Ignore, _) | (FieldValidation::Warn, Some(_)) => {}
            (FieldValidation::Warn, None) => {
                let at = admission.warnings.iter().take_while(|told| matches!(told, Warning::Deprecated(_))).count();
                let duplicates = body.duplicates.iter().cloned().map(Warning::DuplicateField);
                admission.warnings.splice(at..at, duplicates);
            }
            (FieldValidation::Strict, Some(error)) if !error.message.starts_with(super::STRICT) => {}
            (FieldValidation::Strict, _) => {
                let error = super::strict_error(&body.duplicates, &admission.unknown);
                let unknown = std::mem::take(&mut admission.unknown);
                *admission = self.refuse(&body.object, error, unknown);
            }
        }
    }

    /// Returns the rejection of an object of another version.
    fn version_problem(&self, object: &Json) -> Option<Rejection> {
        let found = object.get("apiVersion").and_then(Json::as_str).unwrap_or_default();
        let expected = self.resource_type.api_version();
        let message =
            format!("the API version in the data ({found}) does not match the expected API version ({expected})");
        (found != expected).then_some(Rejection { message, reason: "BadRequest", code: 400 })
    }
}

fn bad(object: Json, message: String, rejection: Option<Rejection>) -> BadBody {
    BadBody { object, error: DecodeError { path: PathBuf::default(), message }, rejection }
}

fn parse_error(message: &str) -> String {
    format!("couldn't get version/kind; json parse error: {message}")
}

/// Returns the beginning of a body (`summarizeData` of `k8s.io/apiserver/pkg/endpoints/handlers`).
fn summary(bytes: &[u8]) -> String {
    const SHOWN: usize = 30;
    let is_cut = bytes.len() > SHOWN;
    let shown = bytes.get(..SHOWN).unwrap_or(bytes);
    let text = match bytes.first() {
        None => "<empty>".to_owned(),
        Some(b'{') => String::from_utf8_lossy(shown).into_owned(),
        Some(_) => shown.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat(),
    };
    if is_cut { format!("{text} ...") } else { text }
}
