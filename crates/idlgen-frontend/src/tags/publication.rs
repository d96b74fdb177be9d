//! `+k8s:openapi-gen`: publishes a package or type, or sets an extension of its schema.

use super::{
    TagKind,
    reader::{CommentReader, SPACES},
    registry::{ValueReader, ValueSyntax},
    value::{Head, expect_equals, missing_value},
};
use crate::{
    diag::{Diagnostic, near},
    tags::codes,
};

const EXPECTED: &str = "`true`, `false` or `x-kubernetes-NAME:VALUE`";

/// The syntax of its value.
pub(super) const FORM: ValueSyntax =
    ValueSyntax::Own("`=true`, `=false` or `=x-kubernetes-NAME:TEXT`", ValueReader(read));

/// Reads `=true`, `=false` or `=x-kubernetes-NAME:VALUE`. openapi-gen ignores any other value.
fn read(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    expect_equals(reader, head, EXPECTED)?;
    let span = reader.span_of_rest();
    let value = reader.rest().trim_end_matches(SPACES);
    reader.advance(value.len());
    let meaning = match value {
        "" => return Err(missing_value(reader, head, EXPECTED)),
        "true" => Some(TagKind::Published(true)),
        "false" => Some(TagKind::Published(false)),
        other => other
            .split_once(':')
            .filter(|(name, _)| name.strip_prefix("x-kubernetes-").is_some_and(|rest| !rest.is_empty()))
            .map(|(name, value)| TagKind::Extension { name: name.to_owned(), value: value.to_owned() }),
    };
    meaning.ok_or_else(|| {
        Diagnostic::new(codes::WRONG_VALUE, format!("`+{}` must be {EXPECTED}, not `{value}`", head.name))
            .at(span)
            .note("openapi-gen silently skips other values")
            .fix_near(near(value, ["true", "false"]), span)
    })
}
