//! Tests that run the program. They are one executable, because linking takes longer than running most of them.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "tests prepare files, and fail where they must"
)]

#[cfg(target_os = "linux")]
mod bare_environment;
mod both_ways;
mod built_in_kinds;
mod built_in_suites;
mod channels;
#[cfg(unix)]
mod cluster_suites;
mod command_line;
mod comparison;
mod deep_objects;
mod definitions;
mod diff;
mod diff_input;
mod documents;
mod embedded_fields;
mod exit_codes;
mod expressions;
#[cfg(feature = "fetch")]
mod fetching;
mod figure;
mod first_suites;
mod fixes;
mod foreign_mistakes;
mod hand_written;
mod history;
mod init;
#[cfg(unix)]
mod integrations;
mod json_forms;
mod json_schema;
mod judged;
mod judged_objects;
mod judging_on_request;
mod kept_back;
mod keywords;
mod kinds_of_objects;
mod kubevirt;
mod locations;
mod manifest_directories;
mod manifests;
mod own_json;
mod parity;
mod printed_objects;
mod program;
mod refusals;
mod rule_report;
mod rules_by_tool;
mod rust_suites;
mod selection;
mod stored_objects;
#[cfg(target_os = "linux")]
mod streams;
mod suites;
mod unchecked_formats;
mod unknown_paths;
mod widgets;
mod without_modules;
