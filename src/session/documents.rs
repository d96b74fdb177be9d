//! What a server would answer, as files.

use crate::{
    diag::Diagnostic,
    emit::openapi::{self, OpenApiOptions},
    lower::Lowered,
    out::Files,
};

/// The documents of OpenAPI v3 as the files of a folder, or why there are none.
pub(super) fn folder(lowered: &Lowered, options: &OpenApiOptions) -> Result<Files, Vec<Diagnostic>> {
    check(lowered)?;
    let mut folder = Files::default();
    for document in openapi::documents(lowered, options) {
        folder.insert(format!("{}.json", document.path), document.text);
    }
    Ok(folder)
}

/// The document of OpenAPI v2, or why there is none.
pub(super) fn aggregate(lowered: &Lowered, options: &OpenApiOptions) -> Result<String, Vec<Diagnostic>> {
    check(lowered)?;
    Ok(openapi::aggregate(lowered, options))
}

/// The index of the documents of OpenAPI v3, or why there is none.
pub(super) fn discovery(lowered: &Lowered, options: &OpenApiOptions) -> Result<String, Vec<Diagnostic>> {
    check(lowered)?;
    Ok(openapi::discovery(&openapi::documents(lowered, options), options))
}

fn check(lowered: &Lowered) -> Result<(), Vec<Diagnostic>> {
    let problems = openapi::group_version_problems(lowered);
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}
