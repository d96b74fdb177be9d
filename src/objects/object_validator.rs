//! Validates objects one by one, each with the validator of its kind.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Deref,
    sync::Arc,
};

use idlgen_yaml::Node;
use serde_json::Value as Json;

use super::{
    ObjectOptions,
    catalog::{Catalog, KindEntry, KindValidators, UnknownType},
    codes::{NOT_YAML, RATCHETED},
    document_problem::VALIDATE,
    findings::{self, ObjectInFile},
    kinds::Identity,
    object_file::{LoadedDocument, Object, ObjectFile, objects},
    repeated::repeated,
    skip_reason::SkipReason,
    validator::{Unreadable, ValidationResult, Warning},
    verdicts::ValidatedFile,
    without_kind::without_kind,
};
use crate::{
    diag::{Diagnostic, ObjectReference, Severity, ValidatedObject, Verdict},
    kubevirt::{self, DocumentText},
    source::Span,
};

/// Validates objects with the kinds of a catalog. It can be shared between threads.
#[derive(Debug)]
pub struct ObjectValidator<'c> {
    validators: KindValidators<'c>,
    options: ObjectOptions,
    /// The validator for all objects, if the user specified a type.
    named: Option<KindEntry<'c>>,
    old: OldObjects,
    /// Validates KubeVirt VMs with the rules of their templates.
    pub(super) machines: kubevirt::MachineValidator,
}

/// The progress of validating an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    /// Completed.
    Validated,
    /// The kind is unknown.
    Unknown,
    /// The schema of the kind is unknown.
    NotValidated,
    /// The user excludes the kind, or it is not a cluster object.
    Skipped,
}

/// Old objects for updates.
#[derive(Debug, Default)]
struct OldObjects {
    by_identity: BTreeMap<Identity, Json>,
    /// The old objects of all files in order, if the user specified a type.
    in_order: Vec<Json>,
}

impl<'c> ObjectValidator<'c> {
    /// Creates a validator for the kinds of a catalog.
    ///
    /// # Errors
    /// Returns an error if the options contain an unknown type.
    pub fn new(catalog: &'c Catalog<'c>, options: ObjectOptions) -> Result<Self, UnknownType> {
        let named = options.type_name.as_ref().map(|name| catalog.entry_of_type(name)).transpose()?;
        let machines = kubevirt::MachineValidator::default();
        Ok(ObjectValidator {
            validators: KindValidators::new(catalog),
            options,
            named,
            old: OldObjects::default(),
            machines,
        })
    }

    /// Adds the objects of a file as the old objects of updates. Returns problems in the file.
    pub fn add_old(&mut self, file: &ObjectFile) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        if file.is_chart_template() {
            return problems;
        }
        for loaded in file.documents() {
            if self.skip_reason(file, &loaded).is_some() {
                continue;
            }
            problems.extend(self.problems(file, &loaded, VALIDATE));
            let Some(root) = &loaded.document.root else { continue };
            for object in self.objects(root) {
                let json = in_full(&object);
                if self.named.is_some() {
                    self.old.in_order.push(json);
                } else {
                    self.old.by_identity.insert(object.identity, json);
                }
            }
        }
        problems
    }

    /// Returns the reason to skip a document, if any. With a type, objects need neither apiVersion nor kind.
    pub(super) fn skip_reason(&self, file: &ObjectFile, loaded: &LoadedDocument) -> Option<SkipReason> {
        file.document_skip_reason(loaded)
            .filter(|reason| self.named.is_none() || !matches!(reason, SkipReason::Yaml | SkipReason::Json))
    }

    /// Validates all objects of a file.
    pub fn validate(&self, file: &ObjectFile) -> ValidatedFile {
        let mut validated = ValidatedFile::default();
        if let Some(mut notice) = file.template_notice(VALIDATE) {
            notice.severity = self.severity(&notice);
            let span = notice.primary.as_ref().map_or(Span::new(file.file, 0, 0), |label| label.span);
            // Notices with the same key are reported once, so this is reported once per chart.
            validated.notices.push((notice.message.clone(), notice));
            validated.skip(SkipReason::HelmTemplate, ObjectReference::default(), span);
            return validated;
        }
        let mut position = 0;
        for loaded in file.documents() {
            let root = loaded.document.root.as_ref();
            if let Some(reason) = self.skip_reason(file, &loaded) {
                if reason == SkipReason::Template {
                    self.add_unrendered(file, file.action_in(&loaded), None, &mut validated);
                }
                let reference = root.map(|root| findings::reference(&Identity::of(root), None)).unwrap_or_default();
                let range = root.map_or(0..0, |root| root.span.clone());
                let span = Span::new(file.file, range.start + loaded.offset, range.end + loaded.offset);
                validated.skip(reason, reference, span);
                continue;
            }
            let problems = self.problems(file, &loaded, VALIDATE);
            let damaged: BTreeSet<usize> = loaded
                .document
                .problems
                .iter()
                .zip(&problems)
                .filter(|(_, finding)| finding.severity == Severity::Error)
                .map(|(problem, _)| problem.span.start)
                .collect();
            validated.findings.extend(problems);
            let Some(root) = &loaded.document.root else {
                validated.unreadable += usize::from(!loaded.document.problems.is_empty());
                continue;
            };
            for object in self.objects(root) {
                let is_damaged =
                    !object.node.span.is_empty() && damaged.range(object.node.span.clone()).next().is_some();
                self.validate_one(file, &loaded, &object, position, is_damaged, &mut validated);
                position += 1;
            }
        }
        validated.first_names.clear();
        validated.findings.sort_by_key(|finding| finding.primary.as_ref().map(|label| label.span));
        validated
    }

    /// Adds the notice that a file is a template, once for each file. `error` is the error of an object.
    fn add_unrendered(&self, file: &ObjectFile, at: Span, error: Option<&str>, validated: &mut ValidatedFile) {
        let mut notice = file.unrendered_notice(at, error, VALIDATE);
        notice.severity = self.severity(&notice);
        validated.notices.push((format!("template {}", file.file.index()), notice));
    }

    fn validate_one(
        &self,
        file: &ObjectFile,
        loaded: &LoadedDocument,
        object: &Object<'_>,
        position: usize,
        is_damaged: bool,
        validated: &mut ValidatedFile,
    ) {
        let DocumentText { offset, text, .. } = file.document_text(loaded);
        let place = ObjectInFile { file: file.file, offset, text, object: object.node };
        let mut findings = Vec::new();
        let mut attempt = self.object(&place, &object.identity, object, position, &mut findings, validated);
        if attempt != Attempt::Skipped
            && let Some(said) = self.template_rules(file, loaded, object.node)
        {
            findings.extend(said);
            // Rules of a template were evaluated, so the object is reported as validated.
            if attempt == Attempt::Unknown {
                attempt = Attempt::Validated;
            }
        }
        if attempt != Attempt::Skipped && self.named.is_none() {
            findings.extend(repeated(&place, loaded.document.root.as_ref(), &object.identity, validated));
        }
        if attempt != Attempt::Skipped {
            let span = |finding: &Diagnostic| finding.primary.as_ref().map(|label| label.span);
            let mut keys = place.misread_keys(&object.identity);
            if !keys.is_empty() {
                // An unknown field has the same advice.
                let reported: BTreeSet<Option<Span>> = findings.iter().map(span).collect();
                keys.retain(|key| !reported.contains(&span(key)));
            }
            findings.append(&mut keys);
        }
        let mut has_errors = false;
        for finding in &mut findings {
            finding.severity = self.severity(finding);
            finding.object.get_or_insert_with(|| Box::new(findings::reference(&object.identity, None)));
            if let Some(template) = &loaded.template {
                finding.notes.push(format!("the object comes from the template {template}"));
            }
            has_errors |= finding.severity == Severity::Error;
        }
        let reference = findings::reference(&object.identity, None);
        if !is_damaged && let Some((at, error)) = file.error_of_actions(&findings) {
            self.add_unrendered(file, at, Some(error), validated);
            return validated.skip(SkipReason::Template, reference, place.object_span());
        }
        validated.findings.extend(findings);
        let verdict = match attempt {
            Attempt::NotValidated => Verdict::NotValidated,
            Attempt::Skipped => return validated.skip(SkipReason::ExcludedKind, reference, place.object_span()),
            // A suppressed error does not make an object invalid. An object is valid only if it was validated.
            Attempt::Validated if !is_damaged && !has_errors => Verdict::Valid,
            Attempt::Unknown if !is_damaged && !has_errors => {
                return validated.skip(SkipReason::UnknownKind, reference, place.object_span());
            }
            Attempt::Validated | Attempt::Unknown => Verdict::Invalid,
        };
        validated.objects.push(ValidatedObject { reference, span: place.object_span(), verdict });
    }

    /// Validates an object and adds its findings. Returns how far the validation got.
    fn object(
        &self,
        place: &ObjectInFile<'_>,
        identity: &Identity,
        object: &Object<'_>,
        position: usize,
        findings: &mut Vec<Diagnostic>,
        validated: &mut ValidatedFile,
    ) -> Attempt {
        let Identity { api_version, kind, .. } = identity;
        if self.options.excluded_kinds.iter().any(|excluded| excluded.names(api_version, kind)) {
            return Attempt::Skipped;
        }
        if self.named.is_none() {
            let found = without_kind(place, identity, self.catalog());
            if !found.is_empty() {
                findings.extend(found);
                return Attempt::Unknown;
            }
        }
        let Some(entry) = self.validator_of(identity) else {
            let mut finding = place.unknown_kind(self.catalog(), identity);
            let severity = |wanted| ObjectInFile::severity_of_unknown_kind(self.catalog(), identity, wanted);
            finding.severity = severity(self.options.unknown_kinds);
            if finding.severity == Severity::Error && severity(Severity::Off) == Severity::Off && finding.fix.is_none()
            {
                finding = finding.help("pass `--unknown-kinds ignore` to skip objects of unknown kinds");
            }
            findings.push(finding);
            return Attempt::Unknown;
        };
        for notice in &entry.notices {
            let mut notice = notice.clone().at(place.kind());
            notice.severity = self.severity(&notice);
            notice.object = Some(Box::new(findings::reference(identity, None)));
            validated.notices.push((format!("{api_version} {kind} {}", notice.message), notice));
        }
        let Some(validator) = &entry.validator else { return Attempt::NotValidated };
        let old =
            if self.named.is_some() { self.old.in_order.get(position) } else { self.old.by_identity.get(identity) };
        let json = in_full(object);
        let result = validator.validate(&json, old, self.options.request);
        let style = self.options.message_style;
        findings.extend(unreadable(place, identity, &result));
        for (index, error) in result.errors.iter().enumerate() {
            let finding = place.error(identity, error, style, validator.schema_path(error));
            findings.push(finding.caused_at(result.causes_of(index)));
        }
        if self.options.unknown_fields != Severity::Off {
            for (index, path) in result.unknown.iter().enumerate() {
                let mut finding = place.unknown_field(identity, path, validator.nearest_field(path));
                // For other kinds, a server reports unknown fields when it decodes the object, in document order.
                if result.heading.is_none() {
                    finding = finding.caused_at(vec![index]);
                }
                finding.severity = self.options.unknown_fields;
                findings.push(finding);
            }
        }
        for warning in &result.warnings {
            findings.push(match warning {
                Warning::Ratcheted(error) => {
                    let mut finding = place.error(identity, error, style, validator.schema_path(error));
                    finding.code = RATCHETED;
                    finding.severity = Severity::Warning;
                    finding
                }
                Warning::Other(path, message) => place.warning(identity, path, message),
            });
        }
        Attempt::Validated
    }

    pub(super) fn objects<'n>(&self, root: &'n Node) -> Vec<Object<'n>> {
        if self.named.is_some() && !findings::is_list(root) {
            return vec![Object { node: root, identity: Identity::of(root) }];
        }
        objects(root, &|api_version, kind| self.catalog().has(api_version, kind))
    }

    /// Returns the configured severity.
    pub(super) fn severity(&self, finding: &Diagnostic) -> Severity {
        self.options.severities.of(finding.code, finding.severity, finding.code == NOT_YAML)
    }

    /// Returns the problems of a document. The `command` reads the file.
    pub(super) fn problems(&self, file: &ObjectFile, loaded: &LoadedDocument, command: &str) -> Vec<Diagnostic> {
        let mut problems = file.problems(loaded, command);
        for finding in &mut problems {
            finding.severity = self.severity(finding);
        }
        problems
    }

    /// Returns the validator for an object, or `None` if its kind is unknown.
    pub(super) fn validator_of(&self, identity: &Identity) -> Option<KindReference<'_, 'c>> {
        match &self.named {
            Some(named) => Some(KindReference::Named(named)),
            None => self.validators.of(&identity.api_version, &identity.kind).map(KindReference::Found),
        }
    }

    /// Returns the known kinds.
    pub(super) fn catalog(&self) -> &'c Catalog<'c> {
        self.validators.catalog()
    }
}

pub(super) enum KindReference<'j, 'c> {
    /// The validator for the type that the user specified.
    Named(&'j KindEntry<'c>),
    Found(Arc<KindEntry<'c>>),
}

impl<'c> Deref for KindReference<'_, 'c> {
    type Target = KindEntry<'c>;

    fn deref(&self) -> &KindEntry<'c> {
        match self {
            KindReference::Named(named) => named,
            KindReference::Found(found) => found,
        }
    }
}

/// Reports the decoding errors of an object. The error that a server reports has the complete message of the server.
fn unreadable(place: &ObjectInFile<'_>, identity: &Identity, result: &ValidationResult) -> Vec<Diagnostic> {
    let mut unreadable: Vec<&Unreadable> = result.unreadable.iter().collect();
    unreadable.sort_by_key(|value| place.object.find(&value.path).span.start);
    let reported = unreadable.iter().position(|value| value.stops).unwrap_or_default();
    let diagnostics =
        unreadable.into_iter().enumerate().map(|(index, Unreadable { path, message, .. })| match &result.heading {
            Some(heading) if index == reported => {
                place.unreadable(identity, path, &format!("{heading}{message}")).caused_at(vec![0])
            }
            _ => place.unreadable(identity, path, message),
        });
    diagnostics.collect()
}

/// Returns an object with its kind. If the object is a list item, the kind may come from the list.
pub(super) fn in_full(object: &Object<'_>) -> Json {
    let mut json = object.node.to_json();
    if let Some(members) = json.as_object_mut() {
        for (name, value) in [("apiVersion", &object.identity.api_version), ("kind", &object.identity.kind)] {
            if !value.is_empty() && !members.contains_key(name) {
                members.insert(name.to_owned(), value.as_str().into());
            }
        }
    }
    json
}
