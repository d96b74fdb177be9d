//! Values of flags for settings: split at `=`, and checked.

use crate::{
    config,
    settings::{Assignment, InvalidSetting, Setting, SettingValue},
};

/// Checks a value for a setting. Returns the allowed values if it is invalid.
pub(super) fn checked(setting: &'static Setting, text: &str) -> Result<String, String> {
    let given = if setting.is_table() { pair(text)? } else { SettingValue { name: "", text } };
    match setting.check(given.name, given.text) {
        Ok(()) => Ok(text.to_owned()),
        Err(InvalidSetting::Value) => Err(format!("expected {}", setting.form.expected())),
        Err(refusal) => {
            let message = refusal.message(setting, &setting.key(), if setting.is_table() { given.name } else { text });
            Err(match refusal {
                InvalidSetting::UnknownName { nearest: Some(near), .. } => format!("{message}; did you mean `{near}`?"),
                InvalidSetting::UnknownName { nearest: None, .. } => {
                    format!("{message}; expected {}", setting.form.expected())
                }
                InvalidSetting::Value | InvalidSetting::Senseless(_) => message,
            })
        }
    }
}

pub(super) fn pair(text: &str) -> Result<SettingValue<'_>, String> {
    match text.split_once('=') {
        Some((name, text)) if !name.is_empty() && !text.is_empty() => Ok(SettingValue { name, text }),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

/// Parses an existing feature gate with its value.
pub(super) fn feature_gate(text: &str) -> Result<Assignment, String> {
    let SettingValue { name, text } = pair(text)?;
    let setting = config::gate(name)?;
    setting.check("", text).map_err(|_| "expected NAME=true or NAME=false".to_owned())?;
    Ok(Assignment { setting, name: String::new(), text: text.to_owned() })
}
