//! The settings of a run, and the table that defines them. A row of the table determines the flag of a setting, its key
//! in idlgen.toml, its build script method and its section in docs/configuration.md. [`Setting::apply`] stores a value
//! from any of these sources.

mod channels;
mod common;
mod crd;
mod diff;
mod kubernetes_version;
mod objects;
mod openapi;
mod rust;
mod setting;
mod test;
mod values;

pub use channels::CHANNELS;
pub(crate) use channels::PLACEHOLDER as CHANNEL_PLACEHOLDER;
#[cfg(feature = "cli")]
pub(crate) use common::matching as matching_codes;
pub use common::{ENVIRONMENT, FINDINGS, READING, WRITING};
pub use crd::CRD;
pub use diff::DIFF;
pub(crate) use kubernetes_version::kubernetes_minor;
#[cfg(feature = "cli")]
pub(crate) use kubernetes_version::kubernetes_versions;
pub use objects::OBJECTS;
pub use openapi::{OPENAPI, OPENAPI_GATES};
pub use rust::RUST;
pub(crate) use setting::enumerated;
pub use setting::{Assignment, Choice, Flag, InvalidSetting, Method, Setting, SettingValue, ValueType};
pub use test::TEST;
pub use values::{
    ChannelSettings, CrdSettings, DiffSettings, Formats, HandWrittenFunction, Layout, ObjectSettings, OpenApiSettings,
    OpenApiVersion, ReportFormat, RustSettings, Settings, TestSettings,
};
