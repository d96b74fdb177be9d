//! A machine with everything that its Go types say is there.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use serde_json::{Map, Value as Json, json};

use super::types::{self, Field, GoType, Kind};

/// How deep types may lie in each other: those of machines do not come near.
const MAX_DEPTH: usize = 64;

/// Where what a rule looks for may be wanting, so that another machine stands in.
const DOMAIN: &str = "v1.DomainSpec";

/// A machine as Go has it: absent fields of structs by value have their zero value, pointers that are not set are
/// null. What a pointer to a scalar points to is `{}`: templates get at no such value.
#[derive(Debug)]
pub(super) struct Machine {
    tree: Json,
    /// The types of all values, by their addresses.
    types: BTreeMap<usize, GoType>,
}

static REFERENCE: LazyLock<Machine> = LazyLock::new(|| Machine::reference(&BTreeSet::new()));

impl Machine {
    /// The machine that an object describes. Fields are found by their names in JSON, but by those in Go where these
    /// are among `go_names`. `counts`: whether a processor, if it is described at all, has at least one socket, core
    /// and thread (`setDefaultValues`).
    pub(super) fn new(object: &Json, go_names: &BTreeSet<&str>, counts: bool) -> Self {
        Machine::of(object, Form { go_names, is_reference: false, counts })
    }

    /// The machine that stands in for others (`NewDefaultVirtualMachine`).
    pub(super) fn standing_in() -> &'static Self {
        &REFERENCE
    }

    /// The same, with names of Go.
    pub(super) fn reference(go_names: &BTreeSet<&str>) -> Self {
        Machine::of(&json!({"spec": {"template": {}}}), Form { go_names, is_reference: true, counts: false })
    }

    fn of(object: &Json, form: Form<'_>) -> Self {
        let tree = form.value(GoType::MACHINE, Some(object), false, 0);
        let mut types = BTreeMap::new();
        note(&tree, GoType::MACHINE, &mut types);
        Machine { tree, types }
    }

    pub(super) fn tree(&self) -> &Json {
        &self.tree
    }

    /// The type of a value of the tree.
    pub(super) fn type_of(&self, value: &Json) -> Option<GoType> {
        self.types.get(&std::ptr::from_ref(value).addr()).copied()
    }
}

#[derive(Clone, Copy)]
struct Form<'n> {
    go_names: &'n BTreeSet<&'n str>,
    counts: bool,
    /// Whether the machine stands in for others.
    is_reference: bool,
}

impl Form<'_> {
    /// A value of a type. `is_full`: whether pointers are set and lists filled that nothing is said of.
    fn value(self, go_type: GoType, said: Option<&Json>, is_full: bool, depth: usize) -> Json {
        let said = said.filter(|said| !said.is_null());
        if depth > MAX_DEPTH {
            return Json::Null;
        }
        match go_type.kind() {
            Kind::Pointer(_) if said.is_none() && !is_full => Json::Null,
            Kind::Pointer(target) => match target.kind() {
                Kind::Scalar(_) => json!({}),
                _ => self.value(target, said, is_full, depth + 1),
            },
            Kind::List(items) => {
                let item = |said| self.value(items, said, is_full, depth + 1);
                match said.and_then(Json::as_array) {
                    Some(said) => said.iter().map(|said| item(Some(said))).collect(),
                    None if is_full => vec![item(None); length(go_type)].into(),
                    None => json!([]),
                }
            }
            Kind::Map(values) => {
                let entries = said.and_then(Json::as_object).into_iter().flatten();
                let entries =
                    entries.map(|(key, said)| (key.clone(), self.value(values, Some(said), false, depth + 1)));
                Json::Object(entries.collect())
            }
            Kind::Struct(name) => {
                let mut entries = Map::new();
                self.fields(name, said, is_full || (self.is_reference && name == DOMAIN), depth, &mut entries);
                Json::Object(entries)
            }
            Kind::Opaque | Kind::Scalar(_) => said.cloned().unwrap_or_else(|| zero(go_type)),
        }
    }

    fn fields(self, name: &str, said: Option<&Json>, is_full: bool, depth: usize, entries: &mut Map<String, Json>) {
        for field @ Field { json, go, go_type } in types::fields(name) {
            let is_found_by_go = self.go_names.contains(go);
            if let (Kind::Struct(inner), true) = (go_type.kind(), field.is_inline()) {
                self.fields(inner, said, is_full, depth + 1, entries);
                if is_found_by_go {
                    entries.insert((*go).to_owned(), self.value(*go_type, said, is_full, depth + 1));
                }
                continue;
            }
            let said = said.and_then(|said| said.get(*json));
            let preset = preset(name, json).filter(|_| is_full);
            let value = preset.unwrap_or_else(|| self.value(*go_type, said, is_full, depth + 1));
            let is_count = name == "v1.CPU" && matches!(*json, "sockets" | "cores" | "threads");
            let value = if self.counts && is_count && value == 0 { 1.into() } else { value };
            // Every path begins with these, whatever names it goes on with.
            let is_above = matches!(name, "v1.VirtualMachine" | "v1.VirtualMachineSpec");
            let key = if is_found_by_go && !is_above { go } else { json };
            entries.insert((*key).to_owned(), value);
        }
    }
}

/// How many items a list of the machine has that stands in for others.
fn length(list: GoType) -> usize {
    match list.name().as_str() {
        "[]v1.Port" => 16,
        "[]string" => 8,
        _ => 64,
    }
}

/// What KubeVirt sets in the machine that stands in for others (`SetObjectDefaults_VirtualMachine`).
fn preset(owner: &str, field: &str) -> Option<Json> {
    match (owner, field) {
        ("v1.CDRomTarget" | "v1.FloppyTarget", "tray") => Some("closed".into()),
        // It is another one each time.
        ("v1.Firmware", "uuid") => Some("00000000-0000-0000-0000-000000000000".into()),
        _ => None,
    }
}

/// What a type has where nothing is said.
pub(super) fn zero(go_type: GoType) -> Json {
    match go_type.kind() {
        Kind::Scalar("bool") => false.into(),
        Kind::Scalar("string") => "".into(),
        Kind::Scalar(_) => 0.into(),
        _ if go_type.name() == "resource.Quantity" => "0".into(),
        _ => "".into(),
    }
}

/// Notes the types of a value and of all that it holds.
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
    }

    #[test]
    fn the_machine_that_stands_in_is_full() {
        let tree = Machine::standing_in().tree();
        let domain = tree.pointer("/spec/template/spec/domain").unwrap();
        assert_eq!(domain["devices"]["disks"].as_array().unwrap().len(), 64);
        assert_eq!(domain["devices"]["interfaces"][3]["ports"].as_array().unwrap().len(), 16);
        assert_eq!(domain["cpu"]["cores"], json!(0));
        assert_eq!(domain["devices"]["disks"][0]["cdrom"]["tray"], json!("closed"));
        assert_eq!(tree.pointer("/spec/template/spec/volumes"), Some(&json!([])));
        let named = Machine::reference(&BTreeSet::from(["Spec", "Domain", "DiskDevice"]));
        let domain = &named.tree()["spec"]["template"]["Spec"]["Domain"];
        assert_eq!(domain["devices"]["disks"][0]["DiskDevice"]["disk"]["bus"], json!(""));
    }
}
