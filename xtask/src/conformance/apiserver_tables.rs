//! `apiserver-tables`: rows of upstream table tests.

mod cel;
mod columns;
mod correlation;
mod creation;
mod defaulting;
mod definition;
mod expression;
mod format;
mod list_type;
mod pruning;
mod resource;
mod row_value;
mod value;

use serde_json::Value as Json;

use super::{
    case::{Cases, Origin, Outcome},
    input::SuiteDirectory,
    rules,
};

/// A test of a row.
type Test = fn(&Json) -> Outcome;

/// The tests of implemented features, by the end of their file name.
const TESTS: &[(&str, Test)] = &[
    ("apiserver.validation.validation.TestValidateCustomResource", value::custom_resource),
    ("apiserver.validation.validation.TestItemsProperty", value::items_property),
    ("validation.validate.schema.TestNumericFormatEnforcement", value::numeric_format),
    ("schema.listtype.validation.TestValidateListSetsAndMaps", list_type::sets_and_maps),
    ("schema.pruning.algorithm.TestPrune", pruning::prune),
    ("schema.defaulting.algorithm.TestDefault", defaulting::fill_in),
    ("schema.defaulting.prunenulls.TestPruneNonNullableNullsWithoutDefaults", defaulting::drop_nulls),
    ("schema.objectmeta.algorithm.TestCoerce", resource::coerce),
    ("schema.objectmeta.validation.TestValidate", resource::embedded_resources),
    ("schema.objectmeta.validation.TestValidateEmbeddedResource", resource::embedded_resource),
    ("registry.customresource.validator.TestGetObjectMeta", resource::object_meta),
    ("registry.customresource.validator.TestValidateCustomResourceName", resource::name),
    ("registry.customresource.strategy.TestStrategyPrepareForUpdate", resource::prepare_update),
    ("registry.customresource.strategy.TestSelectableFields", resource::selectable_fields),
    ("registry.customresource.status_strategy.TestPrepareForUpdate", resource::prepare_status_update),
    ("registry.customresource.status_strategy.TestStatusStrategyValidateUpdate", resource::status_update),
    (
        "registry.customresource.status_strategy.TestStatusStrategyValidateUpdateForLegacyV1beta1",
        resource::legacy_status_update,
    ),
    ("apiserver.validation.formats.TestGetUnrecognizedFormats", format::unrecognized),
    ("schema.defaulting.validation.TestDefaultValidationWithCostBudget", rules::defaults),
    ("schema.defaulting.validation.TestDefaultValidationWithOptionalOldSelf", rules::defaults),
    ("schema.cel.validation.TestCELMaxRecursionDepth", rules::expressions),
    ("schema.cel.validation.TestCELValidationLimit", rules::expressions),
    ("schema.cel.validation.TestMessageExpression", rules::message_expression),
    ("schema.cel.validation.TestOptionalOldSelf", rules::optional_old_self),
    ("schema.cel.validation.TestOptionalOldSelfCheckForNull", rules::optional_old_self),
    ("schema.cel.validation.TestOptionalOldSelfIsOptionalType", rules::optional_old_self),
    ("schema.cel.validation.TestRatcheting", rules::ratcheting),
    ("schema.cel.validation.TestReasonAndFldPath", rules::reason_and_field_path),
    ("schema.cel.validation.TestValidateFieldPath", rules::valid_field_path),
    ("schema.cel.validation.TestValidationExpressions", rules::expressions),
    ("schema.cel.validation.TestValidationExpressionsAtSchemaLevels", rules::schema_levels),
    ("apiextensions.validation.validation.TestCelContext", creation::one_conversion),
    ("apiextensions.validation.validation.TestCostInfo", creation::cardinality),
    ("apiextensions.validation.validation.TestPerCRDEstimatedCost", creation::total_cost),
    ("apiextensions.validation.validation.TestValidateFieldPath", creation::valid_field_path),
    ("schema.cel.model.schemas.TestWithTypeAndObjectMetaNameLength", creation::name_lengths),
    ("validation.strfmt.date.TestDate_IsDate", format::date),
    ("pkg.cel.common.equality.TestCorrelation", correlation::correlation),
    ("pkg.cel.library.ip.TestIP", cel::library),
    ("pkg.cel.library.cidr.TestCIDR", cel::library),
    ("pkg.cel.library.quantity.TestQuantity", cel::library),
    ("pkg.cel.library.semver.TestSemver", cel::library),
    ("pkg.cel.library.format.TestFormat", cel::library),
    ("pkg.cel.library.cost.TestURLsCost", cel::url_cost),
    ("pkg.cel.library.cost.TestIPIsCanonicalCost", cel::cost),
    ("pkg.cel.library.cost.TestNameFormatCost", cel::cost),
    ("pkg.cel.library.cost.TestQuantityCost", cel::cost),
    ("pkg.cel.library.cost.TestSemverCost", cel::cost),
    ("pkg.cel.library.cost.TestSetsCost", cel::cost),
    ("pkg.cel.library.cost.TestStringLibrary", cel::cost),
    ("pkg.cel.library.cost.TestTwoVariableComprehensionCost", cel::cost),
    ("pkg.cel.library.cost.TestListsCost", cel::list_costs),
    ("pkg.cel.library.cost.TestIncludesCost", cel::list_costs),
    ("pkg.cel.library.cost.TestIndexOfCost", cel::list_costs),
    ("pkg.cel.library.cost.TestSize", cel::size),
    // Admission policies have this library, CRDs do not.
    ("pkg.cel.library.cost.TestAuthzLibrary", skip),
    ("pkg.cel.escaping.TestEscaping", cel::escaping),
    // Tests an optimization of the Go code.
    ("pkg.cel.escaping.TestCanSkipRegex", skip),
    ("pkg.cel.environment.environment.TestBaseEnvironment", cel::base_environment),
    // Tests conversions between Go value wrappers.
    ("pkg.cel.value.TestConvertToType", skip),
    ("pkg.cel.openapi.values.TestLister", rules::lists),
    ("schema.cel.values.TestLister", rules::lists),
    ("pkg.cel.openapi.schemas.TestEstimateMaxLengthJSON", expression::max_elements),
    ("schema.cel.model.schemas.TestEstimateMaxLengthJSON", expression::max_elements),
    ("schema.cel.compilation.TestMetadataNameCostIsBounded", expression::name_cost),
    ("schema.cel.validation.TestValidateFieldPath", expression::validated_field_path),
    ("schema.cel.validation.TestValidationExpressions", expression::expressions),
    ("schema.defaulting.validation.TestDefaultValidationWithCostBudget", rules::defaults),
    ("schema.defaulting.validation.TestDefaultValidationWithOptionalOldSelf", rules::defaults),
    ("schema.cel.validation.TestCELMaxRecursionDepth", expression::expressions),
    ("schema.cel.validation.TestCELValidationLimit", expression::expressions),
    ("schema.cel.celcoststability.TestCelCostStability", expression::costs),
    ("schema.cel.celcoststability.TestCelEstimatedCostStability", expression::estimates),
    ("customresource.tableconvertor.tableconvertor.Test_cellForJSONValue", columns::cell),
    ("customresource.tableconvertor.tableconvertor.Test_convertor_ConvertToTable", columns::table),
    ("validation.validation.TestValidateCustomResourceDefinition", definition::whole),
    ("validation.validation.TestValidateCustomResourceDefinitionUpdate", definition::whole),
    ("extensions.validation.validation.TestSelectableFields", definition::whole),
    ("validation.validation.TestValidateCustomResourceDefinitionValidation", definition::schema),
    (
        "validation.validation.TestValidateCustomResourceDefinitionValidationRuleCompatibility",
        definition::rule_compatibility,
    ),
    ("validation.validation.TestValidateCustomResourceDefinitionStoredVersions", definition::stored_versions),
    ("validation.validation.Test_validateDeprecationWarning", definition::deprecation),
    ("apiserver.schema.validation.TestValidateStructuralCompleteness", definition::completeness),
    ("schema.cel.compilation.TestCelCompilation", definition::compilation),
    // Tests a table of versions and formats that the test itself creates.
    ("apiserver.validation.formats.TestSupportedFormats", skip),
    // Tests Go types that do not occur in JSON.
    ("validation.validate.type.TestType_schemaInfoForType", skip),
];

pub(super) fn run(folder: &SuiteDirectory, cases: &mut Cases) -> Result<(), String> {
    for file in folder.files(".jsonl")? {
        let test = TESTS.iter().find(|(name, _)| file.trim_end_matches(".jsonl").ends_with(name)).map(|(_, test)| test);
        for (line, row) in folder.json_lines(&file)? {
            let origin = Origin { file: &file, line: line.number, text: &line.text };
            let case = row.get("case").unwrap_or(&Json::Null);
            let outcome = test.map_or(Outcome::NotYet, |test| test(case));
            match name(&row, case) {
                Some(name) => cases.add(&origin, &name, outcome),
                None => cases.add_anonymous(&origin, outcome),
            }
        }
    }
    Ok(())
}

/// Returns the name of a row: its name in the table, or its key if the table is a map.
fn name(row: &Json, case: &Json) -> Option<String> {
    let name = case.get("name").or_else(|| row.get("_key")).and_then(Json::as_str)?;
    Some(name.to_owned()).filter(|name| !name.is_empty())
}

fn skip(_: &Json) -> Outcome {
    Outcome::Skipped
}
