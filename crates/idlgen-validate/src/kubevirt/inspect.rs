//! Resolves paths with the Go types and without a VM, to help authors of rules.

use std::ops::Range;

use super::{
    path::{INVALID, PREFIX, Path},
    typed::{NotTyped, StrayStep, TypedPath, TypedStep},
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
    /// The byte range of the name or of the brackets in the path.
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
    let position = |at: usize| (before + at.saturating_sub(root.len())).min(path.len());
    let template = Template::parse(&format!("{root}{below}}}"))
        .map_err(|error| fault(&error.to_string(), position(error.at), false))?;
    Ok(match TypedPath::new(&template) {
        Ok(typed) => PathReport::Leads(end(&typed)),
        Err(NotTyped::Complex(_)) => PathReport::Depends,
        Err(NotTyped::Stray { bytes, reason }) => {
            PathReport::Strays(stray(position(bytes.start)..position(bytes.end), reason))
        }
    })
}

fn stray(bytes: Range<usize>, reason: StrayStep) -> Stray {
    match reason {
        StrayStep::UnknownField { name, known, of } => Stray { name, bytes, known, of, json: None },
        StrayStep::GoName { name, json } => {
            Stray { name, bytes, known: Vec::new(), of: String::new(), json: json.or(Some("")) }
        }
        StrayStep::NotAList(of) => Stray { name: of.clone(), bytes, known: Vec::new(), of, json: None },
    }
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

    #[test]
    fn strays_have_places_and_names() {
        for (path, bytes, name, of, json) in [
            (".spec.domain.x", 23..24, "x", "v1.DomainSpec", None),
            ("$.spec.x", 17..18, "x", "v1.VirtualMachineInstanceSpec", None),
            (".spec['x']", 17..18, "x", "v1.VirtualMachineInstanceSpec", None),
            (r".spec.\x", 16..18, "x", "v1.VirtualMachineInstanceSpec", None),
            (r".spec.a\.b", 16..20, "a.b", "v1.VirtualMachineInstanceSpec", None),
            (".spec.domain.cpu.cores.a", 33..34, "a", "uint32", None),
            (".spec.Domain.cpu", 16..22, "Domain", "", Some("domain")),
            (".spec.domain.devices.disks[0].DiskDevice", 40..50, "DiskDevice", "", Some("")),
            (".spec.spec", 16..20, "spec", "v1.VirtualMachineInstanceSpec", None),
            (".spec['spec']", 17..21, "spec", "v1.VirtualMachineInstanceSpec", None),
            (".spec.domain.domain", 23..29, "domain", "v1.DomainSpec", None),
            (".spec.domain.devices.disks[0].disk.disk", 45..49, "disk", "v1.DiskTarget", None),
            (".spec.domain.devices.disks[0].name[*]", 44..47, "string", "string", None),
            (".spec.domain[*]", 22..25, "v1.DomainSpec", "v1.DomainSpec", None),
            ("[0]", 10..13, "v1.VirtualMachineInstanceTemplateSpec", "v1.VirtualMachineInstanceTemplateSpec", None),
        ] {
            let Ok(PathReport::Strays(stray)) = inspect(&format!("jsonpath::{path}")) else { panic!("{path}") };
            let Stray { bytes: found_bytes, name: found_name, of: found_of, json: found_json, known } = stray;
            assert_eq!(
                (found_bytes, found_name.as_str(), found_of.as_str(), found_json),
                (bytes, name, of, json),
                "{path}"
            );
            let is_struct = matches!(of, "v1.DiskTarget" | "v1.DomainSpec" | "v1.VirtualMachineInstanceSpec");
            let is_field = is_struct && !path.ends_with(']');
            assert_eq!(known.is_empty(), !(is_field || path.ends_with("']")), "{path}");
        }
    }

    #[test]
    fn malformed_paths_have_messages_and_positions() {
        for (path, message, at, lacks_prefix) in [
            (".spec", INVALID, 0, true),
            ("$.spec", INVALID, 0, true),
            ("['spec']", INVALID, 0, true),
            (".spec[", INVALID, 0, false),
            ("spec", INVALID, 0, false),
            ("jsonpath::.spec[x]", "invalid array index x", 16, false),
            ("jsonpath::$.spec[x]", "invalid array index x", 17, false),
            ("jsonpath::.spec[", "unterminated array", 15, false),
            ("jsonpath::.a{", "unrecognized character in action: U+007B '{'", 12, false),
        ] {
            let error = inspect(path).unwrap_err();
            assert_eq!((error.message.as_str(), error.at, error.lacks_prefix), (message, at, lacks_prefix), "{path}");
        }
    }

    #[test]
    fn ends_have_the_kinds_and_values_of_their_types() {
        const DISK: &str = ".spec.domain.devices.disks[-1]";
        use ValueKind::{Number, Other, Text};
        for (path, kind, type_name, optional, has_items, values) in [
            ("", Other, "*v1.VirtualMachineInstanceTemplateSpec", None, false, 0),
            (".metadata.labels['a\\.b']", Text, "string", Some(".metadata.labels.a\\.b"), false, 0),
            (".spec.domain.memory.guest", Number, "*resource.Quantity", Some(".spec.domain.memory"), false, 0),
            (".spec.domain.memory", Other, "*v1.Memory", None, false, 0),
            (".spec.domain.cpu.threads", Number, "uint32", Some(".spec.domain.cpu"), false, 0),
            (".spec.domain.cpu.dedicatedCpuPlacement", Other, "bool", Some(".spec.domain.cpu"), false, 0),
            (".spec.domain.devices.disks[-1].cache", Text, "v1.DriverCache", None, true, 3),
            (".spec.domain.devices.disks[-1].io", Text, "v1.DriverIO", None, true, 2),
            (".spec.domain.devices.disks[-1].lun.bus", Text, "v1.DiskBus", Some(".lun"), true, 4),
            (".spec.domain.devices.inputs[*].bus", Text, "v1.InputBus", None, true, 2),
            (".spec.domain.devices.interfaces[*].ports[*].port", Number, "int32", None, true, 0),
        ] {
            let Ok(PathReport::Leads(end)) = inspect(&format!("jsonpath::{path}")) else { panic!("{path}") };
            let optional = optional.map(|text| if text == ".lun" { format!("{DISK}{text}") } else { text.to_owned() });
            assert_eq!((end.kind, end.type_name.as_str(), end.has_items), (kind, type_name, has_items), "{path}");
            assert_eq!((end.optional, end.known_values.len()), (optional, values), "{path}");
        }
    }

    /// Checks that the fields exist for which the annotation's specification guarantees values.
    #[test]
    fn fields_with_defaults_are_known() {
        for field in super::super::ALWAYS_THERE {
            assert!(matches!(inspect(&format!("jsonpath::{field}")), Ok(PathReport::Leads(_))), "{field}");
        }
    }
}
