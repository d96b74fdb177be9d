//! Random definitions: mostly right, with something wrong here and there.

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use super::Case;

/// A definition that is created or takes the place of another.
pub(super) fn case(random: &mut Random) -> Case {
    let new = definition(random);
    Case { name: "random".to_owned(), new, old: None }
}

fn definition(_: &mut Random) -> Json {
    json!({})
}
