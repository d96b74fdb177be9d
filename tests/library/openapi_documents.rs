//! The packages in `testdata/documents` with the expected documents of a server: `v3` with a document for each group
//! and version, `v3.json`, their index, and `v2.json`. `IDLGEN_BLESS=1` updates the expected files.

use std::path::{Path, PathBuf};

use idlgen::{
    config::Settings,
    emit::openapi::{Layout, OpenApi, OpenApiVersion},
    modules::GoEnvironment,
    out::Files,
    session::{Outputs, Session},
    source::{DiskFileSystem, SourceMap},
};
use serde_json::Value as Json;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/documents")
}

/// Generates the documents of the packages with these settings.
fn generate(change: impl FnOnce(&mut Settings)) -> Files {
    let disk = DiskFileSystem;
    let mut settings = Settings::default();
    settings.directory = folder();
    settings.packages = vec!["./...".to_owned()];
    change(&mut settings);
    let mut session = Session::new(settings, GoEnvironment::default(), &disk, SourceMap::default());
    let generated = session.generate(&Outputs::of(&OpenApi));
    let said: Vec<&String> = generated.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    assert_eq!(said, Vec::<&String>::new());
    generated.files
}

fn with(layout: Layout, version: OpenApiVersion) -> Files {
    generate(|settings| {
        settings.openapi.layout = layout;
        settings.openapi.version = version;
        settings.openapi.paths = true;
    })
}

#[test]
fn documents_are_those_of_the_golden_files() {
    let bless = std::env::var_os("IDLGEN_BLESS").is_some();
    let mut files = Files::default();
    for (layout, version) in [
        (Layout::Documents, OpenApiVersion::V3),
        (Layout::Discovery, OpenApiVersion::V3),
        (Layout::Documents, OpenApiVersion::V2),
    ] {
        files.mount("expected", with(layout, version));
    }
    let paths: Vec<&str> = files.iter().map(|(path, _)| path).collect();
    assert_eq!(
        paths,
        [
            "expected/v2.json",
            "expected/v3.json",
            "expected/v3/apis/workshop.example.com/v1.json",
            "expected/v3/apis/workshop.example.com/v1beta1.json"
        ]
    );
    if bless {
        files.write(&folder(), &[]).unwrap();
    }
    let stale: Vec<String> =
        files.compare(&folder()).unwrap().into_iter().map(|stale| stale.path + "\n" + &stale.diff).collect();
    assert_eq!(stale, Vec::<String>::new(), "run with IDLGEN_BLESS=1 and look at the difference");
}

#[test]
fn every_reference_resolves() {
    for version in [OpenApiVersion::V3, OpenApiVersion::V2] {
        let files = generate(|settings| {
            settings.openapi.layout = Layout::Documents;
            settings.openapi.version = version;
            settings.openapi.paths = true;
        });
        for (path, text) in files.iter() {
            let document: Json = serde_json::from_str(text).unwrap();
            let mut references = Vec::new();
            collect(&document, &mut references);
            assert!(references.len() > 50, "{path}");
            let dangling: Vec<&String> =
                references.iter().filter(|reference| document.pointer(&reference[1..]).is_none()).collect();
            assert_eq!(dangling, Vec::<&String>::new(), "{path}");
        }
    }
}

fn collect(json: &Json, references: &mut Vec<String>) {
    match json {
        Json::Object(entries) => {
            for (key, value) in entries {
                match (key.as_str(), value) {
                    ("$ref", Json::String(reference)) => references.push(reference.clone()),
                    _ => collect(value, references),
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

#[test]
fn urls_of_the_index_lead_to_the_documents() {
    let documents = with(Layout::Documents, OpenApiVersion::V3);
    let index = with(Layout::Discovery, OpenApiVersion::V3);
    let index: Json = serde_json::from_str(index.get("v3.json").unwrap()).unwrap();
    for (path, entry) in index["paths"].as_object().unwrap() {
        let url = entry["serverRelativeURL"].as_str().unwrap();
        assert!(url.starts_with(&format!("/openapi/v3/{path}?hash=")), "{url}");
        assert!(documents.get(&format!("v3/{path}.json")).is_some(), "{path}");
    }
}

#[test]
fn versions_differ_as_servers_do() {
    let document = |minor: u16| -> Json {
        let files = generate(|settings| {
            settings.openapi.layout = Layout::Documents;
            settings.kubernetes_minor = minor;
        });
        serde_json::from_str(files.get("v3/apis/workshop.example.com/v1.json").unwrap()).unwrap()
    };
    let delete_options = "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions";
    for (minor, bench, kind_count, item_default) in [
        (34, "com.example.workshop.api.v1.Bench", 3, true),
        (35, "com.example.workshop.v1.Bench", 3, true),
        (36, "com.example.workshop.v1.Bench", 2, true),
        (37, "com.example.workshop.v1.Bench", 2, false),
    ] {
        let document = document(minor);
        let schemas = &document["components"]["schemas"];
        assert!(schemas.get(bench).is_some(), "{minor}: {:?}", schemas.as_object().map(serde_json::Map::keys));
        let kinds = schemas[delete_options]["x-kubernetes-group-version-kind"].as_array().unwrap();
        assert_eq!(kinds.len(), kind_count, "{minor}");
        let items = &schemas[format!("{bench}List")]["properties"]["items"]["items"];
        assert_eq!(items.get("default").is_some(), item_default, "{minor}");
    }
}
