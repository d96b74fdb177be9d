//! A webhook that processes the object like an API server.

#[path = "../../../generated/target/types/gateway/mod.rs"]
mod gateway;

use idlgen_validate::crd::Admit;
use serde_json::Value as Json;

use gateway::sigs_k8s_io::gateway_api::apis::v1::HTTPRoute;

fn judge(object: &Json) -> Option<String> {
    HTTPRoute::admit(object).message()
}

fn main() -> std::io::Result<()> {
    webhooks::serve(judge)
}
