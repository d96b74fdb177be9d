//! Applies the options to the printed schemas, and prints them.

use idlgen_validate::{
    Definitions,
    schema::json::{Dialect, Indent, PrintOptions},
};

use super::{
    enums, formats,
    options::{OpenApiOptions, OpenApiVersion},
    validation_extensions,
};

/// Returns the definitions to publish: with the requested formats, and without the parts that feature gates disable.
pub(super) fn published(definitions: &Definitions, options: &OpenApiOptions) -> Definitions {
    let mut published = definitions.clone();
    for schema in published.schemas.values_mut() {
        formats::apply(schema, options.formats);
        if !options.enums {
            enums::remove(schema, options.kubernetes_minor);
        }
        if !options.declarative_validation_extensions {
            validation_extensions::remove(schema);
        }
    }
    published
}

pub(super) fn print_options(options: &OpenApiOptions) -> PrintOptions {
    PrintOptions {
        dialect: match options.version {
            OpenApiVersion::V3 => Dialect::V3,
            OpenApiVersion::V2 => Dialect::V2,
        },
        strip_zero: options.strip_zero,
    }
}

pub(super) fn indent(options: &OpenApiOptions) -> Indent {
    match options.indent {
        0 => Indent::Compact,
        width => Indent::Spaces(width),
    }
}
