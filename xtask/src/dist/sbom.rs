//! A software bill of materials in the format CycloneDX 1.6.

use serde_json::{Value, json};

use super::components::Component;

/// Lists the program and its crates. The list has no time and no serial number, so it depends only on the program.
pub(super) fn cyclone_dx(version: &str, components: &[Component]) -> String {
    let (own, others): (Vec<&Component>, Vec<&Component>) =
        components.iter().partition(|component| component.name == "idlgen");
    let own = own.first().map_or_else(
        || json!({"type": "application", "name": "idlgen"}),
        |own| {
            let mut component = of(own);
            component["type"] = "application".into();
            component
        },
    );
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own, "properties": [{"name": "idlgen:version", "value": version}]},
        "components": others.into_iter().map(of).collect::<Vec<_>>(),
    });
    format!("{bill:#}\n")
}

fn of(component: &Component) -> Value {
    let Component { name, version, license, repository, checksum, .. } = component;
    let purl = format!("pkg:cargo/{name}@{version}");
    let mut value = json!({
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        // Old manifests separate alternatives with a slash.
        "licenses": [{"expression": license.replace('/', " OR ")}],
    });
    if let Some(checksum) = checksum {
        value["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = repository {
        value["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    value
}
