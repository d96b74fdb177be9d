//! Tests requests to an API server whose responses are prepared.

use std::{cell::RefCell, collections::VecDeque, time::Duration};

use serde_json::{Value as Json, json};

use super::{Api, ApiResponse, BuiltInName, Cluster, Definition, Step, in_path};

/// A server with prepared responses, which records the requests.
#[derive(Default)]
struct Server {
    responses: RefCell<VecDeque<(u16, Json)>>,
    requests: RefCell<Vec<(String, Json)>>,
}

impl Api for Server {
    fn send(&self, method: &str, path: &str, _: &str, body: &Json) -> Result<ApiResponse, String> {
        let path = path.replace(super::DEFINITIONS, "/crds");
        self.requests.borrow_mut().push((format!("{method} {path}"), body.clone()));
        let (status, body) = self.responses.borrow_mut().pop_front().ok_or("no response is prepared")?;
        Ok(ApiResponse { status, body })
    }
}

impl Server {
    fn prepare<const N: usize>(&self, responses: [(u16, Json); N]) {
        assert!(self.responses.borrow().is_empty(), "{:?}", self.responses);
        self.responses.borrow_mut().extend(responses);
    }

    /// Returns the requests since the last call, without the bodies.
    fn requests(&self) -> Vec<String> {
        self.requests.take().into_iter().map(|(request, _)| request).collect()
    }
}

fn column(revision: usize) -> (u16, Json) {
    (200, json!({"columnDefinitions": [{"name": "Name"}, {"name": format!("idlgen-test-{revision}")}]}))
}

fn definition(maximum: u64) -> Definition {
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer", "maximum": maximum}}});
    let document = json!({
        "metadata": {"name": "foos.example.com"},
        "spec": {"group": "example.com", "names": {"plural": "foos"}, "scope": "Namespaced",
            "versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}, {"name": "v2"}]},
    });
    Definition { path: "crd.yaml".to_owned(), document, built_in: None }
}

/// Returns a cluster that uses a CRD.
fn installed<'r>(server: &'r Server, definition: &'r Definition) -> Cluster<'r> {
    server.prepare([(404, json!({})), (201, json!({})), column(1)]);
    let cluster = Cluster::new(server, definition, "v1").expect("a cluster");
    server.requests.take();
    cluster
}

#[test]
fn a_crd_is_used_when_its_column_is_listed() {
    let (server, definition) = (Server::default(), definition(9));
    let conditions = json!([{"type": "NamesAccepted", "status": "True"}, {"type": "Established", "status": "False"},
        {"type": "NonStructuralSchema", "status": "False"}]);
    let pending = json!({"status": {"conditions": conditions}});
    server.prepare([(404, json!({})), (201, json!({})), (404, json!({})), (200, pending), column(0), (200, json!({}))]);
    server.responses.borrow_mut().push_back(column(1));
    assert!(Cluster::new(&server, &definition, "v1").is_ok());
    let list = "GET /apis/example.com/v1/namespaces/default/foos?limit=1";
    let one = "GET /crds/foos.example.com";
    let columns = server.requests.borrow()[1].1["spec"]["versions"].clone();
    assert_eq!(columns[0]["additionalPrinterColumns"][0]["name"], "idlgen-test-1");
    assert_eq!(columns[1], json!({"name": "v2"}));
    assert_eq!(server.requests(), [one, "POST /crds", list, one, list, one, list]);
}

#[test]
fn a_crd_that_is_not_served_is_removed() {
    for (condition, status) in [("NamesAccepted", "False"), ("NonStructuralSchema", "True")] {
        let (server, definition) = (Server::default(), definition(9));
        let conditions = json!([{"type": condition, "status": status, "message": "is bad"}]);
        server.prepare([(404, json!({})), (201, json!({})), (404, json!({}))]);
        server.responses.borrow_mut().push_back((200, json!({"status": {"conditions": conditions}})));
        server.responses.borrow_mut().push_back((404, json!({})));
        let error = Cluster::new(&server, &definition, "v1").err();
        assert_eq!(error.as_deref(), Some("the server does not serve the CRD foos.example.com: is bad"));
        assert_eq!(server.requests().last().map(String::as_str), Some("DELETE /crds/foos.example.com"));
    }
}

#[test]
fn a_crd_that_others_change_at_the_same_time_is_sent_again() {
    let (server, first, second) = (Server::default(), definition(9), definition(5));
    let mut cluster = installed(&server, &first);
    assert_eq!(cluster.install(&first.document), Ok(()));
    assert!(server.requests().is_empty());
    let version = |number: u64| (200, json!({"metadata": {"resourceVersion": number.to_string()}}));
    server.prepare([version(3), (409, json!({})), version(4), (200, json!({})), column(2)]);
    assert_eq!(cluster.install(&second.document), Ok(()));
    let sent: Vec<Json> = server.requests.borrow().iter().map(|(_, body)| body.clone()).collect();
    assert_eq!(sent[1]["metadata"]["resourceVersion"], "3");
    assert_eq!(sent[3]["metadata"]["resourceVersion"], "4");
    server.requests.take();
    cluster.patience = Duration::ZERO;
    server.prepare([version(5), (409, json!({"message": "conflict"}))]);
    let error = "the server rejects the CRD foos.example.com: conflict";
    assert_eq!(cluster.install(&first.document), Err(error.to_owned()));
    server.prepare([version(5), (200, json!({})), (200, json!({})), (200, json!({}))]);
    let error = "the server does not serve version v1 of the CRD foos.example.com";
    assert_eq!(cluster.install(&first.document), Err(error.to_owned()));
    server.requests.take();
    cluster.patience = Duration::from_secs(9);
    // It is deleted when the server does not have it anymore.
    server.prepare([(200, json!({})), (200, json!({})), (404, json!({}))]);
    assert_eq!(cluster.delete_definition(), Ok(()));
    let one = "GET /crds/foos.example.com";
    assert_eq!(server.requests(), ["DELETE /crds/foos.example.com", one, one]);
    server.prepare([(404, json!({}))]);
    assert_eq!(cluster.delete_definition(), Ok(()));
    cluster.patience = Duration::ZERO;
    server.prepare([(200, json!({})), (200, json!({}))]);
    assert!(cluster.remove().is_err_and(|error| error.starts_with("the server did not delete")));
}

#[test]
fn objects_with_finalizers_are_deleted() {
    let (server, definition) = (Server::default(), definition(9));
    let cluster = installed(&server, &definition);
    let object = json!({"metadata": {"name": "a", "finalizers": ["f"]}});
    server.prepare([(200, json!({})), (200, json!({})), (200, object.clone()), (200, json!({})), (404, json!({}))]);
    assert_eq!(cluster.delete_object(&object), Ok(()));
    assert_eq!(server.requests.borrow()[3].1, json!({"metadata": {"name": "a"}}));
    let path = "/apis/example.com/v1/namespaces/default/foos/a";
    let of_path = ["DELETE", "GET", "GET", "PUT", "GET"].map(|method| format!("{method} {path}"));
    assert_eq!(server.requests(), of_path);
    // Another controller has deleted it.
    server.prepare([(200, json!({})), (200, json!({})), (404, json!({})), (404, json!({}))]);
    assert_eq!(cluster.delete_object(&object), Ok(()));
    server.requests.take();
    server.prepare([(200, json!({})), (200, json!({})), (404, json!({}))]);
    assert_eq!(cluster.delete_object(&json!({"metadata": {"name": "b/c"}})), Ok(()));
    let path = "/apis/example.com/v1/namespaces/default/foos/b%2Fc";
    assert_eq!(server.requests(), ["DELETE", "GET", "GET"].map(|method| format!("{method} {path}")));
    assert_eq!(in_path("aZ0-._~: é"), "aZ0-._~:%20%C3%A9");
}

#[test]
fn objects_of_built_in_kinds_that_others_change_are_sent_again() {
    let server = Server::default();
    let kind = BuiltInName::read("apps/v1 Deployment").expect("a name");
    let verbs = json!(["create", "update", "delete", "get"]);
    let resources = json!({"resources": [
        {"name": "deployments/status", "kind": "Deployment", "verbs": ["get"]},
        {"name": "replicasets", "kind": "ReplicaSet", "namespaced": false, "verbs": verbs},
        {"name": "deployments", "kind": "Deployment", "namespaced": true, "verbs": verbs},
    ]});
    server.prepare([(200, resources)]);
    let mut cluster = Cluster::of_built_in(&server, &kind).expect("a cluster");
    assert!(cluster.is_built_in());
    assert_eq!(cluster.install(&json!({})), Ok(()));
    assert_eq!(server.requests(), ["GET /apis/apps/v1"]);
    let object = json!({"metadata": {"name": "a"}});
    let conflict = || (409, json!({"message": "conflict"}));
    server.prepare([(200, object.clone()), conflict(), (200, json!({"metadata": {"resourceVersion": "7"}}))]);
    server.responses.borrow_mut().push_back((200, object.clone()));
    assert_eq!(cluster.send(Step::Create, &object), Ok(Ok(object.clone())));
    assert_eq!(cluster.send(Step::Update, &object), Ok(Ok(object.clone())));
    assert_eq!(server.requests.borrow()[3].1["metadata"]["resourceVersion"], "7");
    let path = "/apis/apps/v1/namespaces/default/deployments";
    let requests = [format!("POST {path}"), format!("PUT {path}/a"), format!("GET {path}/a"), format!("PUT {path}/a")];
    assert_eq!(server.requests(), requests);
    // A conflict of a creation is its result, and so is one that does not end.
    server.prepare([conflict()]);
    assert_eq!(cluster.send(Step::Create, &object), Ok(Err("conflict".to_owned())));
    cluster.patience = Duration::ZERO;
    server.prepare([conflict()]);
    assert_eq!(cluster.send(Step::UpdateStatus, &object), Ok(Err("conflict".to_owned())));
    assert_eq!(server.requests(), [format!("POST {path}"), format!("PUT {path}/a/status")]);
    // Only the object that a case created is deleted.
    assert_eq!(cluster.delete_object(&json!({"metadata": {"name": "b"}})), Ok(()));
    server.prepare([(200, json!({})), (404, json!({}))]);
    assert_eq!(cluster.delete_object(&object), Ok(()));
    assert_eq!(cluster.delete_object(&object), Ok(()));
    assert_eq!(server.requests(), [format!("DELETE {path}/a?gracePeriodSeconds=0"), format!("GET {path}/a")]);
}

#[test]
fn conflicts_of_custom_resources_are_results() {
    let (server, definition) = (Server::default(), definition(9));
    let cluster = installed(&server, &definition);
    server.prepare([(409, json!({"message": "conflict"})), (500, json!({}))]);
    let object = json!({"metadata": {"name": "a"}});
    assert_eq!(cluster.send(Step::Update, &object), Ok(Err("conflict".to_owned())));
    assert_eq!(cluster.send(Step::Update, &object), Ok(Err("the server returned status 500".to_owned())));
}
