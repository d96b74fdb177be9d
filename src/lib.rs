//! Generates OpenAPI, Rust types and validators from Kubernetes Go API types.
//!
//! idlgen reads the structs of a `types.go` and the validation tags in their comments. It needs no Go toolchain, no
//! cluster and no network. Most users run the program `idlgen` (`cargo install idlgen`, then `idlgen --help`) or call
//! [`build::Config`] in a build script:
//!
//! ```no_run
//! // build.rs
//! idlgen::build::Config::new().directory("api").package("./...").compile();
//! ```
//!
//! As a library, it converts source files to output files in memory. A [`session::Session`] reads through any
//! [`source::FileSystem`] and writes nothing:
//!
//! ```
//! use idlgen::{
//!     config::Settings,
//!     diag::render::{Escapes, Format, render},
//!     emit::{openapi::OpenApi, rust::Rust},
//!     modules::GoEnvironment,
//!     session::{Outputs, Session},
//!     source::{MemoryFileSystem, SourceMap},
//! };
//!
//! let mut files = MemoryFileSystem::default();
//! files.insert("/m/go.mod", "module example.com/m\n");
//! let types = "
//! package v1
//!
//! // Port is where a program listens.
//! type Port struct {
//!     // The number.
//!     // +maximum=65535
//!     Number int32 `json:\"number\"`
//! }
//! ";
//! files.insert("/m/v1/types.go", types);
//!
//! let mut settings = Settings::default();
//! settings.directory = "/m".into();
//! settings.packages = vec!["./...".to_owned()];
//! let outputs = Outputs { back_ends: vec![&OpenApi, &Rust], as_one_file: false, keeps_others: false };
//! let generate = |files: &MemoryFileSystem| {
//!     let mut session = Session::new(settings.clone(), GoEnvironment::default(), files, SourceMap::default());
//!     let generated = session.generate(&outputs);
//!     let said = render(&generated.diagnostics, &session.sources, Format::Short, Escapes::None);
//!     (generated.files, said)
//! };
//!
//! let (written, said) = generate(&files);
//! assert_eq!(said, "");
//! assert!(written.get("definitions.json").is_some_and(|text| text.contains(r#""maximum": 65535"#)));
//! assert!(written.get("example_com/m/v1.rs").is_some_and(|text| text.contains("pub struct Port")));
//!
//! // An error in the input is a diagnostic with a location, and withholds the files that depend on it.
//! files.insert("/m/v1/types.go", types.replace("65535", "many"));
//! let (written, said) = generate(&files);
//! assert!(written.is_empty());
//! assert_eq!(said, "/m/v1/types.go:7:17: error[IDL0306]: `+maximum` expects a number, not `many`\n");
//! ```
//!
//! # Where to go next
//!
//! - [`objects`] validates YAML and JSON objects with the rules of Go types; [`idlgen_validate`] does so with any
//!   OpenAPI schema.
//! - [`tags::registry`] lists all tags, [`codes`] all diagnostics.
//! - Generated code only calls the crate [`idlgen_runtime`].
//!
//! # Stages
//!
//! Every stage is a function from one plain data type to the next: [`source`] (bytes) → `syntax` (Go declarations) →
//! [`tags`] (parsed comments) → `resolve` (names to ids) → `model` (the intermediate model) → `check` (diagnostics) →
//! `lower` (schemas) → `check::cel` (diagnostics of CEL rules) → [`emit`] (OpenAPI, Rust) → `out` (files). [`session`]
//! runs them. The stages without a link are not part of the API: they are public for the tests and tasks of this
//! project, and can change in any version.
//!
//! # Features
//!
//! - `cli` (enabled by default): the program, and the reference pages generated from the tables. Without it, a build
//!   script compiles less code. It includes `builtin-kinds` and `controller-gen`.
//! - `controller-gen`: `compat = "controller-gen"` for CustomResourceDefinitions.
//! - `fetch` (enabled by default): the command `fetch` and the flag `--fetch`, which download Go modules. Nothing else
//!   uses the network.

// Only the controller-gen emulation and the command line use these items. The default build reports unused ones.
#![cfg_attr(not(feature = "controller-gen"), allow(unused_imports, dead_code))]

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod book;
pub mod build;
#[doc(hidden)]
pub mod builtin;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod codes;
pub mod config;
#[cfg(feature = "controller-gen")]
#[doc(hidden)]
pub mod controller_gen;
#[cfg(feature = "cli")]
pub mod diff;
pub mod emit;
#[cfg(feature = "fetch")]
#[doc(hidden)]
pub mod fetch;
#[doc(hidden)]
pub mod kubevirt;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod listing;
pub mod objects;
#[doc(hidden)]
pub mod out;
mod parallel;
pub mod session;
pub mod settings;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod suite;
#[cfg(feature = "cli")]
mod templates;

pub(crate) use idlgen_frontend::audience;
#[doc(hidden)]
pub use idlgen_frontend::{archive, channel, check, lower, model, resolve, syntax, tool};
#[doc(inline)]
pub use idlgen_frontend::{diag, modules, source, tags};

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use templates::TemplateError;
