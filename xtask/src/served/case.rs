//! Objects to create, and the requests about them with their responses.

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use super::kind::Kind;

/// An object to create. If the server stores it, it is updated, and then its status.
pub(super) struct Case {
    /// The index of its kind.
    pub(super) kind: usize,
    pub(super) object: Json,
    /// The seed of the changes in updates.
    pub(super) seed: u64,
    /// Descriptions of the changes to a sample.
    pub(super) done: Vec<String>,
}

impl Case {
    /// Returns a sample, or a changed sample, or a changed object of the schema. The number determines the kind and the
    /// name.
    pub(super) fn random(number: usize, kinds: &[Kind], samples: &[Json], random: &mut Random) -> Self {
        let index = number % kinds.len().max(1);
        let round = number / kinds.len().max(1);
        let Some(kind) = kinds.get(index) else {
            return Case { kind: 0, object: json!({}), seed: 0, done: Vec::new() };
        };
        let own: Vec<&Json> = samples.iter().filter(|sample| kind.has(sample)).collect();
        // Every sample is sent once without changes. All later objects are changed.
        let mut object = match own.get(if round < own.len() { round } else { round % (own.len() + 1) }) {
            Some(sample) => (*sample).clone(),
            None => kind.make(random),
        };
        let done = if round < own.len() { Vec::new() } else { kind.change(&mut object, random) };
        if !object["metadata"].is_object() {
            object["metadata"] = json!({});
        }
        object["metadata"]["name"] = json!(format!("object-{number}"));
        if let Some(metadata) = object["metadata"].as_object_mut() {
            metadata.remove("namespace");
            // A sample from a server. Its storage does not accept the version for a new object.
            metadata.remove("resourceVersion");
        }
        Case { kind: index, object, seed: random.below(1 << 30) as u64, done }
    }

    /// Reads the case of a file. `None` if there is no such kind.
    pub(super) fn read(json: &Json, kinds: &[Kind]) -> Option<Self> {
        let kind = kinds.iter().position(|kind| json["kind"] == kind.name.as_str())?;
        let done = json["done"].as_array().into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect();
        Some(Case { kind, object: json.get("object")?.clone(), seed: json["seed"].as_u64()?, done })
    }

    pub(super) fn to_json(&self, kinds: &[Kind]) -> Json {
        let name = kinds.get(self.kind).map(|kind| kind.name.as_str());
        json!({"kind": name, "object": self.object, "seed": self.seed, "done": self.done})
    }
}

/// A request about an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum What {
    Create,
    Update,
    UpdateStatus,
}

impl What {
    const ALL: [What; 3] = [What::Create, What::Update, What::UpdateStatus];

    pub(super) fn name(self) -> &'static str {
        match self {
            What::Create => "create",
            What::Update => "update",
            What::UpdateStatus => "status",
        }
    }

    /// Returns the category in counts of requests.
    pub(super) fn counted(self) -> &'static str {
        match self {
            What::Create => "creations",
            What::Update => "updates",
            What::UpdateStatus => "updates of the status",
        }
    }
}

/// A request with its responses.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) what: What,
    pub(super) object: Json,
    /// The stored object. Null for creations.
    pub(super) old: Json,
    /// The HTTP status.
    pub(super) code: u16,
    pub(super) warnings: Vec<String>,
    /// The stored object, or the `Status`.
    pub(super) body: Json,
    /// The response of generated Rust, if it is queried.
    pub(super) generated: Option<Json>,
}

impl Exchange {
    pub(super) fn to_json(&self) -> Json {
        json!({
            "what": self.what.name(), "object": self.object, "old": self.old, "code": self.code,
            "warnings": self.warnings, "body": self.body, "generated": self.generated
        })
    }

    pub(super) fn from_json(json: &Json) -> Option<Self> {
        let part = |key: &str| json.get(key).cloned();
        let warnings = json["warnings"].as_array().into_iter().flatten().filter_map(Json::as_str);
        Some(Exchange {
            what: What::ALL.into_iter().find(|what| json["what"] == what.name())?,
            object: part("object")?,
            old: part("old")?,
            code: u16::try_from(json["code"].as_u64()?).ok()?,
            warnings: warnings.map(str::to_owned).collect(),
            body: part("body")?,
            generated: part("generated").filter(|response| !response.is_null()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::served::kind::tests::widgets;

    #[test]
    fn samples_come_first_and_unchanged() {
        let kinds = [widgets()];
        let sample = |size: i64| {
            json!({"apiVersion": "example.com/v1", "kind": "Widget",
                "metadata": {"name": "x", "namespace": "n", "resourceVersion": "7"}, "spec": {"size": size}})
        };
        let samples = [sample(3), json!({"kind": "Other"}), sample(4)];
        let case = |number, seed| Case::random(number, &kinds, &samples, &mut Random::new(seed));
        for (number, size) in [(0, 3), (1, 4)] {
            let case = case(number, 1);
            assert_eq!(case.done, Vec::<String>::new());
            assert_eq!(case.object["spec"], json!({"size": size}));
            assert_eq!(case.object["metadata"], json!({"name": format!("object-{number}")}));
        }
        let changed = |seed| case(2, seed).to_json(&kinds);
        assert_eq!(changed(7), changed(7));
        assert_ne!(changed(7), changed(8));
    }

    #[test]
    fn cases_are_read_again() {
        let kinds = [widgets()];
        let case = Case::random(5, &kinds, &[], &mut Random::new(1)).to_json(&kinds);
        assert_eq!(Case::read(&case, &kinds).unwrap().to_json(&kinds), case);
        assert!(Case::read(&json!({"kind": "others.example.com", "object": {}, "seed": 1}), &kinds).is_none());
    }
}
