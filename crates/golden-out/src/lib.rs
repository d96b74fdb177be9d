//! The golden files of the Rust back end, compiled as their users compile them.
//!
//! The same file is the root of the crate `golden-out-2021`, so that it is compiled under both editions.
#![deny(warnings)]
#![forbid(unsafe_code)]

#[rustfmt::skip]
#[path = "../../../testdata/rust/admit/expected/mod.rs"]
pub mod admit;
#[rustfmt::skip]
#[path = "../../../testdata/rust/borrowed/expected/mod.rs"]
pub mod borrowed;
#[rustfmt::skip]
#[path = "../../../testdata/rust/collections/expected/mod.rs"]
pub mod collections;
#[rustfmt::skip]
#[path = "../../../testdata/rust/comments/expected/mod.rs"]
pub mod comments;
#[rustfmt::skip]
#[path = "../../../testdata/rust/compiled/expected/mod.rs"]
pub mod compiled;
#[rustfmt::skip]
#[path = "../../../testdata/rust/constraints/expected/mod.rs"]
pub mod constraints;
#[rustfmt::skip]
#[path = "../../../testdata/rust/embedding/expected/mod.rs"]
pub mod embedding;
#[rustfmt::skip]
#[path = "../../../testdata/rust/encoding/expected/mod.rs"]
pub mod encoding;
#[rustfmt::skip]
#[path = "../../../testdata/rust/enumerations/expected/mod.rs"]
pub mod enumerations;
#[rustfmt::skip]
#[path = "../../../testdata/rust/external/expected/mod.rs"]
pub mod external;
#[rustfmt::skip]
#[path = "../../../testdata/rust/forms/expected/mod.rs"]
pub mod forms;
#[rustfmt::skip]
#[path = "../../../testdata/rust/functions/expected/mod.rs"]
pub mod functions;
#[rustfmt::skip]
#[path = "../../../testdata/rust/known/expected/mod.rs"]
pub mod known;
#[rustfmt::skip]
#[path = "../../../testdata/rust/measured/expected/mod.rs"]
pub mod measured;
#[rustfmt::skip]
#[path = "../../../testdata/rust/mod/expected/mod.rs"]
pub mod r#mod;
#[rustfmt::skip]
#[path = "../../../testdata/rust/names/expected/mod.rs"]
pub mod names;
#[rustfmt::skip]
#[path = "../../../testdata/rust/native/expected/mod.rs"]
pub mod native;
#[rustfmt::skip]
#[path = "../../../testdata/rust/newtypes/expected/mod.rs"]
pub mod newtypes;
#[rustfmt::skip]
#[path = "../../../testdata/rust/overrides/expected/mod.rs"]
pub mod overrides;
#[rustfmt::skip]
#[path = "../../../testdata/rust/presence/expected/mod.rs"]
pub mod presence;
#[rustfmt::skip]
#[path = "../../../testdata/rust/proposed/expected/mod.rs"]
pub mod proposed;
#[rustfmt::skip]
#[path = "../../../testdata/rust/recursion/expected/mod.rs"]
pub mod recursion;
pub mod hand_written;
#[rustfmt::skip]
#[path = "../../../testdata/rust/rules/expected/mod.rs"]
pub mod rules;
#[rustfmt::skip]
#[path = "../../../testdata/rust/scalars/expected/mod.rs"]
pub mod scalars;
#[rustfmt::skip]
#[path = "../../../testdata/rust/shapes/expected/mod.rs"]
pub mod shapes;
#[rustfmt::skip]
#[path = "../../../testdata/rust/verdicts/expected/mod.rs"]
pub mod verdicts;

/// The layout for build scripts, included as they include it.
pub mod single_file {
    include!("../../../testdata/rust/known/single/idlgen.rs");
}

/// Types that represent those of another crate: serde supports them, idlgen does not.
pub mod elsewhere {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// A place.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Place(pub Option<(String, String)>);

    /// A level.
    #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Level(pub u8);

    impl Serialize for Place {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
        }
    }

    impl<'de> Deserialize<'de> for Place {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let map = std::collections::BTreeMap::<String, String>::deserialize(deserializer)?;
            Ok(Place(map.into_iter().next()))
        }
    }

    impl Serialize for Level {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u8(self.0)
        }
    }

    impl<'de> Deserialize<'de> for Level {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            u8::deserialize(deserializer).map(Level)
        }
    }
}
