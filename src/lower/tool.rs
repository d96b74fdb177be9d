//! What is judged of declarations while schemas are made of them, in the way that the tool names.

mod contradictions;
pub(in crate::lower) mod openapi_gen;

use idlgen_validate::{Definitions, Schema};

use super::{lowering::Lowering, types::member::Member};
use crate::{model::TypeId, tool::Judgement};

/// Judges a member, and changes its schema where the tool writes other values.
pub(in crate::lower) fn judge_member(lowering: &mut Lowering<'_>, member: &Member<'_>, schema: &mut Schema) {
    match lowering.tool.judgement {
        Judgement::Contradictions => contradictions::of_member(lowering, member),
        Judgement::GoCode => openapi_gen::member(lowering, member, schema),
    }
}

/// Judges the declaration of a struct, and changes its schema where the tool writes other values.
pub(in crate::lower) fn judge_definition(lowering: &mut Lowering<'_>, id: TypeId, schema: &mut Schema) {
    match lowering.tool.judgement {
        Judgement::Contradictions => {}
        Judgement::GoCode => openapi_gen::definition(lowering, id, schema),
    }
}

/// Judges what is published as a whole: the types that are asked for and all definitions.
pub(in crate::lower) fn judge_publication(lowering: &mut Lowering<'_>, types: &[TypeId], definitions: &Definitions) {
    match lowering.tool.judgement {
        Judgement::Contradictions => {}
        Judgement::GoCode => openapi_gen::publication(lowering, types, definitions),
    }
}
