//! Emulates `net.ParseMAC`.

/// Returns `true` if `text` is a hardware address of 6, 8 or 20 bytes: pairs of hexadecimal digits between colons or
/// hyphens, groups of four between dots, or only digits (accepted since Go 1.26).
///
/// ```
/// use idlgen_runtime::go::is_hardware_address;
/// assert!(is_hardware_address("00:00:5e:00:53:01"));
/// assert!(is_hardware_address("0000.5e00.5301"));
/// assert!(!is_hardware_address("00:00-5e:00:53:01"));
/// ```
pub fn is_hardware_address(text: &str) -> bool {
    let text = text.as_bytes();
    let (separator, group) = match (text.get(2), text.get(4)) {
        (Some(separator @ (b':' | b'-')), _) => (Some(*separator), 2),
        (_, Some(b'.')) => (Some(b'.'), 4),
        _ => (None, text.len()),
    };
    let bytes = match separator {
        Some(separator) => {
            let groups = text.split(|byte| *byte == separator);
            if groups.clone().any(|digits| digits.len() != group) {
                return false;
            }
            groups.count() * group / 2
        }
        None if text.len() % 2 == 0 => text.len() / 2,
        None => return false,
    };
    matches!(bytes, 6 | 8 | 20) && text.iter().all(|byte| byte.is_ascii_hexdigit() || Some(*byte) == separator)
}

#[cfg(test)]
mod tests {
    use super::is_hardware_address;

    #[test]
    fn accepts_three_forms() {
        for address in [
            "00-00-5e-00-53-01",
            "02:00:5e:10:00:00:00:01",
            "0200.5e10.0000.0001",
            "00005e005301",
            "0011223344556677",
            "FF:ff:aA:00:00:00",
            "00:11:22:33:44:55:66:77:88:99:00:11:22:33:44:55:66:77:88:99",
            "0011223344556677889900112233445566778899",
        ] {
            assert!(is_hardware_address(address), "{address}");
        }
        for text in [
            "",
            "00:11:22:33:44",
            "00:11:22:33:44:5g",
            "0:1:2:3:4:5",
            "00005e00530",
            "00112233445566",
            "00112233445566778899001122334455667788",
            "00:11:22:33:44:55:66",
            "00:11:22:33:44:55:",
            "00-11-22-33-44:55",
            "0011.2233",
            "0011.2233.445",
            "0011.22.33.4455",
            "00::11:22:33:44",
        ] {
            assert!(!is_hardware_address(text), "{text}");
        }
    }
}
