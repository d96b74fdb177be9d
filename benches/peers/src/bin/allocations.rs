//! How often an evaluation of a rule asks the allocator for memory: over the object where it lies, costs counted, the
//! rule compiled before and evaluated once already.
//!
//! `cargo run --release --bin allocations -- RULES.json`. A program of its own, because the counting allocator would
//! slow down what the others measure.

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
