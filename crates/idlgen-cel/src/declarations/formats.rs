//! Named formats.

use crate::cost::{Call, CallEstimate, REGEX, TRAVERSAL};

use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    global(31, "format.byte", "format.byte", "", "kubernetes.NamedFormat"),
    global(31, "format.date", "format.date", "", "kubernetes.NamedFormat"),
    global(31, "format.datetime", "format.datetime", "", "kubernetes.NamedFormat"),
    global(31, "format.dns1035Label", "format.dns1035Label", "", "kubernetes.NamedFormat"),
    global(31, "format.dns1035LabelPrefix", "format.dns1035LabelPrefix", "", "kubernetes.NamedFormat"),
    global(31, "format.dns1123Label", "format.dns1123Label", "", "kubernetes.NamedFormat"),
    global(31, "format.dns1123LabelPrefix", "format.dns1123LabelPrefix", "", "kubernetes.NamedFormat"),
    global(31, "format.dns1123Subdomain", "format.dns1123Subdomain", "", "kubernetes.NamedFormat"),
    global(31, "format.dns1123SubdomainPrefix", "format.dns1123SubdomainPrefix", "", "kubernetes.NamedFormat"),
    global(31, "format.labelValue", "format.labelValue", "", "kubernetes.NamedFormat"),
    global(31, "format.named", "format-named", "string", "optional_type(kubernetes.NamedFormat)"),
    global(31, "format.qualifiedName", "format.qualifiedName", "", "kubernetes.NamedFormat"),
    global(31, "format.uri", "format.uri", "", "kubernetes.NamedFormat"),
    global(31, "format.uuid", "format.uuid", "", "kubernetes.NamedFormat"),
    member(31, "validate", "format-validate", "kubernetes.NamedFormat, string", "optional_type(list(string))")
        .estimated(validate),
];

/// Maximum length of a format's regular expression.
const FORMAT_REGEX: f64 = 128.0;

fn validate(call: &mut Call<'_, '_>) -> CallEstimate {
    CallEstimate::of(call.size(1).cost(TRAVERSAL).scaled(FORMAT_REGEX * REGEX))
}
