//! Reports formats that API servers do not check in custom resources: the server accepts every string.

use idlgen_runtime::{
    context::Options,
    format::{self, Family},
};
use idlgen_validate::{Schema, schema::SchemaType};

use crate::{
    diag::Diagnostic,
    emit::crd::codes::UNCHECKED_FORMAT,
    lower::{format_table, origin::location_of},
};

/// Reports the format of a node if API servers of the minor version `minor` do not check it. Names that are not formats
/// are reported where the tag is checked (IDL0524).
pub(super) fn unchecked_format(node: &Schema, minor: u16) -> Option<Diagnostic> {
    if !matches!(node.schema_type, None | Some(SchemaType::String)) {
        return None;
    }
    let name = node.format()?;
    let format = format::find(name)?;
    let mut options = Options::default();
    options.kubernetes_minor = minor;
    options.kep4153_formats = false;
    if format.applies(options) {
        return None;
    }
    let message = format!("API servers do not check the format `{name}` in custom resources");
    let mut diagnostic = Diagnostic::new(UNCHECKED_FORMAT, message);
    if let Some(span) = location_of(&node.origin, "format", 0) {
        diagnostic = diagnostic.at(span);
    }
    diagnostic = if format.family == Family::Kep4153 {
        diagnostic.note("with this CRD, they accept every string")
    } else {
        let since = format.since;
        diagnostic.note(format!("they check it since Kubernetes 1.{since}; the version is 1.{minor}"))
    };
    let inline = "pass `--formats inline-pattern` or `--formats inline-cel`, which write it as a limit";
    let Some(known) = format_table::find(name) else { return Some(diagnostic.help("use a pattern or a CEL rule")) };
    let is_checked = |alias: &&&str| format::find(alias).is_some_and(|format| format.applies(options));
    Some(match known.aliases.iter().find(is_checked) {
        Some(alias) => diagnostic.help(format!("use `{alias}`, which is the same format")).help(inline),
        None => diagnostic.help(inline),
    })
}
