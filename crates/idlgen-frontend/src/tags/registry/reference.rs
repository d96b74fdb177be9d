//! The tag reference: descriptions of individual tags for a terminal, and facts for the pages of the book.

use std::fmt::Write;

use super::{Effect, Output, TagDefinition, ValueSyntax, find, name_at};
use crate::tags::Dialect;

impl ValueSyntax {
    /// Describes the value in words, or by its syntax.
    pub fn grammar(&self) -> String {
        let words = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        match self {
            ValueSyntax::Nothing(_) => "none".to_owned(),
            ValueSyntax::Presence(_) => "none; any value is ignored".to_owned(),
            ValueSyntax::Flag(_) => "none (same as `=true`), `=true` or `=false`".to_owned(),
            ValueSyntax::Exclusive(_) => "none (same as `=true`), `=true`, `=false` or `=NUMBER`".to_owned(),
            ValueSyntax::Count(_) => "`=INTEGER`, at least 0".to_owned(),
            ValueSyntax::Number(_) => "`=NUMBER`".to_owned(),
            ValueSyntax::PositiveNumber(_) => "`=NUMBER`, greater than 0".to_owned(),
            ValueSyntax::Text(_) => "`=TEXT`".to_owned(),
            ValueSyntax::Name(_) => "`=NAME`".to_owned(),
            ValueSyntax::Line(_) => "`=TEXT`, to the end of the line".to_owned(),
            ValueSyntax::Word(values, _) => format!("`=` followed by one of {}", words(values)),
            ValueSyntax::Words(values, _) => {
                format!("`=` followed by one or more of {}, separated by commas", words(values))
            }
            ValueSyntax::Names(_) => "`=NAME,NAME` or `(NAME, NAME)`".to_owned(),
            ValueSyntax::Rule => {
                "`=EXPRESSION` and any number of `,KEY=VALUE`, or one `[N]:KEY=VALUE` per line".to_owned()
            }
            ValueSyntax::Override => "`:PATH=+TAG` or `(PATH)=+TAG`".to_owned(),
            ValueSyntax::Arguments(parameters, _) => {
                let names: Vec<&str> = parameters.iter().map(|parameter| parameter.name).collect();
                format!("`:NAME=VALUE,NAME=VALUE`; arguments: {}", words(&names))
            }
            ValueSyntax::Own(grammar, _) | ValueSyntax::Marker(grammar) if grammar.contains('`') => {
                (*grammar).to_owned()
            }
            ValueSyntax::Wraps(grammar, _)
            | ValueSyntax::Chain(grammar)
            | ValueSyntax::Marker(grammar)
            | ValueSyntax::Own(grammar, _)
            | ValueSyntax::Unread(grammar) => match *grammar {
                "nothing" => "none".to_owned(),
                "not parsed" => "not parsed".to_owned(),
                grammar => format!("`{grammar}`"),
            },
        }
    }
}

/// Describes a tag for a terminal. The name may include its `+` and its value: `+minimum`, `minimum`, `+minimum=1`.
/// Returns `None` for an unknown name.
///
/// ```
/// let text = idlgen_frontend::tags::registry::explain("+minimum").unwrap();
/// assert!(text.starts_with("+minimum\n\nThe value must be at least this number."));
/// ```
pub fn explain(name: &str) -> Option<String> {
    let row = find(name_at(name.strip_prefix('+').unwrap_or(name)))?;
    let mut text = format!("+{}\n\n{}\n\n", row.name, row.summary);
    if !row.example.is_empty() {
        let _ = writeln!(text, "    // {}\n", row.example);
    }
    for (label, value) in facts(row) {
        let _ = writeln!(text, "{label:<12}{}", value.replace('`', ""));
    }
    Some(text)
}

/// Returns the available facts about a row, each with its title.
pub fn facts(row: &TagDefinition) -> Vec<(&'static str, String)> {
    let mut facts = vec![("Value:", row.form.grammar())];
    if row.dialect != Dialect::Foreign {
        facts.push(("Allowed on:", targets(row)));
        facts.push(("Applies to:", kinds(row)));
        facts.push(("Repeatable:", if row.repeatable { "yes" } else { "no" }.to_owned()));
    }
    facts.extend(row.keyword.map(|keyword| ("Keyword:", format!("`{keyword}`"))));
    facts.extend(row.reason.map(|reason| ("Error type:", reason.to_owned())));
    facts.extend(describe_missing_outputs(row).map(|lacking| ("Ignored by:", lacking)));
    if !row.aliases.is_empty() {
        facts.push(("Aliases:", row.aliases.iter().map(|alias| format!("`+{alias}`")).collect::<Vec<_>>().join(", ")));
    }
    facts.push(("Defined by:", row.owner.to_owned()));
    if !row.since.is_empty() {
        facts.push(("Origin:", row.since.to_owned()));
    }
    facts
}

/// Describes the outputs on which the tag has no effect yet, and the alternative.
pub fn describe_missing_outputs(row: &TagDefinition) -> Option<String> {
    Some(match row.effect {
        Effect::NotAboutValues | Effect::Everywhere | Effect::AsHeld | Effect::InChannels => return None,
        Effect::NotOn(targets) => {
            let targets: Vec<&str> = targets.iter().map(|target| target.name()).collect();
            format!("every output, on: {}", targets.join(", "))
        }
        Effect::Lacking { outputs, instead: None } => Output::names(outputs),
        Effect::Lacking { outputs, instead: Some(instead) } => {
            format!("{}; {instead}", Output::names(outputs))
        }
    })
}

/// Returns the names of the declarations that a tag can be attached to, separated by commas.
pub fn targets(row: &TagDefinition) -> String {
    row.targets.iter().map(|target| target.name()).collect::<Vec<_>>().join(", ")
}

/// Returns the names of the kinds of values that a tag applies to, separated by commas.
pub fn kinds(row: &TagDefinition) -> String {
    if row.kinds.is_empty() {
        return "any".to_owned();
    }
    row.kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_tag() {
        let expected = "\
+maxLength

The string must have at most this many characters (Unicode code points).

    // +maxLength=63

Value:      =INTEGER, at least 0
Allowed on: type, field
Applies to: string
Repeatable: no
Keyword:    maxLength
Error type: TooLong
Defined by: KEP-4153
Origin:     KEP-4153
";
        for name in ["+maxLength", "maxLength", "+maxLength=20"] {
            assert_eq!(explain(name).as_deref(), Some(expected), "{name}");
        }
        assert_eq!(explain("+maxlength"), None);
        assert_eq!(explain(""), None);
    }
}
