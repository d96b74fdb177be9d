//! The definition of a marker: its targets and its arguments (`Definition.Parse`).

use serde_json::{Map, Value as Json};

use super::{
    argument::Reader,
    grammar::Grammar,
    marker::Marker,
    scanner::Token,
    value::{Kind, Value},
};

/// The kind of declaration with a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A package.
    Package,
    /// A type.
    Type,
    /// A field.
    Field,
}

/// The definition of a marker in controller-gen.
#[derive(Debug)]
#[non_exhaustive]
pub struct Definition {
    /// The name, without `+`.
    pub name: &'static str,
    /// The declarations to which it applies.
    pub targets: &'static [Target],
    /// `true` if there is also a marker `kubebuilder:validation:items:…` for list elements.
    pub for_items: bool,
    /// The minor version of controller-gen that introduced it, or 14 if it is older.
    pub since: u16,
    /// The syntax of its arguments.
    pub(super) form: ArgumentSyntax,
    pub(super) meaning: fn(Arguments) -> Marker,
}

/// The syntax of a marker's arguments.
#[derive(Debug)]
pub(super) enum ArgumentSyntax {
    /// No arguments.
    Nothing,
    /// A value directly after the name. It is optional since controller-gen 0.`optional_since`, if ever.
    Value {
        kind: fn() -> Kind,
        optional_since: Option<u16>,
    },
    /// A value of any type, which is a struct field in Go.
    Any,
    Json,
    Named(&'static [Argument]),
}

/// A named argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Argument {
    pub(super) name: &'static str,
    /// The name of the field in Go.
    pub(super) field: &'static str,
    pub(super) kind: fn() -> Kind,
    pub(super) optional: bool,
    /// `true` if Go distinguishes a missing value from an empty one.
    pub(super) pointer: bool,
    /// The minor version of controller-gen that introduced it, or 14 if it is older.
    pub(super) since: u16,
}

/// The values of a marker's arguments, in the order of the definition.
#[derive(Debug)]
pub(super) struct Arguments {
    values: std::vec::IntoIter<Option<Value>>,
}

impl Arguments {
    pub(super) fn new(values: Vec<Option<Value>>) -> Self {
        Arguments { values: values.into_iter() }
    }

    pub(super) fn next(&mut self) -> Option<Value> {
        self.values.next().flatten()
    }

    /// Returns the next argument as a string.
    pub(super) fn text(&mut self) -> String {
        self.optional_text().unwrap_or_default()
    }

    /// Returns the next argument as a string, if present.
    pub(super) fn optional_text(&mut self) -> Option<String> {
        self.next().and_then(|value| value.as_text().map(str::to_owned))
    }

    /// Returns the next argument as a list of strings.
    pub(super) fn strings(&mut self) -> Vec<String> {
        self.next().map(|value| value.strings()).unwrap_or_default()
    }

    /// Returns the next argument as an integer.
    pub(super) fn integer(&mut self) -> i64 {
        match self.next() {
            Some(Value::Integer(value)) => value,
            _ => 0,
        }
    }

    /// Returns the next argument as a number.
    pub(super) fn number(&mut self) -> f64 {
        match self.next() {
            Some(Value::Number(value)) => value,
            _ => 0.0,
        }
    }

    /// Returns the next argument as a boolean, if present.
    pub(super) fn boolean(&mut self) -> Option<bool> {
        match self.next() {
            Some(Value::Boolean(value)) => Some(value),
            _ => None,
        }
    }
}

impl Definition {
    /// Returns the values of the arguments, and the errors.
    pub(super) fn arguments(
        &self,
        anonymous: &str,
        short: &str,
        rest: &str,
        grammar: Grammar,
    ) -> (Vec<Option<Value>>, Vec<String>) {
        if matches!(self.form, ArgumentSyntax::Json) {
            return json(rest);
        }
        // Anything between the marker's name and `=` is the name of the first argument.
        let named = match &self.form {
            ArgumentSyntax::Named(_) => anonymous.get(short.len() + 1..).map(|first| format!("{first}={rest}")),
            _ => None,
        };
        let text = named.as_deref().unwrap_or(rest);
        let mut reader = Reader::new(text, grammar);
        let mut values = self.empty();
        let mut seen = vec![false; values.len()];
        if reader.scanner.peek().is_some() {
            match &self.form {
                ArgumentSyntax::Nothing | ArgumentSyntax::Json => {}
                ArgumentSyntax::Named(arguments) => read_named(&mut reader, arguments, &mut values, &mut seen),
                ArgumentSyntax::Value { .. } | ArgumentSyntax::Any => {
                    let kind = self.kind();
                    if let (Some(value), Some(seen)) = (values.first_mut(), seen.first_mut()) {
                        let mut read = kind.zero();
                        reader.value(&kind, &mut read);
                        (*value, *seen) = (Some(read), true);
                    }
                }
            }
        }
        if reader.scanner.scan() != Token::End {
            let extra = text.get(reader.scanner.token_offset()..).unwrap_or_default();
            let message = format!("extra arguments provided: {}", idlgen_runtime::go::quote(extra));
            reader.scanner.error(&message);
        }
        for ((name, optional), seen) in self.expected(grammar.minor).zip(seen) {
            if !seen && !optional {
                reader.scanner.error(&format!("missing argument {}", idlgen_runtime::go::quote(name)));
            }
        }
        (values, reader.scanner.errors)
    }

    fn kind(&self) -> Kind {
        match &self.form {
            ArgumentSyntax::Value { kind, .. } => kind(),
            _ => Kind::Any,
        }
    }

    /// Iterates over the names of arguments, each with `true` if the argument may be missing.
    fn expected(&self, minor: u16) -> impl Iterator<Item = (&'static str, bool)> {
        let single = match &self.form {
            ArgumentSyntax::Value { optional_since, .. } => {
                Some(("", optional_since.is_some_and(|since| since <= minor)))
            }
            ArgumentSyntax::Any => Some(("", false)),
            ArgumentSyntax::Nothing | ArgumentSyntax::Json | ArgumentSyntax::Named(_) => None,
        };
        let named: &[Argument] = match &self.form {
            ArgumentSyntax::Named(arguments) => arguments,
            _ => &[],
        };
        single.into_iter().chain(named.iter().map(|argument| (argument.name, argument.optional)))
    }

    /// Returns the initial values, all unset.
    fn empty(&self) -> Vec<Option<Value>> {
        match &self.form {
            ArgumentSyntax::Nothing => Vec::new(),
            ArgumentSyntax::Json => vec![None],
            ArgumentSyntax::Value { .. } | ArgumentSyntax::Any => vec![Some(self.kind().zero())],
            ArgumentSyntax::Named(arguments) => {
                arguments.iter().map(|argument| (!argument.pointer).then(|| (argument.kind)().zero())).collect()
            }
        }
    }

    /// Encodes the arguments like Go's `encoding/json`.
    pub(super) fn value(&self, values: &[Option<Value>]) -> Json {
        let json = |value: Option<&Option<Value>>| value.and_then(Option::as_ref).map_or(Json::Null, Value::to_json);
        match &self.form {
            ArgumentSyntax::Nothing => Json::Object(Map::new()),
            ArgumentSyntax::Value { .. } => json(values.first()),
            ArgumentSyntax::Any | ArgumentSyntax::Json => {
                Json::Object(Map::from_iter([("Value".to_owned(), json(values.first()))]))
            }
            ArgumentSyntax::Named(arguments) => {
                let entry = |(argument, value): (&Argument, _)| (argument.field.to_owned(), json(Some(value)));
                Json::Object(arguments.iter().zip(values).map(entry).collect())
            }
        }
    }
}

fn read_named(reader: &mut Reader<'_>, arguments: &[Argument], values: &mut [Option<Value>], seen: &mut [bool]) {
    while reader.expect(Token::Identifier, "argument name") {
        let name = reader.scanner.token_text();
        if !reader.expect(Token::Character('='), "equals") {
            return;
        }
        let known = |argument: &Argument| argument.name == name && argument.since <= reader.grammar.minor;
        let Some(index) = arguments.iter().position(known) else {
            reader.scanner.error(&format!("unknown argument {}", idlgen_runtime::go::quote(name)));
            return;
        };
        if let (Some(argument), Some(value), Some(seen)) =
            (arguments.get(index), values.get_mut(index), seen.get_mut(index))
        {
            *seen = true;
            let kind = (argument.kind)();
            let mut read = value.take().unwrap_or_else(|| kind.zero());
            reader.value(&kind, &mut read);
            *value = Some(read);
        }
        if !reader.scanner.errors.is_empty() || reader.scanner.peek().is_none() {
            return;
        }
        if !reader.expect(Token::Character(','), "comma") {
            return;
        }
    }
}

/// Parses the value of `+default` as JSON. Skips references to constants.
fn json(text: &str) -> (Vec<Option<Value>>, Vec<String>) {
    if text.trim().starts_with("ref(") {
        return (vec![None], Vec::new());
    }
    match idlgen_runtime::go::read_json(text) {
        Ok(Json::Null) => (vec![None], Vec::new()),
        Ok(value) => (vec![Some(Value::Json(value))], Vec::new()),
        Err(message) => (vec![None], vec![message]),
    }
}
