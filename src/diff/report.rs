//! Collects the changes between two sides. Equal changes are reported once.

mod bump;
mod changelog;
mod diagnostics;
mod history;
mod json;
mod markdown;
mod samples;
mod shortened;
mod text;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

pub use bump::Bump;
pub use history::{History, Release};
pub use samples::{RejectedSample, Samples};

use idlgen_validate::crd::Stage;

use super::{
    Change, Exceptions, Options, SchemaPath, Schemas, Stored, Verdict, Verdicts, Witness,
    sides::{Crd, Side, matched},
    witness::{Search, SearchSchemas},
};
use crate::source::Span;

/// Maximum number of locations of a change at which to search for a witness.
const MOST_SEARCHES: usize = 3;

/// All changes between two sides.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Number of CRDs that exist on both sides.
    pub compared: usize,
    /// Number of further copies of these CRDs in other files, which were not compared.
    pub copies: usize,
    /// The changes, the most severe first.
    pub findings: Vec<Finding>,
    /// The results for the objects of `--samples`, if any were specified.
    pub samples: Option<Samples>,
}

/// A change, with all locations where it occurs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of the CRD where the change was first found.
    pub kind: String,
    /// The change at its first location.
    pub change: Change,
    /// All locations as kind, version and path.
    pub places: Vec<String>,
    /// The first location in the old sources.
    pub old: Option<Span>,
    /// The first location in the new sources.
    pub new: Option<Span>,
    /// An object that demonstrates the change.
    pub witness: Option<Witness>,
    /// `true` if a search for a witness was run.
    pub is_searched: bool,
    /// The reason why no object can demonstrate the change by itself, if it is known.
    pub unprovable: Option<String>,
    /// The reason why the change is accepted, if it is.
    pub accepted: Option<String>,
    /// The stage of the version, if it makes the change less severe.
    pub stage: Option<Stage>,
}

impl Finding {
    /// Returns the severity of the change: the worst of its verdicts, reduced if the version is not stable.
    pub fn level(&self) -> Verdict {
        let worst = self.change.verdicts.worst();
        match self.stage {
            Some(Stage::Alpha) => Verdict::Ok,
            Some(Stage::Beta) => worst.min(Verdict::Review),
            Some(Stage::Stable) | None => worst,
        }
    }

    /// Explains that there is no witness, if one was searched.
    fn witness_note(&self) -> Option<String> {
        let is_missing = self.is_searched && self.witness.is_none();
        is_missing.then(|| match &self.unprovable {
            Some(reason) => format!("no object can prove it: {reason}"),
            None => "no object was found that proves it".to_owned(),
        })
    }

    /// Returns the level's name in reports: `breaking`, `review`, `ok` or `accepted`.
    fn level_name(&self) -> &'static str {
        if self.accepted.is_some() { "accepted" } else { self.level().name() }
    }
}

impl Report {
    /// Compares the CRDs of two sides. With `witnesses`, also searches for objects that demonstrate changes that break
    /// writers or stored objects.
    pub fn new(old: &Side, new: &Side, options: &Options, witnesses: bool) -> Self {
        Report::with_exceptions(old, new, options, witnesses, &mut Exceptions::default())
    }

    /// Compares like [`Report::new`], and marks the changes that `exceptions` accept.
    pub fn with_exceptions(
        old: &Side,
        new: &Side,
        options: &Options,
        witnesses: bool,
        exceptions: &mut Exceptions,
    ) -> Self {
        let matched = matched(old, new);
        let mut folded = Folded::new(options, exceptions);
        for (old, new) in &matched.pairs {
            let (changes, schemas) = super::compare_versions(&old.definition, &new.definition, options);
            let mut searches = Searches::new(old, new, options, schemas);
            for change in changes {
                folded.add(old, new, &change, witnesses.then_some(&mut searches));
            }
        }
        for crd in matched.removed {
            let text = format!("CRD `{}` removed: its objects are deleted with it", crd.definition.name());
            folded.whole("crd-removed", Verdicts::LOST, text, crd, true);
        }
        for crd in matched.added {
            let text = format!("CRD `{}` added", crd.definition.name());
            folded.whole("crd-added", Verdicts::OK, text, crd, false);
        }
        let mut findings = folded.findings;
        findings.sort_by_key(|finding| {
            (finding.accepted.is_some(), std::cmp::Reverse(finding.level()), finding.change.is_documentation)
        });
        Report { compared: matched.pairs.len(), copies: matched.copies.len(), findings, samples: None }
    }

    /// Returns the most severe verdict of all changes.
    pub fn worst(&self) -> Verdict {
        let findings = self.findings.iter().filter(|finding| finding.accepted.is_none());
        let worst = findings.map(Finding::level).max().unwrap_or_default();
        let is_refused = self.samples.as_ref().is_some_and(|samples| !samples.refused.is_empty());
        if is_refused { worst.max(Verdict::Breaking) } else { worst }
    }

    /// Returns the number of changes with a verdict that are not accepted.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.with_level(verdict).count()
    }

    /// Iterates over the changes with a verdict that are neither accepted nor only about documentation.
    fn with_level(&self, level: Verdict) -> impl Iterator<Item = &Finding> {
        let findings = self.findings.iter();
        findings.filter(move |one| one.accepted.is_none() && one.level() == level && !one.change.is_documentation)
    }

    /// Iterates over the accepted changes.
    fn accepted(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.accepted.is_some())
    }

    /// Returns the number of changes that only concern descriptions.
    pub fn documentation(&self) -> usize {
        self.findings.iter().filter(|finding| finding.change.is_documentation).count()
    }

    /// Formats `2 breaking, 1 to review, 3 ok, 1 accepted, 1 of documentation`.
    pub fn summary(&self) -> String {
        let mut text = format!(
            "{} breaking, {} to review, {} ok",
            self.count(Verdict::Breaking),
            self.count(Verdict::Review),
            self.count(Verdict::Ok)
        );
        let accepted = self.accepted().count();
        if accepted > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {accepted} accepted");
        }
        let documentation = self.documentation();
        if documentation > 0 {
            let _ = write!(text, ", {documentation} of documentation");
        }
        text
    }
}

/// The changes so far, with equal ones merged.
struct Folded<'o> {
    findings: Vec<Finding>,
    known: BTreeMap<Key, usize>,
    /// The CRD and location of each place of a change. Copies of a CRD have the same ones.
    places: BTreeSet<(usize, String, String)>,
    /// Number of times that each change was found.
    times: Vec<usize>,
    options: &'o Options,
    exceptions: &'o mut Exceptions,
}

/// The properties that equal changes share.
type Key = (&'static str, String, [Option<String>; 3], [Verdict; 3], Option<Stored>, Option<Stage>);

impl<'o> Folded<'o> {
    fn new(options: &'o Options, exceptions: &'o mut Exceptions) -> Self {
        let (known, places) = (BTreeMap::new(), BTreeSet::new());
        Folded { findings: Vec::new(), known, places, times: Vec::new(), options, exceptions }
    }

    fn add(&mut self, old: &Crd, new: &Crd, change: &Change, searches: Option<&mut Searches<'_>>) {
        let last = change.path.as_ref().and_then(|path| path.last_field().map(str::to_owned));
        let kind = old.definition.names.kind.clone();
        let accepted = self.exceptions.accept(&kind, change);
        let stage = self.stage(old, change.version.as_deref());
        let names = [change.field.clone(), last, accepted.clone()];
        let verdicts = change.verdicts.by_group().map(|(_, verdict)| verdict);
        let key = (change.rule, change.text.clone(), names, verdicts, change.stored, stage);
        let place = place(&kind, change);
        let index = *self.known.entry(key).or_insert(self.findings.len());
        if index == self.findings.len() {
            self.findings.push(Finding {
                kind,
                places: Vec::new(),
                old: Some(old.span_of(change, &change.old)),
                new: Some(new.span_of(change, &change.new)),
                witness: None,
                is_searched: false,
                unprovable: None,
                accepted,
                stage,
                change: change.clone(),
            });
        }
        self.times.resize(self.findings.len(), 0);
        let (Some(finding), Some(times)) = (self.findings.get_mut(index), self.times.get_mut(index)) else { return };
        *times += 1;
        if self.places.insert((index, old.definition.name().to_owned(), place.clone())) {
            finding.places.push(place);
        }
        let may_search = finding.witness.is_none() && *times <= MOST_SEARCHES;
        if let Some(searches) = searches.filter(|_| may_search) {
            // That no object is found says nothing about a default.
            finding.is_searched |= Searches::concerns(change) && !change.is_limited_default();
            finding.witness = searches.find(change);
            if finding.witness.is_some() {
                finding.unprovable = None;
            } else if *times == 1 {
                finding.unprovable = searches.unprovable(change);
            }
            // If a witness exists at one location, the change is breaking.
            if finding.witness.is_some() && change.verdicts == Verdicts::REVIEW {
                let verdicts = finding.change.verdicts;
                finding.change.verdicts =
                    Verdicts { writers: Verdict::Breaking, stored: Verdict::Breaking, ..verdicts };
                finding.change.stored = Some(match change.is_limited_default() {
                    true if change.field.is_none() => Stored::RatchetedInParent,
                    true => Stored::RatchetedAround,
                    false => Stored::Ratcheted,
                });
            }
        }
    }

    /// Returns the stage of a version, or the most stable one of a CRD. Returns `None` if it does not affect the
    /// severity of a change.
    fn stage(&self, crd: &Crd, version: Option<&str>) -> Option<Stage> {
        if !self.options.by_stability {
            return None;
        }
        match version {
            Some(version) => Stage::of_version(version),
            None => crd.definition.versions.iter().filter_map(|version| Stage::of_version(&version.name)).max(),
        }
    }

    /// Adds a change for an entire CRD that exists on only one side.
    fn whole(&mut self, rule: &'static str, verdicts: Verdicts, text: String, crd: &Crd, is_old: bool) {
        let place = idlgen_runtime::field::PathBuf { elements: Vec::new() };
        let kind = crd.definition.names.kind.clone();
        let span = Some(crd.span(&place));
        let change = Change {
            rule,
            version: None,
            path: None,
            field: None,
            text,
            verdicts,
            stored: None,
            old: place.clone(),
            new: place,
            is_documentation: false,
            cel: None,
            is_limited: false,
        };
        self.findings.push(Finding {
            places: vec![kind.clone()],
            accepted: self.exceptions.accept(&kind, &change),
            stage: self.stage(crd, None),
            kind,
            old: span.filter(|_| is_old),
            new: span.filter(|_| !is_old),
            witness: None,
            is_searched: false,
            unprovable: None,
            change,
        });
    }
}

/// Formats `Widget v1 spec.size`.
fn place(kind: &str, change: &Change) -> String {
    let mut place = kind.to_owned();
    let path = change.full_path();
    for part in [change.version.as_deref().unwrap_or_default(), &path] {
        if !part.is_empty() {
            place.push(' ');
            place.push_str(part);
        }
    }
    place
}

/// The witness searches for one CRD.
struct Searches<'s> {
    old: &'s Crd,
    new: &'s Crd,
    options: &'s Options,
    schemas: Schemas,
    by_version: BTreeMap<String, Option<Search>>,
    /// An earlier version with the same schemas, if there is one, of each version without a search.
    twins: BTreeMap<String, Option<String>>,
    /// The searches that found nothing, by version.
    failed: BTreeSet<(String, Searched)>,
}

/// The key of a search: the rule of a change, its text, its path and its property.
type Searched = (&'static str, String, Option<SchemaPath>, Option<String>);

impl<'s> Searches<'s> {
    fn new(old: &'s Crd, new: &'s Crd, options: &'s Options, schemas: Schemas) -> Self {
        let (by_version, twins) = (BTreeMap::new(), BTreeMap::new());
        Searches { old, new, options, schemas, by_version, twins, failed: BTreeSet::new() }
    }

    /// Returns the earlier version in which a search for a version has the same result.
    fn twin(&mut self, version: &str) -> Option<&String> {
        if self.by_version.contains_key(version) {
            return None;
        }
        let twin = self.twins.entry(version.to_owned()).or_insert_with(|| {
            let of_version = SearchSchemas::new(&self.old.definition, &self.new.definition, version, &self.schemas)?;
            let mut searches = self.by_version.iter();
            let same = searches.find(|(_, search)| search.as_ref().is_some_and(|search| search.is_about(&of_version)));
            same.map(|(name, _)| name.clone())
        });
        twin.as_ref()
    }

    /// Returns `true` if a change breaks or may break requests or objects.
    fn concerns(change: &Change) -> bool {
        let is_undecided = change.verdicts == Verdicts::REVIEW && UNDECIDED.contains(&change.rule);
        let is_undecided = is_undecided || change.is_limited_default();
        let is_about_objects =
            change.path.is_some() || by_resource(change.rule).is_some() || change.rule == STATUS_SUBRESOURCE_ADDED;
        change.verdicts.breaks_objects() && is_about_objects || is_undecided
    }

    fn find(&mut self, change: &Change) -> Option<Witness> {
        if !Self::concerns(change) {
            return None;
        }
        let (old, new) = (&self.old.definition, &self.new.definition);
        let version = match &change.version {
            Some(version) => version.clone(),
            None => old.versions.iter().find(|version| version.served).map(|version| version.name.clone())?,
        };
        if old.version(&version).is_some_and(|version| !version.served) {
            return None;
        }
        let key = (change.rule, change.text.clone(), change.path.clone(), change.field.clone());
        if let Some(twin) = self.twin(&version).cloned()
            && self.failed.contains(&(twin, key.clone()))
        {
            return None;
        }
        let search = self.by_version.entry(version.clone()).or_insert_with(|| {
            // If the new CRD does not have the version, compare it with itself: only the base object is needed.
            let other = if new.version(&version).is_some() { new } else { old };
            Search::new(old, other, &version, self.options, &self.schemas)
        });
        let search = search.as_ref()?;
        match by_resource(change.rule) {
            Some(outcome) => {
                let subresources = old.version(&version).and_then(|version| version.subresources.as_ref());
                let scale = subresources.and_then(|one| one.scale.as_ref()).filter(|_| change.rule == "scale-removed");
                let object = match scale {
                    Some(scale) => search.scalable(&scale.spec_replicas_path)?,
                    None => search.base()?.clone(),
                };
                Some(Witness { object, before: None, outcome: outcome.to_owned() })
            }
            None if change.rule == STATUS_SUBRESOURCE_ADDED => search.find_with_status(),
            None => {
                let found = search.find(change);
                if found.is_none() {
                    self.failed.insert((version, key));
                }
                found
            }
        }
    }
}

impl Searches<'_> {
    /// Returns the reason why no object can demonstrate a change for which [`Searches::find`] has found none.
    fn unprovable(&self, change: &Change) -> Option<String> {
        let version = change.version.as_ref()?;
        if self.old.definition.version(version).is_some_and(|version| !version.served) {
            return Some(format!("the old CRD does not serve version `{version}`"));
        }
        let search = self.by_version.get(version)?.as_ref()?;
        let property = search.precluded_by(change)?;
        Some(format!("servers do not run rules on objects without `{property}`, which is now required"))
    }
}

/// The server no longer takes the status from requests to the resource itself.
const STATUS_SUBRESOURCE_ADDED: &str = "status-subresource-added";

/// Rules whose changes may or may not be breaking; a witness proves that they are.
const UNDECIDED: [&str; 7] = [
    "cel-rule-changed",
    "pattern-changed",
    "format-removed",
    "format-changed",
    "one-of-branch-added",
    "not-changed",
    "any-of-changed",
];

/// Returns the response to every object after a change to the resource itself, or `None` for another change.
fn by_resource(rule: &str) -> Option<&'static str> {
    Some(match rule {
        "group-changed" => "rejected: the new CRD does not serve this group",
        "kind-changed" => "rejected: the new CRD does not serve this kind",
        "plural-changed" => "rejected: the new CRD serves its objects at another path",
        "scope-changed" => "rejected: the new CRD serves its objects in another scope",
        "status-subresource-removed" => "rejected: the new CRD does not serve `/status` of its objects",
        "scale-removed" => "rejected: the new CRD does not serve `/scale` of its objects",
        "version-removed" | "version-not-served" => "rejected: the new CRD does not serve this version",
        _ => return None,
    })
}

/// Describes the consequence for stored objects in a sentence.
fn stored_note(change: &Change, kubernetes: Option<u16>) -> Option<String> {
    if change.verdicts.stored != Verdict::Breaking {
        return None;
    }
    let path = change.full_path();
    let path = if path.is_empty() { "the object".to_owned() } else { format!("`{path}`") };
    let quoted = |path: Option<&SchemaPath>| {
        path.filter(|path| !path.is_root()).map_or_else(|| "the object".to_owned(), |path| format!("`{path}`"))
    };
    let around = quoted(change.path.as_ref());
    let parent = change.path.clone().map(|mut path| {
        path.pop();
        path
    });
    let parent = quoted(parent.as_ref());
    let every = "every update is rejected";
    let by_version = |changed: &str| match kubernetes {
        Some(minor) if minor >= 30 => format!("an update is rejected only if it changes {changed}"),
        Some(_) => every.to_owned(),
        None => format!("before Kubernetes 1.30, {every}; since then, only one that changes {changed}"),
    };
    Some(match change.stored? {
        Stored::Ratcheted => by_version(&path),
        Stored::RatchetedAround => by_version(&around),
        Stored::RatchetedInParent => by_version(&parent),
        Stored::Never => every.to_owned(),
        Stored::Dropped => format!("the next update removes {path}"),
    })
}

/// Describes the effect of a version's stage in a sentence.
fn stage_note(finding: &Finding) -> Option<&'static str> {
    if finding.level() == finding.change.verdicts.worst() {
        return None;
    }
    Some(match finding.stage? {
        Stage::Alpha => "the version is alpha, so all changes are ok",
        Stage::Beta => "the version is beta, so breaking changes need review",
        Stage::Stable => return None,
    })
}
