//! Custom resources of generated Rust types.

use std::sync::OnceLock;

use idlgen_runtime::{
    Mode, Options, Outcome, Validate,
    data::{Data, Object, decode_members, fill_in_defaults, is_as_written, is_too_deep, set_member},
    field::{BadValue, Error, ErrorList, ErrorType, PathBuf},
    serde::{Serialize, de::DeserializeOwned},
};
use serde_json::{Map, Value as Json};

use super::{
    Admission, CustomResource, Requests, decode::Source, finalizers, names_no_version, prepare::prepare_status_update,
    scale, validate::Operation,
};
use crate::{
    Definitions, ValidatorOptions,
    crd::{CustomResourceDefinition, ResourceType, Scale, Scope, object_meta},
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

/// A kind whose objects are values of a generated type. Generated code implements it if `[rust]` has `admit = true`.
///
/// Each method has the verdict, the errors, the warnings and the stored object of an API server whose CRD was generated
/// from the same Go types.
pub trait Admit: Validate + Object + Data + Clone + Default + PartialEq + Serialize + DeserializeOwned {
    /// Returns the kind.
    fn resource() -> &'static TypedResource;

    /// Processes a request to create an object.
    fn admit(object: &Json) -> TypedAdmission<Self> {
        Self::resource().create(object)
    }

    /// Processes a request to replace the stored object `old`.
    fn admit_update(object: &Json, old: &Json) -> TypedAdmission<Self> {
        Self::resource().update(object, old)
    }

    /// Processes a request to replace the `status` of the stored object `old`.
    fn admit_status(object: &Json, old: &Json) -> TypedAdmission<Self> {
        Self::resource().update_status(object, old)
    }
}

/// The constants of a kind, as generated.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "generated code constructs it")]
pub struct Kind {
    /// The API group.
    pub group: &'static str,
    /// The version.
    pub version: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// `true` for a cluster-scoped kind.
    pub is_cluster_scoped: bool,
    /// `true` if the kind has the `status` subresource.
    pub has_status: bool,
    /// The paths of the `scale` subresource: requested replicas, actual replicas, selector.
    pub scale: Option<(&'static str, &'static str, Option<&'static str>)>,
    /// The warning to every client of a deprecated version.
    pub deprecation: Option<&'static str>,
    /// `true` if the validators of the Rust type check everything that the schema says. Otherwise, all requests are
    /// processed with the schema.
    pub is_typed: bool,
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
    /// The kind without its schema: processes type information and metadata.
    head: OnceLock<Option<CustomResource>>,
    /// The kind with its schema.
    exact: OnceLock<Result<CustomResource, String>>,
}

/// The result of processing a request with the Rust type alone. There is none if the type does not represent the object
/// exactly, or if there are warnings.
#[derive(Debug)]
pub(super) enum Decision<T> {
    /// The response is known.
    Accepted(TypedAdmission<T>),
    /// The validators of the type report errors. The schema determines their order and messages.
    Rejected,
}

impl<T> Decision<T> {
    fn accepted(self) -> Option<TypedAdmission<T>> {
        match self {
            Decision::Accepted(admission) => Some(admission),
            Decision::Rejected => None,
        }
    }
}

/// A decoded object: its metadata, and everything else.
struct Decoded<T> {
    /// An object that contains only `metadata`.
    head: Json,
    typed: T,
}

impl TypedResource {
    /// Creates a kind with the default options of custom resources.
    pub const fn new(kind: Kind) -> Self {
        TypedResource { kind, options: None, head: OnceLock::new(), exact: OnceLock::new() }
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
        self.create_typed(object).unwrap_or_else(|| self.answer_exactly(object, |exact| exact.create(object)))
    }

    /// Processes a request to replace the stored object `old`, like [`CustomResource::update`].
    pub fn update<T: Admit>(&self, object: &Json, old: &Json) -> TypedAdmission<T> {
        self.replace_typed(object, old, false)
            .unwrap_or_else(|| self.answer_exactly(object, |exact| exact.update(object, old)))
    }

    /// Processes a request to replace the `status` of the stored object `old`, like [`CustomResource::update_status`].
    pub fn update_status<T: Admit>(&self, object: &Json, old: &Json) -> TypedAdmission<T> {
        self.replace_typed(object, old, true)
            .unwrap_or_else(|| self.answer_exactly(object, |exact| exact.update_status(object, old)))
    }

    /// Returns the response if the Rust type alone determines it: the object is accepted without warnings.
    #[doc(hidden)]
    pub fn create_typed<T: Admit>(&self, object: &Json) -> Option<TypedAdmission<T>> {
        self.decide_creation(object)?.accepted()
    }

    /// Processes a request to create an object with the Rust type alone, if it decides.
    pub(super) fn decide_creation<T: Admit>(&self, object: &Json) -> Option<Decision<T>> {
        let head = self.head()?;
        let mut new = self.decode::<T>(object, Source::Client)?;
        fill_in_defaults(&mut new.typed);
        head.prepare_creation(&mut new.head);
        if self.kind.has_status {
            set_member(&mut new.typed, "status", &Json::Null).ok()?;
        }
        decide(head, new, None, Operation::Create)
    }

    /// Returns the response if the Rust type alone determines it, like [`create_typed`](Self::create_typed).
    #[doc(hidden)]
    pub fn replace_typed<T: Admit>(&self, object: &Json, old: &Json, is_status: bool) -> Option<TypedAdmission<T>> {
        self.decide_replacement(object, old, is_status)?.accepted()
    }

    /// Processes a request to replace an object with the Rust type alone, if it decides.
    pub(super) fn decide_replacement<T: Admit>(
        &self,
        object: &Json,
        old: &Json,
        is_status: bool,
    ) -> Option<Decision<T>> {
        let head = self.head()?;
        let (written, stored) = (object.get("status"), old.get("status"));
        let mut new = self.decode::<T>(object, Source::Client)?;
        let mut old = self.decode::<T>(old, Source::Store)?;
        head.complete_stored(&mut old.head);
        if head.requests.checks_resource_version && names_no_version(&new.head) {
            return None;
        }
        if is_status {
            new.typed = old.typed.clone();
            set_member(&mut new.typed, "status", written.unwrap_or(&Json::Null)).ok()?;
        } else if self.kind.has_status {
            set_member(&mut new.typed, "status", stored.unwrap_or(&Json::Null)).ok()?;
        }
        fill_in_defaults(&mut new.typed);
        fill_in_defaults(&mut old.typed);
        if is_status {
            prepare_status_update(&mut new.head, &old.head);
        } else {
            head.prepare_metadata_update(&mut new.head, &old.head, new.typed != old.typed);
        }
        let Decoded { head: old_head, mut typed } = old;
        set_member(&mut typed, "metadata", old_head.get("metadata")?).ok()?;
        let operation = if is_status { Operation::UpdateStatus(&old_head) } else { Operation::Update(&old_head) };
        decide(head, new, Some(&typed), operation)
    }

    /// Decodes an object without its metadata to the Rust type. Returns `None` if the type does not represent it
    /// exactly, or if the server would report something.
    fn decode<T: Admit>(&self, object: &Json, source: Source) -> Option<Decoded<T>> {
        let members = object.as_object()?;
        let text = |name: &str| members.get(name).and_then(Json::as_str);
        let api_version = text("apiVersion")?;
        let is_of_version = match api_version.split_once('/') {
            Some((group, version)) => group == self.kind.group && version == self.kind.version,
            None => self.kind.group.is_empty() && api_version == self.kind.version,
        };
        if !is_of_version || text("kind") != Some(self.kind.kind) {
            return None;
        }
        let metadata = members.get("metadata")?;
        let decoded = match source {
            Source::Client => object_meta::decode(metadata).ok()?,
            Source::Store => object_meta::decode_what_can_be(metadata).ok()?,
        };
        let (Json::Object(mut metadata), true) = (decoded.metadata, decoded.unknown.is_empty()) else { return None };
        if source == Source::Store {
            metadata.entry("generation").or_insert_with(|| 1.into());
        }
        let mut typed = T::default();
        decode_members(&mut typed, members, |field| field.name != "metadata").ok()?;
        let head = Json::Object(Map::from_iter([("metadata".to_owned(), Json::Object(metadata))]));
        is_as_written(&typed, members, Some("metadata")).then_some(Decoded { head, typed })
    }

    /// Returns the kind without its schema, or `None` if the Rust type does not suffice for any request.
    fn head(&self) -> Option<&CustomResource> {
        let head = || {
            let text = str::to_owned;
            let scale = self.kind.scale.map(|(spec, status, selector)| Scale {
                spec_replicas_path: text(spec),
                status_replicas_path: text(status),
                label_selector_path: selector.map(text),
            });
            let resource_type = ResourceType {
                group: text(self.kind.group),
                version: text(self.kind.version),
                kind: text(self.kind.kind),
                scope: if self.kind.is_cluster_scoped { Scope::Cluster } else { Scope::Namespaced },
                has_status: self.kind.has_status,
                scale,
                deprecation: self.kind.deprecation.map(text),
                ..ResourceType::default()
            };
            self.of_type(resource_type).ok().filter(|_| self.kind.is_typed)
        };
        self.head.get_or_init(head).as_ref()
    }

    /// Returns the kind with its schema.
    pub(super) fn exact(&self) -> Result<&CustomResource, &str> {
        let exact = || {
            let document: Json = serde_json::from_str(self.kind.definition).map_err(|error| error.to_string())?;
            let (definition, _) = CustomResourceDefinition::from_json(&document);
            let of_version = definition.resource_type(self.kind.version);
            let (resource_type, _) = of_version.ok_or_else(|| format!("it has no version {:?}", self.kind.version))?;
            self.of_type(resource_type)
        };
        self.exact.get_or_init(exact).as_ref().map_err(String::as_str)
    }

    fn of_type(&self, resource_type: ResourceType) -> Result<CustomResource, String> {
        let (options, requests) = self.options.clone().unwrap_or((ValidatorOptions::crd(), Requests::default()));
        let resource = CustomResource::new(&Definitions::default(), resource_type, options);
        resource.map(|resource| resource.with_requests(requests)).map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            errors.join("; ")
        })
    }

    fn answer_exactly<T: Admit>(
        &self,
        object: &Json,
        process: impl FnOnce(&CustomResource) -> Admission,
    ) -> TypedAdmission<T> {
        let admission = match self.exact() {
            Ok(exact) => process(exact),
            Err(error) => self.unusable(object, error),
        };
        let is_allowed = admission.is_allowed();
        admission.map(|object| {
            if !is_allowed {
                return Err(NoObject::Rejected);
            }
            if is_too_deep(&object) {
                return Err(NoObject::Unreadable("the object is nested too deeply".to_owned()));
            }
            serde_json::from_value(object).map_err(|error| NoObject::Unreadable(error.to_string()))
        })
    }

    /// Returns the response if the schema of the kind cannot be used, which is a defect of the generated code.
    fn unusable(&self, object: &Json, error: &str) -> Admission {
        let detail = format!("the schema of the kind cannot be used: {error}");
        let mut errors = ErrorList::new();
        errors.push(Error::new(ErrorType::Internal, PathBuf::default(), BadValue::Omitted, detail));
        let text = str::to_owned;
        Admission {
            group: text(self.kind.group),
            version: text(self.kind.version),
            kind: text(self.kind.kind),
            name: object_meta::ObjectMeta::of(object).text("name").to_owned(),
            decode_error: None,
            errors,
            warnings: Vec::new(),
            object: object.clone(),
            unknown: Vec::new(),
            causes: None,
        }
    }
}

/// Returns the decision about a prepared object.
fn decide<T: Admit>(
    head: &CustomResource,
    new: Decoded<T>,
    old: Option<&T>,
    operation: Operation<'_>,
) -> Option<Decision<T>> {
    let Decoded { head: object, mut typed } = new;
    set_member(&mut typed, "metadata", object.get("metadata")?).ok()?;
    let (general, own) = head.metadata_errors(&object, operation);
    let options: Options = head.validator.context(Mode::Verdict).options;
    let is_accepted = general.is_empty()
        && own.is_empty()
        && head.resource_type.scale.as_ref().is_none_or(|scale| is_scalable(&typed, scale));
    if !is_accepted {
        return Some(Decision::Rejected);
    }
    let outcome = typed.outcome_with(old, &options);
    if outcome != Outcome::default() {
        return (!outcome.errors.is_empty()).then_some(Decision::Rejected);
    }
    // A dropped status has defaults when the object is read again.
    fill_in_defaults(&mut typed);
    let mut warnings: Vec<_> = head.deprecation().collect();
    warnings.extend(match operation {
        Operation::Create => finalizers::warnings(&object, None),
        Operation::Update(old) => finalizers::warnings(&object, Some(old)),
        Operation::UpdateStatus(_) => Vec::new(),
    });
    let ResourceType { group, version, kind, .. } = &head.resource_type;
    Some(Decision::Accepted(Admission {
        group: group.clone(),
        version: version.clone(),
        kind: kind.clone(),
        name: object_meta::ObjectMeta::of(&object).text("name").to_owned(),
        decode_error: None,
        errors: ErrorList::new(),
        warnings,
        object: Ok(typed),
        unknown: Vec::new(),
        causes: None,
    }))
}

/// Returns `true` if the fields of the `scale` subresource have no errors.
fn is_scalable<T: Serialize>(typed: &T, scale: &Scale) -> bool {
    let Ok(object) = serde_json::to_value(typed) else { return false };
    let mut errors = ErrorList::new();
    scale::check_scale_spec(&object, scale, &mut errors);
    scale::check_scale_status(&object, scale, &mut errors);
    errors.is_empty()
}
