//! Compares the versions of a kind: reports differences that are probably not intended, and fields that conversion
//! between the versions drops.

use std::{collections::BTreeMap, fmt::Write};

use idlgen_validate::crd::{CustomResourceDefinition, compare_versions};
use serde_json::Value as Json;

use super::{Change, Exceptions, Options, embedding, exceptions::NO_REASON, sides::Crd, sides::Side};
use crate::{
    diag::Diagnostic,
    objects::codes::{LOSSY_VERSIONS, VERSIONS_DIFFER},
    source::Span,
};

/// Rules for differences that affect neither the validity nor the content of objects.
const WITHOUT_EFFECT: [&str; 5] =
    ["cel-message-changed", "cel-reason-changed", "example-changed", "extension-changed", "field-deprecated"];

/// Rules for differences in the set of fields.
const FIELDS: [&str; 5] = ["field-added", "field-added-with-default", "field-removed", "field-typed", "field-untyped"];

/// Returns `true` for changes that affect neither the validity nor the content of objects.
pub(super) fn is_without_effect(rule: &str) -> bool {
    WITHOUT_EFFECT.contains(&rule)
}

/// The result of comparing the versions of kinds.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Parity {
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of compared pairs of versions.
    pub compared: usize,
    /// Number of compared pairs of structs that embed the same struct.
    pub embedders: usize,
    /// Number of findings that exceptions accept.
    pub accepted: usize,
    /// The differences, each with the index of its finding.
    differences: Vec<(usize, Difference)>,
}

/// The fields of an exception that accepts a difference.
#[derive(Clone, Debug)]
pub(super) struct Difference {
    kind: String,
    rule: &'static str,
    version: String,
    path: String,
}

impl Difference {
    pub(super) fn new(kind: &str, change: &Change) -> Self {
        Difference {
            kind: kind.to_owned(),
            rule: change.rule,
            version: change.version.clone().unwrap_or_default(),
            path: change.full_path(),
        }
    }
}

impl Parity {
    /// Formats an exceptions file for the differences of these findings. The reasons are missing.
    pub fn first_exceptions(&self, findings: &[Diagnostic]) -> String {
        let is_found = |index: usize| self.diagnostics.get(index).is_some_and(|finding| findings.contains(finding));
        let list: Vec<&Difference> =
            self.differences.iter().filter(|(index, _)| is_found(*index)).map(|(_, difference)| difference).collect();
        let mut text = String::from(if list.is_empty() { "exceptions: []\n" } else { "exceptions:\n" });
        for Difference { kind, rule, version, path } in list {
            // A string accepts every write.
            let _ = write!(text, "- rule: {rule}\n  kind: {kind}\n  version: {version}\n");
            if !path.is_empty() {
                let _ = writeln!(text, "  path: {}", Json::from(path.as_str()));
            }
            let _ = writeln!(text, "  reason: {NO_REASON}");
        }
        text
    }

    /// Compares each version of a kind with the next one, and the structs that embed the same struct. Versions that are
    /// neither served nor stored are skipped.
    pub fn new(side: &Side, options: &Options, exceptions: &mut Exceptions) -> Self {
        let mut found = Found { parity: Parity::default(), known: BTreeMap::new(), exceptions };
        for crd in &side.crds {
            let definition = crd.definition.clone().with_defaults();
            let mut versions: Vec<usize> = (0..definition.versions.len()).collect();
            let version = |index: &usize| definition.versions.get(*index);
            versions.retain(|index| version(index).is_some_and(|version| version.served || version.storage));
            let name = |index: &usize| version(index).map_or("", |version| version.name.as_str());
            versions.sort_by(|one, other| compare_versions(name(one), name(other)));
            for pair in versions.windows(2) {
                let [old, new] = pair else { continue };
                found.pair(crd, &definition, Pair { old: *old, new: *new, names: [name(old), name(new)] }, options);
            }
        }
        let embeddings = embedding::compare(side, options, found.exceptions);
        let mut parity = found.parity;
        for (diagnostic, difference) in embeddings.findings {
            parity.differences.push((parity.diagnostics.len(), difference));
            parity.diagnostics.push(diagnostic);
        }
        parity.accepted += embeddings.accepted;
        parity.embedders = embeddings.compared;
        parity
    }
}

/// Two versions of a kind.
#[derive(Clone, Copy)]
struct Pair<'d> {
    old: usize,
    new: usize,
    names: [&'d str; 2],
}

struct Found<'e> {
    parity: Parity,
    /// The index of each finding by rule, message and locations, so that types shared by several kinds or fields are
    /// reported once.
    known: BTreeMap<(&'static str, String, Span, Span), usize>,
    exceptions: &'e mut Exceptions,
}

impl Found<'_> {
    fn pair(&mut self, crd: &Crd, definition: &CustomResourceDefinition, pair: Pair<'_>, options: &Options) {
        self.parity.compared += 1;
        let [old, new] = pair.names;
        let both = [(definition, pair.old), (definition, pair.new)];
        for mut change in super::compare_schemas(&format!("{old} -> {new}"), both, options) {
            if change.is_documentation || is_without_effect(change.rule) {
                continue;
            }
            let is_in = |path| change.field.as_deref().is_none_or(|field| crd.has_property(path, field));
            let lacking = match (is_in(&change.old), is_in(&change.new)) {
                (true, true) => None,
                (false, _) => Some((old, new)),
                (true, false) => Some((new, old)),
            };
            let is_preserved = change.rule == "field-typed" || change.rule == "field-untyped";
            // Not an error if a webhook converts the objects, or if the server keeps fields that the schema does not
            // describe.
            if (lacking.is_some() || FIELDS.contains(&change.rule)) && (is_preserved || crd.is_converted()) {
                continue;
            }
            if lacking.is_some() {
                change.rule = "field-lost";
            }
            self.add(crd, &change, pair.names, lacking);
        }
    }

    fn add(&mut self, crd: &Crd, change: &Change, [old, new]: [&str; 2], lacking: Option<(&str, &str)>) {
        let kind = &crd.definition.names.kind;
        if self.exceptions.accept(kind, change).is_some() {
            self.parity.accepted += 1;
            return;
        }
        let spans = (crd.span_of(change, &change.old), crd.span_of(change, &change.new));
        let key = (change.rule, change.text.clone(), spans.0, spans.1);
        if let Some(known) = self.known.get(&key).and_then(|index| self.parity.diagnostics.get_mut(*index)) {
            let also = format!("also in {kind} {old} -> {new} at `{}`", change.full_path());
            known.notes.push(also);
            if let Some(index) = self.known.get(&key) {
                self.parity.differences.push((*index, Difference::new(kind, change)));
            }
            return;
        }
        self.known.insert(key, self.parity.diagnostics.len());
        let path = change.full_path();
        let place = if path.is_empty() { String::new() } else { format!(" at `{path}`") };
        let rule = change.rule;
        let diagnostic = match lacking {
            Some((without, with)) => {
                let message = format!("{kind} {without} does not have `{path}` of {with}: conversion drops it");
                let (at, other) = if with == new { (spans.1, spans.0) } else { (spans.0, spans.1) };
                Diagnostic::new(LOSSY_VERSIONS, message)
                    .at(at)
                    .and(other, format!("in {without}"))
                    .note("without a conversion webhook, an API server only changes `apiVersion`, and drops fields")
                    .help(format!("add the field to {without}, or accept `{rule}` in the exceptions"))
            }
            None => Diagnostic::new(VERSIONS_DIFFER, format!("{kind} {old} and {new} differ{place}: {}", change.text))
                .at(spans.1)
                .and(spans.0, format!("in {old}"))
                .help(format!("make them equal, or accept `{rule}` in the exceptions")),
        };
        self.parity.differences.push((self.parity.diagnostics.len(), Difference::new(kind, change)));
        self.parity.diagnostics.push(diagnostic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn side(versions: &[(&str, &str)], conversion: &str) -> Side {
        let mut text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n\
                        metadata: {name: widgets.x}\nspec:\n  group: x\n  names: {kind: Widget, plural: widgets}\n"
            .to_owned();
        // Writing to a string cannot fail.
        let _ = write!(text, "  conversion: {{strategy: {conversion}}}\n  versions:\n");
        for (name, properties) in versions {
            let spec = format!("spec: {{type: object, properties: {{{properties}}}}}");
            let _ = write!(
                text,
                "  - name: {name}\n    served: true\n    storage: {}\n    \
                 schema: {{openAPIV3Schema: {{type: object, properties: {{{spec}}}}}}}\n",
                *name == "v1"
            );
        }
        let mut side = Side::default();
        assert!(side.add(FileId::from_index(0), &text).is_empty(), "{text}");
        side
    }

    fn messages(versions: &[(&str, &str)], conversion: &str) -> Vec<String> {
        let side = side(versions, conversion);
        let parity = Parity::new(&side, &Options::default(), &mut Exceptions::default());
        assert_eq!(parity.compared, versions.len() - 1);
        parity.diagnostics.into_iter().map(|one| format!("{} {}", one.code.info().slug, one.message)).collect()
    }

    #[test]
    fn each_version_is_compared_with_the_next_one() {
        let found = messages(
            &[
                ("v1", "size: {type: integer, maximum: 5}"),
                ("v1alpha1", "size: {type: integer, maximum: 9, description: d}"),
                ("v1beta1", "size: {type: integer, maximum: 9}"),
            ],
            "None",
        );
        let expected = "versions-differ Widget v1beta1 and v1 differ at `spec.size`: `maximum` changed from 9 to 5";
        assert_eq!(found, [expected]);
    }

    #[test]
    fn fields_of_one_version_are_lost_unless_a_webhook_converts() {
        let versions = [("v1beta1", "a: {type: string}, b: {type: string}"), ("v1", "b: {type: string}")];
        let lost = "lossy-versions Widget v1 does not have `spec.a` of v1beta1: conversion drops it";
        assert_eq!(messages(&versions, "None"), [lost]);
        assert!(messages(&versions, "Webhook").is_empty());
        let [one, other] = versions;
        let lost = "lossy-versions Widget v1beta1 does not have `spec.a` of v1: conversion drops it";
        assert_eq!(messages(&[("v1beta1", other.1), ("v1", one.1)], "None"), [lost]);
    }
}
