//! Sends CRDs and their objects to a real API server: compares verdicts, causes, warnings and stored objects of
//! creations, updates and status updates with those of idlgen, and of generated Rust.

mod case;
pub(crate) mod client;
mod headers;
mod kind;
mod odd;
mod replaced;
mod rust;
mod server;
mod verdict;
mod webhook;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use self::{
    case::{Case, Exchange, What},
    client::Client,
    kind::Kind,
    replaced::Replaced,
    rust::{GoModule, RustKinds},
    server::Server,
    verdict::Verdict,
    webhook::Webhook,
};
use crate::{
    acceptance::files,
    differential::{self, CaseArguments, Comparison, Counts, Differential, Library, ToolArguments},
};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Directories with CRDs and objects, as YAML or JSON
    #[arg(required_unless_present = "rust")]
    folders: Vec<PathBuf>,
    /// Maximum number of CRDs to create
    #[arg(long, default_value_t = 40)]
    definitions: usize,
    /// Create the CRDs of the Go packages in this directory, and query their generated Rust, too
    #[arg(long, value_name = "DIR", conflicts_with = "webhook")]
    rust: Option<PathBuf>,
    /// Go packages with the kinds
    #[arg(long = "package", value_name = "PATTERN", default_value = "./...", requires = "rust")]
    packages: Vec<String>,
    /// Give embedded objects the fields of metadata, as `crd.embedded-object-meta` does
    #[arg(long, requires = "rust")]
    embedded_object_meta: bool,
    #[command(flatten)]
    cases: CaseArguments<500>,
    #[command(flatten)]
    tools: ToolArguments,
    /// Query this build of examples/webhook instead of the engine; stored objects are not compared then
    #[arg(long, value_name = "PROGRAM")]
    webhook: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let module =
        arguments.rust.as_ref().map(|root| GoModule::new(root, &arguments.packages, arguments.embedded_object_meta));
    let mut folders = arguments.folders.clone();
    if folders.is_empty() {
        folders.extend(arguments.rust.clone());
    }
    let (mut definitions, samples) = read(&folders);
    if let Some(module) = &module {
        definitions = module.definitions()?;
    }
    let generated = module.as_ref().map(GoModule::compile).transpose()?;

    let kubectl = arguments.tools.program("kubectl")?;
    let server = arguments.tools.server()?;
    let client = Client::start(&kubectl, server.configuration())?;
    let mut kinds = Vec::new();
    // Evenly distributed over all CRDs.
    let count = definitions.len().min(arguments.definitions);
    for definition in (0..count).filter_map(|index| definitions.get(index * definitions.len() / count)) {
        match Kind::serve(definition, &client) {
            Ok(kind) => kinds.push(kind),
            Err(reason) => println!("{}: not served: {reason}", definition["metadata"]["name"]),
        }
    }
    if kinds.is_empty() {
        return Err("no CRD is served".to_owned());
    }
    println!("{} definitions served", kinds.len());
    let webhook = arguments.webhook.as_ref().map(|program| Webhook::start(program, &kinds)).transpose()?;
    let requests = Requests { kinds: &kinds, webhook, replaced: Replaced::default() };
    let server = Server { kinds: &kinds, client: &client, rust: generated.as_ref() };
    let mut number = 0;
    let next = |random: &mut Random| {
        number += 1;
        Case::random(number, &kinds, &samples, random)
    };
    let cases = arguments.cases.cases(next, |json| Case::read(json, &kinds))?;
    let agree = differential::compare("served", &requests, cases, &server, &arguments.cases)?;
    print!("{}", requests.replaced.report());
    Ok(agree)
}

/// Returns the CRDs below directories, without duplicate names, and all other objects.
fn read(folders: &[PathBuf]) -> (Vec<Json>, Vec<Json>) {
    let mut definitions: BTreeMap<String, Json> = BTreeMap::new();
    let mut samples = Vec::new();
    let documents = |path: &Path| files::documents(&fs::read_to_string(path).unwrap_or_default());
    for document in folders.iter().flat_map(|folder| files::files(folder)).flat_map(|path| documents(&path)) {
        if document["kind"] == "CustomResourceDefinition" {
            let name = document["metadata"]["name"].as_str().unwrap_or_default().to_owned();
            definitions.entry(name).or_insert(document);
        } else {
            samples.push(document);
        }
    }
    (definitions.into_values().collect(), samples)
}

/// The requests about objects, which the server and idlgen process.
struct Requests<'k> {
    kinds: &'k [Kind],
    webhook: Option<Webhook>,
    replaced: Replaced,
}

impl Differential for Requests<'_> {
    type Case = Case;

    fn request(&self, case: &Case) -> Json {
        case.to_json(self.kinds)
    }

    fn compare(&self, case: &Case, answer: &Json, _: &dyn Library, counts: &mut Counts) -> Result<Comparison, String> {
        let kind = self.kinds.get(case.kind).ok_or("no such kind")?;
        for exchange in answer.as_array().into_iter().flatten() {
            let exchange = Exchange::from_json(exchange).ok_or("no exchange")?;
            let server = Verdict::of_server(exchange.code, &exchange.warnings, &exchange.body);
            counts.add(exchange.what.counted());
            counts.add_if(server.code == 200, "are stored");
            let mut ours = self.ours(kind, &exchange)?;
            if self.webhook.is_some() {
                ours = ours.with_object_of(&server);
            }
            let engine = ("the engine", server.differs(&ours), ours);
            let generated = exchange.generated.as_ref().map(|response| {
                counts.add_if(response["isDecidedByType"] == true, "are decided by the Rust type");
                let generated = Verdict::of_generated(response);
                let written = RustKinds::read_back(response);
                if server.code == 200 && written.get("unreadable").is_none() {
                    self.replaced.add(kind, &exchange.body, written, counts);
                }
                let read = server.with_object(written);
                counts.add_if(
                    response["object"].get("unreadable").is_some(),
                    "are stored, and the Rust type cannot hold them",
                );
                counts
                    .add_if(server.code == 200 && generated == server, "are stored with the encoding of the Rust type");
                ("generated Rust", read.differs(&generated), (read, generated))
            });
            let (side, difference, ours) = engine;
            if let Some(difference) = difference {
                return Ok(differs(&exchange, side, difference, &server, &ours));
            }
            if let Some((side, Some(difference), (read, generated))) = generated {
                return Ok(differs(&exchange, side, difference, &read, &generated));
            }
        }
        Ok(Comparison::Agrees)
    }
}

impl Requests<'_> {
    /// Returns idlgen's result for a request.
    fn ours(&self, kind: &Kind, exchange: &Exchange) -> Result<Verdict, String> {
        let Exchange { what, object, old, .. } = exchange;
        if let Some(webhook) = &self.webhook {
            return webhook.verdict(kind, *what, object, old);
        }
        Ok(Verdict::of_admission(&match what {
            What::Create => kind.compiled.create(object),
            What::Update => kind.compiled.update(object, old),
            What::UpdateStatus => kind.compiled.update_status(object, old),
        }))
    }
}

/// Describes a difference.
fn differs(exchange: &Exchange, side: &str, difference: &str, server: &Verdict, other: &Verdict) -> Comparison {
    let request = json!({"request": exchange.what.name(), "object": exchange.object, "old": exchange.old});
    Comparison::Differs {
        expected: server.to_json().to_string(),
        got: format!("{side} ({difference}): {}\n  {request}", other.to_json()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::served::kind::tests::widgets;

    fn compared(kinds: &[Kind], exchange: &Exchange) -> Comparison {
        let requests = Requests { kinds, webhook: None, replaced: Replaced::default() };
        let case = Case { kind: 0, object: exchange.object.clone(), seed: 1, done: Vec::new() };
        let answer = json!([exchange.to_json()]);
        requests.compare(&case, &answer, &NoLibrary, &mut Counts::default()).unwrap()
    }

    struct NoLibrary;

    impl Library for NoLibrary {
        fn ask(&self, _: Vec<Json>) -> Result<Vec<Json>, String> {
            Err("there is no library".to_owned())
        }
    }

    /// Returns a creation that the server accepts as sent, with the response of generated Rust.
    fn accepted(size: i64, generated: Json) -> Exchange {
        let object = json!({
            "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "namespace": "default"},
            "spec": {"size": size}
        });
        let mut body = object.clone();
        body["metadata"]["generation"] = json!(1);
        body["metadata"]["uid"] = json!("u");
        let generated = if generated.is_null() {
            json!({"status": null, "warnings": [], "object": body, "stored": body})
        } else {
            generated
        };
        Exchange {
            what: What::Create,
            object,
            old: Json::Null,
            code: 201,
            warnings: Vec::new(),
            body,
            generated: Some(generated),
        }
    }

    #[test]
    fn engine_and_generated_code_must_agree_with_the_server() {
        let kinds = [widgets()];
        assert_eq!(compared(&kinds, &accepted(1, Json::Null)), Comparison::Agrees);
        let got = |exchange: &Exchange| match compared(&kinds, exchange) {
            Comparison::Differs { got, .. } => got,
            other => panic!("{other:?}"),
        };
        let by_engine = got(&accepted(99, Json::Null));
        assert!(by_engine.starts_with("the engine (verdict): "), "{by_engine}");
        let other = json!({"status": null, "warnings": ["w"], "object": {}, "stored": {}});
        let by_rust = got(&accepted(1, other));
        assert!(by_rust.starts_with("generated Rust (warnings): "), "{by_rust}");
    }

    #[test]
    fn stored_objects_are_compared_as_the_type_reads_them() {
        let kinds = [widgets()];
        let with = |object: Json, stored: Json| {
            let generated = json!({"status": null, "warnings": [], "object": object, "stored": stored});
            compared(&kinds, &accepted(1, generated))
        };
        // The type omits a value that the server stores.
        assert_eq!(with(json!({"spec": {}}), json!({"spec": {}})), Comparison::Agrees);
        assert_ne!(with(json!({"spec": {}}), json!({"spec": {"size": 1}})), Comparison::Agrees);
    }
}
