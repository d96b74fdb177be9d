//! Compares the parser of rules with the Pratt parser of the crate `cel` in one run: nanoseconds from the source to the
//! tree with expanded macros, including dropping the tree, as the fastest of many short batches.
//!
//! Run with `cargo run --release --bin parse -- RULES.json`.

use std::hint::black_box;

use idlgen_cel::{Environment, Version, parser};
use peers::{Ratios, cases, fastest, text};

fn main() {
    let options = Environment::new(Version::default()).parser_options();
    println!("{:14} {:>10} {:>10} {:>6}", "rule", "idlgen ns", "cel ns", "ratio");
    let mut ratios = Ratios::default();
    for case in &cases() {
        let (name, rule) = (text(case, "name"), text(case, "rule"));
        let ours = fastest(|| parser::parse(black_box(rule), options).is_ok());
        let cel =
            fastest(|| cel::parser::PrattParser::new().enable_optional_syntax(true).parse(black_box(rule)).is_ok());
        match (ours, cel) {
            (Some(ours), Some(cel)) => {
                println!("{name:14} {ours:>10.0} {cel:>10.0} {:>6.2}", ours / cel);
                ratios.push(name, ours / cel);
            }
            _ => println!("{name:14} is not parsed by both"),
        }
    }
    let (slowest, ratio) = ratios.largest();
    println!("our time to that of cel: geometric mean {:.2}, most {ratio:.2} ({slowest})", ratios.mean());
}
