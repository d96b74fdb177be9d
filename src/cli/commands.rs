//! The commands, with one file each for its arguments, its help and its implementation. Back ends contribute their own.

mod back_end;
mod cel;
mod command;
mod comparison;
mod completions;
mod counted;
mod diff;
mod diff_crdify;
mod diff_history;
mod diff_sides;
mod dump;
mod environment;
mod exclusion;
mod explain;
mod fetch;
#[cfg(feature = "fetch")]
mod fetching;
mod file_roles;
mod fixes;
mod generate;
mod go_packages;
mod init;
mod jsonschema;
mod kinds;
mod kubevirt;
mod lint;
mod man;
mod object_files;
mod object_inputs;
mod old_objects;
mod output;
mod parity;
mod paths;
mod preparation;
mod prepared;
mod print;
mod schemapatch;
mod test;
mod unmatched;
mod validate;
mod version;
mod watch;

pub(super) use command::Command;
use command::of;

use crate::emit::BACKENDS;

/// The commands under a heading of the help.
pub(super) struct Group {
    pub(super) heading: &'static str,
    pub(super) commands: Vec<Box<dyn Command>>,
}

/// Returns the groups of commands in the order of the help.
pub(super) fn groups() -> [Group; 5] {
    let mut writing = vec![of::<generate::Generate>("generate")];
    writing.extend(BACKENDS.iter().map(|backend| back_end::command(*backend)));
    writing.extend([of::<schemapatch::SchemaPatch>("schemapatch"), of::<jsonschema::JsonSchema>("jsonschema")]);
    [
        Group { heading: "Write files for Go packages", commands: writing },
        Group {
            heading: "Check types and rules",
            commands: vec![
                of::<lint::Lint>("lint"),
                of::<test::Test>("test"),
                of::<diff::Diff>("diff"),
                of::<cel::Cel>("cel"),
            ],
        },
        Group {
            heading: "Run rules on objects",
            commands: vec![
                of::<validate::Validate>("validate"),
                of::<prepared::Default>("default"),
                of::<prepared::Prune>("prune"),
                of::<print::Print>("print"),
                of::<kubevirt::Kubevirt>("kubevirt"),
            ],
        },
        Group {
            heading: "Look things up",
            commands: vec![of::<explain::Explain>("explain"), of::<dump::Dump>("dump")],
        },
        Group {
            heading: "Set up",
            commands: vec![
                of::<init::Init>("init"),
                of::<fetch::Fetch>("fetch"),
                of::<completions::Completions>("completions"),
                of::<man::Man>("man"),
                of::<version::Version>("version"),
            ],
        },
    ]
}

/// Iterates over all commands in the order of the help.
pub(super) fn all() -> impl Iterator<Item = Box<dyn Command>> {
    groups().into_iter().flat_map(|group| group.commands)
}
