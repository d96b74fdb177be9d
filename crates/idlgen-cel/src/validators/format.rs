//! Literal format strings with literal argument lists: checks that each verb matches its argument.

use idlgen_runtime::cel::program::Constant;

use crate::ast::{ExprId, ExprKind};
use crate::checker::Checked;
use crate::issue::Issue;
use crate::types::Type;

pub(super) fn validate(checked: &Checked, id: ExprId, issues: &mut Vec<Issue>) {
    let ExprKind::Call { function, target: Some(target), arguments } = checked.ast.kind(id) else { return };
    let ("format", [list], ExprKind::Literal(Constant::String(format))) =
        (&**function, arguments.as_slice(), checked.ast.kind(*target))
    else {
        return;
    };
    let ExprKind::List { elements } = checked.ast.kind(*list) else { return };
    let arguments: Vec<ExprId> = elements.iter().map(|(element, _)| *element).collect();
    match verbs(checked, id, format, &arguments) {
        Err((at, message)) => issues.push(Issue::new(checked.ast.position(at), message)),
        Ok(used) if arguments.len() > used => {
            let message =
                format!("too many arguments supplied to string.format (expected {used}, got {})", arguments.len());
            issues.push(Issue::new(checked.ast.position(id), message));
        }
        Ok(_) => {}
    }
}

/// Checks the arguments of a format string. Returns the number of arguments that it uses.
fn verbs(checked: &Checked, call: ExprId, format: &str, arguments: &[ExprId]) -> Result<usize, (ExprId, String)> {
    let mut used = 0;
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        rest = rest.get(start + 1..).unwrap_or_default();
        if let Some(after) = rest.strip_prefix('%') {
            rest = after;
            continue;
        }
        if rest.is_empty() {
            return Err((call, "unexpected end of string".to_owned()));
        }
        let argument = *arguments.get(used).ok_or_else(|| (call, format!("index {used} out of range")))?;
        used += 1;
        let after = precision(rest).map_err(|message| {
            (call, format!("could not parse formatting clause: error while parsing precision: {message}"))
        })?;
        // cel-go uses only the first byte of a multi-byte character as the verb.
        let verb = after.bytes().next().map(char::from).unwrap_or_default();
        rest = after.get(1..).unwrap_or_default();
        fits(checked, verb, argument, call)?;
    }
    Ok(used)
}

/// Returns the text after an optional precision, such as `.3`.
fn precision(text: &str) -> Result<&str, &'static str> {
    let Some(after) = text.strip_prefix('.') else { return Ok(text) };
    let rest = after.trim_start_matches(|character: char| character.is_ascii_digit());
    if rest.is_empty() {
        return Err("could not find end of precision specifier");
    }
    if rest.len() == after.len() {
        return Err("error while converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax");
    }
    Ok(rest)
}

fn fits(checked: &Checked, verb: char, argument: ExprId, call: ExprId) -> Result<(), (ExprId, String)> {
    let of = checked.type_of(argument).unwrapped();
    let number = matches!(of, Type::Dyn | Type::Int | Type::Uint);
    let (fits, message) = match verb {
        's' => return string(checked, argument),
        'd' => (number, "decimal clause can only be used on integers"),
        'f' => {
            (matches!(of, Type::Dyn | Type::Double | Type::String), "fixed-point clause can only be used on doubles")
        }
        'e' => (matches!(of, Type::Dyn | Type::Double | Type::String), "scientific clause can only be used on doubles"),
        'b' => (number || *of == Type::Bool, "only integers and bools can be formatted as binary"),
        'x' | 'X' => (
            number || matches!(of, Type::String | Type::Bytes),
            "only integers, byte buffers, and strings can be formatted as hex",
        ),
        'o' => (number, "octal clause can only be used on integers"),
        other => {
            return Err((
                call,
                format!("could not parse formatting clause: unrecognized formatting clause \"{other}\""),
            ));
        }
    };
    if fits {
        Ok(())
    } else {
        Err((argument, format!("error during formatting: {message}, was given {}", type_name(of))))
    }
}

fn string(checked: &Checked, argument: ExprId) -> Result<(), (ExprId, String)> {
    let of = checked.type_of(argument).unwrapped();
    let fits = match of {
        Type::Object(_) | Type::Opaque(..) | Type::Error => false,
        Type::Dyn
        | Type::Null
        | Type::Bool
        | Type::Int
        | Type::Uint
        | Type::Double
        | Type::String
        | Type::Bytes
        | Type::Timestamp
        | Type::Duration
        | Type::List(_)
        | Type::Map(_)
        | Type::Type(_)
        | Type::Wrapper(_)
        | Type::Parameter(_)
        | Type::Variable(_) => true,
    };
    if !fits {
        const CLAUSE: &str = "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, \
            types, durations, and timestamps";
        return Err((argument, format!("error during formatting: {CLAUSE}, was given {}", type_name(of))));
    }
    match checked.ast.kind(argument) {
        ExprKind::List { elements } => elements.iter().try_for_each(|(element, _)| string(checked, *element)),
        ExprKind::Map { entries } => {
            entries.iter().try_for_each(|entry| string(checked, entry.key).and_then(|()| string(checked, entry.value)))
        }
        _ => Ok(()),
    }
}

/// Returns the name of a type without its parameters.
fn type_name(of: &Type) -> String {
    match of {
        Type::List(_) => "list".to_owned(),
        Type::Map(_) => "map".to_owned(),
        Type::Type(_) => "type".to_owned(),
        Type::Null => "null_type".to_owned(),
        Type::Timestamp => "google.protobuf.Timestamp".to_owned(),
        Type::Duration => "google.protobuf.Duration".to_owned(),
        Type::Opaque(name, _) => name.to_string(),
        other => other.to_string(),
    }
}
