//! Known differences and their causes. The first three are also in docs/known-differences.md.

use super::{
    document::{CONFIG_MAPS, ODDS, OddObject},
    outcome::Outcome,
};

/// A difference with a cause.
pub(super) struct Known {
    /// The result of idlgen, and the reason.
    pub(super) cause: &'static str,
    /// Returns `true` if this is the cause of a difference between the server and idlgen.
    pub(super) explains: fn(&OddObject, server: &Outcome, here: &Outcome) -> bool,
    /// A sample object with `NAME` in place of its name. It reveals a cause that no longer exists.
    sample: &'static str,
    /// The API path for creating the sample.
    path: &'static str,
}

impl Known {
    /// Returns the sample object with this number in its name.
    pub(super) fn sample(&self, number: usize) -> OddObject {
        OddObject { text: self.sample.replace("NAME", &format!("odd-{number}")), path: self.path }
    }
}

pub(super) const KNOWN: &[Known] = &[
    // `1` and `'1'` are the same key in JSON. With goyaml.v2, it is random which of their values takes effect.
    Known {
        cause: "known: refused here, for keys that are one text in JSON",
        explains: |object, server, here| is_refused_here(server, here) && object.text.contains("1: a, '1': b"),
        sample: "apiVersion: example.com/v1\nkind: Odd\nmetadata: {name: NAME}\nspec:\n  any: {1: a, '1': b}\n",
        path: ODDS,
    },
    // goyaml.v2 looks for a byte order mark at the beginning of its buffer, whenever it starts a line. It removes the
    // first mark of a file before.
    Known {
        cause: "known: refused here, for a byte order mark in the text",
        explains: |object, server, here| is_refused_here(server, here) && object.text.starts_with("\u{feff}\u{feff}"),
        sample: "\u{feff}\u{feff}{apiVersion: example.com/v1, kind: Odd, metadata: {name: NAME}, spec: {any: 1}}\n",
        path: ODDS,
    },
    // The server and `kubectl` reformat numbers in JSON.
    Known {
        cause: "known: judged otherwise here, for a whole number in JSON with a fraction or an exponent",
        explains: |object, _, _| serde_json::from_str(&object.text).is_ok_and(|json| has_whole_float(&json)),
        sample: "{\"apiVersion\": \"example.com/v1\", \"kind\": \"Odd\", \"metadata\": {\"name\": \"NAME\"}, \
                 \"spec\": {\"set\": [1e2, 100]}}\n",
        path: ODDS,
    },
    Known {
        cause: "known: accepted here, for rules of built-in kinds that only Go code has",
        explains: |object, server, here| match (server, here) {
            (Outcome::Refused(reason), Outcome::Stored(_)) => object.path != ODDS && reason.contains(" is invalid: "),
            _ => false,
        },
        sample: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME}\ndata: {'~': a}\n",
        path: CONFIG_MAPS,
    },
];

fn is_refused_here(server: &Outcome, here: &Outcome) -> bool {
    matches!((server, here), (Outcome::Stored(_), Outcome::Refused(_)))
}

/// Returns `true` if the JSON contains an integer in a non-integer notation.
fn has_whole_float(json: &serde_json::Value) -> bool {
    match json {
        serde_json::Value::Number(number) => {
            number.is_f64() && number.as_f64().is_some_and(|value| value.fract() == 0.0)
        }
        serde_json::Value::Array(items) => items.iter().any(has_whole_float),
        serde_json::Value::Object(fields) => fields.values().any(has_whole_float),
        _ => false,
    }
}
