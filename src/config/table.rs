//! The table of all settings, combined from the common rows and those of the back ends, and lookups by name.

use crate::{
    diag::nearest,
    emit::BACKENDS,
    settings::{CHANNELS, DIFF, ENVIRONMENT, FINDINGS, OBJECTS, READING, Setting, TEST, WRITING, enumerated},
};

/// Iterates over all settings in the order of the documentation.
pub fn table() -> impl Iterator<Item = &'static Setting> {
    let back_ends = BACKENDS.iter().flat_map(|backend| backend.settings());
    READING
        .iter()
        .chain(OBJECTS)
        .chain(DIFF)
        .chain(TEST)
        .chain(back_ends)
        .chain(CHANNELS)
        .chain(ENVIRONMENT)
        .chain(WRITING)
        .chain(FINDINGS)
        .chain(gates())
}

/// Iterates over the settings of idlgen.toml.
pub(super) fn keys() -> impl Iterator<Item = &'static Setting> {
    table().filter(|setting| setting.not_in_file.is_none())
}

/// Iterates over the feature gates.
pub(crate) fn gates() -> impl Iterator<Item = &'static Setting> {
    BACKENDS.iter().flat_map(|backend| backend.gates())
}

/// Returns the feature gate with this name.
///
/// # Errors
/// Returns an error message if the gate is unknown.
pub(crate) fn gate(name: &str) -> Result<&'static Setting, String> {
    let name_of = |gate: &'static Setting| gate.path.last().copied().unwrap_or_default();
    if let Some(gate) = gates().find(|gate| name_of(gate) == name) {
        return Ok(gate);
    }
    let near = match nearest(name, gates().map(name_of)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => ".".to_owned(),
    };
    Err(format!(
        "unknown feature gate `{name}`{near} The feature gates are {}",
        enumerated(gates().map(name_of), "and")
    ))
}

/// Returns the key at `path` of idlgen.toml, if it exists.
pub(super) fn find(path: &[String]) -> Option<&'static Setting> {
    keys().find(|key| key.path.len() == path.len() && begins(key, path))
}

/// Returns the setting of a key with its tables, such as `openapi.indent`, and the value of its `*`: `k8s.io/api` for
/// `modules.k8s.io/api`.
///
/// # Errors
/// Returns an error message if the key is unknown.
pub(crate) fn find_key(key: &str) -> Result<(&'static Setting, &str), String> {
    for setting in table() {
        if !setting.is_named() && key == setting.key() {
            return Ok((setting, ""));
        }
        let (before, behind) = setting.around_name();
        let name = key.strip_prefix(&before).and_then(|rest| rest.strip_suffix(&behind));
        if let Some(name) = name.filter(|name| setting.is_named() && !name.is_empty()) {
            return Ok((setting, name));
        }
    }
    let known: Vec<String> = table().map(Setting::key).collect();
    Err(match nearest(key, known.iter().map(String::as_str)) {
        Some(near) => format!("unknown setting `{key}`; did you mean `{near}`?"),
        None => format!("unknown setting `{key}`"),
    })
}

/// Returns `true` if `path` is a table.
pub(super) fn is_table(path: &[String]) -> bool {
    keys().any(|key| key.path.len() > path.len() && begins(key, path))
}

/// Iterates over the allowed names in the table at `path`.
pub(super) fn names_in(path: &[String]) -> impl Iterator<Item = &'static str> + '_ {
    keys()
        .filter(move |key| key.path.len() > path.len() && begins(key, path))
        .filter_map(move |key| key.path.get(path.len()).copied())
        .filter(|name| *name != "*")
}

fn begins(key: &Setting, path: &[String]) -> bool {
    key.path.iter().zip(path).all(|(known, given)| *known == "*" || known == given)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Flag, Method, Settings};

    #[test]
    fn a_setting_that_cannot_be_set_somewhere_says_why() {
        for setting in table() {
            let reasons = [
                setting.not_in_file,
                if let Flag::None(reason) = setting.flag { Some(reason) } else { None },
                if let Method::None(reason) = setting.method { Some(reason) } else { None },
            ];
            for reason in reasons.into_iter().flatten() {
                assert!(reason.ends_with('.'), "{}: {reason:?} is no sentence", setting.key());
            }
            assert!(setting.doc.ends_with('.'), "{} has no documentation", setting.key());
        }
    }

    #[test]
    fn every_setting_has_a_name_of_its_own() {
        let mut keys: Vec<String> = table().map(Setting::key).collect();
        keys.sort();
        let number = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), number);
    }

    #[test]
    fn a_default_that_is_documented_is_what_counts() {
        for setting in table().filter(|setting| setting.example_is_default && setting.example != "[]") {
            let mut settings = Settings::default();
            let text = setting.example.trim_matches('"');
            assert_eq!(setting.apply(&mut settings, "", text), Ok(()), "{}", setting.key());
            assert_eq!(settings, Settings::default(), "{}", setting.key());
        }
    }

    #[test]
    fn keys_are_found_and_misspelt_ones_have_a_suggestion() {
        let (setting, name) = find_key("modules.k8s.io/api").unwrap();
        assert_eq!((setting.key().as_str(), name), ("modules", "k8s.io/api"));
        assert_eq!(
            find_key("openapi.ident").unwrap_err(),
            "unknown setting `openapi.ident`; did you mean `openapi.indent`?"
        );
        assert!(find_key("modules").is_err());
    }

    #[test]
    fn an_unknown_feature_gate_is_refused_with_the_nearest() {
        assert!(gate("OpenAPIEnums").is_ok());
        assert_eq!(
            gate("OpenAPIEnumz").unwrap_err(),
            "unknown feature gate `OpenAPIEnumz`; did you mean `OpenAPIEnums`? The feature gates are \
             DeclarativeValidationExtensionsInOpenAPI and OpenAPIEnums"
        );
    }
}
