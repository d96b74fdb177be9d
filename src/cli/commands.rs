//! The commands, one file each.

pub(super) mod cel;
pub(super) mod completions;
pub(super) mod dump;
pub(super) mod explain;
pub(super) mod generate;
pub(super) mod init;
pub(super) mod lint;
pub(super) mod man;
mod preparation;
pub(super) mod validate;
