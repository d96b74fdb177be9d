//! The state of CRD generation (`pkg/crd/parser.go`): packages and types are processed on demand, once.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use super::{
    Options, Problem, TooLarge,
    changed::Changed,
    known_types,
    methods::Methods,
    package::{Package, TypeInfo},
    schema::{Schema, TypeName},
    size::Sizes,
    standard,
};
use crate::{
    resolve::{Names, is_standard_library},
    source::SourceMap,
    tags::controller_gen::Grammar,
};

/// The packages, types and schemas processed so far.
pub(super) struct Parser<'n, 'a> {
    pub(super) names: &'n Names<'a>,
    sources: &'n SourceMap,
    pub(super) options: &'n Options,
    pub(super) methods: Methods<'n, 'a>,
    /// The processed packages by import path.
    packages: BTreeMap<String, Package<'a>>,
    /// The schemas with references.
    pub(super) schemas: BTreeMap<TypeName, Schema>,
    /// The schemas without references. `None` for one that is too large to expand.
    pub(super) flattened: BTreeMap<TypeName, Option<Schema>>,
    /// The sizes of schemas without references.
    pub(super) sizes: Sizes,
    /// Schemas with folded `allOf`.
    pub(super) folded: Changed,
    /// Schemas with truncated descriptions.
    pub(super) shortened: Changed,
    pub(super) problems: Vec<Problem>,
    /// Kinds whose CRDs are too large to write.
    pub(super) too_large: Vec<TooLarge>,
    /// Types whose schemas are required and not built yet.
    waiting: Vec<TypeName>,
}

impl<'n, 'a> Parser<'n, 'a> {
    pub(super) fn new(names: &'n Names<'a>, sources: &'n SourceMap, options: &'n Options) -> Self {
        Parser {
            names,
            sources,
            options,
            methods: Methods::new(names),
            packages: BTreeMap::new(),
            schemas: BTreeMap::new(),
            flattened: BTreeMap::new(),
            sizes: Sizes::default(),
            folded: Changed::default(),
            shortened: Changed::default(),
            problems: Vec::new(),
            too_large: Vec::new(),
            waiting: Vec::new(),
        }
    }

    /// Iterates over the processed packages, sorted by import path.
    pub(super) fn packages(&self) -> impl Iterator<Item = (&str, &Package<'a>)> {
        self.packages.iter().map(|(path, package)| (path.as_str(), package))
    }

    /// Returns a processed package.
    pub(super) fn package(&self, path: &str) -> Option<&Package<'a>> {
        self.packages.get(path)
    }

    /// Returns a type of a processed package.
    pub(super) fn type_info(&self, package: &str, name: &str) -> Option<Rc<TypeInfo<'a>>> {
        self.packages.get(package)?.types.get(name).map(Rc::clone)
    }

    /// Processes a package.
    pub(super) fn need_package(&mut self, path: &str) {
        if self.packages.contains_key(path) {
            return;
        }
        let known = known_types::of_package(path, self.options);
        let is_all = known.as_ref().is_some_and(|known| known.is_whole_package);
        for (name, schema) in known.into_iter().flat_map(|known| known.schemas) {
            self.schemas.insert(TypeName::new(path, name), schema);
        }
        let mut package = Package::default();
        if let Some(index) = self.names.package_of_path(path).filter(|_| !is_all) {
            let problems;
            (package, problems) = Package::index(self.names, self.sources, index, Grammar::of(self.options.minor));
            self.problems.extend(problems);
        }
        self.packages.insert(path.to_owned(), package);
    }

    /// Records that the schema of a type is required.
    pub(super) fn will_need(&mut self, name: TypeName) {
        self.waiting.push(name);
    }

    /// Builds the schema of a type and of all types that it references, unless they exist.
    pub(super) fn need_schema(&mut self, name: &TypeName) {
        self.make_schema(name);
        while let Some(name) = self.waiting.pop() {
            self.make_schema(&name);
        }
    }

    fn make_schema(&mut self, name: &TypeName) {
        self.need_package(&name.package);
        if self.schemas.contains_key(name) {
            return;
        }
        if self.names.package_of_path(&name.package).is_none() && is_standard_library(&name.package) {
            let (schema, problems) = standard::schema(&name.package, &name.name, self.options.ignore_unexported_fields);
            self.problems.extend(problems);
            self.schemas.insert(name.clone(), schema);
            return;
        }
        let Some(info) = self.type_info(&name.package, &name.name) else {
            self.problems.push(Problem::unknown_type(&name.package, None, &shown(name)));
            return;
        };
        let is_optional = self.package(&name.package).is_some_and(|package| package.is_optional);
        let schema = self.schema_of_info(&name.package, &info, is_optional);
        self.schemas.insert(name.clone(), schema);
    }

    /// Returns the import paths of the requested packages, sorted.
    pub(super) fn roots(&self) -> BTreeSet<String> {
        let requested = self.names.packages.iter().filter(|package| package.requested);
        requested.map(|package| package.import_path.clone()).collect()
    }
}

/// Formats a type as in controller-gen's messages.
pub(super) fn shown(name: &TypeName) -> String {
    format!("{}.{}", idlgen_runtime::go::quote(&name.package), name.name)
}

impl Parser<'_, '_> {
    /// Returns the source of a file before a location.
    pub(super) fn text_before(&self, place: crate::source::Span) -> Option<&str> {
        self.sources.text(place.file).get(..place.start as usize)
    }
}
