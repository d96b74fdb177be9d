//! A real API server: its definitions must be identical to idlgen's, byte for byte, and so must the hashes in its
//! index.
//!
//! The types that list all groups and versions of a scheme depend on the server's registrations, so they are excluded.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use idlgen::{
    emit::openapi::{Document, OpenApiOptions, OpenApiVersion, Publication, StripZero, discovery},
    lower::Lowered,
};
use idlgen_validate::schema::json::{Indent, OrderedJson};
use serde_json::Value as Json;

use super::{
    super::super::case::{Cases, Origin, Outcome},
    comparison::{Input, compared},
    programs::Programs,
};

/// The compared document: the server's own group.
const PATH: &str = "apis/apiextensions.k8s.io/v1";

/// Definitions that list the groups and versions of the server's scheme.
const OF_SCHEME: [&str; 2] = [".DeleteOptions", ".WatchEvent"];

/// Adds a case for the definitions of each version of OpenAPI and one for the index.
pub(crate) fn run(suites: &Path, origin: &Origin<'_>, lowered: &Lowered, cases: &mut Cases) {
    let outcomes = compare(suites, lowered).unwrap_or_else(|reason| vec![(String::new(), Outcome::NotRun(reason))]);
    for (name, outcome) in outcomes {
        cases.add(origin, format!("apiserver {name}").trim(), outcome);
    }
}

fn compare(suites: &Path, lowered: &Lowered) -> Result<Vec<(String, Outcome)>, String> {
    let mut input = Input::new(suites)?;
    input.add(include_str!("api_server.rs"));
    for version in [OpenApiVersion::V3, OpenApiVersion::V2] {
        let options = options(version);
        let names = lowered.definitions.schemas.keys().map(String::as_str);
        input.add(&Publication::new(lowered, &options).components(names, None).to_text(Indent::Compact));
    }
    input.add(&index(String::new()));
    compared("apiserver", input, || {
        let programs = Programs::build(suites)?;
        let server = Server::start(&programs)?;
        let theirs = server.get(&programs, "/openapi/v3")?;
        let v3 = server.get(&programs, &format!("/openapi/v3/{PATH}"))?;
        let v2 = server.get(&programs, "/openapi/v2")?;
        let theirs: Json = serde_json::from_str(&theirs).map_err(|error| error.to_string())?;
        let ours: Json = serde_json::from_str(&index(v3.clone())).map_err(|error| error.to_string())?;
        Ok(vec![
            ("definitions v3".to_owned(), definitions(lowered, &v3, "/components/schemas", OpenApiVersion::V3)?),
            ("definitions v2".to_owned(), definitions(lowered, &v2, "/definitions", OpenApiVersion::V2)?),
            ("index".to_owned(), Outcome::compare(&theirs["paths"][PATH], &ours["paths"][PATH])),
        ])
    })
}

/// Returns the index of the compared document.
fn index(document: String) -> String {
    discovery(&[Document::new(PATH, document)], &OpenApiOptions::default())
}

fn options(version: OpenApiVersion) -> OpenApiOptions {
    let mut options = OpenApiOptions::default();
    options.version = version;
    options.strip_zero = StripZero::Off;
    options
}

/// Returns `true` if the server's document contains each shared definition exactly as idlgen prints it.
fn definitions(lowered: &Lowered, text: &str, at: &str, version: OpenApiVersion) -> Result<Outcome, String> {
    let options = options(version);
    let publication = Publication::new(lowered, &options);
    let document: Json = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let names: Vec<&String> =
        document.pointer(at).and_then(Json::as_object).map(|object| object.keys().collect()).unwrap_or_default();
    let OrderedJson::Object(ours) = publication.components(names.iter().map(|name| name.as_str()), None) else {
        return Err("no definitions".to_owned());
    };
    // `encoding/json` escapes these characters, in strings too.
    let text = text.replace("\\u003c", "<").replace("\\u003e", ">").replace("\\u0026", "&");
    let compared: Vec<&(String, OrderedJson)> =
        ours.iter().filter(|(name, _)| !OF_SCHEME.iter().any(|end| name.ends_with(end))).collect();
    let different: Vec<&str> = compared
        .iter()
        .filter(|(name, schema)| !text.contains(&format!("\"{name}\":{}", schema.to_text(Indent::Compact))))
        .map(|(name, _)| name.as_str())
        .collect();
    if compared.len() < 30 {
        return Err(format!("only {} definitions to compare", compared.len()));
    }
    Ok(Outcome::compare(&Vec::<&str>::new(), &different))
}

/// A running server. It ends when its standard input closes.
struct Server {
    process: Child,
    kubeconfig: String,
}

impl Server {
    fn start(programs: &Programs) -> Result<Self, String> {
        let mut process = Command::new(&programs.api_server)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("apiserver: {error}"))?;
        let lines = process.stdout.take().map(|output| BufReader::new(output).lines()).into_iter().flatten();
        let ready = lines.map_while(Result::ok).find_map(|line| line.strip_prefix("ready ").map(str::to_owned));
        let server = Server { process, kubeconfig: ready.unwrap_or_default() };
        if server.kubeconfig.is_empty() { Err("the API server did not start".to_owned()) } else { Ok(server) }
    }

    fn get(&self, programs: &Programs, path: &str) -> Result<String, String> {
        programs.kubectl(&["get", "--raw", path, "--kubeconfig", &self.kubeconfig])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
