//! Converts Go and JSON names to Rust names.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use unicode_normalization::UnicodeNormalization;

/// Words that cannot be names in any edition.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words that cannot be names even as `r#word`.
const RESERVED: &[&str] = &["crate", "self", "super", "Self", "_"];

/// Converts to a value or module name. Examples: `podIPs` becomes `pod_ips`, `limits.nvidia.com/gpu` becomes
/// `limits_nvidia_com_gpu`, `3scale` becomes `_3scale`.
pub(super) fn snake_case(name: &str) -> String {
    usable(words(name).join("_"), "field")
}

/// Converts to a type or variant name: `cluster-ip` becomes `ClusterIp`. Keeps existing capitals (`ClusterIP`).
pub(super) fn pascal_case(name: &str) -> String {
    let name = plain(name);
    let parts = name.split(|character: char| !is_name_character(character)).filter(|part| !part.is_empty());
    let text: String = parts
        .map(|part| {
            let mut characters = part.chars();
            let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
            first + characters.as_str()
        })
        .collect();
    usable(text, "Value")
}

/// Converts to a constant name: `DefaultPort` becomes `DEFAULT_PORT`.
pub(super) fn constant_case(name: &str) -> String {
    usable(words(name).join("_").to_uppercase(), "VALUE")
}

/// Returns the identifier, raw if Rust requires it.
pub(super) fn identifier(name: &str) -> Ident {
    if KEYWORDS.contains(&name) { Ident::new_raw(name, Span::call_site()) } else { Ident::new(name, Span::call_site()) }
}

/// Returns the name of a closure parameter, or `_` if it is unused.
pub(super) fn identifier_or_wildcard(name: &str, is_used: bool) -> TokenStream {
    if is_used {
        identifier(name).into_token_stream()
    } else {
        quote! { _ }
    }
}

/// Formats the name as in source code: `r#type`.
pub(super) fn shown(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("r#{name}") } else { name.to_owned() }
}

/// Returns the first name of `name`, `name_2`, `name_3`, … that is not `taken`.
pub(super) fn free_name(name: &str, separator: &str, taken: impl Fn(&str) -> bool) -> String {
    free_name_from(name, separator, &mut 2, taken)
}

/// Like [`free_name`], but skips numbers below `number`, which are known to be taken, and stores the next number there.
fn free_name_from(name: &str, separator: &str, number: &mut u32, taken: impl Fn(&str) -> bool) -> String {
    if !taken(name) {
        return name.to_owned();
    }
    // A name such as `self_` already ends with a separator: `self__2` would not be snake case. `Self_2` is not a valid
    // type name either.
    let stem = name.strip_suffix('_').unwrap_or(name);
    loop {
        let candidate = format!("{stem}{separator}{number}");
        *number += 1;
        if !taken(&candidate) {
            return candidate;
        }
    }
}

/// The names in a scope, each used once.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// For each stem, the number below which all are taken. Without it, many items with the same name would each count
    /// from the start.
    next: BTreeMap<String, u32>,
}

impl Names {
    /// Reserves and returns the first unused name of `name`, `name_2`, `name_3`, ….
    pub(super) fn take(&mut self, name: &str, separator: &str) -> String {
        let Names { taken, next } = self;
        let number = next.entry(format!("{name}{separator}")).or_insert(2);
        let free = free_name_from(name, separator, number, |name| taken.contains(name));
        taken.insert(free.clone());
        free
    }

    /// Returns `true` if a name is taken.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }
}

impl<T: Into<String>> FromIterator<T> for Names {
    fn from_iter<I: IntoIterator<Item = T>>(names: I) -> Self {
        Names { taken: names.into_iter().map(Into::into).collect(), next: BTreeMap::new() }
    }
}

fn usable(name: String, otherwise: &str) -> String {
    // Changing the case may require another normalization.
    let name: String = if name.is_ascii() { name } else { name.nfkc().collect() };
    match name.chars().next() {
        None => otherwise.to_owned(),
        Some(_) if RESERVED.contains(&name.as_str()) => format!("{name}_"),
        Some(first) if !is_identifier(first.encode_utf8(&mut [0; 4])) => format!("_{name}"),
        Some(_) => name,
    }
}

/// Replaces letters that are compatibility forms of others (`ﬁ`, the Kelvin sign) by Unicode's NFKC normalization. Rust
/// treats names that only differ in this way as equal, and warns about them (`uncommon_codepoints`).
fn plain(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    // All other characters separate words; normalization must not convert them to letters.
    name.chars().map(|character| if is_name_character(character) { character } else { ' ' }).nfkc().collect()
}

/// Returns `true` if a name may contain this letter or digit. Rust does not accept all Unicode letters and digits in
/// names: not `²`, `½` and `Ⓐ`.
fn is_name_character(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    character.is_alphanumeric() && is_identifier(&format!("a{character}"))
}

/// Returns `true` if the string is a Rust identifier.
fn is_identifier(text: &str) -> bool {
    matches!(text.as_bytes(), [byte] if byte.is_ascii_alphabetic()) || syn::parse_str::<Ident>(text).is_ok()
}

/// Splits a name into lowercase words. A capital starts a word unless it follows a capital, or if a lowercase letter
/// follows it. The `s` of a plural (`IPs`, `URLs`) belongs to the capitals before it.
fn words(name: &str) -> Vec<String> {
    let name = plain(name);
    let mut words = Vec::new();
    for part in name.split(|character: char| !is_name_character(character)) {
        let characters: Vec<char> = part.chars().collect();
        let is_upper = |index: usize| characters.get(index).is_some_and(|character| character.is_uppercase());
        let is_lower = |index: usize| characters.get(index).is_some_and(|character| character.is_lowercase());
        let is_plural_at = |index: usize| characters.get(index) == Some(&'s') && !is_lower(index + 1);
        let mut word = String::new();
        for (index, character) in characters.iter().enumerate() {
            let begins = index > 0
                && is_upper(index)
                && (!is_upper(index - 1) || (is_lower(index + 1) && !is_plural_at(index + 1)));
            if begins && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
            word.extend(character.to_lowercase());
        }
        if !word.is_empty() {
            words.push(word);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snake_case_knows_acronyms_and_their_plurals() {
        for (name, expected) in [
            ("podIPs", "pod_ips"),
            ("podIP", "pod_ip"),
            ("hostIPC", "host_ipc"),
            ("apiVersion", "api_version"),
            ("nonResourceURLs", "non_resource_urls"),
            ("JSONPath", "json_path"),
            ("kubeAPIVersion", "kube_api_version"),
            ("targetWWNs", "target_wwns"),
            ("serverAddressByClientCIDRs", "server_address_by_client_cidrs"),
            ("IPSet", "ip_set"),
            ("VMsPerHost", "vms_per_host"),
            ("isCA", "is_ca"),
            ("type", "type"),
            ("self", "self_"),
            ("v1beta1", "v1beta1"),
            ("oauth2Client", "oauth2_client"),
            ("limits.nvidia.com/gpu", "limits_nvidia_com_gpu"),
            ("x-kubernetes-int-or-string", "x_kubernetes_int_or_string"),
            ("$ref", "ref"),
            ("3scale", "_3scale"),
            ("größe", "größe"),
            ("m²", "m"),
            ("½", "field"),
            ("Ⓐx", "x"),
            ("\u{93e}x", "_\u{93e}x"),
            ("-", "field"),
            ("\u{fb01}eld", "field"),
            ("\u{212a}ey", "key"),
            ("\u{1d400}bc", "abc"),
            ("ｔｙｐｅ", "type"),
        ] {
            assert_eq!(snake_case(name), expected, "{name}");
        }
    }

    #[test]
    fn pascal_case_keeps_capitals() {
        for (name, expected) in [
            ("ClusterIP", "ClusterIP"),
            ("cluster-ip", "ClusterIp"),
            ("TCP", "TCP"),
            ("application/json", "ApplicationJson"),
            ("1.5", "_15"),
            ("", "Value"),
            ("self", "Self_"),
            ("m²", "M"),
            ("½", "Value"),
        ] {
            assert_eq!(pascal_case(name), expected, "{name}");
        }
    }

    #[test]
    fn constants_are_shouted() {
        assert_eq!(constant_case("ResourceCPU"), "RESOURCE_CPU");
        assert_eq!(constant_case("DefaultIPs"), "DEFAULT_IPS");
    }

    #[test]
    fn every_character_makes_names_that_rust_takes() {
        // Ideographs, Hangul syllables and characters for private use: one of 16 stands for the others.
        let alike = [0x3400..0xa000, 0xac00..0xd7a4, 0xe000..0xf900];
        let differs = |code: &u32| code.is_multiple_of(16) || !alike.iter().any(|range| range.contains(code));
        for character in (0..=0xffff_u32).filter(differs).filter_map(char::from_u32) {
            for name in [character.to_string(), format!("a{character}"), format!("{character}B")] {
                for name in [snake_case(&name), pascal_case(&name), constant_case(&name)] {
                    assert!(is_identifier(&shown(&name)), "{character:?}: {name}");
                    assert!(name.nfkc().eq(name.chars()), "{character:?}: {name}");
                }
            }
        }
    }

    #[test]
    fn keywords_are_raw() {
        assert_eq!(identifier("type").to_string(), "r#type");
        assert_eq!(identifier("gen").to_string(), "r#gen");
        assert_eq!(identifier("port").to_string(), "port");
        assert_eq!(shown("match"), "r#match");
    }

    #[test]
    fn names_get_numbers_only_if_they_must() {
        let taken = ["a", "a_2"];
        assert_eq!(free_name("a", "_", |name| taken.contains(&name)), "a_3");
        assert_eq!(free_name("b", "_", |name| taken.contains(&name)), "b");
        assert_eq!(free_name("self_", "_", |name| name == "self_"), "self_2");
        assert_eq!(free_name("Self_", "", |name| name == "Self_"), "Self2");
    }

    #[test]
    fn names_are_taken_once() {
        let mut names: Names = ["a", "a_3"].into_iter().collect();
        let taken = ["a", "a", "a", "b", "a_2", "b"].map(|name| names.take(name, "_"));
        assert_eq!(taken, ["a_2", "a_4", "a_5", "b", "a_2_2", "b_2"]);
        assert!(names.contains("a_5") && !names.contains("a_6"));
    }
}
