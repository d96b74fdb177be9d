//! `format` (cel-go's `ext/strings.go` up to version 3, `ext/formatting.go`): Kubernetes still has the formatter that prints numbers for a locale, American English.

mod clause;
mod number;
mod value;

pub use number::{fixed, scientific};

use crate::cel::{EvaluationError, value::List};
use clause::Clause;

/// `template.format(arguments)`: clauses of the template replaced by arguments, one each, in order. `%%` stands for `%`.
///
/// ```
/// use idlgen_runtime::cel::{Value, library::strings::format, value::List};
/// let arguments = List::from(vec![Value::Int(5), Value::Double(1234.5), Value::text("a")]);
/// assert_eq!(format("%d of %.1f %%: %s", &arguments).unwrap(), "5 of 1,234.5 %: a");
/// assert_eq!(format("%s %s %s %s", &arguments).unwrap_err().to_string(), "index 3 out of range");
/// ```
pub fn format(template: &str, arguments: &List<'_>) -> Result<String, EvaluationError> {
    let mut formatted = String::with_capacity(template.len());
    let mut rest = template;
    let mut index = 0;
    while let Some(at) = rest.find('%') {
        let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        formatted.push_str(before);
        let after = after.strip_prefix('%').unwrap_or(after);
        if let Some(after) = after.strip_prefix('%') {
            formatted.push('%');
            rest = after;
            continue;
        }
        let argument = arguments
            .get(index)
            .unwrap_or_else(|| Err(EvaluationError::message(format!("index {index} out of range"))))?;
        if after.is_empty() {
            return Err(EvaluationError::message("unexpected end of string"));
        }
        let (clause, after) = Clause::parse(after)
            .map_err(|error| EvaluationError::message(format!("could not parse formatting clause: {error}")))?;
        clause
            .write(&argument, &mut formatted)
            .map_err(|error| EvaluationError::message(format!("error during formatting: {error}")))?;
        rest = after;
        index += 1;
    }
    formatted.push_str(rest);
    Ok(formatted)
}
