//! `reason`: the error type of violations.

use idlgen_schema::schema::Reason;

use super::codes;
use crate::{
    diag::{Diagnostic, near},
    tags::{reader::CommentReader, source_string::SourceString},
};

/// Short and long names with the reasons that they represent. KEP-4153 uses the short names, CRDs support only the long
/// ones.
const REASONS: &[(&str, &str, Reason)] = &[
    ("Invalid", "FieldValueInvalid", Reason::Invalid),
    ("Forbidden", "FieldValueForbidden", Reason::Forbidden),
    ("Required", "FieldValueRequired", Reason::Required),
    ("Duplicate", "FieldValueDuplicate", Reason::Duplicate),
];

/// A reason that KEP-4153 allows but schemas do not support.
const TOO_LARGE: &str = "RequestEntityTooLarge";

/// Returns the reason with this short or long name. Reports an unknown name.
pub(in crate::tags) fn parse_reason(reader: &mut CommentReader<'_>, value: &SourceString) -> Option<Reason> {
    let name = value.text.trim();
    if let Some((_, _, reason)) = REASONS.iter().find(|(short, long, _)| name == *short || name == *long) {
        return Some(reason.clone());
    }
    if name == TOO_LARGE {
        reader.diagnostics.push(
            Diagnostic::new(codes::UNPUBLISHABLE_REASON, format!("`{TOO_LARGE}` is published as `FieldValueInvalid`"))
                .at(value.span)
                .note(
                    "`x-kubernetes-validations` supports FieldValueInvalid, FieldValueForbidden, FieldValueRequired \
                     and FieldValueDuplicate",
                ),
        );
        return Some(Reason::Invalid);
    }
    let diagnostic =
        Diagnostic::new(codes::INVALID_REASON, format!("`{name}` is not a rule reason")).at(value.span).note(
            "the reasons are `Invalid`, `Forbidden`, `Required` and `Duplicate`, with or without the prefix \
             `FieldValue`",
        );
    let known = REASONS.iter().flat_map(|(short, long, _)| [*short, *long]);
    reader.diagnostics.push(diagnostic.fix_near(near(name, known), value.span));
    None
}
