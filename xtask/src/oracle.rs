//! The real libraries: a Go program that reads one case per line and writes the result.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use serde_json::Value as Json;

/// The program.
pub(crate) struct Oracle {
    program: PathBuf,
}

impl Oracle {
    pub(crate) fn at(program: PathBuf) -> Oracle {
        Oracle { program }
    }

    /// Returns the responses to requests, in their order.
    pub(crate) fn ask(&self, requests: Vec<Json>) -> Result<Vec<Json>, String> {
        let count = requests.len();
        let failed = |error: std::io::Error| format!("{}: {error}", self.program.display());
        let mut child =
            Command::new(&self.program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (Some(mut input), Some(output)) = (input, output) else { return Err("no pipes".to_owned()) };
        // A separate thread writes, because both sides may have to wait for each other.
        let writer = thread::spawn(move || {
            for request in requests {
                if writeln!(input, "{request}").is_err() {
                    break;
                }
            }
        });
        let mut answers = Vec::new();
        for line in BufReader::new(output).lines() {
            answers.push(serde_json::from_str(&line.map_err(failed)?).map_err(|error| error.to_string())?);
        }
        let _ = writer.join();
        child.wait().map_err(failed)?;
        if answers.len() == count { Ok(answers) } else { Err(format!("{} answers to {count} requests", answers.len())) }
    }
}

/// Returns the program at that path, or builds it with Go from the sources of `name` in `folder`.
pub(crate) fn find(name: &str, program: Option<&Path>, folder: &Path) -> Result<PathBuf, String> {
    if let Some(program) = program {
        return Ok(program.to_owned());
    }
    if !folder.join(name).is_dir() {
        return Err(format!("there is no {}", folder.join(name).display()));
    }
    let program = Path::new("target/oracle").join(name);
    let program = std::path::absolute(program).map_err(|error| error.to_string())?;
    let package = format!("./{name}");
    let built = Command::new("go").args(["build", "-o"]).arg(&program).arg(package).current_dir(folder).status();
    match built {
        Ok(status) if status.success() => Ok(program),
        Ok(_) => Err("Go could not build it".to_owned()),
        Err(error) => Err(format!("there is no Go: {error}")),
    }
}
