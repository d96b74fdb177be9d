//! Tables of what rules answer and cost when they are executed. Nothing executes rules yet, so each case is listed as that.

use serde_json::Value as Json;

use super::super::{
    case::{Cases, Origin, Outcome},
    input::Folder,
};

const FILES: [&str; 6] = [
    "TestValidationExpressions.json",
    "TestValidationExpressionsAtSchemaLevels.json",
    "TestMessageExpression.json",
    "TestReasonAndFldPath.json",
    "TestCelCostStability.json",
    "regex_re2_oracle.json",
];

pub(super) fn run(folder: &Folder, cases: &mut Cases) {
    for file in FILES {
        // A folder with other cases may lack a table.
        let Ok(table) = folder.json(file) else { continue };
        for (index, case) in table.as_array().into_iter().flatten().enumerate() {
            let text = case.get("name").or_else(|| case.get("rule")).and_then(Json::as_str).unwrap_or_default();
            cases.add_anonymous(&Origin { file, line: index + 1, text }, Outcome::NotYet);
        }
    }
}
