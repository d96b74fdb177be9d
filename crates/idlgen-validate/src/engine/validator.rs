//! The engine's face.

use idlgen_runtime::{
    Context, Mode, Outcome, Verdict,
    field::{Error, ErrorList, Path, PathBuf},
    value::{Value, ValueRef},
};
use serde_json::Value as Json;

use super::{
    ValidatorOptions, ZeroMode,
    compile::{Compiled, compile},
    correlation::{Correlation, OldValue},
    node::{Node, NodeId},
    rules::Forgiveness,
    unknown::UnknownField,
    verdict::Forms,
    walk::{Place, Walk},
};
use crate::{Definitions, Schema, cel::KnownRules, compiled::SchemaError};

/// A schema that is ready to judge values.
///
/// It is made once and used for any number of values, from any number of threads: nothing of it changes.
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
/// Many threads share one:
///
/// ```
/// # use idlgen_validate::{Schema, Validator};
/// # use serde_json::json;
/// # let (schema, _) = Schema::from_json(&json!({"type": "integer", "maximum": 2}));
/// let validator = Validator::new(&schema)?;
/// let valid: usize = std::thread::scope(|scope| {
///     let judge = |number: i64| validator.verdict(&json!(number), None).is_valid() as usize;
///     let threads: Vec<_> = (0..5).map(|number| scope.spawn(move || judge(number))).collect();
///     threads.into_iter().map(|thread| thread.join().unwrap()).sum()
/// });
/// assert_eq!(valid, 3);
/// # Ok::<(), Vec<idlgen_validate::engine::SchemaError>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Validator {
    pub(super) compiled: Compiled,
    /// What is known of the nodes for verdicts on custom resources.
    pub(super) forms: Option<Forms>,
    pub(super) options: ValidatorOptions,
}

impl Validator {
    /// Compiles a schema that refers to no other, with the settings of values of custom resources
    /// ([`ValidatorOptions::crd`]).
    ///
    /// # Errors
    /// All references, all patterns and rules that do not compile, and schemas that would never come to an end.
    pub fn new(schema: &Schema) -> Result<Self, Vec<SchemaError>> {
        Validator::with_definitions(&Definitions::default(), schema, ValidatorOptions::crd())
    }

    /// Compiles a schema that may refer to `definitions`, with other settings.
    ///
    /// # Errors
    /// All references to definitions that do not exist, all patterns and rules that do not compile (unless
    /// [`keeps_broken_rules`](ValidatorOptions::keeps_broken_rules)), and schemas that would never come to an end.
    pub fn with_definitions(
        definitions: &Definitions,
        schema: &Schema,
        options: ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        Validator::compile(definitions, schema, options, None)
    }

    /// Compiles a schema that refers to no other, some of whose rules may be known.
    ///
    /// # Errors
    /// As [`Validator::with_definitions`].
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
        let forms = (options.zero_mode == ZeroMode::Crd).then(|| Forms::new(&compiled, &options));
        Ok(Validator { compiled, forms, options })
    }

    /// Compiles the definition of that name.
    ///
    /// # Errors
    /// As [`Validator::with_definitions`]; also if there is no such definition.
    pub fn for_definition(
        definitions: &Definitions,
        name: &str,
        options: ValidatorOptions,
    ) -> Result<Self, Vec<SchemaError>> {
        let schema = Schema { reference: Some(name.to_owned()), ..Schema::default() };
        Validator::with_definitions(definitions, &schema, options)
    }

    /// All errors: those of values, then of list types, then of rules.
    ///
    /// An `old` value makes this an update. Then duplicates in lists count only if there were none anywhere before, as
    /// the API server has it, and rules that compare with the old value apply. Errors of values that are as they were
    /// are forgiven in silence, other rules that fail on them give warnings (KEP-4008,
    /// [`ValidatorOptions::ratcheting`]).
    pub fn validate(&self, value: &dyn Value, old: Option<&dyn Value>) -> Outcome {
        let mut cx = self.context(Mode::AllErrors);
        self.check(value, old, &Path::root(), &mut cx);
        let (_, errors, warnings) = cx.finish();
        Outcome::new(errors, warnings)
    }

    /// Whether the value is valid. Stops at the first error and makes no texts.
    pub fn verdict(&self, value: &dyn Value, old: Option<&dyn Value>) -> Verdict {
        let mut cx = self.context(Mode::Verdict);
        self.check(value, old, &Path::root(), &mut cx);
        Verdict::of(cx.has_failed())
    }

    /// The first error of those that [`Validator::validate`] would give.
    pub fn first_error(&self, value: &dyn Value, old: Option<&dyn Value>) -> Option<Error> {
        let mut cx = self.context(Mode::FirstError);
        self.check(value, old, &Path::root(), &mut cx);
        cx.finish().1.into_iter().next()
    }

    /// Judges a value that stands at `path` of something larger. The mode is that of `cx`, everything else the
    /// validator's.
    pub fn check(&self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        // Most values have errors neither of values nor of list types, and to know that takes one walk.
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

    /// Whether nothing needs to be looked at more closely: a value has no errors (and, if that is asked for, no
    /// duplicates in sets and maps), as is told by a walk that makes no texts and goes by the order of the object; or
    /// it is wrong and no more is wanted; or so much would have to be tried that it was given up, which is reported.
    fn is_settled(
        &self,
        node: NodeId,
        value: &dyn Value,
        old: Option<&dyn Value>,
        finds_duplicates: bool,
        path: &Path<'_>,
        cx: &mut Context,
    ) -> bool {
        let verdict = |forms: &Forms| forms.verdict(&self.compiled, &self.options, node, value, finds_duplicates);
        let mut verdict = self.forms.as_ref().and_then(verdict);
        if verdict.is_none() {
            let node = self.compiled.get(node);
            let view = value.as_value();
            let place = Place { node, shape: node, finds_duplicates, ..self.root(&view, None, path) };
            let mut own = self.context(Mode::Verdict);
            let walk = Walk::new(&self.compiled, &self.options);
            walk.apply(&place, &mut own);
            walk.report_limit(&mut own);
            verdict = Some(!own.has_failed());
            // In an update there may be less to look at.
            if let Some(error) = walk.given_up().filter(|_| own.has_failed() && old.is_none()) {
                cx.report(|| error);
                return true;
            }
        }
        let is_right = verdict == Some(true);
        // What an update leaves as it was may be wrong.
        if !is_right && old.is_none() && cx.mode == Mode::Verdict {
            cx.take_over(true, ErrorList::new());
            return true;
        }
        is_right
    }

    /// The part of [`Validator::check`] that is about values. The API server does other checks between the two
    /// (`apiextensions-apiserver/pkg/apiserver/validation.ValidateCustomResource`).
    pub fn check_values(&self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        self.check_values_at(Compiled::ROOT, value, old, path, cx);
    }

    /// As [`Validator::check_values`], for a node that stands for itself.
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

    /// Judges a value that has errors, or may have some.
    fn check_failing_values(
        &self,
        node: &Node,
        value: &dyn Value,
        old: Option<&dyn Value>,
        path: &Path<'_>,
        cx: &mut Context,
    ) {
        let (value, old) = (value.as_value(), old.map(Value::as_value));
        let place = Place { node, shape: node, ..self.root(&value, None, path) };
        let (mut failed, mut errors) = self.judge_values(&place, cx.mode);
        // The comparison can only take errors away.
        if let Some(old) = old.filter(|_| failed && self.options.forgives_values()) {
            let walk = Walk::new(&self.compiled, &self.options);
            let old = walk.correlate(&value, &old, node);
            (failed, errors) = self.judge_values(&Place { old: Some(&old), ..place }, cx.mode);
        }
        cx.take_over(failed, errors);
    }

    fn judge_values(&self, place: &Place<'_>, mode: Mode) -> (bool, ErrorList) {
        let mut own = self.context(mode);
        let walk = Walk::new(&self.compiled, &self.options);
        walk.apply(place, &mut own);
        walk.report_limit(&mut own);
        let (failed, errors, _) = own.finish();
        (failed, errors)
    }

    /// The part of [`Validator::check`] that is about duplicates in sets and maps
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

    /// The part of [`Validator::check`] that is about rules
    /// (`apiextensions-apiserver/pkg/apiserver/schema/cel.Validator.Validate`). They are not run if `cx` has errors of
    /// other checks that [are in the way](Context::blocks_rules).
    pub fn check_rules(&self, value: &dyn Value, old: Option<&dyn Value>, path: &Path<'_>, cx: &mut Context) {
        if !self.compiled.get(Compiled::ROOT).has_rules {
            return;
        }
        cx.expect_rules();
        if !cx.blocks_rules() {
            let (value, old) = (value.as_value(), old.map(Value::as_value));
            let walk = Walk::new(&self.compiled, &self.options);
            let old = old.map(|old| walk.correlate(&value, &old, self.compiled.get(Compiled::ROOT)));
            walk.rules(&self.root(&value, old.as_ref(), path), Forgiveness::new(&self.options), cx);
            walk.report_limit(cx);
        }
    }

    /// The value before an update that the part of the new value at `path` is compared with, if there is one:
    /// properties and entries have it by their names, elements of lists only by the keys of a `map` list
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

    fn root<'p>(&'p self, value: &'p ValueRef<'p>, old: Option<&'p Correlation<'p>>, path: &'p Path<'p>) -> Place<'p> {
        let node = self.compiled.get(Compiled::ROOT);
        Place { node, shape: node, value, old, path, depth: 1, finds_duplicates: false }
    }

    /// Paths of what the schema does not know, sorted by their texts: what pruning would drop
    /// (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning`).
    ///
    /// Where unknown fields are to be preserved, in maps and in `apiVersion`, `kind` and `metadata` of embedded
    /// resources, everything is known. For Go types so is everything in an object that declares no properties.
    pub fn unknown_fields(&self, value: &dyn Value) -> Vec<PathBuf> {
        self.unknown(&value.as_value(), false).into_iter().map(|field| field.path).collect()
    }

    /// Drops what the schema does not know and answers what was dropped. The `metadata` of a resource's root, its
    /// `apiVersion` and `kind` stay.
    pub fn prune(&self, value: &mut Json, is_resource_root: bool) -> Vec<PathBuf> {
        let unknown = self.unknown(&value.as_value(), is_resource_root);
        super::prune::remove(value, &unknown);
        unknown.into_iter().filter(|field| field.is_reported).map(|field| field.path).collect()
    }

    fn unknown(&self, value: &ValueRef<'_>, is_resource_root: bool) -> Vec<UnknownField> {
        let root = self.compiled.get(Compiled::ROOT);
        super::unknown::unknown_fields(&self.compiled, &self.options, value, root, is_resource_root)
    }

    /// A value as an API server has it when it judges it: pruned, without nulls that must not be, with defaults
    /// (`unstructuredSchemaCoercer.apply` of `k8s.io/apiextensions-apiserver/pkg/apiserver`). It is for the zero mode
    /// [`Crd`](super::ZeroMode::Crd); in the other the engine itself sees which values count.
    pub fn as_decoded(&self, value: &dyn Value) -> Json {
        let mut decoded = value.as_value().to_json();
        self.prune(&mut decoded, self.options.is_resource);
        self.drop_nulls(&mut decoded);
        self.fill_in_defaults(&mut decoded);
        decoded
    }

    /// Drops properties that are null and must not be, unless a default takes their place
    /// (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting.PruneNonNullableNullsWithoutDefaults`).
    pub fn drop_nulls(&self, value: &mut Json) {
        super::prune::drop_nulls(&self.compiled, Some(self.compiled.get(Compiled::ROOT)), value);
    }

    /// Fills in defaults (`k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting.Default`): where a property
    /// is absent or null and must not be. Nothing is filled into an object that is absent itself.
    pub fn fill_in_defaults(&self, value: &mut Json) {
        super::default::fill_in(&self.compiled, self.compiled.get(Compiled::ROOT), value, 0);
    }

    pub(crate) fn context(&self, mode: Mode) -> Context {
        Context::new(mode, self.options.runtime())
    }
}

#[cfg(test)]
mod tests {
    use super::Validator;

    #[test]
    fn can_be_shared_between_threads() {
        fn is_shared<T: Send + Sync + Clone>() {}
        is_shared::<Validator>();
    }
}
