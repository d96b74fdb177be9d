//! Tests that call the library.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests prepare files, and fail where they must"
)]

mod built_in;
#[cfg(feature = "cli")]
mod documents;
mod extern_packages;
mod fixes;
mod foreign_rules;
mod go_list;
mod json_schema_drafts;
mod limits;
mod mistakes;
mod module;
mod openapi_documents;
#[cfg(feature = "cli")]
mod tag_pages;
