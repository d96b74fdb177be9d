//! A running service and its clients.

mod answers;
mod load;
mod program;
