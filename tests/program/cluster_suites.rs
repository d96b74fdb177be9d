//! `idlgen test --server`, with a kubectl and an API server that the test provides.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    os::unix::{
        fs::PermissionsExt,
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
    thread,
};

use idlgen_validate::{
    Definitions, ValidatorOptions,
    crd::{CustomResource, CustomResourceDefinition},
};
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

use crate::program::{Ran, run};

const SUITE: &str = "testdata/suites/widgets.testsuite.yaml";
const CRDS: &str = "testdata/suites/crds";
const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const BUILT_IN: &str = "testdata/suites/built-in/deployment.testsuite.yaml";
const DEPLOYMENTS: &str = "/apis/apps/v1/namespaces/default/deployments";

/// The state of an API server that serves CRDs in version v1.
#[derive(Default)]
struct Server {
    /// CRDs and objects by path.
    stored: BTreeMap<String, Json>,
    /// Methods and paths of all requests except GET.
    changes: Vec<String>,
}

impl Server {
    fn response(&mut self, method: &str, path: &str, body: &Json) -> (u16, Json) {
        if method != "GET" {
            self.changes.push(format!("{method} {path}"));
        }
        if path.starts_with("/apis/apps/v1") {
            return self.deployment(method, path, body);
        }
        let not_found = || (404, json!({"message": "not found"}));
        let name = body.pointer("/metadata/name").and_then(Json::as_str).unwrap_or_default();
        match method {
            "GET" if path.contains("?limit=") => match self.definition() {
                Some(definition) => (
                    200,
                    json!({"columnDefinitions":
                    definition["spec"]["versions"][0]["additionalPrinterColumns"]}),
                ),
                None => not_found(),
            },
            "GET" => self.stored.get(path).map_or_else(not_found, |object| (200, object.clone())),
            "DELETE" => self.stored.remove(path).map_or_else(not_found, |_| (200, json!({}))),
            _ if path.starts_with(DEFINITIONS) => {
                let path = if method == "POST" { format!("{path}/{name}") } else { path.to_owned() };
                self.stored.insert(path, body.clone());
                (200, body.clone())
            }
            "POST" => {
                let admission = self.resource().create(body);
                self.answer(&format!("{path}/{name}"), &admission)
            }
            _ => {
                let stored = path.strip_suffix("/status").unwrap_or(path);
                let Some(old) = self.stored.get(stored).cloned() else { return not_found() };
                let is_status = stored != path;
                let resource = self.resource();
                let admission =
                    if is_status { resource.update_status(body, &old) } else { resource.update(body, &old) };
                self.answer(stored, &admission)
            }
        }
    }

    /// Responds to a request for Deployments. A controller changes each new one.
    fn deployment(&mut self, method: &str, path: &str, body: &Json) -> (u16, Json) {
        let failure = |status: u16, message: &str| (status, json!({"message": message}));
        let path = path.split('?').next().unwrap_or_default();
        let stored = |body: &Json, version: u64| {
            let mut object = body.clone();
            object["metadata"]["resourceVersion"] = version.to_string().into();
            object["spec"]["revisionHistoryLimit"] = 10.into();
            object["status"] = json!({});
            object.as_object_mut().expect("an object").remove("unknown");
            object
        };
        match method {
            "GET" if path == "/apis/apps/v1" => {
                let verbs = json!(["create", "delete", "get", "list", "update"]);
                let row = |name: &str| json!({"name": name, "kind": "Deployment", "namespaced": true, "verbs": verbs});
                (200, json!({"resources": [row("deployments/status"), row("deployments")]}))
            }
            "GET" => self.stored.get(path).map_or_else(|| failure(404, "none"), |object| (200, object.clone())),
            "DELETE" => self.stored.remove(path).map_or_else(|| failure(404, "none"), |_| (200, json!({}))),
            "POST" if body["spec"]["replicas"].is_string() => failure(
                400,
                "Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal string into Go \
                 struct field DeploymentSpec.spec.replicas of type int32",
            ),
            "POST" if body.to_string().contains("\"always\"") => failure(
                422,
                "Deployment.apps \"test\" is invalid: spec.template.spec.containers[0].imagePullPolicy: Unsupported \
                 value: \"always\": supported values: \"Always\", \"IfNotPresent\", \"Never\"",
            ),
            "POST" if self.stored.contains_key(&format!("{path}/test")) => {
                failure(409, "deployments.apps \"test\" already exists")
            }
            "POST" => {
                self.stored.insert(format!("{path}/test"), stored(body, 2));
                (201, stored(body, 1))
            }
            _ if self.stored.get(path).map(|known| &known["metadata"]["resourceVersion"])
                != Some(&body["metadata"]["resourceVersion"]) =>
            {
                failure(409, "the object has been modified")
            }
            _ => {
                self.stored.insert(path.to_owned(), stored(body, 3));
                (200, stored(body, 3))
            }
        }
    }

    fn answer(&mut self, path: &str, admission: &idlgen_validate::crd::Admission) -> (u16, Json) {
        if let Some(status) = admission.status() {
            return (422, status);
        }
        let mut object = admission.object.clone();
        object["metadata"]["uid"] = "2f5e".into();
        self.stored.insert(path.to_owned(), object.clone());
        (200, object)
    }

    fn definition(&self) -> Option<&Json> {
        self.stored.iter().find(|(path, _)| path.starts_with(DEFINITIONS)).map(|(_, definition)| definition)
    }

    fn resource(&self) -> CustomResource {
        let (definition, _) = CustomResourceDefinition::from_json(self.definition().expect("a CRD"));
        let (resource_type, _) = definition.resource_type("v1").expect("the version");
        CustomResource::new(&Definitions::default(), resource_type, ValidatorOptions::crd()).expect("a schema")
    }
}

/// Serves the connections of `kubectl proxy`.
fn serve(listener: &UnixListener, server: &Mutex<Server>) {
    for connection in listener.incoming() {
        let connection: UnixStream = connection.expect("a connection");
        let mut reader = BufReader::new(&connection);
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a request");
            if line.trim().is_empty() {
                break;
            }
            head.push(line.trim().to_owned());
        }
        let length = head.iter().find_map(|line| line.strip_prefix("Content-Length: ")).expect("a length");
        let mut body = vec![0; length.parse().expect("a number")];
        reader.read_exact(&mut body).expect("a body");
        let body = serde_json::from_slice(&body).unwrap_or(Json::Null);
        let mut words = head[0].split(' ');
        let (method, path) = (words.next().expect("a method"), words.next().expect("a path"));
        let (status, answer) = server.lock().expect("a state").response(method, path, &body);
        let text = format!("HTTP/1.0 {status} Status\r\nContent-Type: application/json\r\n\r\n{answer}");
        (&connection).write_all(text.as_bytes()).expect("written");
    }
}

/// A directory with a program `kubectl`, which connects idlgen to `server`.
fn kubectl(server: &Arc<Mutex<Server>>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("server");
    let listener = UnixListener::bind(&socket).expect("a socket");
    let server = Arc::clone(server);
    thread::spawn(move || serve(&listener, &server));
    let script = "#!/bin/sh\n[ \"$1 $2 $3 $4\" = '--kubeconfig cluster.yaml proxy --unix-socket' ] || exit 3\n\
                  ln -s 'SOCKET' \"$5\"\necho \"Starting to serve on $5\"\nexec sleep 60\n";
    write_program(&folder.path().join("kubectl"), &script.replace("SOCKET", &socket.to_string_lossy()));
    folder
}

fn write_program(path: &Path, script: &str) {
    fs::write(path, script).expect("a program");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
}

/// Runs `idlgen test --server` with the programs in a directory first in the path.
fn run_on(programs: &Path, arguments: &[&str]) -> Ran {
    let path = format!("{}:/usr/bin:/bin", programs.display());
    let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .arg("test")
        .args(arguments)
        .args(["--server", "cluster.yaml"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { status: output.status.code().expect("a code"), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn cases_run_on_a_cluster_as_they_do_without_one() {
    for suite in [SUITE, "testdata/suites/failing.testsuite.yaml"] {
        let server = Arc::new(Mutex::new(Server::default()));
        let programs = kubectl(&server);
        let arguments = [suite, "--crd", CRDS, "--coverage"];
        let (on_cluster, without) = (run_on(programs.path(), &arguments), run(&[&["test"], &arguments[..]].concat()));
        assert_eq!(on_cluster.to_string(), without.to_string());
        let server = server.lock().expect("a state");
        assert!(server.stored.is_empty(), "{:?}", server.stored);
    }
}

#[test]
fn a_cluster_gets_the_patched_definition_first_and_keeps_nothing() {
    let server = Arc::new(Mutex::new(Server::default()));
    let programs = kubectl(&server);
    let ran = run_on(programs.path(), &[SUITE, "--crd", CRDS, "--filter", "valid under an older"]);
    assert_eq!(ran.status, 0, "{ran}");
    let server = server.lock().expect("a state");
    assert_snapshot!(server.changes.join("\n"), @"
    POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions
    PUT /apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.shop.example.com
    POST /apis/shop.example.com/v1/namespaces/default/widgets
    PUT /apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.shop.example.com
    PUT /apis/shop.example.com/v1/namespaces/default/widgets/test
    DELETE /apis/shop.example.com/v1/namespaces/default/widgets/test
    DELETE /apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.shop.example.com
    ");
}

#[test]
fn definitions_of_others_are_not_changed() {
    let server = Arc::new(Mutex::new(Server::default()));
    let path = format!("{DEFINITIONS}/widgets.shop.example.com");
    server.lock().expect("a state").stored.insert(path.clone(), json!({"metadata": {"labels": {"team": "shop"}}}));
    let programs = kubectl(&server);
    assert_snapshot!(run_on(programs.path(), &[SUITE, "--crd", CRDS]), @"
    [exit status 1]
    [output]
    error[IDL0791]: the server has a CRD widgets.shop.example.com that idlgen did not create; use another cluster
     --> testdata/suites/widgets.testsuite.yaml:3:10
      |
    3 | crdName: widgets.shop.example.com
      |          ^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: it is in testdata/suites/crds/widgets.yaml

    [errors]
    0 cases of 1 suite: 0 passed, 0 failed
    ");
    let mut server = server.lock().expect("a state");
    assert_eq!(server.changes, Vec::<String>::new());
    // A CRD that an interrupted run left is replaced.
    let left = json!({"metadata": {"labels": {"app.kubernetes.io/managed-by": "idlgen-test"}}});
    server.stored.insert(path, left);
    drop(server);
    assert_eq!(run_on(programs.path(), &[SUITE, "--crd", CRDS]).status, 0);
}

#[test]
fn suites_of_built_in_kinds_run_on_a_cluster() {
    let server = Arc::new(Mutex::new(Server::default()));
    let programs = kubectl(&server);
    let ran = run_on(programs.path(), &[BUILT_IN]);
    assert!(ran.status == 0 && ran.err.contains("3 cases of 1 suite: 3 passed, 0 failed"), "{ran}");
    let server = server.lock().expect("a state");
    assert!(server.stored.is_empty(), "{:?}", server.stored);
    assert_snapshot!(server.changes.join("\n"), @"
    POST /apis/apps/v1/namespaces/default/deployments
    POST /apis/apps/v1/namespaces/default/deployments
    POST /apis/apps/v1/namespaces/default/deployments
    PUT /apis/apps/v1/namespaces/default/deployments/test
    PUT /apis/apps/v1/namespaces/default/deployments/test
    DELETE /apis/apps/v1/namespaces/default/deployments/test?gracePeriodSeconds=0
    ");
}

#[test]
fn objects_of_others_are_not_changed() {
    let server = Arc::new(Mutex::new(Server::default()));
    let path = format!("{DEPLOYMENTS}/test");
    server.lock().expect("a state").stored.insert(path.clone(), json!({"spec": {"team": "shop"}}));
    let programs = kubectl(&server);
    let ran = run_on(programs.path(), &[BUILT_IN]);
    assert!(ran.status == 1 && ran.out.contains("deployments.apps \"test\" already exists"), "{ran}");
    let server = server.lock().expect("a state");
    assert_eq!(server.stored.get(&path), Some(&json!({"spec": {"team": "shop"}})));
    assert!(server.changes.iter().all(|change| change.starts_with("POST ")), "{:?}", server.changes);
}

#[test]
fn a_cluster_without_the_built_in_kind() {
    let directory = tempfile::tempdir().expect("a directory");
    let suite = directory.path().join("suite.yaml");
    let text = fs::read_to_string(BUILT_IN).expect("a suite");
    fs::write(&suite, text.replace("builtInKind: apps/v1 Deployment", "builtInKind: batch/v1 Job")).expect("written");
    let programs = kubectl(&Arc::new(Mutex::new(Server::default())));
    let ran = run_on(programs.path(), &[crate::program::path(&suite)]);
    assert!(ran.status == 1 && ran.out.contains("the server does not serve batch/v1 Job"), "{ran}");
}

#[test]
fn a_cluster_that_cannot_be_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    let program: PathBuf = folder.path().join("kubectl");
    write_program(&program, "#!/bin/sh\necho 'error: stat cluster.yaml: no such file or directory' >&2\nexit 1\n");
    assert_snapshot!(run_on(folder.path(), &[SUITE, "--crd", CRDS]), @"
    [exit status 2]
    [errors]
    error: --server: kubectl proxy does not start: stat cluster.yaml: no such file or directory
    ");
    write_program(&program, "#!/bin/sh\necho 'Starting to serve on nothing'\nexec sleep 60\n");
    let ran = run_on(folder.path(), &[SUITE, "--crd", CRDS, "--message-format", "short"]);
    assert!(ran.out.contains("no response through kubectl proxy: No such file"), "{ran}");
    assert_eq!(ran.status, 1);
    // `/usr/bin` may have a kubectl, so the path has no program at all.
    fs::remove_file(&program).expect("removed");
    let output = Command::new(env!("CARGO_BIN_EXE_idlgen"))
        .args(["test", SUITE, "--crd", CRDS, "--server", "cluster.yaml"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text, "error: --server: kubectl is not installed, or not in PATH\n");
}
