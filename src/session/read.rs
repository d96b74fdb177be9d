//! Reads packages and builds the model.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use idlgen_validate::ZeroMode;

use super::{
    Session, channel, consequences, diagnostic_key,
    load::Markers,
    presence,
    problem_kind::{is_about_modules, is_unreadable},
    purpose::Purpose,
    repeated, severity,
    touched::{Concern, Declarations},
    unserved,
};
use crate::{
    audience::InvalidTags,
    check::{
        self, FIELD_PATH, UNKNOWN_SIBLING,
        api_rules::is_api_rule,
        cel::{self, RuleOptions},
    },
    codes,
    diag::{Code, Diagnostic, Severity},
    emit::{self, Needs, Types},
    lower::{self, LowerOptions, Lowered, META_TYPES, codes::NOTHING_SELECTED},
    model::{Model, TypeId},
    modules::{Undescribed, codes::CHOSEN_VERSIONS},
    objects,
    resolve::{
        self, Allowance, PackageInput, ResolveOptions,
        codes::{STRUCT_TAG, STRUCT_TAG_KEY},
    },
    source::{FileId, Span},
    tool::{RuleChecks, Tool},
};

/// The result of reading the packages.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Reading {
    /// The declarations by package and file.
    pub packages: Vec<PackageInput>,
    /// The types of all packages that were read, with their tags.
    pub model: Model,
    /// The diagnostics of the stages so far, before [`Session::settle`] applies the user's settings.
    pub diagnostics: Vec<Diagnostic>,
    /// The diagnostics suppressed by comments in the source.
    pub allowances: Vec<Allowance>,
    /// The differences between versions that comments in the source allow.
    pub(super) version_allowances: Vec<Allowance>,
    /// The path of the main module. Empty if there is none.
    pub module: String,
    /// Every file that was read.
    pub inputs: Vec<PathBuf>,
    /// All directories in which a new file could be read.
    pub folders: Vec<PathBuf>,
    /// `true` if the API rules of openapi-gen were checked. Otherwise, comments that allow their violations are not
    /// reported as unused.
    pub judged_api_rules: bool,
    /// The codes of all diagnostics, including hidden ones.
    pub found: BTreeSet<Code>,
    /// The purpose of reading the packages.
    pub purpose: Purpose,
    /// The parts of all files with syntax errors.
    pub(super) broken: Vec<Span>,
    /// The import paths of missing packages, by the location of their diagnostics.
    pub(super) missing: BTreeMap<Span, String>,
    /// The modules whose types have no descriptions.
    pub(super) undescribed: Undescribed,
    /// The errors that were changed to warnings because the purpose is validating objects.
    mistakes: BTreeSet<diagnostic_key::Key>,
}

/// The types that need missing packages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NeedMissingPackages {
    /// All types.
    pub types: BTreeSet<TypeId>,
    /// The types that need missing packages only in fields whose schema is independent of the Go type
    /// (`+kubebuilder:validation:Schemaless`), so that CRDs do not need the packages.
    pub schemaless: BTreeSet<TypeId>,
}

impl Reading {
    /// Returns the diagnostics about types that are shown with the results for objects: errors that prevent the
    /// validation of objects, the selected versions of modules, and errors that the author of the types may want to
    /// know. Excludes warnings, which are reported by `lint`.
    pub fn diagnostics_for_objects(&self) -> Vec<Diagnostic> {
        let requested = self.model.packages.iter().filter(|package| package.requested);
        let requested: BTreeSet<FileId> = requested.flat_map(|package| package.files.iter().copied()).collect();
        let is_mistake = |one: &Diagnostic| {
            self.mistakes.contains(&diagnostic_key::key(one))
                && one.primary.as_ref().is_some_and(|label| requested.contains(&label.span.file))
        };
        let is_missing =
            |one: &Diagnostic| is_about_modules(one.code) && self.mistakes.contains(&diagnostic_key::key(one));
        let is_said = |one: &&Diagnostic| {
            one.severity == Severity::Error || one.code == CHOSEN_VERSIONS || is_mistake(one) || is_missing(one)
        };
        self.diagnostics.iter().filter(is_said).cloned().collect()
    }

    /// Changes errors about missing packages to warnings, after the types that need these packages have been marked as
    /// unreadable: objects of these types are not validated, and other types are not affected. Drops the errors about
    /// packages that no kind needs. Returns the types that need missing packages.
    pub fn soften_missing(&mut self) -> NeedMissingPackages {
        let Reading { model, missing, diagnostics, mistakes, .. } = self;
        let declarations = Declarations::new(model, missing);
        let of_kinds = model.types.iter().map(|definition| definition.id).filter(|id| model.embeds_type_meta(*id));
        let reach = declarations.reach(&Types::Some(of_kinds.collect()));
        let mut lacking = NeedMissingPackages::default();
        let mut defined: BTreeSet<TypeId> = BTreeSet::new();
        for error in diagnostics.iter_mut().filter(|one| one.severity == Severity::Error) {
            let concern = declarations.concern(error);
            if !is_about_modules(error.code) {
                if let (true, Concern::Types(ids)) = (is_unreadable(error), &concern) {
                    defined.extend(ids);
                }
                continue;
            }
            match &concern {
                Concern::Types(ids) => {
                    lacking.types.extend(ids);
                    defined.extend(ids);
                }
                Concern::Lacking { types, defined: ids } => {
                    lacking.types.extend(types);
                    defined.extend(ids);
                }
                Concern::Package(id) => {
                    lacking.types.extend(&model.package(*id).types);
                    defined.extend(&model.package(*id).types);
                }
                Concern::Everything => continue,
            }
            severity::soften(error);
            if reach.touches(&concern) {
                mistakes.insert(diagnostic_key::key(error));
            }
        }
        lacking.schemaless = lacking.types.difference(&defined).copied().collect();
        lacking
    }

    /// Returns the types that cannot be read, or `None` if an error does not belong to a package, so that this is
    /// unknown.
    pub fn unreadable(&self) -> Option<BTreeSet<TypeId>> {
        let declarations = Declarations::new(&self.model, &self.missing);
        let mut found = BTreeSet::new();
        for error in self.diagnostics.iter().filter(|one| one.severity == Severity::Error) {
            match declarations.concern(error) {
                _ if !is_unreadable(error) => {}
                Concern::Types(ids) | Concern::Lacking { types: ids, .. } => found.extend(ids),
                Concern::Package(id) => found.extend(self.model.package(id).types.iter().copied()),
                Concern::Everything => return None,
            }
        }
        Some(found)
    }
}

impl Session<'_> {
    /// Reads the packages and lowers them for a purpose.
    pub fn read_for(&mut self, purpose: Purpose) -> (Reading, Lowered) {
        self.purpose = purpose;
        let read = |session: &mut Self| {
            let mut reading = session.read_once();
            let lowered = session.lower(&mut reading);
            if purpose == Purpose::Outputs {
                // The outputs are schemas of kinds, not OpenAPI documents.
                severity::soften_unpublished(&mut reading.diagnostics, &reading.model);
            }
            session.settle(&mut reading);
            (reading, lowered)
        };
        self.supplied(read, |(reading, _)| &reading.diagnostics)
    }

    /// Reads the packages, builds the model for the selected channel, if there is one, and checks the model.
    pub fn read(&mut self) -> Reading {
        self.supplied(Self::read_once, |reading| &reading.diagnostics)
    }

    fn read_once(&mut self) -> Reading {
        let mut reading = self.resolve();
        self.view(&mut reading);
        reading
    }

    /// Applies the channel to the model, and checks the model.
    pub(super) fn view(&self, reading: &mut Reading) {
        reading.diagnostics.extend(channel::apply(&self.settings, &mut reading.model));
        if self.settings.tool().checks {
            let mut found = check::check(&reading.model, &self.native_packages(&reading.model));
            let ignored = unserved::soften_defaults(&reading.model, &mut found);
            reading.diagnostics.extend(found);
            InvalidTags::tags(&reading.diagnostics).leave_out(&mut reading.model);
            InvalidTags::at(&ignored).leave_out(&mut reading.model);
        }
    }

    /// Reads the packages and builds the model of all declarations.
    pub(super) fn resolve(&mut self) -> Reading {
        let also: &[(&str, &str)] = if emit::needs(&self.settings).documents { &META_TYPES } else { &[] };
        let (modules, loaded) = self.load(also, Markers::OfPackage);
        let mut diagnostics = loaded.diagnostics;
        let (model, resolved) = resolve::resolve(&loaded.packages, &self.resolve_options());
        let tool = self.settings.tool();
        diagnostics.extend(resolved.into_iter().map(|diagnostic| soften(diagnostic, &tool)));
        presence::soften(&model, &mut diagnostics);
        let (allowances, wrong) = resolve::allowances(&loaded.packages, &codes::all());
        diagnostics.extend(wrong);
        let (version_allowances, allowances) =
            allowances.into_iter().partition(|allowance| objects::codes::is_about_versions(allowance.code));
        let files = loaded.packages.iter().flat_map(|package| &package.files);
        Reading {
            broken: files.flat_map(|file| &file.declarations.broken).copied().collect(),
            packages: loaded.packages,
            model,
            diagnostics,
            allowances,
            version_allowances,
            module: modules.main_path().unwrap_or_default().to_owned(),
            inputs: modules.files_read(),
            folders: modules.searched_directories(),
            judged_api_rules: false,
            found: BTreeSet::new(),
            purpose: self.purpose,
            missing: loaded.missing,
            undescribed: modules.undescribed(),
            mistakes: BTreeSet::new(),
        }
    }

    /// Returns the patterns of packages whose types API servers serve natively, in addition to those of Kubernetes.
    /// Includes all requested packages if the settings treat all types as native.
    fn native_packages(&self, model: &Model) -> Vec<String> {
        let objects = &self.settings.objects;
        let forced = model.packages.iter().filter(|one| objects.zero_mode == Some(ZeroMode::Native) && one.requested);
        objects.native_packages.iter().cloned().chain(forced.map(|package| package.import_path.clone())).collect()
    }

    /// Returns the options for reading comments and tags, which depend on the tool and on the user's settings.
    fn resolve_options(&self) -> ResolveOptions {
        let mut options = ResolveOptions::of(&self.settings.tool());
        options.tags.allow.clone_from(&self.settings.allowed_tags);
        options
    }

    /// Creates the schemas of the packages.
    pub fn lower(&self, reading: &mut Reading) -> Lowered {
        self.lower_for(reading, false)
    }

    /// Creates the schemas of the packages. `only_definitions` is `true` if only CRDs are generated.
    pub(super) fn lower_for(&self, reading: &mut Reading, only_definitions: bool) -> Lowered {
        let Needs { documents, definition } = emit::needs(&self.settings);
        // An unknown type name is reported when its schema is generated.
        let definition = definition.and_then(|name| objects::find_type(&reading.model, &name).ok());
        let native_packages = self.native_packages(&reading.model);
        let of_tool = LowerOptions::of(&self.settings.tool());
        let options = LowerOptions { documents, without_descriptions: only_definitions, native_packages, ..of_tool };
        let native = &self.settings.objects.native_packages;
        let has_rules = match self.settings.tool().rule_checks {
            RuleChecks::Always => true,
            RuleChecks::Findings => reading.purpose == Purpose::Findings,
            RuleChecks::Never => false,
        };
        let is_about_definitions = match reading.purpose {
            Purpose::Findings => true,
            // Objects of types that are not served natively are those of CRDs.
            Purpose::Objects => self.settings.objects.zero_mode != Some(ZeroMode::Native),
            Purpose::Outputs => false,
        };
        let is_of_definitions = has_rules
            && (only_definitions || has_rules_of_definitions(&reading.model, native, definition, is_about_definitions));
        let mut lowered = if only_definitions && is_of_definitions {
            lower::lower_for_definitions(&reading.model, &options, native)
        } else {
            lower::lower(&reading.model, &options)
        };
        if reading.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            // If the input is incomplete, it is unknown whether this is correct.
            lowered.diagnostics.retain(|diagnostic| diagnostic.code != NOTHING_SELECTED);
        }
        reading.diagnostics.append(&mut lowered.diagnostics);
        unserved::soften_unpublished(&reading.model, &mut reading.diagnostics);
        let is_only_for_definitions = || self.settings.outputs.keys().all(|back_end| *back_end == "crd");
        if only_definitions || reading.purpose == Purpose::Findings && is_only_for_definitions() {
            unserved::drop_without_effect(&reading.model, &mut reading.diagnostics);
        }
        if has_rules {
            let other = is_of_definitions.then(|| lowered.for_rules_of_definitions(&reading.model, native)).flatten();
            self.rules(reading, other.as_ref().unwrap_or(&lowered), definition);
        }
        if reading.purpose == Purpose::Objects {
            let mistaken = InvalidTags::errors(&reading.diagnostics);
            // These errors have already been reported, so continue without the invalid tags.
            let without = lowered.without(&reading.model, &mistaken);
            mistaken.leave_out(&mut reading.model);
            return without.unwrap_or(lowered);
        }
        lowered
    }

    /// Checks the CEL rules. Does not repeat diagnostics about a field path, or about a name in the tag from which a
    /// rule was generated.
    fn rules(&self, reading: &mut Reading, lowered: &Lowered, definition: Option<TypeId>) {
        let options = RuleOptions {
            kubernetes_minor: self.settings.kubernetes_minor,
            definition,
            kep_4153_functions: self.settings.kep_4153_functions,
            suggests_keywords: reading.purpose == Purpose::Findings,
        };
        let known: BTreeSet<_> = reading.diagnostics.iter().filter(|one| one.code == FIELD_PATH).map(place).collect();
        let found = cel::check(&reading.model, lowered, &options);
        let names: Vec<Span> =
            reading.diagnostics.iter().filter(|one| one.code == UNKNOWN_SIBLING).filter_map(place).collect();
        let is_about_name = |one: &Diagnostic| {
            let covers = |whole: Span, part: &Span| {
                whole.file == part.file && whole.start <= part.start && part.end <= whole.end
            };
            place(one).is_some_and(|whole| names.iter().any(|part| covers(whole, part)))
        };
        let is_new = |one: &Diagnostic| (one.code != FIELD_PATH || !known.contains(&place(one))) && !is_about_name(one);
        reading.diagnostics.extend(found.into_iter().filter(is_new));
    }

    /// Completes a run: drops diagnostics that comments suppress, applies the user's severities, changes errors of
    /// other packages to warnings, and sorts by location.
    pub fn settle(&self, reading: &mut Reading) {
        if reading.purpose == Purpose::Objects {
            reading.mistakes = severity::downgrade_errors(&mut reading.diagnostics);
        }
        let diagnostics = std::mem::take(&mut reading.diagnostics);
        if !reading.judged_api_rules {
            reading.allowances.retain(|allowance| !is_api_rule(allowance.code));
        }
        let mut diagnostics = resolve::apply_allowances(diagnostics, &reading.allowances);
        consequences::drop_consequences(&reading.broken, &reading.model, &mut diagnostics);
        reading.found = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        severity::apply(&mut diagnostics, &self.settings.severities, reading.purpose != Purpose::Findings);
        severity::soften_foreign(&mut diagnostics, &reading.model);
        diagnostics.sort_by_key(|diagnostic| diagnostic.primary.as_ref().map(|label| label.span));
        repeated::fold(&mut diagnostics);
        reading.diagnostics = diagnostics;
    }
}

/// Returns `true` if rules are checked as they appear in CRDs. With a `definition`, this is the case if that type is
/// not served natively. Otherwise, the run must be about CRDs, and no requested type may be served natively.
fn has_rules_of_definitions(
    model: &Model,
    native: &[String],
    definition: Option<TypeId>,
    is_about_definitions: bool,
) -> bool {
    let is_custom = |id: &TypeId| !objects::is_native(model, *id, native);
    let mut requested = model.packages.iter().filter(|package| package.requested).flat_map(|package| &package.types);
    match &definition {
        Some(id) => is_custom(id),
        None => is_about_definitions && requested.all(is_custom),
    }
}

/// Lowers the severity of problems in struct tags to that of the tool, which may ignore them.
fn soften(mut diagnostic: Diagnostic, tool: &Tool) -> Diagnostic {
    if [STRUCT_TAG, STRUCT_TAG_KEY].contains(&diagnostic.code) {
        diagnostic.severity = diagnostic.severity.min(tool.struct_tag_mistakes);
    }
    diagnostic
}

fn place(diagnostic: &Diagnostic) -> Option<Span> {
    diagnostic.primary.as_ref().map(|label| label.span)
}
