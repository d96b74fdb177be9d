//! The program: CI builds it for this test, with the features that the tests of the other crates use.

use std::process::Command;

#[test]
fn every_task_is_described() {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let tasks: Vec<&str> = help.lines().skip_while(|line| *line != "Commands:").skip(1).collect();
    let tasks = &tasks[..tasks.iter().position(|line| line.is_empty()).unwrap()];
    assert!(tasks.iter().any(|line| line.trim_start().starts_with("conformance ")), "{help}");
    for line in tasks {
        assert!(line.trim().contains("  ") || line.starts_with("      "), "`{line}` has no description");
    }
}
