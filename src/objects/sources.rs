//! Sources of kinds, one file per source.

mod built_in;
mod custom_resources;
mod definitions;
mod go_types;
mod json_schema;
mod open_api;

pub use built_in::BuiltInKinds;
pub use custom_resources::CustomResources;
pub use definitions::Definitions;
pub use go_types::GoTypes;
pub use json_schema::JsonSchema;
pub use open_api::{NoSchemas, OpenApi};
