//! Procedures that emulate a tool: the checks of declarations during lowering, the source of default values, and the
//! representation of anonymous structs.

mod contradictions;
mod openapi_gen;

use super::lowering::{CheckProcedures, Defaults, Procedures, Spelling};
use crate::tool::{AnonymousStructs, Checks, DefaultValues, Tool};

pub(in crate::lower) fn procedures(tool: &Tool) -> Procedures {
    let judge = match tool.judgement {
        Checks::Contradictions => CheckProcedures {
            member: contradictions::of_member,
            definition: |_, _, _| {},
            publication: |_, _, _, _| {},
        },
        Checks::GoCode => CheckProcedures {
            member: openapi_gen::member,
            definition: openapi_gen::definition,
            publication: openapi_gen::publication,
        },
    };
    let defaults = match tool.default_values {
        DefaultValues::Tags => None,
        DefaultValues::Comments => Some(Defaults {
            of_member: openapi_gen::default_value::of_member,
            of_element: openapi_gen::default_value::of_element,
        }),
    };
    let anonymous_struct = match tool.anonymous_structs {
        AnonymousStructs::InPlace => None,
        AnonymousStructs::GoSpelling => Some(openapi_gen::anonymous_reference as Spelling),
    };
    Procedures { judge, defaults, anonymous_struct }
}
