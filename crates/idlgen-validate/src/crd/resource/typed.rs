//! Custom resources of generated Rust types.

mod by_type;
mod stored;
mod undeclared;
mod unpublished;

use std::{fmt, sync::OnceLock};

use idlgen_runtime::{
    Validate,
    data::{Data, Object, is_too_deep},
    field::{BadValue, Error, ErrorList, ErrorType, PathBuf},
    serde::{Serialize, de::DeserializeOwned},
};
use serde_json::Value as Json;

pub(super) use self::by_type::Decision;
pub use self::{
    stored::typed_object,
    undeclared::{PathStep, UndeclaredFields},
};
use super::{
    Admission, CustomResource, Requests, Warning,
    body::{BadBody, Expected},
    strategy::Strategy,
};
use crate::{
    Definitions, ValidatorOptions,
    crd::{CustomResourceDefinition, Scope, object_meta},
};

/// The server's response to a request, with the stored object as a Rust value.
pub type TypedAdmission<T> = Admission<Result<T, NoObject>>;

/// Why a response has no typed object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoObject {
    /// The request is rejected.
    Rejected,
    /// The server accepts an object that the type cannot represent. Contains the error of serde.
    Unreadable(String),
}

impl fmt::Display for NoObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoObject::Rejected => f.write_str("the request is rejected"),
            NoObject::Unreadable(message) => write!(f, "the type cannot represent the object: {message}"),
        }
    }
}

impl std::error::Error for NoObject {}

/// A kind whose objects are values of a generated type. Generated code implements it if `[rust]` has `admit = true`.
///
/// Each method has the verdict, the errors, the warnings and the stored object of an API server whose CRD was generated
/// from the same Go types. The CRD contains neither hand-written validators nor unpublished rules: their errors come
/// after those of the server.
pub trait Admit: Validate + Object + Data + Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// Returns the kind.
    fn resource() -> &'static TypedResource;

    /// Processes a request to create an object.
    fn admit(object: &Json) -> TypedAdmission<Self> {
        Self::resource().create(object)
    }

    /// Processes a request to create an object, from the body of the request, like
    /// [`CustomResource::create_slice`].
    fn admit_slice(body: &[u8]) -> TypedAdmission<Self> {
        Self::resource().create_slice(body)
    }

    /// Processes a request to replace the stored object `old`.
    fn admit_update(object: &Json, old: &Json) -> TypedAdmission<Self> {
        Self::resource().update(object, old)
    }

    /// Processes a request to replace the stored object `old`, from the body of the request.
    fn admit_update_slice(body: &[u8], old: &Json) -> TypedAdmission<Self> {
        Self::resource().update_slice(body, old)
    }

    /// Processes a request to replace the `status` of the stored object `old`.
    fn admit_status(object: &Json, old: &Json) -> TypedAdmission<Self> {
        Self::resource().update_status(object, old)
    }

    /// Processes a request to replace the `status` of the stored object `old`, from the body of the request.
    fn admit_status_slice(body: &[u8], old: &Json) -> TypedAdmission<Self> {
        Self::resource().update_status_slice(body, old)
    }
}

/// The constants of a kind, as generated.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "generated code constructs it")]
pub struct Kind {
    /// The API group.
    pub group: &'static str,
    /// The API version without its group, such as `v1`.
    pub version: &'static str,
    /// The kind, such as `Widget`.
    pub kind: &'static str,
    /// `true` for a cluster-scoped kind.
    pub is_cluster_scoped: bool,
    /// `true` if the kind has the `status` subresource.
    pub has_status: bool,
    /// The paths of the `scale` subresource: requested replicas, actual replicas, selector.
    pub scale: Option<(&'static str, &'static str, Option<&'static str>)>,
    /// The warning to every client of a deprecated version.
    pub deprecation: Option<&'static str>,
    /// `true` if the validators of the Rust type check everything that the schema specifies. Otherwise, all requests
    /// are processed with the schema.
    pub is_typed: bool,
    /// The fields of the Rust type that the schema does not declare. A request with one of them is processed with the
    /// schema.
    pub undeclared: &'static [UndeclaredFields],
    /// The CRD as JSON text. It is only read when a request needs the schema.
    pub definition: &'static str,
}

/// A kind whose objects are values of a generated type.
///
/// A request is first processed with the Rust type: the object is decoded and its validators run. If the type
/// represents the object exactly and there are no errors and no warnings, that is the response. All other requests are
/// processed by a [`CustomResource`] with the schema of the CRD, so that errors, warnings and their order are those of
/// the server.
#[derive(Debug)]
pub struct TypedResource {
    kind: Kind,
    options: Option<(ValidatorOptions, Requests)>,
    /// The kind with its schema.
    exact: OnceLock<Result<CustomResource, String>>,
    /// `true` if a rule may read the old value of an update.
    reads_old: OnceLock<bool>,
}

impl TypedResource {
    /// Creates a kind with the default options of custom resources.
    pub const fn new(kind: Kind) -> Self {
        TypedResource { kind, options: None, exact: OnceLock::new(), reads_old: OnceLock::new() }
    }

    /// Creates the same kind with other options for validation and requests.
    #[must_use]
    pub fn with(&self, options: ValidatorOptions, requests: Requests) -> Self {
        TypedResource { options: Some((options, requests)), ..Self::new(self.kind) }
    }

    /// Returns the constants of the kind.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Processes a request to create an object.
    pub fn create<T: Admit>(&self, object: &Json) -> TypedAdmission<T> {
        let published =
            self.create_typed(object).unwrap_or_else(|| self.answer_exactly(object, |exact| exact.create(object)));
        self.with_unpublished(published, object, None, false)
    }

    /// Processes a request to replace the stored object `old`, like [`CustomResource::update`].
    pub fn update<T: Admit>(&self, object: &Json, old: &Json) -> TypedAdmission<T> {
        let published = self
            .replace_typed(object, old, false)
            .unwrap_or_else(|| self.answer_exactly(object, |exact| exact.update(object, old)));
        self.with_unpublished(published, object, Some(old), false)
    }

    /// Processes a request to replace the `status` of the stored object `old`, like [`CustomResource::update_status`].
    pub fn update_status<T: Admit>(&self, object: &Json, old: &Json) -> TypedAdmission<T> {
        let published = self
            .replace_typed(object, old, true)
            .unwrap_or_else(|| self.answer_exactly(object, |exact| exact.update_status(object, old)));
        self.with_unpublished(published, object, Some(old), true)
    }

    /// Processes a request to create an object, from the body of the request, like [`CustomResource::create_slice`].
    pub fn create_slice<T: Admit>(&self, body: &[u8]) -> TypedAdmission<T> {
        self.process_slice(body, (None, false), |object| self.create_typed(object), CustomResource::create)
    }

    /// Processes a request to replace the stored object `old`, from the body of the request.
    pub fn update_slice<T: Admit>(&self, body: &[u8], old: &Json) -> TypedAdmission<T> {
        let by_type = |object: &Json| self.replace_typed(object, old, false);
        self.process_slice(body, (Some(old), false), by_type, |exact, object| exact.update(object, old))
    }

    /// Processes a request to replace the `status` of the stored object `old`, from the body of the request.
    pub fn update_status_slice<T: Admit>(&self, body: &[u8], old: &Json) -> TypedAdmission<T> {
        let by_type = |object: &Json| self.replace_typed(object, old, true);
        self.process_slice(body, (Some(old), true), by_type, |exact, object| exact.update_status(object, old))
    }

    fn process_slice<T: Admit>(
        &self,
        body: &[u8],
        (old, is_status): (Option<&Json>, bool),
        by_type: impl FnOnce(&Json) -> Option<TypedAdmission<T>>,
        process: impl FnOnce(&CustomResource, &Json) -> Admission,
    ) -> TypedAdmission<T> {
        let field_validation = self.requests().map(|requests| requests.field_validation).unwrap_or_default();
        let body = match (Expected { kind: self.kind.kind, field_validation }).decode_body(body) {
            Ok(body) => body,
            Err(bad) => return typed_response(self.reject_body(*bad)),
        };
        let typed = if body.has_duplicates() { None } else { by_type(&body.object) };
        let published = typed.unwrap_or_else(|| {
            self.answer_exactly(&body.object, |exact| exact.process_body(&body, |object| process(exact, object)))
        });
        self.with_unpublished(published, &body.object, old, is_status)
    }

    /// Returns `true` if a rule may read the old value of an update.
    fn reads_old(&self) -> bool {
        *self.reads_old.get_or_init(|| self.kind.definition.contains("oldSelf"))
    }

    /// Returns the settings of requests, unless they are the default.
    fn requests(&self) -> Option<&Requests> {
        self.options.as_ref().map(|(_, requests)| requests)
    }

    /// Returns how the metadata of objects is treated.
    fn strategy(&self) -> Strategy<'_> {
        let (kind, requests) = (&self.kind, self.requests());
        Strategy {
            scope: if kind.is_cluster_scoped { Scope::Cluster } else { Scope::Namespaced },
            has_status: kind.has_status,
            namespace: requests.map_or(Requests::DEFAULT_NAMESPACE, |requests| &requests.namespace),
            checks_resource_version: requests.is_some_and(|requests| requests.checks_resource_version),
            kubernetes_minor: self.validator_options().kubernetes_minor,
        }
    }

    fn validator_options(&self) -> ValidatorOptions {
        self.options.as_ref().map_or_else(ValidatorOptions::crd, |(options, _)| *options)
    }

    /// Returns the kind with its schema.
    pub(super) fn exact(&self) -> Result<&CustomResource, &str> {
        let exact = || {
            let document: Json = serde_json::from_str(self.kind.definition).map_err(|error| error.to_string())?;
            let (definition, _) = CustomResourceDefinition::from_json(&document);
            let of_version = definition.resource_type(self.kind.version);
            let (resource_type, _) = of_version.ok_or_else(|| format!("it has no version {:?}", self.kind.version))?;
            let resource = CustomResource::new(&Definitions::default(), resource_type, self.validator_options());
            let resource = resource.map_err(|errors| {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                errors.join("; ")
            })?;
            Ok(resource.with_requests(self.requests().cloned().unwrap_or_default()))
        };
        self.exact.get_or_init(exact).as_ref().map_err(String::as_str)
    }

    fn answer_exactly<T: Admit>(
        &self,
        object: &Json,
        process: impl FnOnce(&CustomResource) -> Admission,
    ) -> TypedAdmission<T> {
        typed_response(match self.exact() {
            Ok(exact) => process(exact),
            Err(error) => self.unusable(object, error),
        })
    }

    /// Returns the response to a body that is not an object of the kind, like [`CustomResource::create_slice`].
    fn reject_body(&self, bad: BadBody) -> Admission {
        Admission {
            decode_error: Some(bad.error),
            warnings: self.deprecation().collect(),
            rejection: bad.rejection,
            ..self.response(&bad.object)
        }
    }

    /// Returns the warning for every request, if the version is deprecated.
    fn deprecation(&self) -> impl Iterator<Item = Warning> {
        self.kind.deprecation.map(str::to_owned).map(Warning::Deprecated).into_iter()
    }

    /// Returns the response if the schema of the kind cannot be used, which is a defect of the generated code.
    fn unusable(&self, object: &Json, error: &str) -> Admission {
        let detail = format!("the schema of the kind cannot be used: {error}");
        let mut errors = ErrorList::new();
        errors.push(Error::new(ErrorType::Internal, PathBuf::default(), BadValue::Omitted, detail));
        Admission { errors, ..self.response(object) }
    }

    /// Returns a response without errors.
    fn response(&self, object: &Json) -> Admission {
        let text = str::to_owned;
        Admission {
            group: text(self.kind.group),
            version: text(self.kind.version),
            kind: text(self.kind.kind),
            name: object_meta::ObjectMeta::of(object).text("name").to_owned(),
            decode_error: None,
            errors: ErrorList::new(),
            warnings: Vec::new(),
            object: object.clone(),
            unknown: Vec::new(),
            causes: None,
            rejection: None,
        }
    }
}

/// Reads the stored object of a response.
fn typed_response<T: Admit>(admission: Admission) -> TypedAdmission<T> {
    let is_allowed = admission.is_allowed();
    admission.map(|object| {
        if !is_allowed {
            return Err(NoObject::Rejected);
        }
        if is_too_deep(&object) {
            return Err(NoObject::Unreadable("the object is nested too deeply".to_owned()));
        }
        typed_object(&object).map_err(|error| NoObject::Unreadable(error.to_string()))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Kind, TypedResource};

    #[test]
    fn a_kind_with_an_unusable_schema_rejects_every_object() {
        let kind = |definition| Kind {
            group: "example.com",
            version: "v1",
            kind: "Foo",
            is_cluster_scoped: false,
            has_status: false,
            scale: None,
            deprecation: None,
            is_typed: false,
            undeclared: &[],
            definition,
        };
        for (definition, reason) in
            [("{", "EOF while parsing an object at line 1 column 1"), ("{}", "it has no version \"v1\"")]
        {
            let resource = TypedResource::new(kind(definition));
            let error = resource.exact().map(|_| ()).unwrap_err();
            assert_eq!(error, reason);
            let admission = resource.unusable(&json!({"metadata": {"name": "a"}}), error);
            assert!(!admission.is_allowed());
            let errors: Vec<String> = admission.errors.iter().map(ToString::to_string).collect();
            assert_eq!(errors, [format!("<nil>: Internal error: the schema of the kind cannot be used: {reason}")]);
            assert_eq!((admission.name.as_str(), admission.kind.as_str()), ("a", "Foo"));
        }
    }
}
