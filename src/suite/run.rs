//! Runs cases.

use std::cell::RefCell;

use idlgen_runtime::field::MessageStyle;
use idlgen_validate::{
    Definitions as Schemas, ValidatorOptions,
    crd::{Admission, CustomResource, CustomResourceDefinition, Scope},
};
use serde_json::{Map, Value as Json};

use super::{
    case::{Case, Operation, Step},
    coverage::Coverage,
    definitions::Definition,
    difference::difference,
    older_texts,
    read::Suite,
};
use crate::{
    diag::Diagnostic,
    objects::codes::{FAILED_CASE, NO_DEFINITION},
    parallel,
};

/// Options for running cases.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "callers set every field")]
pub struct RunOptions {
    /// The options for validating objects.
    pub validator: ValidatorOptions,
    /// The message style of actual and expected errors.
    pub message_style: MessageStyle,
    /// `true` to record the coverage of the schema.
    pub with_coverage: bool,
}

#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CaseResult {
    /// The name of the suite.
    pub suite: String,
    /// The name of the case.
    pub case: String,
    /// The name of the file with the CRD.
    pub definition: String,
    pub outcome: Outcome,
}

/// The result of a case.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::exhaustive_enums, reason = "a case passes or fails")]
pub enum Outcome {
    /// The case passed.
    Passed {
        /// `true` if the expected message is that of an older server.
        by_older_text: bool,
    },
    /// The case did not have the expected result.
    Failed(Box<Diagnostic>),
}

/// The result of running a suite with a CRD.
#[derive(Debug)]
#[non_exhaustive]
pub struct Run {
    /// The cases, in order.
    pub results: Vec<CaseResult>,
    /// The tested version.
    pub version: String,
    /// The coverage of the schema, if requested.
    pub coverage: Option<Coverage>,
}

/// Runs the cases of a suite for which `is_wanted` returns `true` with a CRD, one after another.
///
/// # Errors
/// Returns an error message if the CRD cannot be used.
pub fn run(
    suite: &Suite,
    definition: &Definition,
    options: RunOptions,
    is_wanted: &dyn Fn(&Case) -> bool,
) -> Result<Run, Box<Diagnostic>> {
    let broken = |message: String| {
        Box::new(
            Diagnostic::new(NO_DEFINITION, message)
                .at(suite.crd_name_span)
                .note(format!("it is in {}", definition.path)),
        )
    };
    let resource = resource(&definition.document, suite.version.as_deref(), &options.validator).map_err(broken)?;
    let version = resource.resource_type().version.clone();
    let (read, _) = CustomResourceDefinition::from_json(&definition.document);
    let schema = read.version(&version).and_then(|version| version.schema.as_deref());
    let coverage = options.with_coverage.then(|| RefCell::new(Coverage::new(schema.unwrap_or(&Json::Null))));
    let runner = Runner { suite, definition, options, resource, coverage };
    let cases = suite.cases.iter().filter(|case| is_wanted(case));
    let results = cases
        .map(|case| CaseResult {
            suite: suite.name.clone(),
            case: case.name.clone(),
            definition: definition.path.clone(),
            outcome: match runner.case(case) {
                Ok(by_older_text) => Outcome::Passed { by_older_text },
                Err(failure) => Outcome::Failed(Box::new(failure.diagnostic(case, definition))),
            },
        })
        .collect();
    Ok(Run { results, version, coverage: runner.coverage.map(RefCell::into_inner) })
}

/// Runs suites with their CRDs in parallel. The results are in the order of the pairs.
pub fn run_all(
    pairs: &[(&Suite, &Definition)],
    options: RunOptions,
    is_wanted: &(dyn Fn(&Suite, &Case) -> bool + Sync),
) -> Vec<Result<Run, Box<Diagnostic>>> {
    let run_one = |(suite, definition): &(&Suite, &Definition)| {
        // Objects and CRDs may be nested as deeply as API servers allow.
        idlgen_yaml::run_deep(|| run(suite, definition, options, &|case| is_wanted(suite, case)))
    };
    parallel::map(pairs, run_one)
}

/// Returns the validator for custom resources of a CRD.
pub(super) fn resource(
    document: &Json,
    version: Option<&str>,
    options: &ValidatorOptions,
) -> Result<CustomResource, String> {
    let (definition, _) = CustomResourceDefinition::from_json(document);
    let name = definition.name();
    let version = match (version, definition.versions.as_slice()) {
        (Some(version), _) => version,
        (None, [only]) => only.name.as_str(),
        (None, []) => return Err(format!("the CRD {name} has no versions")),
        (None, _) => {
            return Err(format!("the CRD {name} has several versions; set `version` in the suite"));
        }
    };
    let (resource_type, _) =
        definition.resource_type(version).ok_or_else(|| format!("the CRD {name} has no version {version}"))?;
    CustomResource::new(&Schemas::default(), resource_type, *options).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        format!("the schema of the CRD {name} cannot be executed: {first}")
    })
}

/// The reason why a case fails.
struct Failure {
    message: String,
    notes: Vec<String>,
}

impl Failure {
    fn new(message: impl Into<String>) -> Self {
        Failure { message: message.into(), notes: Vec::new() }
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    fn diagnostic(self, case: &Case, definition: &Definition) -> Diagnostic {
        let message = format!("\"{}\": {}", case.name, self.message);
        let diagnostic = Diagnostic::new(FAILED_CASE, message).at(case.span);
        let notes = self.notes.into_iter().chain([format!("run on {}", definition.path)]);
        notes.fold(diagnostic, Diagnostic::note)
    }
}

struct Runner<'r> {
    suite: &'r Suite,
    definition: &'r Definition,
    options: RunOptions,
    resource: CustomResource,
    coverage: Option<RefCell<Coverage>>,
}

impl Runner<'_> {
    /// Records the coverage by a request with the unchanged CRD.
    fn noted(&self, admission: Admission, old: Option<&Json>) -> Admission {
        if let Some(coverage) = &self.coverage {
            coverage.borrow_mut().note(&admission, old);
        }
        admission
    }

    /// Runs a case. Returns `true` if the expected message is that of an older server.
    fn case(&self, case: &Case) -> Result<bool, Failure> {
        match &case.operation {
            Operation::Create => {
                let admission = self.noted(self.resource.create(&self.prepared(&case.initial, None)), None);
                if !case.expected_error.is_empty() {
                    return self.refused(Step::Create, &admission, &case.expected_error);
                }
                self.accepted(Step::Create, &admission)?;
                as_expected(case, &admission.object)
            }
            Operation::Update { patches, updated } => self.update(case, patches, updated),
        }
    }

    fn update(&self, case: &Case, patches: &Json, updated: &Json) -> Result<bool, Failure> {
        let patched = (!patches.is_null()).then(|| self.patched(patches)).transpose()?;
        let first = patched.as_ref().unwrap_or(&self.resource);
        let initial = self.prepared(&case.initial, None);
        let admission = first.create(&initial);
        self.accepted(Step::Create, &admission)?;
        let mut stored = admission.object;
        let has_status = first.resource_type().has_status;
        if let Some(status) = case.initial.get("status").filter(|status| has_status && !status.is_null()) {
            let admission = first.update_status(&with_status(&stored, status), &stored);
            self.accepted(Step::CreateStatus, &admission)?;
            stored = admission.object;
        }
        let updated_object = self.prepared(updated, Some(&stored));
        let admission = self.noted(self.resource.update(&updated_object, &stored), Some(&stored));
        if !case.expected_error.is_empty() {
            return self.refused(Step::Update, &admission, &case.expected_error);
        }
        self.accepted(Step::Update, &admission)?;
        stored = admission.object;
        let has_status = self.resource.resource_type().has_status;
        if let Some(status) = updated.get("status").filter(|status| has_status && !status.is_null()) {
            let admission = self.resource.update_status(&with_status(&stored, status), &stored);
            let admission = self.noted(admission, Some(&stored));
            if !case.expected_status_error.is_empty() {
                return self.refused(Step::UpdateStatus, &admission, &case.expected_status_error);
            }
            self.accepted(Step::UpdateStatus, &admission)?;
            stored = admission.object;
        } else if !case.expected_status_error.is_empty() {
            let why = if has_status { "`updated` has no status" } else { "the status is not a subresource" };
            return Err(Failure::new(format!("an error of the status is expected, but {why}")));
        }
        as_expected(case, &stored)
    }

    /// Returns the validator for custom resources of the CRD after applying patches.
    fn patched(&self, patches: &Json) -> Result<CustomResource, Failure> {
        let failure = |message: String| Failure::new(format!("`initialCRDPatches` cannot be applied: {message}"));
        let patch: json_patch::Patch =
            serde_json::from_value(patches.clone()).map_err(|error| failure(error.to_string()))?;
        let mut document = self.definition.document.clone();
        json_patch::patch(&mut document, &patch).map_err(|error| failure(error.to_string()))?;
        let version = self.suite.version.as_deref();
        resource(&document, version, &self.options.validator).map_err(failure)
    }

    /// Returns an object as it is sent in a request: with a name, and with a namespace if the kind is namespaced. An
    /// update has the name, namespace and resource version of the stored object.
    fn prepared(&self, object: &Json, stored: Option<&Json>) -> Json {
        let mut object = object.clone();
        let Some(entries) = object.as_object_mut() else { return object };
        let metadata = entries.entry("metadata").or_insert_with(|| Json::Object(Map::new()));
        if let Some(metadata) = metadata.as_object_mut() {
            if let Some(stored) = stored {
                for name in ["name", "namespace", "resourceVersion"] {
                    match stored.get("metadata").and_then(|metadata| metadata.get(name)) {
                        Some(value) => metadata.insert(name.to_owned(), value.clone()),
                        None => metadata.remove(name),
                    };
                }
            } else {
                metadata.entry("name").or_insert_with(|| "test".into());
            }
            // An update has the namespace of the created object, even if the CRD's scope has changed.
            match self.resource.resource_type().scope {
                _ if stored.is_some() => None,
                Scope::Namespaced => metadata.insert("namespace".to_owned(), "default".into()),
                Scope::Cluster => metadata.remove("namespace"),
            };
        }
        object
    }

    fn accepted(&self, step: Step, admission: &Admission) -> Result<(), Failure> {
        match admission.message_in(self.options.message_style) {
            None => Ok(()),
            Some(message) => Err(Failure::new(format!("{} is rejected, but no error is expected", step.name()))
                .note(format!("actual: {message}"))),
        }
    }

    /// Checks that a request is rejected with the expected error. Returns `true` if the message is that of an older
    /// server.
    fn refused(&self, step: Step, admission: &Admission, expected: &str) -> Result<bool, Failure> {
        let wanted = format!("expected: {expected}");
        match admission.message_in(self.options.message_style) {
            None => {
                let message = format!("{} is accepted, but an error is expected", step.name());
                Err(Failure::new(message).note(wanted))
            }
            Some(message) if message.contains(expected) => Ok(false),
            Some(_) if older_texts::contain(admission, expected) => Ok(true),
            Some(message) => Err(Failure::new(format!("{} is rejected with an unexpected error", step.name()))
                .note(wanted)
                .note(format!("actual: {message}"))),
        }
    }
}

fn with_status(stored: &Json, status: &Json) -> Json {
    let mut object = stored.clone();
    if let Some(entries) = object.as_object_mut() {
        entries.insert("status".to_owned(), status.clone());
    }
    object
}

fn as_expected(case: &Case, stored: &Json) -> Result<bool, Failure> {
    if case.expected.is_null() {
        return Err(Failure::new("the object is accepted, but an error is expected"));
    }
    match difference(&case.expected, stored) {
        None => Ok(false),
        Some(diff) => Err(Failure::new("the stored object differs from the expected one").note(diff.trim_end())),
    }
}
