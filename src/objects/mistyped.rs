//! Help for values that are almost right: quoted numbers and booleans, and quantities in bytes (`1GB`).

/// Returns the help for an error with this message about a value, from its text in the file.
pub(super) fn help(message: &str, written: &str) -> Option<String> {
    let bare = ['"', '\''].iter().find_map(|quote| written.strip_prefix(*quote)?.strip_suffix(*quote));
    let is_quantity = ["quantities must match the regular expression", "(([KMGTPE]i)|[numkMGTPE]|"];
    match bare {
        _ if is_quantity.iter().any(|part| message.contains(part)) => quantity(bare.unwrap_or(written)),
        Some(bare) => quoted(message, bare),
        None => None,
    }
}

/// Returns the help for a quoted number or boolean. `bare` is its text without quotes.
fn quoted(message: &str, bare: &str) -> Option<String> {
    let requires = |of: &str| message.contains(&format!("of type {of}"));
    let is_integer = bare.parse::<i64>().is_ok_and(|number| number.to_string() == bare);
    let is_number = bare.parse::<f64>().is_ok() && bare.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let fits = (requires("int") && is_integer)
        || ((requires("number") || requires("float")) && is_number)
        || (requires("bool") && matches!(bare, "true" | "false"));
    fits.then(|| format!("write `{bare}`: with quotes, it is a string"))
}

/// Returns the help for a number of bytes with a unit that ends in `B`, or with a space before its unit.
fn quantity(written: &str) -> Option<String> {
    let (number, unit) = written.split_at(written.find(|c: char| c.is_ascii_alphabetic())?);
    let amount = number.trim_end();
    amount.parse::<f64>().ok()?;
    let Some(prefix) = unit.strip_suffix(['B', 'b']) else {
        let is_unit = ["k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "m"].contains(&unit);
        return (is_unit && amount != number).then(|| format!("write `{amount}{unit}`"));
    };
    let (decimal, binary) = match prefix.to_ascii_lowercase().as_str() {
        "" => return Some(format!("write `{amount}`")),
        "k" => ("k", "Ki"),
        "m" => ("M", "Mi"),
        "g" => ("G", "Gi"),
        "t" => ("T", "Ti"),
        "p" => ("P", "Pi"),
        "ki" => ("", "Ki"),
        "mi" => ("", "Mi"),
        "gi" => ("", "Gi"),
        "ti" => ("", "Ti"),
        "pi" => ("", "Pi"),
        _ => return None,
    };
    Some(match decimal {
        "" => format!("write `{amount}{binary}`"),
        _ => format!("write `{amount}{decimal}`, or `{amount}{binary}` for a power of 1024"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_almost_right() {
        let quantity = "quantities must match the regular expression '^…$'";
        let pattern = "m in body should match '^(\\+|-)?(…)(([KMGTPE]i)|[numkMGTPE]|…)?$'";
        let (integer, int32) = ("a in body must be of type integer: \"string\"", "json: … of type int32");
        for (message, written, expected) in [
            (integer, "\"3\"", Some("write `3`: with quotes, it is a string")),
            (int32, "'-3'", Some("write `-3`: with quotes, it is a string")),
            (int32, "3", None),
            (int32, "\"x\"", None),
            // Without quotes, it is 8.
            (int32, "\"010\"", None),
            (int32, "\"1.5\"", None),
            ("json: … of type float64", "\"1.5\"", Some("write `1.5`: with quotes, it is a string")),
            ("a must be of type number", "\"nan\"", None),
            ("json: … of type bool", "\"true\"", Some("write `true`: with quotes, it is a string")),
            ("json: … of type bool", "\"yes\"", None),
            ("json: … of type string", "\"3\"", None),
            (quantity, "10GB", Some("write `10G`, or `10Gi` for a power of 1024")),
            (pattern, "\"1.5kb\"", Some("write `1.5k`, or `1.5Ki` for a power of 1024")),
            (pattern, "512MiB", Some("write `512Mi`")),
            (quantity, "100B", Some("write `100`")),
            (quantity, "1 Gi", Some("write `1Gi`")),
            (quantity, "1Gx", None),
            (quantity, "1XB", None),
            (quantity, "GB", None),
            (quantity, "lots of MB", None),
            (quantity, "5", None),
        ] {
            assert_eq!(help(message, written).as_deref(), expected, "{message} {written}");
        }
    }
}
