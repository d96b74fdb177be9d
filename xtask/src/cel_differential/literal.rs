//! Literals, including strings for the arguments of functions.

use super::term::Term;
use idlgen_testing::Random;

const ADDRESSES: &[&str] = &[
    "10.0.0.1",
    "::1",
    "2001:DB8::1",
    "fe80::1%eth0",
    "::ffff:1.2.3.4",
    "1.2.3",
    "127.0.0.1",
    "224.0.0.1",
    "",
    "ff02::1",
];
const BLOCKS: &[&str] = &["10.0.0.0/8", "10.1.2.3/16", "::/0", "2001:db8::/32", "1.2.3.4/33", "x", "10.0.0.0/0"];
const URLS: &[&str] = &[
    "https://user@example.com:80/a%20b?x=1&y=2#f",
    "/a",
    "a",
    "http://[::1]:8080/",
    "mailto:a@b",
    "http://a/%zz",
    "http://é/é?é=é",
];
const QUANTITIES: &[&str] =
    &["1", "1.5Gi", "100m", "-1k", "1e3", "50k", "0", "x", "1.2.3", "9223372036854775807", "0.1n", "1Ki"];
const VERSIONS: &[&str] = &["1.2.3", "v1.2", "1.2.3-alpha.1+b", "1.2.3-1", "01.2.3", "", "2.0.0-rc.1"];
const PATTERNS: &[&str] = &["a", "[a-z]+", "^\\\\d+$", "(a|b)*", "\\\\w", "é", "", "(", "[^a]{2}", "(?i)A"];
const TIMESTAMPS: &[&str] =
    &["2021-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "2024-02-29T12:30:00.5+01:00", "9999-12-31T23:59:59Z", "x"];
const DURATIONS: &[&str] = &["1h", "-1.5s", "1h30m5ms", "1d", "0", "106751d", "2562047h", "1us"];
const ZONES: &[&str] = &["UTC", "Europe/Berlin", "+01:00", "-08:30", "America/New_York", "Nowhere", "02:00"];
const FORMATS: &[&str] = &[
    "dns1123Label",
    "dns1123Subdomain",
    "qualifiedName",
    "labelValue",
    "uri",
    "uuid",
    "byte",
    "date",
    "datetime",
    "dns1035LabelPrefix",
    "no",
];
const NUMBERS: &[&str] =
    &["1", "-5", "1.5", "1e3", "abc", "0x1", "true", "false", "18446744073709551615", "+7", "NaN", "1_000"];
const TEXTS: &[&str] = &["", "a", "b", "ab", "bé", "a-b-c", "A b", "日本語", "\\n\\t", "a.b", "😀x", " a "];

/// Returns candidate strings for a parameter of a function. Index 0 is the receiver.
pub(super) fn texts(function: &str, parameter: usize) -> &'static [&'static str] {
    match (function, parameter) {
        ("ip" | "isIP" | "ip.isCanonical", _) | ("containsIP", 1) => ADDRESSES,
        ("cidr" | "isCIDR", _) | ("containsCIDR", 1) => BLOCKS,
        ("url" | "isURL", _) => URLS,
        ("quantity" | "isQuantity", _) => QUANTITIES,
        ("semver" | "isSemver", _) => VERSIONS,
        ("matches" | "find" | "findAll", 1) => PATTERNS,
        ("timestamp", _) => TIMESTAMPS,
        ("duration", _) => DURATIONS,
        ("format.named", _) => FORMATS,
        ("int" | "uint" | "double" | "bool", _) => NUMBERS,
        (name, 1) if name.starts_with("get") => ZONES,
        _ => TEXTS,
    }
}

/// Returns a quoted string with a random kind of quotes.
pub(super) fn quoted(random: &mut Random, text: &str) -> String {
    if random.percent(50) || text.contains('\'') { format!("\"{text}\"") } else { format!("'{text}'") }
}

/// Returns a literal of a type without parameters, if there is one.
pub(super) fn scalar(random: &mut Random, term: &Term) -> Option<String> {
    let literals: &[&str] = match term.name.as_str() {
        "bool" => &["true", "false"],
        "int" => &["0", "1", "2", "-1", "5", "-7", "0xf", "9223372036854775807", "-9223372036854775808"],
        "uint" => &["0u", "1u", "2u", "7u", "18446744073709551615u"],
        "double" => &["0.0", "1.5", "-2.25", "1e3", "1e300", "0.1", "-0.0"],
        "bytes" => &["b''", "b'a'", "b'\\xff'", "b'abc'", "b\"é\""],
        "null" => &["null"],
        "dyn" => &["dyn(1)", "dyn('a')", "dyn(1.0)", "dyn([1])", "dyn({'a': 1})", "dyn(null)", "dyn(b'a')", "dyn(2u)"],
        "type" => {
            &["int", "string", "bool", "list", "map", "null_type", "google.protobuf.Timestamp", "net.IP", "double"]
        }
        "net.IP" => &["ip('10.0.0.1')", "ip('::1')", "cidr('10.1.2.3/8').ip()"],
        "net.CIDR" => &["cidr('10.0.0.0/8')", "cidr('::/0')", "cidr('10.1.2.3/16')"],
        "kubernetes.URL" => &["url('http://a/b')", "url('/x?y=1')", "url('https://[::1]:80')"],
        "kubernetes.Quantity" => &[
            "quantity('1')",
            "quantity('1.5Gi')",
            "quantity('100m')",
            "quantity('1k')",
            "quantity('12345678901234567890')",
        ],
        "kubernetes.Semver" => &["semver('1.2.3')", "semver('v1', true)", "semver('1.2.3-a')"],
        "kubernetes.NamedFormat" => {
            &["format.dns1123Label()", "format.uri()", "format.date()", "format.qualifiedName()"]
        }
        "timestamp" => {
            let text = random.one_of(TIMESTAMPS.get(..4).unwrap_or_default());
            return Some(format!("timestamp({})", quoted(random, text)));
        }
        "duration" => return Some(format!("duration('{}')", random.one_of(&["1h", "-1.5s", "90m", "0s", "1h30m5ms"]))),
        "string" => {
            let text = random.one_of(TEXTS);
            return Some(quoted(random, text));
        }
        _ => return None,
    };
    Some(random.one_of(literals).to_owned())
}
