//! Go types as a source of kinds.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use idlgen_validate::{
    Definitions, Schema, ValidatorOptions, ZeroMode,
    crd::ResourceType,
    engine::SchemaError,
    schema::{Recursion, structural, structural_definitions},
};

use crate::{
    builtin,
    lower::{CustomResourceDefinition, Lowered, custom_resource_definitions},
    model::{Model, TypeId},
    objects::{
        described::Described,
        is_native,
        kinds::{self, KnownKind, group_and_version},
        source::{Found, NoValidator, Source},
        validator::KindValidator,
        validators::{Resource, UnknownFields, Values},
    },
};

/// The types of a model's requested packages.
#[derive(Debug)]
pub struct GoTypes<'a> {
    model: &'a Model,
    lowered: &'a Lowered,
    /// The treatment of zero values in all objects. If `None`, it depends on the package of the type.
    pub zero_mode: Option<ZeroMode>,
    /// Import paths of packages with types that API servers serve natively, in addition to those of Kubernetes. With
    /// the suffix `/...`, a path includes all packages below it.
    pub native_packages: Vec<String>,
    /// The minor version of Kubernetes 1.x.
    pub kubernetes_minor: u16,
    /// `true` if rules may use the functions proposed by KEP-4153.
    pub kep_4153_functions: bool,
    /// Types that could not be read. It is unknown which values are valid for types that reference them.
    pub unreadable: BTreeSet<TypeId>,
    /// The unreadable types that reference a missing package.
    pub lacking: BTreeSet<TypeId>,
    /// The types that need a missing package, although their CRDs do not.
    pub schemaless: BTreeSet<TypeId>,
    /// The definitions as in CRDs, and the definition names. Initialized on first use.
    structural: OnceLock<(Definitions, BTreeMap<TypeId, String>)>,
    /// The definitions as API servers use them for native kinds. Initialized on first use.
    native: OnceLock<Definitions>,
    /// The CRDs generated from the types. Initialized on first use.
    custom_resources: OnceLock<Vec<CustomResourceDefinition>>,
}

impl<'a> GoTypes<'a> {
    /// Creates the source from the types and their schemas.
    pub fn new(model: &'a Model, lowered: &'a Lowered) -> Self {
        GoTypes {
            model,
            lowered,
            zero_mode: None,
            native_packages: Vec::new(),
            kubernetes_minor: 35,
            kep_4153_functions: false,
            unreadable: BTreeSet::new(),
            lacking: BTreeSet::new(),
            schemaless: BTreeSet::new(),
            structural: OnceLock::new(),
            native: OnceLock::new(),
            custom_resources: OnceLock::new(),
        }
    }

    fn found(&self, id: TypeId, is_kind: bool) -> Found {
        let name = format!("the Go type {}", self.model.go_name(id));
        Found { index: id.0 as usize, is_kind, name, span: Some(self.model.type_definition(id).span) }
    }

    /// Returns the treatment of zero values in objects of a type.
    fn zero_mode(&self, id: TypeId) -> ZeroMode {
        let of_package =
            || if is_native(self.model, id, &self.native_packages) { ZeroMode::Native } else { ZeroMode::Crd };
        self.zero_mode.unwrap_or_else(of_package)
    }

    /// Returns the definitions as API servers use them for native kinds, in which fields that no server requires are
    /// not required.
    fn as_served(&self) -> Definitions {
        let mut definitions = self.lowered.definitions.clone();
        let ids: BTreeMap<&String, TypeId> = self.lowered.names.iter().map(|(id, name)| (name, *id)).collect();
        let of_go = |(name, schema)| Some((self.model.go_name(*ids.get(name)?), schema));
        builtin::drop_unenforced(self.kubernetes_minor, definitions.schemas.iter_mut().filter_map(of_go));
        definitions
    }

    /// Returns the definitions for validating objects of a type, and their names.
    fn definitions(&self, mode: ZeroMode) -> (&Definitions, &BTreeMap<TypeId, String>) {
        if mode == ZeroMode::Native {
            return (self.native.get_or_init(|| self.as_served()), &self.lowered.names);
        }
        let (definitions, names) = self.structural.get_or_init(|| {
            let other = self.lowered.for_custom_resources(self.model, &self.native_packages);
            let lowered = other.as_ref().unwrap_or(self.lowered);
            (structural_definitions(&lowered.definitions), lowered.names.clone())
        });
        (definitions, names)
    }

    /// Returns the first unreadable type that a type references.
    fn unreadable_type(&self, id: TypeId) -> Option<TypeId> {
        if self.unreadable.is_empty() {
            return None;
        }
        let is_defined = self.zero_mode(id) == ZeroMode::Crd;
        let reached = if is_defined { self.model.reached_by_definitions([id]) } else { self.model.reached_from([id]) };
        let is_needed =
            |id: &TypeId| reached.get(id.0 as usize) == Some(&true) && !(is_defined && self.schemaless.contains(id));
        self.unreadable.iter().copied().find(is_needed)
    }

    /// Returns the properties of the kind from its definition.
    fn resource_type(&self, id: TypeId, schema: Schema) -> ResourceType {
        let definitions = self.custom_resources.get_or_init(|| custom_resource_definitions(self.model));
        let said = definitions.iter().find_map(|CustomResourceDefinition { document, types, .. }| {
            let place = types.iter().position(|other| *other == id)?;
            Some(document.resource_type(&document.versions.get(place)?.name)?.0)
        });
        if let Some(said) = said {
            return ResourceType { schema, preserves_unknown_fields: false, ..said };
        }
        let definition = self.model.type_definition(id);
        let mut resource_type = ResourceType { kind: definition.name.clone(), schema, ..ResourceType::default() };
        if let Some(group_version) = &self.model.package(definition.package).group_version {
            resource_type.group.clone_from(&group_version.group);
            resource_type.version.clone_from(&group_version.version);
        }
        resource_type
    }
}

impl Source for GoTypes<'_> {
    fn find(&self, api_version: &str, kind: &str) -> Option<Found> {
        let id = kinds::by_kind(self.model, api_version, kind)?;
        kinds::why_not_served(self.model, id).is_none().then(|| self.found(id, true))
    }

    fn find_type(&self, name: &str) -> Option<Found> {
        kinds::by_name(self.model, name).map(|id| self.found(id, false))
    }

    fn validator(&self, found: &Found) -> Result<Box<dyn KindValidator + '_>, NoValidator> {
        let not_executable =
            |errors: Vec<SchemaError>| NoValidator::NotExecutable(errors.iter().map(ToString::to_string).collect());
        let id = TypeId(found.index as u32);
        if let Some(id_unreadable) = self.unreadable_type(id) {
            let (name, unreadable) = (self.model.go_name(id), self.model.go_name(id_unreadable));
            if self.lacking.contains(&id_unreadable) {
                let message =
                    format!("objects of {name} are not validated: a package that {unreadable} requires was not found");
                return Err(NoValidator::PackageNotFound(message));
            }
            return Err(NoValidator::NotKnown(format!(
                "objects of {name} are not validated: {unreadable} cannot be read"
            )));
        }
        let mut options = ValidatorOptions::default().keeping_broken_rules();
        options.zero_mode = self.zero_mode(id);
        options.kubernetes_minor = self.kubernetes_minor;
        options.kep4153_functions = self.kep_4153_functions;
        let (definitions, names) = self.definitions(options.zero_mode);
        let Some(name) = names.get(&id) else {
            let name = self.model.go_name(id);
            return Err(NoValidator::NotKnown(format!("objects of {name} are not validated: it has no schema")));
        };
        options.is_resource = options.zero_mode == ZeroMode::Crd && kinds::is_resource(definitions, name);
        if options.is_resource && found.is_kind {
            let schema = definitions.get(name).cloned().unwrap_or_default();
            let resource_type = self.resource_type(id, schema);
            let resource = Resource::new(Cow::Borrowed(definitions), resource_type, options);
            return resource.map(|resource| Box::new(resource) as _).map_err(not_executable);
        }
        let schema = Schema { reference: Some(name.to_owned()), ..Schema::default() };
        let values = Values::new(Cow::Borrowed(definitions), schema, options, UnknownFields::Dropped);
        values.map(|values| Box::new(values) as _).map_err(not_executable)
    }

    fn describe(&self, found: &Found) -> Result<Described<'_>, NoValidator> {
        let id = TypeId(found.index as u32);
        let mode = self.zero_mode(id);
        let (definitions, names) = self.definitions(mode);
        let name = names.get(&id).map_or("", String::as_str);
        if mode == ZeroMode::Native {
            let schema = definitions.get(name).cloned().unwrap_or_default();
            let definitions = Cow::Borrowed(definitions);
            return Ok(Described { schema: Cow::Owned(schema), definitions, is_native: true, deprecation: None });
        }
        let reference = Schema { reference: Some(name.to_owned()), ..Schema::default() };
        let schema = structural(&reference, definitions, Recursion::Cut)
            .map_err(|error| NoValidator::NotExecutable(vec![error.to_string()]))?;
        let definitions = Cow::Owned(Definitions::default());
        let resource_type = || self.resource_type(id, Schema::default());
        let deprecation = if found.is_kind { resource_type().deprecation } else { None };
        Ok(Described { schema: Cow::Owned(schema), definitions, is_native: false, deprecation })
    }

    fn kinds(&self) -> Vec<KnownKind<'_>> {
        kinds::known_kinds(self.model)
    }

    fn type_names(&self) -> Vec<&str> {
        let requested = self.model.types.iter().filter(|definition| self.model.package(definition.package).requested);
        requested.map(|definition| definition.name.as_str()).collect()
    }

    fn has_all_of(&self, api_version: &str) -> bool {
        let (group, version) = group_and_version(api_version);
        let group_versions = self.model.packages.iter().filter(|package| package.requested);
        group_versions
            .filter_map(|package| package.group_version.as_ref())
            .any(|known| known.group == group && known.version == version)
    }

    fn why_not(&self, api_version: &str, kind: &str) -> Option<String> {
        let reason = kinds::why_not_served(self.model, kinds::by_kind(self.model, api_version, kind)?)?;
        Some(format!("no API server serves apiVersion {api_version}, kind {kind}: {reason}"))
    }

    fn is_go(&self) -> bool {
        true
    }
}
