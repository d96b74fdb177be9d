//! A witness on a server with the old CRD, and on one with the new CRD.

use serde_json::{Value as Json, json};

use super::release::{Kind, Served};
use crate::{oracle::Oracle, served::client::Response};

/// The outcome if the new CRD does not serve the requests of its objects.
const OF_RESOURCE: &str = "rejected: the new CRD ";

/// The result for a finding.
pub(super) enum Outcome {
    Confirmed {
        is_same_text: bool,
    },
    /// A server does not serve the CRD, with the reason.
    NotServed(String),
    Missed(String),
}

/// The last response of a server, or the reason why an earlier request failed.
type Answer = Result<Response, String>;

/// Sends the witness of a finding.
pub(super) fn run(
    finding: &Json,
    old: &mut Served<'_>,
    new: &mut Served<'_>,
    oracle: &Oracle,
) -> Result<Outcome, String> {
    let witness = &finding["witness"];
    let object = &witness["object"];
    let is_status = finding["path"].as_str().is_some_and(|path| path.split(['.', '[']).next() == Some("status"));
    let outcome = witness["outcome"].as_str().unwrap_or_default();
    let old_kind = match old.kind_of(object) {
        Ok(kind) => kind,
        Err(reason) => return Ok(Outcome::NotServed(format!("old: {reason}"))),
    };
    let new_kind = match new.kind_of(object) {
        Ok(kind) => kind,
        Err(_) if outcome.starts_with(OF_RESOURCE) => old_kind.clone(),
        Err(reason) => return Ok(Outcome::NotServed(format!("new: {reason}"))),
    };
    // The request is that of a client of the old CRD.
    let is_status = is_status && old_kind.has_status;
    let request = Request { object, before: witness.get("before"), is_status };
    let accepted = match request.send(old, &old_kind)? {
        Ok(response) if response.code < 300 && drops(&response).is_empty() => response,
        Ok(response) => return Ok(Outcome::Missed(format!("the old CRD does not accept it: {}", message(&response)))),
        Err(reason) => return Ok(Outcome::Missed(format!("the old CRD does not accept it: {reason}"))),
    };
    if outcome.starts_with(OF_RESOURCE) {
        let path = match finding["rule"].as_str().unwrap_or_default() {
            "status-subresource-removed" => Request::path(&old_kind, object) + "/status",
            "scale-removed" => Request::path(&old_kind, object) + "/scale",
            _ => old_kind.path.clone(),
        };
        let codes = [old.send("GET", &path, &Json::Null)?.code, new.send("GET", &path, &Json::Null)?.code];
        return Ok(match codes {
            [200, 404] => Outcome::Confirmed { is_same_text: true },
            codes => Outcome::Missed(format!("the servers respond to {path} with {codes:?}")),
        });
    }
    let response = match request.send(new, &new_kind)? {
        Ok(response) => response,
        // Only the old CRD accepts the object before the update, so the update has to be one of a stored object.
        Err(reason) => match request.send_to_stored(new, &accepted.body, oracle)? {
            Some(response) => response,
            None => return Ok(Outcome::Missed(format!("the new CRD does not accept an earlier request: {reason}"))),
        },
    };
    let (is_rejected, said) = (response.code >= 400, message(&response));
    if let Some(expected) = outcome.strip_prefix("rejected: ") {
        return Ok(if is_rejected {
            Outcome::Confirmed { is_same_text: said.contains(expected) }
        } else {
            Outcome::Missed(format!("the new CRD accepts it, instead of `{outcome}`"))
        });
    }
    let path = outcome.split('`').nth(1).unwrap_or_default();
    let is_told = drops(&response).iter().any(|warning| warning.contains(path));
    let is_lost = path == "status" && response.body.get("status") != accepted.body.get("status");
    Ok(if is_rejected == outcome.ends_with("another change") && (is_told || is_lost) {
        Outcome::Confirmed { is_same_text: is_told }
    } else {
        Outcome::Missed(format!("`{outcome}` is expected, but the response is {said}"))
    })
}

/// Returns the warnings about dropped fields.
fn drops(response: &Response) -> Vec<&String> {
    response.warnings.iter().filter(|warning| warning.starts_with("unknown field")).collect()
}

fn message(response: &Response) -> String {
    let message = response.body["message"].as_str().unwrap_or_default();
    format!("{} {message} {}", response.code, response.warnings.join("; "))
}

/// The requests for a witness.
struct Request<'w> {
    object: &'w Json,
    /// The stored object before an update.
    before: Option<&'w Json>,
    /// `true` if the last request writes the status.
    is_status: bool,
}

impl Request<'_> {
    fn send(&self, server: &Served<'_>, kind: &Kind) -> Result<Answer, String> {
        let Request { object, before, is_status } = *self;
        let stored = match before {
            Some(before) => self.write(server, kind, before, None)?,
            None => return self.write(server, kind, object, None),
        };
        let stored = match stored {
            Ok(response) if response.code < 300 => response.body,
            Ok(response) => return Ok(Err(message(&response))),
            Err(reason) => return Ok(Err(reason)),
        };
        if is_status {
            Self::put_status(server, kind, object, &stored).map(Ok)
        } else {
            self.write(server, kind, object, Some(&stored))
        }
    }

    /// Returns how the library of API servers responds to an update of an object that was stored before the CRD was
    /// replaced by the new one. `accepted` is the object after the update with the old CRD.
    fn send_to_stored(
        &self,
        server: &Served<'_>,
        accepted: &Json,
        oracle: &Oracle,
    ) -> Result<Option<Response>, String> {
        let Some(crd) = server.crd_of(self.object) else { return Ok(None) };
        let with = |object: Option<&Json>| {
            let mut object = object.cloned().unwrap_or_else(|| json!({}));
            object["metadata"] = accepted["metadata"].clone();
            object
        };
        let mut stored = with(Some(self.before.unwrap_or(self.object)));
        if let Some(fields) = stored.as_object_mut().filter(|_| self.is_status && self.before.is_none()) {
            fields.remove("status");
        }
        let version =
            self.object["apiVersion"].as_str().and_then(|text| text.split_once('/')).map(|(_, version)| version);
        let mut request = json!({"crd": crd, "old": stored, "new": with(Some(self.object)), "version": version});
        if self.is_status {
            request["subresource"] = "status".into();
        }
        let Some(response) = oracle.ask(vec![request])?.pop() else { return Ok(None) };
        if response.get("fatal").is_some_and(|fatal| !fatal.is_null()) {
            return Err(format!("crdoracle: {}", response["fatal"]));
        }
        let errors = response["errors"].as_array().into_iter().flatten();
        let errors: Vec<&str> = errors.filter_map(|error| error["string"].as_str()).collect();
        let unknown = response["unknownFields"].as_array().into_iter().flatten();
        let warnings = unknown.filter_map(Json::as_str).map(|field| {
            if field.starts_with("unknown field") { field.to_owned() } else { format!("unknown field \"{field}\"") }
        });
        Ok(Some(Response {
            code: if errors.is_empty() { 200 } else { 422 },
            body: json!({"message": errors.join(", "), "status": accepted["status"]}),
            warnings: warnings.collect(),
        }))
    }

    /// Creates an object, or updates the stored one.
    fn write(&self, server: &Served<'_>, kind: &Kind, object: &Json, stored: Option<&Json>) -> Result<Answer, String> {
        let mut sent = object.clone();
        if self.is_status
            && let Some(fields) = sent.as_object_mut()
        {
            fields.remove("status");
        }
        if let Some(stored) = stored {
            sent["metadata"]["resourceVersion"] = stored["metadata"]["resourceVersion"].clone();
            return server.send("PUT", &Self::path(kind, object), &sent).map(Ok);
        }
        // Removes the object of an earlier witness with this name.
        server.send("DELETE", &Self::path(kind, object), &Json::Null)?;
        let response = server.send("POST", &kind.path, &sent)?;
        if !self.is_status {
            return Ok(Ok(response));
        }
        if response.code >= 300 {
            return Ok(Err(message(&response)));
        }
        Self::put_status(server, kind, object, &response.body).map(Ok)
    }

    fn put_status(server: &Served<'_>, kind: &Kind, object: &Json, stored: &Json) -> Result<Response, String> {
        let mut sent = object.clone();
        sent["metadata"] = stored["metadata"].clone();
        let path = Self::path(kind, object);
        // If the status is not a subresource any more, it is written with the object.
        let path = if kind.has_status { format!("{path}/status") } else { path };
        server.send("PUT", &path, &sent)
    }

    fn path(kind: &Kind, object: &Json) -> String {
        format!("{}/{}", kind.path, object["metadata"]["name"].as_str().unwrap_or_default())
    }
}
