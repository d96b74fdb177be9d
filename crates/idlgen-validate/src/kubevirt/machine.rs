//! Builds a complete VM with the Go types.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde_json::{Map, Value as Json, json};

use super::types::{self, Field, GoType, Kind};

/// The type inside which the reference VM provides missing values.
const DOMAIN: &str = "v1.DomainSpec";

/// A VM as a Go value. Missing fields of structs that are not pointers have their zero values; pointers that are not
/// set are null. A pointer to a scalar is represented as `{}`, because templates cannot access its target.
#[derive(Debug)]
pub(super) struct Machine {
    tree: Json,
    /// The types of all values, by address.
    types: BTreeMap<usize, GoType>,
}

static REFERENCE: LazyLock<Machine> = LazyLock::new(|| Machine::reference(&BTreeSet::new()));

impl Machine {
    /// Builds the VM of an object. Fields have their JSON names, or their Go names if `go_names` contains them. If
    /// `counts`, a CPU that is set has at least one socket, core and thread (`setDefaultValues`).
    pub(super) fn new(object: &Json, go_names: &BTreeSet<&str>, counts: bool) -> Self {
        Machine::of(object, Fields { go_names, is_reference: false, counts })
    }

    /// Returns the reference VM (`NewDefaultVirtualMachine`).
    pub(super) fn reference_machine() -> &'static Self {
        &REFERENCE
    }

    /// Builds the reference VM, in which the fields in `go_names` have their Go names.
    pub(super) fn reference(go_names: &BTreeSet<&str>) -> Self {
        Machine::of(&json!({"spec": {"template": {}}}), Fields { go_names, is_reference: true, counts: false })
    }

    fn of(object: &Json, form: Fields<'_>) -> Self {
        let tree = form.value(GoType::MACHINE, Some(object), false);
        let mut types = BTreeMap::new();
        note(&tree, GoType::MACHINE, &mut types);
        Machine { tree, types }
    }

    pub(super) fn tree(&self) -> &Json {
        &self.tree
    }

    /// Returns the type of a value that is part of the VM.
    pub(super) fn type_of(&self, value: &Json) -> Option<GoType> {
        self.types.get(&std::ptr::from_ref(value).addr()).copied()
    }
}

#[derive(Clone, Copy)]
struct Fields<'n> {
    go_names: &'n BTreeSet<&'n str>,
    counts: bool,
    /// `true` for the reference VM.
    is_reference: bool,
}

impl Fields<'_> {
    /// Builds a value of a type. If `is_full`, sets pointers and fills lists that are not set. No type contains itself,
    /// so the depth is that of the types.
    fn value(self, go_type: GoType, said: Option<&Json>, is_full: bool) -> Json {
        let said = said.filter(|said| !said.is_null());
        match go_type.kind() {
            Kind::Pointer(_) if said.is_none() && !is_full => Json::Null,
            Kind::Pointer(target) => match target.kind() {
                Kind::Scalar(_) => json!({}),
                _ => self.value(target, said, is_full),
            },
            Kind::List(items) => {
                let item = |said| self.value(items, said, is_full);
                match said.and_then(Json::as_array) {
                    Some(said) => said.iter().map(|said| item(Some(said))).collect(),
                    None if is_full => vec![item(None); length(go_type)].into(),
                    None => json!([]),
                }
            }
            Kind::Map(values) => {
                let entries = said.and_then(Json::as_object).into_iter().flatten();
                let entries = entries.map(|(key, said)| (key.clone(), self.value(values, Some(said), false)));
                Json::Object(entries.collect())
            }
            Kind::Struct(name) => {
                let mut entries = Map::new();
                self.fields(name, said, is_full || (self.is_reference && name == DOMAIN), &mut entries);
                Json::Object(entries)
            }
            Kind::Opaque | Kind::Scalar(_) => said.cloned().unwrap_or_else(|| zero(go_type)),
        }
    }

    fn fields(self, name: &str, said: Option<&Json>, is_full: bool, entries: &mut Map<String, Json>) {
        for field @ Field { json, go, go_type } in types::fields(name) {
            let is_found_by_go = self.go_names.contains(go);
            if let (Kind::Struct(inner), true) = (go_type.kind(), field.is_inline()) {
                self.fields(inner, said, is_full, entries);
                if is_found_by_go {
                    entries.insert((*go).to_owned(), self.value(*go_type, said, is_full));
                }
                continue;
            }
            let said = said.and_then(|said| said.get(*json));
            let preset = preset(name, json).filter(|_| is_full);
            let value = preset.unwrap_or_else(|| self.value(*go_type, said, is_full));
            let is_count = name == "v1.CPU" && matches!(*json, "sockets" | "cores" | "threads");
            let value = if self.counts && is_count && value == 0 { 1.into() } else { value };
            // These fields are at the start of every path and always have their JSON names.
            let is_above = matches!(name, "v1.VirtualMachine" | "v1.VirtualMachineSpec");
            let key = if is_found_by_go && !is_above { go } else { json };
            entries.insert((*key).to_owned(), value);
        }
    }
}

/// Returns the length of a list in the reference VM.
fn length(list: GoType) -> usize {
    match list.name().as_str() {
        "[]v1.Port" => 16,
        "[]string" => 8,
        _ => 64,
    }
}

/// Returns the value that KubeVirt sets in the reference VM, if any (`SetObjectDefaults_VirtualMachine`).
fn preset(owner: &str, field: &str) -> Option<Json> {
    match (owner, field) {
        ("v1.CDRomTarget", "tray") => Some("closed".into()),
        // The validator generates a new UUID each time.
        ("v1.Firmware", "uuid") => Some("00000000-0000-0000-0000-000000000000".into()),
        _ => None,
    }
}

/// Returns the zero value of a type.
pub(super) fn zero(go_type: GoType) -> Json {
    match go_type.kind() {
        Kind::Scalar("bool") => false.into(),
        Kind::Scalar("string") => "".into(),
        Kind::Scalar(_) => 0.into(),
        _ if go_type.name() == "resource.Quantity" => "0".into(),
        _ => "".into(),
    }
}

/// Records the types of a value and of all nested values.
fn note(value: &Json, go_type: GoType, types: &mut BTreeMap<usize, GoType>) {
    types.insert(std::ptr::from_ref(value).addr(), go_type);
    let mut inner = go_type;
    while let Kind::Pointer(target) = inner.kind() {
        inner = target;
    }
    match (inner.kind(), value) {
        (Kind::List(items), Json::Array(values)) => values.iter().for_each(|value| note(value, items, types)),
        (Kind::Map(values), Json::Object(entries)) => entries.values().for_each(|value| note(value, values, types)),
        (Kind::Struct(name), Json::Object(entries)) => note_fields(name, entries, types),
        _ => {}
    }
}

fn note_fields(name: &str, entries: &Map<String, Json>, types: &mut BTreeMap<usize, GoType>) {
    for field in types::fields(name) {
        if let (Kind::Struct(inner), true) = (field.go_type.kind(), field.is_inline()) {
            note_fields(inner, entries, types);
        }
        for name in [field.json, field.go] {
            if let Some(value) = entries.get(name) {
                note(value, field.go_type, types);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_by_value_is_there() {
        let object =
            json!({"spec": {"template": {"spec": {"domain": {"cpu": {}, "devices": {"disks": [{"name": "a"}]}}}}}});
        let machine = Machine::new(&object, &BTreeSet::new(), true);
        let at = |pointer: &str| machine.tree().pointer(pointer).unwrap();
        let domain = |rest: &str| at(&format!("/spec/template/spec/domain{rest}"));
        assert_eq!(*domain("/cpu/cores"), json!(1));
        assert_eq!(*domain("/machine"), Json::Null);
        assert_eq!(*domain("/devices/disks/0/serial"), json!(""));
        let type_name = |value| machine.type_of(value).unwrap().name();
        assert_eq!(type_name(domain("/cpu/cores")), "uint32");
        assert_eq!(type_name(domain("/memory")), "*v1.Memory");
        assert_eq!(type_name(domain("/devices/disks/0")), "v1.Disk");
        assert_eq!(machine.type_of(&json!(1)), None);
    }

    #[test]
    fn fields_are_those_of_the_object_or_zero() {
        let object = json!({"metadata": {"labels": {"a": "b", "c": null}}, "spec": {"running": true, "template": {
            "metadata": {"creationTimestamp": null},
            "spec": {
                "terminationGracePeriodSeconds": 5, "volumes": null, "nodeSelector": {"k": "v"},
                "domain": {
                    "cpu": {"sockets": 0, "cores": 3, "maxSockets": 0, "model": null, "dedicatedCpuPlacement": true},
                    "memory": {"guest": "1Gi"}, "machine": null, "ioThreadsPolicy": "shared",
                    "devices": {"interfaces": [{"name": "a", "ports": [{"port": 80}, null]}], "disks": []}
                }
            }
        }}});
        let by_go = BTreeSet::from(["Spec", "Domain", "CPU", "Template"]);
        let [counted, plain, named] = [
            Machine::new(&object, &BTreeSet::new(), true),
            Machine::new(&object, &BTreeSet::new(), false),
            Machine::new(&object, &by_go, true),
        ];
        for (pointer, expected) in [
            ("/metadata/labels", json!({"a": "b", "c": ""})),
            ("/metadata/name", json!("")),
            ("/spec/running", json!({})),
            ("/spec/runStrategy", Json::Null),
            ("/spec/template/metadata/creationTimestamp", json!("")),
            ("/spec/template/spec/terminationGracePeriodSeconds", json!({})),
            ("/spec/template/spec/startStrategy", Json::Null),
            ("/spec/template/spec/volumes", json!([])),
            ("/spec/template/spec/nodeSelector", json!({"k": "v"})),
            ("/spec/template/spec/domain/cpu/sockets", json!(1)),
            ("/spec/template/spec/domain/cpu/cores", json!(3)),
            ("/spec/template/spec/domain/cpu/threads", json!(1)),
            ("/spec/template/spec/domain/cpu/maxSockets", json!(0)),
            ("/spec/template/spec/domain/cpu/model", json!("")),
            ("/spec/template/spec/domain/cpu/dedicatedCpuPlacement", json!(true)),
            ("/spec/template/spec/domain/cpu/isolateEmulatorThread", json!(false)),
            ("/spec/template/spec/domain/memory/guest", json!("1Gi")),
            ("/spec/template/spec/domain/machine", Json::Null),
            ("/spec/template/spec/domain/ioThreadsPolicy", json!({})),
            ("/spec/template/spec/domain/devices/interfaces/0/ports/0/port", json!(80)),
            ("/spec/template/spec/domain/devices/interfaces/0/ports/1", json!({"name": "", "protocol": "", "port": 0})),
            ("/spec/template/spec/domain/devices/disks", json!([])),
        ] {
            assert_eq!(counted.tree().pointer(pointer), Some(&expected), "{pointer}");
            let is_counted = pointer.ends_with("/sockets") || pointer.ends_with("/threads");
            let expected = if is_counted { json!(0) } else { expected };
            assert_eq!(plain.tree().pointer(pointer), Some(&expected), "{pointer}");
        }
        assert_eq!(named.tree().pointer("/spec/template/Spec/Domain/CPU/sockets"), Some(&json!(1)));
        for pointer in ["/Spec", "/spec/Template", "/spec/template/spec", "/spec/template/Spec/domain"] {
            assert_eq!(named.tree().pointer(pointer), None, "{pointer}");
        }
        let count = named.tree().pointer("/spec/template/Spec/Domain/CPU/sockets").unwrap();
        assert_eq!(named.type_of(count).unwrap().name(), "uint32");
    }

    #[test]
    fn the_machine_that_stands_in_is_full() {
        let tree = Machine::reference_machine().tree();
        let domain = tree.pointer("/spec/template/spec/domain").unwrap();
        assert_eq!(domain["devices"]["disks"].as_array().unwrap().len(), 64);
        assert_eq!(domain["devices"]["interfaces"][3]["ports"].as_array().unwrap().len(), 16);
        assert_eq!(domain["cpu"]["cores"], json!(0));
        assert_eq!(domain["devices"]["disks"][0]["cdrom"]["tray"], json!("closed"));
        assert_eq!(domain["devices"]["disks"][0]["cdrom"]["bus"], json!(""));
        assert_eq!(domain["devices"]["interfaces"][0]["dhcpOptions"]["ntpServers"], Json::from(vec![""; 8]));
        assert_eq!(domain["firmware"]["uuid"], json!("00000000-0000-0000-0000-000000000000"));
        assert_eq!(domain["firmware"]["serial"], json!(""));
        assert_eq!(domain["resources"]["requests"], json!({}));
        assert_eq!(domain["ioThreadsPolicy"], json!({}));
        assert_eq!(tree["metadata"]["name"], json!(""));
        assert_eq!(tree["spec"]["running"], Json::Null);
        assert_eq!(tree.pointer("/spec/template/spec/volumes"), Some(&json!([])));
        let named = Machine::reference(&BTreeSet::from(["Spec", "Domain", "DiskDevice"]));
        let domain = &named.tree()["spec"]["template"]["Spec"]["Domain"];
        assert_eq!(domain["devices"]["disks"][0]["DiskDevice"]["disk"]["bus"], json!(""));
    }
}
