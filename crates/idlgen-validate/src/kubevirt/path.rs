//! Paths in rules, and their results.

use std::{
    cell::{Cell, OnceCell},
    collections::BTreeSet,
};

use idlgen_runtime::types::Quantity;
use serde_json::Value as Json;

use super::{
    CheckOptions,
    machine::{Machine, zero},
    typed::{NotTyped, Slot, TypedPath},
    types::{GoType, Kind},
};
use crate::jsonpath::{Template, Value};

pub(super) const PREFIX: &str = "jsonpath::";

/// Maximum number of steps for evaluating the paths of all rules of a VM. Plain paths do not count.
const MAX_STEPS: usize = 2_000_000;

/// The error for a path that is malformed or cannot be resolved.
pub(super) const INVALID: &str = "invalid JSONPath";

/// The error for a path without results, if the path itself is valid.
pub(super) const NO_VALUES: &str = "no values were found";

/// A path in a rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Path {
    /// The path in messages, without its prefix.
    text: String,
    template: Template,
    /// The path resolved with the Go types, or the reason why that is not possible.
    typed: Result<TypedPath, NotTyped>,
}

/// A value that a path selects.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Found {
    /// An integer, with the name of its type.
    Integer(i64, String),
    /// A string, with the name of its type.
    Text(String, String),
    /// A quantity in the source spelling, with the name of its type. `None` if its pointer is not set.
    Quantity(Option<String>, String),
    /// A string in place of another scalar, with the name of the expected type.
    Misplaced(String, String),
    /// Any other value, represented by the name of its type.
    Other(String),
}

/// A VM on which paths are evaluated.
pub(super) struct EvaluatedMachine<'a> {
    object: &'a Json,
    /// The complete VM with its types. It is only built for paths that are not plain.
    machine: OnceCell<Machine>,
    options: CheckOptions,
    /// Number of steps so far, for the limit that all rules share.
    steps: Cell<usize>,
}

impl<'a> EvaluatedMachine<'a> {
    pub(super) fn new(object: &'a Json, options: CheckOptions) -> Self {
        EvaluatedMachine { object, machine: OnceCell::new(), options, steps: Cell::new(0) }
    }

    fn machine(&self) -> &Machine {
        self.machine.get_or_init(|| Machine::new(self.object, &BTreeSet::new(), self.options.counts_processors))
    }

    /// Returns `true` if the steps of all paths exceed the limit.
    fn is_spent(&self) -> bool {
        self.steps.get() > MAX_STEPS
    }

    pub(super) fn options(&self) -> CheckOptions {
        self.options
    }

    /// Returns the value as an integer, or the validator's error if it is not one.
    pub(super) fn integer(&self, found: &Found) -> Result<i64, String> {
        let mismatch = |type_name: &str| format!("mismatching type: {type_name}, not int or resource.Quantity");
        match found {
            Found::Integer(integer, _) => Ok(*integer),
            Found::Quantity(Some(text), type_name) => {
                let quantity: Option<Quantity> = text.parse().ok();
                let is_exact = self.options.exact_quantities;
                let integer =
                    quantity.and_then(|quantity| if is_exact { quantity.to_integer() } else { quantity.to_i64() });
                integer.ok_or_else(|| mismatch(type_name))
            }
            // The validator crashes in this case.
            Found::Quantity(None, _) => Err(NO_VALUES.to_owned()),
            Found::Text(_, type_name) | Found::Misplaced(_, type_name) | Found::Other(type_name) => {
                Err(mismatch(type_name))
            }
        }
    }
}

impl Found {
    /// Formats the value as a string. A value that is not a string is formatted as its type, as in Go's
    /// `reflect.Value.String`.
    pub(super) fn text(&self) -> String {
        match self {
            Found::Text(text, _) => text.clone(),
            Found::Integer(_, type_name)
            | Found::Quantity(_, type_name)
            | Found::Misplaced(_, type_name)
            | Found::Other(type_name) => {
                format!("<{type_name} Value>")
            }
        }
    }

    /// Returns the string if it contains a template parameter such as `${NAME}`.
    pub(super) fn parameter(&self) -> Option<&str> {
        match self {
            Found::Text(text, _) | Found::Quantity(Some(text), _) | Found::Misplaced(text, _) => {
                Some(text.as_str()).filter(|text| text.contains("${"))
            }
            _ => None,
        }
    }
}

impl Path {
    /// Returns `true` if a string is a path.
    pub(super) fn is_path(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// Parses a path.
    ///
    /// # Errors
    /// Returns the validator's message if the path is malformed.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix(PREFIX).ok_or_else(|| INVALID.to_owned())?;
        let text = text.strip_prefix('$').unwrap_or(text);
        let template = Template::parse(&format!("{{.spec.template{text}}}")).map_err(|error| error.to_string())?;
        let typed = TypedPath::new(&template);
        Ok(Path { text: text.to_owned(), template, typed })
    }

    /// Returns the path resolved with the Go types, or the reason why that is not possible.
    pub(super) fn typed(&self) -> Result<&TypedPath, &NotTyped> {
        self.typed.as_ref()
    }

    /// Returns the path in messages, without its prefix.
    pub(super) fn shown(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the path has a result in the VM itself.
    pub(super) fn exists(&self, subject: &EvaluatedMachine<'_>) -> bool {
        // If the limit of steps is exceeded, the rule must not be skipped.
        self.find_in_machine(subject).is_some_and(|found| !found.is_empty()) || subject.is_spent()
    }

    /// Returns the results in the VM. If the evaluation fails, returns the results in the reference VM.
    pub(super) fn find(&self, subject: &EvaluatedMachine<'_>) -> Result<Vec<Found>, String> {
        let found =
            self.find_in_machine(subject).or_else(|| self.find_in(Machine::reference_machine(), &subject.steps));
        let by_go = || self.go_names().and_then(|names| self.find_in(&Machine::reference(&names), &subject.steps));
        found.or_else(by_go).ok_or_else(|| {
            if subject.is_spent() { format!("the rules take more than {MAX_STEPS} steps") } else { INVALID.to_owned() }
        })
    }

    /// Returns the results in the reference VM.
    pub(super) fn find_in_reference(&self) -> Option<Vec<Found>> {
        self.find_in(Machine::reference_machine(), &Cell::new(0))
    }

    fn find_in_machine(&self, subject: &EvaluatedMachine<'_>) -> Option<Vec<Found>> {
        let counts = subject.options.counts_processors;
        if let Ok(typed) = &self.typed {
            let slots = typed.find(subject.object, counts)?;
            return Some(slots.into_iter().map(|slot| of_slot(slot, typed.leaf)).collect());
        }
        let by_go = || {
            let machine = Machine::new(subject.object, &self.go_names()?, counts);
            self.find_in(&machine, &subject.steps)
        };
        self.find_in(subject.machine(), &subject.steps).or_else(by_go)
    }

    /// Returns the parts of the path that may be Go field names.
    fn go_names(&self) -> Option<BTreeSet<&str>> {
        let words = self.text.split(|character: char| !character.is_ascii_alphanumeric());
        let names: BTreeSet<&str> =
            words.filter(|word| word.starts_with(|first: char| first.is_ascii_uppercase())).collect();
        (!names.is_empty()).then_some(names)
    }

    fn find_in(&self, machine: &Machine, steps: &Cell<usize>) -> Option<Vec<Found>> {
        let mut taken = steps.get();
        if taken > MAX_STEPS {
            return None;
        }
        let found = self.template.find_counted(machine.tree(), &mut taken);
        steps.set(taken);
        let found = found.ok()?;
        Some(found.into_iter().flatten().map(|value| of_value(value, machine)).collect())
    }
}

fn of_value(value: Value<'_>, machine: &Machine) -> Found {
    match value {
        Value::Json(json) => of_json(json, machine.type_of(json)),
        Value::Text(text) => Found::Text(text.to_owned(), "string".to_owned()),
        Value::Integer(integer) => Found::Integer(integer, "int".to_owned()),
        Value::Float(float) => Found::Integer(rounded(float), "float64".to_owned()),
        Value::Boolean(_) => Found::Other("bool".to_owned()),
        Value::Byte(_) => Found::Other("uint8".to_owned()),
        Value::Missing => Found::Other("invalid".to_owned()),
    }
}

/// Returns the value of a slot. If the object does not set it, returns the value in the complete VM.
fn of_slot(slot: Slot<'_>, go_type: GoType) -> Found {
    let zero = || if slot.is_one { 1.into() } else { zero(go_type) };
    let stored;
    let json = match (go_type.kind(), slot.value) {
        (Kind::Scalar(_) | Kind::Opaque, Some(value)) if !slot.is_one => value,
        (Kind::Scalar(_) | Kind::Opaque, _) => {
            stored = zero();
            &stored
        }
        (_, Some(value)) => value,
        (_, None) => &Json::Null,
    };
    of_json(json, Some(go_type))
}

fn of_json(json: &Json, go_type: Option<GoType>) -> Found {
    let Some(go_type) = go_type else { return Found::Other("interface {}".to_owned()) };
    let name = go_type.name();
    if name.trim_start_matches('*') == "resource.Quantity" {
        let text = match json {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        };
        return Found::Quantity(text, name);
    }
    match (go_type.kind(), json) {
        (Kind::Scalar("string"), Json::String(text)) => Found::Text(text.clone(), name),
        (Kind::Scalar(_), Json::String(text)) => Found::Misplaced(text.clone(), name),
        (Kind::Scalar("string" | "bool" | "int8" | "int16" | "uint8" | "uint16"), _) => Found::Other(name),
        (Kind::Scalar(_), Json::Number(number)) => {
            let rounded = number.as_i64().or_else(|| number.as_f64().map(rounded));
            rounded.map_or_else(|| Found::Other(name.clone()), |integer| Found::Integer(integer, name.clone()))
        }
        _ => Found::Other(name),
    }
}

/// Rounds like `math.Round`: halfway values are rounded away from zero.
pub(super) fn rounded(float: f64) -> i64 {
    // A value out of range becomes the minimum or maximum.
    float.round() as i64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn path(text: &str) -> Path {
        Path::parse(&format!("{PREFIX}{text}")).unwrap()
    }

    fn around(spec: &Json) -> Json {
        json!({"spec": {"template": {"metadata": {"labels": {"a.b": "c"}}, "spec": spec}}})
    }

    fn machines() -> Vec<Json> {
        let domain = json!({
            "cpu": {"cores": 4, "sockets": 0}, "memory": {"guest": "1.5Gi"}, "machine": {"type": "q35"},
            "ioThreadsPolicy": "shared", "resources": {"requests": {"memory": "64Mi", "cpu": 2, "x": null}},
            "devices": {
                "disks": [
                    {"name": "a", "bootOrder": 2, "disk": {"bus": "virtio"}}, {"name": "b", "cdrom": {"bus": "sata"}},
                    null, {"name": 5, "disk": {}}
                ],
                "interfaces": [
                    {"name": "n", "ports": [{"port": 80}, {"port": 443}]}, {"ports": []}, {"ports": [{"port": 22}]}
                ]
            }
        });
        vec![
            around(&json!({"domain": domain, "terminationGracePeriodSeconds": 5, "nodeSelector": {"k": "v"}})),
            around(&json!({"domain": {"cpu": {"threads": "2"}, "memory": {}, "devices": {"disks": []}}})),
            around(&json!({})),
            json!({"spec": {"template": null}}),
            json!({}),
        ]
    }

    /// Checks that the types give the results of the template on the complete VM.
    #[test]
    fn plain_paths_have_the_results_of_templates() {
        let mut results = 0;
        for text in [
            "",
            ".metadata.labels['a\\.b']",
            ".metadata.labels.other",
            ".spec",
            ".spec.domain.cpu",
            ".spec.domain.cpu.cores",
            ".spec.domain.cpu.sockets",
            ".spec.domain.cpu.threads",
            ".spec.domain.cpu.maxSockets",
            ".spec.domain.cpu.model",
            ".spec.domain.memory.guest",
            ".spec.domain.machine.type",
            ".spec.domain.ioThreadsPolicy",
            ".spec.domain.firmware.uuid",
            ".spec.domain.resources.requests",
            ".spec.domain.resources.requests.memory",
            ".spec.domain.resources.requests.cpu",
            ".spec.domain.resources.requests.x",
            ".spec.domain.resources.limits.cpu",
            ".spec.domain.devices.disks",
            ".spec.domain.devices.disks[*]",
            ".spec.domain.devices.disks[*].name",
            ".spec.domain.devices.disks[*].bootOrder",
            ".spec.domain.devices.disks[*].disk.bus",
            ".spec.domain.devices.disks[*].cdrom.bus",
            ".spec.domain.devices.disks[*].cdrom",
            ".spec.domain.devices.disks[0].name",
            ".spec.domain.devices.disks[3].name",
            ".spec.domain.devices.disks[4].name",
            ".spec.domain.devices.disks[-1].name",
            ".spec.domain.devices.disks[-4].name",
            ".spec.domain.devices.disks[-5].name",
            ".spec.domain.devices.interfaces[*].ports[*].port",
            ".spec.domain.devices.interfaces[*].ports[0].port",
            ".spec.domain.devices.interfaces[0].ports[-2].port",
            ".spec.domain.devices.interfaces[2].ports[*].protocol",
            ".spec.terminationGracePeriodSeconds",
            ".spec.nodeSelector.k",
            ".spec.volumes[*].name",
        ] {
            let plain = path(text);
            assert!(plain.typed().is_ok(), "{text}");
            let template = Path { typed: Err(NotTyped::Complex("anything")), ..plain.clone() };
            for (machine, counts) in machines().iter().flat_map(|machine| [(machine, false), (machine, true)]) {
                let options = CheckOptions { counts_processors: counts, ..CheckOptions::default() };
                let subject = EvaluatedMachine::new(machine, options);
                let found = plain.find_in_machine(&subject);
                assert_eq!(found, template.find_in_machine(&subject), "{text} {counts} {machine}");
                results += found.map_or(0, |found| found.len());
            }
        }
        assert!(results > 120, "{results}");
    }

    #[test]
    fn values_are_integers_and_texts_of_their_types() {
        let machine = &machines()[0];
        let of = |text: &str, exact_quantities| {
            let options = CheckOptions { exact_quantities, ..CheckOptions::default() };
            let subject = EvaluatedMachine::new(machine, options);
            path(text).find(&subject).map(|found| {
                let integer = |found: &Found| subject.integer(found).map_or_else(|error| error, |int| int.to_string());
                let texts: Vec<String> = found.iter().map(Found::text).collect();
                (found.iter().map(integer).collect::<Vec<_>>().join("|"), texts.join("|"))
            })
        };
        let mismatch = |of: &str| format!("mismatching type: {of}, not int or resource.Quantity");
        for (text, integers, texts) in [
            (".spec.domain.cpu.cores", "4".to_owned(), "<uint32 Value>"),
            (".spec.domain.cpu.threads", "1".to_owned(), "<uint32 Value>"),
            (".spec.domain.memory.guest", "1610612736".to_owned(), "<*resource.Quantity Value>"),
            (".spec.domain.resources.requests.memory", "67108864".to_owned(), "<resource.Quantity Value>"),
            (".spec.domain.resources.requests.cpu", "2".to_owned(), "<resource.Quantity Value>"),
            (".spec.domain.machine.type", mismatch("string"), "q35"),
            (".spec.domain.ioThreadsPolicy", mismatch("*v1.IOThreadsPolicy"), "<*v1.IOThreadsPolicy Value>"),
            (".spec.domain.devices.disks[0].bootOrder", mismatch("*uint"), "<*uint Value>"),
            (".spec.domain.devices.disks[0].name.*", mismatch("uint8"), "<uint8 Value>"),
            // Without a value in the VM, the reference VM provides one.
            (".spec.domain.devices.disks[9].disk.bus", mismatch("v1.DiskBus"), ""),
            (".spec.domain.clock.timer.hpet.tickPolicy", mismatch("v1.HPETTickPolicy"), ""),
            (".Spec.Domain.CPU.Cores", "4".to_owned(), "<uint32 Value>"),
            (".Spec.Domain.Clock.Timer.HPET.TickPolicy", mismatch("v1.HPETTickPolicy"), ""),
            (".spec.domain.devices.interfaces[0].ports[?(@.port>80)].port", "443".to_owned(), "<int32 Value>"),
        ] {
            assert_eq!(of(text, true), Ok((integers, texts.to_owned())), "{text}");
        }
        // A brace ends the path, so that literals follow.
        let template = "*v1.VirtualMachineInstanceTemplateSpec";
        for (text, integer, shown) in [
            ("}{3", "3".to_owned(), "<int Value>"),
            ("}{2.5", "3".to_owned(), "<float64 Value>"),
            ("}{-2.5", "-3".to_owned(), "<float64 Value>"),
            ("}{true", mismatch("bool"), "<bool Value>"),
            ("}{'x'", mismatch("string"), "x"),
        ] {
            let expected = (format!("{}|{integer}", mismatch(template)), format!("<{template} Value>|{shown}"));
            assert_eq!(of(text, true), Ok(expected), "{text}");
        }
        let decimal = (mismatch("*resource.Quantity"), "<*resource.Quantity Value>".to_owned());
        assert_eq!(of(".spec.domain.memory.guest", false), Ok(decimal));
        let exact = ("67108864".to_owned(), "<resource.Quantity Value>".to_owned());
        assert_eq!(of(".spec.domain.resources.requests.memory", false), Ok(exact));
        for text in
            [".spec.domain.nothing", ".Spec.Nothing", ".spec.domain.devices.disks[64].name", ".metadata.labels.x"]
        {
            assert_eq!(of(text, true), Err(INVALID.to_owned()), "{text}");
        }
    }

    #[test]
    fn template_parameters_are_found_in_strings() {
        let domain = json!({
            "cpu": {"cores": "${CORES}"}, "memory": {"guest": "${MEMORY}"}, "machine": {"type": "a${B}"},
            "firmware": {"serial": "$NONE"}
        });
        let machine = around(&json!({ "domain": domain }));
        let subject = EvaluatedMachine::new(&machine, CheckOptions::default());
        for (text, parameter, integer) in [
            (".cpu.cores", Some("${CORES}"), "uint32"),
            (".memory.guest", Some("${MEMORY}"), "*resource.Quantity"),
            (".machine.type", Some("a${B}"), "string"),
            (".firmware.serial", None, "string"),
            (".devices", None, "v1.Devices"),
        ] {
            let found = path(&format!(".spec.domain{text}")).find(&subject).unwrap();
            assert_eq!(found.iter().map(Found::parameter).collect::<Vec<_>>(), [parameter], "{text}");
            let error = format!("mismatching type: {integer}, not int or resource.Quantity");
            assert_eq!(subject.integer(&found[0]), Err(error), "{text}");
        }
        let guest = Found::Quantity(None, "*resource.Quantity".to_owned());
        assert_eq!(subject.integer(&guest), Err(NO_VALUES.to_owned()));
    }

    #[test]
    fn only_values_of_the_machine_itself_exist() {
        let machines = machines();
        let [full, bare, ..] = machines.as_slice() else { panic!() };
        for (text, in_full, in_bare) in [
            (".spec.domain.cpu.cores", true, true),
            (".spec.domain.machine.type", true, false),
            (".spec.domain.machine", true, true),
            (".spec.domain.devices.disks[*].name", true, false),
            (".spec.domain.devices.disks", true, true),
            (".spec.domain.devices.disks[5]", false, false),
            (".Spec.Domain.CPU", true, true),
            (".Spec.Domain.Machine.Type", true, false),
            ("..bus", true, false),
        ] {
            for (machine, expected) in [(full, in_full), (bare, in_bare)] {
                let subject = EvaluatedMachine::new(machine, CheckOptions::default());
                assert_eq!(path(text).exists(&subject), expected, "{text} {machine}");
            }
        }
    }

    #[test]
    fn numbers_are_rounded_away_from_zero() {
        for (float, integer) in [(0.4, 0), (0.5, 1), (-0.5, -1), (2.5, 3), (-1.2, -1), (1e30, i64::MAX)] {
            assert_eq!(rounded(float), integer);
        }
    }
}
