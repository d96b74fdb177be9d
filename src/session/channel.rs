//! The selected channel.

use crate::{
    channel::{self, Channel, codes::UNKNOWN_CHANNEL},
    diag::{Diagnostic, nearest},
    model::Model,
    settings::Settings,
};

/// Applies the selected channel to the model, if there is one.
pub(super) fn apply(settings: &Settings, model: &mut Model) -> Vec<Diagnostic> {
    let Some(chosen) = &settings.channel else { return Vec::new() };
    let all: Vec<Channel> = settings.channels.keys().map(|name| channel_of(settings, name)).collect();
    if !all.is_empty() && !settings.channels.contains_key(chosen) {
        let names: Vec<&str> = settings.channels.keys().map(String::as_str).collect();
        let diagnostic = Diagnostic::new(UNKNOWN_CHANNEL, format!("idlgen.toml has no channel `{chosen}`"));
        return vec![match nearest(chosen, names.iter().copied()) {
            Some(near) => diagnostic.help(format!("use `{near}`")),
            None => diagnostic.note(format!("the channels are {}", names.join(", "))),
        }];
    }
    channel::apply(model, &channel_of(settings, chosen), &all)
}

fn channel_of(settings: &Settings, name: &str) -> Channel {
    let said = settings.channels.get(name).cloned().unwrap_or_default();
    Channel {
        name: name.to_owned(),
        gates: said.gates.into_iter().collect(),
        kinds: said.kinds,
        unserved_versions: said.unserved_versions,
    }
}
