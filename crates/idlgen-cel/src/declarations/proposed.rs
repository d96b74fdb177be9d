//! Functions proposed by KEP-4153 ("We will need to extend our CEL libraries"), which no API server has.
//!
//! The proposal names the functions but does not define all types. The types here match similar functions that were
//! added later: `is4` and `is6` are like `family`, and `overlaps` is like `containsCIDR`. The formats have the names in
//! the proposal's table. `matches` applies to labels and takes an object like a `metav1.LabelSelector`.

use crate::cost::{CallEstimate, traversal};

use super::cidr::contains_cidr;
use super::declaration::{Declaration, global, member};

pub(super) const DECLARATIONS: &[Declaration] = &[
    member(0, "isFormat", "string_is_format", "string, string", "bool").estimated(traversal),
    member(0, "validateFormat", "string_validate_format", "string, string", "list(string)").estimated(traversal),
    member(30, "is4", "ip_is_4", "net.IP", "bool"),
    member(30, "is6", "ip_is_6", "net.IP", "bool"),
    member(30, "overlaps", "cidr_overlaps_cidr", "net.CIDR, net.CIDR", "bool").estimated(contains_cidr),
    global(0, "utf8.isValid", "utf8_is_valid_bytes", "bytes", "bool").estimated(traversal),
    global(0, "utf8.isValid", "utf8_is_valid_string", "string", "bool").estimated(traversal),
    global(0, "utf8.isPrint", "utf8_is_print", "string", "bool").estimated(traversal),
    global(0, "utf8.isControl", "utf8_is_control", "string", "bool").estimated(traversal),
    member(0, "matches", "labels_matches_selector", "map(string, string), dyn", "bool")
        .estimated(|call| CallEstimate::of(call.size(0).cost(1.0))),
];

#[cfg(test)]
mod tests {
    use crate::{Environment, Type, Variables, Version, compile};

    #[test]
    fn only_who_asks_has_them() {
        let labels = Type::map(Type::String, Type::String);
        let variables = Variables::none().with("labels", labels).with("selector", Type::Dyn);
        for (text, function) in [
            ("'a'.isFormat('uri')", "isFormat"),
            ("'a'.validateFormat('uri').size() == 0", "validateFormat"),
            ("ip('::1').is6() && !ip('::1').is4()", "is6"),
            ("cidr('::/8').overlaps(cidr('::/16'))", "overlaps"),
            ("utf8.isValid(b'a') && utf8.isPrint('a') && !utf8.isControl('a')", "utf8.isValid"),
            ("labels.matches(selector)", "matches"),
        ] {
            let version = Version::default();
            assert!(compile(text, &Environment::new(version), &variables).is_err(), "{text}");
            let compiled = compile(text, &Environment::new(version).with_proposed_functions(), &variables);
            let calls = compiled.map(|compiled| compiled.proposed_calls()).unwrap_or_default();
            assert!(calls.iter().any(|(_, name)| name == function), "{text}: {calls:?}");
        }
        let compiled = compile("'a'.matches('a')", &Environment::new(Version::default()), &variables);
        assert!(compiled.is_ok_and(|compiled| compiled.proposed_calls().is_empty()));
    }
}
