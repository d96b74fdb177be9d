//! Compares the functions of this module with recorded results of Go: hashes of the results for 20,000 pseudorandom
//! inputs (fewer for regular expressions). `recorded.go` prints them (Go 1.26, Kubernetes 1.35).

use idlgen_testing::{hash_numbers, hash_similar};

use super::*;
use crate::{
    regex::Pattern,
    types::{Quantity, QuantityFormat},
};

/// Compares the results for strings that are similar to samples.
fn compare(recorded: u64, characters: &str, samples: &[&str], result: impl Fn(&str) -> String) {
    assert_eq!(hash_similar(20_000, characters, samples, result), recorded);
}

/// Compares the results for numbers of all magnitudes.
fn compare_numbers(recorded: u64, result: impl Fn(u64) -> String) {
    assert_eq!(hash_numbers(20_000, result), recorded);
}

fn or_error<T: ToString, E: std::fmt::Display>(result: Result<T, E>) -> String {
    result.map_or_else(|error| format!("error: {error}"), |value| value.to_string())
}

fn error<T>(_: T) -> String {
    "error".to_owned()
}

#[test]
fn durations_are_parsed() {
    compare(
        0x6ef9_f491_2097_acbd,
        "0159.+-hmsnuµμ é",
        &[
            "1h30m",
            "-1.5s",
            "0",
            "+2562047h47m16.854775807s",
            "-9223372036854775808ns",
            "9223372036854775807ns",
            "1.0000000000000000000001h",
            "0.9223372036854775808s",
            "1us2µs3μs4ms5ns",
            ".5m",
            "9223372036854775.808us",
        ],
        |text| or_error(parse_duration(text)),
    );
}

#[test]
fn times_are_parsed() {
    for (layout, recorded) in [
        (Layout::Rfc3339, 0x64ef_20c2_c710_47e7),
        (Layout::Rfc3339Micro, 0xd27b_10da_1fb9_8427),
        (Layout::Local, 0xdd27_bae4_c621_b312),
        (Layout::Date, 0x35d5_1b50_85b1_b472),
    ] {
        compare(
            recorded,
            "0123456789-:TZ.,+ é",
            &[
                "2024-02-29T23:59:59Z",
                "2023-12-31T00:00:00.123456+23:59",
                "0000-01-01T12:30:45-24:60",
                "9999-12-31",
                "2024-01-31T1:02:03,5",
                "1970-01-01T00:00:00.000001Z",
                "1900-02-28",
                "2000-03-01T07:08:09",
            ],
            |text| {
                or_error(
                    parse_time_with_offset(layout, text)
                        .map(|(at, offset)| format!("{} {} {offset}", at.seconds, at.nanoseconds)),
                )
            },
        );
    }
}

#[test]
fn durations_and_times_are_formatted() {
    compare_numbers(0x6dd7_888b_c970_f7bb, |word| {
        format_duration(word as i64) + &format_duration((word as i64).wrapping_neg())
    });
    compare_numbers(0x3b8b_7d4a_55e1_afe8, |word| {
        let at = Instant { seconds: (word >> 24) as i64 - (1 << 38), nanoseconds: (word % 1_000_000_000) as u32 };
        let offset = ((word % 2880) as i32 - 1440) * 60;
        let (seconds, micros) = (format_time(at, false), format_time(at, true));
        let Civil { year, month, day, day_of_year, weekday, hour, minute, second } = Civil::new(at, offset.into());
        let parts = [year, month, day, day_of_year, weekday, hour, minute, second].map(|part| part.to_string());
        format!("{seconds}{micros}{}{}", format_time_nano(at, offset), parts.join(" "))
    });
}

#[test]
fn floats_are_parsed() {
    compare(
        0xf325_b17f_56eb_54a7,
        "0123456789abfxXpPeE.+-_inNg",
        &[
            "1_000.5e-1",
            "0x1.8p-1075",
            "0x1.fffffffffffff7p1023",
            "-Inf",
            "nan",
            "+infinity",
            "0x_1p0",
            "1e308",
            "1.7976931348623157e+308",
            "4.9e-324",
            "0x123456789abcdef01234p0",
            "0x1.00000000000008p0",
            "0X.00000000000000000000000001P+100",
            "-0x1_2.3_4p-1_0",
            "0x1p-1074",
            "0x1.8000000000000000001p-1075",
        ],
        |text| {
            parse_float(text).map_or_else(
                || error(()),
                |value| {
                    if value.is_nan() { "nan".to_owned() } else { format!("{:016x}", value.to_bits()) }
                },
            )
        },
    );
}

#[test]
fn floats_are_formatted() {
    compare_numbers(0x9e86_fe46_a2ce_0acf, |word| {
        let value = if word % 2 == 0 {
            word as i64 as f64 / 1024.0
        } else {
            f64::from_bits(word.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        };
        let json = if value.is_finite() { format_json_float(value) } else { error(()) };
        format!("{} {} {json}", format_float(value), format_plain_float(value))
    });
}

#[test]
fn addresses_are_parsed() {
    compare(
        0x0ab7_72ab_ac7b_f8b6,
        "0123459afgF:.%/ é",
        &[
            "1.2.3.4",
            "255.255.255.255",
            "::",
            "::1",
            "1:2:3:4:5:6:7:8",
            "fe80::1%eth0",
            "::ffff:1.2.3.4",
            "1:2:3:4:5:6:1.2.3.4",
            "2001:db8::1:0",
            "1::3:4:5:6:7:8",
            "abcd::",
        ],
        |text| {
            or_error(parse_address(text).map(|(address, zone)| match zone {
                Some(zone) => format!("{address}%{zone}"),
                None => address.to_string(),
            }))
        },
    );
}

#[test]
fn prefixes_are_parsed() {
    compare(
        0x4492_78ae_9a24_3f81,
        "0123459af:.%/ é",
        &[
            "1.2.3.4/8",
            "10.0.0.0/32",
            "::/0",
            "2001:db8::/128",
            "1:2:3:4:5:6:7:8/64",
            "fe80::1%eth0/10",
            "::ffff:1.2.3.4/96",
        ],
        |text| or_error(parse_prefix(text).map(|(address, bits)| format!("{address}/{bits}"))),
    );
}

/// Formats the bytes of an address as an IPv6 address.
fn bytes(address: std::net::IpAddr) -> String {
    let address = match address {
        std::net::IpAddr::V4(address) => address.to_ipv6_mapped(),
        std::net::IpAddr::V6(address) => address,
    };
    format!("{:032x}", u128::from(address))
}

#[test]
fn sloppy_addresses_are_parsed() {
    compare(
        0x00ca_1756_5f14_5318,
        "0123459afg:.%/ é",
        &[
            "1.2.3.4",
            "010.020.030.040",
            "::",
            "::1",
            "1:2:3:4:5:6:7:8",
            "::ffff:1.2.3.4",
            "1:2:3:4:5:6:1.2.3.4",
            "2001:db8::1:0",
            "abcd::",
        ],
        |text| parse_address_sloppy(text).map_or_else(|| error(()), bytes),
    );
}

#[test]
fn sloppy_prefixes_are_parsed() {
    compare(
        0x47e5_edcd_cbfb_6224,
        "0123459af:.%/ é",
        &["1.2.3.4/8", "010.0.0.0/032", "::/0", "2001:db8::/128", "1:2:3:4:5:6:7:8/64", "::ffff:1.2.3.4/96"],
        |text| {
            parse_prefix_sloppy(text)
                .map_or_else(|| error(()), |(address, length)| format!("{} {length}", bytes(address)))
        },
    );
}

#[test]
fn hardware_addresses_are_recognized() {
    compare(
        0x1925_3650_4aa4_356e,
        "0aAfg:-. ",
        &[
            "00:00:5e:00:53:01",
            "02-00-5e-10-00-00-00-01",
            "0000.5e00.5301",
            "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01",
            "0200.5e10.0000.0001",
        ],
        |text| is_hardware_address(text).to_string(),
    );
}

#[test]
fn mail_addresses_are_recognized() {
    compare(
        0xa9a3_be67_891a_13f6,
        "a1.@<>()[]\",:; \\\t=?_é\x01",
        &[
            "a@example.com",
            "Ann <a@example.com>",
            "\"A. B\" <a.b@c.d>",
            "a@[127.0.0.1]",
            "a@[IPv6:::1]",
            "g: a@b;",
            "=?utf-8?q?J=C3=B6rg?= <a@b>",
            "a@b (comment)",
            "\"a b\"@c",
            "(x(y)) a@b",
            "=?ISO-8859-1?B?SvZyZw==?= <a@b>",
        ],
        |text| is_mail_address(text).to_string(),
    );
}

#[test]
fn request_uris_are_recognized() {
    compare(
        0x93c1_90cf_ec3d_c1d9,
        "aZ09:/?#[]@%2+-._~!&='\"<> é\x7f",
        &[
            "https://u:p@example.com:80/a%20b?c=d&e#f",
            "/a/b",
            "mailto:a@b",
            "http://[::1%25eth0]:80/x",
            "http://[fe80::1]/",
            "//host/p",
            "a?b;c",
            "HTTP://h/%7e%41?q=%zz#%zz",
            "*",
            "ftp://a%2fb@h:/",
            "urn:x:y?z",
            "x:/a//b",
        ],
        |text| Url::check_request(text, false).is_ok().to_string(),
    );
}

#[test]
fn urls_are_parsed() {
    compare(
        0xbe2b_fb55_cddf_7200,
        "aZ09:/?#[]@%2+-._~!&='\"<> é\x7f",
        &[
            "https://u:p@example.com:80/a%20b?c=d&e#f",
            "/a/b",
            "mailto:a@b",
            "http://[::1%25eth0]:80/x",
            "http://[fe80::1]/",
            "//host/p",
            "a?b;c",
            "HTTP://h/%7e%41?q=%zz#%zz",
            "*",
            "ftp://a%2fb@h:/",
            "urn:x:y?z",
            "x:/a//b",
        ],
        |text| {
            let result = or_error(Url::parse(text, false).map(|url| {
                [url.scheme(), &url.port(), &url.escaped_path(), url.raw_query(), &url.to_string()].join(" ")
            }));
            // idlgen replaces bytes that are not UTF-8.
            let is_replaced = result.contains("\\x") || result.contains('\u{fffd}');
            if is_replaced { "skipped".to_owned() } else { result }
        },
    );
}

#[test]
fn base64_is_decoded_and_encoded() {
    compare(
        0x61f4_09bf_29f7_1316,
        "AZaz09+/=\n\r -é",
        &["", "QQ==", "QUI=", "QUJD", "QUJDRA==", "QQ=\n=\r\n", "////++++", "Zh=="],
        |text| {
            or_error(base64::decode(text).map(|bytes| {
                let digits = bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
                format!("{digits} {}", base64::encode(&bytes))
            }))
        },
    );
}

#[test]
fn json_has_the_same_syntax_errors() {
    compare(
        0x698c_339d_e01c_7e0b,
        "{}[],:\"\\utrfnx01.eE+- \t\n\x01é",
        &[
            r#"{"a":[1,2.5e-3,-0],"b":null}"#,
            r#"[true,false,"\u00e9\n"]"#,
            r#""\ud800\udc00""#,
            "-12.5E+10",
            r#" {"x" : {} } "#,
            "[[],[{}]]",
            "0",
            "null",
        ],
        |text| {
            json_syntax_error(text.as_bytes())
                .map_or_else(String::new, |error| format!("error: {error} at {}", error.at))
        },
    );
}

#[test]
fn strings_are_quoted() {
    compare(
        0xccd4_6e88_5dd9_53f2,
        "a\"\\\n\t\0\x7f\u{0085}é世\u{200b}\u{1f600}\u{feff}\u{fffd}\u{e000}\u{00ad}",
        &["", "abc", "a\u{2028}b", "tab\t"],
        |text| format!("{} {}", quote(text), text.chars().count()),
    );
}

#[test]
fn patterns_match_and_fail_alike() {
    let found = hash_similar(
        6_000,
        "ab01()[]{}*+?|\\^$.,-:&<>PiUsmdDwWbBpLNQExé\n",
        &[
            "^[a-z]+\\d$",
            "(?i)k|\\pN",
            "a{2,3}?b*",
            "[^\\x00-\\x{10FFFF}]",
            "(?P<n>a)|(?:b)+",
            "[[:alpha:][:^digit:]-]",
            "\\Qa.b*\\E+",
            "(?m)^b$|(?s:.)",
            "(|a)*",
            "\\bé\\B",
            "[a-c]|[b-d]|x",
            "(a{10}){10}",
            "((a?){3}b{0}){2,}",
            "\\p{Greek}\\P{^Lu}",
            "(?U)a+?",
            "\\101\\x4a\\a\\f",
            "a|b|c|ab|ac",
            "(?i)[^k]ß",
            "$a^",
            "a{1000}",
        ],
        |text| {
            let pattern = match Pattern::new(text) {
                Ok(pattern) => pattern,
                Err(error) => return format!("error: {error}"),
            };
            let strings = ["", "a", "aab", "abc1", "ÄB\nb\n", "a.b*", "K\u{212a}", "5 é_β", "\n\n"];
            let matches = strings.map(|text| {
                let found: Vec<String> =
                    pattern.find_all(text).map(|range| format!("[{} {}]", range.start, range.end)).collect();
                assert_eq!(pattern.is_match(text), !found.is_empty());
                format!("[{}]", found.join(" "))
            });
            matches.concat()
        },
    );
    assert_eq!(found, 0x4a2b_9b85_eea1_8b7a);
}

#[test]
fn quantities_are_parsed_and_computed() {
    compare(
        0x54d7_6074_3cd7_f9de,
        "0123456789.+-eEkKMGTPimunµ ",
        &[
            "1.5Gi",
            "1500m",
            "0",
            "128Mi",
            "1e3",
            "12345678901234567890",
            "9223372036854775807",
            "-0.000000001",
            "1E",
            "10000000Ei",
            "0.1Ki",
            "1.23456789012n",
            "007",
            "100.000k",
            "5E-3",
            "1e-9",
            "9223372036854775807Ki",
            "0.0000000001Gi",
        ],
        |text| {
            let exponent = text.rfind(['e', 'E']).map_or("", |at| &text[at..]);
            if exponent.len() > 3 || exponent.len() == 3 && !exponent[1..].starts_with('-') {
                return "skipped".to_owned();
            }
            if text.len() > 15 && text.ends_with(['E', 'P']) {
                return "skipped".to_owned();
            }
            or_error(text.parse::<Quantity>().map(|quantity| {
                let format = match quantity.format() {
                    QuantityFormat::DecimalExponent => "DecimalExponent",
                    QuantityFormat::BinarySi => "BinarySI",
                    QuantityFormat::DecimalSi => "DecimalSI",
                };
                let other = |text: &str| text.parse::<Quantity>().unwrap();
                let (sum, difference) =
                    (quantity.checked_add(&other("1.5Ki")).unwrap(), quantity.checked_sub(&other("300m")).unwrap());
                let (whole, is_whole) = (quantity.to_i64().unwrap_or_default(), quantity.to_i64().is_some());
                let (sign, float) = (quantity.signum(), quantity.to_f64().to_bits());
                format!("{quantity} {whole} {is_whole} {sign} {float:016x} {sum} {difference} {format}")
            }))
        },
    );
}
