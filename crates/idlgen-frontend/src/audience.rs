//! Audiences of schemas: which parts of the model apply to CRDs, to custom resources, to the requested types, and to
//! objects of users who did not write the types.
//!
//! An audience is a filter on tags, plus the few declarations that it reads differently. Lowering applies it while it
//! reads; the model itself does not change.

mod carried_over;
mod custom_resources;
mod filter;
mod invalid_tags;

pub use invalid_tags::InvalidTags;

use crate::model::{Model, Seen, is_served_natively};

/// The audience of schemas. The slices are patterns of packages whose types are built-in, in addition to the packages
/// of Kubernetes; see [`is_served_natively`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience<'a> {
    /// Everyone: no tag is filtered out.
    Everybody,
    /// Users of custom resources. For types from built-in packages, only the tags that affect CRDs apply: `+enum`, for
    /// example, has no effect.
    CustomResources(&'a [String]),
    /// API servers that receive CRDs.
    Definitions(&'a [String]),
}

impl<'a> Audience<'a> {
    /// Returns the audience for values of the requested types: custom resources, unless a requested package is
    /// built-in.
    pub(crate) fn of_requested(model: &Model, native: &'a [String]) -> Self {
        let mut requested = model.packages.iter().filter(|package| package.requested);
        let is_native = requested.any(|package| is_served_natively(&package.import_path, native));
        if is_native { Audience::Everybody } else { Audience::CustomResources(native) }
    }

    pub(crate) fn see(self, model: &Model) -> Seen<'_> {
        match self {
            Audience::Everybody => model.seen(),
            Audience::CustomResources(native) => custom_resources::see(model, native, false),
            Audience::Definitions(native) => custom_resources::see(model, native, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::{
        lower::testing::{PACKAGE, read},
        source::SourceMap,
    };

    #[test]
    fn only_what_is_seen_otherwise_is_made_anew() {
        let core = "// +enum\ntype Mode string\n\ntype Other struct {\n\tA string `json:\"a\"`\n}\n";
        let packages = [(PACKAGE, true, "type T struct {}\n"), ("k8s.io/api/core/v1", false, core)];
        let model = read(&packages, &mut SourceMap::default());
        let made = |audience: Audience<'_>| -> Vec<String> {
            let seen = audience.see(&model);
            let made = seen.types.iter().filter(|one| matches!(one, Cow::Owned(_)));
            made.map(|one| one.name.clone()).collect()
        };
        let nothing = Vec::<String>::new();
        assert_eq!(made(Audience::Everybody), nothing);
        assert_eq!(made(Audience::CustomResources(&[])), ["Mode"]);
        assert_eq!(made(Audience::of_requested(&model, &[])), ["Mode"]);
        assert_eq!(made(Audience::of_requested(&model, &[PACKAGE.to_owned()])), nothing);
    }
}
