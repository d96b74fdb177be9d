//! Runs cases.

use std::cell::{Cell, RefCell};

use idlgen_runtime::field::MessageStyle;
use idlgen_validate::{
    ValidatorOptions,
    crd::{Admission, CustomResourceDefinition},
};
use serde_json::{Map, Value as Json};

use super::{
    case::{Case, Operation, Step},
    cluster::{Api, Cluster},
    coverage::Coverage,
    definition::Definition,
    difference::{difference, difference_of_built_in},
    generated::{DecidedBy, Harness, RustKind, RustResponse},
    older_texts,
    read::Suite,
    resource::resource,
    subject::Subject,
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

/// The system that processes the requests of cases.
#[derive(Clone, Copy)]
#[expect(clippy::exhaustive_enums, reason = "there are no other systems")]
pub enum Target<'t> {
    /// The schema engine of idlgen.
    Engine,
    /// Generated Rust.
    Rust(&'t dyn Harness),
    /// An API server.
    Server(&'t dyn Api),
}

impl Target<'_> {
    /// Returns the name for reports. `None` for the engine.
    fn name(self) -> Option<&'static str> {
        match self {
            Target::Engine => None,
            Target::Rust(_) => Some("rust"),
            Target::Server(_) => Some("server"),
        }
    }
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
    /// The name of the system that processed the requests: `rust` or `server`. `None` for the engine.
    pub target: Option<&'static str>,
    /// The part of the generated code that decided the case: the weakest of those that decided its requests. `None`
    /// without generated code.
    pub decided_by: Option<DecidedBy>,
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

/// Runs the cases of a suite for which `is_wanted` returns `true` with a CRD, one after another. On a server, the CRD
/// exists during the run.
///
/// # Errors
/// Returns an error message if the CRD cannot be used.
pub fn run(
    suite: &Suite,
    definition: &Definition,
    options: RunOptions,
    target: Target<'_>,
    is_wanted: &dyn Fn(&Case) -> bool,
) -> Result<Run, Box<Diagnostic>> {
    let broken = |message: String| {
        Box::new(
            Diagnostic::new(NO_DEFINITION, message)
                .at(suite.crd_name_span)
                .note(format!("it is in {}", definition.path)),
        )
    };
    let subject = Subject::new(definition, suite.version.as_deref(), &options.validator).map_err(broken)?;
    let version = subject.version().to_owned();
    let (read, _) = CustomResourceDefinition::from_json(&definition.document);
    let schema = read.version(&version).and_then(|version| version.schema.as_deref());
    let coverage = options.with_coverage.then(|| RefCell::new(Coverage::new(schema.unwrap_or(&Json::Null))));
    let cases: Vec<&Case> = suite.cases.iter().filter(|case| is_wanted(case)).collect();
    let system = match target {
        Target::Server(api) if !cases.is_empty() => {
            let cluster = match &definition.built_in {
                Some(name) => Cluster::of_built_in(api, name),
                None => Cluster::new(api, definition, &version),
            };
            System::Cluster(cluster.map_err(broken)?)
        }
        Target::Rust(harness) => {
            System::Rust(RustKind::new(harness, [subject.group(), subject.version(), subject.kind()]))
        }
        Target::Server(_) | Target::Engine => System::Engine,
    };
    let runner = Runner { suite, definition, options, subject, coverage, system, decided_by: Cell::default() };
    let results = cases
        .into_iter()
        .map(|case| {
            let outcome = match runner.case(case) {
                Ok(by_older_text) => Outcome::Passed { by_older_text },
                Err(failure) => Outcome::Failed(Box::new(failure.diagnostic(case, definition, target))),
            };
            CaseResult {
                suite: suite.name.clone(),
                case: case.name.clone(),
                definition: definition.path.clone(),
                target: target.name(),
                decided_by: runner.decided_by.take(),
                outcome,
            }
        })
        .collect();
    if let System::Cluster(cluster) = runner.system {
        cluster.remove().map_err(broken)?;
    }
    Ok(Run { results, version, coverage: runner.coverage.map(RefCell::into_inner) })
}

/// Runs suites with their CRDs, in the engine in parallel. The results are in the order of the pairs.
pub fn run_all(
    pairs: &[(&Suite, &Definition)],
    options: RunOptions,
    target: Target<'_>,
    is_wanted: &(dyn Fn(&Suite, &Case) -> bool + Sync),
) -> Vec<Result<Run, Box<Diagnostic>>> {
    if !matches!(target, Target::Engine) {
        let run_one = |(suite, definition): &(&Suite, &Definition)| {
            run(suite, definition, options, target, &|case| is_wanted(suite, case))
        };
        return pairs.iter().map(run_one).collect();
    }
    let run_one = |(suite, definition): &(&Suite, &Definition)| {
        // Objects and CRDs may be nested as deeply as API servers allow.
        idlgen_yaml::run_deep(|| run(suite, definition, options, Target::Engine, &|case| is_wanted(suite, case)))
    };
    parallel::map(pairs, run_one)
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

    fn diagnostic(self, case: &Case, definition: &Definition, target: Target<'_>) -> Diagnostic {
        let message = format!("\"{}\": {}", case.name, self.message);
        let diagnostic = Diagnostic::new(FAILED_CASE, message).at(case.span);
        let system = if let Target::Rust(_) = target { " in generated Rust" } else { "" };
        let notes = self.notes.into_iter().chain([format!("run on {}{system}", definition.path)]);
        notes.fold(diagnostic, Diagnostic::note)
    }
}

struct Runner<'r> {
    suite: &'r Suite,
    definition: &'r Definition,
    options: RunOptions,
    subject: Subject,
    coverage: Option<RefCell<Coverage>>,
    system: System<'r>,
    /// The part of the generated code that decided the current case so far.
    decided_by: Cell<Option<DecidedBy>>,
}

/// The system that processes requests, prepared for a version of a CRD.
enum System<'r> {
    Engine,
    Rust(RustKind<'r>),
    Cluster(Cluster<'r>),
}

/// The response to a request.
struct Response {
    /// The error. `None` if the request is accepted.
    error: Option<String>,
    /// The stored object.
    object: Json,
    /// The result of the engine. For a cluster, only if both report the same error.
    admission: Option<Admission>,
}

impl Runner<'_> {
    fn cluster(&self) -> Option<&Cluster<'_>> {
        if let System::Cluster(cluster) = &self.system { Some(cluster) } else { None }
    }

    /// Sends a request. The engine processes it too.
    fn send(&self, step: Step, subject: &Subject, object: &Json, stored: Option<&Json>) -> Result<Response, Failure> {
        let null = Json::Null;
        let admission = match step {
            Step::Create => subject.create(object),
            Step::Update => subject.update(object, stored.unwrap_or(&null)),
            Step::CreateStatus | Step::UpdateStatus => subject.update_status(object, stored.unwrap_or(&null)),
        };
        // Only requests with the unchanged CRD cover its schema.
        let is_unchanged = std::ptr::eq(subject, &raw const self.subject);
        if let Some(coverage) = self.coverage.as_ref().filter(|_| is_unchanged) {
            coverage.borrow_mut().note(&admission, stored);
        }
        let by_engine = |admission: Admission| {
            let error = admission.message_in(self.options.message_style);
            Response { error, object: admission.object.clone(), admission: Some(admission) }
        };
        match &self.system {
            System::Engine => Ok(by_engine(admission)),
            // Generated types have the rules of the unchanged CRD.
            System::Rust(_) if !is_unchanged => {
                self.note_decision(DecidedBy::Schema);
                Ok(by_engine(admission))
            }
            System::Rust(kind) => {
                let response = kind.send(step, object, stored).map_err(Failure::new)?;
                self.note_decision(response.decided_by);
                let own = by_engine(admission);
                agree(step, &own, &response)?;
                Ok(match response.object {
                    Ok(object) => Response { object, ..own },
                    Err(error) => Response { error: Some(error), ..own },
                })
            }
            System::Cluster(cluster) => Ok(match cluster.send(step, object).map_err(Failure::new)? {
                Ok(object) => Response { error: None, object, admission: None },
                Err(error) => {
                    let is_same = admission.message().as_ref() == Some(&error);
                    Response { error: Some(error), object: Json::Null, admission: is_same.then_some(admission) }
                }
            }),
        }
    }

    fn note_decision(&self, decided_by: DecidedBy) {
        self.decided_by.set(self.decided_by.get().max(Some(decided_by)));
    }

    /// Runs a case. Returns `true` if the expected message is that of an older server.
    fn case(&self, case: &Case) -> Result<bool, Failure> {
        let outcome = match &case.operation {
            Operation::Create => self.create(case),
            Operation::Update { patches, updated } => self.update(case, patches, updated),
        };
        if let Some(cluster) = self.cluster() {
            cluster.delete_object(&self.prepared(&case.initial, None)).map_err(Failure::new)?;
        }
        outcome
    }

    fn create(&self, case: &Case) -> Result<bool, Failure> {
        if let Some(cluster) = self.cluster() {
            cluster.install(&self.definition.document).map_err(Failure::new)?;
        }
        let response = self.send(Step::Create, &self.subject, &self.prepared(&case.initial, None), None)?;
        if !case.expected_error.is_empty() {
            return refused(Step::Create, &response, &case.expected_error);
        }
        accepted(Step::Create, &response)?;
        self.as_expected(case, &case.initial, &response.object)
    }

    fn update(&self, case: &Case, patches: &Json, updated: &Json) -> Result<bool, Failure> {
        let patched = (!patches.is_null()).then(|| self.patched(patches)).transpose()?;
        let first = patched.as_ref().map_or(&self.subject, |(_, subject)| subject);
        let document = patched.as_ref().map_or(&self.definition.document, |(document, _)| document);
        if let Some(cluster) = self.cluster() {
            cluster.install(document).map_err(Failure::new)?;
        }
        let response = self.send(Step::Create, first, &self.prepared(&case.initial, None), None)?;
        accepted(Step::Create, &response)?;
        let mut stored = response.object;
        let has_status = first.has_status();
        if let Some(status) = case.initial.get("status").filter(|status| has_status && !status.is_null()) {
            let response = self.send(Step::CreateStatus, first, &with_status(&stored, status), Some(&stored))?;
            accepted(Step::CreateStatus, &response)?;
            stored = response.object;
        }
        if let Some(cluster) = self.cluster() {
            cluster.install(&self.definition.document).map_err(Failure::new)?;
        }
        let updated_object = self.prepared(updated, Some(&stored));
        let response = self.send(Step::Update, &self.subject, &updated_object, Some(&stored))?;
        if !case.expected_error.is_empty() {
            return refused(Step::Update, &response, &case.expected_error);
        }
        accepted(Step::Update, &response)?;
        stored = response.object;
        let has_status = self.subject.has_status();
        if let Some(status) = updated.get("status").filter(|status| has_status && !status.is_null()) {
            let with_status = with_status(&stored, status);
            let response = self.send(Step::UpdateStatus, &self.subject, &with_status, Some(&stored))?;
            if !case.expected_status_error.is_empty() {
                return refused(Step::UpdateStatus, &response, &case.expected_status_error);
            }
            accepted(Step::UpdateStatus, &response)?;
            stored = response.object;
        } else if !case.expected_status_error.is_empty() {
            let why = match has_status {
                true => "`updated` has no status",
                false if self.definition.built_in.is_some() => "the status of built-in kinds is not checked",
                false => "the status is not a subresource",
            };
            return Err(Failure::new(format!("an error of the status is expected, but {why}")));
        }
        self.as_expected(case, updated, &stored)
    }

    /// Compares the stored object of a case with the expected one. `sent` is the object of the last request.
    fn as_expected(&self, case: &Case, sent: &Json, stored: &Json) -> Result<bool, Failure> {
        if case.expected.is_null() {
            return Err(Failure::new("the object is accepted, but an error is expected"));
        }
        let found = match self.cluster() {
            Some(cluster) if cluster.is_built_in() => difference_of_built_in(&case.expected, sent, stored),
            _ => difference(&case.expected, stored),
        };
        match found {
            None => Ok(false),
            Some(diff) => Err(Failure::new("the stored object differs from the expected one").note(diff.trim_end())),
        }
    }

    /// Returns the CRD after applying patches, and the validator for its objects.
    fn patched(&self, patches: &Json) -> Result<(Json, Subject), Failure> {
        if self.definition.built_in.is_some() {
            return Err(Failure::new("`initialCRDPatches` needs a CRD, not a built-in kind"));
        }
        let failure = |message: String| Failure::new(format!("`initialCRDPatches` cannot be applied: {message}"));
        let patch: json_patch::Patch =
            serde_json::from_value(patches.clone()).map_err(|error| failure(error.to_string()))?;
        let mut document = self.definition.document.clone();
        json_patch::patch(&mut document, &patch).map_err(|error| failure(error.to_string()))?;
        let version = self.suite.version.as_deref();
        let resource = resource(&document, version, &self.options.validator).map_err(failure)?;
        Ok((document, Subject::Custom(Box::new(resource))))
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
            match self.subject.is_namespaced() {
                _ if stored.is_some() => None,
                true => metadata.insert("namespace".to_owned(), "default".into()),
                false => metadata.remove("namespace"),
            };
        }
        object
    }
}

/// Compares the response of generated Rust with that of the engine.
fn agree(step: Step, engine: &Response, response: &RustResponse) -> Result<(), Failure> {
    let rust = &response.object;
    let differ = |what: &str| Failure::new(format!("{}: generated Rust {what}", step.name()));
    let shown = |error: Option<&String>| error.map_or("accepted".to_owned(), |error| format!("rejected: {error}"));
    if engine.error.as_ref() != rust.as_ref().err() {
        return Err(differ("and the schema respond differently")
            .note(format!("schema: {}", shown(engine.error.as_ref())))
            .note(format!("generated Rust: {}", shown(rust.as_ref().err()))));
    }
    match rust {
        Ok(_) if response.decided_by == DecidedBy::Validators => {
            Err(differ("has validators that reject an object that the schema accepts"))
        }
        Err(error) if response.decided_by == DecidedBy::Type => {
            Err(differ("accepts an object that the schema rejects").note(format!("schema: {error}")))
        }
        Ok(object) => match difference(&engine.object, object) {
            Some(diff) => Err(differ("stores another object than the schema").note(diff.trim_end())),
            None => Ok(()),
        },
        Err(_) => Ok(()),
    }
}

fn accepted(step: Step, response: &Response) -> Result<(), Failure> {
    match &response.error {
        None => Ok(()),
        Some(message) => Err(Failure::new(format!("{} is rejected, but no error is expected", step.name()))
            .note(format!("actual: {message}"))),
    }
}

/// Returns whether the request is rejected as expected, and whether by the message of an older server.
fn refused(step: Step, response: &Response, expected: &str) -> Result<bool, Failure> {
    let wanted = format!("expected: {expected}");
    match &response.error {
        None => {
            let message = format!("{} is accepted, but an error is expected", step.name());
            Err(Failure::new(message).note(wanted))
        }
        Some(message) if message.contains(expected) => Ok(false),
        Some(_) if response.admission.as_ref().is_some_and(|own| older_texts::contain(own, expected)) => Ok(true),
        Some(message) => Err(Failure::new(format!("{} is rejected with an unexpected error", step.name()))
            .note(wanted)
            .note(format!("actual: {message}"))),
    }
}

fn with_status(stored: &Json, status: &Json) -> Json {
    let mut object = stored.clone();
    if let Some(entries) = object.as_object_mut() {
        entries.insert("status".to_owned(), status.clone());
    }
    object
}
