//! `idlgen validate`
use crate::cli::{
    Exit,
    arguments::{GlobalArguments, ValidateArguments},
    terminal::Terminal,
};
/// x
pub(crate) fn run(_: &ValidateArguments, _: &GlobalArguments, _: &mut Terminal) -> Exit {
    Exit::Clean
}
