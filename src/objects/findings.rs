//! Converts object errors to diagnostics.

use std::ops::Range;

use idlgen_runtime::field::{BadValue, Element, Error, ErrorType, MessageStyle, PathBuf};
use idlgen_validate::crd::Warning;
use idlgen_yaml::Node;
use serde_json::Value as Json;

use super::{
    catalog::Catalog,
    kinds::{self, Identity},
    mistyped,
    near_kind::{self, Suggestion},
    template_actions,
    unquoted::{self, Misread},
    variables,
};
use crate::{
    diag::{Decoding, Diagnostic, FieldError, ObjectReference, Severity},
    objects::codes::{INVALID_VALUE, MISREAD_KEY, SERVER_WARNING, UNKNOWN_FIELD, UNKNOWN_KIND, UNREADABLE},
    source::{FileId, Span},
};

pub(super) struct ObjectInFile<'a> {
    pub(super) file: FileId,
    /// The offset in the file at which the text for positions starts.
    pub(super) offset: usize,
    /// That text.
    pub(super) text: &'a str,
    pub(super) object: &'a Node,
}

/// Describes an object by its kind, name and namespace, with an optional field.
pub(super) fn reference(identity: &Identity, field: Option<String>) -> ObjectReference {
    let Identity { api_version, kind, namespace, name } = identity.clone();
    ObjectReference { api_version, kind, namespace, name, field, ..ObjectReference::default() }
}

/// Returns `true` for a list that may contain objects of any kinds.
pub(super) fn is_list(root: &Node) -> bool {
    let text = |key| root.get(key).and_then(Node::as_str);
    text("apiVersion") == Some("v1") && text("kind") == Some("List")
}

impl ObjectInFile<'_> {
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start + self.offset, range.end + self.offset)
    }

    /// Returns a part of the text as written.
    pub(super) fn written(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Returns the span of the entire object.
    pub(super) fn object_span(&self) -> Span {
        self.span(&self.object.span)
    }

    /// Returns the span of the object's kind, or of its start.
    pub(super) fn kind(&self) -> Span {
        match self.object.get("kind") {
            Some(kind) => self.span(&kind.span),
            None => self.span(&self.object.find(&PathBuf { elements: vec![missing()] }).span),
        }
    }

    /// Reports a field error. `schema_path` is the location of the violated keyword.
    pub(super) fn error(
        &self,
        identity: &Identity,
        error: &Error,
        style: MessageStyle,
        schema_path: Option<String>,
    ) -> Diagnostic {
        let found = self.object.find(&error.path);
        let forbidden = forbidden_property(error).and_then(|path| self.object.find(&path).key);
        // For large values, underline the key instead of many lines.
        let is_about_whole = matches!(error.error_type, ErrorType::TooMany | ErrorType::TooFew | ErrorType::Required);
        let span = match forbidden.as_ref().or(found.key.as_ref()) {
            Some(key) if forbidden.is_some() => self.span(key),
            Some(key) if is_about_whole => self.span(key),
            Some(key) if matches!(error.bad_value, BadValue::Omitted) => self.span(key),
            _ => self.span(&found.span),
        };
        let mut diagnostic = Diagnostic::new(INVALID_VALUE, error.text(style)).at(span);
        if !is_about_whole && variables::is_in(self.written(&found.span)) {
            diagnostic = variables::described(diagnostic);
        } else if !is_about_whole && template_actions::is_in(self.written(&found.span)) {
            diagnostic = template_actions::described(diagnostic);
        } else if let Some(misread) = Misread::of_error(error) {
            diagnostic = diagnostic.help(misread.help(self.written(&found.span)));
        } else if let Some(help) = mistyped::help(&diagnostic.message, self.written(&found.span)) {
            diagnostic = diagnostic.help(help);
        }
        if let Some(problem) = &error.origin.message_problem {
            diagnostic = diagnostic
                .note(format!("the messageExpression of the rule has no usable result: {problem}"))
                .note("API servers write this to their log, and show the message of the rule, or the rule, instead");
        }
        let reference = ObjectReference {
            reason: Some(error.error_type.reason()),
            error: Some(Box::new(field_error(error, schema_path))),
            ..reference(identity, Some(error.field.clone()))
        };
        Diagnostic { object: Some(Box::new(reference)), ..diagnostic }
    }

    /// Reports that an object cannot be decoded as an object of its kind.
    pub(super) fn unreadable(&self, identity: &Identity, path: &PathBuf, message: &str) -> Diagnostic {
        let found = self.object.find(path);
        let mut diagnostic = Diagnostic::new(UNREADABLE, message).at(self.span(&found.span));
        if variables::is_in(self.written(&found.span)) {
            diagnostic = variables::described(diagnostic);
        } else if template_actions::is_in(self.written(&found.span)) {
            diagnostic = template_actions::described(diagnostic);
        } else if let Some(misread) = Misread::of_decoding(message) {
            diagnostic = diagnostic.help(misread.help(self.written(&found.span)));
        } else if let Some(help) = mistyped::help(message, self.written(&found.span)) {
            diagnostic = diagnostic.help(help);
        }
        let field = (!path.elements.is_empty()).then(|| path.to_string());
        let reference = ObjectReference { decoding: Some(Decoding::Failed), ..reference(identity, field) };
        Diagnostic { object: Some(Box::new(reference)), ..diagnostic }
    }

    /// Reports a warning of the server.
    pub(super) fn warning(&self, identity: &Identity, path: &PathBuf, message: &str) -> Diagnostic {
        let found = self.object.find(path);
        let span = if path.elements.is_empty() { self.kind() } else { self.span(&found.span) };
        let field = (!path.elements.is_empty()).then(|| path.to_string());
        let diagnostic = Diagnostic::new(SERVER_WARNING, message).at(span);
        Diagnostic { object: Some(Box::new(reference(identity, field))), ..diagnostic }
    }

    pub(super) fn unknown_field(&self, identity: &Identity, path: &PathBuf, near: Option<String>) -> Diagnostic {
        let found = self.object.find(path);
        let span = self.span(found.key.as_ref().unwrap_or(&found.span));
        let message = Warning::UnknownField(path.clone()).to_string();
        let mut diagnostic = Diagnostic::new(UNKNOWN_FIELD, message).at(span);
        let reference = reference(identity, Some(path.to_string()));
        diagnostic.object = Some(Box::new(ObjectReference { decoding: Some(Decoding::Strict), ..reference }));
        let Some((Element::Field(name) | Element::Key(name), parents)) = path.elements.split_last() else {
            return diagnostic;
        };
        if let Some(help) = found.key.as_ref().and_then(|key| unquoted::key_help(self.written(key), name)) {
            return diagnostic.help(help);
        }
        // Do not suggest an existing field.
        let is_there = |near: &String| {
            let elements = parents.iter().cloned().chain([Element::Field(near.clone())]).collect();
            self.object.find(&PathBuf { elements }).is_present
        };
        match near.filter(|near| !is_there(near)) {
            Some(near) => diagnostic.unsafe_fix(format!("use `{near}`"), span, like(name, span, &near)),
            None => diagnostic,
        }
    }

    /// Reports the keys that are not read as they are written.
    pub(super) fn misread_keys(&self, identity: &Identity) -> Vec<Diagnostic> {
        let keys = unquoted::misread_keys(self.object, self.text).into_iter().map(|(name, range)| {
            let written = self.written(&range);
            let diagnostic = Diagnostic::new(MISREAD_KEY, format!("the key `{written}` is read as `{name}`"))
                .at(self.span(&range))
                .help(unquoted::key_help(written, name).unwrap_or_default());
            Diagnostic { object: Some(Box::new(reference(identity, None))), ..diagnostic }
        });
        keys.collect()
    }

    pub(super) fn unknown_kind(&self, catalog: &Catalog<'_>, identity: &Identity) -> Diagnostic {
        let Identity { api_version, kind, .. } = identity;
        if let Some(reason) = catalog.why_not(api_version, kind) {
            return Diagnostic::new(UNKNOWN_KIND, reason).at(self.kind());
        }
        let what = if catalog.is_go() { "Go type" } else { "schema" };
        let message = format!("no {what} for kind `{kind}` in `{api_version}`");
        let diagnostic = Diagnostic::new(UNKNOWN_KIND, message).at(self.kind());
        let diagnostic = match native_package(api_version) {
            Some(package) if !catalog.has_all_of(api_version) => diagnostic.note("it is a Kubernetes kind").help(
                format!("pass `--go {package}` to validate it or `--exclude-kind {api_version}/{kind}` to skip it"),
            ),
            _ => diagnostic,
        };
        let suggestion = match near_kind::suggest(&catalog.kinds(), api_version, kind) {
            // All kinds of this apiVersion are known, so the kind is only in the other one.
            Suggestion::Unrelated(other) if catalog.has_all_of(api_version) => Suggestion::ApiVersion(other),
            other => other,
        };
        match suggestion {
            Suggestion::Kind(near) => {
                let instead = like(kind, self.kind(), &near);
                diagnostic.unsafe_fix(format!("use `{near}`"), self.kind(), instead)
            }
            Suggestion::ApiVersion(near) => {
                let span = self.object.get("apiVersion").map_or(self.kind(), |node| self.span(&node.span));
                diagnostic.unsafe_fix(
                    format!("use `apiVersion: {near}`, which has kind {kind}"),
                    span,
                    like(api_version, span, &near),
                )
            }
            Suggestion::Both { api_version, kind } => {
                diagnostic.help(format!("use kind {kind} of apiVersion {api_version}"))
            }
            Suggestion::Unrelated(other) => {
                with_sources(diagnostic.note(format!("`{other}` has a different kind `{kind}`")), catalog)
            }
            Suggestion::None => with_sources(diagnostic, catalog),
        }
    }

    /// Returns the severity of the diagnostic about an object of an unknown kind. `wanted` is the configured severity.
    /// A kind of Kubernetes that a server of this version cannot have is always an error. If the kind exists with
    /// another apiVersion, the severity is at least a warning.
    pub(super) fn severity_of_unknown_kind(
        catalog: &Catalog<'_>,
        Identity { api_version, kind, .. }: &Identity,
        wanted: Severity,
    ) -> Severity {
        if catalog.is_missing_in_kubernetes(api_version, kind) {
            return Severity::Error;
        }
        match near_kind::suggest(&catalog.kinds(), api_version, kind) {
            Suggestion::ApiVersion(_) => wanted.max(Severity::Warning),
            _ => wanted,
        }
    }
}

/// Returns the path of the property that the error forbids. The path of the error is that of its object.
fn forbidden_property(error: &Error) -> Option<PathBuf> {
    let BadValue::Json(Json::String(name)) = &error.bad_value else { return None };
    if error.origin.check != "additionalProperties" {
        return None;
    }
    let mut path = error.path.clone();
    path.elements.push(Element::Field(name.clone()));
    Some(path)
}

/// Returns the parts of a field error.
fn field_error(error: &Error, schema_path: Option<String>) -> FieldError {
    let Error { error_type, bad_value, detail, origin, .. } = error;
    FieldError {
        error_type: error_type.reason(),
        bad_value: match bad_value {
            BadValue::Omitted => None,
            BadValue::Json(value) => Some(sorted(value)),
            BadValue::Verbatim(text) => Some(text.as_str().into()),
        },
        detail: detail.clone(),
        origin: Some(origin.check.to_string()).filter(|check| !check.is_empty()),
        rule: origin.rule.as_deref().map(str::to_owned),
        schema_path,
    }
}

/// Sorts the members of objects by name.
fn sorted(value: &Json) -> Json {
    match value {
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().map(|(name, value)| (name.clone(), sorted(value))).collect();
            members.sort_by(|(left, _), (right, _)| left.cmp(right));
            Json::Object(members.into_iter().collect())
        }
        Json::Array(elements) => elements.iter().map(sorted).collect(),
        other => other.clone(),
    }
}

/// Lists the known kinds for the help of a diagnostic about an unknown one.
fn with_sources(diagnostic: Diagnostic, catalog: &Catalog<'_>) -> Diagnostic {
    let api_versions = catalog.user_api_versions();
    match (catalog.is_go(), catalog.is_user_specified(), api_versions.as_slice()) {
        (true, _, []) => {
            diagnostic.note("the packages of --go register no group and version").help("specify the type with --type")
        }
        (true, _, some) => diagnostic.note(format!("the packages of --go define {}", some.join(", "))),
        (false, false, _) => {
            diagnostic.help("pass CRDs, documents or packages that define it with --crd, --openapi or --go")
        }
        (false, true, []) => diagnostic.note("the specified sources have no kinds"),
        (false, true, some) => diagnostic.note(format!("the specified sources have schemas for {}", some.join(", "))),
    }
}

/// Returns the package of k8s.io/api that contains the types of an apiVersion.
fn native_package(api_version: &str) -> Option<String> {
    let (group, version) = kinds::group_and_version(api_version);
    if group.is_empty() && version != "v1" {
        return None;
    }
    let folder = NATIVE_GROUPS.iter().find_map(|(known, folder)| (*known == group).then_some(folder))?;
    Some(format!("k8s.io/api/{folder}/{version}"))
}

/// The Kubernetes groups and their directories in k8s.io/api.
const NATIVE_GROUPS: [(&str, &str); 20] = [
    ("", "core"),
    ("admissionregistration.k8s.io", "admissionregistration"),
    ("apps", "apps"),
    ("authentication.k8s.io", "authentication"),
    ("authorization.k8s.io", "authorization"),
    ("autoscaling", "autoscaling"),
    ("batch", "batch"),
    ("certificates.k8s.io", "certificates"),
    ("coordination.k8s.io", "coordination"),
    ("discovery.k8s.io", "discovery"),
    ("events.k8s.io", "events"),
    ("flowcontrol.apiserver.k8s.io", "flowcontrol"),
    ("networking.k8s.io", "networking"),
    ("node.k8s.io", "node"),
    ("policy", "policy"),
    ("rbac.authorization.k8s.io", "rbac"),
    ("resource.k8s.io", "resource"),
    ("scheduling.k8s.io", "scheduling"),
    ("storage.k8s.io", "storage"),
    ("storagemigration.k8s.io", "storagemigration"),
];

/// Formats a replacement with quotes like those of the original.
fn like(written: &str, span: Span, instead: &str) -> String {
    let is_quoted = (span.end - span.start) as usize == written.len() + 2;
    if is_quoted { serde_json::Value::from(instead).to_string() } else { instead.to_owned() }
}

/// Returns a path element that exists in no object. Searching for it finds the start of an object.
fn missing() -> Element<String> {
    Element::Index(usize::MAX)
}
