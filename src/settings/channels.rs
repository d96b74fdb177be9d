//! The settings of channels, which generate several sets of outputs from the same source.

use super::{ChannelSettings, Flag, InvalidSetting, Method, Setting, Settings, ValueType};

/// The placeholder for the channel name in output paths and file names.
pub(crate) const PLACEHOLDER: &str = "{channel}";
/// All placeholders allowed in a file name.
const PLACEHOLDERS: [&str; 4] = ["channel", "group", "kind", "plural"];

fn of<'s>(settings: &'s mut Settings, name: &str) -> &'s mut ChannelSettings {
    settings.channels.entry(name.to_owned()).or_default()
}

const NO_FLAG: Flag = Flag::None("A channel is the same in every run; `--channel` chooses it.");

/// The rows of the table `channels`, and the setting that selects a channel.
pub static CHANNELS: &[Setting] = &[
    Setting {
        path: &["channel"],
        form: ValueType::Text,
        example: "\"standard\"",
        doc: "The channel whose fields, rules and descriptions are in every output and apply to `validate`: one of \
              `[channels]` or, if none is listed, the name of the only enabled feature gate. Without a channel, every \
              declaration is included, and tags that depend on feature gates have no effect.",
        flag: Flag::Named {
            long: "channel",
            value: "NAME",
            help: "Select a channel [default: include every declaration]",
            only_alone: false,
        },
        method: Method::Named("channel"),
        set: |settings, given| {
            if given.text.is_empty() {
                return Err(InvalidSetting::Value);
            }
            settings.channel = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["channels", "*", "gates"],
        sample: "standard",
        form: ValueType::Texts,
        example: "[\"FastWidgets\"]",
        doc: "The feature gates that the channel enables, in addition to the gate with its own name.",
        flag: NO_FLAG,
        set: |settings, given| {
            of(settings, given.name).gates.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["channels", "*", "kinds"],
        sample: "standard",
        form: ValueType::Texts,
        example: "[\"Widget\"]",
        doc: "The kinds in the channel; their lists are included. The default is all kinds of the packages.",
        flag: NO_FLAG,
        set: |settings, given| {
            of(settings, given.name).kinds.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["channels", "*", "unserved-versions"],
        sample: "standard",
        form: ValueType::Texts,
        example: "[\"*alpha*\"]",
        doc: "Versions that the CustomResourceDefinitions of the channel do not serve. A `*` matches any text.",
        flag: NO_FLAG,
        set: |settings, given| {
            of(settings, given.name).unserved_versions.push(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["channels", "*", "annotations"],
        sample: "standard",
        form: ValueType::Texts,
        example: "[\"example.com/channel=standard\"]",
        doc: "Annotations of the CustomResourceDefinitions of the channel, each `KEY=VALUE`. They take precedence over \
              annotations from tags.",
        flag: NO_FLAG,
        set: |settings, given| {
            let (key, value) = given.text.split_once('=').ok_or(InvalidSetting::Senseless(ANNOTATION))?;
            of(settings, given.name).annotations.push((key.to_owned(), value.to_owned()));
            Ok(())
        },
        ..Setting::PLAIN
    },
    Setting {
        path: &["channels", "*", "file-name"],
        sample: "standard",
        form: ValueType::Text,
        example: "\"{group}_{plural}.yaml\"",
        doc: "The file name of each CustomResourceDefinition of the channel, below the output of `crd`. `{group}`, \
              `{plural}`, `{kind}` and `{channel}` are replaced.",
        flag: NO_FLAG,
        set: |settings, given| {
            if !is_file_name(given.text) {
                return Err(InvalidSetting::Senseless(FILE_NAME));
            }
            of(settings, given.name).file_name = Some(given.text.to_owned());
            Ok(())
        },
        ..Setting::PLAIN
    },
];

const ANNOTATION: &str = "has an annotation that does not have the format `KEY=VALUE`";
const FILE_NAME: &str = "has an invalid file name: it can contain {group}, {plural}, {kind} and {channel}, and must \
                         be below the output directory";

/// Returns `true` for a file name below a directory, with known placeholders.
fn is_file_name(text: &str) -> bool {
    let is_part = |part: &str| !matches!(part, "" | "." | "..");
    let mut known = text.to_owned();
    for placeholder in PLACEHOLDERS {
        known = known.replace(&format!("{{{placeholder}}}"), "x");
    }
    !known.contains(['{', '}', '\\']) && known.split('/').all(is_part)
}
