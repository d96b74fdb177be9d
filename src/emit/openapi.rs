//! OpenAPI documents from lowered schemas.

mod options;

use idlgen_validate::schema::json::{Dialect, Indent, PrintOptions};
pub use options::{Formats, OpenApiOptions, OpenApiVersion, StripZero};

use crate::lower::Lowered;

/// The layout `definitions`: one JSON object from definition name to schema, names sorted.
pub fn definitions(lowered: &Lowered, options: &OpenApiOptions) -> String {
    lowered.definitions.to_ordered_json(&print_options(options)).to_text(indent(options))
}

fn print_options(options: &OpenApiOptions) -> PrintOptions {
    PrintOptions {
        dialect: match options.version {
            OpenApiVersion::V3 => Dialect::V3,
            OpenApiVersion::V2 => Dialect::V2,
        },
        strip_zero: options.strip_zero,
    }
}

fn indent(options: &OpenApiOptions) -> Indent {
    match options.indent {
        0 => Indent::Compact,
        width => Indent::Spaces(width),
    }
}
