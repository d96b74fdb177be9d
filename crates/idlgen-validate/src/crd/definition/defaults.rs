//! Validates defaults: they must not contain unknown fields, and must be valid as new values (`ValidateDefaults` of
//! k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting). The schemas of `additionalProperties` are skipped,
//! since they must not contain defaults.

mod enclosing_resource;
mod known;
mod met;
mod unknown_types;

use idlgen_runtime::{
    Context, Mode,
    field::{BadValue, Element, Error, ErrorList, Path, PathBuf},
    value::Value,
};
use serde_json::Value as Json;

pub(super) use self::known::KnownDefaults;
use self::{enclosing_resource::EnclosingResource, known::Setting};
use super::{
    CrdValidator,
    found::Found,
    requirements::Requirements,
    view::{View, is_small},
};
use crate::{
    Definitions, Schema, Validator, ValidatorOptions,
    crd::object_meta::{check_embedded, coerce_embedded, join},
    keyword::Keyword,
    schema::AdditionalProperties,
};

/// Maximum number of nodes of a built schema in the cache of defaults.
const FEW_NODES: usize = 8;

/// Checks the defaults of a structural schema. `view` is the source of the same schema.
pub(super) fn validate(
    schema: &Schema,
    view: View<'_>,
    requirements: &Requirements,
    judge: &CrdValidator,
    path: &Path<'_>,
    found: &mut Found,
) {
    let budget = judge.validator_options(false).cost_budget;
    let mut walk = Walk { requirements, judge, found, budget, surroundings: EnclosingResource::of(schema) };
    walk.schema(schema, view, true, false, path);
}

/// Returns `true` if a default in a resource's schema changes when it is decoded with Go and pruned (`PruneDefaults`).
pub(super) fn has_unknown_fields(schema: &Schema) -> bool {
    let Some(validator) = validator(schema, ValidatorOptions::crd().keeping_broken_rules()) else { return false };
    has_unknown_fields_below(schema, &validator, &mut EnclosingResource::of(schema))
}

fn has_unknown_fields_below<'s>(
    schema: &'s Schema,
    of_root: &Validator,
    surroundings: &mut EnclosingResource<'s>,
) -> bool {
    if schema.default.as_ref().is_some_and(|default| is_changed_by_reading(&default.value, of_root, surroundings)) {
        return true;
    }
    let properties = schema.properties.iter().map(|(name, property)| (Element::Field(name.clone()), property));
    let items = schema.items.iter().map(|items| (Element::Index(0), &**items));
    let entries = match &schema.additional_properties {
        Some(AdditionalProperties::Schema(entries)) => Some((Element::Key("*".to_owned()), &**entries)),
        _ => None,
    };
    properties.chain(items).chain(entries).any(|(step, below)| {
        surroundings.steps.push(step);
        let answer = has_unknown_fields_below(below, of_root, surroundings);
        surroundings.steps.pop();
        answer
    })
}

/// Returns `true` if a value changes when a resource that contains only this value is decoded and pruned. Parts that
/// cannot be decoded are removed.
fn is_changed_by_reading(value: &Json, of_root: &Validator, surroundings: &EnclosingResource<'_>) -> bool {
    let mut object = surroundings.around(value);
    for place in embedded_places(of_root, &object, true) {
        // As in stored objects, parts that cannot be decoded are not an error.
        let _ = coerce_embedded(&mut object, &place, true, &mut Vec::new());
    }
    of_root.prune(&mut object, true);
    at(&object, &PathBuf { elements: surroundings.steps.clone() }) != Some(value)
}

fn is_changed_by_pruning(validator: &Validator, value: &Json, is_resource: bool) -> bool {
    let mut pruned = value.clone();
    validator.prune(&mut pruned, is_resource);
    pruned != *value
}

fn validator(schema: &Schema, options: ValidatorOptions) -> Option<Validator> {
    Validator::with_definitions(&Definitions::default(), schema, options).ok()
}

struct Walk<'s, 'r, 'f> {
    requirements: &'r Requirements,
    judge: &'r CrdValidator,
    found: &'f mut Found,
    /// The remaining cost budget of rules.
    budget: u64,
    surroundings: EnclosingResource<'s>,
}

impl<'s> Walk<'s, '_, '_> {
    /// Checks the defaults of a schema and its nested schemas. `is_root` is `true` for the schema of an entire
    /// resource, `is_in_metadata` inside the `metadata`, `kind` or `apiVersion` of one.
    fn schema(&mut self, schema: &'s Schema, view: View<'_>, is_root: bool, is_in_metadata: bool, path: &Path<'_>) {
        let is_resource = is_root || schema.extensions.embedded_resource;
        let is_in_metadata = is_in_metadata && !is_resource;
        let around = is_resource.then(|| std::mem::replace(&mut self.surroundings, EnclosingResource::of(schema)));
        if let Some(default) = &schema.default {
            self.value(schema, view, &default.value, is_resource, is_in_metadata, &path.field("default"));
        }
        if let (Some(items), Some(view)) = (&schema.items, view.item()) {
            self.below(Element::Index(0), items, view, is_in_metadata, &path.field("items"));
        }
        self.properties(schema, view, is_resource, is_in_metadata, path);
        if let Some(around) = around {
            self.surroundings = around;
        }
    }

    fn properties(
        &mut self,
        schema: &'s Schema,
        view: View<'_>,
        is_resource: bool,
        is_in_metadata: bool,
        path: &Path<'_>,
    ) {
        // Except in metadata, defaults do not depend on their context.
        let shared = view.shared_properties().filter(|_| !is_resource && !is_in_metadata);
        let sound = &self.judge.sound.defaults;
        if let Some(left) = sound.cost(shared).and_then(|cost| self.budget.checked_sub(cost)) {
            self.budget = left;
            return;
        }
        let (before, budget) = (self.found.errors.len(), self.budget);
        for (name, property) in &schema.properties {
            let is_in_metadata =
                is_in_metadata || (is_resource && matches!(name.as_str(), "metadata" | "apiVersion" | "kind"));
            let path = path.field("properties");
            if let Some(view) = view.property(name) {
                self.below(Element::Field(name.clone()), property, view, is_in_metadata, &path.key(name));
            }
        }
        if self.found.errors.len() == before {
            sound.add(shared, budget.saturating_sub(self.budget));
        }
    }

    fn below(
        &mut self,
        step: Element<String>,
        schema: &'s Schema,
        view: View<'_>,
        is_in_metadata: bool,
        path: &Path<'_>,
    ) {
        self.surroundings.steps.push(step);
        self.schema(schema, view, false, is_in_metadata, path);
        self.surroundings.steps.pop();
    }

    fn value(
        &mut self,
        schema: &Schema,
        view: View<'_>,
        value: &Json,
        is_resource: bool,
        is_in_metadata: bool,
        path: &Path<'_>,
    ) {
        let setting = Setting { is_resource, is_pruned: self.requirements.pruned_defaults };
        // Defaults in metadata are not cached because their validity depends on the resource that contains them.
        let json = (!is_in_metadata && is_quickly_compared(view)).then(|| view.json());
        let asked = json.as_deref().and_then(|json| self.judge.defaults().ask(json, setting));
        let before = self.found.errors.len();
        let known = asked.as_ref().and_then(|asked| self.judge.defaults().cost(asked));
        if let Some(left) = known.and_then(|cost| self.budget.checked_sub(cost)) {
            self.budget = left;
            return;
        }
        let mut options = self.judge.validator_options(is_resource);
        options.cost_budget = self.budget;
        let mut schema_of_value = met::met(schema, &[value]);
        let validator = Validator::knowing(&schema_of_value, options, self.judge.known());
        let Ok(validator) = validator else { return };
        let mut coerced = value.clone();
        if is_in_metadata {
            if let Err(text) = self.metadata(value) {
                let detail = format!("must result in valid metadata: {text}");
                self.found.invalid(path, BadValue::Json(value.clone()), detail);
                return;
            }
        } else {
            if self.requirements.pruned_defaults && is_changed_by_pruning(&validator, value, is_resource) {
                self.found.invalid(path, BadValue::Json(value.clone()), "must not have unknown fields");
            }
            let errors = embedded_errors(&validator, &mut coerced, is_resource, &path.to_path_buf());
            if !errors.is_empty() {
                self.found.errors.extend(errors);
                return;
            }
        }
        // The API server validates defaults with a variant of the schema in which `x-kubernetes-int-or-string` does not
        // set a type and all formats are recognized. This variant has no rules.
        let mut of_values_options = options;
        of_values_options.has_every_format = true;
        let is_other = keep_values_only(&mut schema_of_value);
        let of_values = || self::validator(&met::met(&schema_of_value, &[value]), of_values_options);
        let of_values = is_other.then(of_values).flatten();
        let mut cx = Context::new(Mode::AllErrors, self.judge.runtime_options(self.budget));
        of_values.as_ref().unwrap_or(&validator).check_values(&coerced, None, &Path::root(), &mut cx);
        unknown_types::check(view, &coerced, &Path::root(), &mut cx);
        let errors = cx.finish().1;
        if errors.is_empty() {
            let cost = self.rules(&validator, &coerced, path);
            if let Some(asked) = asked.filter(|_| self.found.errors.len() == before) {
                self.judge.defaults().add(&asked, cost);
            }
        } else {
            self.found.errors.extend(errors.iter().cloned().map(|error| of_value(error, path)));
        }
    }

    /// Checks that a value inside metadata is valid in a resource that contains only this value.
    fn metadata(&self, value: &Json) -> Result<(), String> {
        let mut object = self.surroundings.object_with(value);
        let Some(validator) = validator(self.surroundings.root, self.judge.validator_options(true)) else {
            return Ok(());
        };
        let errors = embedded_errors(&validator, &mut object, true, &PathBuf::default());
        if errors.is_empty() { Ok(()) } else { Err(errors.to_string()) }
    }

    /// Checks that a default satisfies the rules, both as an unchanged value and as a new value. Returns the cost of
    /// the rules.
    fn rules(&mut self, validator: &Validator, value: &Json, path: &Path<'_>) -> u64 {
        let mut left = self.budget;
        for old in [Some(value as &dyn Value), None] {
            let mut options = self.judge.runtime_options(self.budget);
            // Rules that fail on an unchanged default are errors, so ratcheting is disabled.
            options.ratcheting = old.map(|_| false);
            let mut cx = Context::new(Mode::AllErrors, options);
            validator.check_rules(value, old, path, &mut cx);
            left = left.min(cx.remaining_budget());
            let errors = cx.finish().1;
            let is_refused = !errors.is_empty();
            self.found.errors.extend(errors);
            if is_refused {
                break;
            }
        }
        let cost = self.budget.saturating_sub(left);
        self.budget = left;
        cost
    }
}

/// Returns `true` if looking up a schema in the cache of defaults is faster than validating its default again. Built
/// schemas have no JSON, and large ones are usually parts of properties that are known as a whole.
fn is_quickly_compared(view: View<'_>) -> bool {
    match view {
        View::Source(_) => true,
        View::Built(schema) => is_small(schema, &mut { FEW_NODES }),
    }
}

/// Returns the errors of resources inside a value. The resources are decoded as in Go.
fn embedded_errors(validator: &Validator, value: &mut Json, is_resource: bool, path: &PathBuf) -> ErrorList {
    let minor = validator.context(Mode::Verdict).options.kubernetes_minor;
    let places = embedded_places(validator, value, is_resource);
    let mut errors = ErrorList::new();
    for place in &places {
        if let Err(mut error) = coerce_embedded(value, place, false, &mut Vec::new()) {
            error.path = join(path, &error.path);
            error.field = error.path.to_string();
            errors.push(error);
            return errors;
        }
    }
    for place in &places {
        if let Some(resource) = at(value, place) {
            check_embedded(resource, minor, &join(path, place), &mut errors);
        }
    }
    errors
}

/// Returns the paths of resources in a value, including the value itself if it is one.
fn embedded_places(validator: &Validator, value: &Json, is_resource: bool) -> Vec<PathBuf> {
    let mut places = validator.embedded_resources(value);
    let root = PathBuf::default();
    if is_resource && value.is_object() && !places.contains(&root) {
        places.insert(0, root);
    }
    places
}

/// Disables `x-kubernetes-int-or-string`, and removes rules. Returns `true` if this may change which values are valid:
/// if a schema has the extension, a format or branches.
fn keep_values_only(schema: &mut Schema) -> bool {
    let Schema { all_of, any_of, one_of, not, .. } = &*schema;
    let has_branches = !all_of.is_empty() || !any_of.is_empty() || !one_of.is_empty() || not.is_some();
    let mut is_other = std::mem::take(&mut schema.extensions.int_or_string)
        || has_branches
        || schema.keywords.get(Keyword::Format).is_some();
    schema.extensions.validations.clear();
    let entries = match &mut schema.additional_properties {
        Some(AdditionalProperties::Schema(entries)) => Some(&mut **entries),
        _ => None,
    };
    for inside in schema.properties.values_mut().chain(schema.items.as_deref_mut()).chain(entries) {
        is_other |= keep_values_only(inside);
    }
    is_other
}

fn at<'j>(value: &'j Json, path: &PathBuf) -> Option<&'j Json> {
    path.elements.iter().try_fold(value, |value, step| match step {
        Element::Field(name) | Element::Key(name) => value.get(name),
        Element::Index(index) => value.get(index),
    })
}

/// Prepends a path to an error of value validation. The error's field becomes a single path element.
fn of_value(mut error: Error, path: &Path<'_>) -> Error {
    let mut at = path.to_path_buf();
    let prefix = at.to_string();
    at.elements.append(&mut error.path.elements);
    error.path = at;
    error.field = if error.field == "<nil>" { prefix } else { format!("{prefix}.{}", error.field) };
    error
}
