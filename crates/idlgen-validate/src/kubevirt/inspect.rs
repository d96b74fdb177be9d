//! Resolves paths with the Go types and without a VM, to help authors of rules.

use std::ops::Range;

use super::{
    path::{INVALID, PREFIX, Path},
    typed::{NotTyped, TypedPath, TypedStep},
    types::{GoType, Kind},
};
use crate::jsonpath::Template;

/// The result of resolving a path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a path has no other kinds of ends")]
pub enum PathReport {
    /// The path selects values of a type.
    Leads(PathEnd),
    /// The path cannot be resolved for any VM.
    Strays(Stray),
    /// The path contains more than fields, indices and `[*]`, so its results depend on the VM.
    Depends,
}

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathEnd {
    /// The kind of the values, which determines the rules that apply to them.
    pub kind: ValueKind,
    /// The Go type of the values.
    pub type_name: String,
    /// The first part of the path that may be missing, relative to `.spec.template`: a pointer or a map key.
    pub optional: Option<String>,
    /// `true` if the path iterates over a list, which may be empty.
    pub has_items: bool,
    /// The values that the type allows, from the constants of its Go type. Empty if they are unknown.
    pub known_values: &'static [&'static str],
}

/// The kind of values, as far as rules distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "rules support no others")]
pub enum ValueKind {
    /// Integers and quantities, for rules of the kind `integer`.
    Number,
    /// Strings, for rules of the kinds `string`, `enum` and `regex`.
    Text,
    /// Anything else. Such values are neither compared nor displayed.
    Other,
}

/// The part of a path that cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stray {
    /// The name that does not exist, or the name of a value that is not a list.
    pub name: String,
    /// The byte range of the name in the path.
    pub bytes: Range<usize>,
    /// The names that exist instead.
    pub known: Vec<&'static str>,
    /// The Go type that does not have this field.
    pub of: String,
    /// The JSON name of the field, if the path contains its Go name. Such a path is valid, but slow to evaluate.
    pub json: Option<&'static str>,
}

/// A path syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathSyntaxError {
    /// The validator's message.
    pub message: String,
    /// The byte offset.
    pub at: usize,
    /// `true` if only the prefix `jsonpath::` is missing.
    pub lacks_prefix: bool,
}

/// Resolves a path of a rule with the Go types.
///
/// ```
/// use idlgen_validate::kubevirt::{PathReport, ValueKind, inspect};
/// let Ok(PathReport::Leads(end)) = inspect("jsonpath::.spec.domain.memory.guest") else { panic!() };
/// assert_eq!((end.kind, end.optional.as_deref()), (ValueKind::Number, Some(".spec.domain.memory")));
/// assert!(inspect(".spec.domain").unwrap_err().lacks_prefix);
/// ```
///
/// # Errors
/// Returns an error if the path is malformed.
pub fn inspect(path: &str) -> Result<PathReport, PathSyntaxError> {
    let fault = |message: &str, at, lacks_prefix| PathSyntaxError { message: message.to_owned(), at, lacks_prefix };
    let Some(written) = path.strip_prefix(PREFIX) else {
        let is_path = path.starts_with(['.', '$', '[']) && Path::parse(&format!("{PREFIX}{path}")).is_ok();
        return Err(fault(INVALID, 0, is_path));
    };
    let below = written.strip_prefix('$').unwrap_or(written);
    let before = path.len() - below.len();
    // The text that precedes every path in a template.
    let root = "{.spec.template";
    let template = Template::parse(&format!("{root}{below}}}")).map_err(|error| {
        let at = (before + error.at.saturating_sub(root.len())).min(path.len());
        fault(&error.to_string(), at, false)
    })?;
    Ok(match TypedPath::new(&template) {
        Ok(typed) => PathReport::Leads(end(&typed)),
        Err(NotTyped::Complex(_)) => PathReport::Depends,
        Err(NotTyped::UnknownField { name, known, of }) => {
            let bytes = place_of(&name, path, before);
            PathReport::Strays(Stray { name, bytes, known, of, json: None })
        }
        Err(NotTyped::GoName { name, json }) => {
            let bytes = place_of(&name, path, before);
            PathReport::Strays(Stray { name, bytes, known: Vec::new(), of: String::new(), json: json.or(Some("")) })
        }
        Err(NotTyped::NotAList(of)) => {
            let start = path.find('[').unwrap_or(before);
            PathReport::Strays(Stray { name: of.clone(), bytes: start..path.len(), known: Vec::new(), of, json: None })
        }
    })
}

/// Returns the byte range of a name in a path. The name follows a dot, quote, backslash or bracket.
fn place_of(name: &str, path: &str, before: usize) -> Range<usize> {
    let is_name = |(at, _): &(usize, &str)| {
        *at >= before && path.get(..*at).is_some_and(|before| before.ends_with(['.', '\'', '\\', ']']))
    };
    let found = path.match_indices(name).find(is_name);
    found.map_or(before..path.len(), |(at, name)| at..at + name.len())
}

fn end(path: &TypedPath) -> PathEnd {
    let mut optional = None;
    let mut shown = String::new();
    let mut go_type = GoType::MACHINE;
    for (index, step) in path.steps.iter().enumerate() {
        // The pointer to the template itself is set in every VM.
        if index > 2 && matches!(go_type.kind(), Kind::Pointer(_)) && optional.is_none() {
            optional = Some(shown.clone());
        }
        match step {
            TypedStep::Field { name, .. } if index > 1 => shown = format!("{shown}.{name}"),
            TypedStep::Field { .. } => {}
            TypedStep::Key(key, _) => {
                shown = format!("{shown}.{}", key.replace('.', "\\."));
                optional.get_or_insert_with(|| shown.clone());
            }
            TypedStep::All(_) => shown.push_str("[*]"),
            TypedStep::Index(at, _) => shown = format!("{shown}[{at}]"),
        }
        go_type = step.go_type();
    }
    let type_name = path.leaf.name();
    let kind = match path.leaf.kind() {
        _ if type_name.trim_start_matches('*') == "resource.Quantity" => ValueKind::Number,
        Kind::Scalar("string") => ValueKind::Text,
        Kind::Scalar("bool" | "int8" | "int16" | "uint8" | "uint16") => ValueKind::Other,
        Kind::Scalar(_) => ValueKind::Number,
        _ => ValueKind::Other,
    };
    let has_items = path.steps.iter().any(|step| matches!(step, TypedStep::All(_) | TypedStep::Index(..)));
    let known_values = KNOWN_VALUES.iter().find(|(name, _)| *name == type_name).map_or(&[][..], |(_, values)| *values);
    PathEnd { kind, type_name, optional, has_items, known_values }
}

/// The constants of named string types in `kubevirt.io/api/core/v1`.
const KNOWN_VALUES: [(&str, &[&str]); 4] = [
    ("v1.DiskBus", &["scsi", "sata", "virtio", "usb"]),
    ("v1.DriverCache", &["none", "writethrough", "writeback"]),
    ("v1.DriverIO", &["native", "threads"]),
    ("v1.InputBus", &["virtio", "usb"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_values_or_stray() {
        let end = |path: &str| match inspect(&format!("jsonpath::{path}")) {
            Ok(PathReport::Leads(end)) => (end.kind, end.optional, end.has_items),
            other => panic!("{path}: {other:?}"),
        };
        let optional = |text: &str| Some(text.to_owned());
        use ValueKind::{Number, Other, Text};
        for (path, expected) in [
            (".spec.domain.cpu.cores", (Number, optional(".spec.domain.cpu"), false)),
            (".spec.domain.devices.disks[*].serial", (Text, None, true)),
            (".spec.domain.devices.disks[0].disk.bus", (Text, optional(".spec.domain.devices.disks[0].disk"), true)),
            (
                ".spec.domain.resources.requests.memory",
                (Number, optional(".spec.domain.resources.requests.memory"), false),
            ),
            (".spec.domain", (Other, None, false)),
            (".spec.domain.devices.disks[*].bootOrder", (Other, None, true)),
        ] {
            assert_eq!(end(path), expected, "{path}");
        }
        let Ok(PathReport::Strays(stray)) = inspect("jsonpath::.spec.domain.resources.request.memory") else {
            panic!()
        };
        assert!(stray.bytes == (33..40) && stray.known.contains(&"requests"), "{stray:?}");
        assert_eq!(inspect("jsonpath::..bus"), Ok(PathReport::Depends));
        let fault = inspect("jsonpath::$.spec.a[x]").unwrap_err();
        assert_eq!((fault.message.as_str(), fault.at), ("invalid array index x", 19));
    }

    /// Checks that the fields exist for which the annotation's specification guarantees values.
    #[test]
    fn fields_with_defaults_are_known() {
        for field in super::super::ALWAYS_THERE {
            assert!(matches!(inspect(&format!("jsonpath::{field}")), Ok(PathReport::Leads(_))), "{field}");
        }
    }
}
