//! CRDs as a source of kinds.

use std::{borrow::Cow, collections::BTreeMap};

use idlgen_validate::{
    Definitions, ValidatorOptions, ZeroMode,
    crd::CustomResourceDefinition,
    engine::SchemaError,
    schema::{Problem, ProblemKind},
};
use serde_json::Value as Json;

use crate::{
    objects::{
        described::Described,
        kinds::{KnownKind, group_and_version},
        source::{Found, NoValidator, Source},
        validator::KindValidator,
        validators::{Resource, UnknownFields, Values},
    },
    source::Span,
};

/// CRDs. If several define the same kind, the first one is used.
#[derive(Debug)]
pub struct CustomResources {
    definitions: Vec<Defined>,
    /// The indices of the CRDs by group and kind.
    by_kind: BTreeMap<(String, String), Vec<usize>>,
    /// The indices of the CRDs by name.
    by_name: BTreeMap<String, Vec<usize>>,
    /// The options for validating custom resources.
    options: ValidatorOptions,
}

#[derive(Debug)]
struct Defined {
    definition: CustomResourceDefinition,
    span: Span,
    /// The file that contains the CRD.
    file: String,
}

/// Returns `true` if an object is a CRD, rather than a part of one.
pub(in crate::objects) fn is_definition(object: &Json) -> bool {
    CustomResourceDefinition::is_kind_of(object) && object.get("spec").is_some()
}

/// Returns the name in an object's metadata.
fn name(object: &Json) -> &str {
    object.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default()
}

impl CustomResources {
    /// Creates an empty set. `options` applies to the validation of objects. If a rule does not compile, each object
    /// gets an error, like on a server.
    pub fn new(options: ValidatorOptions) -> Self {
        let options = options.keeping_broken_rules();
        CustomResources { definitions: Vec::new(), by_kind: BTreeMap::new(), by_name: BTreeMap::new(), options }
    }

    /// Adds a CRD, unless the set has it. Returns `false` for another object. `span` is its location; `file` is the
    /// displayed name of its file.
    pub fn add(&mut self, document: Json, span: Span, file: &str) -> bool {
        if !is_definition(&document) {
            return false;
        }
        let name = name(&document).to_owned();
        let definition = CustomResourceDefinition::read(document);
        if self.knows(&name, &definition) {
            return true;
        }
        let key = (definition.group.clone(), definition.names.kind.clone());
        self.by_kind.entry(key).or_default().push(self.definitions.len());
        self.by_name.entry(name).or_default().push(self.definitions.len());
        self.definitions.push(Defined { definition, span, file: file.to_owned() });
        true
    }

    /// Returns `true` if the set contains the same CRD, compared by the parts that servers read.
    pub fn has(&self, document: &Json) -> bool {
        let name = name(document);
        self.by_name.contains_key(name) && self.knows(name, &CustomResourceDefinition::from_json(document).0)
    }

    fn knows(&self, name: &str, definition: &CustomResourceDefinition) -> bool {
        let same_name = self.by_name.get(name).into_iter().flatten();
        same_name.filter_map(|index| self.definitions.get(*index)).any(|known| known.definition == *definition)
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }
}

fn not_executable(errors: &[SchemaError]) -> NoValidator {
    NoValidator::NotExecutable(errors.iter().map(ToString::to_string).collect())
}

/// The number of versions per CRD that an index can represent. CRDs have far fewer.
const VERSIONS: usize = 1 << 16;

impl Source for CustomResources {
    fn find(&self, api_version: &str, kind: &str) -> Option<Found> {
        self.find_all(api_version, kind).into_iter().next()
    }

    fn find_all(&self, api_version: &str, kind: &str) -> Vec<Found> {
        let (group, version) = group_and_version(api_version);
        let same_kind = self.by_kind.get(&(group.to_owned(), kind.to_owned())).into_iter().flatten();
        let found = same_kind.filter_map(|index| {
            let Defined { definition, span, file, .. } = self.definitions.get(*index)?;
            let place = definition.versions.iter().position(|known| known.name == version && known.served)?;
            Some(Found {
                index: index * VERSIONS + place,
                is_kind: true,
                name: format!("the CustomResourceDefinition {} in {file}", definition.name()),
                span: Some(*span),
            })
        });
        found.collect()
    }

    fn find_type(&self, _: &str) -> Option<Found> {
        None
    }

    fn validator(&self, found: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator> {
        let missing = || NoValidator::NotKnown(format!("{} is unknown", found.name));
        let defined = self.definitions.get(found.index / VERSIONS).ok_or_else(missing)?;
        let version = defined.definition.versions.get(found.index % VERSIONS).ok_or_else(missing)?;
        let (resource_type, problems) = defined.definition.resource_type(&version.name).ok_or_else(missing)?;
        if let Some(problem) = problems.iter().find(|problem| problem.kind == ProblemKind::TooDeep) {
            return Err(NoValidator::NotExecutable(vec![format!("the schema is {}", problem.message)]));
        }
        let none = Cow::Owned(Definitions::default());
        if self.options.zero_mode == ZeroMode::Native {
            // Validate the object like data of a Go type. Servers do not serve such custom resources, so the steps of a
            // request do not apply.
            let values = Values::new(none, resource_type.schema, self.options, UnknownFields::Dropped);
            return values.map(|values| Box::new(values) as _).map_err(|errors| not_executable(&errors));
        }
        match Resource::new(none, resource_type, self.options) {
            Ok(resource) => Ok(Box::new(resource)),
            Err(errors) => Err(not_executable(&errors)),
        }
    }

    fn unread_parts(&self, found: &Found) -> Vec<String> {
        let Some(defined) = self.definitions.get(found.index / VERSIONS) else { return Vec::new() };
        let version = defined.definition.versions.get(found.index % VERSIONS);
        let read = version.and_then(|version| defined.definition.resource_type(&version.name));
        let problems = read.into_iter().flat_map(|(_, problems)| problems);
        // A schema that is too deep is not compiled, which is reported separately.
        let has_no_effect = |problem: &Problem| !matches!(problem.kind, ProblemKind::Draft4 | ProblemKind::TooDeep);
        problems.filter(has_no_effect).map(|problem| problem.to_string()).collect()
    }

    fn describe(&self, found: &Found) -> Result<Described<'_>, NoValidator> {
        let missing = || NoValidator::NotKnown(format!("{} is unknown", found.name));
        let defined = self.definitions.get(found.index / VERSIONS).ok_or_else(missing)?;
        let version = defined.definition.versions.get(found.index % VERSIONS).ok_or_else(missing)?;
        let (resource_type, _) = defined.definition.resource_type(&version.name).ok_or_else(missing)?;
        let deprecation = resource_type.deprecation;
        let mut schema = resource_type.schema;
        if resource_type.preserves_unknown_fields {
            schema.extensions.preserve_unknown_fields = Some(true);
        }
        let definitions = Cow::Owned(Definitions::default());
        Ok(Described { schema: Cow::Owned(schema), definitions, is_native: false, deprecation })
    }

    fn kinds(&self) -> Vec<KnownKind<'_>> {
        let kinds = self.definitions.iter().flat_map(|Defined { definition, .. }| {
            let served = definition.versions.iter().filter(|version| version.served);
            served.map(|version| KnownKind {
                group: &definition.group,
                version: &version.name,
                kind: &definition.names.kind,
            })
        });
        kinds.collect()
    }

    fn type_names(&self) -> Vec<&str> {
        Vec::new()
    }

    fn has_all_of(&self, _: &str) -> bool {
        // Other CRDs, which are not in the set, may define further kinds of the group.
        false
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::source::FileId;

    #[test]
    fn definitions_are_told_from_other_objects() {
        let span = Span::new(FileId::from_index(0), 0, 0);
        let definition = |api_version: &str, kind: &str| {
            let version = |name: &str, served: bool| json!({"name": name, "served": served});
            let versions = json!([version("v1", true), version("v2", false), version("v3", true)]);
            let spec = json!({"group": "example.com", "names": {"kind": "Foo"}, "versions": versions});
            json!({"apiVersion": api_version, "kind": kind, "metadata": {"name": "foos.example.com"}, "spec": spec})
        };
        let (api_version, kind) = ("apiextensions.k8s.io/v1", "CustomResourceDefinition");
        for (object, is_one) in [
            (definition(api_version, kind), true),
            (definition("apiextensions.k8s.io/v1beta1", kind), true),
            (definition("apps/v1", "Deployment"), false),
            (definition("apps/v1", kind), false),
            (definition(api_version, "ConversionReview"), false),
            (json!({"apiVersion": api_version, "kind": kind}), false),
            (json!({"spec": {}}), false),
            (json!(null), false),
        ] {
            assert_eq!(is_definition(&object), is_one, "{object}");
            let mut resources = CustomResources::new(ValidatorOptions::default());
            assert_eq!((resources.add(object, span, "a.yaml"), resources.is_empty()), (is_one, !is_one));
        }
        let mut resources = CustomResources::new(ValidatorOptions::default());
        let document = definition(api_version, kind);
        assert!(!resources.has(&document));
        assert!(resources.add(document.clone(), span, "a.yaml") && resources.add(document.clone(), span, "b.yaml"));
        assert!(resources.has(&document));
        let mut other = document.clone();
        other["spec"]["scope"] = json!("Cluster");
        assert!(!resources.has(&other));
        // The same definition again adds nothing; a version that is not served is not found.
        let found = |version: &str, kind: &str| resources.find_all(version, kind).len();
        assert_eq!(["v1", "v2", "v3", "v4"].map(|name| found(&format!("example.com/{name}"), "Foo")), [1, 0, 1, 0]);
        assert_eq!((found("example.com/v1", "Bar"), found("example.org/v1", "Foo")), (0, 0));
        let name = |version: &str| {
            let found = resources.find(version, "Foo").unwrap();
            if resources.validator(&found).is_ok() { found.name } else { String::new() }
        };
        assert_eq!(name("example.com/v3"), "the CustomResourceDefinition foos.example.com in a.yaml");
        let versions: Vec<&str> = resources.kinds().iter().map(|kind| kind.version).collect();
        assert_eq!(versions, ["v1", "v3"]);
    }
}
