//! Sends CRDs and their objects to a real API server: compares verdicts, causes, warnings and stored objects of
//! creations, updates and status updates with those of idlgen.

pub(crate) mod client;
mod kind;
mod verdict;
mod webhook;

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use self::{client::Client, kind::Kind, verdict::Verdict, webhook::Webhook};
use crate::{acceptance::files, differential::ToolArguments};

/// Arguments of the task.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Directories with CRDs and objects, as YAML or JSON
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Maximum number of CRDs to create
    #[arg(long, default_value_t = 40)]
    definitions: usize,
    /// Minimum number of objects to create
    #[arg(long, default_value_t = 500)]
    objects: usize,
    /// Seed of the generated and changed objects; the same number gives the same objects
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    tools: ToolArguments,
    /// Query this build of examples/webhook instead of the engine; stored objects are not compared then
    #[arg(long, value_name = "PROGRAM")]
    webhook: Option<PathBuf>,
    /// Write the differences to this file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    differences: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    match all(arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("served: {message}");
            ExitCode::from(2)
        }
    }
}

fn all(arguments: &Arguments) -> Result<bool, String> {
    let kubectl = arguments.tools.program("kubectl")?;
    let server = arguments.tools.server()?;
    let client = Client::start(&kubectl, server.configuration())?;
    let (definitions, samples) = read(&arguments.folders);

    let mut kinds = Vec::new();
    // Evenly distributed over all CRDs.
    let count = definitions.len().min(arguments.definitions);
    for definition in (0..count).filter_map(|index| definitions.get(index * definitions.len() / count)) {
        match Kind::serve(definition, &client) {
            Ok(kind) => kinds.push(kind),
            Err(reason) => println!("{}: not served: {reason}", definition["metadata"]["name"]),
        }
    }
    let webhook = arguments.webhook.as_ref().map(|program| Webhook::start(program, &kinds)).transpose()?;
    let mut run = Run { client: &client, webhook, counts: BTreeMap::new(), differences: String::new(), number: 0 };
    let each = arguments.objects.div_ceil(kinds.len().max(1));
    for kind in &kinds {
        let mut random = Random::new(arguments.seed ^ Random::of_name(&kind.name).below(1 << 30) as u64);
        let own: Vec<&Json> = samples.iter().filter(|sample| kind.has(sample)).take(each / 2).collect();
        for index in 0..each {
            let mut object = match own.get(index % (own.len() + 1)) {
                Some(sample) => (*sample).clone(),
                None => kind.make(&mut random),
            };
            let done = if index < own.len() { Vec::new() } else { kind.change(&mut object, &mut random) };
            run.object(kind, object, &done, &mut random)?;
        }
    }
    println!("{} definitions served", kinds.len());
    let mut is_good = true;
    for (what, Counts { requests, stored, equal }) in &run.counts {
        is_good &= requests == equal;
        println!("{what}: {requests} requests ({stored} stored), {equal} answers equal");
    }
    if let Some(path) = &arguments.differences {
        fs::write(path, &run.differences).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(is_good)
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

/// The number of equal responses.
#[derive(Default)]
struct Counts {
    requests: usize,
    stored: usize,
    equal: usize,
}

struct Run<'c> {
    client: &'c Client,
    webhook: Option<Webhook>,
    counts: BTreeMap<&'static str, Counts>,
    differences: String,
    number: usize,
}

impl Run<'_> {
    /// Creates an object, updates it, and updates its status.
    fn object(&mut self, kind: &Kind, mut object: Json, done: &[String], random: &mut Random) -> Result<(), String> {
        self.number += 1;
        let name = format!("object-{}", self.number);
        if !object["metadata"].is_object() {
            object["metadata"] = json!({});
        }
        object["metadata"]["name"] = json!(name);
        if let Some(metadata) = object["metadata"].as_object_mut() {
            metadata.remove("namespace");
        }
        let answer = self.client.ask("POST", &kind.path, &object)?;
        let stored = answer.body.clone();
        let verdict = Verdict::of_server(&answer);
        self.compare("create", kind, &object, None, done, &verdict)?;
        if verdict.code != 200 {
            return Ok(());
        }
        let path = format!("{}/{name}", kind.path);
        let mut updated = stored.clone();
        let done = kind.change(&mut updated, random);
        let answer = self.client.ask("PUT", &path, &updated)?;
        let verdict = Verdict::of_server(&answer);
        self.compare("update", kind, &updated, Some(&stored), &done, &verdict)?;
        let stored = if verdict.code == 200 { answer.body } else { stored };
        let mut updated = stored.clone();
        let Some(done) = kind.change_status(&mut updated, random) else { return Ok(()) };
        let answer = self.client.ask("PUT", &format!("{path}/status"), &updated)?;
        let verdict = Verdict::of_server(&answer);
        self.compare("update of the status", kind, &updated, Some(&stored), &[done], &verdict)
    }

    /// Returns idlgen's result for a request.
    fn ours(&self, what: &str, kind: &Kind, object: &Json, old: Option<&Json>) -> Result<Verdict, String> {
        if let Some(webhook) = &self.webhook {
            return webhook.verdict(kind, what, object, old);
        }
        Ok(Verdict::of_admission(&match old {
            None => kind.compiled.create(object),
            Some(old) if what == "update" => kind.compiled.update(object, old),
            Some(old) => kind.compiled.update_status(object, old),
        }))
    }

    fn compare(
        &mut self,
        what: &'static str,
        kind: &Kind,
        object: &Json,
        old: Option<&Json>,
        done: &[String],
        server: &Verdict,
    ) -> Result<(), String> {
        let mut ours = self.ours(what, kind, object, old)?;
        if self.webhook.is_some() {
            ours = ours.with_object_of(server);
        }
        let counts = self.counts.entry(what).or_default();
        counts.requests += 1;
        counts.stored += usize::from(server.code == 200);
        let Some(difference) = server.differs(&ours) else {
            counts.equal += 1;
            return Ok(());
        };
        let line = json!({
            "kind": kind.name, "request": what, "difference": difference, "done": done, "server": server.to_json(),
            "ours": ours.to_json(), "object": object, "old": old
        });
        let _ = writeln!(self.differences, "{line}");
        Ok(())
    }
}
