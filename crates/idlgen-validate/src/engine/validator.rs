//! The public API of the engine: the validator.

use idlgen_runtime::{
    Context, Mode, Outcome, Verdict,
    field::{Error, ErrorList, Path, PathBuf},
    value::{Value, ValueRef},
};
use serde_json::Value as Json;

use super::{
    ValidatorOptions,
    compile::compile,
    node::Compiled,
    node::{Node, NodeId},
    old_value::{Correlation, OldValue},
    rule_evaluation::Ratcheting,
    unknown::UnknownField,
    verdict::CompactNodes,
    walk::{Location, Walk},
};
use crate::{Definitions, Schema, ZeroMode, cel::KnownRules, compiled::SchemaError};

/// A compiled schema that validates values.
///
/// Build it once and use it for any number of values. It is immutable, so any number of threads can use it.
///
/// ```
/// use idlgen_validate::{Schema, Validator};
/// use serde_json::json;
///
/// let (schema, problems) = Schema::from_json(&json!({
///     "type": "object",
///     "required": ["name"],
///     "properties": {"name": {"type": "string", "maxLength": 5}, "size": {"type": "integer", "maximum": 9}},
///     "x-kubernetes-validations": [{"rule": "self.size >= oldSelf.size", "message": "cannot shrink"}],
/// }));
/// assert!(problems.is_empty());
/// let validator = Validator::new(&schema)?;
///
/// // A new object.
/// let outcome = validator.validate(&json!({"name": "lorem", "size": 10}), None);
/// assert_eq!(outcome.errors.to_string(), "size: Invalid value: 10: size in body should be less than or equal to 9");
/// assert!(validator.verdict(&json!({"name": "lorem", "size": 9}), None).is_valid());
///
/// // An update.
/// let old = json!({"name": "lorem", "size": 2});
/// let outcome = validator.validate(&json!({"name": "lorem", "size": 1}), Some(&old));
/// assert_eq!(outcome.errors.to_string(), "<nil>: Invalid value: cannot shrink");
/// # Ok::<(), Vec<idlgen_validate::engine::SchemaError>>(())
/// ```
///
/// Several threads can share a validator:
///
/// ```
/// # use idlgen_validate::{Schema, Validator};
/// # use serde_json::json;
/// # let (schema, _) = Schema::from_json(&json!({"type": "integer", "maximum": 2}));
/// let validator = Validator::new(&schema)?;
/// let valid: usize = std::thread::scope(|scope| {
///     let is_valid = |number: i64| validator.verdict(&json!(number), None).is_valid() as usize;
///     let threads: Vec<_> = (0..5).map(|number| scope.spawn(move || is_valid(number))).collect();
///     threads.into_iter().map(|thread| thread.join().unwrap()).sum()
/// });
/// assert_eq!(valid, 3);
/// # Ok::<(), Vec<idlgen_validate::engine::SchemaError>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Validator {
    pub(super) compiled: Compiled,
    /// The compact form of the nodes, for fast verdicts on custom resources.
    pub(super) forms: Option<CompactNodes>,
    pub(super) options: ValidatorOptions,
}

impl Validator {
    /// Compiles a schema without references, with the options for custom resource values ([`ValidatorOptions::crd`]).
    ///
    /// # Errors
    /// Returns an error for each reference, for each pattern and rule that does not compile, and for each schema whose
    /// validation would not terminate.
    pub fn new(schema: &Schema) -> Result<Self, Vec<SchemaError>> {
        Validator::with_definitions(&Definitions::default(), schema, ValidatorOptions::crd())
    }

    /// Compiles a schema that may refer to `definitions`, with these options.
    ///
    /// # Errors
    /// Returns an error for each unresolved reference, for each pattern and rule that does not compile (unless
    /// [`keeps_broken_rules`](ValidatorOptions::keeps_broken_rules) is set), and for each schema whose validation would
    /// not terminate.
    pub fn with_definitions(
        definitions: &Definitions,
        schema: &Schema,
        options: ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        Validator::compile(definitions, schema, options, None)
    }

    /// Compiles a schema without references, with a cache of compiled rules.
    ///
    /// # Errors
    /// Returns the errors of [`Validator::with_definitions`].
    pub(crate) fn knowing(
        schema: &Schema,
        options: ValidatorOptions,
        known: &KnownRules,
    ) -> Result<Self, Vec<SchemaError>> {
        Validator::compile(&Definitions::default(), schema, options, Some(known))
    }

    fn compile(
        definitions: &Definitions,
        schema: &Schema,
        options: ValidatorOptions,
        known: Option<&KnownRules>,
    ) -> Result<Self, Vec<SchemaError>> {
        let compiled = compile(definitions, schema, &options, known)?;
        let forms = (options.zero_mode == ZeroMode::Crd).then(|| CompactNodes::new(&compiled, &options));
        Ok(Validator { compiled, forms, options })
    }

    /// Compiles the definition with this name.
    ///
    /// # Errors
    /// Returns the errors of [`Validator::with_definitions`], or an error if the definition does not exist.
    pub fn for_definition(
        definitions: &Definitions,
        name: &str,
        options: ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        let schema = Schema { reference: Some(name.to_owned()), ..Schema::default() };
        Validator::with_definitions(definitions, &schema, options)
    }

    /// Returns all errors: first those of values, then those of list types, then those of rules.
    ///
    /// If there is an `old` value, this is an update. As in the API server, duplicates in lists are only reported if
    /// the old object had none, and transition rules apply. Errors in unchanged values are dropped, and failed rules on
    /// unchanged values are reported as warnings (KEP-4008, [`ValidatorOptions::ratcheting`]).
    pub fn validate(&self, value: &dyn Value, old: Option<&dyn Value>) -> Outcome {
        let mut cx = self.context(Mode::AllErrors);
        self.check(value, old, &Path::root(), &mut cx);
        let (_, errors, warnings) = cx.finish();
        Outcome::new(errors, warnings)
    }

    /// Returns whether the value is valid. Stops at the first error and formats no messages.
    pub fn verdict(&self, value: &dyn Value, old: Option<&dyn Value>) -> Verdict {
        let mut cx = self.context(Mode::Verdict);
        self.check(value, old, &Path::root(), &mut cx);
        Verdict::of(cx.has_failed())
    }

    /// Returns the first error that [`Validator::validate`] would return.
    pub fn first_error(&self, value: &dyn Value, old: Option<&dyn Value>) -> Option<Error> {
        let mut cx = self.context(Mode::FirstError);
        self.check(value, old, &Path::root(), &mut cx);
        cx.finish().1.into_iter().next()
    }

    /// Validates a value at `path` of a larger object. `cx` determines the mode; all other options are those of the
    /// validator.
    pub fn check(&self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        // Most values have neither errors in values nor errors of list types, which a single walk can determine.
        if !self.is_settled(Compiled::ROOT, value, old, true, path, cx) {
            self.check_failing_values(self.compiled.get(Compiled::ROOT), value, old, path, cx);
            if !cx.is_done() {
                self.check_list_types(value, old, path, cx);
            }
        }
        if !cx.is_done() {
            self.check_rules(value, old, path, cx);
        }
    }

    /// Returns `true` if no further checks of values are necessary. This is the case if a walk without messages finds
    /// no errors in the value and, if `finds_duplicates`, no duplicates in sets and map lists; if the value is invalid
    /// and only the verdict is needed; or if the walk exceeds its limits, which is reported.
    fn is_settled(
        &self,
        node: NodeId,
        value: &dyn Value,
        old: Option<&dyn Value>,
        finds_duplicates: bool,
        path: &Path<'_>,
        cx: &mut Context,
    ) -> bool {
        let verdict =
            |forms: &CompactNodes| forms.verdict(&self.compiled, &self.options, node, value, finds_duplicates);
        let mut verdict = self.forms.as_ref().and_then(verdict);
        if verdict.is_none() {
            let node = self.compiled.get(node);
            let view = value.as_value();
            let place = Location { node, shape: node, finds_duplicates, ..self.root(&view, None, path) };
            let mut own = self.context(Mode::Verdict);
            let walk = Walk::new(&self.compiled, &self.options);
            walk.apply(&place, &mut own);
            walk.report_limit(&mut own);
            verdict = Some(!own.has_failed());
            // For an update, the limit is not reported yet because ratcheting may need fewer steps.
            if let Some(error) = walk.limit_error().filter(|_| own.has_failed() && old.is_none()) {
                cx.report(|| error);
                return true;
            }
        }
        let is_right = verdict == Some(true);
        // For an update, the value may be valid nevertheless, because errors in unchanged values are ratcheted.
        if !is_right && old.is_none() && cx.mode == Mode::Verdict {
            cx.take_over(true, ErrorList::new());
            return true;
        }
        is_right
    }

    /// Runs the part of [`Validator::check`] that validates values. An API server runs other checks between this part
    /// and the others (`apiextensions-apiserver/pkg/apiserver/validation.ValidateCustomResource`).
    pub fn check_values(&self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        self.check_values_at(Compiled::ROOT, value, old, path, cx);
    }

    /// Validates like [`Validator::check_values`], starting at `node`.
    pub(super) fn check_values_at(
        &self,
        node: NodeId,
        value: &dyn Value,
        old: Option<&dyn Value>,
        path: &Path<'_>,
        cx: &mut Context,
    ) {
        if !self.is_settled(node, value, old, false, path, cx) {
            self.check_failing_values(self.compiled.get(node), value, old, path, cx);
        }
    }

    /// Validates a value that has or may have errors.
    fn check_failing_values(
        &self,
        node: &Node,
        value: &dyn Value,
        old: Option<&dyn Value>,
        path: &Path<'_>,
        cx: &mut Context,
    ) {
        let (value, old) = (value.as_value(), old.map(Value::as_value));
        let place = Location { node, shape: node, ..self.root(&value, None, path) };
        let (mut failed, mut errors) = self.validate_values(&place, cx.mode);
        // The comparison with the old value can only remove errors.
        if let Some(old) = old.filter(|_| failed && self.options.ratchets_values()) {
            let walk = Walk::new(&self.compiled, &self.options);
            let old = walk.correlate(&value, &old, node);
            (failed, errors) = self.validate_values(&Location { old: Some(&old), ..place }, cx.mode);
        }
        cx.take_over(failed, errors);
    }

    fn validate_values(&self, place: &Location<'_>, mode: Mode) -> (bool, ErrorList) {
        let mut own = self.context(mode);
        let walk = Walk::new(&self.compiled, &self.options);
        walk.apply(place, &mut own);
        walk.report_limit(&mut own);
        let (failed, errors, _) = own.finish();
        (failed, errors)
    }

    /// Runs the part of [`Validator::check`] that finds duplicates in sets and map lists
    /// (`apiextensions-apiserver/pkg/apiserver/schema/listtype.ValidateListSetsAndMaps`).
    pub fn check_list_types(&self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        let value = value.as_value();
        let mut own = self.context(cx.mode);
        Walk::new(&self.compiled, &self.options).list_types(&self.root(&value, None, path), &mut own);
        let (failed, errors, _) = own.finish();
        if failed && !old.is_some_and(|old| self.has_duplicates(old)) {
            cx.take_over(failed, errors);
        }
    }

    /// Runs the part of [`Validator::check`] that evaluates rules
    /// (`apiextensions-apiserver/pkg/apiserver/schema/cel.Validator.Validate`). Rules are not evaluated if `cx` has
    /// errors that [prevent it](Context::blocks_rules).
    pub fn check_rules(&self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        if !self.compiled.get(Compiled::ROOT).has_rules {
            return;
        }
        cx.expect_rules();
        if !cx.blocks_rules() {
            let (value, old) = (value.as_value(), old.map(Value::as_value));
            let walk = Walk::new(&self.compiled, &self.options);
            let old = old.map(|old| walk.correlate(&value, &old, self.compiled.get(Compiled::ROOT)));
            walk.rules(&self.root(&value, old.as_ref(), path), Ratcheting::new(&self.options), cx);
            walk.report_limit(cx);
        }
    }

    /// Returns the old value that corresponds to the part of the new value at `path`, if there is one. Properties and
    /// entries correspond by name; list elements only correspond by the keys of a `map` list
    /// (`k8s.io/apiserver/pkg/cel/common.CorrelatedObject`).
    pub fn old_value(&self, value: &dyn Value, old: &dyn Value, path: &PathBuf) -> Option<OldValue> {
        let walk = Walk::new(&self.compiled, &self.options);
        let correlation = walk.correlate(&value.as_value(), &old.as_value(), self.compiled.get(Compiled::ROOT));
        OldValue::find(&correlation, path)
    }

    fn has_duplicates(&self, value: &dyn Value) -> bool {
        let mut cx = self.context(Mode::Verdict);
        self.check_list_types(value, None, &Path::root(), &mut cx);
        cx.has_failed()
    }

    fn root<'p>(
        &'p self,
        value: &'p ValueRef<'p>,
        old: Option<&'p Correlation<'p>>,
        path: &'p Path<'p>,
    ) -> Location<'p> {
        let node = self.compiled.get(Compiled::ROOT);
        Location { node, shape: node, value, old, path, depth: 1, finds_duplicates: false }
    }

    /// Returns the paths of the unknown fields, which pruning would drop
    /// (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning`). They are sorted by their strings.
    ///
    /// No field is unknown if the schema preserves unknown fields, in maps, and in `apiVersion`, `kind` and `metadata`
    /// of embedded resources. For Go types, no field is unknown in an object without declared properties either.
    pub fn unknown_fields(&self, value: &dyn Value) -> Vec<PathBuf> {
        self.unknown(&value.as_value(), false).into_iter().map(|field| field.path).collect()
    }

    /// Drops unknown fields and returns their paths. If `is_resource_root`, `metadata`, `apiVersion` and `kind` at the
    /// root are preserved.
    pub fn prune(&self, value: &mut Json, is_resource_root: bool) -> Vec<PathBuf> {
        let unknown = self.unknown(&value.as_value(), is_resource_root);
        super::prune::remove(value, &unknown);
        unknown.into_iter().filter(|field| field.is_reported).map(|field| field.path).collect()
    }

    fn unknown(&self, value: &ValueRef<'_>, is_resource_root: bool) -> Vec<UnknownField> {
        let root = self.compiled.get(Compiled::ROOT);
        super::unknown::unknown_fields(&self.compiled, &self.options, value, root, is_resource_root)
    }

    /// Returns a value as an API server has it before validation: pruned, without disallowed nulls, and with defaults
    /// (`unstructuredSchemaCoercer.apply` of `k8s.io/apiextensions-apiserver/pkg/apiserver`). Use it with the zero mode
    /// [`Crd`](crate::ZeroMode::Crd); in the other mode, the engine itself determines the effective values.
    pub fn as_decoded(&self, value: &dyn Value) -> Json {
        let mut decoded = value.as_value().to_json();
        self.prune(&mut decoded, self.options.is_resource);
        self.drop_nulls(&mut decoded);
        self.fill_in_defaults(&mut decoded);
        decoded
    }

    /// Drops null properties that are not nullable, unless they have a default
    /// (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting.PruneNonNullableNullsWithoutDefaults`).
    pub fn drop_nulls(&self, value: &mut Json) {
        super::prune::drop_nulls(&self.compiled, Some(self.compiled.get(Compiled::ROOT)), value);
    }

    /// Applies defaults to properties that are missing, or null and not nullable
    /// (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting.Default`). Does not add defaults inside a
    /// missing object.
    pub fn fill_in_defaults(&self, value: &mut Json) {
        super::default::fill_in(&self.compiled, self.compiled.get(Compiled::ROOT), value);
    }

    pub(crate) fn context(&self, mode: Mode) -> Context {
        Context::new(mode, self.options.runtime())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::testing::{crd, json},
        Validator,
    };

    #[test]
    fn decoded_values_are_pruned_and_have_defaults() {
        let validator =
            crd(r#"{"properties": {"a": {"default": 1}, "b": {"type": "string"}, "c": {"nullable": true}}}"#);
        let value = json(r#"{"kind": "K", "metadata": {"name": "n"}, "a": null, "b": null, "c": null, "d": 1}"#);
        let decoded = json(r#"{"kind": "K", "metadata": {"name": "n"}, "a": 1, "c": null}"#);
        assert_eq!(validator.as_decoded(&value), decoded);
    }

    #[test]
    fn can_be_shared_between_threads() {
        fn is_shared<T: Send + Sync + Clone>() {}
        is_shared::<Validator>();
    }
}
