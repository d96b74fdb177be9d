//! The tested objects: those of a module, those generated from its schemas, and changed copies of both.

use std::{
    fs,
    path::{Path, PathBuf},
};

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use super::{
    definition::Definition,
    files::{documents, files},
    modules::Module,
    mutation::{self, change, change_metadata},
};

pub(crate) struct Object {
    /// Its source, and the changes made to it.
    pub(crate) name: String,
    pub(crate) value: Json,
    /// The index of its CRD in the module's list.
    pub(crate) definition: usize,
    pub(crate) version: String,
}

impl Object {
    /// Returns the object with another value.
    pub(crate) fn with_value(&self, value: Json) -> Object {
        Object { name: self.name.clone(), value, definition: self.definition, version: self.version.clone() }
    }
}

/// The maximum number of changes to an object.
const CHANGES: usize = 3;

/// The percentage of changed objects with changed metadata.
const METADATA: usize = 20;

/// Returns the objects of a module and changed copies of them, at least `count` in total.
pub(crate) fn of(module: &Module, root: &Path, definitions: &[Definition], count: usize, seed: u64) -> Vec<Object> {
    let mut objects = Vec::new();
    let folders: Vec<PathBuf> = match module.samples {
        [] => vec![root.to_owned()],
        folders => folders.iter().map(|folder| root.join(folder)).collect(),
    };
    for file in folders.iter().flat_map(|folder| files(folder)) {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        for mut value in documents(&text) {
            if let Some((definition, version)) = find(definitions, &value) {
                if let Some(metadata) = value["metadata"].as_object_mut() {
                    metadata.entry("name").or_insert_with(|| json!("sample"));
                }
                objects.push(Object { name: name.clone(), value, definition, version });
            }
        }
    }
    let mut random = Random::new(seed ^ Random::of_name(module.path).below(1 << 30) as u64);
    // Each kind has at least one object, and one with many fields.
    for (definition, of) in definitions.iter().enumerate() {
        for kind in of.kinds() {
            let schema = of.schema(&kind.version);
            let mut value = mutation::synthesize(schema, &mut random, 0);
            value["apiVersion"] = json!(format!("{}/{}", kind.group, kind.version));
            value["kind"] = json!(kind.name);
            value["metadata"] = json!({"name": "sample"});
            let name = format!("made {} {}", kind.version, kind.name);
            objects.push(Object { name, value, definition, version: kind.version });
        }
    }
    let own = objects.len();
    let mut next = 0;
    while objects.len() < count.max(own * 2) && own > 0 {
        let from = &objects[next % own];
        next += 1;
        let schema = definitions[from.definition].schema(&from.version);
        let (mut value, mut names) = (from.value.clone(), Vec::new());
        for _ in 0..=random.below(CHANGES) {
            names.extend(change(&mut value, schema, &mut random));
        }
        if random.percent(METADATA) {
            names.extend(change_metadata(&mut value, &mut random));
        }
        if names.is_empty() {
            continue;
        }
        let name = format!("{}: {}", from.name, names.join(", "));
        objects.push(Object { name, value, definition: from.definition, version: from.version.clone() });
    }
    objects
}

/// Returns the index of an object's CRD, and the version of the object.
fn find(definitions: &[Definition], value: &Json) -> Option<(usize, String)> {
    let (group, version) = value["apiVersion"].as_str()?.split_once('/')?;
    let is = |definition: &Definition| {
        definition.json["spec"]["group"] == group
            && definition.json["spec"]["names"]["kind"] == value["kind"]
            && !definition.schema(version).is_null()
    };
    let found = definitions.iter().position(is)?;
    Some((found, version.to_owned()))
}
