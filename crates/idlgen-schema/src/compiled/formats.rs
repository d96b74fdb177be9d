//! Compiles `format` of strings.

use idlgen_runtime::format::{self, Family};

use super::{NumberFormat, SchemaTypes, Settings};

/// First minor version in which string formats are ignored if the schema has another type.
const ONLY_FOR_STRINGS_SINCE: u16 = 36;

/// The enforced formats of all parts, in the source spelling.
#[derive(Debug, Default)]
pub(super) struct Formats {
    pub(super) names: Vec<String>,
    /// The first format that the API server supports, which makes the type check lenient.
    pub(super) of_type: Option<String>,
}

impl Formats {
    pub(super) fn compile(
        said: &[&str],
        types: &SchemaTypes,
        number: Option<NumberFormat>,
        settings: &Settings,
    ) -> Self {
        let mut formats = Formats::default();
        if settings.has_every_format {
            formats.of_type = said.first().map(|name| (*name).to_owned());
        } else if settings.is_since(ONLY_FOR_STRINGS_SINCE) && types.single().is_some_and(|name| name != "string") {
            // Numbers have their own formats, which make the type check lenient.
            formats.of_type = number.and_then(|number| number.format).map(str::to_owned);
            return formats;
        }
        for name in said {
            let Some(format) = format::find(name).filter(|format| settings.applies(format)) else { continue };
            if formats.of_type.is_none() && format.family != Family::Kep4153 {
                formats.of_type = Some((*name).to_owned());
            }
            formats.names.push((*name).to_owned());
        }
        formats
    }
}
