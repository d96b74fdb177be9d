//! OpenAPI.

mod options;

pub use options::{Formats, OpenApiOptions, StripZero};
