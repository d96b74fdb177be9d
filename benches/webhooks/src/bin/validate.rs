//! A webhook that reads the object into the generated type and calls `validate`.

#[path = "../../../generated/target/types/gateway/mod.rs"]
mod gateway;

use idlgen_runtime::Validate;
use serde_json::Value as Json;

use gateway::sigs_k8s_io::gateway_api::apis::v1::HTTPRoute;

fn judge(object: &Json) -> Option<String> {
    match serde::Deserialize::deserialize(object) {
        Ok(route) => HTTPRoute::validate(&route).err().map(|errors| errors.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

fn main() -> std::io::Result<()> {
    webhooks::serve(judge)
}
