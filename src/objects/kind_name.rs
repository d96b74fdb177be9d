//! Kinds that the user excludes.

use std::str::FromStr;

use thiserror::Error;

/// A kind, of any or of a specific apiVersion: `Secret`, `v1/Secret`, `apps/v1/Deployment`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindName {
    api_version: Option<String>,
    kind: String,
}

/// A string that is not a valid kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a kind (Secret) or an apiVersion and a kind (v1/Secret, apps/v1/Deployment)")]
#[non_exhaustive]
pub struct NoKindName;

impl FromStr for KindName {
    type Err = NoKindName;

    fn from_str(text: &str) -> Result<Self, NoKindName> {
        let parts: Vec<&str> = text.split('/').collect();
        let is_name = |part: &&str| !part.is_empty() && !part.contains(char::is_whitespace);
        if parts.len() > 3 || !parts.iter().all(is_name) {
            return Err(NoKindName);
        }
        Ok(match text.rsplit_once('/') {
            Some((api_version, kind)) => KindName { api_version: Some(api_version.to_owned()), kind: kind.to_owned() },
            None => KindName { api_version: None, kind: text.to_owned() },
        })
    }
}

impl KindName {
    /// Splits a comma-separated list.
    pub fn split(list: &str) -> impl Iterator<Item = &str> {
        list.split(',').map(str::trim).filter(|name| !name.is_empty())
    }

    /// Returns `true` if it matches an apiVersion and kind.
    pub fn names(&self, api_version: &str, kind: &str) -> bool {
        self.kind == kind && self.api_version.as_ref().is_none_or(|own| own == api_version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_of_any_apiversion_or_of_one() {
        for (name, api_version, kind, expected) in [
            ("Secret", "v1", "Secret", true),
            ("Secret", "x.example.com/v1", "Secret", true),
            ("v1/Secret", "v1", "Secret", true),
            ("v1/Secret", "x.example.com/v1", "Secret", false),
            ("apps/v1/Deployment", "apps/v1", "Deployment", true),
            ("secret", "v1", "Secret", false),
        ] {
            assert_eq!(name.parse::<KindName>().unwrap().names(api_version, kind), expected, "{name}");
        }
        assert_eq!(KindName::split("Secret, v1/ConfigMap,").collect::<Vec<_>>(), ["Secret", "v1/ConfigMap"]);
        for name in ["", "/", "v1/", "/Secret", "a/b/c/d", "Sec ret"] {
            assert_eq!(name.parse::<KindName>(), Err(NoKindName), "{name}");
        }
    }
}
