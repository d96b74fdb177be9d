//! Schema keyword checks, one function per keyword. Generated validators and the schema engine both call them.
//!
//! Every check takes the value, the keyword's argument, the path and the [`Context`](crate::Context), in this order. It
//! reports errors to the context and returns `true` if the value passes. It allocates only if the context keeps error
//! messages.
//!
//! Error types, values and messages are those of the API server for custom resources. Value validation emulates
//! `k8s.io/kube-openapi/pkg/validation/validate` with `kubeOpenAPIResultToFieldErrors` of
//! `k8s.io/apiextensions-apiserver`. Checks of list types emulate
//! `k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype`.
//! ```
//! use idlgen_runtime::{check, field::Path, Context, Mode, Options};
//!
//! let mut cx = Context::new(Mode::AllErrors, Options::default());
//! let root = Path::root();
//! let spec = root.field("spec");
//! check::max_length("abc", 2, &spec.field("name"), &mut cx);
//! check::minimum(0, 1, false, &spec.field("replicas"), &mut cx);
//! let texts: Vec<String> = cx.errors().iter().map(ToString::to_string).collect();
//! assert_eq!(texts, [
//!     "spec.name: Too long: may not be more than 2 bytes",
//!     "spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or equal to 1",
//! ]);
//! ```

mod additional_properties;
mod all_of;
mod any_of;
mod duplicates;
mod embedded_resource;
mod enumeration;
mod equality;
mod format;
mod items;
mod list_key;
mod list_map;
mod list_map_keys;
mod list_set;
mod max_items;
mod max_length;
mod max_properties;
mod maximum;
mod min_items;
mod min_length;
mod min_properties;
mod minimum;
mod multiple_of;
mod not;
mod one_of;
mod pattern;
mod quantity;
mod required;
mod schema_type;
mod unique_items;
mod with_message;

pub use additional_properties::additional_property;
pub use all_of::{all_of, all_of_failed};
pub use any_of::{any_of, any_of_failed};
pub use embedded_resource::{embedded_resource, embedded_resource_errors};
pub use enumeration::{LazyMembers, enumeration, enumeration_integers, enumeration_strings};
pub use equality::{convertible_equal, deep_equal, json_equal};
pub use format::format;
pub use items::{entries, items, uncorrelated};
pub use list_key::ListKey;
pub use list_map::{list_map, list_map_by};
pub use list_map_keys::{NamedKey, list_map_keys, list_map_named, old_item};
pub use list_set::{list_set, list_set_by};
pub use max_items::max_items;
pub use max_length::max_length;
pub use max_properties::max_properties;
pub use maximum::maximum;
pub use min_items::min_items;
pub use min_length::min_length;
pub use min_properties::min_properties;
pub use minimum::minimum;
pub use multiple_of::multiple_of;
pub use not::{not, not_failed};
pub use one_of::{one_of, one_of_failed};
pub use pattern::pattern;
pub use quantity::quantity;
pub use required::required;
pub use schema_type::{not_null, schema_type};
pub use unique_items::unique_items;
pub use with_message::with_message;

use crate::field::{BadValue, Error, ErrorType, Path};

/// Returns the error of `allOf`, `anyOf`, `oneOf` and `not`. Its field is always the root because the API server loses
/// the path.
fn composite_error(path: &Path<'_>, detail: String) -> Error {
    Error {
        field: Path::root().to_string(),
        ..Error::new(ErrorType::Invalid, path.to_path_buf(), BadValue::from(""), detail)
    }
}

/// Returns the error of `maxItems` and `maxProperties` (`field.TooMany`).
fn too_many(count: usize, limit: u64, path: &Path<'_>) -> Error {
    let unit = if limit == 1 { "item" } else { "items" };
    let detail = format!("must have at most {limit} {unit}");
    Error::of_value(ErrorType::TooMany, path, BadValue::from(count as i64), detail)
}

#[cfg(test)]
mod tests {
    use crate::{
        context::{Context, Mode, Options},
        field::{BadValue, Error, ErrorType, Path},
    };

    /// Returns the messages of the errors that `check` reports at `f.a`. Asserts that the verdict is the same in every
    /// mode.
    pub(super) fn errors(check: impl Fn(&Path<'_>, &mut Context) -> bool) -> Vec<String> {
        let root = Path::root();
        let field = root.field("f");
        let path = field.field("a");
        let mut cx = Context::new(Mode::AllErrors, Options::default());
        let passed = check(&path, &mut cx);
        let errors: Vec<String> = cx.errors().iter().map(ToString::to_string).collect();
        assert_eq!(passed, errors.is_empty());
        for mode in [Mode::Verdict, Mode::FirstError] {
            let mut cx = Context::new(mode, Options::default());
            assert_eq!(check(&path, &mut cx), passed);
            assert_eq!(cx.has_failed(), !passed);
            assert!(cx.errors().len() <= usize::from(mode == Mode::FirstError));
        }
        errors
    }

    /// Reports an error that names the branch, unless the branch passes.
    pub(super) fn branch(passes: bool, index: usize, path: &Path<'_>, cx: &mut Context) {
        if !passes {
            cx.report(|| {
                Error::new(ErrorType::Invalid, path.to_path_buf(), BadValue::Omitted, format!("branch {index}"))
            });
        }
    }
}
