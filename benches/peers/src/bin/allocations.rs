//! Counts the memory allocations of one evaluation of a rule: over a borrowed object, with cost tracking, after
//! compiling the rule and evaluating it once.
//!
//! Run with `cargo run --release --bin allocations -- RULES.json`. It is a separate program because the counting
//! allocator would slow down the other measurements.

use peers::{Rule, cases, text};

fn main() {
    println!("{:14} {:>12} {:>8}", "rule", "allocations", "bytes");
    for case in &cases() {
        let name = text(case, "name");
        match Rule::new(case).filter(Rule::holds) {
            Some(rule) => {
                let counted = allocation_counter::measure(|| {
                    rule.holds();
                });
                println!("{name:14} {:>12} {:>8}", counted.count_total, counted.bytes_total);
            }
            None => println!("{name:14} does not hold"),
        }
    }
}
