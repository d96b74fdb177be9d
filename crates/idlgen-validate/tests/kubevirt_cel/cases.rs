//! Generates random VMs that KubeVirt's CRD accepts, and random rules for them.

use idlgen_testing::Random;
use serde_json::{Map, Value as Json, json};

pub(crate) struct Case {
    pub(crate) machine: Json,
    pub(crate) rules: Json,
}

/// Quantities: integers, integers that Go stores as decimals, and fractions.
const QUANTITIES: [&str; 16] = [
    "1Gi", "1.5Gi", "500m", "1000m", "0.5Gi", "100Ti", "2048", "1e9", "123Mi", "0", "1500m", "64M", "2.0Gi", "1Pi",
    "0.1", "1536Mi",
];
const BUSES: [&str; 5] = ["virtio", "sata", "scsi", "usb", ""];
const PATHS: [&str; 25] = [
    ".spec.domain.cpu.cores",
    "$.spec.domain.cpu.sockets",
    ".spec.domain.cpu.model",
    ".spec.domain.cpu",
    ".spec.domain.memory.guest",
    ".spec.domain.resources.requests.memory",
    ".spec.domain.resources.limits['memory']",
    ".spec.domain.machine.type",
    ".spec.domain.firmware.serial",
    ".spec.domain.ioThreadsPolicy",
    ".spec.domain.devices.disks[*].disk.bus",
    ".spec.domain.devices.disks[*].cdrom.bus",
    ".spec.domain.devices.disks[*].name",
    ".spec.domain.devices.disks[*].serial",
    ".spec.domain.devices.disks[*].bootOrder",
    ".spec.domain.devices.disks[0].disk.bus",
    ".spec.domain.devices.disks[1].name",
    ".spec.domain.devices.interfaces[*].model",
    ".spec.domain.devices.interfaces[*].masquerade",
    ".spec.domain.devices.interfaces[0].ports[*].port",
    ".spec.domain.devices.disks",
    ".spec.terminationGracePeriodSeconds",
    ".spec.hostname",
    ".spec.domain.nothing",
    ".spec.domain.devices.interfaces[*].ports[*].port",
];

impl Case {
    pub(crate) fn random(random: &mut Random) -> Self {
        let machine = json!({
            "apiVersion": "kubevirt.io/v1", "kind": "VirtualMachine", "metadata": {"name": "vm"},
            "spec": {"template": {"spec": spec(random)}},
        });
        let rules = (0..=random.below(3)).map(|number| rule(random, number)).collect();
        Case { machine, rules: Json::Array(rules) }
    }
}

fn quantity(random: &mut Random) -> Json {
    if random.percent(15) { json!(random.below(3) * 1024) } else { random.one_of(&QUANTITIES).into() }
}

/// Generates an object with a random selection of these members.
fn object(random: &mut Random, members: Vec<(&str, Json)>) -> Json {
    let there = members.into_iter().filter(|_| random.percent(65)).map(|(name, value)| (name.to_owned(), value));
    Json::Object(there.collect::<Map<String, Json>>())
}

fn spec(random: &mut Random) -> Json {
    let counts = [0, 1, 2, 4, 9].map(Json::from);
    let cpu = vec![
        ("cores", random.one_of(&counts)),
        ("sockets", random.one_of(&counts)),
        ("model", random.one_of(&["host-model", "é", ""].map(Json::from))),
    ];
    let cpu = object(random, cpu);
    let memory = vec![("guest", quantity(random))];
    let memory = object(random, memory);
    let requests = vec![("memory", quantity(random)), ("cpu", quantity(random))];
    let requests = object(random, requests);
    let limits = vec![("memory", quantity(random))];
    let limits = object(random, limits);
    let resources = object(random, vec![("requests", requests), ("limits", limits)]);
    let machine = vec![("type", random.one_of(&["q35", "pc", "pc-q35-é"].map(Json::from)))];
    let machine = object(random, machine);
    let domain = vec![
        ("cpu", cpu),
        ("memory", memory),
        ("resources", resources),
        ("machine", machine),
        ("firmware", json!({"serial": "s1"})),
        ("ioThreadsPolicy", json!("shared")),
    ];
    let mut domain = object(random, domain);
    let (disks, interfaces) = (disks(random), interfaces(random));
    domain["devices"] = object(random, vec![("disks", disks), ("interfaces", interfaces)]);
    let mut spec = object(random, vec![("terminationGracePeriodSeconds", json!(30)), ("hostname", json!("h"))]);
    spec["domain"] = domain;
    spec
}

fn disks(random: &mut Random) -> Json {
    let disk = |random: &mut Random, number: usize| {
        let target = vec![("bus", random.one_of(&BUSES.map(Json::from)))];
        let target = object(random, target);
        let device = random.one_of(&["disk", "disk", "cdrom", "lun"].map(str::to_owned));
        let more = vec![("serial", json!(["", "abc", "é"][number % 3])), ("bootOrder", json!(1))];
        let mut disk = object(random, more);
        disk["name"] = json!(["a", "bb", "ccc", "dddd"][number % 4]);
        if random.percent(85) {
            disk[device] = target;
        }
        disk
    };
    (0..random.below(4)).map(|number| disk(random, number)).collect()
}

fn interfaces(random: &mut Random) -> Json {
    let interface = |random: &mut Random| {
        let ports: Json = (0..random.below(3)).map(|number| json!({"port": 80 + number * 1000})).collect();
        let more = vec![
            ("model", random.one_of(&["virtio", "e1000", ""].map(Json::from))),
            ("masquerade", json!({})),
            ("ports", ports),
        ];
        let mut interface = object(random, more);
        interface["name"] = "default".into();
        interface
    };
    (0..random.below(3)).map(|_| interface(random)).collect()
}

fn path(random: &mut Random) -> Json {
    format!("jsonpath::{}", random.one_of(&PATHS)).into()
}

/// Generates a limit: a number, or a path to one.
fn limit(random: &mut Random, numbers: &[i64]) -> Json {
    let paths =
        ["cpu.cores", "memory.guest", "resources.requests.memory", "machine.type", "devices.disks[*].bootOrder"];
    if random.percent(20) {
        return format!("jsonpath::.spec.domain.{}", random.one_of(&paths)).into();
    }
    random.one_of(numbers).into()
}

fn rule(random: &mut Random, number: usize) -> Json {
    let kind = random.one_of(&["integer", "integer", "string", "enum", "enum", "regex", "value-set"]);
    let path_of_rule = path(random);
    let mut rule = json!({
        "rule": if kind == "value-set" && random.percent(80) { "integer" } else { kind },
        "name": if random.percent(3) { "r0".to_owned() } else { format!("r{number}") },
        "path": path_of_rule,
        "message": if random.percent(2) { "" } else { "m" },
    });
    if random.percent(50) {
        rule["valid"] = if random.percent(60) { path_of_rule.clone() } else { path(random) };
    }
    if random.percent(25) {
        rule["justWarning"] = true.into();
    }
    let large = [0, 1, 2, 4, 1024, 64_000_000, 1_073_741_824, 1_610_612_736];
    let small = [0, 1, 2, 3, 21];
    for (name, numbers) in [("min", &large[..]), ("max", &large), ("minLength", &small), ("maxLength", &small)] {
        if random.percent(60) {
            rule[name] = limit(random, numbers);
        }
    }
    if random.percent(85) {
        let values = [
            "virtio",
            "sata",
            "",
            "<uint32 Value>",
            "<*uint Value>",
            "it's \\",
            "q35",
            "bb",
            "jsonpath::.spec.domain.machine.type",
            "jsonpath::.spec.domain.cpu.model",
            "jsonpath::.spec.domain.nothing",
        ];
        rule["values"] = (0..random.below(4)).map(|_| Json::from(random.one_of(&values))).collect();
    }
    if random.percent(85) {
        let patterns = ["^v", "i.?o$", "", "(?=x)", "^(?:virtio|sata)$", "<.*>", "é", "\\d", "'", "a{1001}"];
        rule["regex"] = random.one_of(&patterns).into();
    }
    rule
}
