//! Counts the memory allocations of validations of a valid object: of the first one of the process, and of the second.
//!
//! Run with `cargo run --release --bin allocations`. It is a separate program because the counting allocator would slow
//! down the other measurements.

#[path = "../objects.rs"]
mod objects;

use allocation_counter::measure;
use idlgen_runtime::Validate;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use apps::k8s_io::api::apps::v1::Deployment;
use gateway::sigs_k8s_io::gateway_api::apis::v1::HTTPRoute;

#[path = "../../target/types/apps/mod.rs"]
mod apps;
#[path = "../../target/types/gateway/mod.rs"]
mod gateway;

fn count<T: Validate + DeserializeOwned>(kind: &str, object: Json) {
    let typed: T = serde_json::from_value(object).expect("the object has the type");
    let calls: [(&str, &dyn Fn() -> bool); 4] = [
        ("verdict", &|| typed.verdict(None).is_valid()),
        ("validate", &|| typed.validate().is_ok()),
        ("verdict of an update", &|| typed.verdict(Some(&typed)).is_valid()),
        ("validate_update", &|| typed.validate_update(&typed).is_ok()),
    ];
    for (name, call) in calls {
        let mut is_valid = [false; 2];
        let counts = [0, 1].map(|index| measure(|| is_valid[index] = call()).count_total);
        assert_eq!(is_valid, [true; 2]);
        println!("| {kind}, {name} | {} | {} |", counts[0], counts[1]);
    }
}

fn main() {
    println!("| typed object | allocations, first call | second call |\n|---|--:|--:|");
    count::<HTTPRoute>("HTTPRoute", objects::route());
    count::<Deployment>("Deployment", objects::deployment());
}
