//! The real API server, and generated Rust with the same requests.

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use super::{
    case::{Case, Exchange, What},
    client::{Client, Response},
    kind::Kind,
    rust::RustKinds,
};
use crate::differential::Library;

pub(super) struct Server<'s> {
    pub(super) kinds: &'s [Kind],
    pub(super) client: &'s Client,
    pub(super) rust: Option<&'s RustKinds>,
}

impl Library for Server<'_> {
    /// Returns the exchanges of each case.
    fn ask(&self, requests: Vec<Json>) -> Result<Vec<Json>, String> {
        let mut all = Vec::new();
        for request in &requests {
            let case = Case::read(request, self.kinds).ok_or("no case")?;
            let kind = self.kinds.get(case.kind).ok_or("no such kind")?;
            all.push((kind, self.process(kind, &case)?));
        }
        if let Some(rust) = self.rust {
            let exchanges = all.iter_mut().flat_map(|(kind, exchanges)| exchanges.iter_mut().map(|one| (&**kind, one)));
            rust.respond(exchanges.collect())?;
        }
        let to_json = |(_, exchanges): (_, Vec<Exchange>)| exchanges.iter().map(Exchange::to_json).collect();
        Ok(all.into_iter().map(to_json).collect())
    }
}

impl Server<'_> {
    /// Creates an object, updates it, and updates its status.
    fn process(&self, kind: &Kind, case: &Case) -> Result<Vec<Exchange>, String> {
        let mut random = Random::new(case.seed);
        let mut exchanges = Vec::new();
        let mut send = |what: What, path: &str, object: Json, old: Json| -> Result<Option<Json>, String> {
            let method = if what == What::Create { "POST" } else { "PUT" };
            let Response { code, warnings, body } = self.client.ask(method, path, &object)?;
            let stored = (code < 300).then(|| body.clone());
            exchanges.push(Exchange { what, object, old, code, warnings, body, generated: None });
            Ok(stored)
        };
        if let Some(stored) = send(What::Create, &kind.path, case.object.clone(), Json::Null)? {
            let name = case.object["metadata"]["name"].as_str().unwrap_or_default();
            let path = format!("{}/{name}", kind.path);
            let mut updated = stored.clone();
            kind.change(&mut updated, &mut random);
            let stored = send(What::Update, &path, updated, stored.clone())?.unwrap_or(stored);
            let mut updated = stored.clone();
            if kind.change_status(&mut updated, &mut random).is_some() {
                send(What::UpdateStatus, &format!("{path}/status"), updated, stored)?;
            }
            // Rejected updates leave the object, and etcd need not contain all of them.
            self.client.ask("DELETE", &path, &json!({}))?;
        }
        Ok(exchanges)
    }
}
