//! Parsing, formatting and sorting with the behavior of Go's standard library: `%v` of floats, `%q` of strings,
//! `encoding/json` output, times, durations, base64, network addresses, mail addresses and URIs.

pub mod base64;
mod calendar;
mod duration;
mod float;
mod instant;
mod integer;
mod ip;
mod json;
mod json_text;
mod mac;
mod mail;
mod netip;
mod parse_float;
mod printable;
mod quote;
#[cfg(test)]
mod recorded;
mod sort;
mod syntax;
mod time;
mod url;

pub use calendar::Civil;
pub use duration::{ParseDurationError, format_duration, parse_duration};
pub use float::{format_float, format_json_float, format_plain_float};
pub use instant::Instant;
pub use integer::{float_to_int, is_json_integer, json_integer};
pub use ip::{parse_address_sloppy, parse_prefix_sloppy};
pub use json::{sorted_members, to_indented_json, to_json};
pub use json_text::{JsonSyntaxError, json_syntax_error, located_json, read_json};
pub use mac::is_hardware_address;
pub use mail::is_mail_address;
pub use netip::{ParseAddressError, ParsePrefixError, parse_address, parse_prefix};
pub use parse_float::parse_float;
pub use printable::is_printable;
pub use quote::{quote, quote_bytes};
pub use sort::sort_indices;
pub use syntax::to_go_syntax;
pub use time::{Layout, ParseTimeError, format_time, format_time_nano, parse_time, parse_time_with_offset};
pub use url::{ParseUrlError, Url, is_request_uri};

/// Formats the value of a `field.Error` like `field.Error.ErrorBody`: numbers and booleans with `%v`, strings with
/// `%q`, everything else as JSON.
pub fn format_bad_value(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Bool(value) => value.to_string(),
        serde_json::Value::Number(number) => crate::value::Number::from_json(number).to_string(),
        serde_json::Value::String(text) => quote(text),
        other => to_json(other),
    }
}
