//! Drafts of JSON Schema.

use serde_json::Value as Json;

/// A draft of JSON Schema, which determines the effect of keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::objects::sources) enum Draft {
    /// No declared draft: draft 4 with the extensions of Kubernetes.
    Unstated,
    Four,
    Six,
    Seven,
    Of2019,
    Of2020,
}

/// The suffixes of meta-schema URIs, without a trailing `#`.
const URIS: [(&str, Draft); 5] = [
    ("json-schema.org/draft-04/schema", Draft::Four),
    ("json-schema.org/draft-06/schema", Draft::Six),
    ("json-schema.org/draft-07/schema", Draft::Seven),
    ("json-schema.org/draft/2019-09/schema", Draft::Of2019),
    ("json-schema.org/draft/2020-12/schema", Draft::Of2020),
];

impl Draft {
    /// Returns the draft that the `$schema` of a document declares.
    pub(in crate::objects::sources) fn of(document: &Json) -> Self {
        let stated = document.get("$schema").and_then(Json::as_str).and_then(Self::from_uri);
        stated.unwrap_or(Draft::Unstated)
    }

    /// Returns the draft whose meta-schema has this URI.
    pub(in crate::objects::sources) fn from_uri(uri: &str) -> Option<Self> {
        let uri = uri.trim_end_matches('#');
        let bare = uri.strip_prefix("http://").or_else(|| uri.strip_prefix("https://"))?;
        URIS.iter().find(|(known, _)| *known == bare).map(|(_, draft)| *draft)
    }

    /// Returns the draft's name for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Draft::Unstated => "no draft",
            Draft::Four => "draft 4",
            Draft::Six => "draft 6",
            Draft::Seven => "draft 7",
            Draft::Of2019 => "draft 2019-09",
            Draft::Of2020 => "draft 2020-12",
        }
    }

    /// Returns the `$schema` that declares the draft.
    pub(super) fn uri(self) -> &'static str {
        match self {
            Draft::Unstated | Draft::Four => "http://json-schema.org/draft-04/schema#",
            Draft::Six => "http://json-schema.org/draft-06/schema#",
            Draft::Seven => "http://json-schema.org/draft-07/schema#",
            Draft::Of2019 => "https://json-schema.org/draft/2019-09/schema",
            Draft::Of2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Draft;

    #[test]
    fn every_draft_is_known_by_its_uri() {
        for draft in [Draft::Four, Draft::Six, Draft::Seven, Draft::Of2019, Draft::Of2020] {
            assert_eq!(Draft::of(&json!({"$schema": draft.uri()})), draft);
        }
        for other in [json!({}), json!({"$schema": "http://json-schema.org/schema#"}), json!({"$schema": 1})] {
            assert_eq!(Draft::of(&other), Draft::Unstated);
        }
    }
}
