//! Generates an initial suite for a CRD: a valid object, and for each limit and each rule, an object that violates it.
//! Runs every case before writing it, so that all cases pass.

use std::{cell::Cell, fmt::Write, sync::Arc};

use idlgen_validate::{
    ValidatorOptions,
    crd::{Admission, CustomResourceDefinition},
};
use serde_json::{Value as Json, json};

use super::{
    definition::Definition,
    difference::bare,
    sample::{required, sample},
    subject::Subject,
    variation::{Target, breaking, targets, variations},
};
use crate::diff::{self, Options, Witness};

/// Maximum number of objects to try per rule.
const MAX_TRIES: usize = 2_000;
/// Maximum amount of work for a suite: the number of tried objects, multiplied by the number of limits and rules.
const MAX_WORK: usize = 1_000_000;
/// Minimum number of objects to try for a suite.
const LEAST_TRIES: usize = 300;
/// Maximum number of objects to try per limit or rule if the CRD has many limits and rules.
const FEW_TRIES: usize = 30;

/// A suite as YAML, and the missing cases.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstSuite {
    pub text: String,
    /// Number of cases.
    pub cases: usize,
    /// Limits and rules for which no violating object was found, as sentences.
    pub missing: Vec<String>,
}

/// Creates an initial suite for a version of a CRD, by default the storage version.
///
/// # Errors
/// Returns an error message if this is not possible.
pub fn first_suite(
    definition: &Definition,
    version: Option<&str>,
    options: &ValidatorOptions,
) -> Result<FirstSuite, String> {
    let (read, _) = CustomResourceDefinition::from_json(&definition.document);
    let stored = || read.versions.iter().find(|version| version.storage).map(|version| version.name.as_str());
    let version = version.or_else(stored);
    let widgets = Subject::new(definition, version, options)?;
    let name = widgets.version();
    let schema = read.version(name).and_then(|version| version.schema.clone()).unwrap_or_default();
    let targets = targets(&schema);
    let tries = Cell::new((MAX_WORK / targets.len().max(1)).max(LEAST_TRIES));
    let options = Options::of(options.kubernetes_minor);
    let writer = Writer { widgets: &widgets, document: &read, schema: &schema, targets: &targets, options, tries };
    Ok(writer.suite(definition, read.versions.len() > 1))
}

struct Writer<'w> {
    widgets: &'w Subject,
    document: &'w CustomResourceDefinition,
    schema: &'w Json,
    /// The limits and rules of the schema.
    targets: &'w [Target<'w>],
    options: Options,
    /// Number of objects that may still be tried.
    tries: Cell<usize>,
}

/// A case of the suite, with its expected result.
struct Written {
    name: String,
    initial: Json,
    updated: Option<Json>,
    /// The stored object, or a part of the error.
    expected: Result<Json, String>,
}

impl Writer<'_> {
    fn suite(&self, definition: &Definition, has_versions: bool) -> FirstSuite {
        let mut cases = Vec::new();
        let mut missing = Vec::new();
        let valid = self.valid();
        if valid.is_none() {
            missing.push("no valid object was found, so the suite contains only rejected objects".to_owned());
        }
        let base = valid.clone().unwrap_or_else(|| self.object(sample(self.schema, false, 0)));
        if let Some(valid) = &valid {
            cases.push(Written {
                name: "accepts a minimal object".to_owned(),
                initial: valid.clone(),
                updated: None,
                expected: Ok(bare(&self.create(valid).object)),
            });
        }
        let has_status = self.widgets.has_status();
        for (number, target) in self.targets.iter().enumerate() {
            if self.tries.get() == 0 {
                let rest = self.targets.len() - number;
                missing.push(format!("{rest} more limits and rules: the CRD is too large to try all"));
                break;
            }
            if has_status && target.is_below("status") {
                missing.push(format!("{}: the status is a subresource", target.name()));
                continue;
            }
            // Share the remaining tries among the remaining targets, so that the first ones do not use all of them.
            let most = (self.tries.get() / (self.targets.len() - number)).clamp(FEW_TRIES, MAX_TRIES);
            let refused = self.refused(&base, target, valid.is_some(), most);
            match refused.or_else(|| self.proved(target)) {
                Some(case) => cases.push(case),
                None => missing.push(format!("{}: no object was found that violates it", target.name())),
            }
        }
        let text = self.text(definition, has_versions, &cases);
        FirstSuite { text, cases: cases.len(), missing }
    }

    /// Adds the parts that a complete object needs.
    fn object(&self, mut object: Json) -> Json {
        if let Some(entries) = object.as_object_mut() {
            let of = self.widgets;
            entries.insert("apiVersion".to_owned(), of.api_version().into());
            entries.insert("kind".to_owned(), of.kind().into());
            entries.remove("metadata");
            if of.has_status() {
                entries.remove("status");
            }
        }
        object
    }

    fn create(&self, object: &Json) -> Admission {
        self.tries.set(self.tries.get().saturating_sub(1));
        self.widgets.create(&self.named(object))
    }

    fn named(&self, object: &Json) -> Json {
        let mut object = object.clone();
        if let Some(entries) = object.as_object_mut() {
            let mut metadata = json!({"name": "test"});
            if let (true, Some(metadata)) = (self.widgets.is_namespaced(), metadata.as_object_mut()) {
                metadata.insert("namespace".to_owned(), "default".into());
            }
            entries.insert("metadata".to_owned(), metadata);
        }
        object
    }

    /// Searches for the smallest valid object.
    fn valid(&self) -> Option<Json> {
        let is_valid = |object: &Json| self.create(object).is_allowed();
        let least = self.object(sample(self.schema, false, 0));
        let mut with_spec = least.clone();
        if let (Some(spec), Some(entries)) = (self.schema.pointer("/properties/spec"), with_spec.as_object_mut())
            && !required(self.schema).contains(&"spec")
        {
            entries.insert("spec".to_owned(), sample(spec, false, 0));
        }
        let all = self.object(sample(self.schema, true, 0));
        if let Some(found) = [&with_spec, &least, &all].into_iter().find(|object| is_valid(object)) {
            return Some(found.clone());
        }
        let found = diff::valid_object(self.document, self.widgets.version(), &self.options)?;
        Some(self.object(found)).filter(is_valid)
    }

    /// Searches for a case that violates a limit or a rule, with at most `most` objects.
    fn refused(&self, base: &Json, target: &Target<'_>, has_valid: bool, most: usize) -> Option<Written> {
        let name = case_name(target);
        if target.is_transition() {
            if !has_valid {
                return None;
            }
            for initial in target.present(self.schema, base) {
                let created = self.create(&initial);
                if !created.is_allowed() {
                    continue;
                }
                for updated in variations(self.schema, &initial, most.min(self.tries.get())) {
                    self.tries.set(self.tries.get().saturating_sub(1));
                    if self.tries.get() == 0 {
                        return None;
                    }
                    let admission = self.widgets.update(&self.named(&updated), &created.object);
                    if let Some(error) = target.error(&admission) {
                        return Some(Written { name, initial, updated: Some(updated), expected: Err(error) });
                    }
                }
            }
            return None;
        }
        let most = most.min(self.tries.get());
        breaking(target, self.schema, base, most).into_iter().find_map(|object| {
            let error = target.error(&self.create(&object))?;
            Some(Written { name: name.clone(), initial: object, updated: None, expected: Err(error) })
        })
    }

    /// Searches for a case like `idlgen diff` for an object that proves a new limit or rule. That takes longer, because
    /// the CRD without it is compiled, but finds more.
    fn proved(&self, target: &Target<'_>) -> Option<Written> {
        let name = self.widgets.version();
        let mut without = self.document.clone();
        let version = without.versions.iter_mut().find(|version| version.name == name)?;
        let schema = Arc::make_mut(version.schema.as_mut()?);
        if !target.remove_from(schema) {
            return None;
        }
        let Witness { object, before, .. } = diff::witness(&without, self.document, name, &self.options)?;
        let (initial, updated) = match before {
            Some(before) => (self.object(before), Some(self.object(object))),
            None => (self.object(object), None),
        };
        let created = self.create(&initial);
        let response = match &updated {
            Some(updated) if created.is_allowed() => self.widgets.update(&self.named(updated), &created.object),
            Some(_) => return None,
            None => created,
        };
        let error = target.error(&response)?;
        Some(Written { name: case_name(target), initial, updated, expected: Err(error) })
    }

    fn text(&self, definition: &Definition, has_versions: bool, cases: &[Written]) -> String {
        let quoted = |text: &str| Json::from(text).to_string();
        let kind = quoted(self.widgets.kind());
        let mut text = match &definition.built_in {
            Some(name) => format!("name: {kind}\nbuiltInKind: {name}\n"),
            None => {
                format!("apiVersion: apiextensions.k8s.io/v1\nname: {kind}\ncrdName: {}\n", definition.name())
            }
        };
        if has_versions {
            let _ = writeln!(text, "version: {}", self.widgets.version());
        }
        text.push_str("tests:\n");
        for (key, is_update) in [("onCreate", false), ("onUpdate", true)] {
            let mut cases = cases.iter().filter(|case| case.updated.is_some() == is_update).peekable();
            if cases.peek().is_some() {
                let _ = writeln!(text, "  {key}:");
            }
            for case in cases {
                let _ = writeln!(text, "  - name: {}", quoted(&case.name));
                block(&mut text, "initial", &case.initial);
                if let Some(updated) = &case.updated {
                    block(&mut text, "updated", updated);
                }
                match &case.expected {
                    Ok(stored) => block(&mut text, "expected", stored),
                    Err(error) => {
                        let _ = writeln!(text, "    expectedError: {}", quoted(error));
                    }
                }
            }
        }
        text
    }
}

fn case_name(target: &Target<'_>) -> String {
    format!("rejects a violation of {}", target.name())
}

/// Formats an object for the suite.
fn block(text: &mut String, key: &str, object: &Json) {
    let _ = writeln!(text, "    {key}: |");
    for line in idlgen_yaml::to_string(object).lines() {
        let _ = writeln!(text, "      {line}");
    }
}
