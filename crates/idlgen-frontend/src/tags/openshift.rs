//! OpenShift's markers for feature gates (`pkg/crd/markers/patch_validation.go` of
//! github.com/openshift/controller-tools), on which a declaration or a constraint depends.
//!
//! The gate `""` is the default: its tag applies if no other tag of the same kind does.

use idlgen_schema::keyword::Keyword;

use super::{
    Constraint, GateCondition, Gated, Placement, Rule, Tag, TagKind,
    marker_arguments::{self, Arguments},
    reader::CommentReader,
    registry::{
        ArgumentsReader, Parameter, ParameterKind, ValueReader, ValueSyntax,
        definition::{Effect, FEATURE_GATES, TagDefinition, Target},
    },
    source_string::SourceString,
    validation_rule::of_expression,
    value::{Head, expect_end, expect_equals},
};
use crate::{diag::Diagnostic, tags::codes};

const fn parameter(name: &'static str, kind: ParameterKind, is_required: bool) -> Parameter {
    Parameter { name, kind, is_required }
}

const ANY: Parameter = parameter("featureGate", ParameterKind::List, false);
const ALL: Parameter = parameter("requiredFeatureGate", ParameterKind::List, false);
const ENUM: &[Parameter] = &[ANY, ALL, parameter("enum", ParameterKind::List, true)];
const MAX_ITEMS: &[Parameter] = &[ANY, ALL, parameter("maxItems", ParameterKind::Integer, true)];
const RULE: &[Parameter] =
    &[ANY, ALL, parameter("rule", ParameterKind::Text, true), parameter("message", ParameterKind::Text, false)];

const GATES: &str = "feature gates separated by `;`";

/// Reads `=A;B`: the declaration exists if one of the gates is enabled.
fn gate(reader: &mut CommentReader<'_>, head: &Head) -> Result<TagKind, Diagnostic> {
    expect_equals(reader, head, GATES)?;
    let start = reader.place;
    let gates = marker_arguments::read_list(reader)?;
    expect_end(reader)?;
    if gates.iter().all(|gate| gate.text.is_empty()) {
        let message = format!("`+{}` requires {GATES}", head.name);
        return Err(Diagnostic::new(codes::MISSING_VALUE, message).at(reader.span_from(start)));
    }
    Ok(TagKind::Gate(condition(&gates, &[])))
}

fn condition(any: &[SourceString], all: &[SourceString]) -> GateCondition {
    let named = |gates: &[SourceString]| -> Vec<String> {
        gates.iter().map(|gate| gate.text.clone()).filter(|gate| !gate.is_empty()).collect()
    };
    let all = named(all);
    if !all.is_empty() {
        // If all of these are enabled, `any` is satisfied as well.
        return GateCondition { all, ..GateCondition::default() };
    }
    GateCondition {
        any: named(any),
        otherwise: any.iter().any(|gate| gate.text.is_empty()),
        ..GateCondition::default()
    }
}

fn gated(arguments: &Arguments, placement: Placement, meaning: TagKind) -> Result<TagKind, Diagnostic> {
    let (any, all) = (arguments.list(ANY.name), arguments.list(ALL.name));
    if any.is_empty() && all.is_empty() {
        let message = format!("a feature gate tag requires `{}` or `{}`", ANY.name, ALL.name);
        return Err(Diagnostic::new(codes::MISSING_VALUE, message).at(arguments.span()));
    }
    let condition = condition(any, all);
    Ok(TagKind::Gated(Box::new(Gated { condition, placement, tag: Tag::inside(meaning, arguments.span()) })))
}

fn enumeration(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    let values: Vec<serde_json::Value> = arguments.strings("enum").into_iter().map(Into::into).collect();
    gated(arguments, Placement::Replacing, TagKind::Constraint(Constraint::limit(Keyword::Enum, values)))
}

fn max_items(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    let count = arguments.integer("maxItems").unwrap_or_default();
    let Ok(count) = u64::try_from(count) else {
        let message = format!("`maxItems` must be an integer of at least 0, not `{count}`");
        return Err(Diagnostic::new(codes::MALFORMED_VALUE, message).at(arguments.span()));
    };
    gated(arguments, Placement::Replacing, TagKind::Constraint(Constraint::limit(Keyword::MaxItems, count)))
}

fn rule(arguments: &Arguments) -> Result<TagKind, Diagnostic> {
    let Some(rule) = arguments.source_string("rule") else { return Ok(TagKind::Malformed) };
    let rule = Rule { message: arguments.text("message"), ..of_expression(rule)? };
    gated(arguments, Placement::First, TagKind::Rule(rule))
}

pub(in crate::tags) static TABLE: &[TagDefinition] = &[
    TagDefinition {
        name: "openshift:enable:FeatureGate",
        targets: &[Target::Type, Target::Field, Target::EmbeddedField],
        form: ValueSyntax::Own("`=GATE;GATE`", ValueReader(gate)),
        repeatable: true,
        effect: Effect::NotAboutValues,
        summary: "Includes the declaration only in channels where one of these feature gates is on.",
        example: "+openshift:enable:FeatureGate=FastWidgets",
        ..FEATURE_GATES
    },
    TagDefinition {
        name: "openshift:validation:FeatureGateAwareEnum",
        form: ValueSyntax::Arguments(ENUM, ArgumentsReader(enumeration)),
        repeatable: true,
        keyword: Some("enum"),
        reason: Some("NotSupported"),
        summary: "The allowed values, in channels where one gate of `featureGate` or every gate of \
            `requiredFeatureGate` is on.",
        example: "+openshift:validation:FeatureGateAwareEnum:featureGate=FastWidgets,enum=slow;fast",
        ..FEATURE_GATES
    },
    TagDefinition {
        name: "openshift:validation:FeatureGateAwareMaxItems",
        form: ValueSyntax::Arguments(MAX_ITEMS, ArgumentsReader(max_items)),
        repeatable: true,
        keyword: Some("maxItems"),
        reason: Some("TooMany"),
        summary: "The list must have at most this many items, in channels where one gate of `featureGate` or every \
            gate of `requiredFeatureGate` is on.",
        example: "+openshift:validation:FeatureGateAwareMaxItems:featureGate=FastWidgets,maxItems=8",
        ..FEATURE_GATES
    },
    TagDefinition {
        name: "openshift:validation:FeatureGateAwareXValidation",
        form: ValueSyntax::Arguments(RULE, ArgumentsReader(rule)),
        repeatable: true,
        keyword: Some("x-kubernetes-validations"),
        reason: Some("Invalid"),
        summary: "A CEL rule, in channels where one gate of `featureGate` or every gate of `requiredFeatureGate` is \
            on.",
        example: "+openshift:validation:FeatureGateAwareXValidation:featureGate=FastWidgets,rule=\"self.size() > 0\"",
        ..FEATURE_GATES
    },
];
