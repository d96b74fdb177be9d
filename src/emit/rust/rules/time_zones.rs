//! Detects rules that read a timestamp in a named time zone (`getHours('Europe/Berlin')`).

use idlgen_runtime::cel::{
    library::time_zone::is_in_database,
    program::{Call, Constant, Expression, Program},
};

/// Returns `true` if a call in the program may need the time zone database, including calls whose time zone is not a
/// literal.
pub(super) fn reads_time_zones(program: &Program) -> bool {
    program.nodes.iter().any(|node| match &node.expression {
        Expression::Call(call) => has_zone(call) && !is_fixed(program, call),
        _ => false,
    })
}

fn has_zone(call: &Call) -> bool {
    call.overloads.iter().any(|overload| overload.ends_with("_with_tz"))
}

/// Returns `true` if each argument is a literal offset or UTC.
fn is_fixed(program: &Program, call: &Call) -> bool {
    call.arguments.iter().all(|argument| match program.node(*argument).map(|node| &node.expression) {
        Some(Expression::Constant(Constant::String(zone))) => !is_in_database(zone),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use idlgen_cel::{Environment, Variables, Version};

    use super::*;

    #[test]
    fn zones_by_name_need_the_database() {
        let environment = Environment::new(Version::new(35));
        for (rule, expected) in [
            ("timestamp('2026-01-01T00:00:00Z').getHours() > 1", false),
            ("timestamp('2026-01-01T00:00:00Z').getHours('+02:00') > 1", false),
            ("timestamp('2026-01-01T00:00:00Z').getHours('UTC') > 1", false),
            ("timestamp('2026-01-01T00:00:00Z').getHours('Europe/Berlin') > 1", true),
            ("['UTC'].all(zone, timestamp('2026-01-01T00:00:00Z').getHours(zone) > 1)", true),
        ] {
            let program = idlgen_cel::compile(rule, &environment, &Variables::none()).unwrap().program();
            assert_eq!(reads_time_zones(&program), expected, "{rule}");
        }
    }
}
