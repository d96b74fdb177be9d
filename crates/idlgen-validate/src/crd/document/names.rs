//! The fields of `spec.names` and `status.acceptedNames` in a CRD.

use serde_json::{Map, Value as Json};

use super::members::{Members, put_strings, put_text};

/// The names of a resource type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Names {
    /// The plural name, in lowercase.
    pub plural: String,
    /// The singular name. The API server's default is the kind in lowercase.
    pub singular: String,
    /// Short names for use in `kubectl`.
    pub short_names: Vec<String>,
    /// The kind of objects.
    pub kind: String,
    /// The kind of lists. The API server's default is the kind followed by `List`.
    pub list_kind: String,
    /// The categories to which the resource belongs, such as `all`.
    pub categories: Vec<String>,
}

impl Names {
    pub(super) fn read(members: Members<'_>) -> Self {
        Names {
            plural: members.text("plural"),
            singular: members.text("singular"),
            short_names: members.strings("shortNames"),
            kind: members.text("kind"),
            list_kind: members.text("listKind"),
            categories: members.strings("categories"),
        }
    }

    pub(super) fn print(&self) -> Json {
        let Names { plural, singular, short_names, kind, list_kind, categories } = self;
        let mut json = Map::new();
        json.insert("plural".to_owned(), plural.as_str().into());
        put_text(&mut json, "singular", singular);
        put_strings(&mut json, "shortNames", short_names);
        json.insert("kind".to_owned(), kind.as_str().into());
        put_text(&mut json, "listKind", list_kind);
        put_strings(&mut json, "categories", categories);
        json.into()
    }
}
