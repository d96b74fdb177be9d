//! Objects in YAML and JSON, judged against Go types: which type is an object's, what is wrong with it, and where.

pub mod codes;
mod findings;
mod kind_name;
mod kinds;
mod known_fields;
mod near_kind;
mod zero_mode;

use std::collections::{BTreeMap, BTreeSet};

use idlgen_runtime::value::Value;
use idlgen_validate::{
    Definitions,
    engine::{Validator, ValidatorOptions, ZeroMode},
    schema::structural_definitions,
};
use idlgen_yaml::{Document, Limits, Node};
use thiserror::Error;

use crate::{
    diag::{Diagnostic, Severities, Severity, nearest},
    lower::Lowered,
    model::{Model, PackageId, TypeId},
    objects::codes::{NOT_AN_OBJECT, NOT_JUDGED, NOT_YAML, RATCHETED, UNKNOWN_KIND},
    source::FileId,
};
use findings::ObjectInFile;
pub use kind_name::{KindName, NoKindName};
use kinds::Identity;

/// No type of the requested packages has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the Go packages have no type {name}{}", nearest.as_ref().map(|near| format!("; did you mean \
    {near}?")).unwrap_or_default())]
#[non_exhaustive]
pub struct UnknownType {
    /// The name.
    pub name: String,
    /// The nearest one that there is, if any is near.
    pub nearest: Option<String>,
}

/// The type of a name (`Name` or `import/path.Name`) in the requested packages.
pub fn find_type(model: &Model, name: &str) -> Result<TypeId, UnknownType> {
    kinds::by_name(model, name).ok_or_else(|| {
        let requested = model.types.iter().filter(|definition| model.package(definition.package).requested);
        let nearest = nearest(name, requested.map(|definition| definition.name.as_str())).map(str::to_owned);
        UnknownType { name: name.to_owned(), nearest }
    })
}

/// How objects are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectOptions {
    /// The Go type of every object (`Name` or `import/path.Name`), instead of the one found by apiVersion and kind.
    pub type_name: Option<String>,
    /// What a field means that the type does not have; [`Severity::Off`] lets it pass.
    pub unknown_fields: Severity,
    /// What zero means in all objects. If it is not said, it means in those of Kubernetes' own types and of
    /// [`native_packages`](Self::native_packages) what it means in Go, in all others what custom resources mean by it.
    pub zero_mode: Option<ZeroMode>,
    /// Import paths of packages, `/...` behind them for all below, whose types API servers serve natively, besides
    /// those of Kubernetes.
    pub native_packages: Vec<String>,
    /// The minor version of Kubernetes 1.x.
    pub kubernetes_minor: u16,
    /// What an object means whose apiVersion the Go packages do not have. A kind that they lack under an apiVersion
    /// that they have is an error all the same.
    pub unknown_kinds: Severity,
    /// Kinds of objects that are left out.
    pub excluded_kinds: Vec<KindName>,
    /// Which findings are shown, and how bad they are.
    pub severities: Severities,
}

impl Default for ObjectOptions {
    fn default() -> Self {
        ObjectOptions {
            type_name: None,
            unknown_fields: Severity::Error,
            zero_mode: None,
            native_packages: Vec::new(),
            kubernetes_minor: 35,
            unknown_kinds: Severity::Error,
            excluded_kinds: Vec::new(),
            severities: Severities::default(),
        }
    }
}

/// How many objects were judged, and with what result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// Objects that passed every check.
    pub valid: usize,
    /// Objects with errors, and documents that are no objects.
    pub invalid: usize,
    /// Objects whose types have errors.
    pub not_judged: usize,
    /// Objects of kinds that the user excludes, and of unknown ones where that is no error.
    pub left_out: usize,
}

/// A parsed file of objects.
#[derive(Debug)]
#[non_exhaustive]
pub struct ObjectFile {
    /// The file, for positions.
    pub file: FileId,
    /// Its documents.
    pub documents: Vec<Document>,
}

impl ObjectFile {
    /// Reads the text of a file.
    pub fn parse(file: FileId, text: &str) -> Self {
        ObjectFile { file, documents: idlgen_yaml::load(text, &Limits::default()) }
    }

    /// The objects of all documents, those inside of lists (`kind: List`) one by one.
    fn objects(&self) -> Vec<&Node> {
        let mut objects = Vec::new();
        for root in self.documents.iter().filter_map(|document| document.root.as_ref()) {
            match kinds::list_items(root) {
                Some(items) => objects.extend(items),
                None => objects.push(root),
            }
        }
        objects
    }
}

/// Judges objects by the types of a model.
#[derive(Debug)]
pub struct Judge<'a> {
    model: &'a Model,
    lowered: &'a Lowered,
    options: ObjectOptions,
    validators: BTreeMap<TypeId, Option<Validator>>,
    /// The definitions as custom resource definitions say them, once an object is judged by them.
    structural: Option<Definitions>,
    old: OldObjects,
    faulty: BTreeSet<PackageId>,
    /// For each type that an object had, whether it leads to a faulty package.
    is_faulty: BTreeMap<TypeId, bool>,
    /// What was found so far, in order of file and position.
    pub findings: Vec<Diagnostic>,
    /// The count so far.
    pub tally: Tally,
}

/// How far the judgement of an object came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attempt {
    /// To the end.
    Judged,
    /// It has no type, or none that can be executed.
    Failed,
    /// Its type has errors.
    NotJudged,
    /// The user excludes its kind.
    LeftOut,
}

/// Old objects, to judge updates.
#[derive(Debug, Default)]
struct OldObjects {
    by_identity: BTreeMap<Identity, Node>,
    in_order: Vec<Node>,
}

impl<'a> Judge<'a> {
    /// A judge who knows the types of the model's requested packages.
    pub fn new(model: &'a Model, lowered: &'a Lowered, options: ObjectOptions) -> Self {
        Judge {
            model,
            lowered,
            options,
            validators: BTreeMap::new(),
            structural: None,
            old: OldObjects::default(),
            faulty: BTreeSet::new(),
            is_faulty: BTreeMap::new(),
            findings: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Leaves out objects whose types lie in these packages or lead to them: what the types allow is not known, because
    /// the packages have errors.
    pub fn leave_out(&mut self, packages: BTreeSet<PackageId>) {
        self.faulty = packages;
        self.is_faulty.clear();
    }

    /// Takes the objects of a file as the old ones of updates.
    pub fn add_old(&mut self, file: &ObjectFile) {
        for object in file.objects() {
            self.old.by_identity.insert(Identity::of(object), object.clone());
            self.old.in_order.push(object.clone());
        }
        self.document_problems(file);
    }

    /// Judges every object of a file.
    pub fn judge(&mut self, file: &ObjectFile) {
        let before = self.findings.len();
        self.document_problems(file);
        let mut damaged = BTreeSet::new();
        for problem in file.documents.iter().flat_map(|document| &document.problems) {
            if self.severity(&findings::of_problem(problem, file.file)) == Severity::Error {
                damaged.insert(problem.span.start);
            }
        }
        for (position, object) in file.objects().into_iter().enumerate() {
            let first = self.findings.len();
            let is_damaged = !object.span.is_empty() && damaged.range(object.span.clone()).next().is_some();
            let was_judged = self.object(file.file, object, position);
            let place = ObjectInFile { file: file.file, object };
            let mut has_errors = false;
            for index in first..self.findings.len() {
                let Some(severity) = self.findings.get(index).map(|finding| self.severity(finding)) else { continue };
                let Some(finding) = self.findings.get_mut(index) else { continue };
                finding.severity = severity;
                finding.object.get_or_insert_with(|| Box::new(place.reference(None)));
                has_errors |= severity == Severity::Error;
            }
            match was_judged {
                Attempt::NotJudged => self.tally.not_judged += 1,
                Attempt::LeftOut => self.tally.left_out += 1,
                // What the user silenced makes nothing invalid, and nothing valid that nobody looked at.
                Attempt::Judged if !is_damaged && !has_errors => self.tally.valid += 1,
                Attempt::Failed if !is_damaged && !has_errors => self.tally.left_out += 1,
                Attempt::Judged | Attempt::Failed => self.tally.invalid += 1,
            }
        }
        let findings = self.findings.get_mut(before..).unwrap_or_default();
        findings.sort_by_key(|finding| finding.primary.as_ref().map(|label| label.span));
    }

    /// The severity that the user wants.
    fn severity(&self, finding: &Diagnostic) -> Severity {
        self.options.severities.of(finding.code, finding.severity, finding.code == NOT_YAML)
    }

    fn document_problems(&mut self, file: &ObjectFile) {
        for document in &file.documents {
            for problem in &document.problems {
                let mut finding = findings::of_problem(problem, file.file);
                finding.severity = self.severity(&finding);
                self.findings.push(finding);
            }
            self.tally.invalid += usize::from(document.root.is_none() && !document.problems.is_empty());
        }
    }

    /// How far its judgement came. What is wrong with it is among the findings.
    fn object(&mut self, file: FileId, object: &Node, position: usize) -> Attempt {
        let place = ObjectInFile { file, object };
        let stated = Identity::of(object);
        if self.options.excluded_kinds.iter().any(|excluded| excluded.names(&stated.api_version, &stated.kind)) {
            return Attempt::LeftOut;
        }
        let (type_id, identity) = match self.type_of(&place) {
            Ok(found) => found,
            Err(finding) => {
                self.findings.push(*finding);
                return Attempt::Failed;
            }
        };
        if self.is_left_out(type_id, &place) {
            return Attempt::NotJudged;
        }
        self.prepare_validator(type_id, &place);
        let Some(Some(validator)) = self.validators.get(&type_id) else { return Attempt::Failed };
        let old = if self.options.type_name.is_some() {
            self.old.in_order.get(position)
        } else {
            self.old.by_identity.get(&identity)
        };
        let outcome = match self.zero_mode(type_id) {
            ZeroMode::Native => validator.validate(object, old.map(|old| old as &dyn Value)),
            ZeroMode::Crd => {
                let old = old.map(|old| validator.as_decoded(old));
                validator.validate(&validator.as_decoded(object), old.as_ref().map(|old| old as &dyn Value))
            }
        };
        let unknown = match self.options.unknown_fields {
            Severity::Off => Vec::new(),
            _ => validator.unknown_fields(object),
        };
        for error in &outcome.errors {
            self.findings.push(place.error(error));
        }
        let name = self.lowered.names.get(&type_id).map_or("", String::as_str);
        for path in unknown {
            let near = known_fields::nearest(&self.lowered.definitions, name, &path);
            let mut finding = place.unknown_field(&path, near);
            finding.severity = self.options.unknown_fields;
            self.findings.push(finding);
        }
        for warning in &outcome.warnings {
            let mut finding = place.error(warning);
            finding.code = RATCHETED;
            finding.severity = Severity::Warning;
            self.findings.push(finding);
        }
        Attempt::Judged
    }

    /// The type of an object.
    fn type_of(&self, place: &ObjectInFile<'_>) -> Result<(TypeId, Identity), Box<Diagnostic>> {
        let mut identity = Identity::of(place.object);
        if let Some(name) = &self.options.type_name {
            identity.kind.clone_from(name);
            return find_type(self.model, name)
                .map(|id| (id, identity))
                .map_err(|error| Box::new(Diagnostic::new(UNKNOWN_KIND, error.to_string()).at(place.kind())));
        }
        if identity.api_version.is_empty() || identity.kind.is_empty() {
            let missing = match (identity.api_version.is_empty(), identity.kind.is_empty()) {
                (true, true) => "apiVersion and kind",
                (true, false) => "apiVersion",
                _ => "kind",
            };
            let message = format!("this object has no {missing}");
            let finding = Diagnostic::new(NOT_AN_OBJECT, message)
                .at(place.kind())
                .note("give it, or name the Go type with --type");
            return Err(Box::new(finding));
        }
        kinds::by_kind(self.model, &identity.api_version, &identity.kind).map(|id| (id, identity.clone())).ok_or_else(
            || {
                let mut finding = place.unknown_kind(self.model, &identity);
                if kinds::packages_of(self.model, &identity.api_version).next().is_none() {
                    finding.severity = self.options.unknown_kinds;
                }
                Box::new(finding)
            },
        )
    }

    /// What zero means in objects of a type.
    fn zero_mode(&self, id: TypeId) -> ZeroMode {
        let of_package = || {
            let package = &self.model.package(self.model.type_definition(id).package).import_path;
            zero_mode::of_package(package, &self.options.native_packages)
        };
        self.options.zero_mode.unwrap_or_else(of_package)
    }

    /// Whether a type leads to a package with errors. That is told once.
    fn is_left_out(&mut self, id: TypeId, place: &ObjectInFile<'_>) -> bool {
        if let Some(known) = self.is_faulty.get(&id) {
            return *known;
        }
        let reached = if self.faulty.is_empty() { Vec::new() } else { self.model.reached_from([id]) };
        let mut types = self.model.types.iter().zip(reached).filter(|(_, is_reached)| *is_reached);
        let faulty = types.find_map(|(definition, _)| self.faulty.get(&definition.package));
        if let Some(package) = faulty {
            let path = &self.model.package(*package).import_path;
            let message = format!("objects of {} are not judged: package {path} has errors", self.model.go_name(id));
            self.findings.push(Diagnostic::new(NOT_JUDGED, message).at(place.kind()));
        }
        self.is_faulty.insert(id, faulty.is_some());
        faulty.is_some()
    }

    /// Makes the validator of a type when it is first needed. What is wrong with its schema is told once.
    fn prepare_validator(&mut self, id: TypeId, place: &ObjectInFile<'_>) {
        if self.validators.contains_key(&id) {
            return;
        }
        let name = self.lowered.names.get(&id).map_or("", String::as_str);
        let mut options = ValidatorOptions::default();
        options.zero_mode = self.zero_mode(id);
        options.kubernetes_minor = self.options.kubernetes_minor;
        let definitions = match options.zero_mode {
            ZeroMode::Native => &self.lowered.definitions,
            ZeroMode::Crd => {
                options.is_resource = kinds::is_resource(&self.lowered.definitions, name);
                self.structural.get_or_insert_with(|| structural_definitions(&self.lowered.definitions))
            }
        };
        let validator = match Validator::for_definition(definitions, name, options) {
            Ok(validator) => Some(validator),
            Err(errors) => {
                for error in errors {
                    let message = format!("the schema of {} cannot be executed: {error}", self.model.go_name(id));
                    self.findings.push(Diagnostic::new(UNKNOWN_KIND, message).at(place.kind()));
                }
                None
            }
        };
        self.validators.insert(id, validator);
    }
}
