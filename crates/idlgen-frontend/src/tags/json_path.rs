//! Checks JSON paths in markers for custom resources. Reports the errors that API servers report when the CRD is
//! created (`apiextensions.k8s.io/v1` validation, `validateSimpleJSONPath`), and paths that their printer cannot parse,
//! so that the column is empty (`k8s.io/client-go/util/jsonpath`).

use idlgen_validate::jsonpath::{SyntaxError, Template};

use super::{source_string::SourceString, value::one_of};
use crate::{
    diag::{Diagnostic, Severity},
    tags::codes::MALFORMED_VALUE,
};

/// Checks the path of a column.
pub(super) fn expect(path: &SourceString) -> Result<(), Diagnostic> {
    expect_dot(path)?;
    match fault(&path.text) {
        None => Ok(()),
        Some(PathError { at, message, instead }) => {
            let diagnostic = Diagnostic {
                // API servers accept the CRD, but the column is always empty.
                severity: Severity::Warning,
                ..Diagnostic::new(MALFORMED_VALUE, format!("invalid JSON path: {message}"))
            }
            .at(path.character(at))
            .note("API servers accept it but leave the column empty");
            Err(match instead {
                Some((from, to, text)) => diagnostic.fix(format!("write `{text}`"), path.map.span(from, to), text),
                None => diagnostic,
            })
        }
    }
}

/// Checks that the path begins with one of these fields of the object, followed by another field.
pub(super) fn expect_below(path: &SourceString, parts: &[&str]) -> Result<(), Diagnostic> {
    expect_dot(path)?;
    let is_below = |part: &&str| {
        path.text.strip_prefix('.').and_then(|rest| rest.strip_prefix(*part)).is_some_and(|rest| rest.starts_with('.'))
    };
    if parts.iter().any(is_below) {
        return Ok(());
    }
    let beginnings: Vec<String> = parts.iter().map(|part| format!(".{part}.")).collect();
    let beginnings: Vec<&str> = beginnings.iter().map(String::as_str).collect();
    let message = format!("the path must start with {}, not `{}`", one_of(&beginnings), path.text);
    Err(Diagnostic::new(MALFORMED_VALUE, message).at(path.span))
}

/// Checks that the path refers to a field outside of the metadata, and contains no list items.
pub(super) fn expect_simple(path: &SourceString) -> Result<(), Diagnostic> {
    expect_dot(path)?;
    let first = path.text.trim_start_matches('.').split(['.', '[']).next();
    if first == Some("metadata") {
        let message = "a selectable field cannot be in `metadata`";
        return Err(Diagnostic::new(MALFORMED_VALUE, message)
            .at(path.span)
            .note("API servers always select by `metadata.name` and `metadata.namespace`"));
    }
    Ok(())
}

/// Checks that the path begins with a dot rather than with a name, or with a brace as in kubectl templates.
fn expect_dot(path: &SourceString) -> Result<(), Diagnostic> {
    let text = path.text.as_str();
    if text.is_empty() || text.starts_with('.') {
        return Ok(());
    }
    let bare = text.strip_prefix('{').map_or(text, |inner| inner.trim_end_matches('}'));
    let bare = bare.trim_start_matches('$').trim_start_matches('.');
    let diagnostic = Diagnostic::new(MALFORMED_VALUE, "a JSON path in a CRD must start with a dot").at(path.span);
    // Do not replace a string with escapes, because its quotes are unknown here.
    let is_plain = !bare.is_empty() && !bare.contains(['\\', '"', '`']);
    Err(if is_plain { diagnostic.fix(format!("write `.{bare}`"), path.span, format!(".{bare}")) } else { diagnostic })
}

struct PathError {
    /// The offset of the error in bytes.
    at: usize,
    message: String,
    /// The start and end of the bytes to replace, and the replacement, if known.
    instead: Option<(usize, usize, String)>,
}

/// Returns the error that client-go's JSONPath parser reports, if any.
fn fault(text: &str) -> Option<PathError> {
    // Column paths are parsed as the content of braces.
    let error = Template::parse(&format!("{{{text}}}")).err()?;
    let at = error.at.saturating_sub(1);
    let plain = |message: &str| Some(PathError { at, message: message.to_owned(), instead: None });
    match error.error {
        SyntaxError::MultipleRecursiveDescent => plain("`..` occurs twice in a row"),
        SyntaxError::UnterminatedFilter | SyntaxError::UnclosedFilter => plain("the filter has no closing `)]`"),
        SyntaxError::UnterminatedArray => plain("`[` has no closing `]`"),
        SyntaxError::Subscript(content) | SyntaxError::Index(content) => {
            let key = content.trim_matches(['"', '\'']);
            let is_key = !key.is_empty() && !key.contains(['\'', '"', '`', ',', '\\', '-', ':']);
            let end = at + content.len();
            let stands_here = text.get(at..end) == Some(content.as_str());
            Some(PathError {
                at,
                message: format!("`[{content}]` is not an index; a field name must be in single quotes"),
                instead: (is_key && stands_here).then(|| (at, end, format!("'{key}'"))),
            })
        }
        SyntaxError::UnrecognizedCharacter(found) => plain(&format!("unexpected `{found}`")),
        other => plain(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::fault;
    use crate::tags::{
        TagOptions,
        testing::{expect, read},
    };

    /// Compares with the results of client-go's parser.
    #[test]
    fn paths_as_client_go_reads_them() {
        for path in [
            ".spec.a[0].b",
            ".spec.a[*].b",
            ".spec.a[?(@.type=='Ready')].b",
            ".spec.a[?(@.type==\"Ready\")].b",
            ".spec.a[?(@.type==Ready)].b",
            ".spec.a['b'].c",
            ".spec..c",
            ".spec.",
            ".spec.a-b",
            ".spec.a(b",
            ".spec.a b",
            ".spec.labels.example\\.com/x",
            ".spec.a}",
            ".spec.a[1:2]",
            ".spec.a[-1]",
            ".spec.a[0,1]",
            ".",
            ".spec.a[?(@.x)]",
            ".spec.a[]",
            ".spec.a!",
            ".spec.a['b.c']",
        ] {
            assert!(fault(path).is_none(), "{path}");
        }
        for (path, at) in [
            (".metadata.[a", 10),
            (".spec[", 5),
            (".spec.a[?(@.type==\"Ready\"].b", 7),
            (".spec.a[b].c", 8),
            (".spec.a[\"b\"].c", 8),
            (".spec.a{", 7),
            (".spec.a,.b", 7),
            (".spec.a]", 7),
            ("....a", 2),
            (".spec.a !", 8),
            (".spec.a[b.c]", 8),
        ] {
            assert_eq!(fault(path).map(|fault| fault.at), Some(at), "{path}");
        }
    }

    #[test]
    fn paths_of_markers() {
        for (tag, fault, fixed) in [
            (
                "printcolumn:name=A,type=date,JSONPath=metadata.name",
                "malformed-value: a JSON path in a CRD must start with a dot @ metadata.name",
                Some(".metadata.name"),
            ),
            (
                "printcolumn:name=A,type=date,JSONPath=\"{.metadata.name}\"",
                "malformed-value: a JSON path in a CRD must start with a dot @ {.metadata.name}",
                Some(".metadata.name"),
            ),
            (
                "printcolumn:name=A,type=date,JSONPath=`.spec.a[b].c`",
                "malformed-value: invalid JSON path: `[b]` is not an index; a field name must be in single quotes \
                 @ b",
                Some("'b'"),
            ),
            (
                "printcolumn:name=A,type=date,JSONPath=.spec.a[0",
                "malformed-value: invalid JSON path: `[` has no closing `]` @ [",
                None,
            ),
            (
                "printcolumn:name=A,type=datte,JSONPath=.spec",
                "wrong-value: the type of a column is `boolean`, `date`, `integer`, `number` or `string`, not \
                 `datte` @ datte",
                Some("date"),
            ),
            (
                "subresource:scale:specpath=.replicas,statuspath=.status.replicas",
                "malformed-value: the path must start with `.spec.`, not `.replicas` @ .replicas",
                None,
            ),
            (
                "selectablefield:JSONPath=.metadata.name",
                "malformed-value: a selectable field cannot be in `metadata` @ .metadata.name",
                None,
            ),
        ] {
            let name = tag.split(":name").next().and_then(|tag| tag.split(":specpath").next()).unwrap_or(tag);
            let name = name.split(":JSONPath").next().unwrap_or(name);
            let tag = format!("+kubebuilder:{tag}");
            expect(&[(&tag, &[&format!("kubebuilder +kubebuilder:{name}: malformed"), fault])]);
            let (_, parsed) = read(&format!("// {tag}\n"), &TagOptions::default());
            let edit = parsed.diagnostics[0].fix.as_ref().map(|fix| fix.edits[0].replacement.as_str());
            assert_eq!(edit, fixed, "{tag}");
        }
        expect(&[(
            "+kubebuilder:printcolumn:name:=\"A\",type:=date,JSONPath:=`.spec`",
            &["kubebuilder +kubebuilder:printcolumn: column \"A\" type \"date\" path \".spec\""],
        )]);
    }
}
