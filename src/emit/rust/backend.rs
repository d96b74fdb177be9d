//! The back end `rust`.

use super::{RustLayout, RustOptions, admission, emit_with_kinds, harness, report};
use crate::{
    emit::backend::{Backend, Emitted, Input, Part, Types},
    settings::{RUST, Setting, Settings},
};

/// Rust types and validators.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "it has no state")]
pub struct Rust;

impl Backend for Rust {
    fn name(&self) -> &'static str {
        "rust"
    }

    fn title(&self) -> &'static str {
        "Rust"
    }

    fn summary(&self) -> &'static str {
        "Write Rust types and validators for Go packages"
    }

    fn product(&self) -> &'static str {
        "Rust modules"
    }

    fn settings(&self) -> &'static [Setting] {
        RUST
    }

    fn usual_output(&self, _settings: &Settings) -> &'static str {
        ""
    }

    fn prints(&self, setting: &Setting) -> bool {
        setting.path == ["rust", "report"]
    }

    /// Generates the modules as one unit that is written or withheld: modules reference each other, and `mod.rs` lists
    /// them.
    fn emit(&self, input: &Input<'_>) -> Emitted {
        let mut options = RustOptions::of(input.settings);
        if input.as_one_file {
            options.layout = RustLayout::SingleFile;
        }
        let requested = input.lowered.for_requested(input.model);
        let lowered = requested.as_ref().unwrap_or(input.lowered);
        if let Some(format) = input.settings.rust.report {
            let (report, diagnostics) = report(input.model, lowered, &options);
            let text = format.print(&report, input.sources);
            // Errors do not withhold the report: it covers the rules that could be read.
            let part = Part { types: Types::Some(Vec::new()), ..Part::of_all(format.file(), text) };
            return Emitted { parts: vec![part], diagnostics, ..Emitted::default() };
        }
        let (kinds, errors) =
            if input.settings.rust.admit { admission::kinds(input, lowered) } else { Default::default() };
        let (mut modules, mut diagnostics) = emit_with_kinds(input.model, lowered, &options, &kinds);
        if input.settings.rust.harness {
            harness::add(&mut modules, input.model, &options, &kinds);
        }
        diagnostics.extend(errors);
        let parts = modules.iter().map(|(path, text)| Part::of_all(path, text.to_owned())).collect();
        Emitted { parts, diagnostics, owns_folder: !input.as_one_file, ..Emitted::default() }
    }
}
