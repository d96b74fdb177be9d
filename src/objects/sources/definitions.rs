//! The kind CustomResourceDefinition, which every server with custom resources supports: validates CRDs as objects.

use std::fmt;

use idlgen_runtime::field::{Element, PathBuf};
use idlgen_validate::{
    crd::{CustomResourceDefinition, definition::CrdValidator},
    schema::{Problem, ProblemKind},
};
use serde_json::Value as Json;

use crate::{
    builtin,
    objects::{
        kinds::{KnownKind, group_and_version},
        source::{Found, NoValidator, Source},
        validator::{KindValidator, Request, Unreadable, ValidationResult, Warning},
    },
};

/// The kind CustomResourceDefinition.
pub struct Definitions(CrdValidator);

/// The error of servers for the removed version.
const REMOVED: &str = "apiextensions.k8s.io/v1beta1 CustomResourceDefinition is deprecated in v1.16+, unavailable in \
                       v1.22+; use apiextensions.k8s.io/v1 CustomResourceDefinition";

impl fmt::Debug for Definitions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CustomResourceDefinition::KIND)
    }
}

impl Definitions {
    /// Creates the source for CRDs in Kubernetes 1.`kubernetes_minor`.
    pub fn new(kubernetes_minor: u16) -> Self {
        Definitions(CrdValidator::new(kubernetes_minor))
    }
}

impl Source for Definitions {
    fn find(&self, api_version: &str, kind: &str) -> Option<Found> {
        let is_known = CustomResourceDefinition::is_kind(api_version, kind)
            && ["v1", "v1beta1"].contains(&group_and_version(api_version).1);
        let name = || format!("the kind {}", CustomResourceDefinition::KIND);
        is_known.then(|| Found { index: 0, is_kind: true, name: name(), span: None })
    }

    fn find_type(&self, _: &str) -> Option<Found> {
        None
    }

    fn validator(&self, _: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator> {
        Ok(Box::new(Definition(&self.0)))
    }

    fn kinds(&self) -> Vec<KnownKind<'_>> {
        vec![KnownKind { group: CustomResourceDefinition::GROUP, version: "v1", kind: CustomResourceDefinition::KIND }]
    }

    fn type_names(&self) -> Vec<&str> {
        Vec::new()
    }

    fn has_all_of(&self, api_version: &str) -> bool {
        group_and_version(api_version).0 == CustomResourceDefinition::GROUP
    }

    fn is_built_in(&self) -> bool {
        true
    }
}

struct Definition<'a>(&'a CrdValidator);

impl fmt::Debug for Definition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CustomResourceDefinition::KIND)
    }
}

impl KindValidator for Definition<'_> {
    fn validate(&self, object: &Json, old: Option<&Json>, request: Request) -> ValidationResult {
        let (definition, problems) = CustomResourceDefinition::from_json(object);
        let (unknown, others) = unknown_fields(problems);
        if request == Request::Status {
            return ValidationResult { unknown, ..ValidationResult::default() };
        }
        if let Some(first) = others.first() {
            let unreadable = vec![Unreadable::new(path(&first.pointer), first.message.clone())];
            return ValidationResult { unreadable, unknown, ..ValidationResult::default() };
        }
        let result = match old {
            Some(old) => self.0.update(&definition, &CustomResourceDefinition::from_json(old).0),
            None => self.0.create(&definition),
        };
        let is_removed = object.get("apiVersion").and_then(Json::as_str).is_some_and(|text| text.ends_with("/v1beta1"));
        let removed = is_removed.then(|| REMOVED.to_owned());
        let warnings = removed.into_iter().chain(result.warnings);
        ValidationResult {
            unreadable: Vec::new(),
            heading: None,
            errors: result.errors.into_iter().collect(),
            causes: Vec::new(),
            warnings: warnings.map(|text| Warning::Other(PathBuf::default(), text)).collect(),
            unknown,
        }
    }

    fn stored(&self, object: &Json) -> Result<Json, String> {
        let (definition, problems) = CustomResourceDefinition::from_json(object);
        Ok(without_unknown(definition.with_defaults().to_json(), problems))
    }

    fn pruned(&self, object: &Json) -> Result<Json, String> {
        let (definition, problems) = CustomResourceDefinition::from_json(object);
        Ok(without_unknown(definition.to_json(), problems))
    }

    fn nearest_field(&self, _: &PathBuf) -> Option<String> {
        None
    }
}

/// Separates the paths of unknown fields from the other problems of a CRD.
fn unknown_fields(problems: Vec<Problem>) -> (Vec<PathBuf>, Vec<Problem>) {
    let (unknown, others): (Vec<Problem>, Vec<Problem>) =
        problems.into_iter().partition(|problem| problem.kind == ProblemKind::UnknownKeyword);
    (unknown.iter().map(|problem| path(&problem.pointer)).collect(), others)
}

/// Removes the unknown fields from a CRD that was read with these problems.
fn without_unknown(mut definition: Json, problems: Vec<Problem>) -> Json {
    builtin::unknown::remove(&mut definition, &unknown_fields(problems).0);
    definition
}

/// Converts a JSON pointer to a path.
fn path(pointer: &str) -> PathBuf {
    let steps = pointer.split('/').skip(1).map(|step| {
        let step = step.replace("~1", "/").replace("~0", "~");
        step.parse().map_or(Element::Field(step), Element::Index)
    });
    PathBuf { elements: steps.collect() }
}
