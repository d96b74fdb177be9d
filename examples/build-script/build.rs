//! Generates Rust types and validators from the Go package in `api/`.

fn main() {
    idlgen::build::Config::new().directory("api").package("./...").compile();
}
