//! The result of a case: of idlgen, and of the real libraries.

use idlgen_runtime::{
    Context, Mode as Wanted, Options,
    field::{Error, ErrorList, Path, PathBuf},
    value::Value,
};
use idlgen_validate::{
    Definitions, Schema, Validator, ValidatorOptions,
    crd::{CustomResource, ResourceType, Scope, Warning},
};
use serde_json::{Value as Json, json};

use super::case::{Case, Mode};
use crate::self_type::mask;

/// The minor version of Kubernetes of the oracle.
const KUBERNETES_MINOR: u16 = 35;

/// The result of a case. Strings are sorted if their order depends on a Go map.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Outcome {
    /// The decoding error. If there is one, the other fields are empty.
    pub(super) decode_error: String,
    /// The type, field, detail and message of each error.
    pub(super) errors: Vec<[String; 4]>,
    pub(super) warnings: Vec<String>,
    pub(super) unknown: Vec<String>,
    pub(super) object: Json,
}

impl Outcome {
    /// Reads the result of the oracle. Results that are not compared are dropped.
    pub(super) fn of_oracle(answer: &Json) -> Result<Outcome, String> {
        if let Some(fatal) = answer["fatal"].as_str() {
            return Err(fatal.lines().next().unwrap_or_default().to_owned());
        }
        if answer["structuralErrors"].as_array().is_some_and(|errors| !errors.is_empty()) {
            return Err("not structural".to_owned());
        }
        if let Some(error) = answer["decodeError"].as_str() {
            return Ok(Outcome { decode_error: error.to_owned(), ..Outcome::default() });
        }
        let texts = |key: &str| -> Vec<String> {
            let texts = answer[key].as_array().into_iter().flatten().filter_map(Json::as_str);
            sorted(texts.map(str::to_owned).collect())
        };
        let mut warnings = texts("warnings");
        if answer["errors"].as_array().is_some_and(|errors| !errors.is_empty()) {
            // The oracle always returns warnings about finalizers. A server does so only if there are no errors.
            warnings.retain(|text| !text.starts_with("metadata.finalizers: \""));
        }
        let errors = answer["errors"].as_array().into_iter().flatten().map(|error| {
            ["type", "field", "detail", "string"].map(|key| mask(error[key].as_str().unwrap_or_default()))
        });
        let object = without_fractions(answer["defaulted"].clone());
        Ok(Outcome {
            decode_error: String::new(),
            errors: sorted(errors.collect()),
            warnings,
            unknown: texts("unknownFields"),
            object,
        })
    }

    /// Returns `true` if the Go program panicked in a rule.
    pub(super) fn is_panic(&self) -> bool {
        self.errors.iter().any(|[_, _, detail, _]| detail.starts_with("internal error: "))
    }

    /// Returns the result of idlgen.
    pub(super) fn of(case: &Case) -> Result<Outcome, String> {
        let (schema, _) = Schema::from_json(&case.schema);
        let mut options = ValidatorOptions::crd().keeping_broken_rules();
        options.kubernetes_minor = KUBERNETES_MINOR;
        match case.mode {
            Mode::Value { is_resource } => {
                options.is_resource = is_resource;
                of_value(case, &schema, options, is_resource)
            }
            Mode::Requests { has_status, is_status } => of_requests(case, schema, options, has_status, is_status),
        }
    }
}

fn of_value(case: &Case, schema: &Schema, options: ValidatorOptions, is_resource: bool) -> Result<Outcome, String> {
    let validator = Validator::with_definitions(&Definitions::default(), schema, options)
        .map_err(|errors| format!("{errors:?}"))?;
    let prepared = |value: &Json| {
        let mut value = value.clone();
        let unknown = validator.prune(&mut value, is_resource);
        validator.drop_nulls(&mut value);
        validator.fill_in_defaults(&mut value);
        (value, unknown)
    };
    let (value, unknown) = prepared(&case.new);
    let old = case.old.as_ref().map(|old| prepared(old).0);
    let old = old.as_ref().map(|old| old as &dyn Value);
    let mut errors = Vec::new();
    let mut warnings = Vec::new();
    let mut part = |check: &dyn Fn(&mut Context)| {
        let mut cx = Context::new(Wanted::AllErrors, Options::default());
        check(&mut cx);
        let (_, found, warned) = cx.finish();
        errors.extend(found.iter().map(parts));
        warnings.extend(warned.iter().map(ToString::to_string));
    };
    part(&|cx| validator.check_values(&value, old, &Path::root(), cx));
    if value.is_object() {
        part(&|cx| validator.check_list_types(&value, None, &Path::root(), cx));
    }
    part(&|cx| validator.check_rules(&value, old, &Path::root(), cx));
    Ok(Outcome {
        decode_error: String::new(),
        errors: sorted(errors),
        warnings: sorted(warnings),
        unknown: sorted(unknown.iter().map(idlgen_runtime::field::PathBuf::to_dotted).collect()),
        object: without_fractions(value),
    })
}

fn of_requests(
    case: &Case,
    schema: Schema,
    options: ValidatorOptions,
    has_status: bool,
    is_status: bool,
) -> Result<Outcome, String> {
    let resource_type = ResourceType {
        group: "example.com".to_owned(),
        version: "v1".to_owned(),
        kind: "Foo".to_owned(),
        scope: Scope::Namespaced,
        has_status,
        schema,
        ..ResourceType::default()
    };
    let resource =
        CustomResource::new(&Definitions::default(), resource_type, options).map_err(|errors| format!("{errors:?}"))?;
    let failed = |error: &str| Outcome { decode_error: error.to_owned(), ..Outcome::default() };
    // Decodes the new object before the old one, like the oracle, so that the same error is reported.
    let admission = match &case.old {
        None => resource.create(&case.new),
        Some(old) => {
            let read = resource.decode(&case.new).and_then(|_| {
                resource.decode(old).map_err(|mut error| {
                    error.message = format!("old: {}", error.message);
                    error
                })
            });
            match read {
                Err(error) => return Ok(failed(&error.message)),
                Ok(old) if is_status => resource.update_status(&case.new, &old),
                Ok(old) => resource.update(&case.new, &old),
            }
        }
    };
    if let Some(error) = &admission.decode_error {
        return Ok(failed(&error.message));
    }
    let object = resource.decode(&case.new).map_err(|error| error.to_string())?;
    let is_unknown_field = |text: &String| text.starts_with("unknown field");
    let warnings = admission.warnings.iter().map(ToString::to_string).filter(|text| !is_unknown_field(text));
    Ok(Outcome {
        decode_error: String::new(),
        errors: sorted(all_parts(&admission.errors)),
        warnings: sorted(warnings.collect()),
        unknown: sorted(admission.unknown.iter().map(shown_unknown).collect()),
        object: without_fractions(object),
    })
}

/// Formats the path of an unknown field like the server's warning.
fn shown_unknown(path: &PathBuf) -> String {
    let text = Warning::UnknownField(path.clone()).to_string();
    text.trim_start_matches("unknown field ").trim_matches('"').to_owned()
}

fn all_parts(errors: &ErrorList) -> Vec<[String; 4]> {
    errors.iter().map(parts).collect()
}

fn parts(error: &Error) -> [String; 4] {
    let text = mask(&error.to_string());
    [error.error_type.reason().to_owned(), error.field.clone(), mask(&error.detail), text]
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

/// Replaces floats like 1.0 with integers: Go writes `1`.
pub(crate) fn without_fractions(value: Json) -> Json {
    match value {
        Json::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or_default();
            if float.fract() == 0.0 && float.abs() < 1e18 { json!(float as i64) } else { json!(float) }
        }
        Json::Array(items) => items.into_iter().map(without_fractions).collect(),
        Json::Object(members) => members.into_iter().map(|(key, value)| (key, without_fractions(value))).collect(),
        other => other,
    }
}
