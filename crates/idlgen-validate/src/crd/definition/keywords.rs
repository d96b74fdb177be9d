//! Validates all keywords of a schema and its nested schemas, whether or not it is structural
//! (`ValidateCustomResourceDefinitionOpenAPISchema`). The expressions of rules are validated elsewhere.

use std::collections::BTreeSet;

use idlgen_runtime::field::{BadValue, Path, PathBuf};
use idlgen_schema::rejection_rows::{Case, rows};
use serde_json::Value as Json;

use super::{
    found::Found,
    lists,
    requirements::Requirements,
    sound::Sound,
    structural,
    view::{Step, View},
};
use crate::cel::RuleProblem;

/// The types of OpenAPI, in the order of the API server's message.
pub(super) const TYPES: &[&str] = &["array", "boolean", "integer", "number", "object", "string"];

/// The paths of all schemas that have errors in themselves or in nested schemas.
pub(super) type InvalidSchemas = BTreeSet<PathBuf>;

/// Checks a schema including all nested schemas.
pub(super) fn validate(
    schema: View<'_>,
    requirements: &Requirements,
    sound: &Sound,
    path: &Path<'_>,
    found: &mut Found,
) -> InvalidSchemas {
    let mut walk = Walk { requirements, sound, found, faulty: InvalidSchemas::new() };
    let context = SchemaContext {
        is_root: true,
        is_in_metadata: false,
        no_defaults: (!requirements.allow_defaults).then(String::new),
    };
    walk.schema(schema, &context, path);
    walk.faulty
}

/// The context of a schema.
#[derive(Clone)]
struct SchemaContext {
    is_root: bool,
    /// `true` inside the `metadata`, `kind` or `apiVersion` of a resource.
    is_in_metadata: bool,
    /// If set, defaults are not allowed here. Contains the reason, which is appended to the message.
    no_defaults: Option<String>,
}

impl SchemaContext {
    /// Returns `true` if the context does not affect nested schemas.
    fn is_ordinary(&self) -> bool {
        !self.is_root && !self.is_in_metadata && self.no_defaults.is_none()
    }

    /// Returns the context of the nested schema at `step`.
    fn inside(&self, schema: View<'_>, step: Step<'_>) -> SchemaContext {
        let mut context = SchemaContext { is_root: false, ..self.clone() };
        match step {
            Step::Keyword("additionalProperties") if self.is_in_metadata => {
                context.no_defaults = Some(" inside additionalProperties applying to object metadata".to_owned());
            }
            Step::Key("properties", name @ ("metadata" | "kind" | "apiVersion"))
                if self.is_root || schema.is_embedded() =>
            {
                context.is_in_metadata = true;
                if self.is_root {
                    context.no_defaults = Some(format!(" in top-level {name}"));
                }
            }
            _ => {}
        }
        context
    }
}

struct Walk<'r, 'f> {
    requirements: &'r Requirements,
    /// The properties without errors.
    sound: &'r Sound,
    found: &'f mut Found,
    faulty: InvalidSchemas,
}

impl Walk<'_, '_> {
    fn schema(&mut self, schema: View<'_>, context: &SchemaContext, path: &Path<'_>) {
        let before = self.found.errors.len();
        self.forbidden(schema, context, path);
        let case = Case::of(schema);
        self.found.add_errors(&[&rows::UNIQUE_ITEMS, &rows::PROPERTIES_AND_VALUES], &case, path);
        // Only the requirements and the location in a resource decide on properties.
        let shared = schema.shared_properties().filter(|_| context.is_ordinary() && !schema.is_embedded());
        let is_sound = self.sound.contains(shared);
        let before_nested = self.found.errors.len();
        for (step, inside) in schema.inside() {
            if is_sound && matches!(step, Step::Key("properties", _)) {
                continue;
            }
            // These nested schemas are not allowed at all, so their content is not checked.
            if matches!(step, Step::Key("patternProperties", _) | Step::Keyword("additionalItems")) {
                continue;
            }
            let context = context.inside(schema, step);
            match step {
                Step::Keyword(keyword) => self.schema(inside, &context, &path.field(keyword)),
                Step::Index(keyword, index) => self.schema(inside, &context, &path.field(keyword).index(index)),
                Step::Key(keyword, name) => self.schema(inside, &context, &path.field(keyword).key(name)),
            }
        }
        if !is_sound && self.found.errors.len() == before_nested {
            self.sound.add(shared, 0);
        }
        self.extensions(schema, &case, path);
        lists::validate(schema, self.requirements, path, self.found);
        self.rules(schema, path);
        if self.found.errors.len() > before {
            self.faulty.insert(path.to_path_buf());
        }
    }

    /// Reports keywords that schemas of CRDs do not support (`specStandardValidatorV3.validate`).
    fn forbidden(&mut self, schema: View<'_>, context: &SchemaContext, path: &Path<'_>) {
        let found = &mut *self.found;
        let name = schema.type_name();
        if self.requirements.valid_types && !name.is_empty() && !TYPES.contains(&name) {
            found.not_supported(&path.field("type"), name, TYPES);
        }
        if let Some(why) = context.no_defaults.as_ref().filter(|_| schema.default().is_some()) {
            found.forbidden(&path.field("default"), format!("must not be set{why}"));
        }
        for (keyword, is_set) in [
            ("id", !schema.text("id").is_empty()),
            ("additionalItems", schema.additional("additionalItems").is_some()),
            ("patternProperties", schema.has_entries("patternProperties")),
            ("definitions", schema.has_entries("definitions")),
            ("dependencies", schema.has_keyword("dependencies")),
            ("$ref", schema.has_keyword("$ref")),
        ] {
            if is_set {
                found.forbidden(&path.field(keyword), format!("{keyword} is not supported"));
            }
        }
        if name == "null" {
            let detail = "type cannot be set to null, use nullable as an alternative";
            found.forbidden(&path.field("type"), detail);
        }
        if schema.items().is_some_and(|items| !items.list.is_empty()) {
            found.forbidden(&path.field("items"), "items must be a schema object and not an array");
        }
        if context.is_in_metadata && schema.is_embedded() {
            let path = path.field("x-kubernetes-embedded-resource");
            found.forbidden(&path, "must not be used inside of resource meta");
        }
    }

    fn extensions(&mut self, schema: View<'_>, case: &Case<'_>, path: &Path<'_>) {
        let found = &mut *self.found;
        let preserve = "x-kubernetes-preserve-unknown-fields";
        if schema.unknown_fields() == Some(false) {
            found.invalid(&path.field(preserve), BadValue::Json(Json::Bool(false)), "must be true or undefined");
        }
        let Some(map_type) = schema.map_type() else { return };
        found.add_error(&rows::MAP_TYPE_OF_NO_OBJECT, case, path);
        if !matches!(map_type, "atomic" | "granular") {
            found.not_supported(&path.field("x-kubernetes-map-type"), map_type, &["atomic", "granular"]);
        }
    }

    /// Checks the fields of rules except the expressions, which the module `expressions` checks.
    fn rules(&mut self, schema: View<'_>, path: &Path<'_>) {
        const KEYWORD: &str = "x-kubernetes-validations";
        if !schema.has_keyword(KEYWORD) {
            return;
        }
        let rules = schema.rules();
        let has_path = rules.extensions.validations.iter().any(|rule| rule.field_path.is_some());
        // `fieldPath` is only resolved if the schema can be converted to a structural schema.
        let followed = has_path && structural::unsupported(schema).is_none();
        let node = if followed { schema.parsed() } else { rules };
        for (key, index, problem) in crate::cel::written_problems(&node) {
            if !followed && problem.is_about_followed_path() {
                continue;
            }
            let at = path.field(KEYWORD);
            let at = at.index(index);
            let path = at.field(key).to_path_buf();
            let rule = node.extensions.validations.get(index);
            let problem = RuleProblem { path, node: &node, place: String::new(), rule, kind: problem };
            self.found.errors.push(problem.to_error());
        }
    }
}

#[cfg(test)]
mod tests {
    use idlgen_runtime::field::Path;
    use serde_json::{Value as Json, json};

    use super::{
        super::{found::Found, requirements::Requirements, sound::Sound, view::View},
        InvalidSchemas, validate,
    };
    use crate::Schema;

    fn schema(json: &Json) -> Schema {
        Schema::from_json(json).0
    }

    fn errors(schema: &Schema, sound: &Sound) -> (Vec<String>, InvalidSchemas) {
        let mut found = Found::default();
        let view = View::of_built(schema).expect("a plain schema");
        let faulty = validate(view, &Requirements::of_new(), sound, &Path::root(), &mut found);
        (found.errors.iter().map(ToString::to_string).collect(), faulty)
    }

    #[test]
    fn properties_that_are_sound_elsewhere_may_not_be_at_the_root() {
        let root = schema(&json!({"type": "object", "properties": {
            "metadata": {"type": "object", "properties": {"name": {"type": "string", "default": "a"}}}
        }}));
        let mut nested = schema(&json!({"type": "object"}));
        nested.properties.insert("spec".to_owned(), root.clone());
        let sound = Sound::default();
        assert_eq!(errors(&nested, &sound).0, [""; 0]);
        let message = "properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata";
        assert_eq!(errors(&root, &sound).0, [message]);
    }

    #[test]
    fn schemas_with_errors_are_named_with_those_around_them() {
        let (messages, faulty) = errors(
            &schema(&json!({"type": "object", "properties": {
                "a": {"type": "array", "uniqueItems": true}, "b": {"type": "string"}
            }})),
            &Sound::default(),
        );
        let message = "properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime \
                       complexity becomes quadratic";
        assert_eq!(messages, [message]);
        let faulty: Vec<String> = faulty.iter().map(ToString::to_string).collect();
        assert_eq!(faulty, ["<nil>", "properties[a]"]);
    }
}
