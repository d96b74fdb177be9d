//! The help of the program: its commands in groups.

use std::fmt::Write;

use clap::builder::{StyledStr, Styles};

use super::commands;

/// Returns the template of the help. clap lists commands without headings, so the template contains the list.
pub(super) fn template(styles: &Styles) -> StyledStr {
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut template = StyledStr::new();
    // Writing to a string cannot fail.
    let mut write = |part: std::fmt::Arguments<'_>| template.write_fmt(part).unwrap_or_default();
    write(format_args!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n"));
    for group in commands::groups() {
        write(format_args!("{header}{}:{header:#}\n", group.heading));
        for command in group.commands.iter().map(|command| command.definition()).filter(|one| !one.is_hide_set()) {
            write(format_args!("  {literal}{:WIDTH$}{literal:#}  {}\n", command.get_name(), about(&command)));
        }
        write(format_args!("\n"));
    }
    write(format_args!("{header}Options:{header:#}\n{{options}}{{after-help}}"));
    template
}

/// Returns the summary of a command.
fn about(command: &clap::Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// The width of the name column.
const WIDTH: usize = 11;
