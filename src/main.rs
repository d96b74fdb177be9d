//! idlgen on the command line.
fn main() {}
