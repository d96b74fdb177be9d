//! A page for each command, from the definition that also parses the command line.

use clap::{Arg, Command};
use serde::Serialize;

use super::page::{Link, Page};
use crate::{
    cli,
    templates::{Template, TemplateError},
};

/// The page of the options that all commands have.
const COMMON: &str = "common-options";

/// Returns the page of each command, and of the options that all commands have.
pub(super) fn pages() -> Result<Vec<Page>, TemplateError> {
    let program = program();
    let page = |file: &str, entry: Entry| {
        Ok(Page { path: format!("commands/{file}.md"), text: Template::Command.render(entry)? })
    };
    let mut pages = vec![page(COMMON, common(&program))?];
    for command in listed(&program) {
        pages.push(page(command.get_name(), entry(command))?);
    }
    Ok(pages)
}

/// Returns the links to the pages, as they are in the table of contents.
pub(super) fn links() -> Vec<Link> {
    let link = |name: &str, title: String| Link { title, file: name.to_owned() };
    let mut links: Vec<Link> =
        listed(&program()).map(|command| link(command.get_name(), format!("idlgen {}", command.get_name()))).collect();
    links.push(link(COMMON, "Options of every command".to_owned()));
    links
}

fn program() -> Command {
    let mut program = cli::definition();
    program.build();
    program
}

fn listed(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

/// The data of `templates/command.md`.
#[derive(Serialize)]
struct Entry {
    title: String,
    sections: Vec<Section>,
    is_common: bool,
}

#[derive(Serialize)]
struct Section {
    /// `idlgen cel eval`. Empty for the command of the page.
    title: String,
    summary: String,
    usage: String,
    groups: Vec<Group>,
    /// The examples and everything else at the end of the help.
    more: String,
}

/// Arguments with a common heading.
#[derive(Serialize)]
struct Group {
    heading: String,
    arguments: Vec<Argument>,
}

#[derive(Serialize)]
struct Argument {
    /// `-o, --output <DIR>`.
    form: String,
    /// Paragraphs.
    help: Vec<String>,
    default: String,
    /// The possible values if any of them has a description.
    described: Vec<Value>,
    /// The possible values if none has a description: `full`, `short`.
    values: String,
}

/// A possible value.
#[derive(Serialize)]
struct Value {
    name: String,
    help: String,
}

fn common(program: &Command) -> Entry {
    let arguments = program.get_arguments().filter(|argument| argument.is_global_set());
    let section = Section {
        title: String::new(),
        summary: "These options come before or after the name of a command.".to_owned(),
        usage: String::new(),
        groups: groups(arguments),
        more: String::new(),
    };
    Entry { title: "Options of every command".to_owned(), sections: vec![section], is_common: true }
}

fn entry(command: &Command) -> Entry {
    let title = format!("idlgen {}", command.get_name());
    let mut sections = vec![section(command, String::new())];
    for inner in listed(command) {
        sections.push(section(inner, format!("{title} {}", inner.get_name())));
    }
    Entry { title, sections, is_common: false }
}

fn section(command: &Command, title: String) -> Section {
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
    let more = command.get_after_long_help().or(command.get_after_help());
    Section {
        title,
        summary: escaped(&about),
        usage: command.clone().render_usage().to_string().trim_start_matches("Usage: ").to_owned(),
        groups: groups(command.get_arguments().filter(|argument| !argument.is_global_set())),
        more: more.map(ToString::to_string).unwrap_or_default(),
    }
}

fn groups<'c>(arguments: impl Iterator<Item = &'c Arg>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for argument in arguments.filter(|argument| !argument.is_hide_set() && argument.get_id() != "help") {
        let usual = if argument.is_positional() { "Arguments" } else { "Options" };
        let heading = argument.get_help_heading().unwrap_or(usual);
        let entry = shown(argument);
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.arguments.push(entry),
            None => groups.push(Group { heading: heading.to_owned(), arguments: vec![entry] }),
        }
    }
    groups
}

fn shown(argument: &Arg) -> Argument {
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let takes_value = argument.get_action().takes_values();
    let lists_values = takes_value && !argument.is_hide_possible_values_set();
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let possible = argument.get_possible_values();
    let values: Vec<Value> = possible
        .iter()
        .filter(|value| lists_values && !value.is_hide_set())
        .map(|value| Value {
            name: value.get_name().to_owned(),
            help: value.get_help().map(|help| escaped(&help.to_string())).unwrap_or_default(),
        })
        .collect();
    let is_described = values.iter().any(|value| !value.help.is_empty());
    let names: Vec<String> = values.iter().map(|value| format!("`{}`", value.name)).collect();
    let short = argument.get_short().filter(|_| argument.get_long().is_some());
    Argument {
        form: short.map(|short| format!("-{short}, ")).unwrap_or_default() + &argument.to_string(),
        help: help.split("\n\n").map(|paragraph| escaped(&paragraph.replace('\n', " "))).collect(),
        default: if takes_value && !argument.is_hide_default_value_set() {
            defaults.collect::<Vec<_>>().join(", ")
        } else {
            String::new()
        },
        described: if is_described { values } else { Vec::new() },
        values: if is_described { String::new() } else { names.join(", ") },
    }
}

/// Escapes characters that Markdown interprets, except in code. `--` would become a dash.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut is_code = false;
    for character in text.chars() {
        is_code ^= character == '`';
        match character {
            '<' if !is_code => escaped.push_str("&lt;"),
            '*' | '[' | '|' if !is_code => escaped.extend(['\\', character]),
            '-' if !is_code && escaped.ends_with('-') => escaped.push_str("\\-"),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_escaped_outside_of_code() {
        assert_eq!(escaped("a <B> `c <D> * --f` *e* --g"), "a &lt;B> `c <D> * --f` \\*e\\* -\\-g");
    }

    #[test]
    fn each_command_has_a_page_with_its_options() {
        let pages = pages().unwrap();
        let text = |path: &str| pages.iter().find(|page| page.path == path).map(|page| page.text.as_str()).unwrap();
        let crd = text("commands/crd.md");
        for expected in
            ["# idlgen crd\n", "idlgen crd [OPTIONS]", "`-o, --output <DIR>`", "Examples", "common-options.md"]
        {
            assert!(crd.contains(expected), "{expected} in {crd}");
        }
        assert!(text("commands/cel.md").contains("## idlgen cel eval\n"));
        let common = text("commands/common-options.md");
        assert!(common.contains("`--message-format <FORMAT>`") && common.contains("`sarif`"), "{common}");
        assert_eq!(pages.len(), links().len());
    }
}
