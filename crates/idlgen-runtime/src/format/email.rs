//! The format `email`.

use super::{Family, Format};
use crate::go::is_mail_address;

pub(super) static EMAIL: Format = Format {
    name: "email",
    family: Family::OpenApi,
    since: 0,
    doc: "An email address, with or without a name.",
    source: "net/mail.ParseAddress",
    examples: &["a@example.com", "Ann <a@example.com>"],
    counterexamples: &["", "a", "a@", "a@b, c@d"],
    accepts: is_mail_address,
    messages: None,
};
